/** Tells a provider that what contracts and students are given of them has changed: which of it, and not what it is now. It names nobody. */
import { z } from 'zod';
import { brand } from '#lib/brand.ts';
import { listFormat } from '#lib/i18n/formats.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import { mail } from '#lib/mail/mail.ts';
import { partyKeys } from '../supplier-parties.schema.ts';
import type { SupplierParty } from '../supplier-parties.schema.ts';

const labels = {
  legalName: 'orders.party_legal_name',
  registration: 'orders.party_registration',
  address: 'orders.party_address',
  email: 'orders.party_email',
  phone: 'orders.party_phone',
  arrival: 'orders.party_arrival',
} as const satisfies Record<keyof SupplierParty, MessageKey>;

export const supplierPartyMail = mail({
  name: 'supplier-party',
  why: 'booking',
  urgency: 'now',
  input: z.object({ provider: z.string().max(200), changed: z.array(z.enum(partyKeys)) }),
  render({ provider, changed }, { t, locale }) {
    const what: readonly [string, string] = [t('mail.supplierPartyWhat'), listFormat(localeFacts[locale].intl).format(changed.map((part) => t(labels[part])))];
    return {
      subject: t('mail.supplierPartySubject', { provider }),
      preview: t('mail.supplierPartyText', { provider }),
      blocks: [
        { kind: 'text', text: t('mail.supplierPartyText', { provider }) },
        {
          kind: 'facts',
          facts: [[t('desk.provider'), provider], ...(changed.length > 0 ? [what] : [])],
        },
        { kind: 'text', text: t('mail.supplierPartyNotYou', { email: brand.email }) },
      ],
    };
  },
});

/** Tells a provider that what counts of them is to change, and asks a new address to answer. It names nobody. */
import { z } from 'zod';
import { brand } from '#lib/brand.ts';
import { formatDate } from '#lib/dates/dates.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import { mail } from '#lib/mail/mail.ts';
import { linkKeyPattern } from '#lib/ids/patterns.ts';

const whats = ['asked-address', 'asked-terms', 'confirm'] as const;
const words = {
  'asked-address': { subject: 'mail.supplierAddressSubject', text: 'mail.supplierAddressText' },
  'asked-terms': { subject: 'mail.supplierTermsSubject', text: 'mail.supplierTermsText' },
  confirm: { subject: 'mail.supplierConfirmSubject', text: 'mail.supplierConfirmText' },
} as const satisfies Record<(typeof whats)[number], Record<'subject' | 'text', MessageKey>>;

export const supplierChangeMail = mail({
  name: 'supplier-change',
  why: 'booking',
  urgency: 'now',
  input: z.object({
    what: z.enum(whats),
    provider: z.string().max(200),
    /** From when on it counts at the earliest. */
    day: z.iso.date(),
    /** Of `confirm` alone. */
    key: z.string().regex(linkKeyPattern).optional(),
  }),
  render({ what, provider, day, key }, { t, locale, paths, absolute }) {
    const { subject, text } = words[what];
    return {
      subject: t(subject, { provider }),
      preview: t(text, { provider }),
      blocks: [
        { kind: 'text', text: t(text, { provider }) },
        {
          kind: 'facts',
          facts: [
            [t('desk.provider'), provider],
            [t('mail.supplierChangeFrom'), formatDate(day, localeFacts[locale].intl)],
          ],
        },
        ...(key === undefined
          ? [{ kind: 'text' as const, text: t('mail.supplierChangeNotYou', { email: brand.email }) }]
          : [
              {
                kind: 'button' as const,
                label: t('mail.supplierConfirmOpen'),
                href: absolute(`${paths.to('supplier_address')}?${new URLSearchParams({ key })}`),
              },
              { kind: 'small' as const, text: t('mail.supplierConfirmKeep') },
            ]),
      ],
    };
  },
});

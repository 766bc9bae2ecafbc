/** Asks a provider to look at the condition of a home with their tenant, to answer a review, to say whether a payment came, to sign a contract, or to say what is kept of a deposit. It names nobody. */
import { z } from 'zod';
import { formatDate } from '#lib/dates/dates.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import { mail } from '#lib/mail/mail.ts';
import { supplierLinkPath } from '../supplier-links.rules.ts';
import { linkPurposes } from '../supplier-links.schema.ts';

const words = {
  condition: { subject: 'mail.supplierConditionSubject', text: 'mail.supplierConditionText', open: 'mail.supplierConditionOpen' },
  review: { subject: 'mail.supplierReviewSubject', text: 'mail.supplierReviewText', open: 'mail.supplierReviewOpen' },
  payment: { subject: 'mail.supplierPaymentSubject', text: 'mail.supplierPaymentText', open: 'mail.supplierPaymentOpen' },
  contract: { subject: 'mail.supplierContractSubject', text: 'mail.supplierContractText', open: 'mail.supplierContractOpen' },
  deposit: { subject: 'mail.supplierDepositSubject', text: 'mail.supplierDepositText', open: 'mail.supplierDepositOpen' },
} as const satisfies Record<(typeof linkPurposes)[number], Record<'subject' | 'text' | 'open', MessageKey>>;

export const supplierLinkMail = mail({
  name: 'supplier-link',
  why: 'provider',
  urgency: 'soon',
  input: z.object({
    purpose: z.enum(linkPurposes),
    home: z.string().max(200),
    /** Of the order. */
    code: z.string().max(9),
    until: z.iso.date(),
    key: z.string().max(32),
    /** Nothing was heard of the one before. */
    isReminder: z.boolean(),
  }),
  render({ purpose, home, code, until, key, isReminder }, { t, locale, paths, absolute }) {
    const { subject, text, open } = words[purpose];
    return {
      subject: isReminder ? t('mail.supplierReminderSubject', { subject: t(subject, { home }) }) : t(subject, { home }),
      preview: t(text, { home }),
      about: [t('orders.code'), code],
      blocks: [
        ...(isReminder ? [{ kind: 'text' as const, text: t('mail.supplierReminder') }] : []),
        { kind: 'text', text: t(text, { home }) },
        { kind: 'band', label: t('mail.supplierUntil'), value: formatDate(until, localeFacts[locale].intl) },
        {
          kind: 'facts',
          facts: [[t('orders.home'), home]],
        },
        { kind: 'button', label: t(open), href: absolute(supplierLinkPath(paths, purpose, key)) },
        { kind: 'small', text: t('mail.supplierLinkKeep') },
      ],
    };
  },
});

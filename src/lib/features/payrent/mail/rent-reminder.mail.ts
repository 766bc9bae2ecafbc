/** Reminds a tenant that rent is due, each month; ended by one click. */
import { z } from 'zod';
import { mail } from '#lib/mail/mail.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { currencyCodes } from '#lib/money/currencies.ts';
import { formatMoney } from '#lib/money/money.ts';

export const rentReminderMail = mail({
  name: 'rent-reminder',
  why: 'monthly',
  urgency: 'now',
  input: z.object({
    code: z.string().max(9),
    minor: z.string().regex(/^\d{1,18}$/),
    currency: z.enum(currencyCodes),
    /** Ends these mails for who has it. */
    token: z.string().max(120),
  }),
  render({ code, minor, currency, token }, { t, locale, paths, absolute }) {
    const rent = formatMoney({ minor: BigInt(minor), currency }, localeFacts[locale].intl);
    const end = absolute(paths.to('rental_end_reminders', { token }));
    return {
      subject: t('mail.rentReminderSubject', { rent }),
      preview: t('mail.rentReminderText'),
      unsubscribe: end,
      blocks: [
        { kind: 'text', text: t('mail.rentReminderText') },
        { kind: 'facts', facts: [[t('payrent.amount'), rent]] },
        { kind: 'button', label: t('payrent.again'), href: absolute(paths.to('rental_again', { code })) },
        { kind: 'links', links: [{ label: t('payrent.remind_end'), href: end, note: '' }] },
      ],
    };
  },
});

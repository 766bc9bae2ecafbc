/** Tells an applicant that a part of the price is due, and where it is paid. */
import { z } from 'zod';
import { formatDate } from '#lib/dates/dates.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { mail } from '#lib/mail/mail.ts';
import { currencyCodes } from '#lib/money/currencies.ts';
import { formatMoney } from '#lib/money/money.ts';

export const orderDueMail = mail({
  name: 'order-due',
  input: z.object({
    code: z.string().max(9),
    home: z.string().max(200),
    on: z.iso.date(),
    minor: z.string().regex(/^\d{1,18}$/),
    currency: z.enum(currencyCodes),
    /** What a bank took back of what was paid before. */
    isAgain: z.boolean().default(false),
  }),
  render({ code, home, on, minor, currency, isAgain }, { t, locale, paths, absolute }) {
    const { intl } = localeFacts[locale];
    const day = formatDate(on, intl);
    const text = t(isAgain ? 'orders.due_again' : 'mail.orderDueText');
    return {
      subject: t('mail.orderDueSubject', { home, day }),
      preview: text,
      blocks: [
        { kind: 'text', text },
        {
          kind: 'facts',
          facts: [
            [t('payments.owed'), formatMoney({ minor: BigInt(minor), currency }, intl)],
            [t('payments.until'), day],
            [t('orders.home'), home],
            [t('orders.code'), code],
          ],
        },
        { kind: 'button', label: t('orders.pay'), href: absolute(`${paths.to('pay_center')}?${new URLSearchParams({ kind: 'order', code })}`) },
        { kind: 'small', text: t('mail.orderDueWhere') },
      ],
    };
  },
});

/** Tells an applicant that a part of the price is due, and where it is paid. */
import { z } from 'zod';
import { formatDate } from '#lib/dates/dates.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { mail } from '#lib/mail/mail.ts';
import { calendarLink } from './order-parts.mail.ts';
import { currencyCodes } from '#lib/money/currencies.ts';
import { formatMoney } from '#lib/money/money.ts';

export const orderDueMail = mail({
  name: 'order-due',
  why: 'booking',
  urgency: 'now',
  input: z.object({
    code: z.string().max(9),
    home: z.string().max(200),
    on: z.iso.date(),
    minor: z.string().regex(/^\d{1,18}$/),
    currency: z.enum(currencyCodes),
    /** What a bank took back of what was paid before. */
    isAgain: z.boolean().default(false),
    /** Who collects, where that is the supplier. */
    supplier: z.string().max(200).default(''),
  }),
  render({ code, home, on, minor, currency, isAgain, supplier }, context) {
    const { t, locale, paths, absolute } = context;
    const { intl } = localeFacts[locale];
    const day = formatDate(on, intl);
    const text = supplier === '' ? t(isAgain ? 'orders.due_again' : 'mail.orderDueText') : t('orders.due_supplier', { supplier });
    const href = supplier === '' ? `${paths.to('pay_center')}?${new URLSearchParams({ kind: 'order', code })}` : paths.to('order_supplier', { code });
    return {
      subject: t('mail.orderDueSubject', { home, day }),
      preview: text,
      about: [t('orders.code'), code],
      blocks: [
        { kind: 'text', text },
        {
          kind: 'band',
          label: t('payments.owed'),
          value: formatMoney({ minor: BigInt(minor), currency }, intl),
          note: t('chrome.labelled', { label: t('payments.until'), value: day }),
        },
        {
          kind: 'facts',
          facts: [[t('orders.home'), home]],
        },
        { kind: 'button', label: supplier === '' ? t('orders.pay') : t('orders.pay_supplier', { supplier }), href: absolute(href) },
        // What a bank took back has a day of its own, which stands in no table of the order.
        ...(isAgain ? [] : [calendarLink(code, `due-${on}`, context)]),
        { kind: 'small', text: t('mail.orderDueWhere') },
      ],
    };
  },
});

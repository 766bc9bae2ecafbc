/** Tells an applicant that they have withdrawn from our own service, and what goes back. It says nothing that anybody wrote. */
import { z } from 'zod';
import { localeFacts } from '#lib/i18n/locales.ts';
import { mail } from '#lib/mail/mail.ts';
import { currencyCodes } from '#lib/money/currencies.ts';
import { formatMoney } from '#lib/money/money.ts';
import { orderPath } from '../order-pages.rules.ts';

export const orderFeeMail = mail({
  name: 'order-fee',
  why: 'booking',
  urgency: 'now',
  input: z.object({
    code: z.string().max(9),
    home: z.string().max(200),
    minor: z.string().regex(/^\d{1,18}$/),
    currency: z.enum(currencyCodes),
  }),
  render({ code, home, minor, currency }, { t, locale, paths, absolute }) {
    const text = t('orders.fee_gone', { amount: formatMoney({ minor: BigInt(minor), currency }, localeFacts[locale].intl) });
    return {
      subject: t('orders.news_fee_withdrawn', { home }),
      preview: text,
      about: [t('orders.code'), code],
      blocks: [
        { kind: 'text', text },
        {
          kind: 'facts',
          facts: [[t('orders.home'), home]],
        },
        { kind: 'button', label: t('orders.open'), href: absolute(orderPath(paths, code)) },
      ],
    };
  },
});

/** Tells an applicant what their bank did about a payment, what becomes of the booking, and what they can do. */
import { z } from 'zod';
import { localeFacts } from '#lib/i18n/locales.ts';
import { mail } from '#lib/mail/mail.ts';
import { currencyCodes } from '#lib/money/currencies.ts';
import { formatMoney } from '#lib/money/money.ts';
import { disputeStates } from '#lib/features/payments/payment-states.schema.ts';
import { orderPath } from '../order-pages.rules.ts';
import { disputeNews } from '../orders.words.ts';

export const orderDisputedMail = mail({
  name: 'order-disputed',
  why: 'booking',
  urgency: 'now',
  input: z.object({
    code: z.string().max(9),
    home: z.string().max(200),
    state: z.enum(disputeStates),
    minor: z.string().regex(/^\d{1,18}$/),
    currency: z.enum(currencyCodes),
  }),
  render({ code, home, state, minor, currency }, { t, locale, paths, absolute }) {
    const [title, text] = disputeNews[state];
    return {
      subject: t(title, { home }),
      preview: t(text),
      about: [t('orders.code'), code],
      blocks: [
        { kind: 'text', text: t(text) },
        { kind: 'band', label: t('payments.dispute_amount'), value: formatMoney({ minor: BigInt(minor), currency }, localeFacts[locale].intl) },
        {
          kind: 'facts',
          facts: [[t('orders.home'), home]],
        },
        { kind: 'button', label: t('orders.open'), href: absolute(orderPath(paths, code)) },
      ],
    };
  },
});

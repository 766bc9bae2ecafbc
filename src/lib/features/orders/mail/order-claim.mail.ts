/** Tells an applicant what staff decided of what they cancelled for. Beside a reason of staff it says nothing that anybody wrote. */
import { z } from 'zod';
import { localeFacts } from '#lib/i18n/locales.ts';
import { mail } from '#lib/mail/mail.ts';
import { currencyCodes } from '#lib/money/currencies.ts';
import { formatMoney } from '#lib/money/money.ts';
import { claimActs } from '../claims.schema.ts';
import { orderPath } from '../order-pages.rules.ts';
import { claimNews } from '../orders.words.ts';

export const orderClaimMail = mail({
  name: 'order-claim',
  why: 'booking',
  urgency: 'now',
  input: z.object({
    code: z.string().max(9),
    home: z.string().max(200),
    act: z.enum(claimActs),
    minor: z.string().regex(/^\d{1,18}$/),
    currency: z.enum(currencyCodes),
    note: z.string().max(1_000),
  }),
  render({ code, home, act, minor, currency, note }, { t, locale, paths, absolute }) {
    const [title, words] = claimNews[act];
    const text = t(words, { amount: formatMoney({ minor: BigInt(minor), currency }, localeFacts[locale].intl) });
    return {
      subject: t(title, { home }),
      preview: text,
      about: [t('orders.code'), code],
      blocks: [
        { kind: 'text', text },
        ...(act === 'claim-give' || note === '' ? [] : [{ kind: 'text' as const, text: note }]),
        {
          kind: 'facts',
          facts: [[t('orders.home'), home]],
        },
        { kind: 'button', label: t('orders.open'), href: absolute(orderPath(paths, code)) },
      ],
    };
  },
});

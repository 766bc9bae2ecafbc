/** What happens to a payment of rent. Neither the landlord's account nor the address of the home is in it. */
import { z } from 'zod';
import { mail } from '#lib/mail/mail.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { currencyCodes } from '#lib/money/currencies.ts';
import { formatMoney } from '#lib/money/money.ts';
import { rentPath } from '../payrent-pages.rules.ts';
import { rentNewsWords } from '../payrent.words.ts';
import type { RentNews } from '../payrent.words.ts';

export const rentNewsMail = mail({
  name: 'rent-news',
  why: 'rent',
  urgency: 'now',
  input: z.object({
    news: z.enum(Object.keys(rentNewsWords) as [RentNews, ...RentNews[]]),
    code: z.string().max(9),
    minor: z.string().regex(/^\d{1,18}$/),
    currency: z.enum(currencyCodes),
    /** Under which reference it was passed on; empty before. */
    payout: z.string().max(60),
  }),
  render({ news, code, minor, currency, payout }, { t, locale, paths, absolute }) {
    const total = formatMoney({ minor: BigInt(minor), currency }, localeFacts[locale].intl);
    return {
      subject: t(rentNewsWords[news].subject, { total }),
      preview: t(rentNewsWords[news].text),
      blocks: [
        { kind: 'text', text: t(rentNewsWords[news].text) },
        {
          kind: 'facts',
          facts: [[t('payrent.total'), total], [t('payrent.code'), code], ...(payout === '' ? [] : ([[t('payrent.payout'), payout]] as [string, string][]))],
        },
        { kind: 'button', label: t('mail.rentOpen'), href: absolute(rentPath(paths, code)) },
      ],
    };
  },
});

/** Tells who paid a deposit what is proposed of it, that it goes back, or that it is back. */
import { z } from 'zod';
import { formatDate } from '#lib/dates/dates.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { mail } from '#lib/mail/mail.ts';
import { currencyCodes } from '#lib/money/currencies.ts';
import { formatMoney } from '#lib/money/money.ts';
import { orderPath } from '../order-pages.rules.ts';

const minor = z.string().regex(/^\d{1,18}$/);
const subjects = {
  propose: 'deposits.mail_propose',
  whole: 'deposits.mail_settled',
  decided: 'deposits.mail_settled',
  given: 'deposits.mail_given',
} as const;
const texts = {
  propose: 'deposits.mail_propose_text',
  whole: 'deposits.mail_whole_text',
  decided: 'deposits.mail_decided_text',
  given: 'deposits.mail_given_text',
} as const;

export const orderDepositMail = mail({
  name: 'order-deposit',
  why: 'booking',
  urgency: 'now',
  input: z.object({
    code: z.string().max(9),
    home: z.string().max(200),
    what: z.enum(['propose', 'whole', 'decided', 'given']),
    currency: z.enum(currencyCodes),
    deposit: minor,
    back: minor,
    /** The last day for giving it back, or the day on which it was; empty where none is known. */
    by: z.iso.date().or(z.literal('')),
    note: z.string().max(1_000),
  }),
  render({ code, home, what, currency, deposit, back, by, note }, { t, locale, paths, absolute }) {
    const { intl } = localeFacts[locale];
    const money = (text: string): string => formatMoney({ minor: BigInt(text), currency }, intl);
    const text = t(texts[what]);
    return {
      subject: t(subjects[what], { home, amount: money(back) }),
      preview: text,
      about: [t('orders.code'), code],
      blocks: [
        { kind: 'text', text },
        ...(note === '' ? [] : [{ kind: 'text', text: note } as const]),
        { kind: 'band', label: t('deposits.back'), value: money(back) },
        {
          kind: 'facts',
          facts: [
            [t('deposits.title'), money(deposit)],
            ...(by === '' ? [] : [[t(what === 'given' ? 'deposits.given_day' : 'deposits.until'), formatDate(by, intl)] as const]),
            [t('orders.home'), home],
          ],
        },
        what === 'propose'
          ? { kind: 'button', label: t('deposits.answer_link'), href: absolute(paths.to('order_deposit', { code })) }
          : { kind: 'button', label: t('deposits.order_link'), href: absolute(orderPath(paths, code)) },
      ],
    };
  },
});

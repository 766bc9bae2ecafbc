/** Reminds an applicant of a part of the price that is late, or tells what was decided about it. */
import { z } from 'zod';
import { formatDate } from '#lib/dates/dates.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { T } from '#lib/i18n/t.ts';
import { mail } from '#lib/mail/mail.ts';
import { currencyCodes } from '#lib/money/currencies.ts';
import { formatMoney } from '#lib/money/money.ts';

const whats = ['second', 'last', 'more-time', 'arranged'] as const;

type Said = { readonly home: string; readonly amount: string; readonly day: string; readonly supplier: string };

function words(what: (typeof whats)[number], said: Said, t: T): { readonly subject: string; readonly texts: readonly string[] } {
  switch (what) {
    case 'second':
      return { subject: t('arrears.second_subject', said), texts: [t('arrears.second_text'), t('arrears.own_help')] };
    case 'last':
      return { subject: t('arrears.last_subject', said), texts: [t('arrears.last_text'), t('arrears.last_follows', said), t('arrears.own_help')] };
    case 'more-time':
      return { subject: t('arrears.more_subject', said), texts: [t('arrears.more_text')] };
    case 'arranged':
      return { subject: t('arrears.arranged_subject', said), texts: [t('arrears.arranged_text', said)] };
  }
}

export const orderArrearsMail = mail({
  name: 'order-arrears',
  why: 'booking',
  urgency: 'now',
  input: z.object({
    code: z.string().max(9),
    home: z.string().max(200),
    what: z.enum(whats),
    /** The day on which it was due, or the new one. */
    on: z.iso.date(),
    minor: z.string().regex(/^\d{1,18}$/),
    currency: z.enum(currencyCodes),
    supplier: z.string().max(200),
    /** Whether the supplier collects. */
    isTheirs: z.boolean(),
    /** What staff wrote about their decision. */
    note: z.string().max(1_000),
  }),
  render({ code, home, what, on, minor, currency, supplier, isTheirs, note }, { t, locale, paths, absolute }) {
    const { intl } = localeFacts[locale];
    const day = formatDate(on, intl);
    const amount = formatMoney({ minor: BigInt(minor), currency }, intl);
    const { subject, texts } = words(what, { home, amount, day, supplier }, t);
    const href = isTheirs ? paths.to('order_supplier', { code }) : `${paths.to('pay_center')}?${new URLSearchParams({ kind: 'order', code })}`;
    const ask = `${paths.to('intent_askform')}?${new URLSearchParams({ order: code })}`;
    return {
      subject,
      preview: texts[0] ?? subject,
      about: [t('orders.code'), code],
      blocks: [
        ...texts.map((text) => ({ kind: 'text', text }) as const),
        ...(note === '' ? [] : [{ kind: 'text', text: note } as const]),
        { kind: 'band', label: t('payments.owed'), value: amount, note: t('chrome.labelled', { label: t('payments.until'), value: day }) },
        {
          kind: 'facts',
          facts: [[t('orders.home'), home]],
        },
        { kind: 'button', label: isTheirs ? t('orders.pay_supplier', { supplier }) : t('orders.pay'), href: absolute(href) },
        { kind: 'links', links: [{ label: t('arrears.own_ask'), href: absolute(ask), note: '' }] },
        { kind: 'small', text: t('mail.orderDueWhere') },
      ],
    };
  },
});

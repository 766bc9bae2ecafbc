/** A conversion into the reader's currency: "about", with rate and date (docs/domain.md, "Money"). Its styles are about.css. */
import { formatDate } from '#lib/dates/dates.ts';
import type { About } from '#lib/features/rates/reader-currency.rules.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { currencies } from '#lib/money/currencies.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { HouseWords } from './house-words.ts';

export type AboutProps = { readonly about: About | undefined; readonly original: Money; readonly withRate?: boolean };

export function aboutAmount({ t, intl }: Pick<HouseWords, 't' | 'intl'>, { about, original, withRate = false }: AboutProps): Html | undefined {
  if (!about) return undefined;
  const one = { minor: 10n ** BigInt(currencies[original.currency].exponent), currency: original.currency };
  return html`<span class="about">${t('house.about', { amount: formatMoney(about.amount, intl) })}${
    withRate &&
    html` <small>${t('house.about_rate', { one: formatMoney(one, intl), other: formatMoney(about.one, intl), date: formatDate(about.asOf, intl) })}</small>`
  }</span>`;
}

/**
 * In which currency amounts are also told, with the way to another: of all pages that anybody may see, chosen once (decision 0168). Its styles are
 * currency-choice.css.
 */
import { askedCurrency, ownCurrency } from '#lib/features/rates/reader-currency.rules.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { currencyName } from '#lib/i18n/currency-names.ts';
import type { Reader } from '#lib/reader.ts';

export function currencyChoice({ t, locale, paths, query, currency }: Pick<Reader, 't' | 'locale' | 'paths' | 'query' | 'currency'>): Html {
  const code = ownCurrency(locale, askedCurrency({ query, currency }));
  const address = paths.to('currency');
  const told = t('chrome.labelled', { label: t('listings.currency_also'), value: `${code} ${currencyName(code, locale)}` });
  return html`<p class="currency small"><span class="muted">${told}</span> · <a href="${address}" rel="nofollow" data-panel="${address}" data-opens="currencies">${t('listings.currency_change')}</a></p>`;
}

/** In which currency amounts are also told; a form that works without script, and the choice travels with the question. Its styles are currency-choice.css. */
import { canonicalCurrency } from '#lib/features/finding/reader-question.rules.ts';
import { ownCurrency, readerCurrency } from '#lib/features/rates/reader-currency.rules.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { currencyName } from '#lib/i18n/currency-names.ts';
import { readersCurrencies } from '#lib/money/currencies.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { SharedView } from '#lib/view.ts';

export type CurrencyChoiceProps = {
  /** The currency of the homes, which always leads. */
  readonly original: CurrencyCode;
  /** The path of the page, and what its query asks. */
  readonly action: string;
  readonly query: URLSearchParams;
  /** Whether the currency of the homes can be chosen too: by whoever pays in it. */
  readonly withOriginal?: boolean;
  /** What was chosen on a page before, where this one is told. */
  readonly before?: CurrencyCode | undefined;
};

export function currencyChoice(
  { t, locale }: Pick<SharedView, 't' | 'locale'>,
  { original, action, query, withOriginal = false, before }: CurrencyChoiceProps,
): Html {
  const chosen = canonicalCurrency(query.get('currency') ?? '') ?? before;
  const shown = withOriginal ? ownCurrency(locale, original, chosen) : readerCurrency(locale, original, chosen);
  const others = [...query].filter(([name]) => name !== 'currency').map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  // An option ends where the next begins.
  const options = readersCurrencies
    .filter((code) => withOriginal || code !== original)
    .map((code) => html`<option value="${code}"${code === shown && html` selected`}>${code} ${currencyName(code, locale)}`);
  return html`<form method="get" class="currency small" action="${action}">${others}<label><span class="muted">${t('listings.currency')}</span> <select name="currency">${
    !shown && html`<option value=""></option>`
  }${options}</select></label><button type="submit" class="button quiet">${t('listings.currency_show')}</button></form>`;
}

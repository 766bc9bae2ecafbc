/** The chosen currency on pages that do not know of it: those that are the same for everybody, and those that Back brings as they were. */
import { currencyCookie } from '#lib/features/rates/currency-cookie.schema.ts';
import { currencySign, isCurrency } from '#lib/money/currencies.ts';
import { readCookie } from '#islands/browser/cookies.ts';

/** @param isBack whether the browser shows the page as it was left. */
export function showCurrency(isBack: boolean): void {
  const slot = document.querySelector<HTMLElement>('.language [data-currency]');
  const chosen = readCookie(currencyCookie) ?? '';
  if (!slot || !isCurrency(chosen) || slot.dataset['currency'] === chosen) return;
  const isTold = slot.dataset['told'] !== undefined;
  // What an address asks for stays.
  if (isTold && new URLSearchParams(location.search).has('currency')) return;
  // Its amounts are of before the choice.
  if (isTold && isBack) location.reload();
  else slot.textContent = currencySign(chosen);
}

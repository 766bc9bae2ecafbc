/** Where the assistant is asked, and where a question goes that it cannot answer. Pure, browser-safe. */
import { sourceCode } from '#lib/features/enquiries/enquiries.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';

/**
 * The page of the assistant, about a home where one is given.
 * @param asks the query that carries what the reader asked of the home, for the way back to it; empty where nothing is asked.
 * @example assistantHref({ to: () => '/assistant' }, 12) // '/assistant?house=12'
 */
export function assistantHref(paths: { to(route: 'assistant'): string }, house?: number, asks = ''): string {
  return house === undefined ? paths.to('assistant') : `${paths.to('assistant')}?house=${house}${asks.replace('?', '&')}`;
}

/**
 * The form that asks a person, with the home and the words that the reader has written already.
 * @example askPersonHref({ to: () => '/ask' }, 'en-us', { house: 12, question: 'Pets?' }) // '/ask?house=12&source=50&question=Pets%3F'
 */
export function askPersonHref(
  paths: { to(route: 'intent_askform'): string },
  locale: Locale,
  { house, asks = '', question }: { readonly house: number | undefined; readonly asks?: string; readonly question: string },
): string {
  const query = new URLSearchParams({
    ...(house === undefined ? {} : { house: String(house) }),
    source: String(sourceCode(house === undefined ? 'get-in-touch' : 'house', locale)),
    ...(question === '' ? {} : { question }),
    ...Object.fromEntries(new URLSearchParams(asks)),
  });
  return `${paths.to('intent_askform')}?${query}`;
}

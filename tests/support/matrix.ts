/**
 * Which languages a journey is made in. Every kind of page is visited in every language once (pages.test.ts, crawl);
 * what follows there does not change with the words alone, so `npm test` makes it in one language for each width.
 * `npm run test:journeys` makes every journey in every language (docs/decisions/0075-what-npm-test-repeats.md).
 */
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';

/** Narrow windows are phones of 390 pixels and less, wide ones desks of 1,024 and more. */
export type JourneyWidth = 'narrow' | 'wide';

/** Most readers with phones read Chinese without web fonts; English is the language in which notices and banners are most. */
const languageOf: Readonly<Record<JourneyWidth, Locale>> = { narrow: 'zh-cn', wide: 'en-us' };

/**
 * The languages of a journey at a width: all of those the page has with JOURNEYS=full, else one.
 * @param among the languages that the page has.
 * @example journeyLocales('wide', ['en-us', 'vi-vn']) // ['en-us']
 * @example journeyLocales('narrow', ['en-us']) // ['en-us']
 */
export function journeyLocales(width: JourneyWidth, among: readonly Locale[] = locales, journeys = process.env['JOURNEYS']): readonly Locale[] {
  if (journeys === 'full') return among;
  return among.includes(languageOf[width]) ? [languageOf[width]] : among.slice(0, 1);
}

/**
 * Which language of its own each of many alike is looked at in: the first in the first, the next in the next, so that over all of them
 * every language has its turn. With JOURNEYS=full, all.
 * @param turn which one of the many it is, from 0.
 * @param among the languages that the page has.
 * @example turnLocales(1, ['en-us', 'vi-vn']) // ['vi-vn']
 */
export function turnLocales(turn: number, among: readonly Locale[] = locales, journeys = process.env['JOURNEYS']): readonly Locale[] {
  if (journeys === 'full') return among;
  const at = turn % among.length;
  return among.slice(at, at + 1);
}

/** Who makes a journey that is made in every language: one window each, phones and desks by turns. With JOURNEYS=full, both. */
export function journeyReaders(journeys = process.env['JOURNEYS']): readonly { readonly locale: Locale; readonly width: 390 | 1280 }[] {
  return locales.flatMap((locale, turn) => {
    const widths = [390, 1280] as const;
    return widths.filter((_, at) => journeys === 'full' || at === turn % 2).map((width) => ({ locale, width }));
  });
}

/** Who makes a journey through forms: with or without script, so that both are made. */
export type FormReader = { readonly locale: Locale; readonly width: 390 | 1280; readonly javaScriptEnabled: boolean };

/**
 * Readers of a journey through forms: one on a phone without script and one on a desk with it, each in a language of their own. With
 * JOURNEYS=full each of three languages at both widths, on phones with script too where it is not the first.
 */
export function formReaders(journeys = process.env['JOURNEYS']): readonly FormReader[] {
  if (journeys !== 'full')
    return [
      { locale: 'zh-cn', width: 390, javaScriptEnabled: false },
      { locale: 'vi-vn', width: 1280, javaScriptEnabled: true },
    ];
  return (['zh-cn', 'en-us', 'vi-vn'] as const).flatMap((locale) => [
    { locale, width: 390, javaScriptEnabled: locale !== 'zh-cn' } as const,
    { locale, width: 1280, javaScriptEnabled: true } as const,
  ]);
}

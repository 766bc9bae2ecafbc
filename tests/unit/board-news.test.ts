/** What is said above saved homes, and how they stand. */
import { expect, test } from 'vitest';
import { boardNews, freeFirst, newsOf, overStay } from '#lib/features/shortlist/board-news.rules.ts';
import type { Watched } from '#lib/features/shortlist/board-news.rules.ts';
import { sayBoardNews } from '#lib/features/shortlist/board-news.words.ts';
import { rentChange } from '#lib/features/shortlist/favourites-order.rules.ts';
import { locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { money } from '#lib/money/money.ts';

const pounds = (amount: number) => money(BigInt(amount) * 100n, 'GBP');
type Named = Watched & { readonly name: string };
const home = (name: string, then: number | undefined, now: number | undefined, more: Partial<Watched> = {}): Named => {
  const [rentThen, rentNow] = [then, now].map((one) => (one === undefined ? undefined : pounds(one)));
  return {
    name,
    rentThen,
    change: rentChange(rentThen, rentNow),
    vacancy: now === undefined ? 'sold-out' : 'available',
    stock: now === undefined ? 0 : 4,
    ...more,
  };
};

test('says what happened to a home, and nothing where nothing did', () => {
  expect(newsOf(home('same', 200, 200))).toBeUndefined();
  expect(newsOf(home('rounded', 200, 199)), 'less than one hundredth').toBeUndefined();
  expect(newsOf(home('fell', 200, 192))).toBe('lower');
  expect(newsOf(home('rose', 200, 208))).toBe('higher');
  expect(newsOf(home('last', 200, 192, { stock: 1 }))).toBe('last');
  expect(newsOf(home('full', 200, undefined))).toBe('full');
  expect(newsOf(home('still full', undefined, undefined)), 'it was full when it was saved').toBeUndefined();
  expect(newsOf(home('back', undefined, 200))).toBe('free');
  expect(newsOf(home('gone', 200, undefined, { vacancy: undefined }))).toBe('gone');
  expect(newsOf(home('waits', 200, undefined, { vacancy: 'waiting-list' }))).toBe('full');
});

test('has at most three lines, one of each kind before a second of any', () => {
  const homes = [home('a', 200, 190), home('b', 200, 180), home('c', 200, undefined), home('d', 200, 190, { stock: 1 }), home('e', 200, 300)];
  expect(boardNews(homes).map(({ kind, home: { name } }) => `${kind} ${name}`)).toEqual(['last d', 'lower a', 'full c']);
  expect(boardNews([home('a', 200, 190), home('b', 200, 180)]).map(({ home: { name } }) => name)).toEqual(['a', 'b']);
  expect(boardNews([])).toEqual([]);
});

test('what cannot be had stands last, in the order it had', () => {
  const homes = [home('a', 1, undefined), home('b', 1, 1), home('c', 1, undefined, { vacancy: undefined }), home('d', 1, 1)];
  expect(freeFirst(homes).map(({ name }) => name)).toEqual(['b', 'd', 'a', 'c']);
});

test('a weekly difference is told for the whole stay', () => {
  expect(overStay(pounds(8), 357)).toEqual(pounds(408));
});

test('each kind has its words in every language', () => {
  for (const locale of locales) {
    const words = { t: translator(locale), intl: locale };
    for (const kind of ['last', 'lower', 'free', 'full', 'gone', 'higher'] as const) {
      const line = sayBoardNews({ kind, home: { ...home('Mill', 200, 192), card: undefined, overStay: undefined } }, words);
      expect(line, `${locale} ${kind}`).toContain('Mill');
      if (kind === 'lower') expect(line).toMatch(/8/);
    }
  }
});

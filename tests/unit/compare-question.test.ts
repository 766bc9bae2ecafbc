/** What is asked of homes side by side, of one place or of several. */
import { expect, test } from 'vitest';
import { noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { noQuestion } from '#lib/features/finding/reader-question.rules.ts';
import type { ReaderQuestion } from '#lib/features/finding/reader-question.rules.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { questionOfHomes, questionOfRest, rentCountry } from '#lib/features/house/compare-question.rules.ts';

const geo = loadGeo();
const [london, leeds, sydney] = (['uk/london', 'uk/leeds', 'au/sydney'] as const).map((where) => {
  const [country = '', slug = ''] = where.split('/');
  const city = geo.city(country, slug);
  if (!city) throw new Error(`${where} is missing`);
  return { city, question: noQuestion };
});
if (!london || !leeds || !sydney) throw new Error('three cities');
const ucl = geo.school(london.city, 'university-college-london');
const filter = { ...noFilter, rent: { from: 200, to: 399 }, types: ['studio' as const] };
const near: ReaderQuestion = { near: ucl, filter, currency: 'EUR' };
const anywhere: ReaderQuestion = { ...near, near: undefined };

test('[R2.066] a rent is in the currency of the place asked for, otherwise of the first home', () => {
  expect(rentCountry(near, [sydney, london])?.slug).toBe('uk');
  expect(rentCountry(anywhere, [sydney, london])?.slug).toBe('au');
  expect(rentCountry(anywhere, [])).toBeUndefined();
});

test('[R2.066] a comparison is asked the whole question, whichever home stands first', () => {
  expect(questionOfHomes(near, [leeds, london])).toEqual(near);
  // A school that its city alone tells from others.
  expect(questionOfHomes(anywhere, [leeds, { ...london, question: near }])).toEqual(near);
  expect(questionOfHomes(anywhere, [leeds])).toEqual(anywhere);
});

test('[R2.066] taking a home off the comparison keeps the question, and a rent that another first home would read in its currency is left out', () => {
  expect(questionOfRest(near, [leeds, london], [leeds])).toEqual(near);
  expect(questionOfRest(near, [london, sydney], [sydney])).toEqual(near);
  expect(questionOfRest(anywhere, [london, leeds], [leeds])).toEqual(anywhere);
  expect(questionOfRest(anywhere, [london, sydney], [sydney])).toEqual({ ...anywhere, filter: { ...filter, rent: undefined } });
  expect(questionOfRest(anywhere, [london], [])).toEqual(anywhere);
});

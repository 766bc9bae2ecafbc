import { describe, expect, test } from 'vitest';
import { countryInSentence } from '#lib/features/geo/country.words.ts';
import type { FrontPageRepository } from '#lib/features/front-page/front-page.repository.ts';
import { differentPictures, freshnessOf, inWholeUnits, medianRange, spread } from '#lib/features/front-page/front-page.rules.ts';
import { upcomingTerms } from '#lib/features/geo/terms.rules.ts';
import { formatScore } from '#lib/features/front-page/front-page.schema.ts';
import { createFrontPageService } from '#lib/features/front-page/front-page.service.ts';
import { money } from '#lib/money/money.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';

const geo = loadGeo();
const uk = geo.country('uk');
if (!uk) throw new Error('the place files have no United Kingdom');

describe('the range of medians', () => {
  const offer = (index: number, homes: number, minor: bigint | undefined) => {
    const city = uk.cities[index];
    if (!city) throw new Error('too few cities');
    return { city, homes, medianWeek: minor === undefined ? undefined : money(minor, 'GBP') };
  };

  test('names the cheapest and the dearest city', () => {
    const range = medianRange([offer(0, 9, 300n), offer(1, 9, 100n), offer(2, 9, 200n), offer(3, 9, undefined)]);
    expect(range?.low.city).toBe(uk.cities[1]);
    expect(range?.high.city).toBe(uk.cities[0]);
  });

  test('says nothing of a city with fewer than three homes, or when all are alike', () => {
    expect(medianRange([offer(0, 9, 300n), offer(1, 2, 100n)])).toBeUndefined();
    expect(medianRange([offer(0, 9, 300n), offer(1, 9, 300n)])).toBeUndefined();
  });
});

test('a median is rounded to whole units of its currency', () => {
  expect(inWholeUnits(money(24_346n, 'CAD'))).toEqual(money(24_300n, 'CAD'));
  expect(inWholeUnits(money(24_350n, 'CAD'))).toEqual(money(24_400n, 'CAD'));
  expect(inWholeUnits(money(23_771n, 'JPY'))).toEqual(money(23_771n, 'JPY'));
});

test('no city fills the list of schools', () => {
  const schools = spread(geo.schools, 2);
  for (const [, ofCity] of Map.groupBy(schools, ({ city }) => city.id)) expect(ofCity.length).toBeLessThanOrEqual(2);
  expect(schools[0]).toBe(geo.schools[0]);
});

test('a heading says within what time all homes below it were confirmed', () => {
  const now = new Date('2027-03-10T12:00:00Z');
  const hoursAgo = (...hours: readonly number[]) => hours.map((one) => ({ confirmedAt: new Date(now.getTime() - one * 3_600_000) }));
  expect(freshnessOf(hoursAgo(1, 24), now)).toBe('day');
  expect(freshnessOf(hoursAgo(1, 25, 168), now)).toBe('week');
  expect(freshnessOf(hoursAgo(1, 169), now)).toBeUndefined();
});

test('homes with a photograph that another shows already come last', () => {
  const homes = ['a', 'a', null, null, 'b', 'a'].map((photo, at) => ({ at, card: { photo } }));
  expect(differentPictures(homes, 5).map(({ at }) => at)).toEqual([0, 2, 3, 4, 1]);
  expect(differentPictures([], 5)).toEqual([]);
});

test('terms that have ended are not shown', () => {
  const { terms: dates } = geo.countries[0] ?? expect.fail('there are countries');
  const term = dates.terms[0] ?? expect.fail('with terms');
  const terms = ['2026-11-20', '2026-11-21', '2027-03-26'].map((end) => ({ ...term, end }));
  expect(upcomingTerms({ ...dates, terms }, new Date('2026-11-21T23:00:00Z')).terms).toEqual(terms.slice(1));
});

test('English names countries with their article inside a sentence', () => {
  expect(countryInSentence(uk, 'en-us')).toBe('the United Kingdom');
  expect(countryInSentence(uk, 'zh-cn')).toBe('英国');
});

describe('the trust score', () => {
  const lists = { houses: async () => [] };
  const repository = (count: () => number): FrontPageRepository => ({
    cityFigures: async () => [],
    schoolFigures: async () => new Map(),
    freshHomes: async () => [],
    hasSample: async () => true,
    reviewFigures: async () => ({ score: 4.86, count: count(), isSample: true }),
  });

  test('[R1.46] is kept for one day', async () => {
    let count = 0;
    const service = createFrontPageService(
      repository(() => ++count),
      lists,
    );
    const start = new Date('2026-11-21T00:00:00Z');
    const later = (ms: number): Date => new Date(start.getTime() + ms);
    expect((await service.trust(start))?.count).toBe(1);
    expect((await service.trust(later(86_399_999)))?.count).toBe(1);
    expect((await service.trust(later(86_400_000)))?.count).toBe(2);
  });

  test('is left out when it cannot be counted', async () => {
    const service = createFrontPageService({ ...repository(() => 1), reviewFigures: () => Promise.reject(new Error('no database')) }, lists);
    expect(await service.trust(new Date())).toBeUndefined();
  });

  test('is written with one decimal', () => {
    expect(formatScore(4.86, 'en-GB')).toBe('4.9');
    expect(formatScore(4.86, 'vi-VN')).toBe('4,9');
  });
});

/** The way from a home to a school: one estimate, said to be one, wherever it is told. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { figureOf } from '#lib/features/finding/lease-figures.rules.ts';
import { noQuestion } from '#lib/features/finding/reader-question.rules.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { commutes, mainWay } from '#lib/features/house/house.rules.ts';
import { destinationOf, journeyTo } from '#lib/features/lists/list-card.rules.ts';
import { metresBetween } from '#lib/geo/distance.ts';
import { locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';

const city = loadGeo().city('uk', 'london');
if (!city) throw new Error('The test looks at London');

test('a card, the table of a home, a comparison and the order of a list tell the same minutes', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...city.schools),
      fc.double({ min: -0.2, max: 0.2, noNaN: true }),
      fc.double({ min: -0.2, max: 0.2, noNaN: true }),
      (school, north, east) => {
        const at = { latitude: city.at.latitude + north, longitude: city.at.longitude + east };
        const card = journeyTo(destinationOf(school, { city }, { t: translator('en-us'), locale: 'en-us' }), at);
        const compared = mainWay({ question: { ...noQuestion, near: school }, city, at }, 'en-us');
        const [row] = commutes(at, city.schools, school, 0);
        const metres = Math.min(...school.campuses.map((campus) => metresBetween(at, campus.at)));
        expect(compared).toMatchObject({ minutes: card?.minutes, mode: card?.mode });
        expect(row?.[card?.mode ?? 'walk']).toBe(card?.minutes);
        expect(figureOf('commute', undefined, metres, undefined)).toBe(card?.minutes);
      },
    ),
    { numRuns: 200, seed: 90 },
  );
});

describe('minutes that nobody has walked are called an estimate', () => {
  test.each(locales)('%s', (locale) => {
    const t = translator(locale);
    const about = { 'zh-cn': /约/, 'en-us': /about/i, 'zh-hk': /約/, 'zh-tw': /約/, 'vi-vn': /khoảng/i }[locale];
    const given = { minutes: '12', place: 'UCL' };
    expect(t('listings.journey_walk', given)).toMatch(about);
    expect(t('listings.journey_transit', given)).toMatch(about);
    expect(t('listings.minutes_walk', given)).toMatch(about);
    expect(t('listings.minutes_transit', given)).toMatch(about);
  });
});

/** What the place files hold: how much, under which names, and where schools that moved are found. */
import { describe, expect, test } from 'vitest';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { locales } from '#lib/i18n/locales.ts';
import { metresBetween } from '#lib/geo/distance.ts';
import { resolvePath } from '#lib/resolve.ts';

const geo = loadGeo();

test('at least 300 cities and 1,100 universities and colleges in 15 countries, each city with a school', () => {
  expect(geo.countries).toHaveLength(15);
  expect(geo.cities.length).toBeGreaterThanOrEqual(300);
  expect(geo.schools.length).toBeGreaterThanOrEqual(1_100);
  expect(geo.cities.filter(({ schools }) => schools.length === 0).map(({ slug }) => slug)).toEqual([]);
});

test.each(locales)('no two cities and no two schools have one name in %s', (locale) => {
  for (const all of [geo.cities, geo.schools]) {
    const alike = [...Map.groupBy<string, { readonly slug: string }>(all, (place) => (place as (typeof geo.cities)[number]).names[locale])];
    expect(alike.filter(([, places]) => places.length > 1).map(([name, places]) => `${name}: ${places.map(({ slug }) => slug).join(', ')}`)).toEqual([]);
  }
});

test('a school stands in its own town: its main campus is not far nearer to another city of the country', () => {
  const elsewhere = geo.schools.flatMap((school) => {
    const metres = metresBetween(school.at, school.city.at);
    const nearer = metres > 16_000 && school.city.country.cities.find((city) => metresBetween(school.at, city.at) < metres / 3);
    return nearer ? [`${school.city.slug}/${school.slug} is nearer to ${nearer.slug}`] : [];
  });
  expect(elsewhere).toEqual([]);
});

test.each(['London', 'Bangkok', 'Ireland', 'Anh', 'Mỹ'])('Vietnamese students write %s', (name) => {
  expect([...geo.cities, ...geo.countries].some(({ names }) => names['vi-vn'] === name)).toBe(true);
});

describe('schools that were given to their own town', () => {
  test.each([
    ['/uk/leeds/university-of-huddersfield', '/uk/huddersfield/university-of-huddersfield'],
    ['/uk/leeds/university-of-bradford', '/uk/bradford/university-of-bradford'],
    ['/en/us/new-brunswick/princeton-university', '/us/princeton/princeton-university'],
    ['/uk/nottingham/university-of-derby/u1002a200e249', '/uk/derby/university-of-derby/u1002a200e249'],
  ])('%s leads to where the school is now', (from, to) => {
    expect(resolvePath(geo, from)).toMatchObject({ kind: 'redirect', path: to });
    expect(resolvePath(geo, to)).toMatchObject({ kind: 'page' });
  });

  test('they keep their ids', () => {
    const huddersfield = geo.cities.find(({ slug }) => slug === 'huddersfield');
    expect(huddersfield?.schools[0]).toMatchObject({ id: 826006007, slug: 'university-of-huddersfield' });
  });
});

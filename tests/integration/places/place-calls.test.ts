/** Countries, cities and schools for pickers and forms. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { citySchoolsContract, placesContract } from '#lib/features/places/places.contract.ts';
import { placeNamesSchema } from '#lib/features/geo/places.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import { known } from '#tests/support/list-pages.ts';
import { openTestApi } from '#tests/support/test-api.ts';
import type { TestApi } from '#tests/support/test-api.ts';

let on: TestApi;
beforeAll(async () => {
  on = await openTestApi();
});
afterAll(() => on.close());

test('[R3.32] [R3.38] countries come with their cities and all fields, behind popular cities and Europe', async () => {
  const { items } = (await on.call(placesContract, {}, 'vi-vn')).data;
  expect(items.slice(0, 2).map(({ id, country_unique_name }) => [id, country_unique_name])).toEqual([
    [1000, null],
    [999, null],
  ]);
  const { geo } = on.base;
  const [uk, london] = [known(geo.country('uk')), known(geo.city('uk', 'london'))];
  const group = known(items.find(({ id }) => id === uk.id));
  expect(group).toMatchObject({
    id: uk.id,
    name: uk.names['vi-vn'],
    country_name: uk.names['vi-vn'],
    country_name_en: 'UK',
    country_name_tc: '英國',
    country_unique_name: 'uk',
    val: uk.id,
  });
  expect(group.city.map(({ city_id }) => city_id)).toEqual(uk.cities.map(({ id }) => id));
  expect(known(group.city.find(({ city_id }) => city_id === london.id))).toEqual({
    city_id: london.id,
    country_id: uk.id,
    country_name: uk.names['vi-vn'],
    country_name_en: 'UK',
    country_name_tc: '英國',
    country_unique_name: 'uk',
    name: london.names['vi-vn'],
    name_en: 'London',
    name_tc: '倫敦',
    posx: london.at.latitude,
    posy: london.at.longitude,
    region_unique_name: 'london',
    url: '/vn/uk/london',
  });
});

test('[R3.43] every school has a name in Traditional Chinese: a file that leaves it empty is refused, and says where', () => {
  const nameless = [...on.base.geo.countries].flatMap(({ cities }) => cities.flatMap(({ schools }) => schools.filter(({ names }) => names['zh-tw'] === '')));
  expect(nameless).toEqual([]);
  for (const zhHant of ['', undefined]) {
    const read = placeNamesSchema.safeParse({ en: 'University of Leeds', zh: '利兹大学', ...(zhHant === undefined ? {} : { zhHant }) });
    expect(read.error?.issues.map(({ path }) => path)).toEqual([['zhHant']]);
  }
});

test('[R3.42] a city’s schools have the fields of the city and their own, in every language; an unknown city has none', async () => {
  const leeds = known(on.base.geo.city('uk', 'leeds'));
  const school = known(leeds.schools.toSorted((a, b) => b.popularity - a.popularity || a.id - b.id)[0]);
  for (const locale of locales) {
    const { items } = (await on.call(citySchoolsContract, { city_id: leeds.id }, locale)).data;
    expect(items).toHaveLength(leeds.schools.length);
    expect(items[0]).toMatchObject({
      school_id: school.id,
      school_unique_name: school.slug,
      name: school.names[locale],
      name_en: school.names['en-us'],
      name_tc: school.names['zh-tw'],
      city_id: leeds.id,
      city_name: leeds.names[locale],
      city_name_en: 'Leeds',
      city_name_tc: leeds.names['zh-tw'],
      country_unique_name: 'uk',
      region_unique_name: 'leeds',
      posx: school.at.latitude,
      posy: school.at.longitude,
    });
  }
  expect((await on.call(citySchoolsContract, { city_id: 1 })).error_code).not.toBe(0);
});

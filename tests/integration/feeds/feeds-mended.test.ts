import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { storedCardSchema } from '#lib/features/catalogue/listings.schema.ts';
import { amenityBits } from '#lib/features/finding/facets.rules.ts';
import { feedDesk, importTime, reasonsOf } from '#tests/support/feed-desk.ts';
import { asCsv, asJson, asXml, feedHouse, feedHouseWith } from '#tests/support/feed-files.ts';
import type { Fields } from '#tests/support/feed-files.ts';

const feeds = feedDesk();

describe('what is mended', () => {
  test('[R3.33] the country may be a short code or a full word', async () => {
    const spellings = ['GB', 'UK', 'uk', 'United Kingdom', '英国', '英國', '826'];
    const result = await feeds.importing(feeds.write('countries.csv', asCsv(spellings.map((country, index) => feedHouseWith(`H${index}`, { country })))));
    expect(result).toMatchObject({ added: spellings.length, refusedHouses: 0 });
  });

  test('[R3.34] a text that says null counts as missing', async () => {
    await feeds.importing(feeds.write('null.csv', asCsv([feedHouseWith('A', { postal_code: 'null', house_name_zh: 'NULL', description: '\\N' })])));
    expect(await feeds.db.selectFrom('houses').select(['postal_code', 'name_zh', 'description']).execute()).toEqual([
      { postal_code: null, name_zh: null, description: null },
    ]);
    expect(reasonsOf(await feeds.importing(feeds.write('null2.csv', asCsv([feedHouseWith('B', { house_name: 'null' })]))), 'house_name')).toEqual([
      'is required',
    ]);
  });

  test('[R3.40] coordinates that are placeholder zeros are refused', async () => {
    for (const zeros of [
      { latitude: '0', longitude: '0' },
      { latitude: '0.0000', longitude: '-0.0' },
    ]) {
      expect(reasonsOf(await feeds.importing(feeds.write('zero.csv', asCsv([feedHouseWith('A', zeros)]))), 'latitude')).toEqual([
        'are placeholder coordinates, no place',
      ]);
    }
  });

  test('[R3.41] numbers that come as strings, and strings that come as numbers, are read', async () => {
    const house = JSON.parse(asJson([feedHouseWith('A', { year_built: '2016.0', size_sqm: '１３.５' })])) as [Record<string, unknown>];
    Object.assign(house[0], { latitude: 51.5246, longitude: '-0.1310', storeys: 9 });
    await feeds.importing(feeds.write('numbers.json', JSON.stringify(house)));
    expect(await feeds.db.selectFrom('houses').select(['latitude', 'longitude', 'storeys', 'year_built']).execute()).toEqual([
      { latitude: 51.5246, longitude: -0.131, storeys: 9, year_built: 2016 },
    ]);
    expect(await feeds.db.selectFrom('units').select('size_sqm').execute()).toEqual([{ size_sqm: 13.5 }]);
  });

  test('an area that no home has is named and left out; the house is taken', async () => {
    for (const size_sqm of ['0', '5000', 'large']) {
      const result = await feeds.importing(feeds.write('sizes.csv', asCsv([feedHouseWith(`S${size_sqm}`, { size_sqm })])));
      expect(result).toMatchObject({ added: 1, problems: { refused: 0, dropped: 1 } });
      expect(reasonsOf(result, 'size_sqm')).toEqual(['is not between 6 and 400, and was left out']);
    }
    expect(await feeds.db.selectFrom('units').select('size_sqm').distinct().execute()).toEqual([{ size_sqm: null }]);
  });

  test.each<[string, Fields, RegExp]>([
    ['house_name_zh', { house_name_zh: '字'.repeat(201) }, /has 201 characters; at most 200 are taken/],
    ['postal_code', { postal_code: 'a very long postal code' }, /at most 20/],
    ['year_built', { year_built: 'new' }, /whole number/],
    ['storeys', { storeys: '0' }, /between 1 and 200/],
    ['description', { description: 'Caf\ufffd' }, /UTF-8/],
    ['max_occupants', { max_occupants: '0' }, /between 1 and 50/],
    ['bathroom', { bathroom: 'outside' }, /private, shared/],
    ['promo_rent_amount', { promo_rent_amount: '289' }, /not below/],
    ['promo_rent_amount', { promo_rent_amount: 'less' }, /amount in GBP/],
    ['cancellation_policy', { cancellation_policy: 'maybe' }, /is not one of/],
    ['last_confirmed_at', { last_confirmed_at: '2026-11-20T09:30:00' }, /is not a time/],
    ['photos', { photos: '../secret.jpg' }, /leads out/],
    ['photos', { photos: 'lounge.jpg' }, /no such file/],
    ['photos', { photos: 'javascript:alert(1)' }, /not the address/],
  ])('a value that a home is complete without is left out when it cannot be, and the home is taken: %s', async (field, changes, reason) => {
    const [name = ''] = Object.keys(changes);
    const result = await feeds.importing(feeds.write('optional.json', asJson([feedHouseWith('A', changes)])));
    expect(result).toMatchObject({ added: 1, refusedHouses: 0, problems: { refused: 0, dropped: 1 } });
    expect(reasonsOf(result, name).join()).toMatch(reason);
    expect(reasonsOf(result, field).join()).toMatch(/, and was left out$/);
    const house = await feeds.db.selectFrom('houses').select(['name_zh', 'postal_code', 'year_built', 'storeys', 'description']).executeTakeFirstOrThrow();
    if (field in house) expect(Reflect.get(house, field)).toBeNull();
  });

  test('of a name beyond 200 characters the beginning is taken', async () => {
    const house_name = `${'Long '.repeat(60)}End`;
    const result = await feeds.importing(feeds.write('long.csv', asCsv([feedHouseWith('A', { house_name, unit_name: '字'.repeat(300) })])));
    expect(result).toMatchObject({ added: 1, problems: { mended: 2, refused: 0 } });
    const { name } = await feeds.db.selectFrom('houses').select('name').executeTakeFirstOrThrow();
    expect(name).toMatch(/^(Long )+Long…$/);
    expect(name.length).toBeLessThanOrEqual(200);
    expect((await feeds.db.selectFrom('units').select('name').executeTakeFirstOrThrow()).name).toBe(`${'字'.repeat(199)}…`);
  });

  test('what stands in angle brackets and is no HTML stays, in names as in texts', async () => {
    const names = ['<Studio>', '<Monthly $6500> Tea Yard', 'Less < than & more > Yard', 'Block <B>', '<Main building> Yard'];
    await feeds.importing(
      feeds.write('angles.json', asJson(names.map((name, at) => feedHouseWith(`H${at}`, { house_name: name, description: `<p>${name}</p>` })))),
    );
    const rows = await feeds.db.selectFrom('houses').select(['name', 'description']).orderBy('ref').execute();
    expect(rows).toEqual(names.map((name) => ({ name, description: name })));
  });

  test('amenities by other names are known', async () => {
    const result = await feeds.importing(feeds.write('names.csv', asCsv([feedHouseWith('A', { amenities: 'Pool;washer;tumble dryer;Wi-Fi;elevator;wifi' })])));
    expect(await feeds.db.selectFrom('houses').select('amenities').execute()).toEqual([{ amenities: ['wifi', 'laundry', 'lift', 'swimming-pool'] }]);
    expect(result.problems).toMatchObject({ dropped: 0, mended: 5 });
    await feeds.importing(feeds.write('more.csv', asCsv([feedHouseWith('A', { amenities: 'TV;kitchen;refrigerator;Smoke detector;wifi' })])));
    expect(await feeds.db.selectFrom('houses').select('amenities').execute()).toEqual([
      { amenities: ['wifi', 'kitchen', 'fridge', 'television', 'smoke-alarm'] },
    ]);
    expect(await feeds.db.selectFrom('listing_facets').select(['amenity_bits', 'more_amenity_bits']).execute()).toEqual([
      {
        amenity_bits: amenityBits({ amenities: ['wifi'] }).first,
        more_amenity_bits: amenityBits({ amenities: ['kitchen', 'fridge', 'television', 'smoke-alarm'] }).more,
      },
    ]);
  });

  test('[R3.44] city 0, null or an unknown one becomes the nearest city within 60 km, and is reported', async () => {
    const result = await feeds.importing(
      feeds.write('cities.csv', asCsv(['0', 'null', '', 'Bloomsburyshire'].map((city, index) => feedHouseWith(`H${index}`, { city })))),
    );
    expect(result).toMatchObject({ added: 4, problems: { mended: 4, refused: 0 } });
    const cities = await feeds.db.selectFrom('houses').select('city_id').distinct().execute();
    expect(cities).toEqual([{ city_id: feeds.geo.city('uk', 'london')?.id }]);
    const far = await feeds.importing(feeds.write('far.csv', asCsv([feedHouseWith('F', { city: '0', latitude: '60.155', longitude: '-1.145' })])));
    expect(reasonsOf(far, 'city')).toEqual([expect.stringMatching(/none within 60 km/)]);
  });

  test('a town that is not ours goes live under the nearest city of its country, with its own name in the address, and the report says so', async () => {
    const towns = [
      feedHouseWith('W', { city: 'Watford', address: '3 Clarendon Road', latitude: '51.6590', longitude: '-0.3960' }),
      feedHouseWith('T', { city: 'TRURO', address: '1 Lemon Street, Truro', latitude: '50.2632', longitude: '-5.0510' }),
      feedHouseWith('L', { city: 'Lerwick', address: '5 Commercial Street', latitude: '60.1550', longitude: '-1.1450' }),
    ];
    const result = await feeds.importing(feeds.write('towns.csv', asCsv(towns)));
    expect(result).toMatchObject({ added: 3, refusedHouses: 0, problems: { mended: 3 } });
    const rows = await feeds.db.selectFrom('houses').select(['ref', 'address', 'city_id']).orderBy('ref').execute();
    const cities = rows.map(({ ref, address, city_id }) => [ref, address, feeds.geo.cityById(city_id)?.slug]);
    expect(cities).toEqual([
      ['L', '5 Commercial Street, Lerwick', 'aberdeen'],
      ['T', '1 Lemon Street, Truro', 'falmouth'],
      ['W', '3 Clarendon Road, Watford', 'hatfield'],
    ]);
    const reasons = reasonsOf(result, 'city');
    expect(reasons).toEqual(
      expect.arrayContaining([
        'is not a city of this catalogue: listed under Hatfield, the nearest, 17 km away, with its own name in the address',
        expect.stringMatching(/^is not a city of this catalogue: listed under Aberdeen, the nearest, 3\d\d km away/) as string,
      ]),
    );
    expect(storedCardSchema.parse((await feeds.listingOf('W'))?.card).address).toBe('3 Clarendon Road, Watford');
  });

  test('a town whose coordinates lie in another country is refused', async () => {
    const lille = feedHouseWith('A', { city: 'Watford', latitude: '50.6292', longitude: '3.0573' });
    const result = await feeds.importing(feeds.write('abroad.csv', asCsv([lille])));
    expect(reasonsOf(result, 'latitude')).toEqual(['with the longitude lies at Lille, not in United Kingdom']);
    const sea = feedHouseWith('B', { city: 'Atlantis', latitude: '30', longitude: '-40' });
    expect(reasonsOf(await feeds.importing(feeds.write('sea.csv', asCsv([sea]))), 'city')).toEqual([expect.stringMatching(/none within 1,000 km/)]);
  });

  test('[R3.45] photographs whose address begins with two slashes are fetched with https', async () => {
    const result = await feeds.importing(
      feeds.write('slashes.csv', asCsv([feedHouseWith('A', { photos: '//img.example.org/a.jpg; https://img.example.org/b.jpg' })])),
    );
    const media = await feeds.db.selectFrom('media').select(['kind', 'path', 'legacy_url']).orderBy('position').execute();
    expect(media).toEqual([
      { kind: 'photo', path: 'https://img.example.org/a.jpg', legacy_url: '//img.example.org/a.jpg' },
      { kind: 'photo', path: 'https://img.example.org/b.jpg', legacy_url: 'https://img.example.org/b.jpg' },
      { kind: 'plan', path: 'plan', legacy_url: null },
    ]);
    // Until they are fetched, no page shows them.
    expect(storedCardSchema.parse((await feeds.listingOf('A'))?.card).photo).toBeNull();
    expect(result.problems).toEqual({ refused: 0, dropped: 0, mended: 0, noticed: 0 });
  });

  test('a photograph beside the feed is kept under the name of its content', async () => {
    const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: '#0b5d66' } }).jpeg();
    writeFileSync(join(feeds.folder, 'front.jpg'), await picture.toBuffer());
    await feeds.importing(feeds.write('photo.csv', asCsv([feedHouseWith('A', { photos: 'front.jpg' })])));
    const { path, suffix } = await feeds.db.selectFrom('media').select(['path', 'suffix']).where('kind', '=', 'photo').executeTakeFirstOrThrow();
    expect(path + suffix).toMatch(/^\/photos\/[\da-f]{32}\.webp$/);
    expect(existsSync(join(feeds.folder, 'storage', path + suffix))).toBe(true);
  });

  test('cities are known by their names in every language, nicknames and slugs, whatever case, width and accents', async () => {
    const spellings = ['london', 'LONDON', '伦敦', '倫敦', 'Luân Đôn', 'luan don', 'ＬＤＮ', '伦敦市'];
    const result = await feeds.importing(feeds.write('spellings.json', asJson(spellings.map((city, index) => feedHouseWith(`H${index}`, { city })))));
    expect(result).toMatchObject({ added: spellings.length, problems: { mended: 0, refused: 0 } });
  });

  test('HTML becomes plain text', async () => {
    await feeds.importing(
      feeds.write(
        'html.xml',
        asXml([
          feedHouseWith('A', {
            description: '<p onclick="x()">Bright &amp; calm</p><script>alert(1)</script><ul><li>one</li><li>two</li></ul><img src=x onerror=y>',
            house_name: 'Tea<b>pot</b>',
          }),
        ]),
      ),
    );
    expect(await feeds.db.selectFrom('houses').select(['name', 'description']).execute()).toEqual([
      { name: 'Teapot', description: 'Bright & calm\n\n• one\n\n• two' },
    ]);
  });

  test('unknown amenities, bills and fields are reported and dropped; the house is taken', async () => {
    const house = feedHouse({ amenities: 'wifi;sauna;LIFT;wifi', bills_included: 'internet;butler', star_rating: '5' });
    const result = await feeds.importing(feeds.write('codes.json', asJson([house])));
    expect(result).toMatchObject({ added: 1, problems: { dropped: 3, refused: 0 } });
    expect(result.problemList.map(({ field, value }) => [field, value])).toEqual([
      ['star_rating', ''],
      ['amenities', 'sauna'],
      ['bills_included', 'butler'],
    ]);
    expect(await feeds.db.selectFrom('houses').select(['amenities', 'bills_included']).execute()).toEqual([
      { amenities: ['wifi', 'lift'], bills_included: ['internet'] },
    ]);
  });

  test('a confirmation in the future counts as now', async () => {
    await feeds.importing(feeds.write('future.csv', asCsv([feedHouseWith('A', { last_confirmed_at: '2031-01-01T00:00:00Z' })])));
    expect((await feeds.listingOf('A'))?.confirmed_at).toEqual(importTime);
  });
});

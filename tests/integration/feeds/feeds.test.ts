import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { storedCardSchema } from '#lib/features/catalogue/listings.schema.ts';
import { feedDesk, importTime } from '#tests/support/feed-desk.ts';
import { asCsv, asJson, asXml, feedHouse, feedHouseWith, feedTenancy, feedUnit } from '#tests/support/feed-files.ts';

const feeds = feedDesk();

describe('what a feed brings in', () => {
  test('a house with its units and tenancies is on the site at once, and readers of its pages are told', async () => {
    const result = await feeds.importing(feeds.write('one.csv', asCsv([feedHouse()])));
    expect(result).toMatchObject({ added: 1, refusedHouses: 0, isComplete: true, report: undefined });
    const listing = await feeds.listingOf('H1');
    const london = feeds.geo.city('uk', 'london');
    expect(listing).toMatchObject({ city_id: london?.id, weekly_minor: 28900n, stock: 6, earliest_move_in: '2027-09-04', review_count: 0, verified: false });
    const card = storedCardSchema.parse(listing?.card);
    expect(card).toMatchObject({
      name: 'Teapot Yard',
      nameZh: '茶壶坊',
      isSample: false,
      photo: null,
      unitTypes: ['ensuite'],
      supplier: { name: 'Blue Teapot', kind: 'operator' },
    });
    expect(card.cheapest).toMatchObject({
      rent: { minor: '28900', currency: 'GBP' },
      unit: 'WEEK',
      moveIn: '2027-09-04',
      moveOut: '2028-08-26',
      deposit: { minor: '25000', currency: 'GBP' },
    });
    expect(await feeds.announced()).toEqual(
      expect.arrayContaining([
        `house:${listing?.house_id}`,
        `city:${london?.id}`,
        `country:${london?.country.id}`,
        `supplier:${listing?.supplier_id}`,
        'catalogue',
      ]),
    );
  });

  test('a house without photographs gets drawn views and a plan of each unit', async () => {
    await feeds.importing(feeds.write('drawn.csv', asCsv([feedHouse()])));
    const media = await feeds.db.selectFrom('media').select(['kind', 'path', 'unit_id']).orderBy('position').execute();
    expect(media.map(({ path }) => path)).toEqual(['street', 'corner', 'courtyard', 'evening', 'lounge', 'room', 'plan']);
    expect(media.filter(({ unit_id }) => unit_id !== null)).toHaveLength(1);
  });

  test('CSV, JSON, XML and their packed forms say the same', async () => {
    const houses = [
      feedHouse({ description: 'Quiet, "bright"\nand warm & dry' }, [
        feedUnit(),
        feedUnit({ unit_ref: 'U2', unit_type: 'studio' }, [feedTenancy(), feedTenancy({ tenancy_ref: 'T2', lease_weeks: '44' })]),
      ]),
      feedHouseWith('H2', { city: '伦敦', amenities: 'gym;wifi', promo_rent_amount: '270.5' }),
    ];
    await feeds.importing(feeds.write('same.csv', asCsv(houses)));
    const first = await feeds.catalogue();
    for (const [name, content] of [
      ['same.json', asJson(houses)],
      ['same.xml', asXml(houses)],
      ['same.csv.gz', asCsv(houses)],
      ['same.json.gz', asJson(houses)],
      ['same.xml.gz', asXml(houses)],
    ] as const) {
      expect(await feeds.importing(feeds.write(name, content), { at: new Date('2026-11-22T12:00:00Z') }), name).toMatchObject({
        added: 0,
        changed: 0,
        unchanged: 2,
        refusedHouses: 0,
      });
    }
    expect(await feeds.catalogue()).toEqual(first);
  });

  test('rows of a house may lie apart in a CSV file', async () => {
    const [header, ...rows] = asCsv([feedHouseWith('A'), feedHouseWith('B'), feedHouse({ house_ref: 'A' }, [feedUnit({ unit_ref: 'U2' })])])
      .trim()
      .split('\n');
    await feeds.importing(feeds.write('apart.csv', [header, ...rows].join('\n')));
    const { rows: units } = await sql<{
      ref: string;
      n: number;
    }>`select h.ref, count(*)::int as n from units u join houses h on h.id = u.house_id group by h.ref order by h.ref`.execute(feeds.db);
    expect(units).toEqual([
      { ref: 'A', n: 2 },
      { ref: 'B', n: 1 },
    ]);
  });

  test('[R9.43] rents per day, week, month and year are taken and compared per week', async () => {
    const units = [
      ['DAY', '40.00'],
      ['WEEK', '281.00'],
      ['MONTH', '1222.00'],
      ['YEAR', '14716.00'],
    ].map(([rent_unit = '', rent_amount = '']) => feedUnit({ unit_ref: rent_unit }, [feedTenancy({ rent_unit, rent_amount })]));
    await feeds.importing(feeds.write('units.json', asJson([feedHouse({}, units)])));
    const listed = await feeds.db
      .selectFrom('listing_units')
      .innerJoin('units', 'units.id', 'listing_units.unit_id')
      .select(['units.ref', 'listing_units.weekly_minor'])
      .execute();
    expect(Object.fromEntries(listed.map(({ ref, weekly_minor }) => [ref, weekly_minor]))).toEqual({ DAY: 28000n, WEEK: 28100n, MONTH: 28200n, YEAR: 28300n });
    expect((await feeds.db.selectFrom('tenancies').select('rent_unit').execute()).map(({ rent_unit }) => rent_unit).sort()).toEqual([
      'DAY',
      'MONTH',
      'WEEK',
      'YEAR',
    ]);
  });

  test('names of one supplier in different spellings are one supplier', async () => {
    await feeds.importing(feeds.write('s1.csv', asCsv([feedHouseWith('A')])), { supplier: 'Café Höfe' });
    await feeds.importing(feeds.write('s2.csv', asCsv([feedHouseWith('B')])), { supplier: ' CAFE  HOFE ' });
    expect(await feeds.db.selectFrom('suppliers').select('name').execute()).toEqual([{ name: 'Café Höfe' }]);
  });
});

describe('importing again', () => {
  const houses = [feedHouseWith('A', { last_confirmed_at: '' }), feedHouseWith('B', { city: 'Londres', latitude: '51.50', last_confirmed_at: '' })];

  test('a home that another supplier offers too, however it is written, is pointed out with its line, and both are taken', async () => {
    const at = { latitude: '51.5220', longitude: '-0.1300' };
    const homes = [
      feedHouseWith('A', { house_name: 'Garden Halls', address: '10 Cartwright Gardens', ...at }),
      feedHouseWith('B', { house_name: 'Quite Another', address: '99 Judd Street', ...at }),
      feedHouseWith('C', { house_name: 'Garden Halls', address: '1 Far Road', latitude: '51.4700', longitude: '-0.0900' }),
    ];
    await feeds.importing(feeds.write('one.csv', asCsv(homes)));
    const twins = [
      feedHouseWith('X1', { house_name: 'Halls of Residence', address: '10, CARTWRIGHT Gardens', latitude: '51.5227', longitude: '-0.1290' }),
      feedHouseWith('X2', { house_name: 'Ｇarden-halls', address: '12 Cartwright Gardens', latitude: '51.5221', longitude: '-0.1301' }),
      feedHouseWith('X3', { house_name: 'Third', address: '5 Own Street', ...at }),
    ];
    const result = await feeds.importing(feeds.write('two.csv', asCsv(twins)), { supplier: 'Red Kettle' });
    expect(result).toMatchObject({ added: 3, problems: { noticed: 2, refused: 0 } });
    const noticed = result.problemList.filter(({ severity }) => severity === 'noticed');
    expect(noticed.map(({ houseRef, line, field }) => [houseRef, line, field])).toEqual([
      ['X1', 2, 'address'],
      ['X2', 3, 'address'],
    ]);
    expect(noticed[0]?.reason).toMatch(/^the same address has “Garden Halls” of Blue Teapot/);
    expect(noticed[1]?.reason).toMatch(/^the same name has “Garden Halls” of Blue Teapot/);
    // It is said as long as it is so, of what the file names.
    const again = await feeds.importing(feeds.write('three.csv', asCsv(twins.slice(1))), { supplier: 'Red Kettle' });
    expect(again).toMatchObject({ unchanged: 2, problems: { noticed: 1 } });
  });

  test('the same file twice changes nothing, not even when tenancies carry no time of confirmation', async () => {
    const file = feeds.write('twice.json', asJson(houses));
    await feeds.importing(file);
    const first = await feeds.catalogue();
    await feeds.announced();
    const again = await feeds.importing(file, { at: new Date('2026-11-23T12:00:00Z'), full: true });
    expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 2, closed: 0 });
    expect(await feeds.catalogue()).toEqual(first);
    expect(await feeds.announced()).toEqual([]);
  });

  test('a newer file with the same house confirms its price, and nothing else moves', async () => {
    await feeds.importing(feeds.write('older.json', asJson(houses)));
    const before = await feeds.listingOf('A');
    const at = new Date('2026-11-23T12:00:00Z');
    await feeds.importing(feeds.write('newer.json', asJson([...houses, feedHouseWith('C')])), { at });
    const after = await feeds.listingOf('A');
    expect(after?.confirmed_at).toEqual(at);
    expect(after?.rank).toBe((before?.rank ?? 0) + 48);
    const { updated_at } = await feeds.db.selectFrom('houses').select('updated_at').where('ref', '=', 'A').executeTakeFirstOrThrow();
    expect(updated_at).toEqual(importTime);
  });

  test('a changed price shows in the lists at once, is announced, and is kept in the history', async () => {
    await feeds.importing(feeds.write('price1.csv', asCsv([feedHouseWith('A'), feedHouseWith('B')])));
    const [a, b] = [await feeds.listingOf('A'), await feeds.listingOf('B')];
    await feeds.announced();
    const at = new Date('2026-12-01T12:00:00Z');
    expect(await feeds.importing(feeds.write('price2.csv', asCsv([feedHouseWith('A', { rent_amount: '301.50' }), feedHouseWith('B')])), { at })).toMatchObject({
      changed: 1,
      unchanged: 1,
    });
    expect((await feeds.listingOf('A'))?.weekly_minor).toBe(30150n);
    const announced = await feeds.announced();
    expect(announced).toContain(`house:${a?.house_id}`);
    expect(announced).not.toContain(`house:${b?.house_id}`);
    const points = await feeds.db
      .selectFrom('price_points')
      .innerJoin('units', 'units.id', 'price_points.unit_id')
      .where('units.house_id', '=', a?.house_id ?? 0)
      .select(['on_date', 'weekly_minor'])
      .orderBy('on_date')
      .execute();
    expect(points).toEqual([
      { on_date: '2026-11-21', weekly_minor: 28900n },
      { on_date: '2026-12-01', weekly_minor: 30150n },
    ]);
  });

  test('sold out shows at once; the house stays listed without a price', async () => {
    await feeds.importing(feeds.write('stock1.csv', asCsv([feedHouseWith('A')])));
    await feeds.importing(feeds.write('stock2.csv', asCsv([feedHouseWith('A', { stock: '0' })])));
    const listing = await feeds.listingOf('A');
    expect(listing).toMatchObject({ weekly_minor: null, stock: 0, earliest_move_in: null });
    expect(storedCardSchema.parse(listing?.card).cheapest).toBeNull();
  });

  test('units and tenancies that a house no longer has are closed, keep their ids, and open again', async () => {
    const whole = [feedHouse({}, [feedUnit({}, [feedTenancy(), feedTenancy({ tenancy_ref: 'T2', rent_amount: '200' })]), feedUnit({ unit_ref: 'U2' })])];
    await feeds.importing(feeds.write('all.json', asJson(whole)));
    const ids = async () =>
      (await sql`select array(select id from units order by id) as units, array(select id from tenancies order by id) as tenancies`.execute(feeds.db)).rows[0];
    const before = await ids();
    await feeds.importing(feeds.write('less.json', asJson([feedHouse({}, [feedUnit()])])));
    expect(await feeds.db.selectFrom('tenancies').select(['ref', 'status']).orderBy('id').execute()).toEqual([
      { ref: 'T1', status: 'open' },
      { ref: 'T2', status: 'closed' },
      { ref: 'T1', status: 'closed' },
    ]);
    expect((await feeds.listingOf('H1'))?.weekly_minor).toBe(28900n);
    expect(await feeds.db.selectFrom('listing_units').selectAll().execute()).toHaveLength(1);
    await feeds.importing(feeds.write('all-again.json', asJson(whole)));
    expect(await ids()).toEqual(before);
    expect((await feeds.listingOf('H1'))?.weekly_minor).toBe(20000n);
  });

  test('--full closes houses that the feed does not name, of this supplier only; they come back with the next feed', async () => {
    const two = feeds.write('two.csv', asCsv([feedHouseWith('A'), feedHouseWith('B')]));
    await feeds.importing(two);
    await feeds.importing(feeds.write('other.csv', asCsv([feedHouseWith('C')])), { supplier: 'Another' });
    const one = feeds.write('one-left.csv', asCsv([feedHouseWith('A')]));
    expect(await feeds.importing(one)).toMatchObject({ closed: 0 });
    expect(await feeds.importing(one, { full: true, dryRun: true })).toMatchObject({ closed: 1 });
    expect(await feeds.listingOf('B')).toBeDefined();
    await feeds.announced();
    const closed = await feeds.listingOf('B');
    expect(await feeds.importing(one, { full: true })).toMatchObject({ closed: 1 });
    expect(await feeds.listingOf('B')).toBeUndefined();
    expect(await feeds.announced()).toContain(`house:${closed?.house_id}`);
    expect(await feeds.db.selectFrom('houses').select(['ref', 'status']).orderBy('ref').execute()).toEqual([
      { ref: 'A', status: 'open' },
      { ref: 'B', status: 'closed' },
      { ref: 'C', status: 'open' },
    ]);
    expect(await feeds.importing(two)).toMatchObject({ changed: 1, unchanged: 1 });
    expect((await feeds.listingOf('B'))?.house_id).toBe(closed?.house_id);
  });

  test('--full closes nothing when the file is cut off, or refuses a house it names', async () => {
    await feeds.importing(feeds.write('three.json', asJson([feedHouseWith('A'), feedHouseWith('B'), feedHouseWith('C')])));
    const cut = asJson([feedHouseWith('A'), feedHouseWith('B')]).slice(0, -40);
    expect(await feeds.importing(feeds.write('cut.json', cut), { full: true })).toMatchObject({
      isComplete: false,
      closed: 0,
      keptOpenBecause: 'the file was not read to its end',
    });
    expect(await feeds.importing(feeds.write('nothing.json', '[]'), { full: true })).toMatchObject({ closed: 0, keptOpenBecause: 'the file names no house' });
    await feeds.importing(feeds.write('bad.json', asJson([feedHouseWith('A'), feedHouseWith('B', { rent_amount: 'free' }), feedHouseWith('C')])), {
      full: true,
    });
    expect(await feeds.db.selectFrom('listings').select('house_id').execute()).toHaveLength(3);
  });

  test('--full closes nothing on the strength of a feed that was mostly refused, says why, and does when told to', async () => {
    const refs = Array.from({ length: 10 }, (_, at) => `H${at}`);
    await feeds.importing(feeds.write('ten.json', asJson(refs.map((ref) => feedHouseWith(ref)))));
    const open = async (): Promise<number> => (await feeds.db.selectFrom('listings').select('house_id').execute()).length;
    const bad = (ref: string) => feedHouseWith(ref, { rent_amount: 'free' });
    for (const [name, houses, because] of [
      ['none taken', [bad('NEW')], 'none of the houses in the file was taken'],
      ['few taken', [...refs.slice(0, 5).map((ref) => feedHouseWith(ref)), ...refs.slice(5, 8).map(bad)], '3 of the 8 houses in the file were refused'],
      ['one without a name', [...refs.slice(0, 8).map((ref) => feedHouseWith(ref)), feedHouseWith('')], '1 record does not say which house it is'],
      ['most of them gone', refs.slice(0, 4).map((ref) => feedHouseWith(ref)), '6 of the 10 houses that are open would go'],
    ] as const)
      for (const dryRun of [true, false]) {
        const result = await feeds.importing(feeds.write('full.json', asJson(houses)), { full: true, dryRun });
        expect(result, name).toMatchObject({ closed: 0, keptOpenBecause: because });
      }
    expect(await open()).toBe(10);
    const few = feeds.write('few.json', asJson(refs.slice(0, 4).map((ref) => feedHouseWith(ref))));
    expect(await feeds.importing(few, { full: true, closeAnyway: true })).toMatchObject({ closed: 6, keptOpenBecause: undefined });
    expect(await open()).toBe(4);
  });

  test('a house that the operator removed stays removed', async () => {
    await feeds.importing(feeds.write('removed1.csv', asCsv([feedHouseWith('A')])));
    await feeds.db.updateTable('houses').set({ status: 'removed' }).execute();
    await feeds.importing(feeds.write('removed2.csv', asCsv([feedHouseWith('A', { rent_amount: '100' })])));
    expect(await feeds.db.selectFrom('houses').select('status').execute()).toEqual([{ status: 'removed' }]);
    expect(await feeds.listingOf('A')).toBeUndefined();
  });

  test('a dry run says what would happen and changes nothing', async () => {
    const file = feeds.write('dry.csv', asCsv([feedHouseWith('A'), feedHouseWith('B', { rent_amount: '0' })]));
    expect(await feeds.importing(file, { dryRun: true })).toMatchObject({ added: 1, refusedHouses: 1 });
    expect(await feeds.db.selectFrom('suppliers').select('id').execute()).toEqual([]);
    expect(await feeds.catalogue()).toEqual([]);
  });
});

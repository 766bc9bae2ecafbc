import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importFeed } from '#lib/features/feeds/feeds.service.ts';
import type { FeedRequest, FeedResult } from '#lib/features/feeds/feeds.service.ts';
import type { Problem } from '#lib/features/feeds/feed.schema.ts';
import { storedCardSchema } from '#lib/features/listings/listings.schema.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { asCsv, asJson, asXml, feedFolder, feedHouse, feedHouseWith, feedTenancy, feedUnit } from '#tests/support/feed-files.ts';
import type { Fields } from '#tests/support/feed-files.ts';

const now = new Date('2026-11-21T12:00:00Z');
const feeds = feedFolder();
let test_: TestDatabase;
let announced: string[] = [];

beforeAll(async () => {
  test_ = await testDatabase();
  await test_.database.onChange((tags) => void announced.push(...tags));
});
afterAll(() => test_.close());
beforeEach(async () => {
  await sql`truncate houses, suppliers, units, tenancies, media, promos, price_points, reviews, listings, listing_units restart identity cascade`.execute(test_.db);
  await sql`delete from settings where key like 'feed:%'`.execute(test_.db);
  announced = [];
});

type Imported = FeedResult & { readonly problemList: readonly Problem[] };

async function importing(file: string, request: Partial<FeedRequest> & { at?: Date } = {}): Promise<Imported> {
  const problemList: Problem[] = [];
  const { at = now, ...rest } = request;
  const result = await importFeed({ db: test_.db, geo: test_.geo, now: at, dataDir: feeds.folder }, { file, supplier: 'Blue Teapot', onProblem: (problem) => problemList.push(problem), ...rest });
  return { ...result, problemList };
}

/** Everything a reader could ever see, without ids and the times that rows were made. */
async function catalogue(): Promise<unknown> {
  const { rows } = await sql`
    select h.*, (select jsonb_agg(to_jsonb(u) order by u.ref) from units u where u.house_id = h.id) as units,
      (select jsonb_agg(to_jsonb(t) order by t.unit_id, t.ref) from tenancies t where t.house_id = h.id) as tenancies,
      (select jsonb_agg(to_jsonb(m) order by m.id) from media m where m.house_id = h.id) as media,
      (select jsonb_agg(to_jsonb(p)) from price_points p join units u on u.id = p.unit_id where u.house_id = h.id) as prices,
      (select to_jsonb(l) from listings l where l.house_id = h.id) as listing,
      (select jsonb_agg(to_jsonb(l) order by l.unit_id) from listing_units l where l.house_id = h.id) as listed
    from houses h order by h.ref`.execute(test_.db);
  return rows;
}

const listingOf = (ref: string) =>
  test_.db.selectFrom('listings').innerJoin('houses', 'houses.id', 'listings.house_id').where('houses.ref', '=', ref).selectAll('listings').executeTakeFirst();
const reasonsOf = ({ problemList }: Imported, field: string): string[] => problemList.filter((problem) => problem.field === field).map(({ reason }) => reason);

async function settled(): Promise<void> {
  // Notices arrive after the commit; the answer to a later query comes after them.
  await sql`select pg_notify('loftling_changes', '["settled"]')`.execute(test_.db);
  await expect.poll(() => announced).toContain('settled');
}

describe('what a feed brings in', () => {
  test('a house with its units and tenancies is on the site at once, and readers of its pages are told', async () => {
    const result = await importing(feeds.write('one.csv', asCsv([feedHouse()])));
    expect(result).toMatchObject({ added: 1, refusedHouses: 0, isComplete: true, report: undefined });
    const listing = await listingOf('H1');
    const london = test_.geo.city('uk', 'london');
    expect(listing).toMatchObject({ city_id: london?.id, weekly_minor: 28900n, stock: 6, earliest_move_in: '2027-09-04', review_count: 0, verified: false });
    const card = storedCardSchema.parse(listing?.card);
    expect(card).toMatchObject({ name: 'Teapot Yard', nameZh: '茶壶坊', isSample: false, photo: null, unitTypes: ['ensuite'], supplier: { name: 'Blue Teapot', kind: 'operator' } });
    expect(card.cheapest).toMatchObject({ rent: { minor: '28900', currency: 'GBP' }, unit: 'WEEK', moveIn: '2027-09-04', moveOut: '2028-08-26', deposit: { minor: '25000', currency: 'GBP' } });
    await settled();
    expect(announced).toEqual(expect.arrayContaining([`house:${listing?.house_id}`, `city:${london?.id}`, `country:${london?.country.id}`, `supplier:${listing?.supplier_id}`, 'catalogue']));
  });

  test('a house without photographs gets drawn views and a plan of each unit', async () => {
    await importing(feeds.write('drawn.csv', asCsv([feedHouse()])));
    const media = await test_.db.selectFrom('media').select(['kind', 'path', 'unit_id']).orderBy('position').execute();
    expect(media.map(({ path }) => path)).toEqual(['street', 'corner', 'courtyard', 'evening', 'lounge', 'room', 'plan']);
    expect(media.filter(({ unit_id }) => unit_id !== null)).toHaveLength(1);
  });

  test('CSV, JSON, XML and their packed forms say the same', async () => {
    const houses = [
      feedHouse({ description: 'Quiet, "bright"\nand warm & dry' }, [feedUnit(), feedUnit({ unit_ref: 'U2', unit_type: 'studio' }, [feedTenancy(), feedTenancy({ tenancy_ref: 'T2', lease_weeks: '44' })])]),
      feedHouseWith('H2', { city: '伦敦', amenities: 'gym;wifi', promo_rent_amount: '270.5' }),
    ];
    await importing(feeds.write('same.csv', asCsv(houses)));
    const first = await catalogue();
    for (const [name, content] of [['same.json', asJson(houses)], ['same.xml', asXml(houses)], ['same.csv.gz', asCsv(houses)], ['same.json.gz', asJson(houses)], ['same.xml.gz', asXml(houses)]] as const) {
      expect(await importing(feeds.write(name, content), { at: new Date('2026-11-22T12:00:00Z') }), name).toMatchObject({ added: 0, changed: 0, unchanged: 2, refusedHouses: 0 });
    }
    expect(await catalogue()).toEqual(first);
  });

  test('rows of a house may lie apart in a CSV file', async () => {
    const [header, ...rows] = asCsv([feedHouseWith('A'), feedHouseWith('B'), feedHouse({ house_ref: 'A' }, [feedUnit({ unit_ref: 'U2' })])]).trim().split('\n');
    await importing(feeds.write('apart.csv', [header, ...rows].join('\n')));
    const { rows: units } = await sql<{ ref: string; n: number }>`select h.ref, count(*)::int as n from units u join houses h on h.id = u.house_id group by h.ref order by h.ref`.execute(test_.db);
    expect(units).toEqual([{ ref: 'A', n: 2 }, { ref: 'B', n: 1 }]);
  });

  test('[R9.43] rents per day, week, month and year are taken and compared per week', async () => {
    const units = [['DAY', '40.00'], ['WEEK', '281.00'], ['MONTH', '1222.00'], ['YEAR', '14716.00']].map(([rent_unit = '', rent_amount = '']) => feedUnit({ unit_ref: rent_unit }, [feedTenancy({ rent_unit, rent_amount })]));
    await importing(feeds.write('units.json', asJson([feedHouse({}, units)])));
    const listed = await test_.db.selectFrom('listing_units').innerJoin('units', 'units.id', 'listing_units.unit_id').select(['units.ref', 'listing_units.weekly_minor']).execute();
    expect(Object.fromEntries(listed.map(({ ref, weekly_minor }) => [ref, weekly_minor]))).toEqual({ DAY: 28000n, WEEK: 28100n, MONTH: 28200n, YEAR: 28300n });
    expect((await test_.db.selectFrom('tenancies').select('rent_unit').execute()).map(({ rent_unit }) => rent_unit).sort()).toEqual(['DAY', 'MONTH', 'WEEK', 'YEAR']);
  });

  test('names of one supplier in different spellings are one supplier', async () => {
    await importing(feeds.write('s1.csv', asCsv([feedHouseWith('A')])), { supplier: 'Café Höfe' });
    await importing(feeds.write('s2.csv', asCsv([feedHouseWith('B')])), { supplier: ' CAFE  HOFE ' });
    expect(await test_.db.selectFrom('suppliers').select('name').execute()).toEqual([{ name: 'Café Höfe' }]);
  });
});

describe('importing again', () => {
  const houses = [feedHouseWith('A', { last_confirmed_at: '' }), feedHouseWith('B', { city: 'Londres', latitude: '51.50', last_confirmed_at: '' })];

  test('the same file twice changes nothing, not even when tenancies carry no time of confirmation', async () => {
    const file = feeds.write('twice.json', asJson(houses));
    await importing(file);
    const first = await catalogue();
    await settled();
    announced = [];
    const again = await importing(file, { at: new Date('2026-11-23T12:00:00Z'), full: true });
    expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 2, closed: 0 });
    expect(await catalogue()).toEqual(first);
    await settled();
    expect(announced).toEqual(['settled']);
  });

  test('a newer file with the same house confirms its price, and nothing else moves', async () => {
    await importing(feeds.write('older.json', asJson(houses)));
    const before = await listingOf('A');
    const at = new Date('2026-11-23T12:00:00Z');
    await importing(feeds.write('newer.json', asJson([...houses, feedHouseWith('C')])), { at });
    const after = await listingOf('A');
    expect(after?.confirmed_at).toEqual(at);
    expect(after?.rank).toBe((before?.rank ?? 0) + 48);
    const { updated_at } = await test_.db.selectFrom('houses').select('updated_at').where('ref', '=', 'A').executeTakeFirstOrThrow();
    expect(updated_at).toEqual(now);
  });

  test('a changed price shows in the lists at once, is announced, and is kept in the history', async () => {
    await importing(feeds.write('price1.csv', asCsv([feedHouseWith('A'), feedHouseWith('B')])));
    const [a, b] = [await listingOf('A'), await listingOf('B')];
    await settled();
    announced = [];
    const at = new Date('2026-12-01T12:00:00Z');
    expect(await importing(feeds.write('price2.csv', asCsv([feedHouseWith('A', { rent_amount: '301.50' }), feedHouseWith('B')])), { at })).toMatchObject({ changed: 1, unchanged: 1 });
    expect((await listingOf('A'))?.weekly_minor).toBe(30150n);
    await settled();
    expect(announced).toContain(`house:${a?.house_id}`);
    expect(announced).not.toContain(`house:${b?.house_id}`);
    const points = await test_.db.selectFrom('price_points').innerJoin('units', 'units.id', 'price_points.unit_id').where('units.house_id', '=', a?.house_id ?? 0).select(['on_date', 'weekly_minor']).orderBy('on_date').execute();
    expect(points).toEqual([{ on_date: '2026-11-21', weekly_minor: 28900n }, { on_date: '2026-12-01', weekly_minor: 30150n }]);
  });

  test('sold out shows at once; the house stays listed without a price', async () => {
    await importing(feeds.write('stock1.csv', asCsv([feedHouseWith('A')])));
    await importing(feeds.write('stock2.csv', asCsv([feedHouseWith('A', { stock: '0' })])));
    const listing = await listingOf('A');
    expect(listing).toMatchObject({ weekly_minor: null, stock: 0, earliest_move_in: null });
    expect(storedCardSchema.parse(listing?.card).cheapest).toBeNull();
  });

  test('units and tenancies that a house no longer has are closed, keep their ids, and open again', async () => {
    const whole = [feedHouse({}, [feedUnit({}, [feedTenancy(), feedTenancy({ tenancy_ref: 'T2', rent_amount: '200' })]), feedUnit({ unit_ref: 'U2' })])];
    await importing(feeds.write('all.json', asJson(whole)));
    const ids = async () => (await sql`select array(select id from units order by id) as units, array(select id from tenancies order by id) as tenancies`.execute(test_.db)).rows[0];
    const before = await ids();
    await importing(feeds.write('less.json', asJson([feedHouse({}, [feedUnit()])])));
    expect(await test_.db.selectFrom('tenancies').select(['ref', 'status']).orderBy('id').execute()).toEqual([{ ref: 'T1', status: 'open' }, { ref: 'T2', status: 'closed' }, { ref: 'T1', status: 'closed' }]);
    expect((await listingOf('H1'))?.weekly_minor).toBe(28900n);
    expect(await test_.db.selectFrom('listing_units').selectAll().execute()).toHaveLength(1);
    await importing(feeds.write('all-again.json', asJson(whole)));
    expect(await ids()).toEqual(before);
    expect((await listingOf('H1'))?.weekly_minor).toBe(20000n);
  });

  test('--full closes houses that the feed does not name, of this supplier only; they come back with the next feed', async () => {
    const two = feeds.write('two.csv', asCsv([feedHouseWith('A'), feedHouseWith('B')]));
    await importing(two);
    await importing(feeds.write('other.csv', asCsv([feedHouseWith('C')])), { supplier: 'Another' });
    const one = feeds.write('one-left.csv', asCsv([feedHouseWith('A')]));
    expect(await importing(one)).toMatchObject({ closed: 0 });
    expect(await importing(one, { full: true, dryRun: true })).toMatchObject({ closed: 1 });
    expect(await listingOf('B')).toBeDefined();
    await settled();
    announced = [];
    const closed = await listingOf('B');
    expect(await importing(one, { full: true })).toMatchObject({ closed: 1 });
    expect(await listingOf('B')).toBeUndefined();
    await settled();
    expect(announced).toContain(`house:${closed?.house_id}`);
    expect(await test_.db.selectFrom('houses').select(['ref', 'status']).orderBy('ref').execute()).toEqual([{ ref: 'A', status: 'open' }, { ref: 'B', status: 'closed' }, { ref: 'C', status: 'open' }]);
    expect(await importing(two)).toMatchObject({ changed: 1, unchanged: 1 });
    expect((await listingOf('B'))?.house_id).toBe(closed?.house_id);
  });

  test('--full closes nothing when the file is cut off, or refuses a house it names', async () => {
    await importing(feeds.write('three.json', asJson([feedHouseWith('A'), feedHouseWith('B'), feedHouseWith('C')])));
    const cut = asJson([feedHouseWith('A'), feedHouseWith('B')]).slice(0, -40);
    expect(await importing(feeds.write('cut.json', cut), { full: true })).toMatchObject({ isComplete: false, closed: 0, keptOpenBecause: 'the file was not read to its end' });
    expect(await importing(feeds.write('nothing.json', '[]'), { full: true })).toMatchObject({ closed: 0, keptOpenBecause: 'the file names no house' });
    await importing(feeds.write('bad.json', asJson([feedHouseWith('A'), feedHouseWith('B', { rent_amount: 'free' }), feedHouseWith('C')])), { full: true });
    expect(await test_.db.selectFrom('listings').select('house_id').execute()).toHaveLength(3);
  });

  test('a house that the operator removed stays removed', async () => {
    await importing(feeds.write('removed1.csv', asCsv([feedHouseWith('A')])));
    await test_.db.updateTable('houses').set({ status: 'removed' }).execute();
    await importing(feeds.write('removed2.csv', asCsv([feedHouseWith('A', { rent_amount: '100' })])));
    expect(await test_.db.selectFrom('houses').select('status').execute()).toEqual([{ status: 'removed' }]);
    expect(await listingOf('A')).toBeUndefined();
  });

  test('a dry run says what would happen and changes nothing', async () => {
    const file = feeds.write('dry.csv', asCsv([feedHouseWith('A'), feedHouseWith('B', { rent_amount: '0' })]));
    expect(await importing(file, { dryRun: true })).toMatchObject({ added: 1, refusedHouses: 1 });
    expect(await test_.db.selectFrom('suppliers').select('id').execute()).toEqual([]);
    expect(await catalogue()).toEqual([]);
  });
});

describe('what is refused', () => {
  test('a house is taken whole or not at all, and the rest goes on', async () => {
    const bad = feedHouse({ house_ref: 'BAD' }, [feedUnit(), feedUnit({ unit_ref: 'U2' }, [feedTenancy(), feedTenancy({ tenancy_ref: 'T2', rent_currency: 'XXX' })])]);
    const result = await importing(feeds.write('whole.csv', asCsv([feedHouseWith('A'), bad, feedHouseWith('Z')])));
    expect(result).toMatchObject({ added: 2, refusedHouses: 1, problems: { refused: 1 } });
    expect(result.problemList).toEqual([{ severity: 'refused', line: 5, houseRef: 'BAD', field: 'rent_currency', value: 'XXX', reason: 'is not the ISO 4217 code of a known currency' }]);
    expect((await test_.db.selectFrom('houses').select('ref').orderBy('ref').execute()).map(({ ref }) => ref)).toEqual(['A', 'Z']);
  });

  test('a refused new version leaves the house as it was', async () => {
    await importing(feeds.write('v1.csv', asCsv([feedHouseWith('A')])));
    const before = await catalogue();
    await importing(feeds.write('v2.csv', asCsv([feedHouseWith('A', { rent_amount: '310', stock: 'many' })])));
    expect(await catalogue()).toEqual(before);
  });

  test('the report beside the file names line, field, value and reason; it goes when nothing is left to say', async () => {
    const file = feeds.write('report.csv', asCsv([feedHouseWith('A'), feedHouseWith('B', { move_in: '2027-02-29', amenities: 'wifi;sauna' })]));
    const { report } = await importing(file);
    expect(report).toBe(join(feeds.folder, 'report.csv.report.csv'));
    expect(readFileSync(report ?? '', 'utf8').replace('\ufeff', '').trim().split('\r\n')).toEqual([
      'line,outcome,house_ref,field,value,reason',
      '3,dropped,B,amenities,sauna,is not a known code',
      '3,refused,B,move_in,2027-02-29,is no day of the calendar',
    ]);
    writeFileSync(file, asCsv([feedHouseWith('A')]));
    await importing(file);
    expect(existsSync(report ?? '')).toBe(false);
  });

  test('a cell that a spreadsheet would run as a formula is written as text', async () => {
    const { report } = await importing(feeds.write('formula.csv', asCsv([feedHouseWith('A', { stock: '=HYPERLINK("x")' })])));
    expect(readFileSync(report ?? '', 'utf8')).toContain(`"'=HYPERLINK(""x"")"`);
  });

  test.each<[string, Fields, string, RegExp]>([
    ['house_ref', { house_ref: '' }, 'house_ref', /required|missing/],
    ['house_name', { house_name: '' }, 'house_name', /required/],
    ['house_type', { house_type: 'castle' }, 'house_type', /is not one of/],
    ['country', { country: 'Atlantis' }, 'country', /not a country of this catalogue/],
    ['address', { address: '  ' }, 'address', /required/],
    ['latitude', { latitude: '' }, 'latitude', /required/],
    ['latitude', { latitude: '51,5' }, 'latitude', /decimal/],
    ['latitude', { latitude: '91' }, 'latitude', /between -90 and 90/],
    ['coordinates of another place', { latitude: '48.85', longitude: '2.35' }, 'latitude', /km from London/],
    ['swapped coordinates', { latitude: '-0.131', longitude: '51.5246' }, 'latitude', /swapped/],
    ['year_built', { year_built: 'new' }, 'year_built', /whole number/],
    ['storeys', { storeys: '0' }, 'storeys', /between 1 and 200/],
    ['a name that is no UTF-8', { house_name: 'Caf\ufffd' }, 'house_name', /UTF-8/],
    ['unit_ref', { unit_ref: '' }, 'unit_ref', /required/],
    ['unit_type', { unit_type: 'cellar' }, 'unit_type', /is not one of/],
    ['bathroom', { bathroom: 'outside' }, 'bathroom', /private, shared/],
    ['tenancy_ref', { tenancy_ref: '' }, 'tenancy_ref', /required/],
    ['move_in', { move_in: '04/09/2027' }, 'move_in', /YYYY-MM-DD/],
    ['neither move_out nor lease_weeks', { lease_weeks: '' }, 'move_out', /required/],
    ['move_out before move_in', { move_out: '2027-09-01', lease_weeks: '' }, 'move_out', /not after the move-in/],
    ['move_out against lease_weeks', { move_out: '2027-12-01' }, 'lease_weeks', /contradicts/],
    ['rent_amount', { rent_amount: '1,250' }, 'rent_amount', /amount in GBP/],
    ['rent_amount', { rent_amount: '-5' }, 'rent_amount', /amount in GBP/],
    ['rent_amount', { rent_amount: '0.00' }, 'rent_amount', /is 0/],
    ['decimals of yen', { rent_amount: '65000.5', rent_currency: 'JPY' }, 'rent_amount', /amount in JPY/],
    ['rent_unit', { rent_unit: 'FORTNIGHT' }, 'rent_unit', /DAY, WEEK, MONTH, YEAR/],
    ['promo not below the rent', { promo_rent_amount: '289' }, 'promo_rent_amount', /not below/],
    ['stock', { stock: '-1' }, 'stock', /whole number/],
    ['stock', { stock: '' }, 'stock', /required/],
    ['cancellation_policy', { cancellation_policy: 'maybe' }, 'cancellation_policy', /is not one of/],
    ['last_confirmed_at without offset', { last_confirmed_at: '2026-11-20T09:30:00' }, 'last_confirmed_at', /is not a time/],
    ['a photograph outside the folder', { photos: '../secret.jpg' }, 'photos', /leads out/],
    ['a photograph that is not there', { photos: 'lounge.jpg' }, 'photos', /no such file/],
    ['a photograph that is a script', { photos: 'javascript:alert(1)' }, 'photos', /not the address/],
  ])('a bad value is refused with its reason: %s', async (_, changes, field, reason) => {
    for (const [name, content] of [['bad.csv', asCsv], ['bad.json', asJson], ['bad.xml', asXml]] as const) {
      const result = await importing(feeds.write(name, content([feedHouseWith('A', changes)])));
      expect(result.added, name).toBe(0);
      expect(reasonsOf(result, field).join(), name).toMatch(reason);
      expect(result.problems.refused, name).toBe(1);
    }
  });

  test('refs have to be unique: units in a house, tenancies in a unit, houses in a file', async () => {
    const twice = feedHouse({}, [feedUnit({}, [feedTenancy(), feedTenancy()])]);
    expect(reasonsOf(await importing(feeds.write('t.json', asJson([twice]))), 'tenancy_ref')).toEqual([expect.stringMatching(/not unique within the unit/)]);
    expect(reasonsOf(await importing(feeds.write('t.csv', asCsv([twice]))), 'tenancy_ref')).toHaveLength(1);
    expect(reasonsOf(await importing(feeds.write('u.json', asJson([feedHouse({}, [feedUnit(), feedUnit()])]))), 'unit_ref')).toEqual([expect.stringMatching(/not unique within the house/)]);
    const result = await importing(feeds.write('h.json', asJson([feedHouseWith('A'), feedHouseWith('A', { stock: '9' })])));
    expect(result).toMatchObject({ added: 1, refusedHouses: 1 });
  });

  test('rows that contradict each other about their house are refused', async () => {
    const file = feeds.write('contradiction.csv', asCsv([feedHouseWith('A'), feedHouse({ house_ref: 'A', address: 'Elsewhere' }, [feedUnit({ unit_ref: 'U2' })])]));
    expect((await importing(file)).problemList).toEqual([expect.objectContaining({ line: 3, field: 'address', value: 'Elsewhere', reason: expect.stringContaining('line 2 says') as string })]);
  });

  test('problems in JSON and XML carry the line they are on', async () => {
    const houses = [feedHouseWith('A'), feedHouse({ house_ref: 'B' }, [feedUnit(), feedUnit({ unit_ref: 'U2' }, [feedTenancy(), feedTenancy({ tenancy_ref: 'T2', stock: 'x' })])])];
    const json = asJson(houses);
    const [jsonProblem] = (await importing(feeds.write('lines.json', json))).problemList;
    expect(json.split('\n').slice((jsonProblem?.line ?? 0) - 1).join('\n')).toMatch(/^\s*"stock": "x"/);
    const xml = asXml(houses);
    const [xmlProblem] = (await importing(feeds.write('lines.xml', xml))).problemList;
    expect(xml.split('\n').slice((xmlProblem?.line ?? 0) - 1).join('\n')).toMatch(/^<stock>x/);
  });

  test.each([
    ['json', (text: string) => text.slice(0, -60), /ends inside the house/],
    ['json', (text: string) => `{"houses":${text}}`, /not an array/],
    ['xml', (text: string) => text.slice(0, -60), /ends too early|well-formed/],
    ['xml', (text: string) => text.replace('</house_name>', '</name>'), /well-formed/],
    ['xml', (text: string) => text.replaceAll('feed>', 'export>'), /<feed> is expected/],
    ['csv', (text: string) => `${text}"H9`, /never closed/],
    ['csv', (text: string) => text.replace('tenancy_ref', 'option'), /header row has no tenancy_ref/],
  ])('a broken %s file is reported, and never half a house taken', async (format, spoil, reason) => {
    const houses = [feedHouseWith('A'), feedHouse({ house_ref: 'B' }, [feedUnit(), feedUnit({ unit_ref: 'U2' })])];
    const whole = { csv: asCsv, json: asJson, xml: asXml }[format as 'csv' | 'json' | 'xml'](houses);
    const result = await importing(feeds.write(`broken.${format}`, spoil(whole)));
    expect(result.isComplete).toBe(false);
    expect(result.problemList.at(-1)?.reason).toMatch(reason);
    expect((await test_.db.selectFrom('houses').select('ref').execute()).map(({ ref }) => ref)).not.toContain('B');
  });

  test('a packed file that was not transferred whole is reported', async () => {
    const file = feeds.write('short.csv.gz', asCsv(Array.from({ length: 50 }, (_, index) => feedHouseWith(`H${index}`, { description: String(Math.sin(index)) }))));
    writeFileSync(file, readFileSync(file).subarray(0, 900));
    const result = await importing(file, { full: true });
    expect(result).toMatchObject({ isComplete: false, closed: 0 });
    expect(result.problemList.at(-1)?.reason).toMatch(/not transferred whole/);
  });

  test('a file of another kind or none at all is not imported', async () => {
    await expect(importing(join(feeds.folder, 'nowhere.csv'))).rejects.toThrow('there is no such file');
    await expect(importing(feeds.write('houses.xlsx', 'PK'))).rejects.toThrow("a feed's name ends in .csv, .json or .xml");
    await expect(importing(feeds.write('empty.csv', ''))).rejects.toThrow('the file is empty');
  });
});

describe('what is mended', () => {
  test('[R3.33] the country may be a short code or a full word', async () => {
    const spellings = ['GB', 'UK', 'uk', 'United Kingdom', '英国', '英國', '826'];
    const result = await importing(feeds.write('countries.csv', asCsv(spellings.map((country, index) => feedHouseWith(`H${index}`, { country })))));
    expect(result).toMatchObject({ added: spellings.length, refusedHouses: 0 });
  });

  test('[R3.34] a text that says null counts as missing', async () => {
    await importing(feeds.write('null.csv', asCsv([feedHouseWith('A', { postal_code: 'null', house_name_zh: 'NULL', description: '\\N' })])));
    expect(await test_.db.selectFrom('houses').select(['postal_code', 'name_zh', 'description']).execute()).toEqual([{ postal_code: null, name_zh: null, description: null }]);
    expect(reasonsOf(await importing(feeds.write('null2.csv', asCsv([feedHouseWith('B', { house_name: 'null' })]))), 'house_name')).toEqual(['is required']);
  });

  test('[R3.40] coordinates that are placeholder zeros are refused', async () => {
    for (const zeros of [{ latitude: '0', longitude: '0' }, { latitude: '0.0000', longitude: '-0.0' }]) {
      expect(reasonsOf(await importing(feeds.write('zero.csv', asCsv([feedHouseWith('A', zeros)]))), 'latitude')).toEqual(['are placeholder coordinates, no place']);
    }
  });

  test('[R3.41] numbers that come as strings, and strings that come as numbers, are read', async () => {
    const house = JSON.parse(asJson([feedHouseWith('A', { year_built: '2016.0', size_sqm: '１３.５' })])) as [Record<string, unknown>];
    Object.assign(house[0], { latitude: 51.5246, longitude: '-0.1310', storeys: 9 });
    await importing(feeds.write('numbers.json', JSON.stringify(house)));
    expect(await test_.db.selectFrom('houses').select(['latitude', 'longitude', 'storeys', 'year_built']).execute()).toEqual([{ latitude: 51.5246, longitude: -0.131, storeys: 9, year_built: 2016 }]);
    expect(await test_.db.selectFrom('units').select('size_sqm').execute()).toEqual([{ size_sqm: 13.5 }]);
  });

  test('[R3.44] city 0, null or an unknown one becomes the nearest city within 60 km, and is reported', async () => {
    const result = await importing(feeds.write('cities.csv', asCsv(['0', 'null', '', 'Bloomsburyshire'].map((city, index) => feedHouseWith(`H${index}`, { city })))));
    expect(result).toMatchObject({ added: 4, problems: { mended: 4, refused: 0 } });
    const cities = await test_.db.selectFrom('houses').select('city_id').distinct().execute();
    expect(cities).toEqual([{ city_id: test_.geo.city('uk', 'london')?.id }]);
    const far = await importing(feeds.write('far.csv', asCsv([feedHouseWith('F', { city: 'Lerwick', latitude: '60.155', longitude: '-1.145' })])));
    expect(reasonsOf(far, 'city')).toEqual([expect.stringMatching(/none within 60 km/)]);
  });

  test('[R3.45] photographs whose address begins with two slashes are fetched with https', async () => {
    const result = await importing(feeds.write('slashes.csv', asCsv([feedHouseWith('A', { photos: '//img.example.org/a.jpg; https://img.example.org/b.jpg' })])));
    const media = await test_.db.selectFrom('media').select(['kind', 'path', 'legacy_url']).orderBy('position').execute();
    expect(media).toEqual([
      { kind: 'photo', path: 'https://img.example.org/a.jpg', legacy_url: '//img.example.org/a.jpg' },
      { kind: 'photo', path: 'https://img.example.org/b.jpg', legacy_url: 'https://img.example.org/b.jpg' },
      { kind: 'plan', path: 'plan', legacy_url: null },
    ]);
    expect(storedCardSchema.parse((await listingOf('A'))?.card).photo).toBe('https://img.example.org/a.jpg');
    expect(result.problems.mended).toBe(1);
  });

  test('a photograph beside the feed is kept under the name of its content', async () => {
    writeFileSync(join(feeds.folder, 'front.jpg'), Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]));
    await importing(feeds.write('photo.csv', asCsv([feedHouseWith('A', { photos: 'front.jpg' })])));
    const { path, suffix } = await test_.db.selectFrom('media').select(['path', 'suffix']).where('kind', '=', 'photo').executeTakeFirstOrThrow();
    expect(path + suffix).toMatch(/^\/photos\/[\da-f]{32}\.jpg$/);
    expect(existsSync(join(feeds.folder, path + suffix))).toBe(true);
  });

  test('cities are known by their names in every language, nicknames and slugs, whatever case, width and accents', async () => {
    const spellings = ['london', 'LONDON', '伦敦', '倫敦', 'Luân Đôn', 'luan don', 'ＬＤＮ', '伦敦市'];
    const result = await importing(feeds.write('spellings.json', asJson(spellings.map((city, index) => feedHouseWith(`H${index}`, { city })))));
    expect(result).toMatchObject({ added: spellings.length, problems: { mended: 0, refused: 0 } });
  });

  test('HTML becomes plain text', async () => {
    await importing(feeds.write('html.xml', asXml([feedHouseWith('A', { description: '<p onclick="x()">Bright &amp; calm</p><script>alert(1)</script><ul><li>one</li><li>two</li></ul><img src=x onerror=y>', house_name: 'Tea<b>pot</b>' })])));
    expect(await test_.db.selectFrom('houses').select(['name', 'description']).execute()).toEqual([{ name: 'Teapot', description: 'Bright & calm\n\n• one\n\n• two' }]);
  });

  test('unknown amenities, bills and fields are reported and dropped; the house is taken', async () => {
    const house = feedHouse({ amenities: 'wifi;sauna;LIFT;wifi', bills_included: 'internet;butler', star_rating: '5' });
    const result = await importing(feeds.write('codes.json', asJson([house])));
    expect(result).toMatchObject({ added: 1, problems: { dropped: 3, refused: 0 } });
    expect(result.problemList.map(({ field, value }) => [field, value])).toEqual([['star_rating', ''], ['amenities', 'sauna'], ['bills_included', 'butler']]);
    expect(await test_.db.selectFrom('houses').select(['amenities', 'bills_included']).execute()).toEqual([{ amenities: ['wifi', 'lift'], bills_included: ['internet'] }]);
  });

  test('a confirmation in the future counts as now', async () => {
    await importing(feeds.write('future.csv', asCsv([feedHouseWith('A', { last_confirmed_at: '2031-01-01T00:00:00Z' })])));
    expect((await listingOf('A'))?.confirmed_at).toEqual(now);
  });
});

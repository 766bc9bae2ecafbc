import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { createCatalogue } from '#lib/features/catalogue/catalogue.service.ts';
import { closeHousesMissingFrom, ensureSupplier, refreshExpiredListings, refreshListings, writeHouses } from '#lib/features/catalogue/catalogue.repository.ts';
import type { HouseDraft } from '#lib/features/catalogue/catalogue.schema.ts';
import { storedCardSchema } from '#lib/features/catalogue/listings.schema.ts';
import { metresToCampus, rankOf } from '#lib/features/catalogue/ranking.rules.ts';
import { supplierSlug } from '#lib/features/catalogue/supplier-slug.rules.ts';
import { readRateFile } from '#lib/features/rates/rates.files.ts';
import { storeRates } from '#lib/features/rates/rates.repository.ts';
import { createRatesService } from '#lib/features/rates/rates.service.ts';
import { fillWithSample } from '#lib/sample/sample.service.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import { currencyCodes } from '#lib/money/currencies.ts';
import { money } from '#lib/money/money.ts';
import { houseDraft, tenancyDraft, testNow as now, unitDraft } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';

let opened: TestDatabase;
let london: City;
let supplier: SupplierId;

beforeAll(async () => {
  opened = await testDatabase();
  await storeRates(opened.db, readRateFile('src/content/rates.yaml'));
  const found = opened.geo.city('uk', 'london');
  if (!found) throw new Error('London is missing from the place files');
  london = found;
  supplier = await ensureSupplier(opened.db, { name: 'Seven Herons', kind: 'operator', verifiedOn: undefined, isSample: true });
});
afterAll(() => opened.close());

const listingOf = (ref: string) =>
  opened.db
    .selectFrom('listings')
    .innerJoin('houses', 'houses.id', 'listings.house_id')
    .where('houses.ref', '=', ref)
    .selectAll('listings')
    .executeTakeFirstOrThrow();

describe('writing houses', () => {
  test('a batch costs the same number of statements whether it has two houses or eighty', async () => {
    const cost = async (prefix: string, count: number, changes: Partial<HouseDraft>): Promise<number> => {
      const before = opened.database.queryCount();
      await writeHouses(
        opened.db,
        Array.from({ length: count }, (_, index) => houseDraft(london, supplier, { ref: `${prefix}${index}`, ...changes })),
        now,
      );
      return opened.database.queryCount() - before;
    };
    expect(await cost('many', 80, {})).toBe(await cost('few', 2, {}));
    expect(await cost('many', 80, { name: 'Renamed' })).toBe(await cost('few', 2, { name: 'Renamed' }));
    expect(await cost('many', 80, { name: 'Renamed' })).toBe(await cost('few', 2, { name: 'Renamed' }));
  });

  test('lists of a batch are rebuilt without reading all units or tenancies for each house, also while nothing is known about the tables', async () => {
    const write = (from: number): Promise<unknown> =>
      writeHouses(
        opened.db,
        Array.from({ length: 60 }, (_, index) => houseDraft(london, supplier, { ref: `planned${from + index}` })),
        now,
      );
    for (let from = 0; from < 240; from += 60) await write(from);
    const ids = (await opened.db.selectFrom('houses').select('id').where('ref', 'like', 'planned%').orderBy('id').limit(60).execute()).map(({ id }) => id);
    const read = await transact(opened.db, async (tx) => {
      await refreshListings(tx, ids, now);
      const { rows } = await sql<{ table: string; scans: number }>`
        select relname as table, seq_scan::int as scans from pg_stat_xact_user_tables where relname in ('units', 'tenancies', 'media')`.execute(tx);
      return rows;
    });
    // A table may be read a few times for all houses of the batch, or house by house along an index; not whole for each of the sixty.
    for (const { table, scans } of read) expect(scans, table).toBeLessThan(ids.length / 2);
    expect(read).toHaveLength(3);
  });

  test('nothing of a batch is kept when one house cannot be stored', async () => {
    const impossible = houseDraft(london, supplier, { ref: 'impossible', units: [unitDraft(london, { tenancies: [tenancyDraft(london, { stock: -1 })] })] });
    await expect(writeHouses(opened.db, [houseDraft(london, supplier, { ref: 'innocent' }), impossible], now)).rejects.toThrow(/tenancies_stock_check/);
    expect(await opened.db.selectFrom('houses').select('id').where('ref', 'in', ['innocent', 'impossible']).execute()).toEqual([]);
  });

  test('a house belongs to the nearest neighbourhood within 3 km, otherwise to none', async () => {
    const bloomsbury = opened.geo.place(london, 'bloomsbury');
    if (!bloomsbury) throw new Error('Bloomsbury is missing from the place files');
    await writeHouses(
      opened.db,
      [
        houseDraft(london, supplier, { ref: 'near', at: { latitude: bloomsbury.at.latitude + 0.001, longitude: bloomsbury.at.longitude } }),
        houseDraft(london, supplier, { ref: 'far', at: { latitude: 51.9, longitude: -0.1 } }),
      ],
      now,
    );
    expect((await listingOf('near')).neighbourhood_id).toBe(bloomsbury.id);
    expect((await listingOf('far')).neighbourhood_id).toBeNull();
  });

  test('what others checked and wrote stays when a source says nothing about it', async () => {
    await writeHouses(opened.db, [houseDraft(london, supplier, { ref: 'checked', faqs: ['pets'] })], now);
    await writeHouses(opened.db, [houseDraft(london, supplier, { ref: 'checked', name: 'New name', verifications: undefined, faqs: undefined })], now);
    const { name, verifications, faqs } = await opened.db
      .selectFrom('houses')
      .select(['name', 'verifications', 'faqs'])
      .where('ref', '=', 'checked')
      .executeTakeFirstOrThrow();
    expect({ name, facts: verifications.map(({ fact }) => fact), faqs }).toEqual({ name: 'New name', facts: ['address', 'owner'], faqs: ['pets'] });
    expect((await listingOf('checked')).verified).toBe(true);
  });

  test('an empty batch and an empty closing are no work', async () => {
    expect(await writeHouses(opened.db, [], now)).toEqual({ added: 0, changed: 0, unchanged: 0 });
    const nobody = await ensureSupplier(opened.db, { name: 'Nobody yet', kind: 'landlord', verifiedOn: undefined, isSample: true });
    expect(await closeHousesMissingFrom(opened.db, nobody, ['A'], now)).toBe(0);
  });

  test('suppliers keep their letters apart and their spellings together', () => {
    expect(supplierSlug('Café  Höfe & Söhne')).toBe('cafe-hofe-sohne');
    expect(supplierSlug('ＣＡＦＥ höfe söhne')).toBe('cafe-hofe-sohne');
    expect(supplierSlug('AB Homes')).not.toBe(supplierSlug('A&B Homes'));
    expect(supplierSlug('蓝茶壶')).not.toBe(supplierSlug('红茶壶'));
    expect(supplierSlug('蓝茶壶')).toMatch(/^supplier-[a-z0-9]+$/);
  });
});

describe('the lists', () => {
  test('the card shows the cheapest bookable tenancy, promo counted', async () => {
    const tenancies = [
      tenancyDraft(london, { ref: 'sold-out', rent: money(10000n, 'GBP'), stock: 0 }),
      tenancyDraft(london, { ref: 'over', rent: money(11000n, 'GBP'), moveIn: '2026-01-01', moveOut: '2026-11-21' }),
      tenancyDraft(london, { ref: 'promo', rent: money(30000n, 'GBP'), promoRent: money(21000n, 'GBP') }),
      tenancyDraft(london, { ref: 'plain', rent: money(22000n, 'GBP'), moveIn: '2027-01-09' }),
    ];
    await writeHouses(opened.db, [houseDraft(london, supplier, { ref: 'cheapest', units: [unitDraft(london, { tenancies })] })], now);
    const listing = await listingOf('cheapest');
    expect(listing).toMatchObject({ weekly_minor: 21000n, earliest_move_in: '2027-01-09', stock: 3 });
    expect(storedCardSchema.parse(listing.card)).toMatchObject({ hasPromo: true, cheapest: { rent: { minor: '30000' }, promoRent: { minor: '21000' } } });
    const unit = await opened.db.selectFrom('listing_units').selectAll().where('house_id', '=', listing.house_id).executeTakeFirstOrThrow();
    expect({ ...unit, months: unit.months.toSorted((a, b) => a - b) }).toMatchObject({
      months: [202701, 202709],
      guests: 1,
      bathroom_private: true,
      unit_type: 'ensuite',
    });
  });

  test('whether a lease is over is decided by the day where the house stands', async () => {
    const sydney = opened.geo.city('au', 'sydney');
    if (!sydney) throw new Error('Sydney is missing from the place files');
    const units = (city: City) => [unitDraft(city, { tenancies: [tenancyDraft(city, { moveIn: '2026-10-01', moveOut: '2026-11-22' })] })];
    const draft = (city: City, ref: string) => houseDraft(city, supplier, { ref, units: units(city) });
    // 22 November has begun in Sydney; in London it is still the 21st.
    await writeHouses(opened.db, [draft(sydney, 'day-sydney'), draft(london, 'day-london')], new Date('2026-11-21T20:00:00Z'));
    expect((await listingOf('day-sydney')).weekly_minor).toBeNull();
    expect((await listingOf('day-london')).weekly_minor).toBe(22500n);
  });

  test('rooms offered under several leases are counted once', async () => {
    const leases = [tenancyDraft(london, { ref: '51w', stock: 4 }), tenancyDraft(london, { ref: '44w', stock: 6 })];
    await writeHouses(
      opened.db,
      [
        houseDraft(london, supplier, {
          ref: 'stock',
          units: [unitDraft(london, { tenancies: leases }), unitDraft(london, { ref: 'u2', tenancies: [tenancyDraft(london, { stock: 1 })] })],
        }),
      ],
      now,
    );
    expect((await listingOf('stock')).stock).toBe(7);
  });

  test('a rent in a foreign currency is compared in the currency of the country', async () => {
    const tenancies = [
      tenancyDraft(london, { ref: 'yen', rent: money(203_000n, 'JPY'), rentUnit: 'MONTH', deposit: money(0n, 'JPY'), bookingFee: money(0n, 'JPY') }),
    ];
    await writeHouses(opened.db, [houseDraft(london, supplier, { ref: 'yen', units: [unitDraft(london, { tenancies })] })], now);
    const listing = await listingOf('yen');
    // ¥203,000 a month is ¥46,846 a week; at 203 yen a pound £230.77.
    expect(listing.weekly_minor).toBe(23077n);
    expect(storedCardSchema.parse(listing.card).cheapest?.rent).toEqual({ minor: '203000', currency: 'JPY' });
  });

  test('the stored rank is the published formula', async () => {
    const reviews = [5, 5, 4, 2].map((score, index) => ({
      ref: `r${index}`,
      source: 'verified-stay' as const,
      language: 'en' as const,
      stayedFrom: '2026-01-10',
      writtenOn: '2026-06-01',
      score,
      aspects: {},
      texts: { en: 'a', 'zh-CN': 'b', 'zh-TW': 'c', vi: 'd' },
      reply: undefined,
    }));
    const drafts = [
      houseDraft(london, supplier, { ref: 'rank-all', reviews }),
      houseDraft(london, supplier, { ref: 'rank-none', verifications: [], units: [unitDraft(london, { tenancies: [tenancyDraft(london, { stock: 0 })] })] }),
      houseDraft(london, supplier, { ref: 'rank-far', at: { latitude: 51.3, longitude: 0.4 } }),
    ];
    await writeHouses(opened.db, drafts, now);
    for (const draft of drafts) {
      const listing = await listingOf(draft.ref);
      const expected = rankOf({
        confirmedAt: listing.confirmed_at,
        isAvailable: listing.stock > 0,
        verifiedFacts: draft.verifications?.length ?? 0,
        reviewCount: draft.reviews.length,
        reviewScore: listing.review_score ?? undefined,
        campusMetres: metresToCampus(london, draft.at),
      });
      expect(listing.rank, draft.ref).toBe(expected);
    }
    const [all, none, far] = await Promise.all(drafts.map(({ ref }) => listingOf(ref)));
    expect(all?.rank).toBeGreaterThan(far?.rank ?? 0);
    expect(far?.rank).toBeGreaterThan(none?.rank ?? 0);
  });

  test('a read model that was lost is rebuilt as it was', async () => {
    const ids = (await opened.db.selectFrom('houses').select('id').execute()).map(({ id }) => id);
    const rebuild = () => transact(opened.db, (transaction) => refreshListings(transaction, ids, now));
    const stored = async () => ({
      listings: await opened.db.selectFrom('listings').selectAll().orderBy('house_id').execute(),
      units: await opened.db.selectFrom('listing_units').selectAll().orderBy('unit_id').execute(),
      offers: await opened.db.selectFrom('listing_offers').selectAll().orderBy('house_id').orderBy('tenancy_id').orderBy('offer_bits').execute(),
    });
    await rebuild();
    const before = await stored();
    await sql`delete from listings`.execute(opened.db);
    await sql`delete from listing_units`.execute(opened.db);
    await sql`delete from listing_offers`.execute(opened.db);
    await rebuild();
    expect(await stored()).toEqual(before);
  });

  test('a lease that ends leaves the lists without anybody writing to the house', async () => {
    await writeHouses(
      opened.db,
      [
        houseDraft(london, supplier, {
          ref: 'ending',
          units: [unitDraft(london, { tenancies: [tenancyDraft(london, { moveIn: '2026-09-01', moveOut: '2026-12-20' })] })],
        }),
      ],
      now,
    );
    await refreshExpiredListings(opened.db, new Date('2026-12-19T12:00:00Z'));
    expect((await listingOf('ending')).weekly_minor).toBe(22500n);
    expect(await refreshExpiredListings(opened.db, new Date('2026-12-20T00:30:00Z'))).toBeGreaterThan(0);
    expect((await listingOf('ending')).weekly_minor).toBeNull();
  });
});

describe('the sample catalogue', () => {
  test('filling twice on one day changes nothing; everything is marked as sample', async () => {
    const cities = [opened.geo.city('jp', 'kyoto'), opened.geo.city('fr', 'lyon'), london].filter((city) => city !== undefined);
    const request = { houses: 60, cities };
    const first = await fillWithSample({ catalogue: createCatalogue(opened.db), geo: opened.geo, now }, request);
    expect(first.houses).toBeGreaterThanOrEqual(60);
    expect(first.added).toBe(first.houses);
    expect(await fillWithSample({ catalogue: createCatalogue(opened.db), geo: opened.geo, now }, request)).toMatchObject({ houses: first.houses, added: 0 });
    const { rows } = await sql<{ houses: boolean; suppliers: boolean; reviews: boolean; listed: number }>`
      select (select bool_and(is_sample) from houses) as houses, (select bool_and(is_sample) from suppliers) as suppliers, (select bool_and(is_sample) from reviews where ref like 'R%') as reviews,
        (select count(*)::int from listings l join houses h on h.id = l.house_id where h.ref like 'S-%') as listed`.execute(opened.db);
    expect(rows[0]).toEqual({ houses: true, suppliers: true, reviews: true, listed: first.houses });
  });

  test('the price history of a unit ends at the rent asked now', async () => {
    const { rows } = await sql<{ differing: number; points: number }>`
      select count(*) filter (where last.weekly_minor <> l.weekly_minor)::int as differing, count(*)::int as points
      from listing_units l join houses h on h.id = l.house_id and h.ref like 'S-%'
      join lateral (select weekly_minor from price_points p where p.unit_id = l.unit_id order by on_date desc limit 1) last on true
      where l.weekly_minor is not null`.execute(opened.db);
    expect(rows[0]?.points).toBeGreaterThan(100);
    expect(rows[0]?.differing).toBe(0);
  });
});

describe('exchange rates', () => {
  test('[R3.49] all 31 currencies and those of homes have a rate, and a conversion carries its date', async () => {
    const rates = await createRatesService(opened.db);
    expect(await opened.db.selectFrom('rates').select('currency').execute()).toHaveLength(currencyCodes.length);
    // Of three decimals into two, by the dollar they are tied to.
    expect(rates.convert(money(37_600n, 'BHD'), 'USD')?.money).toEqual(money(9_999n, 'USD'));
    expect(rates.convert(money(22500n, 'GBP'), 'CNY')).toEqual({ money: money(209925n, 'CNY'), asOf: '2026-11-20' });
    expect(rates.convert(money(22500n, 'GBP'), 'JPY')).toEqual({ money: money(45675n, 'JPY'), asOf: '2026-11-20' });
    expect(rates.convert(money(45675n, 'JPY'), 'GBP')?.money).toEqual(money(22500n, 'GBP'));
    expect(rates.convert(money(1n, 'EUR'), 'EUR')?.money).toEqual(money(1n, 'EUR'));
  });

  test('rates that change are announced and read again; the same table is no change', async () => {
    const table = readRateFile('src/content/rates.yaml');
    const rates = await createRatesService(opened.db);
    expect(await storeRates(opened.db, table)).toBe(false);
    expect(await storeRates(opened.db, { ...table, asOf: '2026-12-01', perGbp: { ...table.perGbp, USD: '1.5' } })).toBe(true);
    await rates.reload();
    expect(rates.convert(money(100n, 'GBP'), 'USD')).toEqual({ money: money(150n, 'USD'), asOf: '2026-12-01' });
    await storeRates(opened.db, table);
  });
});

/** The calls about homes against the pages of the same homes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { ensureSupplier, writeHouses } from '#lib/features/catalogue/catalogue.repository.ts';
import { createCatalogue } from '#lib/features/catalogue/catalogue.service.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import {
  cancelPolicyContract,
  commentsContract,
  compareContract,
  floorPlansContract,
  houseAmenitiesContract,
  houseDetailContract,
  houseMediaContract,
  houseNearbyContract,
  houseSchoolsContract,
  priceTrendContract,
  unitDetailContract,
} from '#lib/features/house/house-detail.contract.ts';
import { coverPicture } from '#lib/features/house/house-pictures.rules.ts';
import { commutes, likeHome } from '#lib/features/house/house.rules.ts';
import { placesWithin } from '#lib/features/house/house-surroundings.rules.ts';
import type { Contract } from '#lib/api/contract.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { currencies } from '#lib/money/currencies.ts';
import { resolvePath } from '#lib/resolve.ts';
import { houseDraft, testNow } from '#tests/factories/houses.ts';
import { writeLeedsHouses } from '#tests/support/leeds-houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { openTestApi } from '#tests/support/test-api.ts';
import type { TestApi } from '#tests/support/test-api.ts';
import { historyContract, similarHousesContract } from '#lib/features/lists/house-cards.contract.ts';

let on: TestApi;
let leeds: City;
let ids: ReadonlyMap<string, number>;
const idOf = (ref: string): number => known(ids.get(ref));

beforeAll(async () => {
  on = await openTestApi({
    async fill(base) {
      leeds = known(base.geo.city('uk', 'leeds'));
      const written = await writeLeedsHouses(base);
      const other = await ensureSupplier(base.db, { name: 'Pier Homes', kind: 'landlord', verifiedOn: undefined, isSample: false });
      await writeHouses(base.db, [houseDraft(leeds, other, { ref: 'twin', isSample: false })], testNow);
      const [twin] = await createCatalogue(base.db).twins(other, 'keep');
      ids = new Map([...written, ['twin', known(twin).id]]);
    },
  });
});
afterAll(() => on.close());

const pageReader = (locale: 'en-us' | 'zh-cn', path: string) => {
  const paths = on.services.site.paths(locale);
  const page = resolvePath(on.base.geo, paths.local(path));
  if (page.kind !== 'page') throw new Error(`${path} is ${page.kind}`);
  return {
    page,
    paths,
    locale,
    intl: localeFacts[locale].intl,
    t: translator(locale),
    site: on.services.site,
    now: testNow,
    query: new URLSearchParams(),
    tags: new Set<string>(),
  };
};

async function pageOf(ref: string, locale: 'en-us' | 'zh-cn' = 'en-us') {
  const reader = pageReader(locale, `/uk/leeds/detail-apartments-${idOf(ref)}`);
  const opened = await on.services.loaders.house.open(reader);
  if (opened.kind !== 'house') throw new Error(opened.kind);
  return {
    reader,
    house: opened.house,
    whole: await on.services.loaders.house.whole(opened.house, reader),
    convert: on.services.loaders.house.converter(reader),
  };
}

describe('detail', () => {
  test('[R7.040] a home says in a call what its page says: names, price, freshness, facts', async () => {
    for (const locale of ['en-us', 'zh-cn'] as const) {
      const { house, whole, reader, convert } = await pageOf('large', locale);
      const { data } = await on.call(houseDetailContract, { house_id: house.id }, locale);
      const { cheapest } = whole.offers;
      const price = wholePrice(known(cheapest).tenancy);
      expect(data).toMatchObject({
        title: house.title,
        original_title: house.originalName ?? null,
        url: reader.paths.house(house),
        status: 'open',
        confirmed_at: whole.offers.confirmedAt?.toISOString(),
        is_stale: false,
        reviews: { count: 70, score: whole.reviews.score },
        supplier: { supplier_id: house.supplier.id, verified_on: '2026-01-05' },
        description: house.words,
        promos: [{ kind: 'voucher', amount: { minor: '5000', currency: 'GBP', currency_id: 1 } }],
        cheapest: { hcr: cheapest?.tenancy.id, unit_id: cheapest?.unit.id },
        twins: [{ house_id: idOf('twin'), url: reader.paths.house(known(whole.twins[0]).house), supplier: { name: 'Pier Homes' }, alike: 'both' }],
      });
      expect(data.twins[0]?.cheapest?.hcr).toBe(whole.twins[0]?.offer?.tenancy.id);
      expect(data.units.map(({ unit_id }) => unit_id)).toEqual(whole.offers.units.map(({ id }) => id));
      expect(data.verified_facts.map(({ fact }) => fact)).toEqual(house.verifications.map(({ fact }) => fact));
      const shown = known(data.cheapest?.price ?? undefined);
      expect([shown.weekly.minor, shown.monthly.minor, shown.contract_total.minor, shown.deposit.minor, shown.booking_fee.minor, shown.saving?.minor]).toEqual(
        [price.weekly, price.monthly, price.contractTotal, price.deposit, price.bookingFee, price.saving].map((amount) => amount?.minor.toString()),
      );
      expect(shown.about?.weekly.minor).toBe(convert(price.weekly)?.amount.minor.toString());
      expect(shown.rent.currency_id).toBe(currencies.GBP.id);
    }
  });

  test('[R3.52] [R3.53] cards and price displays have the wire’s fields', async () => {
    const { data } = await on.call(houseDetailContract, { house_id: idOf('large') });
    expect(data.units[0]?.price_display).toMatchObject({
      symbol: '£',
      price: '950.00',
      promo_price: '900.00',
      lease_unit: 'MONTH',
      lease_time: 51,
      check_in_type: 1,
      sub_type_id: 2,
    });
    const { data: similar } = await on.call(similarHousesContract, { house_id: idOf('large') });
    expect(similar.items[0]).toMatchObject({
      title: 'Weaver Court',
      location: { address: '12 Example Street' },
      rent_amount: { amount: '225.00', abbr: 'GBP' },
      lease_unit: 'WEEK',
    });
  });

  test('a full home has no price and says so; its options stay', async () => {
    const { data } = await on.call(houseDetailContract, { house_id: idOf('full') });
    expect([data.cheapest, data.stock, data.units.length]).toEqual([null, 0, 1]);
  });

  test('[R7.045] [R3.54] a unit has every option of its page and the status of its rooms', async () => {
    const { whole } = await pageOf('large');
    const [unit] = whole.offers.units;
    const { data } = await on.call(unitDetailContract, { house_id: idOf('large'), unit_id: known(unit).id });
    expect(data.tenancies.map(({ hcr, stock, is_offered }) => ({ id: hcr, stock, is_offered }))).toEqual(
      known(unit).tenancies.map(({ id, stock }) => ({ id, stock, is_offered: stock > 0 })),
    );
    expect(data.rooms).toEqual([
      { name: '1A', floor: 1, status: 2, booking_status: 2, flat_status: 1, order_list: [], status_text: 'Occupied' },
      { name: '1B', floor: 1, status: 1, booking_status: 1, flat_status: 1, order_list: [], status_text: 'Available' },
    ]);
    expect((await on.call(unitDetailContract, { house_id: idOf('drawn'), unit_id: known(unit).id })).error_code).toBe(404);
  });

  test('[R7.044] amenities and bills come coded and in the asker’s words', async () => {
    const { data } = await on.call(houseAmenitiesContract, { house_id: idOf('drawn') }, 'zh-tw');
    expect(data.amenities.map(({ code }) => code)).toEqual(['wifi', 'laundry']);
    expect(data.included_bills).toEqual([{ code: 'water', label: translator('zh-tw')('codes.bill_water') }]);
  });
});

describe('pictures', () => {
  test('[R7.041] [R3.57] photographs keep their rows; a home without any is drawn and says so', async () => {
    const { data: photos } = await on.call(houseMediaContract, { house_id: idOf('large') });
    expect(photos).toHaveLength(1);
    expect(photos[0]).toMatchObject({
      path: '/photos/1/front',
      suffix: '.jpg',
      legacy_url: 'https://old.example/1.jpg',
      url: '/photos/1/front.jpg',
      is_drawn: false,
    });
    const { data: drawn } = await on.call(houseMediaContract, { house_id: idOf('drawn') });
    expect(drawn.length).toBeGreaterThan(3);
    expect(drawn.every(({ is_drawn, url }) => is_drawn && url.startsWith('/pictures/'))).toBe(true);
    expect(drawn[0]?.variants.map(({ width }) => width)).toEqual([320, 640, 1200, 1600]);
  });

  test('[R7.051] each unit has a floor plan', async () => {
    const { data } = await on.call(floorPlansContract, { house_id: idOf('large') });
    expect(data.map(({ name, is_drawn }) => ({ name, is_drawn }))).toEqual([
      { name: 'Bronze ensuite', is_drawn: true },
      { name: 'Studio', is_drawn: true },
    ]);
    expect(data[0]?.url).toMatch(/\/plan_ensuite_14_.*\.svg$/);
  });
});

describe('surroundings', () => {
  test('[R7.042] schools come nearest first with the usual way, the chosen one always among them', async () => {
    const { house } = await pageOf('drawn');
    const { data } = await on.call(houseSchoolsContract, { house_id: house.id, limit: 3 });
    expect(data.map(({ school_id }) => school_id)).toEqual(commutes(house.at, leeds.schools, undefined, 3).map(({ school }) => school.id));
    expect(data.every(({ usual, metres }) => (usual.mode === 'walk') === (usual.minutes <= 25 && metres < 1_600))).toBe(true);
    const far = known(commutes(house.at, leeds.schools, undefined, 50).at(-1)).school;
    expect((await on.call(houseSchoolsContract, { house_id: house.id, limit: 1, school_id: far.id })).data.map(({ school_id }) => school_id)).toContain(far.id);
  });

  test('[R7.043] places around come nearest first, as on the map page', async () => {
    const { house } = await pageOf('drawn');
    const { data } = await on.call(houseNearbyContract, { house_id: house.id, metres: 5_000 });
    expect(data.map(({ poi_id }) => poi_id)).toEqual(placesWithin(house, 5_000).map(({ place }) => place.id));
    expect(data.length).toBeGreaterThan(2);
  });

  test('[R7.046] similar homes are those of the page', async () => {
    const { house, whole, reader } = await pageOf('large');
    const cards = await on.services.loaders.list.alike(likeHome(house, whole.offers.cheapest), 4, reader);
    const { data } = await on.call(similarHousesContract, { house_id: house.id });
    expect(data.items.map(({ house_id, price }) => [house_id, price?.contract_total.minor])).toEqual(
      cards.map(({ id, offer }) => [id, offer?.price.contractTotal.minor.toString()]),
    );
  });
});

test('[R7.047] the price trend has every recorded rent by unit', async () => {
  const { data } = await on.call(priceTrendContract, { house_id: idOf('large') });
  expect(data).toHaveLength(2);
  expect(data[0]?.points.map(({ on: day, weekly }) => [day, weekly.minor]).slice(0, 2)).toEqual([
    ['2026-01-10', '19000'],
    ['2026-06-10', '20000'],
  ]);
});

describe('several homes', () => {
  test('[R7.048] compared homes come in the order asked for, with units where asked, at most four, as on the compare page', async () => {
    const { whole } = await pageOf('large');
    const studio = known(whole.offers.units[1]);
    const asked = `${idOf('drawn')},${idOf('large')}-${studio.id},${idOf('gone')},999999,${idOf('full')}`;
    const reader = { ...pageReader('en-us', '/house-compare'), query: new URLSearchParams({ ids: asked }) };
    const { columns } = await on.services.loaders.house.compare(reader);
    const { data } = await on.call(compareContract, { ids: asked });
    expect(data.map(({ house_id, unit, tenancy }) => [house_id, unit?.unit_id, tenancy?.hcr])).toEqual(
      columns.map(({ house, unit, offer }) => [house.id, unit?.id, offer?.tenancy.id]),
    );
    expect(data.map(({ id }) => id)).toEqual([`${idOf('drawn')}`, `${idOf('large')}-${studio.id}`]);
    // A home that has photographs goes by the first of them, in the call and on the page.
    expect(data.map(({ cover_image: url, cover_is_drawn }) => [url.split('/')[1], cover_is_drawn])).toEqual([
      ['pictures', true],
      ['photos', false],
    ]);
    expect(columns.map(({ photo }) => photo)).toEqual([undefined, '/photos/1/front.jpg']);
    expect(columns.map(({ house, photo }) => coverPicture(reader.t, house, photo).alt)).toEqual(
      columns.map(({ house, photo }) => reader.t(photo ? 'listings.alt_photo' : 'listings.alt_drawn', { name: house.title })),
    );
    expect((await on.call(compareContract, { ids: 'drop table' })).error_code).toBe(422);
  });

  test('[R7.049] seen homes come back in the order kept, without removed ones, and nothing is stored', async () => {
    const { data } = await on.call(historyContract, { ids: `${idOf('full')},${idOf('gone')},${idOf('large')},0,99999999999,${idOf('full')}` });
    expect(data.items.map(({ house_id }) => house_id)).toEqual([idOf('full'), idOf('large')]);
    expect((await on.call(historyContract, { ids: '' })).data.items).toEqual([]);
  });
});

describe('terms and reviews', () => {
  test('[R7.050] cancelling is told in dates and amounts of the option', async () => {
    const { house, whole, reader } = await pageOf('large');
    const tenancy = known(whole.offers.cheapest).tenancy;
    const rows = known(on.services.loaders.house.cancellation(house, tenancy, reader));
    const { data } = await on.call(cancelPolicyContract, { house_id: house.id, hcr: tenancy.id });
    expect(data.policy?.code).toBe('standard');
    expect(data.rows.map(({ event, until, total }) => [event.code, until, total.minor])).toEqual(
      rows.map((row) => [row.event, row.until, row.total.minor.toString()]),
    );
    const price = wholePrice(tenancy);
    expect(BigInt(data.paid_in_full.minor)).toBe(price.contractTotal.minor + price.deposit.minor);
    const silent = known(whole.offers.units[1]?.tenancies[0]);
    expect((await on.call(cancelPolicyContract, { house_id: house.id, hcr: silent.id })).data).toMatchObject({ policy: null, rows: [] });
    expect((await on.call(cancelPolicyContract, { house_id: idOf('drawn'), hcr: tenancy.id })).error_code).toBe(404);
  });

  test('[R7.052] reviews come page by page with aspects, sample size and the asker’s language', async () => {
    const first = (await on.call(commentsContract, { house_id: idOf('large') }, 'vi-vn')).data;
    expect(first).toMatchObject({ sample_size: 70, paginate: { current_page: 1, page_size: 10, total: 70 } });
    expect(first.items[0]).toMatchObject({ text: 'Ổn.', is_translated: true, original_lang: 'en', reply: { text: 'Cảm ơn.' } });
    expect(first.aspects.map(({ code, score }) => [code, score])).toEqual([
      ['location', 5],
      ['noise', 3],
    ]);
    const seen = new Set<number>();
    for (let page = 1; page <= 7; page++) {
      for (const { comment_id } of (await on.call(commentsContract, { house_id: idOf('large'), page })).data.items) seen.add(comment_id);
    }
    expect(seen.size).toBe(70);
    expect((await on.call(commentsContract, { house_id: idOf('large'), page: 8 })).data.items).toEqual([]);
    expect((await on.call(commentsContract, { house_id: idOf('drawn') })).data).toMatchObject({ score: null, sample_size: 0, items: [] });
  });
});

test('unknown and removed homes are not found, in the asker’s language; hostile ids are refused', async () => {
  const contracts: readonly Contract[] = [
    houseDetailContract,
    houseMediaContract,
    houseSchoolsContract,
    houseNearbyContract,
    houseAmenitiesContract,
    similarHousesContract,
    priceTrendContract,
    floorPlansContract,
    commentsContract,
  ];
  for (const contract of contracts) {
    for (const id of [idOf('gone'), 2_000_000_000])
      expect([contract.name, (await on.call(contract, { house_id: id })).error_code]).toEqual([contract.name, 404]);
    for (const id of ['0', '-1', '1.5', 'NaN', '99999999999', "1' or 1=1", ''])
      expect([contract.name, id, (await on.call(contract, { house_id: id })).status]).toEqual([contract.name, id, 422]);
    expect((await on.call(contract)).status).toBe(422);
  }
  const messages = await Promise.all(locales.map(async (locale) => (await on.call(houseDetailContract, { house_id: 2_000_000_000 }, locale)).message));
  expect(new Set(messages).size).toBeGreaterThanOrEqual(4);
  expect(on.failures).toEqual([]);
});

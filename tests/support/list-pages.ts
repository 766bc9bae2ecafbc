/** A database with homes in London and Leeds, and the loaders of the list pages over it. */
import { createDiscoverLoader } from '#lib/features/lists/discover.loader.ts';
import { createDiscoverService } from '#lib/features/lists/discover.service.ts';
import { ensureSupplier, writeHouses } from '#lib/features/catalogue/catalogue.repository.ts';
import type { HouseDraft } from '#lib/features/catalogue/catalogue.schema.ts';
import { createHouseColumns } from '#lib/features/finding/house-columns.repository.ts';
import { createHouseIndex } from '#lib/features/finding/house.index.ts';
import { localNames } from '#lib/features/geo/geo.schema.ts';
import { createListLoader } from '#lib/features/lists/list.loader.ts';
import { createListService } from '#lib/features/finding/finding.service.ts';
import { storeRates } from '#lib/features/rates/rates.repository.ts';
import { readRateFile } from '#lib/features/rates/rates.files.ts';
import { createRatesService } from '#lib/features/rates/rates.service.ts';
import { money } from '#lib/money/money.ts';
import { houseDraft, seedVariedHouses, tenancyDraft, testNow, unitDraft } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';

/** The value, or an error that ends the test. */
export function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('something this test needs is missing');
  return value;
}

export type ListPagesFixture = Awaited<ReturnType<typeof openListPages>>;

export async function openListPages() {
  const base = await testDatabase();
  const london = known(base.geo.city('uk', 'london'));
  const leeds = known(base.geo.city('uk', 'leeds'));
  const ucl = known(base.geo.school(london, 'university-college-london'));
  await storeRates(base.db, readRateFile('src/content/rates.yaml'));
  const [supplier] = await seedVariedHouses(base.db, [london], 70);
  const landlord = await ensureSupplier(base.db, { name: 'Sole Landlord', kind: 'landlord', verifiedOn: undefined, isSample: true });
  const near = { latitude: ucl.at.latitude + 0.002, longitude: ucl.at.longitude };
  const only = (overrides: Partial<HouseDraft>) => houseDraft(leeds, landlord, overrides);
  await writeHouses(
    base.db,
    [
      houseDraft(london, known(supplier), { ref: 'near', name: 'Gower Lodge', nameZh: '高尔学舍', at: near }),
      only({
        ref: 'l1',
        name: 'Aire House',
        nameZh: '艾尔学生公寓',
        units: [
          unitDraft(leeds, { ref: 'a', type: 'studio', tenancies: [tenancyDraft(leeds, { stock: 0 })] }),
          unitDraft(leeds, {
            ref: 'b',
            type: 'ensuite',
            rooms: [
              { label: '1A', status: 1, gender: 0, floor: 1 },
              { label: '1B', status: 2, gender: 2, floor: 1 },
              { label: '1C', status: 4, gender: 0, floor: 1 },
            ],
          }),
        ],
      }),
      only({
        ref: 'l2',
        name: 'Kirk House',
        nameZh: undefined,
        units: [unitDraft(leeds, { tenancies: [tenancyDraft(leeds, { rent: money(90000n, 'GBP'), rentUnit: 'MONTH' })] })],
      }),
    ],
    testNow,
  );
  const rates = await createRatesService(base.db);
  const index = createHouseIndex(createHouseColumns(base.db));
  await base.database.onChange((tags) => index.forget(tags));
  const service = createListService(base.db, base.geo, index);
  const yorkshire = {
    id: 826999,
    slug: 'yorkshire',
    country: london.country,
    names: localNames({ en: 'Yorkshire', zh: '约克郡', zhHant: '約克郡' }),
    aliases: [],
    cities: [leeds, known(base.geo.city('uk', 'york'))],
    isCountry: false,
  };
  return {
    base,
    london,
    leeds,
    rates,
    service,
    lists: createListLoader(service, rates, base.geo, [yorkshire]),
    discover: createDiscoverLoader(createDiscoverService(base.db, service), rates, base.geo),
  };
}

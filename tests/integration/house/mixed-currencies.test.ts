/** A house that an older version stored in two currencies is shown all the same, and harms no other. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureSupplier, writeHouses } from '#lib/features/catalogue/catalogue.repository.ts';
import { compareContract, houseDetailContract, priceTrendContract, unitDetailContract } from '#lib/features/house/house-detail.contract.ts';
import { similarHousesContract } from '#lib/features/lists/house-cards.contract.ts';
import { faqsOf } from '#lib/features/house/house-faq.rules.ts';
import { unitJsonLd } from '#lib/features/house/house.json-ld.ts';
import { readRateFile } from '#lib/features/rates/rates.files.ts';
import { storeRates } from '#lib/features/rates/rates.repository.ts';
import { locales, localeFacts } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { money } from '#lib/money/money.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { resolvePath } from '#lib/resolve.ts';
import { houseDraft, tenancyDraft, testNow, unitDraft } from '#tests/factories/houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { openTestApi } from '#tests/support/test-api.ts';
import type { TestApi } from '#tests/support/test-api.ts';

let on: TestApi;
const ids = new Map<string, number>();
const units = new Map<string, number>();

beforeAll(async () => {
  on = await openTestApi({
    async fill(base) {
      await storeRates(base.db, readRateFile('src/content/rates.yaml'));
      const leeds = known(base.geo.city('uk', 'leeds'));
      const supplier = await ensureSupplier(base.db, { name: 'Harbour Residences', kind: 'operator', verifiedOn: '2026-01-05', isSample: false });
      const option = (ref: string, minor: bigint, currency: CurrencyCode) => {
        const none = money(0n, currency);
        return tenancyDraft(leeds, { ref, rent: money(minor, currency), deposit: none, bookingFee: none });
      };
      await writeHouses(
        base.db,
        [
          houseDraft(leeds, supplier, { ref: 'plain', isSample: false }),
          houseDraft(leeds, supplier, {
            ref: 'two-units',
            isSample: false,
            units: [
              unitDraft(leeds, { ref: 'u1', tenancies: [option('t1', 25_000n, 'GBP'), option('t2', 26_000n, 'GBP')] }),
              unitDraft(leeds, { ref: 'u2', tenancies: [option('t1', 40_000n, 'JPY')] }),
            ],
          }),
          houseDraft(leeds, supplier, {
            ref: 'one-unit',
            isSample: false,
            units: [unitDraft(leeds, { tenancies: [option('t1', 25_000n, 'GBP'), option('t2', 25_000n, 'EUR'), option('t3', 900_000_000n, 'VND')] })],
          }),
        ],
        testNow,
      );
      for (const { id, ref } of await base.db.selectFrom('houses').select(['id', 'ref']).execute()) ids.set(ref, id);
      for (const { id, house_id, ref } of await base.db.selectFrom('units').select(['id', 'house_id', 'ref']).execute()) units.set(`${house_id} ${ref}`, id);
    },
  });
});
afterAll(() => on.close());

const idOf = (ref: string): number => known(ids.get(ref));

describe.each(['two-units', 'one-unit'])('a house in two currencies (%s)', (ref) => {
  test('has its page in every language, with structured data and questions', async () => {
    for (const locale of locales) {
      const { site, loaders } = on.services;
      const paths = site.paths(locale);
      const page = resolvePath(on.base.geo, `/uk/leeds/detail-apartments-${idOf(ref)}`);
      if (page.kind !== 'page') throw new Error(page.kind);
      const reader = {
        page,
        paths,
        locale,
        site,
        intl: localeFacts[locale].intl,
        t: translator(locale),
        now: testNow,
        query: new URLSearchParams(),
        tags: new Set<string>(),
      };
      const opened = await loaders.house.open(reader);
      if (opened.kind !== 'house') throw new Error(opened.kind);
      const whole = await loaders.house.whole(opened.house, reader);
      const faqs = faqsOf(reader.t, opened.house, whole.offers.units, opened.house.today, locale);
      expect(whole.offers.cheapest).toBeDefined();
      expect(faqs.map(({ answer }) => answer).join()).not.toMatch(/undefined|NaN/);
      for (const unit of whole.offers.units) expect(JSON.stringify(unitJsonLd(reader, opened.house, { unit }))).toContain('priceCurrency');
    }
  });

  test('answers its calls', async () => {
    const houseId = idOf(ref);
    for (const { error_code } of [
      await on.call(houseDetailContract, { house_id: houseId }),
      await on.call(unitDetailContract, { house_id: houseId, unit_id: known(units.get(`${houseId} u1`)) }),
      await on.call(priceTrendContract, { house_id: houseId }),
      await on.call(similarHousesContract, { house_id: houseId }),
    ])
      expect(error_code).toBe(0);
  });

  test('is compared with others, which it does not take away', async () => {
    const { data } = await on.call(compareContract, { ids: `${idOf('plain')},${idOf(ref)}` });
    expect(data.map(({ house_id }) => house_id)).toEqual([idOf('plain'), idOf(ref)]);
    expect(data[0]?.tenancy?.rent_amount).toEqual({ amount: '225.00', abbr: 'GBP' });
  });
});

test('its cheapest option is found by rate, as lists find it', async () => {
  const cheapest = async (ref: string) => (await on.call(houseDetailContract, { house_id: idOf(ref) })).data.cheapest?.rent_amount;
  expect(await cheapest('two-units')).toEqual({ amount: '40000', abbr: 'JPY' });
  expect(await cheapest('one-unit')).toEqual({ amount: '250.00', abbr: 'EUR' });
  for (const ref of ['two-units', 'one-unit']) {
    const row = await on.base.db.selectFrom('listings').select('card').where('house_id', '=', idOf(ref)).executeTakeFirstOrThrow();
    expect(JSON.stringify(row.card)).toContain(`"currency":"${ref === 'two-units' ? 'JPY' : 'EUR'}"`);
  }
});

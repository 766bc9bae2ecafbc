/** A few homes in Leeds that between them have everything a home can have. */
import { ensureSupplier, writeHouses } from '#lib/features/catalogue/catalogue.repository.ts';
import type { HouseDraft, ReviewDraft } from '#lib/features/catalogue/catalogue.schema.ts';
import { storeRates } from '#lib/features/rates/rates.repository.ts';
import { readRateFile } from '#lib/features/rates/rates.files.ts';
import { money } from '#lib/money/money.ts';
import { houseDraft, tenancyDraft, testNow, unitDraft } from '#tests/factories/houses.ts';
import type { TestDatabase } from './database.ts';
import { known } from './list-pages.ts';

const review = (ref: string, overrides: Partial<ReviewDraft> = {}): ReviewDraft => ({
  ref,
  source: 'verified-stay',
  language: 'en',
  stayedFrom: '2025-09-01',
  writtenOn: '2026-07-01',
  score: 4,
  aspects: { location: 5, noise: 3 },
  texts: { en: 'Fine.', 'zh-CN': '不错。', 'zh-TW': '不錯。', vi: 'Ổn.' },
  reply: { en: 'Thank you.', 'zh-CN': '谢谢。', 'zh-TW': '謝謝。', vi: 'Cảm ơn.' },
  ...overrides,
});

/**
 * Writes them: `large` with two units, reviews, photographs and promos, `drawn` without any of that, `full`, and `gone`,
 * which is removed. Gives their ids.
 */
export async function writeLeedsHouses({ db, geo }: Pick<TestDatabase, 'db' | 'geo'>): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  const idOf = (ref: string): number => known(ids.get(ref));
  const leeds = known(geo.city('uk', 'leeds'));

  await storeRates(db, readRateFile('src/content/rates.yaml'));
  const supplier = await ensureSupplier(db, { name: 'Harbour Residences', kind: 'operator', verifiedOn: '2026-01-05', isSample: false });
  const house = (ref: string, overrides: Partial<HouseDraft> = {}): HouseDraft => houseDraft(leeds, supplier, { ref, isSample: false, ...overrides });
  await writeHouses(
    db,
    [
      house('large', {
        units: [
          unitDraft(leeds, {
            ref: 'a',
            name: 'Bronze ensuite',
            tenancies: [
              tenancyDraft(leeds, {
                ref: 't1',
                rent: money(95_000n, 'GBP'),
                rentUnit: 'MONTH',
                promoRent: money(90_000n, 'GBP'),
                bookingFee: money(5_000n, 'GBP'),
              }),
              tenancyDraft(leeds, { ref: 't2', moveOut: '2028-06-24', stock: 0 }),
            ],
            pastRents: [
              { on: '2026-01-10', weekly: money(19_000n, 'GBP') },
              { on: '2026-06-10', weekly: money(20_000n, 'GBP') },
            ],
            rooms: [
              { label: '1A', status: 2, gender: 2, floor: 1 },
              { label: '1B', status: 1, gender: 0, floor: 1 },
            ],
          }),
          unitDraft(leeds, { ref: 'b', name: 'Studio', type: 'studio', tenancies: [tenancyDraft(leeds, { cancellationPolicy: undefined })] }),
        ],
        promos: [{ ref: 'p', kind: 'voucher', amount: money(5000n, 'GBP'), startsOn: '2026-01-01', endsOn: '2026-12-31' }],
        media: [{ kind: 'photo', unitRef: undefined, path: '/photos/1/front', suffix: '.jpg', legacyUrl: 'https://old.example/1.jpg' }],
        reviews: Array.from({ length: 70 }, (_, index) =>
          review(`r${index}`, { writtenOn: `2026-0${1 + (index % 7)}-1${index % 10}`, score: 1 + (index % 5) }),
        ),
      }),
      house('drawn'),
      house('full', { units: [unitDraft(leeds, { tenancies: [tenancyDraft(leeds, { stock: 0 })] })] }),
      house('gone'),
    ],
    testNow,
  );
  for (const { id, ref } of await db.selectFrom('houses').select(['id', 'ref']).execute()) ids.set(ref, id);
  await db.updateTable('houses').set({ status: 'removed' }).where('ref', '=', 'gone').execute();
  await db.deleteFrom('listings').where('house_id', '=', idOf('gone')).execute();
  return ids;
}

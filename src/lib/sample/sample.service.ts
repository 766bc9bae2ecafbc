/** Fills the catalogue with invented, marked homes so that a fresh installation can be looked at. */
import type { City } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Catalogue } from '#lib/features/catalogue/catalogue.service.ts';
import type { HouseDraft } from '#lib/features/catalogue/catalogue.schema.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import { addDays } from '#lib/dates/dates.ts';
import { seededRandom } from '#lib/random.ts';
import { readSampleContent, sampleFolder } from './sample-content.ts';
import { sampleHouses } from './sample-houses.ts';
import type { SupplierIds } from './sample-houses.ts';

export type SampleRequest = {
  readonly houses: number;
  readonly unitsPerHouse?: number;
  /** Another seed gives other homes; the same seed and day the same. */
  readonly seed?: string;
  /** Only these cities; all otherwise. */
  readonly cities?: readonly City[];
  readonly batchSize?: number;
  readonly onProgress?: (written: number, wanted: number) => void;
};

export type SampleResult = { readonly houses: number; readonly added: number; readonly milliseconds: number };

/**
 * Writes sample homes, a batch at a time. Running it again with the same seed on the same day changes nothing.
 * @param services `now` decides which leases are on offer and how old confirmations are.
 */
export async function fillWithSample(
  { catalogue, geo, now }: { catalogue: Catalogue; geo: GeoIndex; now: Date },
  request: SampleRequest,
): Promise<SampleResult> {
  const started = performance.now();
  const { houses, unitsPerHouse, seed = 'loftling', batchSize = 200, onProgress } = request;
  const content = readSampleContent(sampleFolder);
  const random = seededRandom(`${seed}/suppliers`);
  const known: { kind: string; countries: readonly string[]; id: SupplierId }[] = [];
  for (const { name, kind, countries } of content.suppliers) {
    const verifiedOn = random.chance(0.75) ? addDays(now.toISOString().slice(0, 10), -random.integer(20, 700)) : undefined;
    known.push({ kind, countries, id: await catalogue.ensureSupplier({ name, kind, verifiedOn, isSample: true }) });
  }
  const byCountry = new Map<string, readonly SupplierId[]>();
  const suppliers: SupplierIds = (country, kind) => {
    const key = `${country}/${kind}`;
    const found = byCountry.get(key) ?? known.filter((one) => one.kind === kind && one.countries.includes(country)).map(({ id }) => id);
    byCountry.set(key, found);
    // A country the supplier list has not heard of yet is served by all of that kind.
    return found.length > 0 ? found : known.filter((one) => one.kind === kind).map(({ id }) => id);
  };
  const counts = { houses: 0, added: 0 };
  let batch: HouseDraft[] = [];
  let writing: Promise<void> = Promise.resolve();
  async function write(drafts: readonly HouseDraft[]): Promise<void> {
    const { added } = await catalogue.writeHouses(drafts, now);
    counts.houses += drafts.length;
    counts.added += added;
    onProgress?.(counts.houses, houses);
  }
  /** Hands a batch to the database and composes the next one meanwhile; at most one is under way. */
  async function flush(): Promise<void> {
    await writing;
    writing = write(batch);
    // Its failure is met at the next await; until then it must not count as unhandled.
    writing.catch(() => undefined);
    batch = [];
    // Composing keeps this thread busy, so the database gets its order first.
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const house of sampleHouses(content, request.cities ?? geo.cities, suppliers, { houses, unitsPerHouse, seed, now })) {
    batch.push(house);
    if (batch.length >= batchSize) await flush();
  }
  await flush();
  await writing;
  return { ...counts, milliseconds: Math.round(performance.now() - started) };
}

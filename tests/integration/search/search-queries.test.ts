/** What students type, in all scripts, with the thing they mean among the first three: `search-queries.tsv`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCatalogue } from '#lib/features/catalogue/catalogue.service.ts';
import { fillWithSample } from '#lib/sample/sample.service.ts';
import type { SearchEntry } from '#lib/features/search/search.schema.ts';
import { testNow } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { openSearch } from '#tests/support/search-desk.ts';

const rows = readFileSync(join(import.meta.dirname, 'search-queries.tsv'), 'utf8')
  .split('\n')
  .slice(1)
  .filter(Boolean)
  .map((line) => line.split('\t'));

/** `uk/london/bloomsbury`, or a home's city with its English name. */
function pathOf(entry: SearchEntry): string {
  switch (entry.group) {
    case 'city':
      return `${entry.of.country.slug}/${entry.of.slug}`;
    case 'region':
      return entry.of.isCountry ? entry.of.country.slug : `${entry.of.country.slug}/${entry.of.slug}`;
    case 'supplier':
      return entry.of.name;
    case 'house':
      return `${entry.city.country.slug}/${entry.city.slug}/${entry.of.name}`;
    default:
      return `${entry.of.city.country.slug}/${entry.of.city.slug}/${entry.of.slug}`;
  }
}

let base: TestDatabase;
let desk: Awaited<ReturnType<typeof openSearch>>;
beforeAll(async () => {
  base = await testDatabase();
  // The cities of the homes in the table.
  const cities = base.geo.cities.filter(({ slug, country }) => rows.some(([, kind, path]) => kind === 'house' && path?.startsWith(`${country.slug}/${slug}/`)));
  await fillWithSample({ catalogue: createCatalogue(base.db), geo: base.geo, now: testNow }, { houses: 170, unitsPerHouse: 1, cities });
  desk = await openSearch(base);
  await desk.follower.settled();
}, 120_000);
afterAll(() => base.close());

describe('what students type', () => {
  test('[R1.03] [R1.04] [R1.05] [R1.06] [R1.29] cities, schools, neighbourhoods, landmarks, stations, codes and homes are among the first three', async () => {
    const missed: string[] = [];
    let atOnce = 0;
    for (const [query = '', kind, path] of rows) {
      const { hits } = await desk.index.search(query, undefined, 0, 3);
      const first = hits.flatMap(({ key }) => desk.stock.entryOf(key) ?? []).map((entry) => `${entry.group} ${pathOf(entry)}`);
      if (first[0] === `${kind} ${path}`) atOnce++;
      if (!first.includes(`${kind} ${path}`)) missed.push(`${query} → ${kind} ${path}, got ${first.join(' | ')}`);
    }
    expect(rows.length).toBeGreaterThanOrEqual(320);
    expect(missed).toEqual([]);
    // The rest are second or third behind something of the same name or beginning.
    expect(atOnce / rows.length, `${atOnce} of ${rows.length} are the very first`).toBeGreaterThan(0.9);
  });
});

/** Search over a large catalogue: suggestions in this process, and calls through the API's whole way over HTTP. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createGeoIndex } from '#lib/features/geo/geo.index.ts';
import { readPlaceFiles } from '#lib/features/geo/place.files.ts';
import { readSampleContent, sampleFolder } from '#lib/sample/sample-content.ts';
import { houseName } from '#lib/sample/words.ts';
import { seededRandom } from '#lib/random.ts';
import { readElsewhere } from '#lib/features/search/elsewhere.files.ts';
import { readRegions } from '#lib/features/search/region.files.ts';
import { searchCalls } from '#lib/features/search/search.api.ts';
import { createSearchFollower } from '#lib/features/search/search-follower.index.ts';
import { createSearchLogRepository } from '#lib/features/search/search-log.repository.ts';
import { createSearchService } from '#lib/features/search/search.service.ts';
import type { SearchService } from '#lib/features/search/search.service.ts';
import { createSearchStock } from '#lib/features/search/search-stock.index.ts';
import type { FoundHouse } from '#lib/features/search/search.schema.ts';
import { newSealKeys } from '#lib/api/sealing.ts';
import { asId } from '#lib/ids/ids.ts';
import { createSite } from '#lib/paths.ts';
import { createEmbeddedIndex } from '#lib/features/search/index/embedded.index.ts';
import { cachedAnswers } from '#lib/features/search/index/cached-answers.index.ts';
import { testDatabase } from '#tests/support/database.ts';
import { load } from './load.ts';
import type { BenchPart } from './part.ts';
import { percentile, table } from './part.ts';
import { plainHandler } from '#tests/support/plain-api.ts';

const houses = 100_000;
const seconds = 10;
/** Typed as students type: each query of the table letter by letter. */
const queries = (): string[] =>
  readFileSync('tests/integration/search/search-queries.tsv', 'utf8')
    .split('\n')
    .slice(1)
    .flatMap((line) => line.split('\t')[0] || []);
const keystrokes = (query: string): string[] => [...query].map((_, at) => [...query].slice(0, at + 1).join(''));

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(0);

/** Homes with sample names, spread over the cities by popularity; every third name has a word of its own. */
function inventHouses(geo: ReturnType<typeof createGeoIndex>): FoundHouse[] {
  const content = readSampleContent(sampleFolder);
  const random = seededRandom('bench/search');
  const weight = geo.cities.reduce((sum, { popularity }) => sum + popularity, 0);
  const made: FoundHouse[] = [];
  for (const city of geo.cities) {
    const count = Math.ceil((houses * city.popularity) / weight);
    for (let index = 0; index < count && made.length < houses; index++) {
      const place = city.places[random.integer(0, Math.max(0, city.places.length - 1))];
      const { name, nameZh, names } = houseName(content, city, place, random.chance(0.8) ? 'apartment' : 'house', index, random);
      const id = made.length + 1;
      const own = index % 3 === 0 ? ` ${[...String(id)].map((digit) => 'kaloveniru'[Number(digit)]).join('')}` : '';
      made.push({
        id: asId(id),
        name: `${name}${own}`,
        nameZh,
        names,
        address: `${1 + (id % 200)} Mill Lane, ${city.names['en-us']}`,
        postalCode: null,
        cityId: city.id,
        supplierId: asId(1 + (id % 60)),
        houseType: 'apartment',
        forRent: true,
        stock: 3,
        at: { latitude: city.at.latitude + random.between(-0.05, 0.05), longitude: city.at.longitude + random.between(-0.05, 0.05) },
      });
    }
  }
  return made;
}

/** The API with the calls of search alone, on a free port. */
async function listening(service: SearchService) {
  const { privateKey } = await newSealKeys();
  const handler = plainHandler({ calls: searchCalls(service, createSite('https://example.org', new Map())), sealKey: privateKey });
  const server = createServer((request, response) => void handler(request, response, new URL(request.url ?? '/', 'http://localhost')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

export const search: BenchPart = {
  name: 'search',
  title: `Search over ${houses.toLocaleString('en')} homes and all places`,
  method:
    'Homes with names as `npm run seed` gives them, a third with a word of their own. Each query of tests/integration/search/search-queries.tsv is typed letter by letter; every keystroke is timed in this process, without any memory of answers. HTTP: a client in a thread of its own on the same machine, 20 connections, through admission, contract and envelope, against the suggest call.',
  async run(say) {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    const collectGarbage = (): void => (typeof collect === 'function' ? void Reflect.apply(collect, undefined, []) : undefined);
    collectGarbage();
    const before = process.memoryUsage();
    const geo = createGeoIndex(readPlaceFiles('src/content/places'));
    const stock = createSearchStock(geo, readRegions('src/content/regions.yaml', geo));
    const index = createEmbeddedIndex(stock.document);
    const made = inventHouses(geo);
    let longestPause = 0;
    let last = performance.now();
    const watch = setInterval(() => {
      longestPause = Math.max(longestPause, performance.now() - last - 5);
      last = performance.now();
    }, 5);
    const follower = createSearchFollower({
      stock,
      index,
      onFailure: (error) => say(String(error)),
      repository: {
        housesAfter: async (after, limit) => made.slice(after, after + limit),
        houses: async () => [],
        supplierNames: async (ids) => new Map(ids.map((id) => [id, `Supplier ${id}`])),
        localNames: async () => new Map(),
      },
    });
    const since = performance.now();
    await follower.placesReady();
    const placesMs = performance.now() - since;
    await follower.settled();
    const housesMs = performance.now() - since - placesMs;
    clearInterval(watch);
    collectGarbage();
    const after = process.memoryUsage();
    const { documents, terms, postings } = index.size();
    say(`${documents} documents, ${terms} terms, ${postings} postings`);

    const typed = queries();
    for (const query of typed.slice(0, 100)) await index.suggest(query, 5);
    const times: number[] = [];
    for (const query of typed) {
      for (const text of keystrokes(query)) {
        const since = performance.now();
        await index.suggest(text, 5);
        times.push(performance.now() - since);
      }
    }
    say(`suggest p95 ${percentile(times, 0.95).toFixed(2)} ms over ${times.length} keystrokes`);

    const base = await testDatabase();
    const paths = typed.flatMap(keystrokes).map((text) => `/_houseApi/search/suggest?keyword=${encodeURIComponent(text)}`);
    const rounds: (string | number)[][] = [];
    for (const [name, used] of [
      ['every answer worked out anew', index],
      ['as served, answers cached until something changes', cachedAnswers(index)],
    ] as const) {
      const service = createSearchService({
        index: used,
        stock,
        follower,
        log: createSearchLogRepository(base.db),
        geo,
        elsewhere: readElsewhere('src/content/elsewhere.yaml'),
      });
      const { server, url } = await listening(service);
      const { perSecond, p50, p99, failed } = await load({ origin: url, connections: 20, seconds, headers: { 'accept-language': 'zh-cn' }, paths });
      server.close();
      rounds.push([name, perSecond, p50, p99, failed]);
      say(`${name}: ${perSecond} requests/s`);
    }
    await base.close();
    return [
      table(
        ['suggest in process', 'ms'],
        [
          ['p50', percentile(times, 0.5).toFixed(2)],
          ['p95', percentile(times, 0.95).toFixed(2)],
          ['p99', percentile(times, 0.99).toFixed(2)],
          ['longest', percentile(times, 1).toFixed(1)],
        ],
      ),
      table(['suggest over HTTP', 'requests/s', 'p50 ms', 'p99 ms', 'failed'], rounds),
      `Places were searchable after ${placesMs.toFixed(0)} ms, all homes ${(housesMs / 1_000).toFixed(1)} s later, with the processor held for at most ${longestPause.toFixed(0)} ms at a time. ${documents.toLocaleString('en')} documents make ${terms.toLocaleString('en')} terms and ${postings.toLocaleString('en')} postings; heap and buffers grew by ${megabytes(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers)} MB, homes' own records included.`,
    ].join('\n\n');
  },
};

/** The Meilisearch adapter against a stand-in that speaks its protocol, and the index here that answers when it fails. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readRegions } from '#lib/features/search/region.files.ts';
import { placeNamesOf } from '#lib/features/search/search-documents.index.ts';
import { createSearchStock } from '#lib/features/search/search-stock.index.ts';
import { createEmbeddedIndex } from '#lib/features/search/index/embedded.index.ts';
import { createMeilisearchIndex } from '#lib/ports/search-index/meilisearch.ts';
import { withFallback } from '#lib/ports/search-index/with-fallback.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { answerJson, standIn } from '#tests/support/stand-in.ts';
import type { StandIn } from '#tests/support/stand-in.ts';
import type { SearchDocument } from '#lib/search-text/documents.ts';

const stored = z.looseObject({ id: z.string(), group: z.string().optional(), names: z.array(z.string()).optional(), standing: z.number().optional() });
const queries = z.object({
  queries: z.array(z.object({ indexUid: z.string(), q: z.string(), filter: z.string().optional(), limit: z.number(), offset: z.number().optional() })),
});

const geo = loadGeo();
const stock = createSearchStock(geo, readRegions('src/content/regions.yaml', geo));
const cities = stock.placeKeys().filter((key) => key.startsWith('city:') || key.startsWith('school:'));
const documents = (): SearchDocument[] => cities.flatMap((key) => stock.document(key) ?? []);

let server: StandIn;
/** Where nobody has said that anything should be asked. */
let elsewhere: StandIn;
let kept: Map<string, z.output<typeof stored>>;
/** How the stand-in misbehaves. */
let trouble: 'none' | 'elsewhere' | 'errors' | 'garbage' | 'silence' | 'failing tasks';

beforeEach(async () => {
  kept = new Map();
  trouble = 'none';
  elsewhere = await standIn((_, response) => answerJson(response, { taskUid: 1, results: [] }));
  let tasks = 0;
  server = await standIn(({ method, url, body, headers }, response) => {
    const task = (): void =>
      answerJson(
        response,
        { taskUid: ++tasks, indexUid: 'loftling', status: 'enqueued', type: 'documentAdditionOrUpdate', enqueuedAt: '2026-11-21T12:00:00Z' },
        202,
      );
    if (trouble === 'silence') return;
    if (trouble === 'elsewhere') return answerJson(response, '', 307, { location: `${elsewhere.origin}${url}` });
    if (trouble === 'errors') return answerJson(response, { message: 'disk full', code: 'internal', type: 'internal', link: '' }, 500);
    if (trouble === 'garbage') return answerJson(response, '<html>bad gateway</html>');
    if (headers.authorization !== 'Bearer secret') return answerJson(response, { message: 'The provided API key is invalid.', code: 'invalid_api_key' }, 403);
    if (url.startsWith('/tasks/'))
      return answerJson(response, {
        uid: tasks,
        status: trouble === 'failing tasks' ? 'failed' : 'succeeded',
        error: trouble === 'failing tasks' ? { message: 'no space', code: 'internal' } : null,
      });
    if (url === '/indexes' || url.endsWith('/settings')) return task();
    if (method === 'GET' && url.startsWith('/indexes/loftling/documents?')) {
      const asked = new URLSearchParams(url.split('?')[1]);
      const [offset, limit] = [Number(asked.get('offset')), Number(asked.get('limit'))];
      return answerJson(response, { results: [...kept.keys()].slice(offset, offset + limit).map((id) => ({ id })), offset, limit, total: kept.size });
    }
    if (url === '/indexes/loftling/documents') {
      for (const one of z.array(stored).parse(JSON.parse(body))) kept.set(one.id, one);
      return task();
    }
    if (url === '/indexes/loftling/documents/delete-batch') {
      for (const id of z.array(z.string()).parse(JSON.parse(body))) kept.delete(id);
      return task();
    }
    if (method === 'POST' && url === '/multi-search') {
      const asked = queries.parse(JSON.parse(body));
      const results = asked.queries.map(({ q, filter, limit, offset = 0 }) => {
        const hits = [...kept.values()].filter(
          ({ group, names = [] }) => (!filter || filter === `group = ${group}`) && names.some((name) => name.startsWith(q)),
        );
        return {
          indexUid: 'loftling',
          hits: hits.slice(offset, offset + limit).map(({ id, group, standing }) => ({ id, group, standing, _rankingScore: 0.9 })),
          estimatedTotalHits: hits.length,
          processingTimeMs: 1,
          query: q,
        };
      });
      return answerJson(response, { results });
    }
    answerJson(response, { message: 'Not found', code: 'not_found' }, 404);
  });
});
afterEach(() => Promise.all([server.close(), elsewhere.close()]));

const remote = (timeout?: number) =>
  createMeilisearchIndex({
    url: server.origin,
    key: 'secret',
    namesOf: (key) => placeNamesOf(stock.entryOf(key)),
    ...(timeout ? { timeout } : {}),
  });

describe('Meilisearch', () => {
  test('documents and removals go there; suggestions come by multi-search with one query for each kind', async () => {
    const index = remote();
    await index.put(documents());
    expect(kept.size).toBe(cities.length);
    expect(server.asked.slice(0, 4).map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /indexes',
      'GET /tasks/1',
      'PATCH /indexes/loftling/settings',
      'GET /tasks/2',
    ]);
    expect(kept.get('city-826001')).toMatchObject({ group: 'city', names: ['伦敦', 'london'], spelled: expect.arrayContaining(['lundun', 'ld']) });
    const [best] = await index.suggest('thuê phòng london', 5);
    expect(best).toMatchObject({ key: 'city:826001', group: 'city' });
    const asked = queries.parse(JSON.parse(server.asked.at(-1)?.body ?? ''));
    expect([asked.queries.length, asked.queries[0]?.q, asked.queries[0]?.filter]).toEqual([9, 'london', 'group = city']);
    const { hits, total } = await index.search('university', 'school', 10, 10);
    expect([hits.length, total > 20]).toEqual([10, true]);
    await index.remove(['city:826001']);
    expect(kept.has('city-826001')).toBe(false);
    expect(await index.suggest('!!!', 5)).toEqual([]);
  });

  test('that leads elsewhere is not followed there, with what is asked and the key', async () => {
    trouble = 'elsewhere';
    await expect(remote().suggest('london', 5)).rejects.toThrow('307');
    await expect(remote().put(documents())).rejects.toThrow('307');
    expect(elsewhere.asked).toEqual([]);
  });

  test('counts reach it as documents, and what was removed while nobody told it is swept out once all has been given', async () => {
    for (let id = 1; id <= 2_500; id++) kept.set(`house-${id}`, { id: `house-${id}`, group: 'house', names: ['london ghost'], standing: 9 });
    let homes = 0;
    const failures: string[] = [];
    const documentOf = (key: string): SearchDocument | undefined => {
      const known = stock.document(key);
      return known && { ...known, homes };
    };
    const index = withFallback({
      remote: remote(),
      here: createEmbeddedIndex(documentOf),
      documentOf,
      onFailure: (error) => void failures.push(String(error)),
    });
    await index.put(documents());
    await expect.poll(() => kept.size).toBe(cities.length + 2_500);
    const standing = kept.get('city-826001')?.standing ?? 0;
    homes = 500;
    await index.count(new Map([['city:826001', homes]]));
    await expect.poll(() => kept.get('city-826001')?.standing).toBeGreaterThan(standing);
    await index.complete();
    await expect.poll(() => kept.size).toBe(cities.length);
    expect([kept.has('house-1'), failures]).toEqual([false, []]);
  });

  test.each(['errors', 'garbage', 'silence', 'failing tasks'] as const)('%s: the index here answers, nothing is thrown, and it is told', async (kind) => {
    trouble = kind;
    const here = createEmbeddedIndex(stock.document);
    const failures: unknown[] = [];
    const index = withFallback({ remote: remote(100), here, documentOf: stock.document, onFailure: (error) => void failures.push(error) });
    await index.put(documents());
    expect((await index.suggest('mcst', 5))[0]?.key).toBe('city:826002');
    await expect.poll(() => failures.length).toBeGreaterThan(0);
    expect((await index.search('曼大', undefined, 0, 3)).hits[0]?.key).toMatch(/^school:/);
  });

  test('one that fails later is left alone for a while, then asked again', async () => {
    let now = 1_000;
    const here = createEmbeddedIndex(stock.document);
    const index = withFallback({ remote: remote(), here, documentOf: stock.document, onFailure: () => undefined, now: () => now });
    await index.put(documents());
    const searches = (): number => server.asked.filter(({ url }) => url === '/multi-search').length;
    await expect.poll(async () => (await index.suggest('london', 5), searches())).toBeGreaterThan(0);
    trouble = 'errors';
    const before = searches();
    for (let times = 0; times < 5; times++) expect((await index.suggest('london', 5))[0]?.key).toBe('city:826001');
    expect(searches()).toBe(before + 1);
    trouble = 'none';
    now += 5_001;
    await index.suggest('london', 5);
    expect(searches()).toBe(before + 2);
  });
});

/** The index within this process: segments in memory, rebuilt piece by piece. */
import { ScorePool } from './matching.index.ts';
import { answer } from './query.index.ts';
import { buildSegment, gone, standingOf } from '#lib/search-text/segment.ts';
import type { Segment } from '#lib/search-text/segment.ts';
import type { SearchIndex, SearchPage } from '#lib/ports/search-index/search-index.ts';
import { createTermReader } from '#lib/search-text/terms.ts';
import type { SearchGroup, SearchDocument, SearchHit } from '#lib/search-text/documents.ts';
import { searchGroups } from '#lib/search-text/documents.ts';

/** Documents of one segment at most: so much is rebuilt at once. */
const segmentSize = 20_000;
/** Segments smaller than this are put together when there are many. */
const smallSegment = 2_000;
const mostSmall = 6;
/** Deepest page of a search, in results. */
const deepest = 5_000;

export type EmbeddedIndex = SearchIndex & {
  /** Documents and terms held. */
  size(): { readonly documents: number; readonly terms: number; readonly postings: number; readonly segments: number };
};

/**
 * @param documentOf gives a document put before, so that segments can be put together without keeping everything twice;
 *   undefined when it is no more.
 */
export function createEmbeddedIndex(documentOf: (key: string) => SearchDocument | undefined): EmbeddedIndex {
  let segments: Segment[] = [];
  const places = new Map<string, { readonly segment: Segment; readonly at: number }>();
  const pool = new ScorePool();
  let queue: Promise<void> = Promise.resolve();

  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  }

  function forget(key: string): void {
    const place = places.get(key);
    if (!place) return;
    place.segment.groups[place.at] = gone;
    place.segment.live--;
    places.delete(key);
  }

  async function add(documents: readonly SearchDocument[]): Promise<void> {
    await addAlike(documents.filter(({ group }) => group !== 'house'));
    await addAlike(documents.filter(({ group }) => group === 'house'));
  }

  async function addAlike(documents: readonly SearchDocument[]): Promise<void> {
    for (let start = 0; start < documents.length; start += segmentSize) {
      const segment = await buildSegment(documents.slice(start, start + segmentSize), createTermReader());
      for (const [at, key] of segment.keys.entries()) {
        forget(key);
        places.set(key, { segment, at });
      }
      segments.push(segment);
    }
  }

  /** Puts small and half-empty segments together. */
  async function tidy(): Promise<void> {
    const small = [true, false].map((homes) => segments.filter(({ size, ofHouses }) => size < smallSegment && ofHouses === homes));
    const hollow = segments.filter(({ live, size }) => live * 2 < size);
    const old = new Set([...small.flatMap((alike) => (alike.length > mostSmall ? alike : [])), ...hollow]);
    if (old.size === 0) return;
    const documents = [...old].flatMap(({ keys, groups }) => keys.filter((_, at) => groups[at] !== gone)).flatMap((key) => documentOf(key) ?? []);
    await add(documents);
    for (const { keys, groups } of old) for (const [at, key] of keys.entries()) if (groups[at] !== gone) forget(key);
    segments = segments.filter((segment) => !old.has(segment));
  }

  return {
    put: (documents) =>
      inTurn(async () => {
        const latest = new Map(documents.map((document) => [document.key, document]));
        await add([...latest.values()]);
        await tidy();
      }),
    remove: (keys) =>
      inTurn(async () => {
        for (const key of keys) forget(key);
        await tidy();
      }),
    count: (homes) =>
      inTurn(async () => {
        for (const [key, number] of homes) {
          const place = places.get(key);
          if (!place) continue;
          const { segment, at } = place;
          const group = searchGroups[segment.groups[at] ?? gone];
          segment.homes[at] = number;
          if (group) segment.standing[at] = standingOf(group, segment.popularity[at] ?? 0, number);
        }
      }),
    // It began empty and has heard of everything that went.
    complete: async () => undefined,
    async suggest(text: string, perGroup: number): Promise<readonly SearchHit[]> {
      return answer(segments, text, { group: undefined, mostOfGroup: perGroup, most: perGroup * searchGroups.length }, pool).hits;
    },
    async search(text: string, group: SearchGroup | undefined, offset: number, limit: number): Promise<SearchPage> {
      const { hits, total } = answer(segments, text, { group, mostOfGroup: undefined, most: Math.min(deepest, offset + limit) }, pool);
      return { hits: hits.slice(offset, offset + limit), total };
    },
    size: () => ({
      documents: places.size,
      terms: segments.reduce((sum, { terms }) => sum + terms.length, 0),
      postings: segments.reduce((sum, { postings }) => sum + postings.length, 0),
      segments: segments.length,
    }),
  };
}

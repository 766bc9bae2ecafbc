/**
 * The index in Meilisearch, over its HTTP API. Names go there folded, spelled and with what they lie in, because
 * Meilisearch knows neither pinyin nor which city a home is in. What is found is named by key alone.
 */
import { z } from 'zod';
import { fillers } from '#lib/search-text/fillers.ts';
import { standingOf } from '#lib/search-text/segment.ts';
import type { RemoteIndex } from './search-index.ts';
import { manner, termsOfName } from '#lib/search-text/terms.ts';
import { folded, typedWords, wordsOf } from '#lib/search-text/text.ts';
import { searchGroups } from '#lib/search-text/documents.ts';
import type { SearchDocument, SearchHit } from '#lib/search-text/documents.ts';

export type MeilisearchSettings = {
  readonly url: string;
  readonly key: string | undefined;
  /** Milliseconds until an answer is given up. */
  readonly timeout?: number;
  /** Names of a document's city, area and country. */
  readonly namesOf: (key: string) => readonly string[];
};

const indexUid = 'loftling';
const batch = 2_000;
/** How long a task may take, and how often it is looked after, in milliseconds. */
const taskWithin = 60_000;
const taskEvery = 50;
const deepest = 5_000;

const taskMade = z.object({ taskUid: z.number() });
const taskState = z.object({
  status: z.enum(['enqueued', 'processing', 'succeeded', 'failed', 'canceled']),
  error: z.object({ message: z.string() }).nullish(),
});
const hit = z.object({ id: z.string(), group: z.enum(searchGroups), standing: z.number(), _rankingScore: z.number().optional() });
const page = z.object({ results: z.array(z.object({ id: z.string() })) });
const found = z.object({ results: z.array(z.object({ hits: z.array(hit), estimatedTotalHits: z.number().optional(), totalHits: z.number().optional() })) });

/** A failure of Meilisearch, or of the way to it. */
export class MeilisearchError extends Error {
  override name = 'MeilisearchError';
}

const idOf = (key: string): string => key.replace(':', '-');
const keyOf = (id: string): string => id.replace('-', ':');

/** A group's best match counts, then what it is worth by itself. */
function hitOf({ id, group, standing, _rankingScore }: z.output<typeof hit>): SearchHit {
  return { key: keyOf(id), group, score: (_rankingScore ?? 0.5) * 1_000 + standing };
}

const byScore = (a: SearchHit, b: SearchHit): number => b.score - a.score || (a.key < b.key ? -1 : 1);

export function createMeilisearchIndex({ url, key, timeout = 5_000, namesOf }: MeilisearchSettings): RemoteIndex {
  let prepared: Promise<void> | undefined;

  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${url}${path}`, {
      method,
      // A redirect could lead anywhere, and would take the key along; the host is the operator's.
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
      signal: AbortSignal.timeout(timeout),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new MeilisearchError(`${method} ${path}: ${response.status}`);
    const answer: unknown = await response.json();
    return answer;
  }

  /** Starts a task and waits for its end. */
  async function task(method: string, path: string, body?: unknown): Promise<void> {
    const { taskUid } = taskMade.parse(await call(method, path, body));
    for (const until = Date.now() + taskWithin; Date.now() < until; ) {
      const { status, error } = taskState.parse(await call('GET', `/tasks/${taskUid}`));
      if (status === 'succeeded') return;
      // An index that is there already is what was wanted.
      if (status === 'failed' && path === '/indexes') return;
      if (status === 'failed' || status === 'canceled') throw new MeilisearchError(`task ${taskUid}: ${error?.message ?? status}`);
      await new Promise((resolve) => void setTimeout(resolve, taskEvery));
    }
    throw new MeilisearchError(`task ${taskUid} is not done after ${taskWithin} ms`);
  }

  function prepare(): Promise<void> {
    prepared ??= (async () => {
      await task('POST', '/indexes', { uid: indexUid, primaryKey: 'id' });
      await task('PATCH', `/indexes/${indexUid}/settings`, {
        searchableAttributes: ['names', 'others', 'spelled', 'codes', 'within'],
        filterableAttributes: ['group'],
        rankingRules: ['words', 'typo', 'exactness', 'attribute', 'standing:desc', 'proximity'],
        pagination: { maxTotalHits: deepest },
      });
    })().catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  }

  function shaped({ key: of, group, names, codes, popularity, homes }: SearchDocument): unknown {
    const spelled = new Set<string>();
    for (const { text, official } of names)
      for (const [term, how] of termsOfName(text, official).terms)
        if (how === manner.pinyin || how === manner.otherPinyin || how === manner.initials || how === manner.otherInitials) spelled.add(term);
    const plain = (texts: readonly string[]): string[] => [...new Set(texts.map((text) => wordsOf(folded(text)).join(' ')))];
    return {
      id: idOf(of),
      group,
      names: plain(names.flatMap(({ text, official }) => (official ? [text] : []))),
      others: plain(names.flatMap(({ text, official }) => (official ? [] : [text]))),
      spelled: [...spelled],
      codes: plain(codes),
      within: plain(namesOf(of)),
      popularity,
      standing: Math.round(standingOf(group, popularity, homes)),
    };
  }

  async function ask(text: string, queries: readonly Record<string, unknown>[]): Promise<z.output<typeof found>['results']> {
    const { wanted, areas } = typedWords(text, fillers);
    const q = (areas[0] ? [areas[0]] : wanted).join(' ');
    if (q === '') return [];
    const common = { indexUid, q, attributesToRetrieve: ['id', 'group', 'standing'], showRankingScore: true };
    const answer = found.parse(await call('POST', '/multi-search', { queries: queries.map((query) => ({ ...common, ...query })) }));
    return answer.results;
  }

  return {
    async put(documents) {
      await prepare();
      for (let start = 0; start < documents.length; start += batch)
        await task('POST', `/indexes/${indexUid}/documents`, documents.slice(start, start + batch).map(shaped));
    },
    async remove(keys) {
      await prepare();
      await task('POST', `/indexes/${indexUid}/documents/delete-batch`, keys.map(idOf));
    },
    async keys() {
      await prepare();
      const all: string[] = [];
      for (let offset = 0; ; offset += batch) {
        const { results } = page.parse(await call('GET', `/indexes/${indexUid}/documents?fields=id&limit=${batch}&offset=${offset}`));
        all.push(...results.map(({ id }) => keyOf(id)));
        if (results.length < batch) return all;
      }
    },
    async suggest(text, perGroup) {
      const results = await ask(
        text,
        searchGroups.map((group) => ({ filter: `group = ${group}`, limit: perGroup })),
      );
      return results.flatMap(({ hits }) => hits.map(hitOf)).sort(byScore);
    },
    async search(text, group, offset, limit) {
      if (offset + limit > deepest) return { hits: [], total: 0 };
      const [result] = await ask(text, [{ offset, limit, ...(group ? { filter: `group = ${group}` } : {}) }]);
      return { hits: (result?.hits ?? []).map(hitOf), total: result?.totalHits ?? result?.estimatedTotalHits ?? 0 };
    },
  };
}

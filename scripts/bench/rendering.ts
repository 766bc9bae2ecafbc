/** What a page costs that no cache holds: processor time of the server's process, and pages per second. */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createGeoIndex } from '#lib/features/geo/geo.index.ts';
import { readPlaceFiles } from '#lib/features/geo/place.files.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { resolvePath } from '#lib/resolve.ts';
import { startPostgres } from '#tests/support/postgres-server.ts';
import { startSite } from '#tests/support/site.ts';
import type { Site } from '#tests/support/site.ts';
import { askEach } from './load.ts';
import type { BenchPart } from './part.ts';
import { kilobytes, processorTime, table } from './part.ts';

const homes = 1_200;
const mostConnections = 8;
const headers = { 'accept-encoding': 'br, gzip' };
/** Pages of each kind that are counted. */
const counted = 100;
/** Pages that a process has answered before: soon after its start, and when what it does often is compiled. */
const young = 250;
const warming = 1_000;
const rounds = 3;

const kinds = { list: ['new_list', 'new_list2', 'new_list3'], home: ['index'], house: ['house_detail'] } as const;
type Kind = keyof typeof kinds;

/** Addresses of the pages of one place or home, in all languages. */
type Subject = readonly string[];

/** Every address of the site's sitemaps, by kind of page and by what the pages are of. */
async function addresses(origin: string): Promise<Readonly<Record<Kind, readonly Subject[]>>> {
  const geo = createGeoIndex(readPlaceFiles('src/content/places'));
  const links = async (path: string): Promise<readonly string[]> =>
    [...(await (await fetch(`${origin}${path}`)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  const files = await links('/sitemap.xml');
  const found: Record<Kind, Map<string, string[]>> = { list: new Map(), home: new Map(), house: new Map() };
  for (const path of (await Promise.all(files.map(links))).flat()) {
    const meant = resolvePath(geo, path, undefined);
    if (!('name' in meant)) continue;
    const kind = (Object.keys(kinds) as Kind[]).find((one) => (kinds[one] as readonly string[]).includes(meant.name));
    if (!kind) continue;
    const { prefix } = localeFacts[meant.locale];
    const subject = prefix === '' ? path : path.slice(prefix.length + 1);
    found[kind].set(subject, [...(found[kind].get(subject) ?? []), path]);
  }
  return { list: [...found.list.values()], home: [...found.home.values()], house: [...found.house.values()] };
}

type Figures = { readonly perPage: number; readonly perSecond: number; readonly bytes: number };

/** Asks for each page once, and says what one of them took. */
async function take(site: Site, paths: readonly string[]): Promise<Figures> {
  const before = processorTime(site.pid);
  // A page that somebody waits for is shared, so as many are under way as there are different ones.
  const connections = Math.min(mostConnections, new Set(paths).size);
  const { failed, spent, bytes } = await askEach({ origin: site.baseUrl, connections, headers, paths });
  if (failed > 0) throw new Error(`${failed} of ${paths.length} pages failed`);
  return {
    perPage: Number(processorTime(site.pid) - before) / 1e6 / paths.length,
    perSecond: paths.length / (spent / 1_000),
    bytes: bytes / paths.length,
  };
}

/** Every n-th of the values, so that all places and languages are among them. */
const spread = <T>(values: readonly T[], count: number, from = 0): readonly T[] =>
  Array.from(
    { length: Math.min(count, values.length) },
    (_, index) => values[(from + index * Math.max(1, Math.floor(values.length / count))) % values.length] as T,
  );

type Chosen = {
  /** Whether there are too few for any of them to be new. */
  readonly few: boolean;
  /** Pages of places or homes of which no other page here is, each once: for a young process and for a warm one. */
  readonly counted: readonly [young: readonly string[], warm: readonly string[]];
  /** Asked for before, each once. */
  readonly before: readonly string[];
};

/** The n-th subject's page in the n-th language, so that all languages are among them. */
const oneOfEach = (subjects: readonly Subject[]): readonly string[] => subjects.map((paths, index) => paths[index % paths.length] as string);

function choose(subjects: readonly Subject[]): Chosen {
  if (subjects.length < 2 * counted + warming / locales.length) return { few: true, counted: [[], subjects.flat()], before: [] };
  const taken = spread(subjects, 2 * counted);
  const isTaken = new Set(taken);
  const others = subjects.filter((one) => !isTaken.has(one));
  return {
    few: false,
    counted: [oneOfEach(taken.filter((_, index) => index % 2 === 0)), oneOfEach(taken.filter((_, index) => index % 2 === 1))],
    before: spread(others.flat(), warming),
  };
}

/** The pages again, until there are as many as are counted. */
const repeated = ({ counted: [, paths] }: Chosen): readonly string[] => Array.from({ length: Math.ceil(counted / paths.length) }, () => paths).flat();

const settings = (url: string): Readonly<Record<string, string>> => ({
  DATABASE_URL: url,
  LOG_LEVEL: 'silent',
  EXPOSE_QUERY_COUNT: 'off',
  PAGE_CACHE_MB: '0',
});

/** The search index reads all homes after the start; this call waits for it. */
async function whenReady({ baseUrl }: Site): Promise<void> {
  await (await fetch(`${baseUrl}/_houseApi/search/hot`, { headers: { connection: 'close' } })).arrayBuffer();
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

type OfOne = { readonly chosen: Chosen; readonly young?: Figures; readonly first?: Figures; readonly again: readonly Figures[] };

async function ofNewPages(site: Site, { counted: [ofYoung, ofWarm], before }: Chosen): Promise<Required<Pick<OfOne, 'young' | 'first'>>> {
  await take(site, before.slice(0, young));
  const early = await take(site, ofYoung);
  await take(site, before.slice(young));
  return { young: early, first: await take(site, ofWarm) };
}

/** What pages of a kind take in a process of their own: nobody else's rows or compiled code are there. */
async function ofOneProcess(url: string, kind: Kind): Promise<OfOne> {
  const site = await startSite(settings(url));
  try {
    await whenReady(site);
    const chosen = choose((await addresses(site.baseUrl))[kind]);
    const paths = repeated(chosen);
    if (chosen.few) for (let round = 0; round < 3; round++) await take(site, paths);
    const firsts = chosen.few ? {} : await ofNewPages(site, chosen);
    const again: Figures[] = [];
    for (let round = 0; round < rounds; round++) again.push(await take(site, paths));
    return { chosen, ...firsts, again };
  } finally {
    await site.stop();
  }
}

type Speeds = { readonly first: number | undefined; readonly again: number };

/** Pages a second of one process for each core on one port. What one has seen, the others have not. */
async function ofAllCores(url: string, chosen: Chosen): Promise<Speeds> {
  const processes = availableParallelism();
  const site = await startSite({ ...settings(url), PROCESSES: String(processes) });
  try {
    for (let time = 0; time < 4 * processes; time++) await whenReady(site);
    for (let time = 0; time < processes && !chosen.few; time++) await take(site, chosen.before);
    const first = chosen.few ? undefined : (await take(site, chosen.counted[1])).perSecond;
    const paths = repeated(chosen);
    for (let round = 0; round < 3 * processes; round++) await take(site, paths);
    const again: number[] = [];
    for (let round = 0; round < rounds; round++) again.push((await take(site, paths)).perSecond);
    return { first, again: middle(again) };
  } finally {
    await site.stop();
  }
}

export const rendering: BenchPart = {
  name: 'rendering',
  title: 'What a page costs that is not kept',
  method: `Processor time of the server's process (rendering, compression, answering; Postgres apart), and pages a second, ${mostConnections} connections, brotli, no page cache. About ${homes.toLocaleString('en')} sample homes on Postgres. Never seen: ${counted} pages of as many places or homes, in all languages, each once, of which no page was asked for before; in a young process after ${young} others of the kind, otherwise after ${warming.toLocaleString('en')} others, when what a process does often is compiled. Again: the same pages once more, median of ${rounds} rounds. All cores: with \`PROCESSES\` of one for each, which is what a site on Postgres may run. The client (undici, bodies unread) runs on the same cores as the server.`,
  async run(say) {
    const postgres = await startPostgres();
    try {
      say(`seeding ${homes} homes …`);
      const seed = spawnSync(process.execPath, ['scripts/seed.ts', '--houses', String(homes)], {
        env: { ...process.env, DATABASE_URL: postgres.url },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      if (seed.status !== 0) throw new Error('the seed failed');
      const rows: (string | number)[][] = [];
      // All of one process first: what takes every core makes dearer what is measured right after it.
      const taken: (readonly [Kind, OfOne])[] = [];
      for (const kind of Object.keys(kinds) as Kind[]) taken.push([kind, await ofOneProcess(postgres.url, kind)]);
      for (const [kind, { chosen, young: early, first, again }] of taken) {
        const all = await ofAllCores(postgres.url, chosen);
        const cost = middle(again.map(({ perPage }) => perPage)).toFixed(1);
        const speed = middle(again.map(({ perSecond }) => perSecond)).toFixed(0);
        const ofNew = [early?.perPage.toFixed(1), first?.perPage.toFixed(1), first?.perSecond.toFixed(0), all.first?.toFixed(0)].map((figure) => figure ?? '');
        rows.push([kind, cost, speed, all.again.toFixed(0), ...ofNew, kilobytes(again[0]?.bytes ?? 0)]);
        say(
          `${kind}: again ${cost} ms, ${speed}/s, ${all.again.toFixed(0)}/s on all cores; never seen ${ofNew.join(' / ')} (young ms, ms, a second, on all cores)`,
        );
      }
      return table(
        ['page', 'again, ms', 'pages/s', 'pages/s, all cores', 'never seen, young, ms', 'never seen, ms', 'pages/s', 'pages/s, all cores', 'KB (br)'],
        rows,
      );
    } finally {
      await postgres.stop();
    }
  },
};

/** Walks a running site: pages are asked for once, a few at a time, and kept as what they say about themselves. */
import { createHash } from 'node:crypto';
import { readPage } from './page-reader.ts';
import type { ReadPage } from './page-reader.ts';
import { readRobots } from './robots-reader.ts';
import type { Robots } from './robots-reader.ts';

const atOnce = 4;
export const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

export type Crawler = {
  readonly pages: ReadonlyMap<string, ReadPage>;
  /** Asks for those not yet asked for. Redirects are kept as they are, not followed. */
  visit(paths: Iterable<string>): Promise<void>;
  text(path: string, headers?: Readonly<Record<string, string>>): Promise<{ status: number; type: string; location: string | undefined; body: string }>;
};

export function createCrawler(baseUrl: string): Crawler {
  const pages = new Map<string, ReadPage>();

  async function text(path: string, headers: Readonly<Record<string, string>> = {}) {
    const response = await fetch(`${baseUrl}${path}`, { redirect: 'manual', headers });
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      location: response.headers.get('location') ?? undefined,
      body: await response.text(),
    };
  }

  return {
    pages,
    text,
    async visit(paths) {
      const queue = [...new Set(paths)].filter((path) => !pages.has(path)).values();
      const work = async (): Promise<void> => {
        for (const path of queue) {
          const { status, location, body } = await text(path);
          pages.set(path, readPage(path, status, location, body));
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
    },
  };
}

/** The same few of many in every run: those whose fingerprints come first. */
export function sample<T>(all: Iterable<T>, count: number, key: (one: T) => string = String): T[] {
  const mark = (one: T): string => createHash('sha1').update(key(one)).digest('hex');
  return [...all]
    .map((one) => ({ one, mark: mark(one) }))
    .sort((a, b) => (a.mark < b.mark ? -1 : 1))
    .slice(0, count)
    .map(({ one }) => one);
}

/** Paths of the pages that fail, with what is wrong, so that one look at a failed test says what to mend. */
export const failing = (pages: readonly ReadPage[], fault: (page: ReadPage) => unknown): string[] =>
  pages
    .flatMap((page) => {
      const wrong = fault(page);
      return wrong === undefined || wrong === false || wrong === '' || (Array.isArray(wrong) && wrong.length === 0)
        ? []
        : [`${page.path}: ${typeof wrong === 'string' ? wrong : JSON.stringify(wrong)}`];
    })
    .slice(0, 25);

/** `<url>` elements of a sitemap. */
function readSitemap(xml: string): { readonly address: string; readonly alternates: readonly (readonly [string, string])[] }[] {
  return [...xml.matchAll(/<url>(.*?)<\/url>/gs)].map(([, element = '']) => ({
    address: /<loc>(.*?)<\/loc>/.exec(element)?.[1] ?? '',
    alternates: [...element.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(([, hreflang = '', href = '']) => [hreflang, href] as const),
  }));
}

export type Alternates = readonly (readonly [string, string])[];

export type SiteMap = {
  readonly robots: Robots;
  /** Whether an absolute address is one of this site. */
  isOwn(address: string): boolean;
  /** The path of an address of this site; other addresses stay as they are. */
  pathOf(address: string): string;
  /** The paths in each sitemap file, by the file's name. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** Path → alternates, for every page of every sitemap. */
  readonly listed: ReadonlyMap<string, Alternates>;
};

/** Reads robots.txt and all sitemaps it leads to. */
export async function readSiteMap(crawler: Crawler): Promise<SiteMap> {
  const robots = readRobots((await crawler.text('/robots.txt')).body);
  const origin = new URL(robots.sitemaps[0] ?? 'http://localhost').origin;
  // Without SITE_URL the origin is localhost, in pages written by the build with the usual port, whatever port the server has.
  const isOwn = (address: string): boolean =>
    address === origin || address.startsWith(`${origin}/`) || (origin.startsWith('http://localhost:') && address.startsWith('http://localhost:'));
  const pathOf = (address: string): string => (isOwn(address) ? address.replace(/^https?:\/\/[^/]*/, '') || '/' : address);
  const files = new Map<string, readonly string[]>();
  const listed = new Map<string, Alternates>();
  for (const [, address = ''] of (await crawler.text('/sitemap.xml')).body.matchAll(/<loc>(.*?)<\/loc>/g)) {
    const urls = readSitemap((await crawler.text(pathOf(address))).body);
    files.set(
      address.split('/').at(-1) ?? '',
      urls.map((url) => pathOf(url.address)),
    );
    for (const url of urls) listed.set(pathOf(url.address), url.alternates);
  }
  return { robots, isOwn, pathOf, files, listed };
}

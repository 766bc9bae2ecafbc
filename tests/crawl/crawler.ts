/** Walks a running site: pages are asked for once, a few at a time, and kept as what they say about themselves. */
import { createHash } from 'node:crypto';
import { readPage } from './page-reader.ts';
import type { ReadPage } from './page-reader.ts';

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

/** `<url>` elements of a sitemap. */
export function readSitemap(xml: string): { readonly address: string; readonly alternates: readonly (readonly [string, string])[] }[] {
  return [...xml.matchAll(/<url>(.*?)<\/url>/gs)].map(([, element = '']) => ({
    address: /<loc>(.*?)<\/loc>/.exec(element)?.[1] ?? '',
    alternates: [...element.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(([, hreflang = '', href = '']) => [hreflang, href] as const),
  }));
}

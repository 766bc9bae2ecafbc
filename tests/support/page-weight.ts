/** What a page costs on the wire, by kind, as the browser's network layer counts it. */
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/** Bytes over the wire, compressed, headers included. `css` is what the page's styles would weigh alone. */
export type PageWeight = {
  readonly document: number;
  readonly css: number;
  readonly script: number;
  /** What wakes islands, which stood in each page before it was a file of its own (docs/decisions/0118). */
  readonly islands: number;
  readonly font: number;
  readonly image: number;
  readonly total: number;
  readonly requests: number;
  readonly scripts: readonly string[];
};

/** Files are named by what they hold, and styles that are the same weigh the same: each is fetched, or compressed, once for all pages of a worker. */
const fetched = new Map<string, Promise<string>>();
const weighed = new Map<string, number>();

function once<K, V>(kept: Map<K, V>, key: K, make: () => V): V {
  const made = kept.get(key) ?? make();
  kept.set(key, made);
  return made;
}

type Kind = 'document' | 'script' | 'islands' | 'font' | 'image' | 'other';
const kinds: Readonly<Record<string, Kind>> = { Document: 'document', Script: 'script', Font: 'font', Image: 'image' };

/** Opens an address with an empty browser cache and waits until nothing loads any more. Nothing is touched or scrolled. */
export async function weighPage(page: Page, address: string): Promise<PageWeight> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const kindOf = new Map<string, { kind: Kind; url: string }>();
  const bytes: Record<Kind, number> = { document: 0, script: 0, islands: 0, font: 0, image: 0, other: 0 };
  let requests = 0;
  session.on('Network.responseReceived', ({ requestId, type, response: { url } }) => {
    kindOf.set(requestId, { kind: /\/islands\.[\w-]+\.js$/.test(url) ? 'islands' : (kinds[type] ?? 'other'), url });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const entry = kindOf.get(requestId);
    if (!entry || entry.url.startsWith('data:')) return;
    bytes[entry.kind] += encodedDataLength;
    requests++;
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  const styles = await page.evaluate(() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('\n'));
  const scripts = await Promise.all(
    [...kindOf.values()]
      .filter(({ kind }) => kind === 'script' || kind === 'islands')
      .map(({ url }) => once(fetched, url, async () => (await page.request.get(url)).text())),
  );
  await session.detach();
  return {
    ...bytes,
    css: once(weighed, styles, () => brotliCompressSync(styles).length),
    total: Object.values(bytes).reduce((sum, one) => sum + one, 0),
    requests,
    scripts,
  };
}

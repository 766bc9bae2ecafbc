/** HTML of parts that many pages share, kept by everything it depends on, so that it is written once. */
import { LRUCache } from 'lru-cache';
import { withoutIdleEnds, withoutIdleQuotes } from '#lib/html-short.ts';

/** Characters kept for a site, keys included; a card has about 3,000. */
const maxSize = 24 * 1_048_576;

/** One for each site served by this process: addresses in the HTML are the site's. */
const caches = new WeakMap<object, LRUCache<string, string>>();

export function htmlCache(site: object): LRUCache<string, string> {
  const known = caches.get(site);
  if (known) return known;
  const made = new LRUCache<string, string>({ maxSize, sizeCalculation: (html, key) => html.length + key.length + 1 });
  caches.set(site, made);
  return made;
}

/** HTML of parts of a read model, which goes when the read model does. */
const partsOf = new WeakMap<object, Map<string, string>>();

/** The part of what a read model shows, written once for as long as the model is kept. A read model is of one language and site. */
export function cachedPart(model: object, part: string, write: () => string): string {
  const parts = partsOf.get(model) ?? new Map<string, string>();
  const known = parts.get(part);
  if (known !== undefined) return known;
  const fresh = write();
  parts.set(part, fresh);
  partsOf.set(model, parts);
  return fresh;
}

/** The part as it is kept; undefined where it has not been written. */
export function keptPart(model: object, part: string): string | undefined {
  return partsOf.get(model)?.get(part);
}

/** The same for what can only be written by waiting. */
export async function cachedSlot(model: object, part: string, write: () => Promise<string>): Promise<string> {
  const known = keptPart(model, part);
  if (known !== undefined) return known;
  const fresh = withoutIdleQuotes(withoutIdleEnds(await write()));
  return cachedPart(model, part, () => fresh);
}

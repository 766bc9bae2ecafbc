/** HTML of parts that many pages share, kept by everything it depends on, so that it is written once. */
import { LRUCache } from 'lru-cache';
import { KeptHtml } from '#lib/page-text.ts';

/** Characters kept for a site, keys included; a card has about 3,000. */
const maxSize = 24 * 1_048_576;

/** One for each site served by this process: addresses in the HTML are the site's. */
const caches = new WeakMap<object, LRUCache<string, KeptHtml>>();

function htmlCache(site: object): LRUCache<string, KeptHtml> {
  const known = caches.get(site);
  if (known) return known;
  const made = new LRUCache<string, KeptHtml>({ maxSize, sizeCalculation: (html, key) => html.length + key.length + 1 });
  caches.set(site, made);
  return made;
}

/** What a key names, written once for a site as long as there is room. */
export async function cachedText(site: object, key: string, write: () => Promise<KeptHtml>): Promise<KeptHtml> {
  const cache = htmlCache(site);
  const known = cache.get(key);
  if (known) return known;
  const fresh = await write();
  cache.set(key, fresh);
  return fresh;
}

/** HTML of parts of a read model, which goes when the read model does. */
const partsOf = new WeakMap<object, Map<string, KeptHtml>>();

function keepPart(model: object, part: string, fresh: KeptHtml): KeptHtml {
  const parts = partsOf.get(model) ?? new Map<string, KeptHtml>();
  parts.set(part, fresh);
  partsOf.set(model, parts);
  return fresh;
}

/** The part as it is kept; undefined where it has not been written. */
export function keptPart(model: object, part: string): KeptHtml | undefined {
  return partsOf.get(model)?.get(part);
}

/** The part of what a read model shows, written once for as long as the model is kept. A read model is of one language and site. */
export function cachedPart(model: object, part: string, write: () => string): KeptHtml {
  return keptPart(model, part) ?? keepPart(model, part, new KeptHtml(write()));
}

/** The same for what can only be written by waiting. */
export async function cachedSlot(model: object, part: string, write: () => Promise<KeptHtml>): Promise<KeptHtml> {
  return keptPart(model, part) ?? keepPart(model, part, await write());
}

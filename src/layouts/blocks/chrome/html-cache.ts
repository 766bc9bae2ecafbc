/** HTML of parts that many pages share, kept by everything it depends on, so that it is written once. */
import { LRUCache } from 'lru-cache';

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

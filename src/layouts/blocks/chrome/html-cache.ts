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

const idleEnds =
  /<\/(?:(?:li|dt|dd|td|th|tr|tbody|thead|option)>|p>(?=<(?:p|div|ul|ol|dl|table|section|details|h[2-4])[ >]|<\/(?:div|section|li|article|details|aside)>))/g;
/** Space at the beginning and at the end of what lays out blocks: it is never shown. */
const block = 'ul|ol|dl|div|nav|section|aside|header|form|table|details|figure|noscript|template';
const idleSpace = new RegExp(`(<(?:${block}|li|dd|dt|tr|td|th)(?: [^<>]*)?>)\\s+(?=<)|\\s+(?=</(?:${block})>)`, 'g');

/**
 * The same markup without end tags that HTML itself can tell: those of entries, cells and options, of which a home has 500, and of
 * paragraphs before what no paragraph holds; and without space that blocks begin or end with.
 * @example withoutIdleEnds('<ul> <li>a</li><li>b</li> </ul>') // '<ul><li>a<li>b</ul>'
 */
export function withoutIdleEnds(markup: string): string {
  return markup.replaceAll(idleEnds, '').replaceAll(idleSpace, '$1');
}

/** Attributes that are many and whose values are words of ours: numbers, names, states. */
const wordy = [
  'aria-current',
  'aria-hidden',
  'aria-labelledby',
  'aria-pressed',
  'autocomplete',
  'class',
  'cx',
  'cy',
  'data-home',
  'data-icon',
  'data-keep',
  'data-locale',
  'data-menu',
  'data-no',
  'data-way',
  'datetime',
  'decoding',
  'fetchpriority',
  'for',
  'form',
  'height',
  'hreflang',
  'inputmode',
  'lang',
  'loading',
  'name',
  'popovertarget',
  'popovertargetaction',
  'r',
  'rel',
  'role',
  'scope',
  'text-anchor',
  'tabindex',
  'translate',
  'value',
  'width',
  'x',
  'y',
].join('|');
const idleQuotes = new RegExp(` (${wordy})="([\\w.:-]+)"(?=[ >])`, 'g');

/** Values with more than words in them, of which none ends with a slash. */
const idleQuotesOfMore = / (media|sizes|style|type)="([\w.:;,()#/-]*[\w.;)])"(?=[ >])/g;

/** The same markup without quotes around values that need none. @example withoutIdleQuotes('<a rel="nofollow" href="/x">') // '<a rel=nofollow href="/x">' */
export function withoutIdleQuotes(markup: string): string {
  return markup.replaceAll(idleQuotes, ' $1=$2').replaceAll(idleQuotesOfMore, ' $1=$2');
}

/** HTML of parts of a read model, which goes when the read model does. */
const partsOf = new WeakMap<object, Map<string, string>>();

/** The part of what a read model shows, written once for as long as the model is kept. A read model is of one language and site. */
export function cachedPart(model: object, part: string, write: () => string): string {
  const parts = partsOf.get(model) ?? new Map<string, string>();
  const known = parts.get(part);
  if (known !== undefined) return known;
  const fresh = withoutIdleQuotes(withoutIdleEnds(write()));
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
  const fresh = await write();
  return cachedPart(model, part, () => fresh);
}

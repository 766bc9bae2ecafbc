/** Markup without what HTML can do without (docs/decisions/0110). */

/** What no paragraph holds, and what holds paragraphs: where it begins or ends, a paragraph before it ends. */
const afterParagraph = '<(?:p|div|ul|ol|dl|table|section|details|h[2-4])[ >]|</(?:div|section|li|article|details|aside)>';
export const endsParagraph = new RegExp(`^(?:${afterParagraph})`);
const idleEnds = new RegExp(`</(?:(?:li|dt|dd|td|th|tr|tbody|thead|option)>|p>(?=${afterParagraph}))`, 'g');
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
export const wordy = [
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
/** Where a template has a value (lib/html.ts). Within a tag it is an attribute, which begins with a space, or nothing. */
export const place = '\u0001';
/** Such a value, as a pattern. */
export const word = '[\\w.:-]+';
const idleQuotes = new RegExp(` (${wordy})="(${word})"(?=[ >${place}])`, 'g');

/** Attributes whose values have more than words in them. */
export const wordyMore = 'media|sizes|style|type';
/** Such a value, of which none ends with a slash, as a pattern. */
export const more = '[\\w.:;,()#/-]*[\\w.;)]';
const idleQuotesOfMore = new RegExp(` (${wordyMore})="(${more})"(?=[ >${place}])`, 'g');

/** The same markup without quotes around values that need none. @example withoutIdleQuotes('<a rel="nofollow" href="/x">') // '<a rel=nofollow href="/x">' */
export function withoutIdleQuotes(markup: string): string {
  return markup.replaceAll(idleQuotes, ' $1=$2').replaceAll(idleQuotesOfMore, ' $1=$2');
}

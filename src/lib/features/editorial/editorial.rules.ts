/**
 * From an editor's text to a page of one locale: short links become this locale's addresses and placeholders
 * the operator's particulars. It works on the HTML that Astro has already made of the Markdown, because Astro
 * keeps that HTML between builds as long as the text stays the same: particulars filled in before would stay
 * the old ones after the operator changed them. Editors cannot write HTML, so all tags here are the renderer's.
 */
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { facadePicture } from '#lib/features/pictures/picture-source.rules.ts';
import type { PictureSource } from '#lib/features/pictures/picture-source.rules.ts';
import { isChinese } from '#lib/i18n/locales.ts';
import type { Paths } from '#lib/paths.ts';
import { resolvePath } from '#lib/resolve.ts';
import { placeholders, postTopics } from './editorial.schema.ts';
import type { Cover, Placeholder, PostTopic } from './editorial.schema.ts';

/** What stands in place of `{brand}` and the others. `href` makes a link of it. */
export type Filling = { readonly text: string; readonly href?: string };
export type Fillings = Readonly<Record<Placeholder, Filling>>;

/** A picture of editors as the build has it: its address, and its size in pixels. */
export type EditorsPicture = { readonly src: string; readonly width: number; readonly height: number };

/** Where short links lead: the reader's locale, and the places that paths may name. `pictures`: of editors, by the name of their file. */
export type LinkContext = { readonly paths: Paths; readonly geo: GeoIndex; readonly pictures?: ReadonlyMap<string, EditorsPicture> };

/** A heading as the Markdown renderer lists it. */
export type Heading = { readonly depth: number; readonly slug: string; readonly text: string };

export type Question = { readonly question: string; readonly answer: string };

const pattern = new RegExp(`( ?)\\{(${placeholders.join('|')})\\}( ?)`, 'g');
const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&#x27;': "'", '&nbsp;': ' ' };

/** Text as it may stand in HTML or XML, between tags or in an attribute. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The words of a piece of HTML. @example plainText('<p>Bed &amp; desk</p>') // 'Bed & desk' */
export function plainText(html: string): string {
  return html
    .replaceAll(/<\/(?:p|li|h\d|th|td)>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#39|#x27|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Editors set a space around a placeholder; beside a Chinese character none is wanted. */
function fill(text: string, fillings: Fillings, show: (filling: Filling) => string): string {
  return text.replaceAll(pattern, (_, before: string, name: Placeholder, after: string) => {
    const filling = fillings[name];
    const joins = (end: string | undefined): boolean => end !== undefined && /[\p{Script=Han}（）]/u.test(end);
    return `${joins(filling.text.at(0)) ? '' : before}${show(filling)}${joins(filling.text.at(-1)) ? '' : after}`;
  });
}

/** A title or description with its placeholders filled. */
export function fillText(text: string, fillings: Fillings): string {
  return fill(text, fillings, ({ text: shown }) => shown);
}

/**
 * Where an editor's link leads in this locale. Addresses of other sites and links within the page stay.
 * @throws {Error} if this site has no such page in this locale: a link that leads nowhere must not be built.
 * @example linkTarget('/helps/123888', { paths, geo }) // '/en/general-pages/helps/123888'
 */
export function linkTarget(href: string, { paths, geo }: LinkContext): string {
  if (!href.startsWith('/') || href.startsWith('//')) return href;
  const [path = '/', hash] = href.split('#');
  const found = resolvePath(geo, path, paths.locale);
  if (found.kind !== 'page' && found.kind !== 'redirect') throw new Error(`a text in ${paths.locale} links to ${href}, which this site does not have`);
  return `${paths.local(found.kind === 'redirect' ? found.path : path)}${hash === undefined ? '' : `#${hash}`}`;
}

function linkTag(tag: string, context: LinkContext): string {
  return tag.replace(
    /^(<a\s(?:[^>]*\s)?href=")([^"]*)(")/,
    (_, start: string, href: string, end: string) => `${start}${escapeMarkup(linkTarget(plainText(href), context))}${end}`,
  );
}

/** What editors write before the name of a picture's file: `![A desk by the window](/pictures/desk.webp)`. */
const picturesAt = '/pictures/';

/**
 * A picture with its size, so that nothing moves when it comes, and asked for when a reader is near it.
 * @throws {Error} if there is no such picture.
 */
function pictureTag(tag: string, { pictures = new Map() }: LinkContext, fillings: Fillings): string {
  const [, src = ''] = /\ssrc="([^"]*)"/.exec(tag) ?? [];
  const [, alt = ''] = /\salt="([^"]*)"/.exec(tag) ?? [];
  const name = plainText(src);
  const picture = name.startsWith(picturesAt) ? pictures.get(name.slice(picturesAt.length)) : undefined;
  if (!picture) throw new Error(`a text shows the picture ${name}, which is not in src/content/pictures`);
  return `<img src="${escapeMarkup(picture.src)}" alt="${fill(alt, fillings, ({ text }) => escapeMarkup(text))}" width="${picture.width}" height="${picture.height}" loading="lazy" decoding="async">`;
}

/** The renderer curls apostrophes; Chinese faces draw a curled one as wide as a character, so King's Cross would fall apart. */
function straightApostrophes(text: string): string {
  return text.replaceAll(/(?<=[A-Za-z])’(?=[A-Za-z])/g, "'");
}

/** The body of a text, as HTML of this locale. @throws as `linkTarget` does. */
export function localiseHtml(html: string, context: LinkContext, fillings: Fillings): string {
  const show = ({ text, href }: Filling): string => (href === undefined ? escapeMarkup(text) : `<a href="${escapeMarkup(href)}">${escapeMarkup(text)}</a>`);
  const write = isChinese(context.paths.locale) ? straightApostrophes : (text: string): string => text;
  const tag = (piece: string): string => (piece.startsWith('<img') ? pictureTag(piece, context, fillings) : linkTag(piece, context));
  return html.replaceAll(/<[^>]*>|[^<]+/g, (piece) => (piece.startsWith('<') ? tag(piece) : fill(write(piece), fillings, show)));
}

/** The questions of a page whose headings of the second level are questions, with what stands below each. */
export function questionsOf(html: string): readonly Question[] {
  return html
    .split(/(?=<h2[\s>])/)
    .filter((part) => part.startsWith('<h2'))
    .map((part) => {
      const end = part.indexOf('</h2>');
      return { question: plainText(part.slice(0, end)), answer: plainText(part.slice(end)) };
    });
}

const sectionsWorthATable = 6;
/** An article has its contents beside it, where they take no room of the text. */
export const sectionsOfArticle = 4;

/** The table of contents: headings of the second level of a long text, nothing for a short one. */
export function contentsOf(headings: readonly Heading[], least: number = sectionsWorthATable): readonly Heading[] {
  const sections = headings.filter(({ depth }) => depth === 2);
  return sections.length >= least ? sections : [];
}

/** How much is read in a minute: words, of which a Chinese character is a part. */
const perMinute = { words: 220, characters: 400 };

/** How long a text takes to read, in whole minutes, one at least. @example readingMinutes('<p>Bed &amp; desk</p>') // 1 */
export function readingMinutes(html: string): number {
  const text = plainText(html);
  const characters = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.replaceAll(/\p{Script=Han}/gu, ' ').match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
  return Math.max(1, Math.round(words / perMinute.words + characters / perMinute.characters));
}

/** The drawing that a cover names, with its evening for dark pages. */
export function coverPicture({ view, drawing }: Cover): PictureSource {
  return facadePicture({ id: drawing, houseType: 'apartment', yearBuilt: 2010, storeys: 6, countryIso2: 'GB' }, view);
}

type Post = { readonly slug: string; readonly topics: readonly string[]; readonly published: string };

/** Newest first; by name where the day is the same, so that the order never changes by chance. */
export function newestFirst(a: Post, b: Post): number {
  return b.published.localeCompare(a.published) || a.slug.localeCompare(b.slug);
}

/**
 * Topics that posts have, in their order, each with how many.
 * @example topicCounts([{ topics: ['law', 'deposit'] }, { topics: ['law'] }]) // [{ topic: 'deposit', count: 1 }, { topic: 'law', count: 2 }]
 */
export function topicCounts(posts: readonly { readonly topics: readonly PostTopic[] }[]): readonly { readonly topic: PostTopic; readonly count: number }[] {
  return postTopics.flatMap((topic) => {
    const { length: count } = posts.filter(({ topics }) => topics.includes(topic));
    return count > 0 ? [{ topic, count }] : [];
  });
}

/** Posts to read next: those that share most topics first, then the newest. */
export function relatedPosts<P extends Post>(post: Post, posts: readonly P[], most = 3): readonly P[] {
  const shared = ({ topics }: Post): number => topics.filter((topic) => post.topics.includes(topic)).length;
  return posts
    .filter(({ slug }) => slug !== post.slug)
    .toSorted((a, b) => shared(b) - shared(a) || newestFirst(a, b))
    .slice(0, most);
}

/** The entries after this one and, from the start again, those before it. */
export function nextInOrder<E>(entries: readonly E[], isThis: (entry: E) => boolean, most: number): readonly E[] {
  const at = entries.findIndex(isThis);
  return [...entries.slice(at + 1), ...entries.slice(0, Math.max(at, 0))].slice(0, most);
}

export type FeedItem = { readonly title: string; readonly description: string; readonly url: string; readonly published: string; readonly author: string };
export type FeedChannel = { readonly title: string; readonly description: string; readonly url: string; readonly feedUrl: string; readonly language: string };

/** An RSS 2.0 feed. Addresses are absolute; days count from midnight UTC. */
export function rssFeed(channel: FeedChannel, items: readonly FeedItem[]): string {
  const element = (name: string, text: string): string => `<${name}>${escapeMarkup(text)}</${name}>`;
  const entries = items.map(({ title, description, url, published, author }) =>
    [
      '<item>',
      element('title', title),
      element('link', url),
      element('guid', url),
      element('description', description),
      element('pubDate', new Date(`${published}T00:00:00Z`).toUTCString()),
      element('dc:creator', author),
      '</item>',
    ].join(''),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>',
    element('title', channel.title),
    element('link', channel.url),
    element('description', channel.description),
    element('language', channel.language),
    `<atom:link href="${escapeMarkup(channel.feedUrl)}" rel="self" type="application/rss+xml"/>`,
    ...entries,
    '</channel></rss>',
  ].join('\n');
}

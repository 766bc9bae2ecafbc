/**
 * Editors' texts for pages, from the content collections, which are part of the build: this needs no database. It is the one place that
 * reads `astro:content` for editorial pages, also for those that show homes beside a text and are rendered when asked for.
 */
import { getCollection, render } from 'astro:content';
import type { CollectionEntry } from 'astro:content';
import { brand } from '#lib/brand.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { skylinePicture } from '#lib/features/pictures/picture-source.rules.ts';
import type { PictureSource } from '#lib/features/pictures/picture-source.rules.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { View } from '#lib/view.ts';
import {
  contentsOf,
  coverPicture,
  fillText,
  localiseHtml,
  newestFirst,
  nextInOrder,
  questionsOf,
  readingMinutes,
  relatedPosts,
  sectionsOfArticle,
  topicCounts,
} from './editorial.rules.ts';
import type { EditorsPicture, Heading, Question } from './editorial.rules.ts';
import { faqId, stages } from './editorial.schema.ts';
import type { Cover, PostTopic, Source, Stage } from './editorial.schema.ts';
import { particulars } from './particulars.rules.ts';

type Collection = 'blog' | 'policies' | 'help' | 'guides' | 'pages' | 'providers' | 'topics';
/** What a page gives of its view. */
export type Reader = Pick<View, 'locale' | 'paths' | 'geo' | 't' | 'now'>;

/** An entry in a list: what it is called, where it is. */
export type EntryLink = { readonly title: string; readonly description: string; readonly href: string };

export type Text = {
  readonly title: string;
  readonly description: string;
  /** YYYY-MM-DD (R9.61). */
  readonly updated: string;
  readonly html: string;
  /** Empty for a short text. */
  readonly contents: readonly Heading[];
  /** The locales that have this text. */
  readonly alternates: readonly Locale[];
};

/** Editors' pictures by the name of their file, with the sizes that the build found. */
const pictures: ReadonlyMap<string, EditorsPicture> = new Map(
  Object.entries(import.meta.glob<{ readonly default: EditorsPicture }>('../../../content/pictures/*.{jpg,png,webp}', { eager: true })).map(
    ([path, { default: picture }]) => [path.split('/').at(-1) ?? '', picture],
  ),
);

const langOf = (locale: Locale): string | undefined => localeFacts[locale].prefix || undefined;

function idParts(id: string): { locale: Locale; slug: string } {
  const [folder, slug = ''] = id.split('/');
  const locale = locales.find((one) => one === folder);
  if (!locale) throw new Error(`src/content: ${id} is in a folder that is no locale`);
  return { locale, slug };
}

async function inLocale<C extends Collection>(collection: C, locale: Locale): Promise<readonly CollectionEntry<C>[]> {
  const entries: readonly CollectionEntry<C>[] = await getCollection(collection);
  return entries.filter(({ id }) => idParts(id).locale === locale);
}

async function localesOf(collection: Collection, slug: string): Promise<readonly Locale[]> {
  const ids = new Set((await getCollection(collection)).map(({ id }) => id));
  return locales.filter((locale) => ids.has(`${locale}/${slug}`));
}

async function textOf(reader: Reader, entry: CollectionEntry<Collection>, sectionsAtLeast?: number): Promise<Text> {
  const fillings = particulars(reader.locale, reader.t, reader.now);
  const { headings } = await render(entry);
  return {
    title: fillText(entry.data.title, fillings),
    description: fillText(entry.data.description, fillings),
    updated: entry.data.updated,
    html: localiseHtml(entry.rendered?.html ?? '', { paths: reader.paths, geo: reader.geo, pictures }, fillings),
    contents: contentsOf(headings, sectionsAtLeast).map((heading) => ({ ...heading, text: fillText(heading.text, fillings) })),
    alternates: await localesOf(entry.collection, idParts(entry.id).slug),
  };
}

function found<E>(entry: E | undefined, what: string): E {
  if (entry === undefined) throw new Error(`no such text: ${what}`);
  return entry;
}

function linkTo(reader: Reader, entry: CollectionEntry<Collection>, href: string): EntryLink {
  const fillings = particulars(reader.locale, reader.t, reader.now);
  return { title: fillText(entry.data.title, fillings), description: fillText(entry.data.description, fillings), href };
}

// Which pages the build writes. `lang` is the first path segment, absent in the default locale.

type StaticPath = { readonly params: Readonly<Record<string, string | undefined>> };

async function pathsOf<C extends Collection>(collection: C, params: (entry: CollectionEntry<C>) => Record<string, string>): Promise<StaticPath[]> {
  const entries: readonly CollectionEntry<C>[] = await getCollection(collection);
  return entries.map((entry) => ({ params: { lang: langOf(idParts(entry.id).locale), ...params(entry) } }));
}

/** An index page in every locale. */
export function indexPaths(): StaticPath[] {
  return locales.map((locale) => ({ params: { lang: langOf(locale) } }));
}

/** The page about the site counts what the catalogue has, so that it is rendered when asked for. */
const aboutSlug = 'about-uhomes';

/** Pages by name and documents by number that the build writes (R2.046–R2.049, R2.052–R2.056). */
export async function documentPaths(): Promise<StaticPath[]> {
  const pages = await pathsOf('pages', ({ id }) => ({ id: idParts(id).slug }));
  return [...pages.filter(({ params }) => params['id'] !== aboutSlug), ...(await pathsOf('policies', ({ data }) => ({ id: String(data.id) })))];
}

export const helpPaths = (): Promise<StaticPath[]> => pathsOf('help', ({ data }) => ({ id: String(data.id) }));
/** Topics that have a post in the language. */
export async function postTopicPaths(): Promise<StaticPath[]> {
  const posts = await Promise.all(locales.map(async (locale) => ({ locale, posts: (await inLocale('blog', locale)).map(({ data }) => data) })));
  return posts.flatMap(({ locale, posts: written }) => topicCounts(written).map(({ topic }) => ({ params: { lang: langOf(locale), topic } })));
}

export const topicPaths = (): Promise<StaticPath[]> => pathsOf('topics', ({ id }) => ({ slug: idParts(id).slug }));
export const providerPaths = (): Promise<StaticPath[]> => pathsOf('providers', ({ data }) => ({ slug: data.slug }));

// Texts.

export type DocumentText = Text & {
  readonly effective: string | undefined;
  readonly related: readonly EntryLink[];
  /** Of a page about the site, which has one; documents have none. */
  readonly cover: PictureSource | undefined;
  readonly coverAlt: string;
};

/** What stands above the pages about the site, as a view that is drawn and its number; in this order they lead to each other. */
const pageCovers: Readonly<Record<string, Cover>> = {
  [aboutSlug]: { view: 'lounge', drawing: 4 },
  consultants: { view: 'room', drawing: 31 },
  'contact-us': { view: 'street', drawing: 12 },
  partners: { view: 'courtyard', drawing: 8 },
  'join-us': { view: 'corner', drawing: 19 },
  appdownload: { view: 'room', drawing: 7 },
};

/** A page about the site, with the others. */
export type PageText = DocumentText & { readonly cover: PictureSource };

async function pageText(reader: Reader, id: string): Promise<PageText> {
  const pages = await inLocale('pages', reader.locale);
  const page = found(
    pages.find((one) => idParts(one.id).slug === id),
    `${reader.locale} page ${id}`,
  );
  const cover = found(pageCovers[id], `cover of page ${id}`);
  const others = Object.keys(pageCovers).flatMap((slug) => pages.find((one) => one !== page && idParts(one.id).slug === slug) ?? []);
  return {
    ...(await textOf(reader, page)),
    effective: undefined,
    related: others.map((one) => linkTo(reader, one, reader.paths.to('document', { id: idParts(one.id).slug }))),
    cover: coverPicture(cover),
    coverAlt: altOf(cover, reader.t),
  };
}

/** A page by its name, or a policy by its number, with the others of its kind. */
export async function loadDocument(reader: Reader, id: string): Promise<DocumentText> {
  const policies = await inLocale('policies', reader.locale);
  const policy = policies.find(({ data }) => String(data.id) === id);
  if (!policy) return pageText(reader, id);
  const others = policies.filter((one) => one !== policy).toSorted((a, b) => a.data.id - b.data.id);
  const related = others.map((one) => linkTo(reader, one, reader.paths.to('document', { id: one.data.id })));
  return { ...(await textOf(reader, policy)), effective: policy.data.effective, related, cover: undefined, coverAlt: '' };
}

/** The page about the site, whose figures stand beside it. */
export const loadAbout = (reader: Reader): Promise<PageText> => pageText(reader, aboutSlug);

async function helps(reader: Reader): Promise<readonly CollectionEntry<'help'>[]> {
  return (await inLocale('help', reader.locale)).toSorted((a, b) => a.data.order - b.data.order);
}

const helpLink = (reader: Reader, help: CollectionEntry<'help'>): EntryLink => linkTo(reader, help, reader.paths.to('help', { id: help.data.id }));

export type HelpText = Text & {
  readonly related: readonly EntryLink[];
  readonly sources: readonly Source[];
  /** Of the FAQ only (R2.051). */
  readonly questions: readonly Question[];
};

export async function loadHelp(reader: Reader, id: string): Promise<HelpText> {
  const all = await helps(reader);
  const help = found(
    all.find(({ data }) => String(data.id) === id),
    `${reader.locale} help ${id}`,
  );
  const text = await textOf(reader, help);
  return {
    ...text,
    sources: help.data.sources,
    questions: help.data.id === faqId ? questionsOf(text.html) : [],
    related: nextInOrder(all, (one) => one === help, 3).map((one) => helpLink(reader, one)),
  };
}

export type HelpIndex = {
  /** What there is for each stage of a reader's journey: topics, which ask what to choose, before helps, which say what to do. */
  readonly stages: readonly { readonly stage: Stage; readonly entries: readonly EntryLink[] }[];
  readonly faq: EntryLink;
  readonly questions: readonly { readonly name: string; readonly href: string }[];
};

/** Helps and topics by stage, and each question of the FAQ with the address of its answer. */
export async function loadHelpIndex(reader: Reader): Promise<HelpIndex> {
  const all = await helps(reader);
  const faq = found(
    all.find(({ data }) => data.id === faqId),
    `${reader.locale} FAQ`,
  );
  const topics = await topicsOf(reader);
  const link = helpLink(reader, faq);
  const { contents } = await textOf(reader, faq);
  return {
    stages: stages.map((stage) => ({
      stage,
      entries: [
        ...topics.filter(({ data }) => data.stage === stage).map((one) => topicLink(reader, one)),
        ...all.filter(({ data }) => data.stage === stage).map((one) => helpLink(reader, one)),
      ],
    })),
    faq: link,
    questions: contents.map(({ slug, text }) => ({ name: text, href: `${link.href}#${slug}` })),
  };
}

async function topicsOf(reader: Reader): Promise<readonly CollectionEntry<'topics'>[]> {
  return (await inLocale('topics', reader.locale)).toSorted((a, b) => a.data.order - b.data.order);
}

const topicLink = (reader: Reader, topic: CollectionEntry<'topics'>): EntryLink =>
  linkTo(reader, topic, reader.paths.to('topic', { slug: idParts(topic.id).slug }));

/** The topics of a locale in their order (R2.045). */
export async function loadTopics(reader: Reader): Promise<readonly EntryLink[]> {
  return (await topicsOf(reader)).map((topic) => topicLink(reader, topic));
}

/** A topic with those that come after it (R2.044). */
export async function loadTopic(reader: Reader, slug: string): Promise<Text & { readonly related: readonly EntryLink[]; readonly sources: readonly Source[] }> {
  const topic = found(
    (await inLocale('topics', reader.locale)).find(({ id }) => idParts(id).slug === slug),
    `${reader.locale} topic ${slug}`,
  );
  const href = reader.paths.to('topic', { slug });
  return { ...(await textOf(reader, topic)), sources: topic.data.sources, related: nextInOrder(await loadTopics(reader), (one) => one.href === href, 3) };
}

/** Who wrote a text, as readers see it. `isSample`: the operator has named no editors of their own. */
export type Byline = { readonly name: string; readonly isSample: boolean };

/** What leads to an article: its cover, and what the line below its title says. */
export type ArticleLink = EntryLink & {
  readonly cover: PictureSource;
  readonly coverAlt: string;
  readonly byline: Byline;
  readonly minutes: number;
  readonly updated: string;
};

function bylineOf({ locale, t }: Pick<Reader, 'locale' | 't'>): Byline {
  return brand.editors === undefined ? { name: t('editorial.author_editors'), isSample: true } : { name: brand.editors[locale], isSample: false };
}

/** What a drawn cover shows, for whoever does not see it. */
function altOf({ view }: Cover, t: Reader['t']): string {
  return {
    room: t('editorial.cover_room'),
    lounge: t('editorial.cover_lounge'),
    street: t('editorial.cover_street'),
    corner: t('editorial.cover_corner'),
    courtyard: t('editorial.cover_courtyard'),
  }[view];
}

export type GuideLink = ArticleLink & { readonly city: City };

/** The guides of a locale, most popular city first. */
export async function loadGuides(reader: Reader): Promise<readonly GuideLink[]> {
  const guides = await inLocale('guides', reader.locale);
  return guides
    .map((guide) => {
      const [country = '', slug = ''] = guide.data.city.split('/');
      const city = found(reader.geo.city(country, slug), `place file of ${guide.data.city}`);
      return {
        ...linkTo(reader, guide, reader.paths.to('guide', { country, city: slug })),
        city,
        cover: skylinePicture(city),
        coverAlt: reader.t('editorial.skyline_alt', { city: city.names[reader.locale] }),
        byline: bylineOf(reader),
        minutes: readingMinutes(guide.rendered?.html ?? ''),
        updated: guide.data.updated,
      };
    })
    .toSorted((a, b) => b.city.popularity - a.city.popularity || a.city.id - b.city.id);
}

export type GuideText = Text & { readonly guide: GuideLink; readonly sources: readonly Source[]; readonly related: readonly GuideLink[] };

/** The guide of `country/city`; undefined where that city has none. */
export async function loadGuide(reader: Reader, city: string): Promise<GuideText | undefined> {
  const entry = (await inLocale('guides', reader.locale)).find(({ data }) => data.city === city);
  if (!entry) return undefined;
  const all = await loadGuides(reader);
  const guide = found(
    all.find((one) => `${one.city.country.slug}/${one.city.slug}` === city),
    `place file of ${city}`,
  );
  return { ...(await textOf(reader, entry, sectionsOfArticle)), guide, sources: entry.data.sources, related: nextInOrder(all, (one) => one === guide, 3) };
}

export type PostLink = ArticleLink & {
  readonly slug: string;
  readonly published: string;
  readonly topics: readonly PostTopic[];
};

function postLink(reader: Reader, post: CollectionEntry<'blog'>): PostLink {
  const { slug } = idParts(post.id);
  const { published, updated, topics, cover } = post.data;
  return {
    ...linkTo(reader, post, reader.paths.to('blog_entry', { slug })),
    slug,
    cover: coverPicture(cover),
    coverAlt: altOf(cover, reader.t),
    byline: bylineOf(reader),
    minutes: readingMinutes(post.rendered?.html ?? ''),
    published,
    updated,
    topics,
  };
}

/** The blog, newest first. */
export async function loadPosts(reader: Reader): Promise<readonly PostLink[]> {
  return (await inLocale('blog', reader.locale)).map((post) => postLink(reader, post)).toSorted(newestFirst);
}

export type PostText = Text & {
  readonly post: PostLink;
  /** Those it speaks of. */
  readonly cities: readonly City[];
  readonly sources: readonly Source[];
  readonly related: readonly PostLink[];
};

/** A post by its slug; undefined where there is none. */
export async function loadPost(reader: Reader, slug: string): Promise<PostText | undefined> {
  const entry = (await inLocale('blog', reader.locale)).find(({ id }) => idParts(id).slug === slug);
  if (!entry) return undefined;
  const post = postLink(reader, entry);
  const cities = entry.data.cities.map((path) => {
    const [country = '', city = ''] = path.split('/');
    return found(reader.geo.city(country, city), `place file of ${path}`);
  });
  return {
    ...(await textOf(reader, entry, sectionsOfArticle)),
    post,
    cities,
    sources: entry.data.sources,
    related: relatedPosts(post, await loadPosts(reader)),
  };
}

/** Slugs of the texts about kinds of provider, in the order of the page; the others tell how providers are dealt with. */
const providerKinds = ['operators', 'universities', 'landlords', 'homestay-hosts'] as const;

/** Texts about kinds of provider and about how they are dealt with, which are in English alone, with links that a reader of any language can follow. */
export async function loadProviders(
  reader: Reader & Pick<View, 'site'>,
): Promise<{ readonly kinds: readonly EntryLink[]; readonly practice: readonly EntryLink[] }> {
  const { site, geo, now } = reader;
  const inEnglish: Reader = { geo, now, locale: 'en-us', paths: site.paths('en-us'), t: translator('en-us') };
  const hasOwnHost = site.absolute('en-us', '') !== site.absolute(reader.locale, '');
  const entries = await inLocale('providers', 'en-us');
  const links = new Map(
    entries.map((entry) => {
      const path = inEnglish.paths.to('provider', { slug: entry.data.slug });
      return [entry.data.slug, linkTo(inEnglish, entry, hasOwnHost ? site.absolute('en-us', path) : path)];
    }),
  );
  const kinds = providerKinds.flatMap((slug) => links.get(slug) ?? []);
  return { kinds, practice: [...links.values()].filter((link) => !kinds.includes(link)).toSorted((a, b) => a.href.localeCompare(b.href)) };
}

export async function loadProvider(reader: Reader & Pick<View, 'site'>, slug: string): Promise<Text & { readonly related: readonly EntryLink[] }> {
  const entry = found(
    (await inLocale('providers', reader.locale)).find(({ data }) => data.slug === slug),
    `provider page ${slug}`,
  );
  const { kinds, practice } = await loadProviders(reader);
  const href = reader.paths.to('provider', { slug });
  return { ...(await textOf(reader, entry)), related: nextInOrder([...kinds, ...practice], (one) => one.href === href, 3) };
}

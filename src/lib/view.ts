/** What every page and block gets to work with: the request's locale, words, addresses, clock and read models. */
import type { TrustScore } from '#lib/features/front-page/front-page.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { T } from '#lib/i18n/t.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { KeptHtml, PageText } from '#lib/page-text.ts';
import type { Paths, Site } from '#lib/paths.ts';
import type { PageRequest } from '#lib/resolve.ts';
import type { RouteDefinition } from '#lib/routes.ts';
import type { Loaders } from '#lib/compose.ts';
import type { Visitor } from '#lib/visitor.ts';

/** As much of a view as is the same on every page of a language: all that blocks may read whose HTML is cached. */
export type SharedView = Pick<View, 'locale' | 'intl' | 't' | 'paths' | 'site' | 'geo'>;

/** The shared part of the view, for blocks that stand in `Cached`. */
export function sharedView({ view }: { readonly view: View }): SharedView {
  return view;
}

/** What a render tells the server besides its answer. */
export type Outcome = {
  /** What went wrong, when the page of errors was shown instead. */
  failure: unknown;
  /** What of the page is kept and put into it afterwards, by the numbers of their marks; absent where it is written as text. */
  kept?: KeptHtml[];
  /** The page's markup, where it was not put into the Response. */
  html?: PageText;
};

export type View = {
  readonly page: PageRequest;
  readonly route: RouteDefinition;
  readonly locale: Locale;
  /** BCP 47 tag for Intl. */
  readonly intl: string;
  readonly t: T;
  readonly paths: Paths;
  readonly site: Site;
  readonly geo: GeoIndex;
  readonly loaders: Loaders;
  /** When the page was asked for. */
  readonly now: Date;
  /** What all reviews give together, where the chrome shows it. Pages written by the build have no database to count in. */
  readonly trust: TrustScore | undefined;
  /** `app`: shown inside the in-app web view, without chrome (R2.189). */
  readonly environment: 'web' | 'app';
  readonly siteVariant: 'main' | 'net';
  /** Who is here, on private pages; nobody is known on the others, which are the same for everyone. */
  readonly visitor: Visitor | undefined;
  /** The query of the address, already limited to the parameters pages may read. */
  readonly query: URLSearchParams;
  /** The currency to tell amounts in where the address names none, if it is not the one of the language: what the reader chose once, or that of their country. */
  readonly currency?: CurrencyCode | undefined;
  /** Tags under which the rendered page is cached (`house:12`, `city:826001`, `rates`). Pages add theirs. */
  readonly tags: Set<string>;
};

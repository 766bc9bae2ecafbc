/** The reader of a page or a call: everything about them that decides how data is said. A page's view is one. */
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { T } from '#lib/i18n/t.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { Paths, Site } from '#lib/paths.ts';
import type { PageRequest } from '#lib/resolve.ts';

export type Reader = {
  /** What of the catalogue the address names. */
  readonly page: Pick<PageRequest, 'listing'>;
  readonly locale: Locale;
  /** BCP 47 tag for Intl. */
  readonly intl: string;
  readonly t: T;
  readonly paths: Paths;
  readonly site: Site;
  readonly now: Date;
  readonly query: URLSearchParams;
  /** The currency to tell amounts in where the address names none, if it is not the one of the language: what the reader chose once. */
  readonly currency?: CurrencyCode | undefined;
  /** Tags of what the answer depends on; loaders add theirs. */
  readonly tags: Set<string>;
};

/** The reader of a call: one who looks at no page. */
export function callReader(site: Site, { locale, now }: { readonly locale: Locale; readonly now: Date }): Reader {
  return {
    page: { listing: undefined },
    locale,
    intl: localeFacts[locale].intl,
    t: translator(locale),
    paths: site.paths(locale),
    site,
    now,
    query: new URLSearchParams(),
    tags: new Set(),
  };
}

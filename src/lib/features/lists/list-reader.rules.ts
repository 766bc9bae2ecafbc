import type { Locale } from '#lib/i18n/locales.ts';
import type { T } from '#lib/i18n/t.ts';
import type { Paths, Site } from '#lib/paths.ts';
import type { PageRequest } from '#lib/resolve.ts';

/** The part of a page's view that decides what a list shows. */
export type ListReader = {
  readonly page: Pick<PageRequest, 'listing'>;
  readonly locale: Locale;
  readonly intl: string;
  readonly t: T;
  readonly paths: Paths;
  readonly site: Site;
  readonly now: Date;
  readonly query: URLSearchParams;
  readonly tags: Set<string>;
};

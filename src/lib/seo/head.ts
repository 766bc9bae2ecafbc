/** What a page says about itself to browsers and search engines. */
import type { Locale } from '#lib/i18n/locales.ts';

export type PageHead = {
  /** Unique per page and locale; the site's name is added by the layout. */
  readonly title: string;
  /** At most about 155 characters (80 in Chinese). */
  readonly description: string;
  readonly keywords?: string;
  /** Canonical path in this locale, with its prefix. */
  readonly canonical: string;
  /** Overrides the route table's word, never to more than it allows. */
  readonly indexable?: boolean;
  /** Absolute path of a 1200×630 picture; otherwise one is drawn from the title. */
  readonly image?: string;
  /** Locales in which this page exists; all when absent. */
  readonly alternates?: readonly Locale[];
  /** The same page's path in another locale; without it the canonical path's prefix is exchanged. */
  readonly pathIn?: (locale: Locale) => string;
  /** One schema.org object, or several joined in a graph by the page. */
  readonly jsonLd?: Readonly<Record<string, unknown>>;
  readonly previous?: string;
  readonly next?: string;
  /** An error page: nothing to point search engines or other languages to, so no canonical and no alternates. */
  readonly error?: true;
};

/** What search engines show of a title: about sixty narrow characters or thirty wide ones. */
export const titleMaxWidth = 60;

/** The room a title takes, wide characters counted twice. @example titleWidth('栖学 UCL') // 8 */
export function titleWidth(title: string): number {
  return [...title].reduce((sum, one) => sum + (/[\p{Script=Han}\u3000-\u303f\uff00-\uff60]/u.test(one) ? 2 : 1), 0);
}

/** The document's title: the page's own, with the site's name after it where both fit. */
export function documentTitle(own: string, siteName: string): string {
  const both = `${own} | ${siteName}`;
  return own.includes(siteName) || titleWidth(both) > titleMaxWidth ? own : both;
}

/** What has been written of objects that are shown again. */
const written = new WeakMap<object, string>();

/** JSON for a script element: `<` cannot end it (R-seo "`<` is escaped"). */
export function scriptJson(value: object): string {
  let known = written.get(value);
  if (known === undefined) {
    known = JSON.stringify(value).replaceAll(/[<\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
    written.set(value, known);
  }
  return known;
}

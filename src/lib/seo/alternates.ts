/** The same page in other languages: for hreflang, Open Graph and the language switcher. */
import { defaultLocale, localeFacts, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Site } from '#lib/paths.ts';
import { localesOf } from '#lib/routes.ts';
import type { RouteDefinition } from '#lib/routes.ts';
import type { PageHead } from './head.ts';

export type Alternate = { readonly locale: Locale; readonly path: string };

/** A path of one locale without that locale's prefix. */
function bare(path: string, home: string): string {
  if (home === '/') return path;
  return path === home ? '/' : path.slice(home.length);
}

/** Where the page is in each locale that has it, its own included (docs/domain.md, "Addresses"). */
export function alternatesOf(head: PageHead, route: RouteDefinition, locale: Locale, site: Site): readonly Alternate[] {
  const own = bare(head.canonical, site.paths(locale).local('/'));
  if (route.locales === 'plain') return [{ locale, path: head.canonical }];
  const available = head.alternates ?? localesOf(route);
  return locales.filter((one) => available.includes(one)).map((one) => ({ locale: one, path: head.pathIn ? head.pathIn(one) : site.paths(one).local(own) }));
}

export type HreflangLink = { readonly hreflang: string; readonly href: string };

/**
 * Absolute alternates for head and sitemaps, with `x-default` on the default locale, or on the first there is (R9.70).
 * None for a page in one language only: an untranslated page has no alternate.
 */
export function hreflangLinks(alternates: readonly Alternate[], site: Site): readonly HreflangLink[] {
  if (alternates.length < 2) return [];
  const links = alternates.map(({ locale, path }) => ({ hreflang: localeFacts[locale].hreflang as string, href: site.absolute(locale, path) }));
  const first = alternates.find(({ locale }) => locale === defaultLocale) ?? alternates[0];
  return first ? [...links, { hreflang: 'x-default', href: site.absolute(first.locale, first.path) }] : links;
}

/** One link per language for the reader: the page itself, or that language's home where it has no translation (R4.083). */
export function languageLinks(alternates: readonly Alternate[], own: Locale, site: Site): readonly { readonly locale: Locale; readonly href: string }[] {
  return locales.map((locale) => {
    const path = alternates.find((one) => one.locale === locale)?.path ?? site.paths(locale).local('/');
    const elsewhere = site.absolute(locale, '') !== site.absolute(own, '');
    return { locale, href: elsewhere ? site.absolute(locale, path) : path };
  });
}

/**
 * Structured data as typed parts that a page joins into its one object. Every value given here is one the page
 * shows: what readers cannot see is not told to search engines either.
 */
import type { Article, BreadcrumbList, CollegeOrUniversity, Organization, Thing, WebSite } from 'schema-dts';
import { brand, brandName } from '#lib/brand.ts';
import type { School } from '#lib/features/geo/geo.schema.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Site } from '#lib/paths.ts';

type Node<T> = Exclude<T, string>;
/** One part of a page's structured data. */
export type JsonLdPart = Node<Thing>;

/** Joins the parts into the one object a page carries; parts that do not apply may be undefined. */
export function jsonLdGraph(...parts: readonly (JsonLdPart | undefined)[]): Readonly<Record<string, unknown>> {
  return { '@context': 'https://schema.org', '@graph': parts.filter((part) => part !== undefined) };
}

const organizationId = (site: Site): string => `${site.origin}/#organization`;

/** Who runs the site: name, address and, once they are real, the contact lines of the footer. */
export function organizationPart(site: Site, locale: Locale): Node<Organization> {
  return {
    '@type': 'Organization',
    '@id': organizationId(site),
    name: brandName(locale),
    url: site.absolute(locale, site.paths(locale).to('index')),
    logo: `${site.origin}/icon-512.png`,
    ...(brand.contactsAreExamples ? {} : { email: brand.email, telephone: brand.phones[locale].e164, sameAs: brand.social[locale].map(({ url }) => url) }),
  };
}

/** The site in one language with its search. `query-input` is Google's own word and not in the vocabulary. */
export function webSitePart(site: Site, locale: Locale): Node<WebSite> {
  const paths = site.paths(locale);
  const home = site.absolute(locale, paths.to('index'));
  return {
    '@type': 'WebSite',
    '@id': `${home}#website`,
    name: brandName(locale),
    url: home,
    inLanguage: localeFacts[locale].hreflang,
    publisher: { '@id': organizationId(site) },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${site.absolute(locale, paths.to('search'))}?q={search_term_string}` },
      ...{ 'query-input': 'required name=search_term_string' },
    },
  };
}

/** The breadcrumb as the page prints it; an entry without address is the page itself. Positions count from 1. */
export function breadcrumbPart(site: Site, locale: Locale, items: readonly { readonly name: string; readonly href?: string }[]): Node<BreadcrumbList> {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: items.map(({ name, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(href === undefined ? {} : { item: site.absolute(locale, href) }),
    })),
  };
}

/** A school as its list page introduces it. */
export function schoolPart(school: School, locale: Locale): Node<CollegeOrUniversity> {
  return {
    '@type': 'CollegeOrUniversity',
    name: school.names[locale],
    url: `https://${school.website}`,
    address: { '@type': 'PostalAddress', addressLocality: school.city.names[locale], addressCountry: school.city.country.names[locale] },
  };
}

export type ArticleFacts = {
  readonly title: string;
  readonly description: string;
  /** Path in the locale, prefix included. */
  readonly path: string;
  /** Path of the link-preview picture. */
  readonly image: string;
  /** YYYY-MM-DD. */
  readonly published?: string;
  readonly updated: string;
  readonly author?: string;
};

/** A blog entry or guide. */
export function articlePart(site: Site, locale: Locale, article: ArticleFacts): Node<Article> {
  return {
    '@type': 'Article',
    headline: article.title,
    description: article.description,
    inLanguage: localeFacts[locale].hreflang,
    mainEntityOfPage: site.absolute(locale, article.path),
    image: `${site.origin}${article.image}`,
    ...(article.published ? { datePublished: article.published } : {}),
    dateModified: article.updated,
    author: { '@type': 'Organization', name: article.author ?? brandName(locale) },
    publisher: { '@id': organizationId(site), '@type': 'Organization', name: brandName(locale) },
  };
}

/** Structured data of list pages: the breadcrumb, the homes in their order, the school. Only what the page shows. */
import type { ItemList } from 'schema-dts';
import type { ListTarget } from '#lib/paths.ts';
import { breadcrumbPart, jsonLdGraph, schoolPart } from '#lib/seo/json-ld.ts';
import type { Reader } from '#lib/reader.ts';
import type { ListPage } from './list.schema.ts';
import { pageSize } from '#lib/features/finding/question.rules.ts';

type Shown = Pick<ListPage, 'title' | 'total' | 'homes' | 'breadcrumb'>;

/**
 * Positions count from 1 over all pages, as a reader who pages through would count. An entry is its address: what a home is called stands on its
 * page, and once more here would be 0.6 KB of every list.
 */
export function listJsonLd(
  { place }: ListTarget,
  page: number,
  { title, total, homes, breadcrumb }: Shown,
  { site, locale }: Pick<Reader, 'site' | 'locale'>,
): Readonly<Record<string, unknown>> {
  const list: Exclude<ItemList, string> = {
    '@type': 'ItemList',
    name: title,
    numberOfItems: total,
    itemListElement: homes.map(({ path }, index) => ({
      '@type': 'ListItem' as const,
      position: (page - 1) * pageSize + index + 1,
      url: site.absolute(locale, path),
    })),
  };
  return jsonLdGraph(breadcrumbPart(site, locale, breadcrumb), list, place.kind === 'school' ? schoolPart(place, locale) : undefined);
}

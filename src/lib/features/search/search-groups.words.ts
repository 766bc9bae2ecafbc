/** What the kinds of results are called. */
import type { T } from '#lib/i18n/t.ts';
import type { SearchGroup } from '#lib/search-text/documents.ts';

export function groupNames(t: T): Readonly<Record<SearchGroup, string>> {
  return {
    city: t('search.group_city'),
    school: t('search.group_school'),
    house: t('search.group_house'),
    supplier: t('search.group_supplier'),
    region: t('search.group_region'),
    subway: t('search.group_subway'),
    landmark: t('search.group_landmark'),
    postal_code: t('search.group_postal_code'),
    neighborhood: t('search.group_neighborhood'),
  };
}

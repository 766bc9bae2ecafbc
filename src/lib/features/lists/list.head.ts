/** What list pages say about themselves to search engines. */
import { coded } from '#lib/i18n/coded.ts';
import { formatMoney, money, wholeUnits } from '#lib/money/money.ts';
import type { ListTarget } from '#lib/paths.ts';
import type { PageHead } from '#lib/seo/head.ts';
import { noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { listJsonLd } from './list.json-ld.ts';
import type { Reader } from '#lib/reader.ts';
import type { ListPage } from './list.schema.ts';
import { listPageTitle } from './list-words.rules.ts';
import type { Figures } from '#lib/features/finding/question.schema.ts';
import { countryOf } from '#lib/features/finding/question.rules.ts';

function description(title: string, total: number, { place, type }: ListTarget, figures: Figures | undefined, { t, intl }: Reader): string {
  if (figures?.kind === 'place') {
    // The page of a room type tells that one's median, or none.
    const usual = figures.byType.filter((one) => type === undefined || one.type === type).toSorted((a, b) => b.sample - a.sample)[0];
    if (usual) {
      const amount = formatMoney(wholeUnits(money(usual.weeklyMinor, countryOf(place).currency)), intl);
      return t('seo.list_description_median', { title, count: total, type: coded(t, 'unit_type', usual.type), amount });
    }
  }
  return t('seo.list_description', { title, count: total });
}

/** Filtered, sorted and narrowed lists point to the whole list of their place; its pages each stand for themselves. */
export function listHead(
  target: ListTarget,
  filter: ListFilter,
  list: ListPage,
  figures: Figures | undefined,
  { indexable, whole }: { readonly indexable: boolean; readonly whole: boolean },
  reader: Reader,
): PageHead {
  const { t, paths } = reader;
  const first = listPageTitle(target, list.total, reader);
  const page = whole ? filter.page : 1;
  const own = { ...noFilter, page };
  return {
    title: page > 1 ? t('seo.list_title_page', { title: list.title, page, pages: list.pages.at(-1)?.number ?? page }) : first,
    description:
      page > 1 ? t('seo.list_description_page', { title: list.title, count: list.total, page }) : description(list.title, list.total, target, figures, reader),
    canonical: paths.list(target, own),
    indexable,
    ...(list.homes.length > 0 ? { jsonLd: listJsonLd(target, filter.page, list, reader) } : {}),
    ...(whole && list.previous ? { previous: list.previous } : {}),
    ...(whole && list.next ? { next: list.next } : {}),
  };
}

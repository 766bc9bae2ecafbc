/** Pages of a list, as real links. Their styles are pagination.css. */
import type { PageLink } from '#lib/features/lists/list.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import type { SharedView } from '#lib/view.ts';
import { icon } from './icon.ts';

export type PagesOfListProps = {
  /** Undefined where some are left out. */
  readonly pages: readonly (PageLink | undefined)[];
  readonly previous: string | undefined;
  readonly next: string | undefined;
};

export function pagesOfList({ t, intl }: Pick<SharedView, 't' | 'intl'>, { pages, previous, next }: PagesOfListProps): Html | undefined {
  if (pages.length < 2) return undefined;
  const number = numberFormat(intl);
  const entries = pages.map((page) => {
    if (!page) return html`<li aria-hidden="true">…</li>`;
    const shown = number.format(page.number);
    return html`<li><a href="${page.href}"${page.current && html` aria-current="page"`} aria-label="${t('listings.page', { number: shown })}">${shown}</a></li>`;
  });
  const back = previous && html`<a class="step back" href="${previous}" rel="prev">${icon('right', 18)}<span>${t('listings.page_previous')}</span></a>`;
  const forth = next && html`<a class="step" href="${next}" rel="next"><span>${t('listings.page_next')}</span>${icon('right', 18)}</a>`;
  return html`<nav class="pagination" data-stay="top" aria-label="${t('listings.pages')}">${back}<ol role="list">${entries}</ol>${forth}</nav>`;
}

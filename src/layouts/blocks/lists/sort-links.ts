/** The orders of a list, as links. What is closed at first has its styles in sort-links.css. */
import { icon } from '#layouts/blocks/chrome/icon.ts';
import type { SortLink } from '#lib/features/lists/list.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import type { T } from '#lib/i18n/t.ts';

/** @param sort the name of the present one. */
export function sortLinks(t: T, sorts: readonly SortLink[], sort: string): Html {
  const links = sorts.map(
    ({ label, href, current }) =>
      html`<li><a href="${href}" rel="nofollow"${current && html` aria-current="true"`}>${label}${current && icon('check', 18)}</a></li>`,
  );
  const names = html`<span class="long">${t('listings.sorted_by', { sort })}</span><span class="brief">${t('listings.sort_by')}</span>`;
  return html`<details class="sort" data-stay><summary>${names}${icon('down', 18)}</summary><noscript><ul role="list" aria-label="${t(
    'listings.sort_by',
  )}">${links}</ul></noscript></details>`;
}

/** Links from one list to others nearby. Its styles are related-lists.css. */
import type { LinkGroup } from '#lib/features/lists/list.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import type { T } from '#lib/i18n/t.ts';

export function relatedLists(t: T, groups: readonly LinkGroup[]): Html | undefined {
  if (groups.length === 0) return undefined;
  const sections = groups.map(
    ({ title, links }) =>
      html`<section><h2>${title}</h2><ul role="list">${links.map(({ name, href, note }) => html`<li><a href="${href}">${name}</a>${note}</li>`)}</ul></section>`,
  );
  return html`<nav class="related" aria-label="${t('listings.related')}">${sections}</nav>`;
}

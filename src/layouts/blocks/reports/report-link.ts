/** The way to tell us that something is wrong with a home. Its styles are report-link.css and entry-icons.css of homes. */
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import type { HouseAddress } from '#lib/paths.ts';
import type { SharedView } from '#lib/view.ts';

export function reportLink({ t, paths }: Pick<SharedView, 't' | 'paths'>, house: HouseAddress): Html {
  return html`<p class="report"><span class="muted">${t('reports.link_note')}</span> <a href="${paths.to('report_listing', { house: house.id })}" rel="nofollow">${t('reports.link')}</a></p>`;
}

/** Homes this reader looked at lately: known to the browser alone, so the script fills and shows the row (src/scripts/recent-homes.ts). */
import { carriedQuestion, countryOfPage, questionOfPage, questionQuery } from '#lib/features/finding/reader-question.rules.ts';
import type { Country } from '#lib/features/geo/geo.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import type { View } from '#lib/view.ts';

export type RecentRowProps = {
  readonly as?: 'section' | 'li';
  /** Where rents are asked for, where the address does not say it. */
  readonly country?: Country | undefined;
};

/** @param view of the page: what its address asks goes along. */
export function recentRow(view: Pick<View, 't' | 'geo' | 'page' | 'query'>, { as = 'section', country }: RecentRowProps = {}): Html {
  const { t, geo } = view;
  const { question, abroad } = carriedQuestion(questionOfPage(view), country ?? countryOfPage(view), geo);
  const asks = questionQuery(question);
  const words = html` data-week="${t('search.recent_week', { amount: '{{amount}}' })}" data-waiting="${t('search.recent_waiting_list')}" data-full="${t('search.recent_full')}" data-gone="${t('search.recent_gone')}" data-failed="${t('search.recent_failed')}"`;
  const asked = html`${asks && html` data-asks="${asks}"`}${abroad && html` data-within="${abroad.within}" data-asks-abroad="${questionQuery(abroad.question)}"`}`;
  const body = html`<header><h2>${t('search.recent_title')}</h2><button type="button" data-recent-forget>${t('search.recent_forget')}</button></header><ul role="list" data-recent-homes${words}${asked}></ul>`;
  return as === 'li' ? html`<li class="seen" data-recent hidden>${body}</li>` : html`<section class="seen" data-recent hidden>${body}</section>`;
}

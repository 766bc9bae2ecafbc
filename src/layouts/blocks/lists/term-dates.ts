/** The terms of a university or a country still to come. Its styles are term-dates.css. */
import { formatDate } from '#lib/dates/dates.ts';
import type { TermDates } from '#lib/features/geo/places.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { coded } from '#lib/i18n/coded.ts';
import type { SharedView } from '#lib/view.ts';

export function termDates({ t, intl }: Pick<SharedView, 't' | 'intl'>, { terms, basis }: TermDates): Html {
  const day = (date: string): Html => html`<time datetime="${date}">${formatDate(date, intl)}</time>`;
  const rows = terms.map(
    ({ name, start, end }) => html`<tr><th scope="row">${coded(t, 'term', name)}</th><td class="number">${day(start)} – ${day(end)}</td></tr>`,
  );
  return html`<table class="terms"><thead><tr><th scope="col">${t('places.term')}</th><th scope="col">${t(
    'places.term_dates',
  )}</th></tr></thead><tbody>${rows}</tbody></table><p class="muted small">${coded(t, 'term_basis', basis)}</p>`;
}

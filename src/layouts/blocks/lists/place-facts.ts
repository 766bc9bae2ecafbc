/** A place in figures: from its homes and from what is known about it. No two places read alike. Its styles are place-facts.css. */
import { formatDate } from '#lib/dates/dates.ts';
import type { PlaceFactsView } from '#lib/features/lists/list.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { SharedView } from '#lib/view.ts';
import { termDates } from './term-dates.ts';

/** What homes of a place ask, in parts of it. */
function rents({ t, intl }: Pick<SharedView, 't' | 'intl'>, { rents: parts, rentsOf }: PlaceFactsView): Html {
  const number = numberFormat(intl);
  const rows = parts.map(
    ({ name, href, weekly, about, sample }) =>
      html`<tr><th scope="row">${href ? html`<a href="${href}">${name}</a>` : name}</th><td>${formatMoney(weekly, intl)}${
        about && html`<span>${t('listings.about', { amount: formatMoney(about, intl) })}</span>`
      }</td><td>${number.format(sample)}</td></tr>`,
  );
  const [title, first] =
    rentsOf === 'type'
      ? ([t('listings.facts_rents_type'), t('listings.facts_type')] as const)
      : ([t('listings.facts_rents_city'), t('listings.facts_city')] as const);
  return html`<div><h3>${title}</h3><table><thead><tr><th scope="col">${first}</th><th scope="col">${t('listings.facts_median')}</th><th scope="col">${t(
    'listings.facts_sample',
  )}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

export function placeFacts(view: Pick<SharedView, 't' | 'intl'>, facts: PlaceFactsView): Html {
  const { t, intl } = view;
  const areas = [
    { title: t('listings.facts_nearest'), links: facts.nearest },
    { title: t('listings.facts_cheapest'), links: facts.cheapest },
    { title: t('listings.facts_dearest'), links: facts.dearest },
  ]
    .filter(({ links }) => links.length > 0)
    .map(
      ({ title, links }) =>
        html`<div><h3>${title}</h3><ul role="list">${links.map(({ name, href, note }) => html`<li><a href="${href}">${name}</a>${note}</li>`)}</ul></div>`,
    );
  const figures = facts.figures.map(({ name, value }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`);
  const columns = [
    facts.rents.length > 0 && rents(view, facts),
    areas.length > 0 && html`<div class="areas">${areas}</div>`,
    facts.terms && html`<div><h3>${t('listings.facts_terms')}</h3>${termDates(view, facts.terms)}</div>`,
  ];
  const rated = facts.ratesOf && html` ${t('listings.rates_note', { date: formatDate(facts.ratesOf, intl) })}`;
  return html`<section class="place-facts" aria-labelledby="facts-title"><h2 id="facts-title">${t('listings.facts_title', {
    place: facts.name,
  })}</h2><dl>${figures}</dl><div class="columns">${columns}</div><p class="muted small basis">${t('listings.facts_note')}${rated}</p></section>`;
}

/** Homes of other providers that seem to be the one of the page. Its styles are provider.css, on a unit's page unit-body.css. */
import { localAmount, localRentPer } from '#lib/features/catalogue/rent.words.ts';
import { localRent } from '#lib/features/catalogue/local-rent.rules.ts';
import type { ReadHouse, Twin } from '#lib/features/house/house.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { compareHref } from './compare-href.ts';
import type { HouseWords } from './house-words.ts';

const signs = { name: 'house.twin_name', address: 'house.twin_address', both: 'house.twin_both' } as const;

/** What it costs, as its card in a list says it. */
function cost({ t, intl }: HouseWords, { house, offer, isAnswer }: Twin): string {
  if (!offer) return t('listings.sold_out');
  const rent = localRent(offer.tenancy, house.city.country.rentUnit);
  if (isAnswer) return localRentPer(t, rent, intl);
  return t(rent.unit === 'WEEK' ? 'listings.from_week' : 'listings.from_month', { amount: localAmount(t, rent, intl) });
}

/** The way to its page, and who offers it there at what cost. */
function offered(words: HouseWords, twin: Twin<ReadHouse>): Html {
  const { house } = twin;
  const { locale, paths } = words;
  const isOwnLanguage = locale === 'en-us' || house.originalName !== undefined;
  return html`<a href="${paths.house(house) + house.asks}"${!isOwnLanguage && html` lang="en"`}>${house.title}</a><span>${house.supplier.name} · ${cost(
    words,
    twin,
  )}</span>`;
}

const suppliers = (twins: readonly Twin[]): number => new Set(twins.map((twin) => twin.house.supplier.id)).size;

/** One line on the page of a unit: the home's page tells on what grounds. Nothing where nobody else seems to offer the home. */
export function twinsLine(words: HouseWords, twins: readonly Twin<ReadHouse>[]): Html | undefined {
  if (twins.length === 0) return undefined;
  const said = html`<span>${words.t('house.twins', { count: suppliers(twins) })}</span>`;
  return html`<p class="twins">${said} ${twins.map((twin) => html`<span class="twin">${offered(words, twin)}</span> `)}</p>`;
}

/** Nothing where nobody else seems to offer it. */
export function twinsOf(words: HouseWords, house: ReadHouse, twins: readonly Twin<ReadHouse>[]): Html | undefined {
  if (twins.length === 0) return undefined;
  const { t } = words;
  const others = twins.map((twin) => twin.house.id);
  const entries = twins.map((twin) => html`<li>${offered(words, twin)}<span class="muted">${t(signs[twin.alike])}</span></li>`);
  return html`<div class="twins"><p><strong>${t('house.twins', { count: suppliers(twins) })}</strong></p><ul role="list">${entries}</ul><p class="muted">${t('house.twins_note')}</p><p data-screen><a rel="nofollow" href="${compareHref(words, house, undefined, others)}">${t(
    'kept.compare_these',
  )}</a></p></div>`;
}

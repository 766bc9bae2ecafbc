/** Homes of other providers that seem to be the one of the page. Its styles are provider.css. */
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

function entry(words: HouseWords, twin: Twin<ReadHouse>): Html {
  const { house, alike } = twin;
  const { t, locale, paths } = words;
  const isOwnLanguage = locale === 'en-us' || house.originalName !== undefined;
  return html`<li><a href="${paths.house(house) + house.asks}"${!isOwnLanguage && html` lang="en"`}>${house.title}</a><span>${house.supplier.name} · ${cost(
    words,
    twin,
  )}</span><span class="muted">${t(signs[alike])}</span></li>`;
}

/** Nothing where nobody else seems to offer it. */
export function twinsOf(words: HouseWords, house: ReadHouse, twins: readonly Twin<ReadHouse>[]): Html | undefined {
  if (twins.length === 0) return undefined;
  const { t } = words;
  const others = twins.map((twin) => twin.house.id);
  const count = new Set(twins.map((twin) => twin.house.supplier.id)).size;
  return html`<div class="twins"><p><strong>${t('house.twins', { count })}</strong></p><ul role="list">${twins.map((twin) =>
    entry(words, twin),
  )}</ul><p class="muted">${t('house.twins_note')}</p><p data-screen><a rel="nofollow" href="${compareHref(words, house, undefined, others)}">${t(
    'kept.compare_these',
  )}</a></p></div>`;
}

/** The whole price that a home's page leads with, and the ways on from it. Its styles are price-panel.css. */
import { compareButton } from '#layouts/blocks/kept/keep-buttons.ts';
import { currencyChoice } from '#layouts/blocks/lists/currency-choice.ts';
import { billsApart } from '#lib/features/catalogue/bills.rules.ts';
import type { WholeHouse } from '#lib/features/house/house.loader.ts';
import { isOffered, usefulOf } from '#lib/features/house/house.rules.ts';
import type { Offer, ReadHouse } from '#lib/features/house/house.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { compareHref } from './compare-href.ts';
import { bookLink, contactLink } from './contact-link.ts';
import type { HouseWords } from './house-words.ts';
import { pricePanel } from './price-panel.ts';
import { promoList } from './promo-list.ts';

export type HousePriceProps = { readonly house: ReadHouse; readonly whole: WholeHouse; readonly shown: Offer };

export function housePrice(words: HouseWords, { house, whole: { answer, convert, promos, chosenCurrency }, shown: { unit, tenancy } }: HousePriceProps): Html {
  const { t, locale } = words;
  const bills = billsApart(house.bills, unit.unitType, house.city.country);
  const compared = compareButton(t, { id: house.id, name: house.title, href: compareHref(words, house) });
  return pricePanel(words, {
    tenancy,
    bills,
    today: house.today,
    unitName: t(answer?.offer ? 'house.matching_room' : 'house.from_room', { unit: unit.name }),
    counted: house.city.country.rentUnit,
    convert,
    useful: usefulOf(t, house, tenancy, bills, locale),
    more: html`${answer && !answer.offer && html`<p class="small no-fit">${t('house.nothing_fits')}</p>`}${currencyChoice({ ...words, query: new URLSearchParams(), currency: chosenCurrency })}${promoList(words, promos)}<p class="actions">${isOffered(tenancy, house.today) && bookLink(words, house, tenancy)}<a class="button quiet" href="#rooms">${t('house.choose_room')}</a>${contactLink(
      words,
      {
        house,
        quiet: true,
        short: true,
      },
    )}</p><p data-screen class="compare">${compared}</p>`,
  });
}

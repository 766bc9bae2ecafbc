/** The full price that a home's page leads with, and the ways on from it. Its styles are price-panel.css. */
import { currencyChoice } from '#layouts/blocks/lists/currency-choice.ts';
import { billsApart } from '#lib/features/catalogue/bills.rules.ts';
import type { WholeHouse } from '#lib/features/house/house.loader.ts';
import { isOffered, usefulOf } from '#lib/features/house/house.rules.ts';
import type { Offer, ReadHouse } from '#lib/features/house/house.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { bookLink, contactLink } from './contact-link.ts';
import type { HouseWords } from './house-words.ts';
import { pricePanel } from './price-panel.ts';

export type HousePriceProps = { readonly house: ReadHouse; readonly whole: WholeHouse; readonly shown: Offer };

export function housePrice(
  words: HouseWords,
  { house, whole: { answer, convert, cancellation, chosenCurrency }, shown: { unit, tenancy } }: HousePriceProps,
): Html {
  const { t, locale, paths } = words;
  const bills = billsApart(house.bills, unit.unitType, house.city.country);
  return pricePanel(words, {
    tenancy,
    bills,
    today: house.today,
    unitName: t(answer?.offer ? 'house.matching_room' : 'house.from_room', { unit: unit.name }),
    counted: house.city.country.rentUnit,
    convert,
    useful: usefulOf(t, house, tenancy, bills, locale),
    refunds: cancellation?.rows,
    choose: '#rooms',
    actions: html`${isOffered(tenancy, house.today) && bookLink(words, house, tenancy)}${contactLink(words, { house, quiet: true, short: true })}<a class="button quiet" href="${paths.to(
      'viewing',
      { house: String(house.id) },
    )}${house.asks}" rel="nofollow" data-login>${t('viewings.see_by_video')}</a>`,
    more: [
      answer && !answer.offer && html`<p class="small no-fit">${t(house.question.intake ? 'house.nearest_fits' : 'house.nothing_fits')}</p>`,
      // The header of a desk has it; a phone's does not.
      currencyChoice({ ...words, query: new URLSearchParams(), currency: chosenCurrency }),
    ],
  });
}

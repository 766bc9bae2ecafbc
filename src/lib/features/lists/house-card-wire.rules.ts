/** Cards of lists in the wire's names. Pure. */
import type { House } from '#lib/features/house/house.schema.ts';
import type { TenancyTerms } from '#lib/features/catalogue/listings.schema.ts';
import type { WireHouseCard, WireListedHouse } from '#lib/features/house/house-wire.schema.ts';
import { amountOf, toWirePrice, coverUrl } from '#lib/features/house/house-wire.rules.ts';
import type { ListedHouse } from '#lib/features/finding/question.schema.ts';
import type { HouseCardFacts } from './list.schema.ts';
import type { MoneyWords } from '#lib/features/house/house-wire.rules.ts';

/** A house as cards in calls have it (R3.52). */
export function toHouseCard(house: Pick<House, 'name' | 'address'>, coverImage: string, cheapest: TenancyTerms | undefined): WireHouseCard {
  return {
    title: house.name,
    cover_image: coverImage,
    location: { address: house.address },
    rent_amount: cheapest ? amountOf(cheapest.promoRent ?? cheapest.rent) : null,
    lease_unit: cheapest?.unit ?? null,
  };
}

/** A home of a list with its card, as lists of calls have it. */
export function toListedHouse(home: ListedHouse, card: HouseCardFacts, cityName: string, words: MoneyWords): WireListedHouse {
  const { offer } = card;
  return {
    house_id: home.id,
    ...toHouseCard(card, coverUrl(card.picture), offer?.terms),
    original_title: card.originalName ?? null,
    url: card.path,
    cover_is_drawn: card.photo === undefined,
    location: {
      address: card.address,
      area: card.area ?? null,
      country_id: home.city.country.id,
      city_id: home.city.id,
      city_name: cityName,
      posx: home.at.latitude,
      posy: home.at.longitude,
    },
    unit_types: [...card.unitTypes],
    unit_id: home.offer?.unitId ?? null,
    hcr: home.offer?.tenancyId ?? null,
    move_in: offer?.terms.moveIn ?? null,
    move_out: offer?.terms.moveOut ?? null,
    price: offer ? toWirePrice(offer.terms, words) : null,
    vacancy: card.vacancy,
    stock: card.stock,
    rooms: card.rooms,
    journey: card.journey ? { ...card.journey, metres: Math.round(card.journey.metres) } : null,
    confirmed_at: card.confirmedAt.toISOString(),
    verified_facts: [...card.verifiedFacts],
    reviews: { count: card.reviews.count, score: card.reviews.score ?? null },
    supplier: card.supplier,
    has_promo: card.hasPromo,
    is_sample: card.isSample,
  };
}

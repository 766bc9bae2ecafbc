/** What a home says of itself wherever it is shown small: on cards, boards and maps. Pure. */
import { formatMinutes } from '#lib/geo/distance-words.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Reader } from '#lib/reader.ts';
import type { HouseCardFacts, Journey, Vacancy } from './list.schema.ts';

type Words = Pick<Reader, 't' | 'intl'>;

/** Why nothing can be booked; undefined where something can. */
export function sayVacancy(vacancy: Vacancy, t: Words['t']): string | undefined {
  switch (vacancy) {
    case 'available':
      return undefined;
    case 'other-rooms':
      return t('listings.other_rooms');
    case 'waiting-list':
      return t('listings.waiting_list');
    case 'sold-out':
      return t('listings.sold_out');
  }
}

/** What bills that are not in the rent come to. */
export const sayBills = (bills: NonNullable<HouseCardFacts['bills']>, { t, intl }: Words): string =>
  bills.kind === 'about' ? t('listings.bills_about', { amount: formatMoney(bills.weekly, intl) }) : t('listings.bills_apart');

/** How long the way to a place takes. */
export const sayJourney = ({ mode, minutes, to }: Pick<Journey, 'mode' | 'minutes' | 'to'>, { t, intl }: Words): string =>
  t(mode === 'walk' ? 'listings.journey_walk' : 'listings.journey_transit', { minutes: formatMinutes(minutes, intl), place: to });

/** How many rooms or places are free; of all rooms, where they are known one by one. */
export const sayFree = ({ rooms, stock }: Pick<HouseCardFacts, 'rooms' | 'stock'>, { t, intl }: Words): string =>
  rooms.all > 0 && rooms.free === stock
    ? t('listings.rooms_free', { free: numberFormat(intl).format(rooms.free), count: rooms.all })
    : t('listings.vacancies', { count: stock });

/** The way to one room: the form of a question, with the room named in it. Which room a booking brings is the provider's to say. */
import { sourceCode } from '#lib/features/enquiries/enquiries.rules.ts';
import type { ReadHouse, Tenancy, Unit } from '#lib/features/house/house.schema.ts';
import type { HouseWords } from './house-words.ts';

/** @param room as the provider labels it. */
export function askRoomHref(
  { t, locale, paths }: Pick<HouseWords, 't' | 'locale' | 'paths'>,
  house: ReadHouse,
  { id, name }: Pick<Unit, 'id' | 'name'>,
  tenancy: Pick<Tenancy, 'id'>,
  room: string,
): string {
  const about = new URLSearchParams({
    house: String(house.id),
    unit: String(id),
    hcr: String(tenancy.id),
    source: String(sourceCode('unit-part', locale)),
    from: paths.rooms(house, id),
    question: t('house.room_ask_words', { room, unit: name }),
    ...Object.fromEntries(new URLSearchParams(house.asks)),
  });
  return `${paths.to('intent_askform')}?${about}`;
}

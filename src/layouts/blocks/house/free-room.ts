/** One room that can be had, and the way to it. Its styles are in RoomList.astro. */
import { roomLabel } from '#lib/features/house/house.rules.ts';
import { sourceCode } from '#lib/features/enquiries/enquiries.rules.ts';
import type { ReadHouse, Room, Tenancy, Unit } from '#lib/features/house/house.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import type { HouseWords } from './house-words.ts';

/** The form of a question with the room named in it: which room a booking brings is the provider's to say. */
function askRoomHref(
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

export type FreeRoomProps = {
  readonly house: ReadHouse;
  readonly unit: Unit;
  /** What it is asked for with; undefined where no lease can be taken. */
  readonly tenancy: Tenancy | undefined;
  readonly room: Room;
  /** Where it is, where no heading says so. */
  readonly place?: string;
  /** What it costs, and from when to when. */
  readonly says: string;
};

export function freeRoom(words: HouseWords, { house, unit, tenancy, room, place, says }: FreeRoomProps): Html {
  const { t } = words;
  return html`<li><span class="room" translate="no">${room.label}</span><span><b>${roomLabel(t, room)}</b>${place && html` <span class="muted">${place}</span>`}<span class="muted">${says}</span></span>${
    tenancy && html`<a class="button quiet" href="${askRoomHref(words, house, unit, tenancy, room.label)}" rel="nofollow" data-login>${t('house.room_ask')}</a>`
  }</li>`;
}

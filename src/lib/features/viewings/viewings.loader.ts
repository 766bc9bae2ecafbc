/** What the pages of video viewings show. */
import { refusalOf } from '#lib/access.ts';
import { dayMs, formatDate, todayIn } from '#lib/dates/dates.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import { isNearViewing, viewingHoldEnds } from '#lib/features/stock/stock.rules.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { CityId, HouseId, UserId } from '#lib/ids/ids.ts';
import type { GivenChoice } from '#lib/forms/form.schema.ts';
import { compare, formatMoney } from '#lib/money/money.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { ViewingState } from './viewings.process.rules.ts';
import { calendarStanding, isMovable, isMovableByStaff, refundableUntil } from './viewings.rules.ts';
import type { Slot, Viewing } from './viewings.schema.ts';
import type { ViewingsService } from './viewings.service.ts';
import { calendarPath, momentWords, timeIn } from './viewings.words.ts';

export type ViewingReader = Reader & { readonly page: { readonly params: Readonly<Record<string, string>> }; readonly visitor: Visitor | undefined };

export type OpenedViewingForm = {
  readonly house: ReadHouse;
  readonly price: string;
  readonly isFree: boolean;
  readonly slots: readonly GivenChoice[] /** Days within which it must begin for a bed to be kept until then. */;
  readonly holdDays: number;
};

export type ShownViewing = Viewing & {
  readonly house: ReadHouse | undefined;
  readonly price: string;
  /** When, where the home is and where readers of the language are. */
  readonly when: string;
  /** Set while it can be cancelled: what that gives back now, and until when all of it comes back. */
  readonly cancel: { readonly back: string; readonly all: boolean; readonly until: string } | undefined;
  readonly payBy: string;
  /** Where it is paid; set while it is to be. */
  readonly payHref: string | undefined;
  /** Where a room is chosen of which a bed is kept until a day after it, or from which day on that can be. */
  readonly bed: { readonly href: string; readonly from?: never } | { readonly from: string; readonly href?: never } | undefined;
  /** Its file for calendars, once it was booked. */
  readonly calendar: { readonly href: string; readonly isCancelled: boolean } | undefined;
  /** Where it is moved to another time, while it can be. */
  readonly moveHref: string | undefined;
  /** The same for staff. */
  readonly staffMoveHref: string | undefined;
};

/** What somebody can do about a bed of a home that they would see first: keep one until a day after their viewing, come back when that is near, or book one. */
export type ViewFirst =
  | { readonly can: 'keep'; readonly when: string; readonly until: string }
  | { readonly can: 'wait'; readonly when: string; readonly from: string }
  | { readonly can: 'view'; readonly href: string; readonly days: number };

export type ListedViewing = { readonly code: string; readonly title: string; readonly when: string; readonly state: ViewingState };
export type ViewingTab = 'ahead' | 'past';
export type StaffSlot = Slot & { readonly when: string };

export type ViewingsLoader = ReturnType<typeof createViewingsLoader>;

type Parts = {
  readonly viewings: ViewingsService;
  readonly houses: { named(id: HouseId, reader: Reader): Promise<ReadHouse | undefined> };
  readonly geo: Pick<GeoIndex, 'cities' | 'cityById'>;
  readonly holdDays: number;
};

/** Of the staff's list on a page. */
const pageLength = 30;
const tabs: Readonly<Record<ViewingTab, readonly ViewingState[]>> = {
  ahead: ['to_pay', 'booked'],
  past: ['done', 'missed', 'cancelled', 'refunding', 'refunded', 'expired'],
};

export function createViewingsLoader({ viewings, houses, geo, holdDays }: Parts) {
  const userIdOf = (visitor: Visitor | undefined): UserId | undefined => visitor?.session && asId<UserId>(visitor.session.userId);
  const seesOrders = (visitor: Visitor | undefined): boolean => visitor?.staff !== undefined && refusalOf('staff-orders', visitor.staff.standing) === undefined;
  const placeOf = (city: City, { locale }: Pick<Reader, 'locale'>) => ({ timeZone: city.timeZone, city: city.names[locale] });

  /** The day from which on a bed can be kept until a viewing. */
  const keptFrom = (startsAt: Date, { timeZone }: City, { intl }: Pick<Reader, 'intl'>): string =>
    formatDate(todayIn(timeZone, new Date(startsAt.getTime() - holdDays * dayMs)), intl);

  /** What can be done about a bed while the viewing is ahead. */
  function bedOf({ state, slot }: Viewing, house: ReadHouse | undefined, reader: Reader): ShownViewing['bed'] {
    if (holdDays === 0 || state !== 'booked' || slot.startsAt <= reader.now || house?.status !== 'open') return undefined;
    if (!isNearViewing(slot, holdDays, reader.now)) return { from: keptFrom(slot.startsAt, house.city, reader) };
    return { href: `${reader.paths.to('book_rent')}?${new URLSearchParams({ houseId: String(house.id) })}` };
  }

  async function shown(viewing: Viewing, reader: Reader): Promise<ShownViewing> {
    const house = await houses.named(viewing.houseId, reader);
    const { locale, intl, t, now } = reader;
    const home = house ? placeOf(house.city, reader) : { timeZone: 'UTC', city: 'UTC' };
    const { slot, state, amount, paidAt, payUntil, code, isMovedByUs } = viewing;
    const canCancel = state === 'to_pay' || (state === 'booked' && slot.startsAt > now);
    const back = canCancel && state === 'booked' ? await viewings.backNow(viewing, now) : undefined;
    const standing = calendarStanding(viewing);
    return {
      ...viewing,
      house,
      price: formatMoney(amount, intl),
      bed: bedOf(viewing, house, reader),
      when: momentWords(slot.startsAt, home, locale, t),
      cancel: canCancel
        ? {
            back: back ? formatMoney(back, intl) : '',
            all: back !== undefined && compare(back, amount) === 0,
            until: paidAt ? momentWords(refundableUntil({ paidAt, startsAt: slot.startsAt, isMovedByUs }), home, locale, t) : '',
          }
        : undefined,
      payBy: momentWords(payUntil, home, locale, t),
      payHref: state === 'to_pay' ? `${reader.paths.to('pay_center')}?${new URLSearchParams({ kind: 'viewing', code })}` : undefined,
      calendar: standing && { href: calendarPath(code, locale), isCancelled: standing.isCancelled },
      moveHref: isMovable(viewing, now) ? reader.paths.to('viewing_time', { viewing: code }) : undefined,
      staffMoveHref: isMovableByStaff(viewing, now) ? reader.paths.to('staff_viewing_time', { viewing: code }) : undefined,
    };
  }

  async function listed(all: readonly Viewing[], reader: Reader): Promise<readonly ListedViewing[]> {
    return Promise.all(
      all.map(async ({ code, houseId, slot, state }) => {
        const house = await houses.named(houseId, reader);
        const when = house ? momentWords(slot.startsAt, placeOf(house.city, reader), reader.locale, reader.t) : slot.startsAt.toISOString();
        return { code, title: house?.title ?? reader.t('viewings.home_gone'), when, state };
      }),
    );
  }

  return {
    /** The form for the home that the address names; undefined where there is none to be had. */
    async form(reader: ViewingReader): Promise<OpenedViewingForm | undefined> {
      const id = parseId<HouseId>(reader.page.params['house']);
      const house = id === undefined ? undefined : await houses.named(id, reader);
      const slots = house && (await viewings.slotsFor(house.id, reader.now));
      if (!house || !slots) return undefined;
      const home = placeOf(house.city, reader);
      return {
        house,
        price: formatMoney(viewings.price, reader.intl),
        isFree: viewings.price.minor === 0n,
        holdDays,
        slots: slots.map(({ id: slotId, startsAt }) => ({ value: String(slotId), label: momentWords(startsAt, home, reader.locale, reader.t) })),
      };
    },

    /** One that can be moved, with the times to which. */
    async toMove(reader: ViewingReader): Promise<{ readonly viewing: ShownViewing; readonly slots: readonly GivenChoice[] } | undefined> {
      const userId = userIdOf(reader.visitor);
      const viewing = userId === undefined ? undefined : await viewings.find(reader.page.params['viewing'] ?? '', userId);
      if (!viewing || !isMovable(viewing, reader.now)) return undefined;
      const one = await shown(viewing, reader);
      const free = (await viewings.slotsFor(viewing.houseId, reader.now)) ?? [];
      const home = one.house ? placeOf(one.house.city, reader) : { timeZone: 'UTC', city: 'UTC' };
      return {
        viewing: one,
        slots: free
          .filter(({ id }) => id !== viewing.slot.id)
          .map(({ id, startsAt }) => ({ value: String(id), label: momentWords(startsAt, home, reader.locale, reader.t) })),
      };
    },

    async one(reader: ViewingReader): Promise<ShownViewing | undefined> {
      const userId = userIdOf(reader.visitor);
      const viewing = userId === undefined ? undefined : await viewings.find(reader.query.get('code') ?? '', userId);
      return viewing && shown(viewing, reader);
    },

    /** Undefined where no bed is kept for viewings, or the home is not shown by video. */
    async first(reader: ViewingReader, house: ReadHouse): Promise<ViewFirst | undefined> {
      const userId = userIdOf(reader.visitor);
      if (holdDays === 0 || userId === undefined) return undefined;
      const { now, locale, t, paths } = reader;
      const booked = await viewings.nextBooked(userId, house.id, now);
      if (!booked) {
        const slots = await viewings.slotsFor(house.id, now);
        return slots && slots.length > 0 ? { can: 'view', href: paths.to('viewing', { house: String(house.id) }) + house.asks, days: holdDays } : undefined;
      }
      const when = momentWords(booked.startsAt, placeOf(house.city, reader), locale, t);
      if (isNearViewing(booked, holdDays, now))
        return { can: 'keep', when, until: timeIn(viewingHoldEnds(booked, holdDays, now), house.city.timeZone, locale) };
      return { can: 'wait', when, from: keptFrom(booked.startsAt, house.city, reader) };
    },

    async list(reader: ViewingReader): Promise<readonly ListedViewing[] | undefined> {
      const userId = userIdOf(reader.visitor);
      return userId === undefined ? undefined : listed(await viewings.ofUser(userId), reader);
    },

    async staffList(
      reader: ViewingReader,
    ): Promise<{ readonly tab: ViewingTab; readonly rows: readonly ListedViewing[]; readonly next: number | undefined } | undefined> {
      if (!seesOrders(reader.visitor)) return undefined;
      const tab = reader.query.get('state') === 'past' ? 'past' : 'ahead';
      const rows = await viewings.list(tabs[tab], parseId(reader.query.get('before')), pageLength + 1);
      const page = rows.slice(0, pageLength);
      return { tab, rows: await listed(page, reader), next: rows.length > pageLength ? page.at(-1)?.id : undefined };
    },

    async staffOne(reader: ViewingReader): Promise<ShownViewing | undefined> {
      const viewing = seesOrders(reader.visitor) ? await viewings.ofCode(reader.page.params['viewing'] ?? '') : undefined;
      return viewing && shown(viewing, reader);
    },

    /** One that staff can move, with the times to which. */
    async staffToMove(reader: ViewingReader): Promise<{ readonly viewing: ShownViewing; readonly slots: readonly GivenChoice[] } | undefined> {
      const viewing = await this.staffOne(reader);
      const city = viewing?.house?.city;
      if (!viewing?.staffMoveHref || !city) return undefined;
      const all = await viewings.slotsOfCity(city.id, reader.now);
      const free = all.filter(({ id, taken, places, isClosed, startsAt }) => !isClosed && taken < places && id !== viewing.slot.id && startsAt > reader.now);
      const home = placeOf(city, reader);
      return { viewing, slots: free.map(({ id, startsAt }) => ({ value: String(id), label: momentWords(startsAt, home, reader.locale, reader.t) })) };
    },

    /** Slots of the asked city, with every city there is to ask for. */
    async staffSlots(reader: ViewingReader): Promise<
      | {
          readonly city: City | undefined;
          readonly countries: readonly { readonly name: string; readonly cities: readonly GivenChoice[] }[];
          readonly slots: readonly StaffSlot[];
        }
      | undefined
    > {
      if (!seesOrders(reader.visitor)) return undefined;
      const { locale, now, query, intl } = reader;
      const byCountry = new Map<string, GivenChoice[]>();
      for (const { id: value, names, country } of geo.cities)
        byCountry.set(country.names[locale], [...(byCountry.get(country.names[locale]) ?? []), { value: String(value), label: names[locale] }]);
      const countries = [...byCountry]
        .map(([name, cities]) => ({ name, cities: cities.toSorted((a, b) => a.label.localeCompare(b.label, intl)) }))
        .toSorted((a, b) => a.name.localeCompare(b.name, intl));
      const id = parseId<CityId>(query.get('city'));
      const city = id === undefined ? undefined : geo.cityById(id);
      const slots = city ? await viewings.slotsOfCity(city.id, now) : [];
      return { city, countries, slots: slots.map((slot) => ({ ...slot, when: timeIn(slot.startsAt, city?.timeZone ?? 'UTC', locale) })) };
    },

    /** A slot that takes bookings still. */
    async staffSlot(reader: ViewingReader): Promise<StaffSlot | undefined> {
      const id = seesOrders(reader.visitor) ? parseId(reader.page.params['slot']) : undefined;
      const slot = id === undefined ? undefined : await viewings.slot(id);
      if (!slot || slot.isClosed) return undefined;
      return { ...slot, when: timeIn(slot.startsAt, geo.cityById(slot.cityId)?.timeZone ?? 'UTC', reader.locale) };
    },
  };
}

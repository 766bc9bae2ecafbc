/** Decisions about a house's offers, rooms, ratings and terms. Pure; days are property-local. */
import { dayMs } from '#lib/dates/dates.ts';
import { schoolInSentence } from '#lib/features/geo/distinct-names.rules.ts';
import type { Place, School } from '#lib/features/geo/geo.schema.ts';
import { estimateMinutes, metresBetween, usualCommute } from '#lib/geo/distance.ts';
import type { Point, TravelMode } from '#lib/geo/distance.ts';
import type { MessageKey, T } from '#lib/i18n/t.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { compare, weekly } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { House, ReadHouse, Room, Tenancy, UnitWithTenancies, Offer } from './house.schema.ts';
import { intakeDistance } from '#lib/features/finding/intake.rules.ts';
import type { Intake } from '#lib/features/finding/intake.rules.ts';
import type { LikeHome } from '#lib/features/finding/question.schema.ts';
import { usefulWeekWithBills } from '#lib/features/catalogue/bills.rules.ts';
import type { BillsApart } from '#lib/features/catalogue/bills.rules.ts';
import { fromToday } from '#lib/features/catalogue/pricing.rules.ts';
import type { TenancyTerms } from '#lib/features/catalogue/listings.schema.ts';

/** What a home's page and its structured data tell; further ones wait on pages of their own. */
export const amenitiesShown = 10;
export const questionsShown = 4;

/** Similar houses shown beside one. */
export const similarShown = 4;

/** The home as others are compared with it. @param offer the option that leads its page. */
export function likeHome({ id, city, houseType }: House, offer: Offer | undefined): LikeHome {
  const weeklyMinor = offer && offer.tenancy.rent.currency === city.country.currency ? effectiveWeekly(offer.tenancy).minor : undefined;
  return { id, cityId: city.id, houseType, weeklyMinor };
}

/** Whether the option is let, but full: one may wait for a place. */
export function isFull(tenancy: Pick<Tenancy, 'status' | 'stock' | 'moveOut'>, today: string): boolean {
  return tenancy.status === 'open' && tenancy.stock === 0 && tenancy.moveOut > today;
}

/** Whether the option can be taken: open, with stock, and its move-out still to come. */
export function isOffered(tenancy: Pick<Tenancy, 'status' | 'stock' | 'moveOut'>, today: string): boolean {
  return tenancy.status === 'open' && tenancy.stock > 0 && tenancy.moveOut > today;
}

/** Options a reader may look at: those that are over or withdrawn are left out, full ones stay. One that has begun and can be taken begins today. */
export function shownTenancies(tenancies: readonly Tenancy[], today: string): readonly Tenancy[] {
  return tenancies
    .filter(({ status, moveOut }) => status === 'open' && moveOut > today)
    .map((tenancy) => (isOffered(tenancy, today) ? fromToday(tenancy, today) : tenancy));
}

/** What the page of a house lists: the options that can be taken or, when there is none, all. The unit's own page has every one. */
export function offeredOrAll(
  tenancies: readonly Tenancy[],
  house: { readonly status: 'open' | 'closed' | 'removed'; readonly today: string },
): readonly Tenancy[] {
  const free = house.status === 'open' ? tenancies.filter((tenancy) => isOffered(tenancy, house.today)) : [];
  return free.length > 0 ? free : tenancies;
}

/** The rent charged per week: promo where there is one. */
export function effectiveWeekly(terms: Pick<TenancyTerms, 'rent' | 'promoRent' | 'unit'>): Money {
  return weekly(terms.promoRent ?? terms.rent, terms.unit);
}

/** An amount in another currency by the day's rates; undefined where there is none. */
export type Conversion = (amount: Money, to: CurrencyCode) => Money | undefined;

/** The currency that most of the options are quoted in; of several, the one named first. */
function usualCurrency(offers: readonly Offer[]): CurrencyCode | undefined {
  let usual: { readonly currency: CurrencyCode; readonly count: number } | undefined;
  for (const [currency, { length: count }] of Map.groupBy(offers, ({ tenancy }) => tenancy.rent.currency))
    if (!usual || count > usual.count) usual = { currency, count };
  return usual?.currency;
}

/**
 * The cheapest option by weekly rent among those that can be taken. A house is quoted in one currency; what is stored
 * in another is compared by rate, and comes after all others where there is none.
 */
export function cheapestOffer(units: readonly UnitWithTenancies[], today: string, convert: Conversion = () => undefined): Offer | undefined {
  const offers = units.flatMap((unit) => unit.tenancies.flatMap((tenancy) => (isOffered(tenancy, today) ? [{ unit, tenancy }] : [])));
  const usual = usualCurrency(offers);
  let best: { readonly offer: Offer; readonly week: Money } | undefined;
  for (const offer of offers) {
    const week = effectiveWeekly(offer.tenancy);
    const compared = week.currency === usual ? week : usual && convert(week, usual);
    if (compared && (!best || compare(compared, best.week) < 0)) best = { offer, week: compared };
  }
  return best?.offer;
}

/**
 * The units with the options alone that are nearest to an intake among those that can be taken: of it, otherwise of its month and nearest in
 * length, otherwise of the nearest month.
 */
export function nearestLeases(units: readonly UnitWithTenancies[], intake: Intake, today: string): readonly UnitWithTenancies[] {
  const offered = units.flatMap(({ tenancies }) => tenancies.filter((tenancy) => isOffered(tenancy, today)));
  const least = Math.min(...offered.map((tenancy) => intakeDistance(intake, tenancy)));
  return units.map((unit) => ({ ...unit, tenancies: unit.tenancies.filter((tenancy) => intakeDistance(intake, tenancy) === least) }));
}

/** When anything of the house was last confirmed. */
export function lastConfirmed(units: readonly UnitWithTenancies[]): Date | undefined {
  const times = units.flatMap(({ tenancies }) => tenancies.map(({ confirmedAt }) => confirmedAt.getTime()));
  return times.length === 0 ? undefined : new Date(Math.max(...times));
}

/** Days after which a confirmation is called old. */
export const staleAfterDays = 14;

export function isStale(confirmedAt: Date, now: Date): boolean {
  return now.getTime() - confirmedAt.getTime() > staleAfterDays * dayMs;
}

const roomStatusKeys = [
  'codes.room_status_0',
  'codes.room_status_1',
  'codes.room_status_2',
  'codes.room_status_3',
  'codes.room_status_4',
] as const satisfies readonly MessageKey[];

/**
 * The label of a room (R4.098). Of one that is let it says that and no more: nothing here knows whether who lives there would have it told
 * (R4.099, decision 0181).
 * @example roomLabel(translator('en-us'), { status: 2 }) // 'Occupied'
 */
export const roomLabel = (t: T, { status }: Pick<Room, 'status'>): string => t(roomStatusKeys[status]);

export type RoomGroup = { readonly flat: string | undefined; readonly floor: number; readonly rooms: readonly Room[] };

/**
 * Rooms by flat, lowest floor first. A label's part before its last separator names the flat (`4B-2` → `4B`);
 * rooms without one stand together by floor.
 */
export function roomGroups(rooms: readonly Room[]): readonly RoomGroup[] {
  const flatOf = ({ label }: Room): string | undefined => /^(.+)[-/.][^-/.]+$/.exec(label)?.[1];
  return [...Map.groupBy(rooms, (room) => `${room.floor}|${flatOf(room) ?? ''}`).values()]
    .flatMap((own) => (own[0] ? [{ flat: flatOf(own[0]), floor: own[0].floor, rooms: own }] : []))
    .toSorted((a, b) => a.floor - b.floor || (a.flat ?? '').localeCompare(b.flat ?? '', 'en', { numeric: true }));
}

/** A score of 1–5 as half-star steps from 0 to 5 (R9.68). @example halfStars(4.3) // 4.5 */
export function halfStars(score: number): number {
  return Math.min(5, Math.max(0, Math.round(score * 2) / 2));
}

/** The school whose terms a page counts with: the chosen one, otherwise the nearest. */
export function referenceSchool({ chosenSchool, city, at }: Pick<ReadHouse, 'chosenSchool' | 'city' | 'at'>): School | undefined {
  return chosenSchool ?? commutes(at, city.schools, undefined, 1)[0]?.school;
}

/** The useful week of an option for the page's school; says whose terms it counts, and whether bills are in it. */
export function usefulOf(
  t: T,
  house: Pick<ReadHouse, 'chosenSchool' | 'city' | 'at'>,
  terms: TenancyTerms,
  bills: BillsApart | undefined,
  locale: Locale,
): { week: ReturnType<typeof usefulWeekWithBills> & {}; school: string; basis: string } | undefined {
  const school = referenceSchool(house);
  const week = school && usefulWeekWithBills(school, terms, bills);
  return school && week
    ? { week, school: school.names[locale], basis: t(school.terms.basis === 'published' ? 'house.terms_published' : 'house.terms_typical') }
    : undefined;
}

export type Commute = {
  readonly school: School;
  /** The nearest campus: nothing says where a reader's lectures are. */
  readonly campus: School['campuses'][number];
  /** Straight line. */
  readonly metres: number;
  readonly walk: number;
  readonly cycle: number;
  readonly transit: number;
};

/** Estimated minutes from a home to a school's nearest campus. */
export function commuteTo(at: Point, school: School): Commute | undefined {
  const [nearest] = school.campuses.map((campus) => ({ campus, metres: metresBetween(at, campus.at) })).toSorted((a, b) => a.metres - b.metres);
  if (!nearest) return undefined;
  const minutes = (mode: 'walk' | 'cycle' | 'transit'): number => estimateMinutes(nearest.metres, mode);
  return { school, ...nearest, walk: minutes('walk'), cycle: minutes('cycle'), transit: minutes('transit') };
}

/** Enough of a school or spot to measure to it. */
export type Destination = { readonly name: string; readonly minutes: number; readonly mode: TravelMode };

/** The way to what the reader asked to be near, otherwise to the nearest school of the city. */
export function mainWay({ question, city, at }: Pick<ReadHouse, 'question' | 'city' | 'at'>, locale: Locale): Destination | undefined {
  const { near } = question;
  if (near && near.kind !== 'school') return { name: near.names[locale], ...usualCommute(metresBetween(at, near.at)) };
  const [way] = commutes(at, near ? [near] : city.schools, undefined, 1);
  return way && { name: schoolInSentence(way.school, locale), ...usualCommute(way.metres) };
}

/**
 * One place that all homes of a comparison are measured to: what was asked for, otherwise the school of their city that lies
 * nearest to all of them together. Undefined for homes of several cities, which have none in common.
 */
export function commonPlace(houses: readonly Pick<ReadHouse, 'question' | 'city' | 'at'>[]): School | Place | undefined {
  const [first] = houses;
  if (!first || houses.some(({ city }) => city.id !== first.city.id)) return undefined;
  const metresOf = (school: School): number => houses.reduce((sum, { at }) => sum + (commuteTo(at, school)?.metres ?? Number.POSITIVE_INFINITY), 0);
  return first.question.near ?? first.city.schools.toSorted((a, b) => metresOf(a) - metresOf(b))[0];
}

/** The schools of the home's city, nearest first, the chosen one always among them. */
export function commutes(at: Point, schools: readonly School[], chosen: School | undefined, limit: number): readonly Commute[] {
  const all = schools.flatMap((school) => commuteTo(at, school) ?? []).toSorted((a, b) => a.metres - b.metres);
  const near = all.slice(0, limit);
  const missing = chosen && !near.some(({ school }) => school.id === chosen.id) ? all.find(({ school }) => school.id === chosen.id) : undefined;
  return missing ? [...near, missing] : near;
}

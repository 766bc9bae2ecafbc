/** The rooms of a home as cards: in which order, and which leases each offers to choose from. Pure; days are property-local. */
import { monthOf } from '#lib/dates/dates.ts';
import { compare } from '#lib/money/money.ts';
import { cheapestOffer, effectiveWeekly, isOffered, offeredOrAll } from './house.rules.ts';
import type { House, Offer, ReadHouse, Tenancy, UnitWithTenancies } from './house.schema.ts';
import type { HouseAnswer } from './house.service.ts';

/** Leases that a card offers; the page of the room has all. */
export const mostLeases = 3;

/** Cards that are seen at once; the others are folded below. */
export const mostRooms = 3;

export type LeaseOfCard = {
  readonly tenancy: Tenancy;
  readonly isFree: boolean;
  /** Has all that the reader asked for. */
  readonly fits: boolean;
  /** The page leads with it: its price is the one in the price box. */
  readonly isShown: boolean;
};

export type RoomCard = {
  readonly unit: UnitWithTenancies;
  /** At most `mostLeases`, the one to begin with in front; none where the room has no lease. */
  readonly leases: readonly LeaseOfCard[];
  /** Leases of the room besides these, free and full. */
  readonly others: { readonly free: number; readonly full: number };
  /** The cheapest lease that can be taken, of those that fit the question where some do; undefined where nothing can. */
  readonly cheapest: Tenancy | undefined;
  /** Something was asked for that no lease of it has. */
  readonly misses: boolean;
};

type Asked = { readonly shown: Offer | undefined; readonly answer: HouseAnswer | undefined };

/**
 * What was asked for, then by day; of one day the longest first. Where the room has leases of the month that the page leads with, those alone,
 * unless only others have what was asked for: another month is chosen for the whole page.
 */
function sortedLeases(leases: readonly LeaseOfCard[], { shown }: Asked): readonly LeaseOfCard[] {
  const lead = shown && monthOf(shown.tenancy.moveIn);
  const ofMonth = leases.filter(({ isFree, tenancy }) => isFree && monthOf(tenancy.moveIn) === lead);
  const isEnough = ofMonth.some(({ fits }) => fits) || !leases.some(({ isFree, fits }) => isFree && fits);
  const rank = ({ isShown, fits, isFree }: LeaseOfCard): number => (isShown ? 0 : 4) + (isFree ? 0 : 2) + (fits ? 0 : 1);
  return (ofMonth.length > 0 && isEnough ? ofMonth : leases).toSorted(
    (a, b) => rank(a) - rank(b) || a.tenancy.moveIn.localeCompare(b.tenancy.moveIn) || b.tenancy.moveOut.localeCompare(a.tenancy.moveOut),
  );
}

function cardOf(unit: UnitWithTenancies, house: Pick<House, 'status'> & Pick<ReadHouse, 'today'>, asked: Asked): RoomCard {
  const { shown, answer } = asked;
  const free = (tenancy: Tenancy): boolean => house.status === 'open' && isOffered(tenancy, house.today);
  const all = offeredOrAll(unit.tenancies, house).map((tenancy) => ({
    tenancy,
    isFree: free(tenancy),
    fits: answer?.fits(unit, tenancy) ?? false,
    isShown: tenancy.id === shown?.tenancy.id,
  }));
  const leases = sortedLeases(all, asked).slice(0, mostLeases);
  const rest = unit.tenancies.filter(({ id }) => !leases.some(({ tenancy }) => tenancy.id === id));
  const restFree = rest.filter(free).length;
  const fitting = { ...unit, tenancies: unit.tenancies.filter((tenancy) => answer?.fits(unit, tenancy)) };
  return {
    unit,
    leases,
    others: { free: restFree, full: rest.length - restFree },
    cheapest: house.status === 'open' ? (cheapestOffer([fitting], house.today) ?? cheapestOffer([unit], house.today))?.tenancy : undefined,
    misses: answer !== undefined && !all.some(({ fits, isFree }) => fits && isFree),
  };
}

/** A card below the fold has one lease to begin with: the page of its room has the others. */
function folded({ unit, leases, others, ...card }: RoomCard): RoomCard {
  const [first, ...rest] = leases;
  const free = rest.filter(({ isFree }) => isFree).length;
  return { ...card, unit, leases: first ? [first] : [], others: { free: others.free + free, full: others.full + rest.length - free } };
}

/** The room that the page leads with, rooms that fit the question, then by rent; rooms that are full end the row. */
export function roomCards(units: readonly UnitWithTenancies[], house: Pick<House, 'status'> & Pick<ReadHouse, 'today'>, asked: Asked): readonly RoomCard[] {
  const rank = ({ unit, cheapest, misses }: RoomCard): number => (unit.id === asked.shown?.unit.id ? 0 : 4) + (cheapest ? 0 : 2) + (misses ? 1 : 0);
  return units
    .map((unit) => cardOf(unit, house, asked))
    .toSorted((a, b) => {
      const byRank = rank(a) - rank(b);
      if (byRank !== 0 || !a.cheapest || !b.cheapest) return byRank;
      const [one, other] = [effectiveWeekly(a.cheapest), effectiveWeekly(b.cheapest)];
      return one.currency === other.currency ? compare(one, other) : 0;
    })
    .map((card, at) => (at < mostRooms ? card : folded(card)));
}

/** What pages ask about homes. Days are those of the home's own city. */
import { todayIn } from '#lib/dates/dates.ts';
import { asksForOffers, optionFits } from '#lib/features/finding/fitting-offer.rules.ts';
import type { Intake } from '#lib/features/finding/intake.rules.ts';
import { soonDay } from '#lib/features/finding/question.rules.ts';
import { askedIn, noQuestion } from '#lib/features/finding/reader-question.rules.ts';
import type { ReaderQuestion } from '#lib/features/finding/reader-question.rules.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { moveInMonths } from './move-in-months.rules.ts';
import type { MoveInMonth } from './move-in-months.rules.ts';
import type { CancellationPolicies } from './cancellation.files.ts';
import { cancellationRows } from './cancellation.rules.ts';
import type { CancellationRow } from './cancellation.rules.ts';
import type { CompareId } from '#lib/features/catalogue/compare.rules.ts';
import { rentCountry } from './compare-question.rules.ts';
import { chosenIntake } from './compare-stay.rules.ts';
import type { ComparedLease } from './compare-stay.rules.ts';
import type { OwnPhotographs } from '#lib/features/photographs/own-photographs.schema.ts';
import type { HouseRepository } from './house.repository.ts';
import { cheapestOffer, effectiveWeekly, isOffered, lastConfirmed, nearestLeases, shownTenancies } from './house.rules.ts';
import type {
  CoveredHouse,
  House,
  HouseRecord,
  Media,
  PricePoint,
  Promo,
  Review,
  ReviewFigures,
  Reviews,
  Tenancy,
  Unit,
  UnitWithTenancies,
  Offer,
  ReadHouse,
  Twin,
} from './house.schema.ts';
import type { Conversion } from './house.rules.ts';

export type HouseOffers = {
  readonly units: readonly UnitWithTenancies[];
  /** The cheapest option that can be taken; undefined when the house is full or closed. */
  readonly cheapest: Offer | undefined;
  /** When the shown rent and vacancies were last confirmed. */
  readonly confirmedAt: Date | undefined;
};

/** What of a home has all that was asked for together. */
export type HouseAnswer = {
  /** The cheapest such option that can be taken, nearest to the intake where there is one; undefined when there is none. */
  readonly offer: Offer | undefined;
  readonly fits: (unit: Unit, tenancy: Tenancy) => boolean;
};

export type Compared = CoveredHouse & {
  readonly unit: UnitWithTenancies | undefined;
  readonly offer: Offer | undefined;
  readonly asked: CompareId;
  readonly reviews: ReviewFigures;
};

/** Homes side by side, each with its lease for one stay. */
export type ComparedHomes = {
  readonly homes: readonly Compared[];
  /** The stay: of the question, otherwise what most of the homes offer next. Undefined where there is nothing to let. */
  readonly intake: Intake | undefined;
  /** The leases that can be taken, of all the homes. */
  readonly leases: readonly ComparedLease[];
};

export type HouseService = ReturnType<typeof createHouseService>;

/** What of a question tells which option of a home leads. */
type Asked = Pick<ReaderQuestion, 'filter' | 'intake'>;

/** A house, with what was read with it where that is at hand. */
type OpenHouse = House & { readonly record?: HouseRecord | undefined };

/** Of a house that has gone meanwhile. */
const noReviews: Reviews = { count: 0, score: undefined, aspects: {}, stays: 0, removed: {}, verified: { count: 0, score: undefined }, newest: [] };

/**
 * @param convert compares options that are quoted in different currencies.
 * @param own photographs that came with the project, by their paths.
 */
export function createHouseService(
  repository: HouseRepository,
  policies: CancellationPolicies,
  convert: Conversion,
  own: OwnPhotographs['byPath'] = new Map(),
) {
  const offersOf = (house: House, units: readonly UnitWithTenancies[], now: Date): HouseOffers => {
    const today = todayIn(house.city.timeZone, now);
    const shown = units.map((unit) => ({ ...unit, tenancies: shownTenancies(unit.tenancies, today) }));
    const cheapest = house.status === 'open' ? cheapestOffer(shown, today, convert) : undefined;
    return { units: shown, cheapest, confirmedAt: cheapest?.tenancy.confirmedAt ?? lastConfirmed(units) };
  };

  /** The cheapest option that can be taken: of the intake, or of what is nearest to it, where there is one. */
  const leadOf = (house: House, units: readonly UnitWithTenancies[], intake: Intake | undefined, now: Date): Offer | undefined => {
    if (house.status !== 'open') return undefined;
    const today = todayIn(house.city.timeZone, now);
    const nearest = intake && nearestLeases(units, intake, today);
    const offer = (nearest && cheapestOffer(nearest, today, convert)) ?? cheapestOffer(units, today, convert);
    // The units of the page, with all their options.
    return offer && { ...offer, unit: units.find(({ id }) => id === offer.unit.id) ?? offer.unit };
  };

  /** Undefined where the filter asks nothing that not every lease option of a home has. */
  const answer = (house: House, units: readonly UnitWithTenancies[], { filter, intake }: Asked, now: Date): HouseAnswer | undefined => {
    if (!asksForOffers(filter)) return undefined;
    const today = todayIn(house.city.timeZone, now);
    const soon = soonDay(today);
    const { currency } = house.city.country;
    const fits: HouseAnswer['fits'] = ({ unitType, bathroom, maxOccupants }, tenancy) => {
      const week = effectiveWeekly(tenancy);
      const weekly = week.currency === currency ? week : convert(week, currency);
      return optionFits(filter, { unitType, bathroom, maxOccupants, moveIn: tenancy.moveIn, moveOut: tenancy.moveOut, weekly }, soon);
    };
    const fitting = units.map((unit) => ({ ...unit, tenancies: unit.tenancies.filter((tenancy) => fits(unit, tenancy)) }));
    const offer = leadOf(house, fitting, intake, now);
    // The units of the page, with all their options.
    return { offer: offer && { ...offer, unit: units.find(({ id }) => id === offer.unit.id) ?? offer.unit }, fits };
  };

  /** What was read with the house, read anew where it came alone. */
  const recordOf = async (house: OpenHouse): Promise<HouseRecord | undefined> => house.record ?? (await repository.record(house.id));
  const reviewsOf = async (house: OpenHouse): Promise<Reviews> => (await recordOf(house))?.reviews ?? noReviews;

  return {
    answer,
    leadOf,
    /** The months in which one can move in, each with the question that leads the page with a lease of it. */
    intakes: (house: ReadHouse, units: readonly UnitWithTenancies[], shown: Offer | undefined, now: Date): readonly MoveInMonth[] =>
      moveInMonths(units, house, shown?.tenancy, (question) => answer(house, units, question, now)?.offer !== undefined, convert),
    find: async (id: HouseId): Promise<House | undefined> => (await repository.record(id))?.house,
    /** A lease option with its unit and its house, whatever their state; undefined where they do not belong together. */
    lease: repository.lease,
    /** Houses, whatever their state, each with its first photograph, in one query. */
    covered: (ids: readonly HouseId[]): Promise<readonly CoveredHouse[]> => repository.covered(ids),
    /** A house with all that its pages show: the same object until something of it changes. */
    record: (id: HouseId): Promise<HouseRecord | undefined> => repository.record(id),

    /** Open units with the options still to come, the cheapest offer first in mind. */
    async offers(house: OpenHouse, now: Date): Promise<HouseOffers> {
      return offersOf(house, (await recordOf(house))?.units ?? [], now);
    },

    /** Each photograph of our own with what is known of it. */
    async media(house: OpenHouse): Promise<readonly Media[]> {
      const media = (await recordOf(house))?.media ?? [];
      return media.map((one) => (one.kind === 'photo' && own.has(one.path) ? { ...one, own: own.get(one.path) } : one));
    },
    /** Those that run today, where the house stands. */
    async promos(house: OpenHouse, now: Date): Promise<readonly Promo[]> {
      const today = todayIn(house.city.timeZone, now);
      return ((await recordOf(house))?.promos ?? []).filter(({ startsOn, endsOn }) => startsOn <= today && endsOn >= today);
    },
    pricePoints: async (house: OpenHouse): Promise<readonly PricePoint[]> => (await recordOf(house))?.pricePoints ?? [],
    reviews: reviewsOf,

    /** Homes of other suppliers that seem to be this one, each with the option that its own page leads with under the same question. */
    async twins(house: OpenHouse, question: Asked, now: Date): Promise<readonly Twin[]> {
      return ((await recordOf(house))?.twins ?? []).map(({ house: twin, alike, units }) => {
        const offers = offersOf(twin, units, now);
        const answering = answer(twin, offers.units, question, now)?.offer;
        return { house: twin, alike, offer: answering ?? leadOf(twin, offers.units, question.intake, now), isAnswer: answering !== undefined };
      });
    },

    /** One page of a house's reviews with the figures of all of them. */
    async reviewPage(house: OpenHouse, page: number, size: number): Promise<{ readonly all: Reviews; readonly shown: readonly Review[] }> {
      const all = await reviewsOf(house);
      const first = (page - 1) * size;
      const isRead = first + size <= all.newest.length || all.newest.length === all.count;
      return { all, shown: isRead ? all.newest.slice(first, first + size) : await repository.reviewsFrom(house.id, first, size) };
    },

    /** What comes back on cancelling; undefined when the option names no policy we know. */
    cancellation(house: House, tenancy: Tenancy, now: Date): readonly CancellationRow[] | undefined {
      const policy = tenancy.policyCode && policies.get(tenancy.policyCode);
      return policy && cancellationRows(policy, tenancy, todayIn(house.city.timeZone, now));
    },

    /**
     * Homes side by side, each with the option that its own page leads with under the question and the stay of all of them, in the order asked for;
     * those that do not exist are left out. Four queries.
     */
    async compare(requests: readonly CompareId[], now: Date, question: ReaderQuestion = noQuestion): Promise<ComparedHomes> {
      const ids = [...new Set(requests.map(({ houseId }) => houseId))];
      const [houses, units, reviews] = await Promise.all([repository.covered(ids), repository.units(ids), repository.reviewFigures(ids)]);
      const shownOf = ({ houseId }: CompareId) => houses.find(({ house: { id, status } }) => id === houseId && status !== 'removed');
      const country = rentCountry(
        question,
        requests.flatMap((asked) => shownOf(asked)?.house ?? []),
      );
      const found = requests.flatMap((asked) => {
        const home = shownOf(asked);
        const own = units.filter(({ houseId, id }) => houseId === home?.house.id && (asked.unitId === undefined || id === asked.unitId));
        if (!home || (asked.unitId !== undefined && own.length === 0)) return [];
        return [{ ...home, asked, own, there: askedIn(question, country, home.house.city.country) }];
      });
      const leasesOf = ({ house, own, there }: (typeof found)[number]): readonly ComparedLease[] => {
        if (house.status !== 'open') return [];
        const today = todayIn(house.city.timeZone, now);
        const fits = answer(house, own, there, now)?.fits;
        return own.flatMap((unit) =>
          unit.tenancies.flatMap((tenancy) => (isOffered(tenancy, today) ? [{ ...tenancy, isAsked: fits?.(unit, tenancy) ?? true }] : [])),
        );
      };
      const leases = found.map(leasesOf);
      const intake = question.intake ?? chosenIntake(leases, question.filter, todayIn(found[0]?.house.city.timeZone ?? 'UTC', now));
      return {
        intake,
        leases: leases.flat(),
        homes: found.map(({ own, there, asked, ...home }) => {
          const { house } = home;
          const { units: shown } = offersOf(house, own, now);
          const offer = answer(house, shown, { ...there, intake }, now)?.offer ?? leadOf(house, shown, intake, now);
          return {
            ...home,
            unit: offer?.unit ?? (asked.unitId === undefined ? undefined : own[0]),
            offer,
            asked,
            reviews: reviews.get(house.id) ?? { count: 0, score: undefined },
          };
        }),
      };
    },
  };
}

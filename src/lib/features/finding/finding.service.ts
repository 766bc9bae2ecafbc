/** Lists of homes: what a page of one shows, with everything counted. */
import { dayMs } from '#lib/dates/dates.ts';
import type { Db } from '#lib/db/database.ts';
import type { City, Country } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { CountryId, HouseId } from '#lib/ids/ids.ts';
import { currencies } from '#lib/money/currencies.ts';
import type { ListCategory, ListTarget } from '#lib/paths.ts';
import { isFiltered, noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { CityHouses, HouseIndex } from './house.index.ts';
import { readAlikeHouses, readHouseNames, readListedHouses } from './cards.repository.ts';
import { placeFigures } from './facts.repository.ts';
import { answerInMemory, figuresInMemory } from './in-memory.rules.ts';
import type { Figures, LikeHome, ListAnswer, ListedHouse, ListQuestion, PlaceFigures } from './question.schema.ts';
import { findHouses } from './finding.repository.ts';
import { hasIntake, intakeSpan } from './intake.rules.ts';
import type { Intake } from './intake.rules.ts';
import { figureBasis, isFigureSort } from './lease-figures.rules.ts';
import { readListPage } from './list-page.repository.ts';
import type { PageOfList, WantedFigures } from './list-page.repository.ts';
import { tally } from './tally.rules.ts';
import type { Tally } from './tally.rules.ts';
import { cityOf, countryOf, isNarrowed, listToday, pageCount, pageSize, scopeOf, soonDay, wholeList } from './question.rules.ts';
import type { Narrowing } from './question.rules.ts';

export type FoundList = {
  readonly counts: Tally;
  readonly homes: readonly ListedHouse[];
  readonly categories: readonly ListCategory[];
  /** Figures of the place; on the first page of the whole list, and where a filter leaves nothing. */
  readonly figures: Figures | undefined;
  /** What its cards lead with where their homes offer it. */
  readonly intake: Intake | undefined;
  readonly today: string;
};

export type ListService = ReturnType<typeof createListService>;

const week = 7 * dayMs;

/** @param index homes of whole countries: too many for the database to look at for each page. It is told of changes by its owner. */
export function createListService(db: Db, geo: GeoIndex, index: HouseIndex) {
  const housesOfCountry = (id: CountryId): Promise<readonly CityHouses[]> => index.cities((geo.countryById(id)?.cities ?? []).map((city) => city.id));

  /** The homes of one page, by id. A city's homes are few enough for the database, which would have to be read again after every change. */
  const answerOf = async (question: ListQuestion): Promise<ListAnswer> =>
    question.scope.cityId === undefined
      ? answerInMemory(await (question.scope.cityIds ? index.cities(question.scope.cityIds) : housesOfCountry(question.scope.countryId)), question)
      : findHouses(db, question);

  /** A page with its homes, and its figures where they are wanted and belong to a place. One query. */
  const pageOf = async (question: ListQuestion, today: string, wanted: WantedFigures | undefined): Promise<PageOfList> => {
    if (question.scope.cityId !== undefined) return readListPage(db, geo, question, today, wanted);
    const answer = await answerOf(question);
    return { answer, homes: await readListedHouses(db, geo, answer.houseIds, question.filter, today, answer.intake), figures: undefined };
  };

  const figuresOf = async (target: ListTarget, narrowing: Narrowing, now: Date): Promise<Figures> => {
    const weekAgo = new Date(now.getTime() - week);
    const { place, category } = target;
    if (place.kind === 'country') return { kind: 'country', ...figuresInMemory(await housesOfCountry(place.id), category, weekAgo) };
    return { kind: 'place', ...(await placeFigures(db, scopeOf(target, narrowing), weekAgo)) };
  };

  return {
    /**
     * One page of a list in one query, of a country once its homes are known. `filter` has the property type of the path among its types.
     * Undefined when the page is beyond the last one.
     * @param size homes on a page.
     */
    async find(target: ListTarget, filter: ListFilter, narrowing: Narrowing, now: Date, size: number = pageSize): Promise<FoundList | undefined> {
      const today = listToday(cityOf(target.place, narrowing), now);
      const country: Country = countryOf(target.place);
      const others = { ...filter, types: target.type ? filter.types.filter((type) => type !== target.type) : filter.types };
      const whole = !isFiltered(others) && !isNarrowed(narrowing);
      const scope = scopeOf(target, narrowing);
      const asked = scope.near.length === 0 ? { ...filter, distance: undefined } : filter;
      const wanted = whole && filter.page === 1;
      const { answer, homes, figures } = await pageOf(
        {
          scope,
          filter: asked,
          minorUnits: 10 ** currencies[country.currency].exponent,
          soon: soonDay(today),
          pageSize: size,
          season: target.category === 'rent' && hasIntake(filter) ? intakeSpan(today) : undefined,
          figures: isFigureSort(filter.sort) ? figureBasis(country, narrowing.place ?? target.place, today) : undefined,
        },
        today,
        target.place.kind !== 'country' && (wanted || !whole)
          ? { when: wanted ? 'always' : 'nothing-found', since: new Date(now.getTime() - week) }
          : undefined,
      );
      const counts = tally(answer.records, asked);
      if (filter.page > pageCount(counts.total, size)) return undefined;
      return {
        counts,
        homes,
        categories: answer.categories,
        intake: answer.intake,
        figures: figures ? { kind: 'place', ...figures } : wanted || (counts.total === 0 && !whole) ? await figuresOf(target, narrowing, now) : undefined,
        today,
      };
    },

    /** Homes of a list in which something can be booked, at most so many, in its order. One query. */
    async bookable(target: ListTarget, filter: ListFilter, now: Date, most: number): Promise<readonly HouseId[]> {
      const scope = scopeOf(target, wholeList);
      const { houseIds } = await answerOf({
        scope,
        // Whatever can be booked has a rent.
        filter: { ...filter, ...(scope.near.length === 0 ? { distance: undefined } : {}), rent: filter.rent ?? { from: 0, to: 99_999_999 } },
        minorUnits: 10 ** currencies[countryOf(target.place).currency].exponent,
        soon: soonDay(listToday(cityOf(target.place), now)),
        pageSize: most,
      });
      return houseIds;
    },

    /** What is known about the homes for rent of a city. One query. */
    figures: (city: City, now: Date): Promise<PlaceFigures> =>
      placeFigures(db, scopeOf({ place: city, category: 'rent' }, wholeList), new Date(now.getTime() - week)),

    /** Homes by id, in that order, as lists show them, each with the offer that fits the filter: of the intake, where it has one. One query. */
    houses: (ids: readonly HouseId[], today: string, filter: ListFilter = noFilter, intake?: Intake): Promise<readonly ListedHouse[]> =>
      readListedHouses(db, geo, ids, filter, today, intake),

    /** Homes of the same city with vacancies, those most like it first, as lists show them. One query. */
    alike: (home: LikeHome, limit: number, today: string, filter: ListFilter = noFilter): Promise<readonly ListedHouse[]> =>
      readAlikeHouses(db, geo, home, limit, filter, today),

    /** What homes are called, by id. One query. */
    names: (ids: readonly HouseId[]) => readHouseNames(db, ids),
  };
}

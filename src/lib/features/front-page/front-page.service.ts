/** Figures for the pages above the lists: which cities and schools have how many homes, at what rent. */
import { dayMs } from '#lib/dates/dates.ts';
import type { ListService } from '#lib/features/finding/finding.service.ts';
import { listToday } from '#lib/features/finding/question.rules.ts';
import type { City, School } from '#lib/features/geo/geo.schema.ts';
import { money } from '#lib/money/money.ts';
import type { FrontPageRepository } from './front-page.repository.ts';
import { differentPictures, freshnessOf, inWholeUnits } from './front-page.rules.ts';
import type { CityOffer, FreshHomes, SchoolOffer, TrustScore } from './front-page.schema.ts';
import { schoolReachMetres } from '#lib/features/catalogue/reach.rules.ts';

export type FrontPageService = ReturnType<typeof createFrontPageService>;

/** Homes looked at for each that is shown: some have the photograph of another. */
const spare = 4;

/** @param lists shows homes as lists do. */
export function createFrontPageService(repository: FrontPageRepository, lists: Pick<ListService, 'houses'>) {
  let kept: { readonly trust: TrustScore; readonly until: number } | undefined;

  /** The first so many of the cities as offers, in the same order, and how many homes all of them have. */
  async function firstOffers(cities: readonly City[], most: number): Promise<{ readonly offers: readonly CityOffer[]; readonly homes: number }> {
    const figures = await repository.cityFigures(cities.map(({ id }) => id));
    const byCity = new Map(figures.map((one) => [one.cityId, one]));
    const offers = cities.slice(0, most).map((city) => {
      const found = byCity.get(city.id);
      return {
        city,
        homes: found?.homes ?? 0,
        medianWeek: found?.medianMinor === undefined ? undefined : inWholeUnits(money(found.medianMinor, city.country.currency)),
      };
    });
    return { offers, homes: figures.reduce((sum, { homes }) => sum + homes, 0) };
  }

  return {
    firstOffers,

    /** One offer per city given, in the same order. */
    cityOffers: async (cities: readonly City[]): Promise<readonly CityOffer[]> => (await firstOffers(cities, cities.length)).offers,

    /** One offer per school given, in the same order. */
    async schoolOffers(schools: readonly School[]): Promise<readonly SchoolOffer[]> {
      const campuses = schools.map(({ id, city, campuses: list }) => ({ id, cityId: city.id, campuses: list.map(({ at }) => at) }));
      const homes = await repository.schoolFigures(campuses, schoolReachMetres);
      return schools.map((school) => ({ school, homes: homes.get(school.id) ?? 0 }));
    },

    /** Homes confirmed lately in these cities, at most so many. Two queries. */
    async freshHomes(cities: readonly City[], now: Date, most: number): Promise<FreshHomes> {
      const found = await repository.freshHomes(
        cities.map(({ id }) => id),
        new Date(now.getTime() - dayMs),
        most * spare,
      );
      const listed = await lists.houses(
        found.map(({ id }) => id),
        listToday(undefined, now),
      );
      const homes = differentPictures(listed, most);
      return { homes, within: freshnessOf(homes, now) };
    },

    hasSample: () => repository.hasSample(),

    /**
     * The mean of all review scores with its count, kept for a day (R1.46); undefined while there is no review.
     * It adorns every page, so a failing query leaves it out instead of taking the page down.
     */
    async trust(now: Date): Promise<TrustScore | undefined> {
      if (kept && now.getTime() < kept.until) return kept.trust;
      const figures = await repository.reviewFigures().catch(() => undefined);
      if (figures) kept = { trust: figures, until: now.getTime() + dayMs };
      return figures;
    },
  };
}

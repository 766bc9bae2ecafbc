/** Homes on a map: which are in view, where they stand, and one page of them in the list's order. */
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { asId } from '#lib/ids/ids.ts';
import { currencies } from '#lib/money/currencies.ts';
import type { HouseIndex } from '#lib/features/finding/house.index.ts';
import type { CityHouses } from '#lib/features/finding/house.index.ts';
import { firstOf, orderOf } from '#lib/features/finding/house-order.rules.ts';
import { byLead, intakeInMemory } from '#lib/features/finding/in-memory.rules.ts';
import type { Intake } from '#lib/features/finding/intake.rules.ts';
import { formatFilterCode } from '#lib/features/catalogue/filter-code.rules.ts';
import type { FittingHouse } from '#lib/features/finding/house-order.rules.ts';
import { boxesMeet, inBox, inLongitudes } from '#lib/geo/boxes.ts';
import { extentOf, frameOf, inArea, widened } from './map-area.rules.ts';
import { pointsOf } from './map-clusters.rules.ts';
import { fitting } from './map-fit.rules.ts';
import type { MapBox, MapFinding, MapQuestion, Position } from './map.schema.ts';

export type MapService = ReturnType<typeof createMapService>;

const positionOf = ({ city, home }: Pick<FittingHouse, 'city' | 'home'>): Position => [city.longitude[home] ?? 0, city.latitude[home] ?? 0];

const isInside = (area: readonly Position[], bounds: MapBox, at: Position): boolean => inBox(bounds, at) && inArea(area, at);

/** Intakes that are known at once: of so many lists of places and filters. */
const mostIntakes = 500;
/** The intake of a list, with the states of its cities that it was worked out from. */
type KnownIntake = { readonly states: string; readonly intake: Intake | undefined };

export function createMapService(index: HouseIndex, geo: GeoIndex) {
  const known = new Map<string, KnownIntake>();
  /** Numbers of what was read of cities; what is read no longer is not kept for them. */
  const numbers = new WeakMap<CityHouses, number>();
  let read = 0;
  function numberOf(city: CityHouses): number {
    const number = numbers.get(city) ?? ++read;
    numbers.set(city, number);
    return number;
  }

  const minorUnits = (cityId: number): number => {
    const country = geo.cityById(cityId)?.country;
    return country ? 10 ** currencies[country.currency].exponent : 1;
  };

  async function citiesOf({ scope, box }: MapQuestion): Promise<readonly number[]> {
    if (scope.cityId !== undefined) return [scope.cityId];
    const inView = await index.citiesIn(box);
    const { cityIds } = scope;
    if (cityIds) return cityIds.filter((city) => inView.includes(city));
    return scope.countryId === undefined ? inView : inView.filter((city) => geo.cityById(city)?.country.id === scope.countryId);
  }

  const moneyOf = (cityId: number): string | undefined => geo.cityById(cityId)?.country.currency;

  /** The cities of a list; undefined over several countries, which have none. */
  function citiesOfList({ cityId, cityIds, countryId }: MapQuestion['scope']): readonly number[] | undefined {
    if (cityId !== undefined) return [cityId];
    return cityIds ?? (countryId === undefined ? undefined : geo.countryById(countryId)?.cities.map(({ id }) => id));
  }

  const leadsOf = (question: MapQuestion, cityId: number) => intakeInMemory({ filter: question.filter, soon: question.soon, minorUnits: minorUnits(cityId) });

  /** The intake of the list, of which a map shows a part. It is worked out once for a list, until one of its cities changes. */
  async function intakeOf(question: MapQuestion): Promise<Intake | undefined> {
    const { scope, filter, season } = question;
    const ids = season && citiesOfList(scope);
    const [first] = ids ?? [];
    if (!season || !ids || first === undefined) return undefined;
    const cities = await index.cities(ids);
    const key = JSON.stringify([scope, formatFilterCode({ ...filter, page: 1, sort: 'recommended' }), season.from]);
    const states = cities.map(numberOf).join();
    const last = known.get(key);
    if (last?.states === states) return last.intake;
    const fits = fitting({ ...question, minorUnits });
    const homes: FittingHouse[] = [];
    for (const city of cities)
      for (let home = 0; home < city.houseId.length; home++) {
        const found = fits(city, home);
        if (found) homes.push(found);
      }
    const intake = leadsOf(question, first).of(homes, season);
    known.delete(key);
    known.set(key, { states, intake });
    const [oldest] = known.keys();
    if (known.size > mostIntakes && oldest !== undefined) known.delete(oldest);
    return intake;
  }

  async function housesOf(question: MapQuestion): Promise<readonly FittingHouse[]> {
    const { box, area } = question;
    const fits = fitting({ ...question, minorUnits });
    const bounds = area && extentOf(area);
    if (bounds && !boxesMeet(box, bounds)) return [];
    const homes: FittingHouse[] = [];
    for (const city of await index.cities(await citiesOf(question))) {
      for (let home = 0; home < city.houseId.length; home++) {
        const latitude = city.latitude[home] ?? 0;
        if (latitude < box.south || latitude > box.north || !inLongitudes(box, city.longitude[home] ?? 0)) continue;
        if (area && bounds && !isInside(area, bounds, positionOf({ city, home }))) continue;
        const found = fits(city, home);
        if (found) homes.push(found);
      }
    }
    return homes;
  }

  return {
    /** What a view shows. No query where the cities in view are known. */
    async find(question: MapQuestion): Promise<MapFinding> {
      const [homes, intake] = [await housesOf(question), await intakeOf(question)];
      const [first] = homes;
      // A list is of one country, and so of one currency.
      const led = intake && first ? leadsOf(question, first.city.cityId).led(homes, intake) : homes;
      const upTo = question.filter.page * question.pageSize;
      return {
        total: homes.length,
        points: pointsOf(led, question.box, question.zoom, moneyOf),
        intake,
        houseIds: firstOf(byLead.has(question.filter.sort) ? led : homes, upTo, orderOf(question))
          .slice(upTo - question.pageSize)
          .map(({ city, home }) => asId(city.houseId[home] ?? 0)),
      };
    },

    /** What the cards of the list lead with: one home of it is told like all of them. */
    intakeOf,

    /** A box that shows all homes a question finds, of a city nearly all; undefined when it finds none. */
    async frame(question: MapQuestion): Promise<MapBox | undefined> {
      const positions = (await housesOf(question)).map(positionOf);
      if (question.scope.cityId !== undefined) return frameOf(positions);
      // Far from most homes of a country is the next city.
      const extent = extentOf(positions);
      return extent && widened(extent);
    },
  };
}

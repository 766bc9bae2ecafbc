/** Homes on a map: which are in view, where they stand, and one page of them in the list's order. */
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { asId } from '#lib/ids/ids.ts';
import { currencies } from '#lib/money/currencies.ts';
import type { HouseIndex } from '#lib/features/finding/house.index.ts';
import { firstOf, orderOf } from '#lib/features/finding/house-order.rules.ts';
import type { FittingHouse } from '#lib/features/finding/house-order.rules.ts';
import { boxesMeet, inBox, inLongitudes } from '#lib/geo/boxes.ts';
import { extentOf, frameOf, inArea, widened } from './map-area.rules.ts';
import { pointsOf } from './map-clusters.rules.ts';
import { fitting } from './map-fit.rules.ts';
import type { MapBox, MapFinding, MapQuestion, Position } from './map.schema.ts';

export type MapService = ReturnType<typeof createMapService>;

const positionOf = ({ city, home }: Pick<FittingHouse, 'city' | 'home'>): Position => [city.longitude[home] ?? 0, city.latitude[home] ?? 0];

const isInside = (area: readonly Position[], bounds: MapBox, at: Position): boolean => inBox(bounds, at) && inArea(area, at);

export function createMapService(index: HouseIndex, geo: GeoIndex) {
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
      const homes = await housesOf(question);
      const upTo = question.filter.page * question.pageSize;
      return {
        total: homes.length,
        points: pointsOf(homes, question.box, question.zoom),
        houseIds: firstOf(homes, upTo, orderOf(question))
          .slice(upTo - question.pageSize)
          .map(({ city, home }) => asId(city.houseId[home] ?? 0)),
      };
    },

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

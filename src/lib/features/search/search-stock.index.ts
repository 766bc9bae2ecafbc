/** Everything that can be found, in memory, with the number of homes at each place. */
import type { City } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { metresBetween } from '#lib/geo/distance.ts';
import type { Point } from '#lib/geo/distance.ts';
import { documentOf } from './search-documents.index.ts';
import { searchKey } from './search.schema.ts';
import type { FoundEntry, FoundHouse, FoundSupplier, Region, SearchEntry } from './search.schema.ts';
import { placeReachMetres, schoolReachMetres } from '#lib/features/catalogue/reach.rules.ts';
import type { SearchDocument } from '#lib/search-text/documents.ts';

const groupOfKind = { neighbourhood: 'neighborhood', station: 'subway', landmark: 'landmark', postal: 'postal_code' } as const;

/** Metres of latitude per degree, a little too few: what is farther in latitude alone is out of reach. */
const metresPerDegree = 110_000;

export type SearchStock = ReturnType<typeof createSearchStock>;

export function createSearchStock(geo: GeoIndex, regions: readonly Region[]) {
  const places = new Map<string, SearchEntry>();
  for (const of of geo.cities) places.set(searchKey('city', of.id), { group: 'city', of });
  for (const of of geo.schools) places.set(searchKey('school', of.id), { group: 'school', of });
  for (const of of geo.places) places.set(searchKey(groupOfKind[of.kind], of.id), { group: groupOfKind[of.kind], of });
  for (const of of regions) places.set(searchKey('region', of.id), { group: 'region', of });
  const regionByCity = new Map<number, number>(
    regions.filter(({ isCountry }) => !isCountry).flatMap(({ id, cities }) => cities.map((city) => [city.id, id] as const)),
  );

  const houses = new Map<number, FoundHouse>();
  const housesByCity = new Map<number, Map<number, FoundHouse>>();
  const suppliers = new Map<number, FoundSupplier & { readonly houses: Set<number> }>();
  const homes = new Map<string, number>();
  let localNames: ReadonlyMap<number, string> = new Map();

  const within = (near: readonly Point[], metres: number, offers: readonly FoundHouse[]): number =>
    offers.filter(({ at }) => near.some((spot) => Math.abs(spot.latitude - at.latitude) * metresPerDegree <= metres && metresBetween(spot, at) <= metres))
      .length;

  function entryOf(key: string): SearchEntry | undefined {
    const place = places.get(key);
    if (place) return place;
    const id = Number(key.slice(key.indexOf(':') + 1));
    if (key.startsWith('house:')) {
      const of = houses.get(id);
      const city = of && geo.cityById(of.cityId);
      return of && city && { group: 'house', of, city };
    }
    const of = key.startsWith('supplier:') ? suppliers.get(id) : undefined;
    return of && of.houses.size > 0 ? { group: 'supplier', of } : undefined;
  }

  function housesOf(key: string): number {
    return key.startsWith('house:') ? (houses.get(Number(key.slice(6)))?.stock ?? 0) : (homes.get(key) ?? 0);
  }

  function dropHouse(id: number): number | undefined {
    const before = houses.get(id);
    if (!before) return undefined;
    houses.delete(id);
    housesByCity.get(before.cityId)?.delete(id);
    suppliers.get(before.supplierId)?.houses.delete(id);
    return before.cityId;
  }

  return {
    /** Keys of everything but homes and suppliers. */
    placeKeys: (): readonly string[] => [...places.keys()],
    entryOf,
    housesOf,
    found: (key: string): FoundEntry | undefined => {
      const entry = entryOf(key);
      return entry && { entry, homes: housesOf(key) };
    },
    document: (key: string): SearchDocument | undefined => {
      const entry = entryOf(key);
      return entry && documentOf(entry, { regionOf: (city: City) => regionByCity.get(city.id), localName: (id) => localNames.get(id), homes: housesOf(key) });
    },
    houseIds: (): readonly number[] => [...houses.keys()],
    knowsSupplier: (id: number): boolean => suppliers.has(id),
    setLocalNames(names: ReadonlyMap<number, string>): void {
      localNames = names;
    },

    /**
     * Takes homes over as they are now; ids of which none came are gone.
     * @returns keys whose documents changed, and cities whose counts did.
     */
    takeHouses(
      ids: readonly number[],
      now: readonly FoundHouse[],
      names: ReadonlyMap<number, string>,
    ): { readonly changed: string[]; readonly gone: string[]; readonly cities: Set<number> } {
      const changed = new Set<string>();
      const gone = new Set<string>();
      const cities = new Set<number>();
      const came = new Set(now.map(({ id }): number => id));
      const touchedSuppliers = new Set<number>();
      for (const id of ids) {
        if (came.has(id)) continue;
        const supplier = houses.get(id)?.supplierId;
        const city = dropHouse(id);
        if (city === undefined) continue;
        cities.add(city);
        if (supplier !== undefined) touchedSuppliers.add(supplier);
        gone.add(searchKey('house', id));
      }
      for (const house of now) {
        const city = geo.cityById(house.cityId);
        if (!city) continue;
        const before = houses.get(house.id);
        // Most notices are about prices and dates, which search does not show.
        if (before && JSON.stringify(before) === JSON.stringify(house)) continue;
        const moved = dropHouse(house.id);
        if (moved !== undefined) cities.add(moved);
        houses.set(house.id, house);
        const ofCity = housesByCity.get(city.id) ?? new Map<number, FoundHouse>();
        ofCity.set(house.id, house);
        housesByCity.set(city.id, ofCity);
        cities.add(city.id);
        touchedSuppliers.add(house.supplierId);
        const known = suppliers.get(house.supplierId);
        const name = names.get(house.supplierId) ?? known?.name;
        if (name !== undefined && name !== known?.name)
          suppliers.set(house.supplierId, { id: house.supplierId, name, country: known?.country ?? city.country, houses: known?.houses ?? new Set() });
        suppliers.get(house.supplierId)?.houses.add(house.id);
        changed.add(searchKey('house', house.id));
      }
      for (const id of touchedSuppliers) {
        const key = searchKey('supplier', id);
        const supplier = suppliers.get(id);
        homes.set(key, [...(supplier?.houses ?? [])].filter((house) => houses.get(house)?.forRent).length);
        if (entryOf(key)) changed.add(key);
        else gone.add(key);
      }
      return { changed: [...changed], gone: [...gone], cities };
    },

    /** Counts the homes of a city and of everything in it anew. Returns what it found, by key. */
    countCity(id: number): ReadonlyMap<string, number> {
      const counted = new Map<string, number>();
      const city = geo.cityById(id);
      if (!city) return counted;
      const offers = [...(housesByCity.get(id)?.values() ?? [])].filter(({ forRent }) => forRent);
      counted.set(searchKey('city', id), offers.length);
      for (const { id: school, campuses } of city.schools)
        counted.set(
          searchKey('school', school),
          within(
            campuses.map(({ at }) => at),
            schoolReachMetres,
            offers,
          ),
        );
      for (const { id: place, kind, at } of city.places) counted.set(searchKey(groupOfKind[kind], place), within([at], placeReachMetres, offers));
      for (const [key, number] of counted) homes.set(key, number);
      return counted;
    },

    /** Sums up countries and areas from their cities. */
    countRegions(): ReadonlyMap<string, number> {
      const counted = new Map(
        regions.map(
          ({ id, cities }) => [searchKey('region', id), cities.reduce((sum, city) => sum + (homes.get(searchKey('city', city.id)) ?? 0), 0)] as const,
        ),
      );
      for (const [key, number] of counted) homes.set(key, number);
      return counted;
    },
  };
}

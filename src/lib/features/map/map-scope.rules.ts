/** What part of the catalogue a map's address names (R2.226), and the address of what it names. Pure. */
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { formatFilterCode } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { countryNamed } from '#lib/features/catalogue/listing-path.rules.ts';
import type { Region } from '#lib/features/geo/geo.schema.ts';
import { canonicalCurrency, carriedQuestion, countryOfPage, questionOfPage } from '#lib/features/finding/reader-question.rules.ts';
import { asId } from '#lib/ids/ids.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { ListCategory, ListTarget, Paths } from '#lib/paths.ts';
import type { Reader } from '#lib/reader.ts';
import { metresBetween } from '#lib/geo/distance.ts';
import { wrapped } from './map-area.rules.ts';
import type { MapBox, MapScope } from './map.schema.ts';
import { cityOf, countryOf, joinedFilter, readNarrowing, scopeOf, wholeList } from '#lib/features/finding/question.rules.ts';
import type { Narrowing } from '#lib/features/finding/question.rules.ts';
import { pageOfList, selectionPath } from '#lib/features/lists/list.rules.ts';

/** Names as the address has them; each needs those before it. */
export type MapNames = {
  readonly cname?: string | undefined;
  readonly rname?: string | undefined;
  readonly sname?: string | undefined;
  readonly pname?: string | undefined;
  /** An area of several cities, with cname alone. */
  readonly region_id?: number | undefined;
  readonly supplier_id?: number | undefined;
  readonly category?: ListCategory | undefined;
};

/** Where a map begins. Without place it shows all homes. */
export type MapTarget = { readonly place: ListTarget['place'] | undefined; readonly category: ListCategory; readonly narrowing: Narrowing };

/**
 * Reads the names. Undefined when they name nothing.
 * @param regions areas of several cities.
 */
export function targetOf(geo: GeoIndex, names: MapNames, regions: readonly Region[] = []): MapTarget | undefined {
  const { cname, rname, sname, pname, region_id, supplier_id } = names;
  const country = cname === undefined ? undefined : countryNamed(geo, cname);
  const region = region_id === undefined ? undefined : regions.find((one) => one.id === region_id && !one.isCountry && one.country === country);
  if (region_id !== undefined && (!region || rname !== undefined)) return undefined;
  const narrowing: Narrowing = { ...wholeList, region, supplierId: supplier_id === undefined ? undefined : asId<SupplierId>(supplier_id) };
  const found = (place: MapTarget['place']): MapTarget => ({ place, category: names.category ?? 'rent', narrowing });
  if (cname === undefined) return rname === undefined && sname === undefined && pname === undefined ? found(undefined) : undefined;
  if (!country) return undefined;
  if (rname === undefined) return sname === undefined && pname === undefined ? found(country) : undefined;
  const city = geo.city(country.slug, rname);
  if (!city) return undefined;
  if (sname === undefined && pname === undefined) return found(city);
  const spot = sname === undefined ? geo.place(city, pname ?? '') : geo.school(city, sname);
  return spot && found(spot);
}

/** What the target looks at. */
export function mapScopeOf({ place, category, narrowing }: MapTarget): MapScope {
  if (place) return scopeOf({ place, category }, narrowing);
  return { category, countryId: undefined, cityId: undefined, supplierId: narrowing.supplierId, near: [], reach: undefined };
}

/** The names of a place, as the map's address has them. */
export function namesOf({ place, category, narrowing }: MapTarget): MapNames {
  const city = place && cityOf(place);
  return {
    ...(place ? { cname: countryOf(place).slug } : {}),
    ...(city ? { rname: city.slug } : {}),
    ...(place?.kind === 'school' ? { sname: place.slug } : {}),
    ...(place && place.kind !== 'country' && place.kind !== 'city' && place.kind !== 'school' ? { pname: place.slug } : {}),
    ...(narrowing.region ? { region_id: narrowing.region.id } : {}),
    ...(narrowing.supplierId === undefined ? {} : { supplier_id: narrowing.supplierId }),
    ...(category === 'rent' ? {} : { category }),
  };
}

/** R2.226: the address of the map of a place with a filter. @param currency the one chosen to compare in. */
export function mapPath(paths: Paths, target: MapTarget, filter: ListFilter, currency?: CurrencyCode): string {
  const query = new URLSearchParams(Object.entries(namesOf(target)).map(([name, value]): [string, string] => [name, String(value)]));
  const code = formatFilterCode(filter);
  if (code) query.set('urlFilter', code);
  if (currency) query.set('currency', currency);
  return query.size > 0 ? `${paths.to('map')}?${query}` : paths.to('map');
}

/** What a list shows, as its page found it. */
export type MappedList = { readonly target: ListTarget; readonly filter: ListFilter; readonly narrowing: Narrowing };

/** The map of a list: the same homes. A country's list that is narrowed to a place has the map of that place. */
export function mapTargetOfList({ target, narrowing }: Pick<MappedList, 'target' | 'narrowing'>): MapTarget {
  const { supplierId, city, region, place } = narrowing;
  return { place: place ?? city ?? target.place, category: target.category, narrowing: { ...wholeList, supplierId, region: place ? undefined : region } };
}

/** The address of the map of a list: the same place, filter, supplier and currency, from its first page. */
export function mapPathOfList(paths: Paths, list: MappedList, query: URLSearchParams): string {
  return mapPath(paths, mapTargetOfList(list), { ...joinedFilter(list.target, list.filter), page: 1 }, canonicalCurrency(query.get('currency') ?? ''));
}

/** The address of the map that answers the question of a page: of a list's own place, elsewhere of the place asked for, else of the city of what is shown. */
export function mapPathOfPage(view: Pick<Reader, 'page' | 'query' | 'paths'> & { readonly geo: GeoIndex }): string {
  const { page, query, paths, geo } = view;
  const country = countryOfPage(view);
  const { near, filter, currency } = carriedQuestion(questionOfPage(view), country, geo).question;
  if (page.listing?.kind === 'list') {
    const { target } = page.listing;
    const narrowing = target.place.kind === 'country' ? readNarrowing(geo, target.place, query) : undefined;
    return mapPath(paths, mapTargetOfList({ target, narrowing: narrowing ?? wholeList }), filter, currency);
  }
  return mapPath(paths, { place: near ?? page.listing?.city ?? country, category: 'rent', narrowing: wholeList }, filter, currency);
}

/** The list of a map's homes, with what narrows it; undefined for the whole world, which has none. */
export function listPathOfMap(paths: Paths, { place, category, narrowing }: MapTarget, filter: ListFilter, currency?: CurrencyCode): string | undefined {
  if (!place) return undefined;
  const { place: page, query: carried } = pageOfList(place, narrowing.supplierId);
  const query = new URLSearchParams(carried);
  if (narrowing.region) query.set('region_id', String(narrowing.region.id));
  if (currency) query.set('currency', currency);
  return `${selectionPath(paths, page, category, { ...filter, page: 1 })}${query.size > 0 ? `?${query}` : ''}`;
}

/** From this zoom on a map shows what is in a city. */
export const cityZoom = 8;
const mostCities = 3;
/** Metres from a city's middle within which its places may lie in view. */
const cityReach = 60_000;

/** Cities whose places belong into a view, nearest to its middle first. */
export function citiesInView(geo: Pick<GeoIndex, 'cities'>, box: MapBox, zoom: number): readonly number[] {
  if (zoom < cityZoom) return [];
  const middle = {
    latitude: (box.south + box.north) / 2,
    longitude: box.west <= box.east ? (box.west + box.east) / 2 : wrapped((box.west + box.east + 360) / 2),
  };
  return geo.cities
    .map(({ id, at }) => ({ id, metres: metresBetween(at, middle) }))
    .filter(({ metres }) => metres <= cityReach)
    .sort((a, b) => a.metres - b.metres)
    .slice(0, mostCities)
    .map(({ id }) => id);
}

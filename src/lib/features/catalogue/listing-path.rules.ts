/**
 * What a path below a country means, in the order the decisions give: detail, unit and room forms,
 * category, filter code, property type, place, school; otherwise nothing (404).
 */
import type { City, Country, Place, School } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { HouseId, TenancyId, UnitId } from '#lib/ids/ids.ts';
import { houseSubPages } from '#lib/paths.ts';
import type { HouseSubPage, ListCategory, ListTarget } from '#lib/paths.ts';
import { formatFilterCode, looksLikeFilterCode, noFilter, parseFilterCode, unitTypes } from './filter-code.rules.ts';
import type { ListFilter, UnitType } from './filter-code.rules.ts';

export type ListingPath =
  | { readonly kind: 'list'; readonly target: ListTarget; readonly filter: ListFilter }
  | { readonly kind: 'house'; readonly city: City; readonly houseId: HouseId; readonly sub: HouseSubPage | undefined }
  | { readonly kind: 'unit'; readonly city: City; readonly houseId: HouseId; readonly unitId: UnitId; readonly tenancyId: TenancyId | undefined }
  | { readonly kind: 'rooms'; readonly city: City; readonly houseId: HouseId; readonly unitId: UnitId }
  /** Another spelling of a path that exists; the path has no locale prefix. */
  | { readonly kind: 'redirect'; readonly path: string };

const isUnitType = (segment: string): segment is UnitType => unitTypes.some((type) => type === segment);

/** Reads `h1u2hcr3` and `u2h1`. */
export function parseHouseSegment(
  segment: string,
): { houseId: HouseId; unitId: UnitId; tenancyId?: TenancyId | undefined; form: 'unit' | 'rooms' } | undefined {
  const unit = /^h(\d{1,10})u(\d{1,10})hcr(\d{1,10})$/.exec(segment);
  const rooms = unit ? null : /^u(\d{1,10})h(\d{1,10})$/.exec(segment);
  const houseId = parseId<HouseId>(unit?.[1] ?? rooms?.[2]);
  const unitId = parseId<UnitId>(unit?.[2] ?? rooms?.[1]);
  if (!houseId || !unitId) return undefined;
  if (!unit) return { houseId, unitId, form: 'rooms' };
  const tenancyId = parseId<TenancyId>(unit[3]);
  // hcr0 means no tenancy chosen; any other number must be an id.
  return tenancyId || Number(unit[3]) === 0 ? { houseId, unitId, tenancyId, form: 'unit' } : undefined;
}

function readTail(
  target: Omit<ListTarget, 'category'>,
  tail: readonly string[],
  spelled: (category: ListCategory, code: string) => string,
): ListingPath | undefined {
  const [first, second, ...rest] = tail;
  const hasCategory = first === 'buy-old' || first === 'buy-new';
  const category: ListCategory = hasCategory ? first : 'rent';
  const code = hasCategory ? second : first;
  if (rest.length > 0 || (!hasCategory && second !== undefined)) return undefined;
  if (code === undefined) return { kind: 'list', target: { ...target, category }, filter: noFilter };
  const filter = looksLikeFilterCode(code) ? parseFilterCode(code) : undefined;
  if (!filter) return undefined;
  const canonical = formatFilterCode(filter);
  if (canonical !== code) return { kind: 'redirect', path: spelled(category, canonical) };
  return { kind: 'list', target: { ...target, category }, filter };
}

function readList(base: string, place: Country | City | School | Place, type: UnitType | undefined, tail: readonly string[]): ListingPath | undefined {
  const read = readTail({ place, type }, tail, (category, code) => `${base}${category === 'rent' ? '' : `/${category}`}${code ? `/${code}` : ''}`);
  const [only] =
    read?.kind === 'list' && !type && read.filter.types.length === 1 && (place.kind === 'country' || place.kind === 'city') ? read.filter.types : [];
  if (read?.kind !== 'list' || !only) return read;
  // One property type has an address of its own (R2.080).
  const rest = formatFilterCode({ ...read.filter, types: [] });
  const root = place.kind === 'country' ? `/${place.slug}` : base;
  return { kind: 'redirect', path: `${root}/${only}${read.target.category === 'rent' ? '' : `/${read.target.category}`}${rest ? `/${rest}` : ''}` };
}

function readCity(geo: GeoIndex, city: City, tail: readonly string[]): ListingPath | undefined {
  const base = `/${city.country.slug}/${city.slug}`;
  const [first, second] = tail;
  if (first === undefined) return readList(base, city, undefined, []);
  const detail = /^detail-(?:apartments|rent)-(\d{1,10})$/.exec(first);
  if (detail) {
    const houseId = parseId<HouseId>(detail[1]);
    const sub = houseSubPages.find((name) => name === second);
    if (!houseId || tail.length > 2 || (second !== undefined && !sub)) return undefined;
    return { kind: 'house', city, houseId, sub };
  }
  const home = parseHouseSegment(first);
  if (home) {
    if (tail.length > 1) return undefined;
    const { houseId, unitId, tenancyId, form } = home;
    return form === 'unit' ? { kind: 'unit', city, houseId, unitId, tenancyId } : { kind: 'rooms', city, houseId, unitId };
  }
  if (first === 'buy-old' || first === 'buy-new' || looksLikeFilterCode(first)) return readList(base, city, undefined, tail);
  if (isUnitType(first)) return readList(`${base}/${first}`, city, first, tail.slice(1));
  if (first === 'place') {
    const place = second === undefined ? undefined : geo.place(city, second);
    return place && readList(`${base}/place/${place.slug}`, place, undefined, tail.slice(2));
  }
  const school = geo.school(city, first);
  if (school) return readList(`${base}/${school.slug}`, school, undefined, tail.slice(1));
  const moved = geo.movedSchool(city, first);
  return moved && { kind: 'redirect', path: `/${[moved.city.country.slug, moved.city.slug, ...tail].join('/')}` };
}

/** Country slugs in other spellings people and old links use (docs/domain.md, "Addresses"). */
const countryAliases: ReadonlyMap<string, string> = new Map([
  ['gb', 'uk'],
  ['hk', 'hongkong'],
  ['hong-kong', 'hongkong'],
]);

/** The country of a slug or of another spelling of it, in lower case. */
export function countryNamed(geo: Pick<GeoIndex, 'country'>, name: string): Country | undefined {
  return geo.country(countryAliases.get(name) ?? name);
}

/** Resolves the segments after the locale. Undefined: nothing is there. */
export function resolveListingPath(geo: GeoIndex, segments: readonly string[]): ListingPath | undefined {
  const [first, second, ...rest] = segments;
  if (first === undefined) return undefined;
  if (first === 'place' && second !== undefined && rest.length === 0) {
    const [place, ...others] = geo.neighbourhoodsBySlug(second);
    return place && others.length === 0 ? { kind: 'redirect', path: `/${place.city.country.slug}/${place.city.slug}/place/${place.slug}` } : undefined;
  }
  const country = countryNamed(geo, first);
  if (!country) return undefined;
  if (country.slug !== first) return { kind: 'redirect', path: `/${[country.slug, ...segments.slice(1)].join('/')}` };
  if (second === undefined) return { kind: 'redirect', path: `/country/${country.slug === 'hongkong' ? 'hk' : country.slug}` };
  if (second === 'rent') return readList(`/${country.slug}/rent`, country, undefined, rest);
  if (isUnitType(second)) return readList(`/${country.slug}/${second}`, country, second, rest);
  const city = geo.city(country.slug, second);
  return city && readCity(geo, city, rest);
}

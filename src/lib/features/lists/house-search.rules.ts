/** From the parameters of a list call to the list they name. Pure. */
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { City, Country, Place, School } from '#lib/features/geo/geo.schema.ts';
import { noFilter, parseFilterCode, sorts } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter, Sort } from '#lib/features/catalogue/filter-code.rules.ts';
import { countryNamed } from '#lib/features/catalogue/listing-path.rules.ts';
import { cityOf, countryOf } from '#lib/features/finding/question.rules.ts';

export const sortNames = Object.keys(sorts) as readonly Sort[];

/** How a call names a place. */
export type PlaceQuestion = {
  readonly country_id?: number | undefined;
  readonly city_id?: number | undefined;
  readonly region_id?: number | undefined;
  readonly school_id?: number | undefined;
  readonly poi_id?: number | undefined;
  readonly postal_code_id?: number | undefined;
  readonly cname?: string | undefined;
  readonly rname?: string | undefined;
  readonly sname?: string | undefined;
  readonly neighborhood_unique_name?: string | undefined;
};

type Listed = Country | City | School | Place;

/**
 * The most precise place named, if all that is named fits together: a school of another city is no answer.
 * `nothing` when no place is named, undefined when something named does not exist or does not fit.
 */
export function placeAsked(geo: GeoIndex, asked: PlaceQuestion): Listed | 'nothing' | undefined {
  const { cname, rname, sname, neighborhood_unique_name: hood } = asked;
  const country = countryNamed(geo, cname ?? '');
  const city = rname === undefined ? undefined : country && geo.city(country.slug, rname);
  const inCity = city ?? geo.cityById(asked.city_id ?? asked.region_id ?? 0);
  const named: (Listed | undefined)[] = [];
  const want = (given: unknown, found: () => Listed | undefined): void => {
    if (given !== undefined) named.push(found());
  };
  want(asked.country_id, () => geo.countryById(asked.country_id ?? 0));
  want(cname, () => country);
  want(asked.city_id, () => geo.cityById(asked.city_id ?? 0));
  want(asked.region_id, () => geo.cityById(asked.region_id ?? 0));
  want(rname, () => city);
  want(asked.postal_code_id, () => {
    const place = geo.placeById(asked.postal_code_id ?? 0);
    return place?.kind === 'postal' ? place : undefined;
  });
  want(hood, () => inCity && geo.place(inCity, hood ?? ''));
  want(asked.poi_id, () => geo.placeById(asked.poi_id ?? 0));
  want(sname, () => inCity && geo.school(inCity, sname ?? ''));
  want(asked.school_id, () => geo.schoolById(asked.school_id ?? 0));
  const last = named.at(-1);
  if (named.length === 0) return 'nothing';
  if (!last) return undefined;
  const fits = named.every((one) => {
    if (!one) return false;
    if (one.kind === 'country') return countryOf(last) === one;
    return one.kind === 'city' ? cityOf(last) === one : one === last;
  });
  return fits ? last : undefined;
}

/** The filter of a code with a page and perhaps another order; undefined when the code is malformed. */
export function filterAsked(code: string, page: number, sort: Sort | undefined): ListFilter | undefined {
  const filter = code === '' ? noFilter : parseFilterCode(code);
  return filter && { ...filter, page, sort: sort ?? filter.sort };
}

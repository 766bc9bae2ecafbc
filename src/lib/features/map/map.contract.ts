/** Calls of the map: homes in a viewport, one home's card, the places around, and the way from one point to another. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { parseFilterCode } from '#lib/features/catalogue/filter-code.rules.ts';
import { canonicalCurrency } from '#lib/features/finding/reader-question.rules.ts';
import { categories } from '#lib/features/house/house-wire.schema.ts';
import { idInput as id } from '#lib/ids/id.schema.ts';
import { slugPattern } from '#lib/ids/patterns.ts';
import { mostCorners, readArea, readDegrees } from './map-area.rules.ts';
import { mapPlaceKinds } from './map.schema.ts';

/** A decimal number of degrees. Written out, because an empty text or `1e3` would pass as a number. */
function degrees(limit: 90 | 180) {
  return z.pipe(
    z.string().check(
      z.refine((text) => readDegrees(text, limit) !== undefined),
      z.describe(`Degrees from −${limit} to ${limit}, WGS-84`),
    ),
    z.transform(Number),
  );
}

const name = z.string().check(z.regex(slugPattern));
/** Highest zoom a map asks for; 0 shows the world in 512 pixels. */
export const mostZoom = 22;
const zoom = z.pipe(z.string().check(z.regex(/^\d{1,2}(?:\.\d{1,20})?$/)), z.transform(Number)).check(z.maximum(mostZoom));

const currency = z.pipe(
  z.string().check(z.refine((code) => canonicalCurrency(code) !== undefined)),
  z.transform((code) => canonicalCurrency(code)),
);

/** The place and filter a map begins with (R2.226), as the page's address has them. */
const scope = {
  cname: z.optional(name.check(z.describe('Country'))),
  rname: z.optional(name.check(z.describe('City, with cname'))),
  sname: z.optional(name.check(z.describe('School, with cname and rname'))),
  pname: z.optional(name.check(z.describe('Neighbourhood, station, landmark or postal area, with cname and rname'))),
  region_id: z.optional(id.check(z.describe('An area of several cities, with cname alone'))),
  supplier_id: z.optional(id),
  category: z._default(z.enum(categories), 'rent'),
  urlFilter: z._default(
    z.string().check(
      z.maxLength(500),
      z.refine((code) => code === '' || parseFilterCode(code) !== undefined),
      z.describe('Filter code, as in the list’s address: u1000a202709-u1004a2'),
    ),
    '',
  ),
  currency: z.optional(currency.check(z.describe('To compare rents in, as the page’s address has it'))),
};

/** A home beside the map, in words ready to print in the asker’s language. posx is the latitude, posy the longitude (R3.39). */
const card = z.object({
  house_id: z.number(),
  posx: z.number(),
  posy: z.number(),
  title: z.string(),
  /** Language of the title where it is not the asker’s. */
  title_lang: z.optional(z.string()),
  url: z.string(),
  picture: z.string(),
  /** A third of it, for browsers that know the format; the evening twin is in it alone. */
  picture_avif: z.optional(z.string()),
  picture_dark: z.optional(z.string()),
  colours: z.tuple([z.string(), z.string()]),
  alt: z.string(),
  journey: z.optional(z.string()),
  types: z.string(),
  rent: z.string(),
  /** The same by the week where `rent` is by the month, as the map's markers and filters are; or what was quoted. */
  rent_below: z.optional(z.string()),
  bookable: z.boolean(),
  about: z.optional(z.string()),
  total: z.optional(z.string()),
  confirmed: z.string(),
  stale: z.boolean(),
  checked: z.boolean(),
  checks: z.string(),
});
export type MapCard = z.output<typeof card>;

/** The rent that the card leads with, in the unit its country counts in; of several homes the lowest, where theirs are of one currency. */
const rent = { rent: z.nullable(z.string()), rent_unit: z.optional(z.enum(['WEEK', 'MONTH'])) };
const cluster = z.object({ posx: z.number(), posy: z.number(), count: z.number(), ...rent });
const single = z.object({ house_id: z.number(), name: z.string(), posx: z.number(), posy: z.number(), ...rent });

export const mapListsContract = contract({
  name: 'map-lists',
  summary: 'Homes in a map’s viewport: clusters with counts and their lowest rent, single homes with their rent, and a page of the same homes as a list.',
  method: 'GET',
  path: '/_houseApi/search/map',
  input: z
    .object({
      ...scope,
      west: degrees(180).check(z.describe('Greater than east where the box lies over the date line')),
      south: degrees(90),
      east: degrees(180),
      north: degrees(90),
      zoom,
      area: z.optional(
        z.pipe(
          z.string().check(
            z.maxLength(mostCorners * 40),
            z.refine((text) => readArea(text) !== undefined),
            z.describe('A drawn area: longitude,latitude;… of 3 to 100 corners; 100 fit an address to five decimals'),
          ),
          z.transform((text) => readArea(text) ?? []),
        ),
      ),
      page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 1),
    })
    .check(z.refine(({ south, north }) => south < north, { path: ['north'], error: 'north must lie above south' })),
  output: z.object({
    /** Homes in view, in words. */
    summary: z.string(),
    /** The lease that the rents are of, in words, where most homes of the list offer the same. */
    intake: z.optional(z.string()),
    clusters: z.array(cluster),
    houses: z.array(single),
    items: z.array(card),
    paginate: z.object({ current_page: z.number(), page_size: z.number(), total: z.number() }),
    /** Cities whose places belong into the view. */
    city_ids: z.array(z.number()),
  }),
  access: 'public',
  limit: 'map',
  errors: ['not-found'],
  fulfils: ['R7.039'],
});
export type MapLists = z.output<typeof mapListsContract.output>;

export const mapCardContract = contract({
  name: 'map-card',
  summary: 'The card of one home, for a marker that is not on the shown page of the list.',
  method: 'GET',
  path: '/_houseApi/search/map/card',
  input: z.object({ house_id: id, ...scope }),
  output: card,
  access: 'public',
  limit: 'map',
  errors: ['not-found'],
  fulfils: ['R7.039'],
});

const mapPlace = z.object({ id: z.number(), kind: z.enum(mapPlaceKinds), name: z.string(), posx: z.number(), posy: z.number(), note: z.optional(z.string()) });
export type MapPlace = z.output<typeof mapPlace>;

export const mapPlacesContract = contract({
  name: 'map-places',
  summary: 'Places to show on a map: of one city its schools, stations, landmarks and neighbourhoods; without a city, all countries and cities.',
  method: 'GET',
  path: '/_houseApi/search/map/places',
  input: z.object({ city_id: z.optional(id) }),
  output: z.object({ items: z.array(mapPlace) }),
  access: 'public',
  limit: 'map',
  keepFor: 3_600,
  errors: ['not-found'],
  fulfils: ['R7.039', 'R3.39'],
});

/** Ways of travelling that directions know, as the wire names them. */
export const directionTypes = ['walking', 'cycling', 'driving'] as const;
const pair = '-?\\d{1,3}(?:\\.\\d{1,20})?,-?\\d{1,2}(?:\\.\\d{1,20})?';

export const directionsContract = contract({
  name: 'mapbox-directions',
  summary: 'The way between two or more points. Without a routing service it is a straight line with times at usual speeds, and says so in `source`.',
  method: 'GET',
  path: '/_mapboxApi/directions/v5/mapbox/{type}/{coordinates}',
  input: z.object({
    type: z.enum(directionTypes),
    coordinates: z.string().check(
      z.regex(new RegExp(`^${pair}(?:;${pair}){1,9}$`)),
      z.refine((text) => text.split(';').every((one) => one.split(',').every((value, index) => readDegrees(value, index === 0 ? 180 : 90) !== undefined))),
      z.describe('longitude,latitude;longitude,latitude: 2 to 10 points'),
    ),
  }),
  output: z.object({
    code: z.literal('Ok'),
    /** Who knows the way. `estimate`: nobody, it is a straight line. */
    source: z.enum(['estimate', 'mapbox', 'osrm', 'valhalla']),
    routes: z.array(
      z.object({
        /** Metres along the line. */
        distance: z.number(),
        /** Seconds. */
        duration: z.number(),
        geometry: z.object({ type: z.literal('LineString'), coordinates: z.array(z.tuple([z.number(), z.number()])) }),
      }),
    ),
  }),
  access: 'public',
  limit: 'outside',
  keepFor: 3_600,
  errors: ['not-found', 'upstream-failed', 'upstream-slow'],
  fulfils: ['R7.181'],
});

/** Binds the map's calls: the wire's names here, ours inside. */
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Region } from '#lib/features/geo/geo.schema.ts';
import { callReader } from '#lib/reader.ts';
import type { Reader } from '#lib/reader.ts';
import { noFilter, parseFilterCode } from '#lib/features/catalogue/filter-code.rules.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { bind } from '#lib/api/bind.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { Directions } from '#lib/ports/directions/directions.ts';
import type { Site } from '#lib/paths.ts';
import { directionsContract, mapCardContract, mapListsContract, mapPlacesContract } from './map.contract.ts';
import type { MarkerRent } from './map-card.rules.ts';
import type { MapLoader } from './map.loader.ts';
import { placesOfCity, placesOfWorld } from './map-places.rules.ts';
import { citiesInView, targetOf } from './map-scope.rules.ts';
import { pageSize } from '#lib/features/finding/question.rules.ts';

const directionFailures = { none: 'not-found', failed: 'upstream-failed', slow: 'upstream-slow' } as const;

type MapParts = {
  readonly loader: MapLoader;
  readonly geo: GeoIndex;
  readonly regions: readonly Region[];
  readonly site: Site;
  readonly directions: Directions;
};

const rentOf = (told: MarkerRent | undefined) => (told ? { rent: told.rent, rent_unit: told.unit } : { rent: null });

/** The reader of a call of a map, who compares in the currency of its page. */
function mapReader(site: Site, caller: Parameters<typeof callReader>[1], currency: CurrencyCode | undefined): Reader {
  const reader = callReader(site, caller);
  return currency ? { ...reader, query: new URLSearchParams({ currency }) } : reader;
}

export function mapCalls({ loader, geo, regions, site, directions }: MapParts): readonly BoundCall[] {
  return [
    bind(mapListsContract, async ({ west, south, east, north, zoom, area, page, urlFilter, currency, ...names }, caller) => {
      const target = targetOf(geo, names, regions);
      if (!target) return { ok: false, error: 'not-found' };
      const box = { west, south, east, north };
      const filter = { ...(parseFilterCode(urlFilter) ?? noFilter), page };
      const { summary, intake, total, points, cards } = await loader.view(target, filter, { box, zoom, area }, mapReader(site, caller, currency));
      return {
        ok: true,
        data: {
          summary,
          ...(intake === undefined ? {} : { intake }),
          clusters: points.flatMap(({ at: [posy, posx], count, houseId, told }) => (houseId === undefined ? [{ posx, posy, count, ...rentOf(told) }] : [])),
          houses: points.flatMap(({ at: [posy, posx], houseId, name, told }) =>
            houseId === undefined ? [] : [{ house_id: houseId, name, posx, posy, ...rentOf(told) }],
          ),
          items: [...cards],
          paginate: { current_page: page, page_size: pageSize, total },
          city_ids: [...citiesInView(geo, box, zoom)],
        },
      };
    }),
    bind(mapCardContract, async ({ house_id, urlFilter, currency, ...names }, caller) => {
      const target = targetOf(geo, names, regions);
      const card = target && (await loader.card(target, parseFilterCode(urlFilter) ?? noFilter, asId<HouseId>(house_id), mapReader(site, caller, currency)));
      return card ? { ok: true, data: card } : { ok: false, error: 'not-found' };
    }),
    bind(mapPlacesContract, async ({ city_id }, { locale }) => {
      const city = city_id === undefined ? undefined : geo.cityById(city_id);
      if (city_id !== undefined && !city) return { ok: false, error: 'not-found' };
      return { ok: true, data: { items: [...(city ? placesOfCity(city, locale) : placesOfWorld(geo, locale))] } };
    }),
    bind(directionsContract, async ({ type, coordinates }) => {
      const points = coordinates.split(';').map((pair) => {
        const [longitude = 0, latitude = 0] = pair.split(',').map(Number);
        return { latitude, longitude };
      });
      const found = await directions.find(type, points);
      if (!found.ok) return { ok: false, error: directionFailures[found.why] };
      return {
        ok: true,
        data: {
          code: 'Ok' as const,
          source: directions.source,
          routes: found.routes.map(({ distance, duration, line }) => ({
            distance,
            duration,
            geometry: { type: 'LineString' as const, coordinates: line.map(({ latitude, longitude }): [number, number] => [longitude, latitude]) },
          })),
        },
      };
    }),
  ];
}

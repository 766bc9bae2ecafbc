/** Directions by Mapbox. The host is fixed and redirects are not followed, so that nothing can be asked elsewhere. */
import { createOutside } from '../outside.ts';
import type { Directions } from './directions.ts';
import { coordinatesOf, mostRead, patience, routesOf } from './osrm-answer.ts';

const host = 'https://api.mapbox.com';

/** @param settings `origin` and `patience` are for tests. */
export function mapboxDirections(token: string, settings: { readonly origin?: string; readonly patience?: number } = {}): Directions {
  const outside = createOutside({ within: settings.patience ?? patience, atMost: mostRead });
  return {
    source: 'mapbox',
    async find(type, points) {
      const query = new URLSearchParams({ geometries: 'geojson', overview: 'simplified', access_token: token });
      return routesOf(await outside.ask(`${settings.origin ?? host}/directions/v5/mapbox/${type}/${coordinatesOf(points)}?${query}`));
    },
  };
}

/** Directions by an OSRM server of the operator's. Each profile is a server of its own there, so its address names the profile. */
import { createOutside } from '../outside.ts';
import type { Directions, TravelType } from './directions.ts';
import { coordinatesOf, mostRead, patience, routesOf } from './osrm-answer.ts';

/** OSRM's own names of its profiles. */
const profiles = { walking: 'foot', cycling: 'bike', driving: 'car' } as const satisfies Record<TravelType, string>;

/** @param address with `{profile}` where `foot`, `bike` or `car` belongs; `patience` is for tests. */
export function osrmDirections(address: string, settings: { readonly patience?: number } = {}): Directions {
  const outside = createOutside({ within: settings.patience ?? patience, atMost: mostRead });
  return {
    source: 'osrm',
    async find(type, points) {
      const base = address.replaceAll('{profile}', profiles[type]).replace(/\/$/, '');
      return routesOf(await outside.ask(`${base}/route/v1/${profiles[type]}/${coordinatesOf(points)}?overview=simplified&geometries=geojson`));
    },
  };
}

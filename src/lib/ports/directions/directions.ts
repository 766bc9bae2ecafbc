/** The way from one point to another, from whoever knows streets. */
import type { Point } from '#lib/geo/distance.ts';

export type TravelType = 'walking' | 'cycling' | 'driving';

export type Route = {
  /** Metres along the line. */
  readonly distance: number;
  /** Seconds. */
  readonly duration: number;
  readonly line: readonly Point[];
};

export type RoutesFound =
  | { readonly ok: true; readonly routes: readonly Route[] }
  /** `none`: no way leads there; `failed`, `slow`: the service did not answer as it should, or not in time. */
  | { readonly ok: false; readonly why: 'none' | 'failed' | 'slow' };

export type Directions = {
  /** Who knows the way. `estimate`: nobody, these are straight lines. */
  readonly source: 'estimate' | 'mapbox' | 'osrm' | 'valhalla';
  /** @param points two to ten, in order. */
  find(type: TravelType, points: readonly Point[]): Promise<RoutesFound>;
};

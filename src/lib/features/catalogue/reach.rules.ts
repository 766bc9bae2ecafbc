/** How far around a place its houses lie: straight-line metres. */
import type { Point } from '#lib/geo/distance.ts';
import type { Place } from '#lib/features/geo/geo.schema.ts';
import { metresBetween } from '#lib/geo/distance.ts';

/** Homes around a neighbourhood, station, landmark or postal area: straight-line metres. */
export const placeReachMetres = 2_000;

/** Whether one of these homes is in the list of a neighbourhood, station, landmark or postal area: a list without homes has no page. */
export function hasHouseInReach(homes: readonly Point[], { at }: Place): boolean {
  return homes.some((home) => metresBetween(home, at) <= placeReachMetres);
}

export const schoolReachMetres = 5_000;

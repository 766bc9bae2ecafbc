/** A point in WGS-84 degrees. */
export type Point = { readonly latitude: number; readonly longitude: number };

const radians = Math.PI / 180;

/** Great-circle distance in metres (haversine, mean radius 6,371 km). */
export function metresBetween(a: Point, b: Point): number {
  const h =
    Math.sin(((b.latitude - a.latitude) * radians) / 2) ** 2 +
    Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * Math.sin(((b.longitude - a.longitude) * radians) / 2) ** 2;
  return 12_742_000 * Math.asin(Math.min(1, Math.sqrt(h)));
}

export type TravelMode = 'walk' | 'cycle' | 'transit';

/** Streets are this much longer than the straight line. */
export const detour = 1.3;
/** Metres a minute along streets. */
export const speeds = { walk: 80, cycle: 230, transit: 350, drive: 400 } as const;
/** Minutes it takes to set off: to unlock a bicycle, to reach a stop and wait. */
export const setOff = { walk: 0, cycle: 1, transit: 5 } as const;

/** An estimate of door-to-lecture minutes without a routing service. */
export function estimateMinutes(straightMetres: number, mode: TravelMode): number {
  const minutes = setOff[mode] + (straightMetres * detour) / speeds[mode];
  return Math.max(1, Math.round(minutes));
}

/** Whether public transport is quicker than walking: around the corner nobody waits for a bus, and none is told of. */
export const ridePays = ({ transit, walk }: { readonly transit: number; readonly walk: number }): boolean => transit < walk;

/** Minutes that most people walk rather than wait for a bus. */
export const longestWalk = 25;

/** The way most people would go: on foot up to `longestWalk`, otherwise public transport. */
export function usualCommute(straightMetres: number): { mode: TravelMode; minutes: number } {
  const walk = estimateMinutes(straightMetres, 'walk');
  return walk <= longestWalk ? { mode: 'walk', minutes: walk } : { mode: 'transit', minutes: estimateMinutes(straightMetres, 'transit') };
}

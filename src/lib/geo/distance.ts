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

/**
 * An estimate of door-to-lecture minutes without a routing service: street distance is the straight
 * line × 1.3; walking 80 m/min, cycling 230 m/min, public transport 5 min access + 350 m/min.
 */
export function estimateMinutes(straightMetres: number, mode: TravelMode): number {
  const street = straightMetres * 1.3;
  const minutes = mode === 'walk' ? street / 80 : mode === 'cycle' ? 1 + street / 230 : 5 + street / 350;
  return Math.max(1, Math.round(minutes));
}

/** The way most people would go: on foot up to 25 minutes, otherwise public transport. */
export function usualCommute(straightMetres: number): { mode: TravelMode; minutes: number } {
  const walk = estimateMinutes(straightMetres, 'walk');
  return walk <= 25 ? { mode: 'walk', minutes: walk } : { mode: 'transit', minutes: estimateMinutes(straightMetres, 'transit') };
}

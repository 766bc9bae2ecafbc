/** Starts the map's library. */
import { findStreets } from './streets.ts';
import type { SurfaceSettings, MapSurface } from './surface.ts';

/** Starts the library that fits: Mapbox where the operator has a token, MapLibre otherwise. Each is a chunk of its own. */
export async function createSurface(settings: SurfaceSettings): Promise<MapSurface> {
  if (settings.token) {
    const { createMapboxSurface } = await import('./mapbox-surface.ts');
    return createMapboxSurface(settings, settings.token);
  }
  const streets = findStreets();
  const { createMapLibreSurface } = await import('./maplibre-surface.ts');
  return createMapLibreSurface(settings, streets);
}

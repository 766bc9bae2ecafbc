/** Starts the map's library. */
import { findStreets } from './streets.ts';
import type { SurfaceSettings, MapSurface } from './surface.ts';

/**
 * Starts the library that fits: Mapbox where the operator has a token and the library is installed, MapLibre otherwise.
 * Each is a chunk of its own. A Mapbox that cannot start, for want of the library or of its service, leaves the map to MapLibre.
 */
export async function createSurface(settings: SurfaceSettings): Promise<MapSurface> {
  if (settings.token) {
    try {
      const { createMapboxSurface } = await import('./mapbox-surface.ts');
      return await createMapboxSurface(settings, settings.token);
    } catch {
      // A library that cannot start leaves its first elements behind.
      settings.container.replaceChildren();
    }
  }
  const streets = findStreets();
  const { createMapLibreSurface } = await import('./maplibre-surface.ts');
  return createMapLibreSurface(settings, streets);
}

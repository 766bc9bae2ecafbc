/** The map without token and network: MapLibre, drawing our own places. */
import { Map as GlMap, Marker, setWorkerUrl } from 'maplibre-gl';
import styles from 'maplibre-gl/dist/maplibre-gl.css?url';
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { createGlSurface } from './gl-surface.ts';
import { drawnStyle } from './map-style.ts';
import { loadStyles } from './library-styles.ts';
import type { MapSurface, SurfaceSettings } from './surface.ts';

export async function createMapLibreSurface(settings: SurfaceSettings): Promise<MapSurface> {
  // The policy of our pages lets workers come from our own files only.
  setWorkerUrl(worker);
  await loadStyles(styles);
  return createGlSurface({ Map: GlMap, Marker }, settings, { style: drawnStyle, prepare: () => undefined, drawsGround: true, options: {} });
}

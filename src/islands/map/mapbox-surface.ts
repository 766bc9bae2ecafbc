/** The map with an operator's Mapbox token: their streets, our homes and places over them. */
import { Map as MapboxMap, setAccessToken } from 'mapbox-gl/esm';
import styles from 'mapbox-gl/dist/mapbox-gl.css?url';
import type { Map as GlMap, SourceSpecification } from 'maplibre-gl';
import { createGlSurface } from './gl-surface.ts';
import type { GlLibrary } from './gl-surface.ts';
import { loadStyles } from '#islands/browser/styles.ts';
import { ownLayers, ownSources } from './map-style.ts';
import type { Theme } from './map-style.ts';
import type { MapSurface, SurfaceSettings } from './surface.ts';

const streets = { light: 'mapbox://styles/mapbox/light-v11', dark: 'mapbox://styles/mapbox/dark-v11' } as const;
/** Faces that Mapbox has glyphs of. */
const fonts = ['DIN Pro Medium', 'Arial Unicode MS Regular'];

function prepare(map: GlMap, theme: Theme): void {
  const source: SourceSpecification = { type: 'geojson', data: { type: 'FeatureCollection', features: [] } };
  for (const id of ownSources) if (!map.getSource(id)) map.addSource(id, source);
  for (const layer of ownLayers(theme, fonts)) if (!map.getLayer(layer.id)) map.addLayer(layer);
}

export async function createMapboxSurface(settings: SurfaceSettings, token: string): Promise<MapSurface> {
  setAccessToken(token);
  await loadStyles(styles);
  // Both libraries come from one; what we use of them has kept its shape in both.
  const library = { Map: MapboxMap } as unknown as GlLibrary;
  return createGlSurface(library, settings, {
    style: (_, dark) => (dark ? streets.dark : streets.light),
    streets: { box: null, isOurs: false, source: 'composite' },
    prepare,
    drawsGround: false,
    // Their terms ask for the attribution to be shown. On their globe, homes of its far side would stand over the near one.
    options: { attributionControl: {}, localIdeographFontFamily: 'sans-serif', projection: 'mercator' },
  });
}

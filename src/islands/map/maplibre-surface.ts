/** The map without token: MapLibre, drawing our own places, over streets where there are some. */
import { Map as GlMap, addProtocol, setWorkerUrl } from 'maplibre-gl';
import styles from 'maplibre-gl/dist/maplibre-gl.css?url';
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { Streets } from '#lib/features/basemap/basemap.schema.ts';
import { createGlSurface } from './gl-surface.ts';
import type { GlManner } from './gl-surface.ts';
import { drawnStyle } from './map-style.ts';
import { loadStyles } from '#islands/browser/styles.ts';
import type { MapSurface, SurfaceSettings } from './surface.ts';

let readsStreets = false;

/** How streets are drawn; their style, and the reader of a file, are loaded with the first map that has some. */
async function mannerOf(streets: Streets | undefined): Promise<Pick<GlManner, 'style' | 'streets'>> {
  if (!streets) return { style: (theme) => drawnStyle(theme), streets: undefined };
  const [{ landLayer, streetsGround, streetsLabels, streetsSource, streetsSources }, { openMapTilesSchema, protomapsSchema }] = await Promise.all([
    import('./streets-style.ts'),
    import('./streets-schemas.ts'),
    streets.tiles ? undefined : readFiles(),
  ]);
  const language = document.documentElement.lang;
  const schema = streets.tiles ? openMapTilesSchema : protomapsSchema;
  return {
    streets: { box: streets.box, isOurs: true, credit: streets.credit, source: streetsSource, land: schema.earth ? undefined : landLayer },
    style: (theme, dark) =>
      drawnStyle(theme, { sources: streetsSources(streets), ground: streetsGround(theme, dark, schema), labels: streetsLabels(theme, language, schema) }),
  };
}

async function readFiles(): Promise<void> {
  const { Protocol } = await import('pmtiles');
  if (!readsStreets) addProtocol('pmtiles', new Protocol().tile);
  readsStreets = true;
}

export async function createMapLibreSurface(settings: SurfaceSettings, found: Promise<Streets | undefined>): Promise<MapSurface> {
  // The policy of our pages lets workers come from our own files only.
  setWorkerUrl(worker);
  const [, manner] = await Promise.all([loadStyles(styles), found.then(mannerOf)]);
  return createGlSurface({ Map: GlMap }, settings, { ...manner, prepare: () => undefined, drawsGround: true, options: {} });
}

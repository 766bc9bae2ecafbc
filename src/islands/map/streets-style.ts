/** How streets are drawn: layers over vector tiles, in the map's own colours and the page's language, the same in every schema. */
import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { Streets } from '#lib/features/basemap/basemap.schema.ts';
import type { Theme } from './map-style.ts';
import { mixed } from './map-style.ts';
import type { Part, StreetsSchema } from './streets-schemas.ts';

export const streetsSource = 'streets';
/** Land below tiles that have none: a source of its own, shown by the layer of this name once the first tile is here. */
export const landLayer = 'streets-land';

/** By the `lang` of pages (`localeFacts`): names in the languages that come nearest, by the tags of OpenStreetMap; the name on the signs last. */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  'zh-CN': ['name:zh-Hans', 'name:zh', 'name:zh-Hant', 'name:en', 'name'],
  'zh-Hant-HK': ['name:zh-Hant', 'name:zh', 'name:zh-Hans', 'name:en', 'name'],
  'zh-Hant-TW': ['name:zh-Hant', 'name:zh', 'name:zh-Hans', 'name:en', 'name'],
  vi: ['name:vi', 'name:en', 'name'],
  en: ['name:en', 'name'],
};

/** @param language of the page, as its root element has it. */
export function nameIn(language: string): ExpressionSpecification {
  const names = namesOf[language] ?? namesOf['en'] ?? ['name'];
  return ['coalesce', ...names.map((name): ExpressionSpecification => ['get', name])];
}

/** The sources of streets: tiles, and the land below them where they have none. */
export function streetsSources({ url, tiles, box }: Streets): Readonly<Record<string, SourceSpecification>> {
  const at = (path: string): string => new URL(path, location.href).href;
  if (!tiles) return { [streetsSource]: { type: 'vector', url: `pmtiles://${at(url)}` } };
  const { west, south, east, north } = box ?? { west: -180, south: -85.06, east: 180, north: 85.06 };
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return {
    [streetsSource]: {
      type: 'vector',
      // The braces are the map's, and no address has any.
      tiles: [at(url).replaceAll('%7B', '{').replaceAll('%7D', '}')],
      minzoom: tiles.minZoom,
      maxzoom: tiles.maxZoom,
      ...(box ? { bounds: [west, south, east, north] } : {}),
    },
    [landLayer]: { type: 'geojson', data: { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [corners] } } },
  };
}

/** Pixels of a line at some zooms, between which it grows evenly. */
const width = (...stops: readonly number[]): ExpressionSpecification => ['interpolate', ['exponential', 1.6], ['zoom'], ...stops];
/** From low zooms on, where only some of a kind would show, they come in gently. */
const appear = (from: number, to: number): ExpressionSpecification => ['interpolate', ['linear'], ['zoom'], from, 0, to, 1];

type Fed = { readonly source: string; readonly 'source-layer': string; readonly filter?: ExpressionSpecification };
const fed = ({ layer, filter }: Part): Fed => ({ source: streetsSource, 'source-layer': layer, ...(filter ? { filter } : {}) });

type Road = {
  readonly id: string;
  readonly part: Part;
  readonly from: number;
  readonly colour: string;
  readonly wide: ExpressionSpecification;
  readonly kerb: ExpressionSpecification;
};

/** The ground of a map with streets: land, parks, water, buildings, kerbs, roads and rails, the lesser below the greater. */
export function streetsGround(theme: Theme, dark: boolean, schema: StreetsSchema): readonly LayerSpecification[] {
  const roads: readonly Road[] = [
    {
      id: 'minor',
      part: schema.minor,
      from: 12,
      colour: theme.street,
      wide: width(12, 0.6, 15, 4, 18, 16),
      kerb: width(13, 0, 14, 3.4, 15, 6, 18, 21),
    },
    {
      id: 'major',
      part: schema.major,
      from: 8,
      colour: theme.major,
      wide: width(8, 0.5, 12, 2.2, 15, 7, 18, 24),
      kerb: width(10, 0, 11, 2.4, 15, 9.4, 18, 30),
    },
    {
      id: 'highway',
      part: schema.highway,
      from: 5,
      colour: theme.major,
      wide: width(5, 0.8, 12, 3.4, 15, 9, 18, 28),
      kerb: width(7, 0, 8, 2, 12, 5, 15, 12, 18, 35),
    },
  ];
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
  const fill = (id: string, part: Part, colour: string, more: Partial<Extract<LayerSpecification, { type: 'fill' }>> = {}): LayerSpecification => ({
    id: `streets-${id}`,
    type: 'fill',
    ...fed(part),
    ...more,
    paint: { 'fill-color': colour, ...more.paint },
  });
  const shadow = mixed(theme.block, theme.label, dark ? 0.16 : 0.12);
  return [
    ...(schema.earth
      ? [fill('earth', schema.earth, theme.land)]
      : [{ id: landLayer, type: 'fill' as const, source: landLayer, layout: { visibility: 'none' as const }, paint: { 'fill-color': theme.land } }]),
    // From afar blocks stand for their buildings.
    fill('built', schema.built, theme.block, { maxzoom: 15, paint: { 'fill-opacity': ['interpolate', ['linear'], ['zoom'], 9, 0.35, 13, 0.7, 15, 0] } }),
    ...schema.green.map((part, at) => fill(`green${at || ''}`, part, theme.park, { paint: { 'fill-opacity': appear(6, 10) } })),
    ...schema.wood.map((part, at) => fill(`wood${at || ''}`, part, mixed(theme.park, theme.tree, 0.45), { paint: { 'fill-opacity': appear(6, 10) } })),
    fill('campus', schema.campus, mixed(theme.land, theme.harbour, dark ? 0.2 : 0.14), { minzoom: 11 }),
    fill('water', schema.water, theme.lake),
    {
      id: 'streets-stream',
      type: 'line',
      ...fed(schema.stream),
      minzoom: 9,
      paint: { 'line-color': theme.lake, 'line-width': width(9, 0.5, 14, 2, 18, 8) },
    },
    fill('buildings', schema.buildings, theme.block, {
      minzoom: 13,
      paint: { 'fill-outline-color': shadow, 'fill-opacity': appear(13, 14.5) },
    }),
    fill('squares', schema.squares, theme.pave, { minzoom: 14 }),
    {
      id: 'streets-path',
      type: 'line',
      ...fed(schema.path),
      minzoom: 14,
      paint: { 'line-color': mixed(theme.street, theme.label, 0.3), 'line-width': width(14, 0.7, 18, 3), 'line-dasharray': [2, 1.6] },
    },
    ...roads.map(
      ({ id, part, from, kerb }): LayerSpecification => ({
        id: `streets-${id}-kerb`,
        type: 'line',
        ...fed(part),
        minzoom: from,
        layout: round,
        paint: { 'line-color': mixed(theme.pave, theme.edge, 0.55), 'line-width': kerb },
      }),
    ),
    ...roads.map(
      ({ id, part, from, colour, wide }): LayerSpecification => ({
        id: `streets-${id}`,
        type: 'line',
        ...fed(part),
        minzoom: from,
        layout: round,
        paint: { 'line-color': colour, 'line-width': wide },
      }),
    ),
    {
      id: 'streets-rail',
      type: 'line',
      ...fed(schema.rail),
      minzoom: 10,
      paint: { 'line-color': mixed(theme.land, theme.label, 0.5), 'line-width': width(10, 0.5, 14, 1.4, 18, 4), 'line-dasharray': [4, 1.2] },
    },
    {
      id: 'streets-transit',
      type: 'line',
      ...fed(schema.transit),
      minzoom: 12,
      layout: round,
      paint: { 'line-color': theme.transit, 'line-width': width(12, 1, 15, 2.4, 18, 4), 'line-opacity': 0.75 },
    },
    {
      id: 'streets-borders',
      type: 'line',
      ...fed(schema.borders),
      paint: { 'line-color': theme.control, 'line-width': ['case', schema.borders.isCountry, 1.2, 0.6], 'line-dasharray': [3, 2] },
    },
  ];
}

/** What streets, water, quarters and shops are called. They give way to the names of our own places, which come later in the style. */
export function streetsLabels(theme: Theme, language: string, { names }: StreetsSchema): readonly LayerSpecification[] {
  const text = { 'text-field': nameIn(language), 'text-font': [...theme.fonts] };
  const halo = { 'text-halo-color': theme.halo, 'text-halo-width': 1.4 } as const;
  const along = { 'symbol-placement': 'line', 'text-padding': 4, 'symbol-spacing': 320 } as const;
  const road = (id: 'minor' | 'major', minzoom: number): LayerSpecification => ({
    id: `streets-${id}-names`,
    type: 'symbol',
    ...fed(names[id]),
    minzoom,
    layout: { ...text, ...along, 'text-size': ['interpolate', ['linear'], ['zoom'], 13, 10, 18, 13.5] },
    paint: { 'text-color': theme.label, ...halo },
  });
  return [
    road('minor', 14.5),
    road('major', 12.5),
    {
      id: 'streets-river-names',
      type: 'symbol',
      ...fed(names.river),
      minzoom: 12,
      layout: { ...text, ...along, 'text-size': 11, 'text-letter-spacing': 0.08 },
      paint: { 'text-color': theme.harbour, 'text-halo-color': theme.lake, 'text-halo-width': 1 },
    },
    {
      id: 'streets-water-names',
      type: 'symbol',
      ...fed(names.lake),
      minzoom: 10,
      layout: { ...text, 'text-size': 11, 'text-max-width': 8 },
      paint: { 'text-color': theme.harbour, 'text-halo-color': theme.lake, 'text-halo-width': 1 },
    },
    {
      id: 'streets-pois',
      type: 'circle',
      ...fed(names.pois),
      minzoom: 14.5,
      paint: { 'circle-radius': 2.5, 'circle-color': theme.label, 'circle-stroke-color': theme.halo, 'circle-stroke-width': 1 },
    },
    {
      id: 'streets-poi-names',
      type: 'symbol',
      ...fed(names.pois),
      minzoom: 14.5,
      layout: { ...text, 'text-size': 10.5, 'text-anchor': 'top', 'text-offset': [0, 0.45], 'text-max-width': 8, 'text-padding': 6 },
      paint: { 'text-color': theme.label, ...halo },
    },
    {
      id: 'streets-quarters',
      type: 'symbol',
      ...fed(names.quarters),
      minzoom: 12,
      layout: { ...text, 'text-size': 12, 'text-letter-spacing': 0.1, 'text-max-width': 8, 'text-padding': 8 },
      paint: { 'text-color': theme.label, ...halo },
    },
    {
      id: 'streets-towns',
      type: 'symbol',
      ...fed(names.towns),
      maxzoom: 14,
      layout: { ...text, 'text-size': ['interpolate', ['linear'], ['zoom'], 3, 10, 12, 13], 'text-max-width': 8, 'text-padding': 8 },
      paint: { 'text-color': theme.ink, ...halo },
    },
  ];
}

/** How streets are drawn: layers over vector tiles in the schema of Protomaps (version 4), in the page's own colours and language. */
import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { Theme } from './map-style.ts';
import { mixed } from './map-style.ts';

export const streetsSource = 'streets';

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

export const streetsSourceOf = (url: string): SourceSpecification => ({ type: 'vector', url: `pmtiles://${new URL(url, location.href).href}` });

const isKind = (...kinds: readonly string[]): ExpressionSpecification => ['match', ['get', 'kind'], [...kinds], true, false];
/** Pixels of a line at some zooms, between which it grows evenly. */
const width = (...stops: readonly number[]): ExpressionSpecification => ['interpolate', ['exponential', 1.6], ['zoom'], ...stops];
/** From low zooms on, where only some of a kind would show, they come in gently. */
const appear = (from: number, to: number): ExpressionSpecification => ['interpolate', ['linear'], ['zoom'], from, 0, to, 1];

type Road = {
  readonly id: string;
  readonly kinds: readonly string[];
  readonly from: number;
  readonly colour: string;
  readonly wide: ExpressionSpecification;
  readonly edge: ExpressionSpecification;
};

/** The ground of a map with streets: land, parks, water, buildings, rails and roads, the lesser below the greater. */
export function streetsGround(theme: Theme, dark: boolean): readonly LayerSpecification[] {
  const from = { source: streetsSource } as const;
  const earth = dark ? mixed(theme.paper, theme.ink, 0.03) : theme.paper;
  const green = mixed(theme.paper, theme.leaf, dark ? 0.16 : 0.15);
  const edge = dark ? mixed(theme.paper, theme.ink, 0.06) : mixed(theme.hairline, theme.muted, 0.16);
  const street = dark ? mixed(theme.paper, theme.ink, 0.17) : theme.surface;
  const roads: readonly Road[] = [
    {
      id: 'minor',
      kinds: ['minor_road', 'other'],
      from: 12,
      colour: street,
      wide: width(12, 0.6, 15, 3.5, 18, 14),
      edge: width(13, 0, 14, 3, 15, 4.8, 18, 16),
    },
    {
      id: 'major',
      kinds: ['major_road'],
      from: 8,
      colour: dark ? mixed(theme.paper, theme.ink, 0.24) : theme.surface,
      wide: width(8, 0.5, 12, 2, 15, 6, 18, 20),
      edge: width(10, 0, 11, 2.2, 15, 7.6, 18, 22.5),
    },
    {
      id: 'highway',
      kinds: ['highway'],
      from: 5,
      colour: mixed(dark ? theme.paper : theme.surface, theme.amber, dark ? 0.4 : 0.28),
      wide: width(5, 0.6, 12, 3, 15, 8, 18, 24),
      edge: width(8, 0, 9, 2, 15, 9.8, 18, 27),
    },
  ];
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
  return [
    { id: 'streets-earth', type: 'fill', ...from, 'source-layer': 'earth', filter: ['==', ['geometry-type'], 'Polygon'], paint: { 'fill-color': earth } },
    {
      id: 'streets-green',
      type: 'fill',
      ...from,
      'source-layer': 'landuse',
      filter: isKind(
        'park',
        'national_park',
        'nature_reserve',
        'forest',
        'wood',
        'grass',
        'grassland',
        'cemetery',
        'golf_course',
        'garden',
        'recreation_ground',
        'village_green',
        'playground',
        'pitch',
      ),
      paint: { 'fill-color': green, 'fill-opacity': appear(6, 10) },
    },
    {
      id: 'streets-campus',
      type: 'fill',
      ...from,
      'source-layer': 'landuse',
      filter: isKind('university', 'college', 'school', 'hospital'),
      minzoom: 11,
      paint: { 'fill-color': mixed(theme.paper, theme.harbour, dark ? 0.16 : 0.09) },
    },
    { id: 'streets-water', type: 'fill', ...from, 'source-layer': 'water', filter: ['==', ['geometry-type'], 'Polygon'], paint: { 'fill-color': theme.water } },
    {
      id: 'streets-stream',
      type: 'line',
      ...from,
      'source-layer': 'water',
      filter: ['==', ['geometry-type'], 'LineString'],
      minzoom: 9,
      paint: { 'line-color': theme.water, 'line-width': width(9, 0.5, 14, 2, 18, 8) },
    },
    {
      id: 'streets-buildings',
      type: 'fill',
      ...from,
      'source-layer': 'buildings',
      filter: ['==', ['geometry-type'], 'Polygon'],
      minzoom: 14,
      paint: { 'fill-color': dark ? mixed(theme.paper, theme.ink, 0.09) : theme.sunken, 'fill-outline-color': edge, 'fill-opacity': appear(14, 15.5) },
    },
    {
      id: 'streets-path',
      type: 'line',
      ...from,
      'source-layer': 'roads',
      filter: isKind('path'),
      minzoom: 14,
      paint: {
        'line-color': dark ? mixed(theme.paper, theme.ink, 0.26) : mixed(theme.hairline, theme.muted, 0.3),
        'line-width': width(14, 0.7, 18, 3),
        'line-dasharray': [2, 1.6],
      },
    },
    ...roads.map(
      ({ id, kinds, from: least, edge: wide }): LayerSpecification => ({
        id: `streets-${id}-edge`,
        type: 'line',
        ...from,
        'source-layer': 'roads',
        filter: isKind(...kinds),
        minzoom: least,
        layout: round,
        paint: { 'line-color': edge, 'line-width': wide },
      }),
    ),
    ...roads.map(
      ({ id, kinds, from: least, colour, wide }): LayerSpecification => ({
        id: `streets-${id}`,
        type: 'line',
        ...from,
        'source-layer': 'roads',
        filter: isKind(...kinds),
        minzoom: least,
        layout: round,
        paint: { 'line-color': colour, 'line-width': wide },
      }),
    ),
    {
      id: 'streets-rail',
      type: 'line',
      ...from,
      'source-layer': 'roads',
      filter: isKind('rail'),
      minzoom: 10,
      paint: { 'line-color': mixed(theme.paper, theme.muted, 0.6), 'line-width': width(10, 0.5, 14, 1.4, 18, 4), 'line-dasharray': [4, 1.2] },
    },
    {
      id: 'streets-borders',
      type: 'line',
      ...from,
      'source-layer': 'boundaries',
      filter: isKind('country', 'region'),
      paint: { 'line-color': theme.control, 'line-width': ['match', ['get', 'kind'], 'country', 1.2, 0.6], 'line-dasharray': [3, 2] },
    },
  ];
}

/** What streets, water, quarters and shops are called. They give way to the names of our own places, which come later in the style. */
export function streetsLabels(theme: Theme, language: string): readonly LayerSpecification[] {
  const from = { source: streetsSource } as const;
  const text = { 'text-field': nameIn(language), 'text-font': [...theme.fonts] };
  const halo = { 'text-halo-color': theme.surface, 'text-halo-width': 1.4 } as const;
  const road = (id: string, kinds: readonly string[], minzoom: number): LayerSpecification => ({
    id: `streets-${id}-names`,
    type: 'symbol',
    ...from,
    'source-layer': 'roads',
    filter: isKind(...kinds),
    minzoom,
    layout: {
      ...text,
      'symbol-placement': 'line',
      'text-size': ['interpolate', ['linear'], ['zoom'], 13, 10, 18, 13],
      'text-padding': 4,
      'symbol-spacing': 320,
    },
    paint: { 'text-color': theme.muted, ...halo },
  });
  const pois = [
    'supermarket',
    'convenience',
    'park',
    'library',
    'hospital',
    'clinic',
    'pharmacy',
    'post_office',
    'museum',
    'theatre',
    'cinema',
    'stadium',
    'sports_centre',
    'marketplace',
  ];
  return [
    road('minor', ['minor_road'], 14.5),
    road('major', ['major_road', 'highway'], 12.5),
    {
      id: 'streets-water-names',
      type: 'symbol',
      ...from,
      'source-layer': 'water',
      minzoom: 10,
      filter: ['==', ['geometry-type'], 'Point'],
      layout: { ...text, 'text-size': 11, 'text-max-width': 8 },
      paint: { 'text-color': theme.harbour, 'text-halo-color': theme.water, 'text-halo-width': 1 },
    },
    {
      id: 'streets-pois',
      type: 'circle',
      ...from,
      'source-layer': 'pois',
      filter: isKind(...pois),
      minzoom: 14.5,
      paint: { 'circle-radius': 2.5, 'circle-color': theme.muted, 'circle-stroke-color': theme.surface, 'circle-stroke-width': 1 },
    },
    {
      id: 'streets-poi-names',
      type: 'symbol',
      ...from,
      'source-layer': 'pois',
      filter: isKind(...pois),
      minzoom: 14.5,
      layout: { ...text, 'text-size': 10.5, 'text-anchor': 'top', 'text-offset': [0, 0.45], 'text-max-width': 8, 'text-padding': 6 },
      paint: { 'text-color': theme.muted, ...halo },
    },
    {
      id: 'streets-quarters',
      type: 'symbol',
      ...from,
      'source-layer': 'places',
      filter: isKind('neighbourhood', 'macrohood'),
      minzoom: 12,
      layout: { ...text, 'text-size': 11, 'text-letter-spacing': 0.06, 'text-max-width': 8, 'text-padding': 8 },
      paint: { 'text-color': theme.muted, ...halo },
    },
    {
      id: 'streets-towns',
      type: 'symbol',
      ...from,
      'source-layer': 'places',
      filter: isKind('locality', 'country'),
      maxzoom: 14,
      layout: { ...text, 'text-size': ['interpolate', ['linear'], ['zoom'], 3, 10, 12, 13], 'text-max-width': 8, 'text-padding': 8 },
      paint: { 'text-color': theme.ink, ...halo },
    },
  ];
}

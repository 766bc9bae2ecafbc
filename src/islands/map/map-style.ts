/** How the map is drawn: sources and layers in the page's own colours, from our places alone or over streets. */
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';

/** Colours of the map with streets, custom properties of map-page.css. */
const streetColours = ['land', 'block', 'pave', 'street', 'major', 'edge', 'park', 'tree', 'label', 'halo', 'lake', 'transit'] as const;

/** Colours of the page's theme, read from its custom properties. */
export type Theme = Readonly<
  Record<
    | 'paper'
    | 'surface'
    | 'sunken'
    | 'ink'
    | 'muted'
    | 'hairline'
    | 'harbour'
    | 'water'
    | 'amber'
    | 'leaf'
    | 'persimmon'
    | 'control'
    | (typeof streetColours)[number],
    string
  >
> & {
  readonly fonts: readonly string[];
};

/** Red, green and blue of a colour as style sheets write it; the build shortens `#ffffff` to `#fff`. */
function partsOf(colour: string): readonly number[] {
  const digits = colour.slice(1).length === 3 ? colour.slice(1).replaceAll(/./g, '$&$&') : colour.slice(1);
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
}

/**
 * Two colours of the form #rrggbb or #rgb, so much of the second.
 * @example mixed('#fff', '#000000', 0.5) // 'rgb(128, 128, 128)'
 */
export function mixed(first: string, second: string, share: number): string {
  const other = partsOf(second);
  return `rgb(${partsOf(first)
    .map((part, index) => Math.round(part + ((other[index] ?? part) - part) * share))
    .join(', ')})`;
}

export function readTheme(element: HTMLElement): Theme {
  const style = getComputedStyle(element);
  const of = (name: string): string => style.getPropertyValue(name).trim();
  return {
    ...(Object.fromEntries(streetColours.map((name) => [name, of(`--map-${name}`)])) as Record<(typeof streetColours)[number], string>),
    paper: of('--paper'),
    surface: of('--surface'),
    sunken: of('--sunken'),
    ink: of('--ink'),
    muted: of('--ink-muted'),
    hairline: of('--hairline'),
    harbour: of('--harbour'),
    water: mixed(of('--harbour-soft'), of('--harbour'), 0.16),
    amber: of('--amber'),
    leaf: of('--leaf'),
    persimmon: of('--persimmon'),
    control: of('--control'),
    fonts: of('--sans')
      .split(',')
      .map((name) => name.trim().replaceAll(/^['"]|['"]$/g, ''))
      // A face that only stands in while another loads has no file to draw from.
      .filter((name) => !/Fallback$|\b(?:Arial|Roboto)\b/.test(name)),
  };
}

export const sources = {
  ground: 'loftling-ground',
  grid: 'loftling-grid',
  water: 'loftling-water',
  places: 'loftling-places',
  lines: 'loftling-lines',
} as const;
const empty = { type: 'FeatureCollection', features: [] } as const;

/** Pixels at zoom `z` for metres on the ground at middle latitudes; doubles with each zoom. */
const inMetres = (metres: number): ['interpolate', ['exponential', 2], ['zoom'], number, number, number, number] => {
  const at = (zoom: number): number => (metres / (78_271.5 * Math.cos(0.75))) * 2 ** zoom;
  return ['interpolate', ['exponential', 2], ['zoom'], 6, Math.max(0.6, at(6)), 20, at(20)];
};

const kind = (...kinds: readonly string[]): ['in', ['get', 'kind'], ['literal', string[]]] => ['in', ['get', 'kind'], ['literal', [...kinds]]];

/** Ground, water and grid: what stands for a base map where there are no tiles. */
export function groundLayers(theme: Theme): readonly LayerSpecification[] {
  return [
    // Circles without an edge join into one soft shape, denser towards its middle: the built-up part of a city, of which no more is known.
    {
      id: 'ground',
      type: 'circle',
      source: sources.ground,
      paint: { 'circle-color': theme.surface, 'circle-radius': inMetres(5_400), 'circle-blur': 1, 'circle-opacity': 0.7 },
    },
    { id: 'grid', type: 'line', source: sources.grid, paint: { 'line-color': theme.hairline, 'line-width': 1 } },
    {
      id: 'water',
      type: 'line',
      source: sources.water,
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': theme.water,
        'line-width': [
          'interpolate',
          ['exponential', 2],
          ['zoom'],
          8,
          ['max', 1.5, ['*', 0.0045, ['get', 'metres']]],
          12,
          ['max', 3, ['*', 0.072, ['get', 'metres']]],
          20,
          ['*', 18.4, ['get', 'metres']],
        ],
      },
    },
    { id: 'sea', type: 'fill', source: sources.water, filter: ['==', ['geometry-type'], 'Polygon'], paint: { 'fill-color': theme.water } },
  ];
}

/** Places and lines, also shown over a base map of tiles. */
export function ownLayers(theme: Theme, fonts: readonly string[]): readonly LayerSpecification[] {
  const label = (size: number): Pick<Extract<LayerSpecification, { type: 'symbol' }>, 'layout'>['layout'] => ({
    'text-field': ['get', 'name'],
    'text-font': [...fonts],
    'text-size': size,
    'text-max-width': 9,
    'text-padding': 6,
  });
  const halo = { 'text-halo-color': theme.surface, 'text-halo-width': 1.6 } as const;
  return [
    { id: 'area', type: 'fill', source: sources.lines, filter: ['==', ['get', 'look'], 'area'], paint: { 'fill-color': theme.harbour, 'fill-opacity': 0.08 } },
    { id: 'area-edge', type: 'line', source: sources.lines, filter: ['==', ['get', 'look'], 'area'], paint: { 'line-color': theme.harbour, 'line-width': 2 } },
    {
      id: 'rings',
      type: 'line',
      source: sources.lines,
      filter: ['==', ['get', 'look'], 'ring'],
      paint: { 'line-color': theme.harbour, 'line-width': 1.5, 'line-dasharray': [2, 3] },
    },
    {
      id: 'ring-names',
      type: 'symbol',
      source: sources.lines,
      filter: ['==', ['get', 'look'], 'name'],
      layout: { ...label(12), 'text-padding': 2 },
      paint: { 'text-color': theme.harbour, 'text-halo-color': theme.paper, 'text-halo-width': 2 },
    },
    {
      id: 'route',
      type: 'line',
      source: sources.lines,
      filter: ['==', ['get', 'look'], 'route'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': theme.harbour, 'line-width': 4, 'line-opacity': 0.85 },
    },
    {
      id: 'areas-names',
      type: 'symbol',
      source: sources.places,
      filter: kind('neighbourhood'),
      minzoom: 10.5,
      layout: { ...label(12), 'text-letter-spacing': 0.06 },
      paint: { 'text-color': theme.muted, ...halo },
    },
    {
      id: 'cities',
      type: 'symbol',
      source: sources.places,
      filter: kind('city'),
      maxzoom: 11,
      // Below the marker that covers the middle of a city.
      layout: { ...label(13), 'text-size': ['interpolate', ['linear'], ['zoom'], 3, 11, 9, 16], 'text-anchor': 'top', 'text-offset': [0, 1.8] },
      paint: { 'text-color': theme.ink, ...halo },
    },
    {
      id: 'stations',
      type: 'circle',
      source: sources.places,
      filter: kind('station'),
      minzoom: 10,
      paint: { 'circle-radius': 4, 'circle-color': theme.surface, 'circle-stroke-color': theme.muted, 'circle-stroke-width': 2 },
    },
    {
      id: 'station-names',
      type: 'symbol',
      source: sources.places,
      filter: kind('station'),
      minzoom: 12.5,
      layout: { ...label(11), 'text-anchor': 'top', 'text-offset': [0, 0.6] },
      paint: { 'text-color': theme.muted, ...halo },
    },
    {
      id: 'landmarks',
      type: 'circle',
      source: sources.places,
      filter: kind('landmark'),
      minzoom: 11.5,
      paint: { 'circle-radius': 3.5, 'circle-color': theme.amber, 'circle-stroke-color': theme.surface, 'circle-stroke-width': 1.5 },
    },
    {
      id: 'landmark-names',
      type: 'symbol',
      source: sources.places,
      filter: kind('landmark'),
      minzoom: 12.5,
      layout: { ...label(11), 'text-anchor': 'top', 'text-offset': [0, 0.5] },
      paint: { 'text-color': theme.amber, ...halo },
    },
    {
      id: 'schools',
      type: 'circle',
      source: sources.places,
      filter: kind('school'),
      minzoom: 9,
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 9, 3, 13, 6],
        'circle-color': theme.harbour,
        'circle-stroke-color': theme.surface,
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'school-names',
      type: 'symbol',
      source: sources.places,
      filter: kind('school'),
      minzoom: 10,
      layout: { ...label(12.5), 'text-anchor': 'top', 'text-offset': [0, 0.7], 'text-size': ['interpolate', ['linear'], ['zoom'], 10, 11, 13, 13.5] },
      paint: { 'text-color': theme.harbour, ...halo },
    },
  ];
}

/** Which layers show a kind of place. */
export const layersOfKind = {
  school: ['schools', 'school-names'],
  station: ['stations', 'station-names'],
  landmark: ['landmarks', 'landmark-names'],
  neighbourhood: ['areas-names'],
  city: ['cities'],
  country: [],
} as const;

export const ownSources = [sources.places, sources.lines] as const;
export const groundSources = [sources.ground, sources.grid, sources.water] as const;

/** Streets between our drawn ground, which shows where they end, and our places. */
export type StyledStreets = {
  readonly sources: Readonly<Record<string, SourceSpecification>>;
  readonly ground: readonly LayerSpecification[];
  readonly labels: readonly LayerSpecification[];
};

/** The whole style. Without streets it has no address to load from. */
export function drawnStyle(theme: Theme, streets?: StyledStreets): StyleSpecification {
  return {
    version: 8,
    sources: {
      ...Object.fromEntries(
        [...groundSources, ...ownSources].map((id) => [id, { type: 'geojson' as const, data: empty, ...(id === sources.lines ? { tolerance: 0 } : {}) }]),
      ),
      ...streets?.sources,
    },
    layers: [
      { id: 'background', type: 'background', paint: { 'background-color': theme.sunken } },
      ...groundLayers(theme),
      ...(streets?.ground ?? []),
      ...(streets?.labels ?? []),
      ...ownLayers(theme, theme.fonts),
    ],
  };
}

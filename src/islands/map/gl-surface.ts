/** A map surface over a library of MapLibre's or Mapbox's making: both have the same ways where we use them. */
import type { GeoJSONSource, LngLatBoundsLike, Map as GlMap, MapOptions } from 'maplibre-gl';
import type { MapBox, Position } from '#lib/features/map/map.schema.ts';
import { gridBoxOf, gridOf, gridStepAt } from './grid.rules.ts';
import { createMarkerKeys } from './marker-keys.ts';
import { createDrawnMarkers, markerLayerId } from './marker-layer.ts';
import type { MarkerLight } from './marker.rules.ts';
import { layersOfKind, readTheme, sources } from './map-style.ts';
import type { Theme } from './map-style.ts';
import type { MapSurface, SurfaceLine, SurfaceMarker, SurfacePlace, SurfaceSettings, SurfaceStreets, SurfaceView } from './surface.ts';
import { isSameWater, waterFeatures, watersNear } from './water.ts';
import type { Waters } from './water.ts';

export type GlLibrary = {
  readonly Map: new (options: MapOptions) => GlMap;
};

export type GlManner = {
  /** The style's address or the style itself, for a theme. */
  readonly style: (theme: Theme, dark: boolean) => NonNullable<MapOptions['style']>;
  /** The streets of that style, the source that has them, and the layer of the land below them where that is not part of it. */
  readonly streets: (SurfaceStreets & { readonly source: string; readonly land?: string | undefined }) | undefined;
  /** Puts our own sources and layers over a style that came from elsewhere. */
  readonly prepare: (map: GlMap, theme: Theme) => void;
  /** Whether ground, grid and water are drawn by us. */
  readonly drawsGround: boolean;
  readonly options: {
    readonly attributionControl?: NonNullable<MapOptions['attributionControl']>;
    readonly localIdeographFontFamily?: string;
    readonly projection?: 'mercator';
  };
};

type Features = Parameters<GeoJSONSource['setData']>[0];
const boundsOf = ({ west, south, east, north }: MapBox): LngLatBoundsLike => [
  [west, south],
  [east, north],
];

const pointFeatures = (places: readonly SurfacePlace[]): Features => ({
  type: 'FeatureCollection',
  features: places.map(({ id, kind, name, at }) => ({ type: 'Feature', properties: { id, kind, name }, geometry: { type: 'Point', coordinates: [...at] } })),
});

/** A ring's name stands at its northernmost point, upright: letters along a line are hard to read in Chinese. */
const lineFeatures = (lines: readonly SurfaceLine[]): Features => ({
  type: 'FeatureCollection',
  features: lines.flatMap(({ look, points, text }) => {
    const coordinates = points.map((point) => [...point]);
    const [first] = coordinates;
    return [
      {
        type: 'Feature' as const,
        properties: { look, name: '' },
        geometry: look === 'area' ? { type: 'Polygon' as const, coordinates: [coordinates] } : { type: 'LineString' as const, coordinates },
      },
      ...(text && first
        ? [{ type: 'Feature' as const, properties: { look: 'name', name: text }, geometry: { type: 'Point' as const, coordinates: first } }]
        : []),
    ];
  }),
});

const isWithin = (inner: MapBox, outer: MapBox): boolean =>
  inner.west >= outer.west && inner.south >= outer.south && inner.east <= outer.east && inner.north <= outer.north;

/** Pixels from its edges within which a marker is hardly seen: half of one, with its tip. */
const nearEdge = 56;
/** Pixels by which what is at `value` of `size` lies too far to a side. */
const awayFrom = (value: number, size: number): number => (value < nearEdge ? value - nearEdge : value > size - nearEdge / 2 ? value - size + nearEdge / 2 : 0);

/** Most that is shown of a single home and its surroundings. */
const closest = 17.5;

export async function createGlSurface(library: GlLibrary, settings: SurfaceSettings, manner: GlManner): Promise<MapSurface> {
  const { container, start, spot, title, calm } = settings;
  const darkness = matchMedia('(prefers-color-scheme: dark)');
  const map = new library.Map({
    container,
    style: manner.style(readTheme(container), darkness.matches),
    ...(spot ? { center: [...spot.at], zoom: spot.zoom } : { bounds: boundsOf(start), fitBoundsOptions: { padding: 24, maxZoom: 15 } }),
    minZoom: 0,
    maxZoom: 18,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    renderWorldCopies: true,
    ...(calm ? { fadeDuration: 0 } : {}),
    locale: { 'Map.Title': title },
    ...manner.options,
  });
  map.touchZoomRotate.disableRotation();
  const canvas = map.getCanvas();
  canvas.setAttribute('aria-label', title);

  let places: readonly SurfacePlace[] = [];
  let lines: readonly SurfaceLine[] = [];
  let kinds: ReadonlySet<string> = new Set(settings.kinds);
  const moved = new Set<(view: SurfaceView) => void>();
  const ease = calm ? { duration: 0 } : { duration: 350 };
  /** Where the map is on its way to: who presses "+" three times quickly means three levels. */
  let zooming: number | undefined;

  const put = (source: string, features: Features): void => void map.getSource<GeoJSONSource>(source)?.setData(features);
  const view = (): SurfaceView => {
    const bounds = map.getBounds();
    const { lng, lat } = map.getCenter();
    return { box: { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() }, at: [lng, lat], zoom: map.getZoom() };
  };

  /** The ground that the style's sources hold; undefined after a style that holds none. */
  let ground: { readonly step: number; readonly box: MapBox; readonly water: Waters } | undefined;

  /** Whether streets have come: what lies below them is then land, and our drawing shows beyond them alone. */
  let hasStreets = false;
  function coverGround(): void {
    const land = manner.streets?.land;
    if (hasStreets && land && map.getLayer(land)) map.setLayoutProperty(land, 'visibility', 'visible');
  }
  function isCovered(box: MapBox): boolean {
    return hasStreets && manner.streets?.land !== undefined && (manner.streets.box === null || isWithin(box, manner.streets.box));
  }

  /** Grid and water of the view. What a source is given it cuts into tiles and places anew, so it is given only what it does not hold. */
  function drawGround(): void {
    if (!manner.drawsGround) return;
    const { box, zoom } = view();
    if (isCovered(box)) return;
    const step = gridStepAt(zoom);
    const water = watersNear(box, zoom);
    const holdsGrid = ground?.step === step && isWithin(box, ground.box);
    const held = holdsGrid && ground ? ground.box : gridBoxOf(box);
    if (!holdsGrid) put(sources.grid, gridOf(held, step));
    if (!ground || !isSameWater(ground.water, water)) put(sources.water, waterFeatures(water));
    ground = { step, box: held, water };
  }

  function drawPlaces(): void {
    put(sources.places, pointFeatures(places));
    if (manner.drawsGround) put(sources.ground, pointFeatures(places.filter(({ kind }) => kind !== 'country' && kind !== 'landmark')));
  }

  function drawKinds(): void {
    for (const [kind, layers] of Object.entries(layersOfKind)) {
      for (const layer of layers) if (map.getLayer(layer)) map.setLayoutProperty(layer, 'visibility', kinds.has(kind) ? 'visible' : 'none');
    }
  }

  /** Fills a style that has nothing of ours yet. */
  function draw(): void {
    ground = undefined;
    if (places.length > 0) drawPlaces();
    if (lines.length > 0) put(sources.lines, lineFeatures(lines));
    drawKinds();
    coverGround();
    drawGround();
  }

  map.on('data', (event) => {
    const { sourceId, tile } = event as { readonly sourceId?: string; readonly tile?: unknown };
    if (hasStreets || !tile || sourceId !== manner.streets?.source) return;
    hasStreets = true;
    coverGround();
  });

  await new Promise<void>((resolve, reject) => {
    // Places and markers do not wait for streets, which come in as they are fetched.
    map.once('style.load', () => resolve());
    map.on('error', (event) => {
      // Streets that cannot be had are missing, and our drawing shows instead.
      if ('sourceId' in event && event['sourceId'] === manner.streets?.source) return;
      // Before the map stands, an error means there will be none; afterwards a part is missing and the rest goes on.
      if (!map.loaded()) reject(event.error);
    });
  }).catch((error: unknown) => {
    map.remove();
    throw error;
  });
  const drawn = createDrawnMarkers(map, container);
  /** Markers lie over all else. */
  function raiseMarkers(): void {
    if (map.getLayer(markerLayerId)) map.moveLayer(markerLayerId);
    else map.addLayer(drawn.layer);
  }
  manner.prepare(map, readTheme(container));
  raiseMarkers();
  draw();
  // A context that was lost comes back with the style, and without layers of others.
  map.on('style.load', raiseMarkers);

  function recolour(): void {
    const theme = readTheme(container);
    const style = manner.style(theme, darkness.matches);
    map.once('styledata', () => {
      manner.prepare(map, theme);
      raiseMarkers();
      drawn.recolour();
      draw();
    });
    map.setStyle(style, { diff: false });
  }
  darkness.addEventListener('change', recolour);

  map.on('moveend', () => {
    zooming = undefined;
    // Put away behind the list, the map has no size of its own and the library takes one from the air.
    if (container.clientHeight === 0) return;
    drawGround();
    for (const listener of moved) listener(view());
  });

  let light: MarkerLight = {};
  function shine(next: MarkerLight): void {
    light = { ...light, ...next };
    drawn.light(light);
  }
  const list = document.createElement('div');
  list.className = 'map-keys';
  map.getCanvasContainer().append(list);
  const keys = createMarkerKeys(list, canvas, (focused) => shine({ focused }));
  /** The marker under the pointer, as it was then. */
  let hovered: SurfaceMarker | undefined;
  function hover(next: SurfaceMarker | undefined): void {
    if (next?.id === hovered?.id) return;
    hovered?.hover?.(false);
    hovered = next;
    next?.hover?.(true);
    canvas.style.cursor = next ? 'pointer' : '';
  }
  map.on('mousemove', ({ point, originalEvent }) => {
    // Whoever drags points at nothing, and a finger does not point.
    if (originalEvent.buttons === 0 && matchMedia('(hover: hover)').matches) hover(drawn.at(point.x, point.y));
  });
  map.on('mouseout', () => hover(undefined));
  map.on('click', (event) => {
    const marker = drawn.at(event.point.x, event.point.y);
    if (!marker) return;
    // What lies below it is not meant.
    event.preventDefault();
    marker.pick?.();
  });
  // A double click on a marker is two picks, and no zoom.
  map.on('dblclick', (event) => drawn.at(event.point.x, event.point.y) && event.preventDefault());

  return {
    streets: manner.streets,
    setMarkers(next) {
      drawn.set(next);
      keys.set(next);
      const still = next.find(({ id }) => id === hovered?.id);
      if (still) hovered = still;
      else hover(undefined);
    },
    light(lit, chosen) {
      shine({ lit, chosen });
      keys.light([lit, chosen].filter((id) => id !== undefined));
    },
    setLines(next) {
      if (lines.length === 0 && next.length === 0) return;
      lines = next;
      put(sources.lines, lineFeatures(lines));
    },
    setPlaces(next) {
      places = next;
      drawPlaces();
    },
    showKinds(next) {
      if (kinds.size === next.length && next.every((kind) => kinds.has(kind))) return;
      kinds = new Set(next);
      drawKinds();
    },
    onMove(listener) {
      moved.add(listener);
      listener(view());
    },
    onPlace(listener) {
      for (const layer of ['schools', 'school-names']) {
        map.on('click', layer, ({ features, defaultPrevented }) => {
          if (defaultPrevented) return;
          const properties: Record<string, unknown> = features?.[0]?.properties ?? {};
          const { id } = properties;
          if (typeof id === 'number') listener({ id, kind: 'school' });
        });
        map.on('mouseenter', layer, () => (canvas.style.cursor = 'pointer'));
        map.on('mouseleave', layer, () => (canvas.style.cursor = ''));
      }
    },
    fitBounds: (box) => void map.fitBounds(boundsOf(box), { padding: 32, maxZoom: closest, ...ease }),
    zoomTo: (at, by) => void map.easeTo({ center: [...at], zoom: Math.min(closest, map.getZoom() + by), ...ease }),
    reveal(at, covered) {
      const { x, y } = map.project([...at]);
      const { width, height } = { width: container.clientWidth, height: container.clientHeight - covered };
      const by = [awayFrom(x, width), awayFrom(y, height)] as const;
      if (by[0] !== 0 || by[1] !== 0) map.panBy([...by], ease);
    },
    zoomBy(by) {
      const zoom = Math.min(map.getMaxZoom(), Math.max(map.getMinZoom(), (zooming ?? map.getZoom()) + by));
      map.easeTo({ zoom, ...ease });
      zooming = zoom;
    },
    positionAt(x, y): Position {
      const { lng, lat } = map.unproject([x, y]);
      return [lng, lat];
    },
    destroy() {
      darkness.removeEventListener('change', recolour);
      moved.clear();
      map.remove();
    },
  };
}

/** What the map page puts on its map. Pure. */
import { fill } from '#islands/browser/fill.ts';
import type { MapLists } from '#lib/features/map/map.contract.ts';
import type { MapWords } from '#lib/features/map/map-words.rules.ts';
import type { MapBox, Position } from '#lib/features/map/map.schema.ts';
import { boxOfView } from '#lib/features/map/map-area.rules.ts';
import { boxesMeet } from '#lib/geo/boxes.ts';
import { circle, walkMetres } from './rings.rules.ts';
import type { MapSurface, SurfaceLine, SurfaceMarker, SurfaceView } from './surface.ts';

type Picks = {
  readonly home: (id: number) => void;
  readonly cluster: (at: Position) => void;
  readonly hover: (id: number, over: boolean) => void;
};

/** Homes on the list's page first and in its order, then other homes, then clusters: the order of the Tab key. */
export function markersOf({ houses, clusters, items }: MapLists, words: MapWords, picks: Picks): readonly SurfaceMarker[] {
  const place = new Map(items.map(({ house_id }, index) => [house_id, index]));
  const ordered = houses.toSorted((a, b) => (place.get(a.house_id) ?? houses.length) - (place.get(b.house_id) ?? houses.length) || a.house_id - b.house_id);
  return [
    ...ordered.map(({ house_id, name, posx, posy, rent }): SurfaceMarker => {
      const label = rent === null ? words.frontPageFull : fill(words.home, { rent });
      return {
        id: `h${house_id}`,
        at: [posy, posx],
        text: rent ?? words.full,
        label: name === '' ? label : `${name}: ${label}`,
        look: rent === null ? 'full' : 'home',
        pick: () => picks.home(house_id),
        hover: (over) => picks.hover(house_id, over),
      };
    }),
    ...clusters.map(
      ({ posx, posy, count }): SurfaceMarker => ({
        id: `c${posx},${posy}`,
        at: [posy, posx],
        text: String(count),
        label: fill(words.cluster, { count }),
        look: 'cluster',
        pick: () => picks.cluster([posy, posx]),
      }),
    ),
  ];
}

/** Shows where a home of the list stands that has no marker of its own: one of a cluster. */
export function spotOf({ houses, items }: MapLists, id: number | undefined): readonly SurfaceMarker[] {
  const home = items.find(({ house_id }) => house_id === id);
  if (!home || houses.some(({ house_id }) => house_id === id)) return [];
  return [{ id: `h${home.house_id}`, at: [home.posy, home.posx], text: '', label: home.title, look: 'here' }];
}

/** Whether a view shows streets: there are some, and they reach into it. */
export function hasStreets(surface: Pick<MapSurface, 'streets'>, view: SurfaceView | undefined): boolean {
  const { streets } = surface;
  return streets !== undefined && (streets.box === null || view === undefined || boxesMeet(boxOfView(view.box), streets.box));
}

/** The corners of what a map shows. */
export function cornersOf({ west, south, east, north }: MapBox): readonly Position[] {
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ];
}

/** Minutes on foot that rings show. */
const ringMinutes = [
  [10, 'ring10'],
  [20, 'ring20'],
  [30, 'ring30'],
] as const;

/** The drawn area, and rings of walking time around a school's campuses. */
export function linesOf(
  area: readonly Position[] | undefined,
  campuses: readonly Position[] | undefined,
  words: Pick<MapWords, 'ring10' | 'ring20' | 'ring30'>,
): readonly SurfaceLine[] {
  return [
    ...(area ? [{ id: 'area', look: 'area' as const, points: area }] : []),
    ...(campuses ?? []).flatMap((campus, index) =>
      ringMinutes.map(
        ([minutes, word]): SurfaceLine => ({ id: `ring${index}-${minutes}`, look: 'ring', points: circle(campus, walkMetres(minutes)), text: words[word] }),
      ),
    ),
  ];
}

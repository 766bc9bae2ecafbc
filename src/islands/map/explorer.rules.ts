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

const rentPer = (rent: string, unit: MapLists['houses'][number]['rent_unit'], words: MapWords): string =>
  fill(unit === 'MONTH' ? words.homeMonth : words.home, { rent });

/** Homes on the list's page first and in its order, then other homes, then clusters: the order of the Tab key. */
export function markersOf({ houses, clusters, items }: MapLists, words: MapWords, picks: Picks, seen: ReadonlySet<number>): readonly SurfaceMarker[] {
  const place = new Map(items.map(({ house_id }, index) => [house_id, index]));
  const ordered = houses.toSorted((a, b) => (place.get(a.house_id) ?? houses.length) - (place.get(b.house_id) ?? houses.length) || a.house_id - b.house_id);
  return [
    ...ordered.map(({ house_id, name, posx, posy, rent, rent_unit }): SurfaceMarker => {
      const label = rent === null ? words.frontPageFull : rentPer(rent, rent_unit, words);
      return {
        id: `h${house_id}`,
        at: [posy, posx],
        text: rent ?? words.full,
        label: name === '' ? label : `${name}: ${label}`,
        look: rent === null ? 'full' : 'home',
        isSeen: seen.has(house_id),
        pick: () => picks.home(house_id),
        hover: (over) => picks.hover(house_id, over),
      };
    }),
    ...clusters.map(
      ({ posx, posy, count, rent, rent_unit }): SurfaceMarker => ({
        id: `c${posx},${posy}`,
        at: [posy, posx],
        text: String(count),
        note: rent === null ? undefined : fill(words.from, { rent }),
        label: rent === null ? fill(words.cluster, { count }) : fill(words.clusterFrom, { count, rent: rentPer(rent, rent_unit, words) }),
        look: 'cluster',
        pick: () => picks.cluster([posy, posx]),
      }),
    ),
  ];
}

/** Shows where homes of the list stand that have no marker of their own: those of a cluster. */
export function spotsOf({ houses, items }: MapLists, ids: readonly (number | undefined)[]): readonly SurfaceMarker[] {
  return items
    .filter(({ house_id: id }) => ids.includes(id) && !houses.some(({ house_id }) => house_id === id))
    .map((home) => ({ id: `h${home.house_id}`, at: [home.posy, home.posx], text: '', label: home.title, look: 'here' }));
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

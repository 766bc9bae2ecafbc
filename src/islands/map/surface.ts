/** What islands ask of a map, whichever library draws it. */
import type { CreditPart } from '#lib/features/basemap/basemap.schema.ts';
import type { MapSpot } from '#lib/features/map/map-area.rules.ts';
import type { MapBox, MapPlaceKind, Position } from '#lib/features/map/map.schema.ts';

export type SurfaceMarker = {
  readonly id: string;
  readonly at: Position;
  readonly text: string;
  /** A second line, of a cluster. */
  readonly note?: string | undefined;
  /** Whether its home was looked at before. */
  readonly isSeen?: boolean;
  /** What it is called by a screen reader. */
  readonly label: string;
  readonly look: 'home' | 'full' | 'cluster' | 'here';
  readonly pick?: () => void;
  /** Told when the pointer comes over it, and when it leaves. */
  readonly hover?: (over: boolean) => void;
};

export type SurfaceLine = { readonly id: string; readonly look: 'ring' | 'route' | 'area'; readonly points: readonly Position[]; readonly text?: string };
export type SurfacePlace = { readonly id: number; readonly kind: MapPlaceKind; readonly name: string; readonly at: Position };
/** Streets under a map: where, and whether they are the operator's own, whose source we name. */
export type SurfaceStreets = {
  readonly box: MapBox | null;
  readonly isOurs: boolean;
  /** Whom their source asks to be named; without, our own line names OpenStreetMap. */
  readonly credit?: readonly CreditPart[] | undefined;
};
export type SurfaceView = MapSpot & { readonly box: MapBox };

export type SurfaceSettings = {
  readonly container: HTMLElement;
  readonly start: MapBox;
  /** Where to look instead, when somebody was there before. */
  readonly spot?: MapSpot | undefined;
  /** Name of the map for screen readers, in the page's language. */
  readonly title: string;
  readonly token: string | undefined;
  /** Whether the page's reader wants few movements. */
  readonly calm: boolean;
  /** The kinds of places whose names are shown at first. */
  readonly kinds: readonly MapPlaceKind[];
};

export type MapSurface = {
  readonly streets: SurfaceStreets | undefined;
  /** Shows these markers in this order, which is also that of the Tab key. Those with a known id stay as they are. */
  setMarkers(markers: readonly SurfaceMarker[]): void;
  /** Lights the marker that is pointed at and the one that is chosen. */
  light(lit: string | undefined, chosen: string | undefined): void;
  setLines(lines: readonly SurfaceLine[]): void;
  setPlaces(places: readonly SurfacePlace[]): void;
  showKinds(kinds: readonly MapPlaceKind[]): void;
  onMove(listener: (view: SurfaceView) => void): void;
  onPlace(listener: (place: { readonly id: number; readonly kind: MapPlaceKind }) => void): void;
  fitBounds(box: MapBox): void;
  zoomTo(at: Position, by: number): void;
  /** Moves the map as little as brings a position into its part that nothing covers. @param covered pixels at its foot. */
  reveal(at: Position, covered: number): void;
  zoomBy(by: number): void;
  /** The position under a point of the container, in CSS pixels. */
  positionAt(x: number, y: number): Position;
  destroy(): void;
};

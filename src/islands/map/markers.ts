/** Markers as buttons in the page's own style: they can be tabbed to, read aloud and lit. */
import type { Position } from '#lib/features/map/map.schema.ts';
import type { SurfaceMarker } from './surface.ts';

/** What a library needs to offer to place an element. */
export type PlacedElement = { remove(): void };
/** The button, and the empty element around it that the map moves: so that a step of the map asks for no styles of buttons. */
type Placed = { readonly element: HTMLElement; readonly spot: HTMLElement; readonly handle: PlacedElement; current: SurfaceMarker };

function elementOf(marker: SurfaceMarker, current: () => SurfaceMarker): HTMLElement {
  const element = document.createElement(marker.pick ? 'button' : 'span');
  if (element instanceof HTMLButtonElement) element.type = 'button';
  element.addEventListener('click', (event) => {
    event.stopPropagation();
    current().pick?.();
  });
  const hover = (over: boolean) => (): void => current().hover?.(over);
  for (const sign of ['pointerenter', 'focus']) element.addEventListener(sign, hover(true));
  for (const sign of ['pointerleave', 'blur']) element.addEventListener(sign, hover(false));
  // A double click on a marker is two picks, not a zoom of the map below.
  element.addEventListener('dblclick', (event) => event.stopPropagation());
  // A pick with the pointer leaves the focus where it was.
  element.addEventListener('mousedown', (event) => event.preventDefault());
  return element;
}

/** What is written of a marker that was there before is only what is new: each writing has the browser look at styles again. */
function dress(element: HTMLElement, { look, text, label }: SurfaceMarker, last?: SurfaceMarker): void {
  if (!last) element.classList.add('map-pin');
  if (last?.look !== look) element.dataset['look'] = look;
  if (last?.text !== text) element.textContent = text;
  if (last?.label !== label) element.setAttribute('aria-label', label);
}

function lightUp({ element, spot }: Pick<Placed, 'element' | 'spot'>, isLit: boolean): void {
  for (const one of [element, spot]) one.toggleAttribute('data-lit', isLit);
}

export type MarkerLayer = { set(markers: readonly SurfaceMarker[]): void; light(ids: readonly string[]): void };

/** How far apart two positions look on the map: a degree of longitude is shorter away from the equator. */
function apart([x, y]: Position, [otherX, otherY]: Position): number {
  return Math.hypot((x - otherX) * Math.cos((y * Math.PI) / 180), y - otherY);
}

/**
 * @param place puts an element to a position of the map, after all others.
 * @param ground takes the focus when the marker that had it is gone and nothing has come in its place.
 */
export function createMarkerLayer(place: (element: HTMLElement, at: Position) => PlacedElement, ground: HTMLElement): MarkerLayer {
  const placed = new Map<string, Placed>();
  let lit: readonly string[] = [];

  /** Where Tab goes on from: a cluster opens into the homes it stood for. */
  function heirOf({ look, at }: SurfaceMarker): HTMLElement {
    if (look !== 'cluster') return ground;
    const near = [...placed.values()].filter(({ current }) => current.pick).toSorted((a, b) => apart(at, a.current.at) - apart(at, b.current.at));
    return near[0]?.element ?? ground;
  }

  function add(marker: SurfaceMarker): void {
    const element = elementOf(marker, () => placed.get(marker.id)?.current ?? marker);
    const spot = document.createElement('div');
    spot.className = 'map-spot';
    dress(element, marker);
    lightUp({ element, spot }, lit.includes(marker.id));
    spot.append(element);
    placed.set(marker.id, { element, spot, handle: place(spot, marker.at), current: marker });
  }

  return {
    set(markers) {
      let orphaned: SurfaceMarker | undefined;
      const wanted = new Map(markers.map((marker) => [marker.id, marker]));
      for (const [id, { handle, element, current }] of placed) {
        const next = wanted.get(id);
        const isKept = next && next.at[0] === current.at[0] && next.at[1] === current.at[1] && (next.pick === undefined) === (current.pick === undefined);
        // The one with the focus stays where it is: Tab goes on from it.
        if (isKept || (next && element === document.activeElement)) continue;
        if (element === document.activeElement) orphaned = current;
        // Browsers do not agree on telling an element that goes of the loss of pointer and focus.
        if (orphaned === current || element.matches(':hover')) current.hover?.(false);
        handle.remove();
        placed.delete(id);
      }
      for (const marker of markers) {
        const known = placed.get(marker.id);
        if (!known) add(marker);
        else {
          dress(known.element, marker, known.current);
          known.current = marker;
        }
      }
      // Tab follows the order of elements; those already in order are not touched, for moving one takes its focus.
      let before: Element | undefined;
      for (const { id } of markers) {
        const known = placed.get(id);
        if (!known) continue;
        const { spot, element } = known;
        if (before && before.nextElementSibling !== spot && element !== document.activeElement) before.after(spot);
        before = spot;
      }
      if (orphaned) heirOf(orphaned).focus({ preventScroll: true });
    },
    light(ids) {
      lit = ids;
      for (const [id, one] of placed) lightUp(one, ids.includes(id));
    },
  };
}

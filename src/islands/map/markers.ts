/** Markers as buttons in the page's own style: they can be tabbed to, read aloud and lit. */
import type { Position } from '#lib/features/map/map.schema.ts';
import type { SurfaceMarker } from './surface.ts';

/** What a library needs to offer to place an element. */
export type PlacedElement = { remove(): void };
type Placed = { readonly element: HTMLElement; readonly handle: PlacedElement; current: SurfaceMarker };

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
  return element;
}

/** What is written of a marker that was there before is only what is new: each writing has the browser look at styles again. */
function dress(element: HTMLElement, { look, text, label }: SurfaceMarker, last?: SurfaceMarker): void {
  if (!last) element.classList.add('map-pin');
  if (last?.look !== look) element.dataset['look'] = look;
  if (last?.text !== text) element.textContent = text;
  if (last?.label !== label) element.setAttribute('aria-label', label);
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
export function createMarkerLayer(place: (element: HTMLElement, marker: SurfaceMarker) => PlacedElement, ground: HTMLElement): MarkerLayer {
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
    dress(element, marker);
    if (lit.includes(marker.id)) element.dataset['lit'] = '';
    placed.set(marker.id, { element, handle: place(element, marker), current: marker });
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
        const element = placed.get(id)?.element;
        if (!element) continue;
        if (before && before.nextElementSibling !== element && element !== document.activeElement) before.after(element);
        before = element;
      }
      if (orphaned) heirOf(orphaned).focus({ preventScroll: true });
    },
    light(ids) {
      lit = ids;
      for (const [id, { element }] of placed) {
        if (ids.includes(id)) element.dataset['lit'] = '';
        else delete element.dataset['lit'];
      }
    },
  };
}

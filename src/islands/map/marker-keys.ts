/**
 * What the keyboard and screen readers meet of a map's markers, which themselves are a drawing: a button for each, out of sight, in the order
 * of the list. The one with the focus is lit on the map.
 */
import type { Position } from '#lib/features/map/map.schema.ts';
import type { SurfaceMarker } from './surface.ts';

type Key = { readonly element: HTMLElement; current: SurfaceMarker };

export type MarkerKeys = { set(markers: readonly SurfaceMarker[]): void; light(ids: readonly string[]): void };

function elementOf(marker: SurfaceMarker, current: () => SurfaceMarker, focus: (id: string | undefined) => void): HTMLElement {
  const element = document.createElement(marker.pick ? 'button' : 'span');
  element.className = 'map-pin';
  if (element instanceof HTMLButtonElement) element.type = 'button';
  element.addEventListener('click', (event) => {
    event.stopPropagation();
    current().pick?.();
  });
  element.addEventListener('focus', () => {
    focus(current().id);
    current().hover?.(true);
  });
  element.addEventListener('blur', () => {
    focus(undefined);
    current().hover?.(false);
  });
  return element;
}

/** What is written of a marker that was there before is only what is new. */
function dress(element: HTMLElement, { look, text, label }: SurfaceMarker, last?: SurfaceMarker): void {
  if (last?.look !== look) element.dataset['look'] = look;
  if (last?.text !== text) element.textContent = text;
  if (last?.label !== label) element.setAttribute('aria-label', label);
}

/** How far apart two positions look on the map: a degree of longitude is shorter away from the equator. */
function apart([x, y]: Position, [otherX, otherY]: Position): number {
  return Math.hypot((x - otherX) * Math.cos((y * Math.PI) / 180), y - otherY);
}

/**
 * @param list the element that holds them.
 * @param ground takes the focus when the marker that had it is gone and nothing has come in its place.
 * @param focus told of the marker that has the focus.
 */
export function createMarkerKeys(list: HTMLElement, ground: HTMLElement, focus: (id: string | undefined) => void): MarkerKeys {
  const keys = new Map<string, Key>();
  let lit: readonly string[] = [];

  /** Where Tab goes on from: a cluster opens into the homes it stood for. */
  function heirOf({ look, at }: SurfaceMarker): HTMLElement {
    if (look !== 'cluster') return ground;
    const near = [...keys.values()].filter(({ current }) => current.pick).toSorted((a, b) => apart(at, a.current.at) - apart(at, b.current.at));
    return near[0]?.element ?? ground;
  }

  function add(marker: SurfaceMarker): void {
    const element = elementOf(marker, () => keys.get(marker.id)?.current ?? marker, focus);
    dress(element, marker);
    element.toggleAttribute('data-lit', lit.includes(marker.id));
    list.append(element);
    keys.set(marker.id, { element, current: marker });
  }

  return {
    set(markers) {
      let orphaned: SurfaceMarker | undefined;
      const wanted = new Map(markers.map((marker) => [marker.id, marker]));
      for (const [id, { element, current }] of keys) {
        const next = wanted.get(id);
        if (next && ((next.pick === undefined) === (current.pick === undefined) || element === document.activeElement)) continue;
        if (element === document.activeElement) {
          orphaned = current;
          // Browsers do not agree on telling an element that goes of the loss of the focus.
          focus(undefined);
          current.hover?.(false);
        }
        element.remove();
        keys.delete(id);
      }
      for (const marker of markers) {
        const known = keys.get(marker.id);
        if (!known) add(marker);
        else {
          dress(known.element, marker, known.current);
          known.current = marker;
        }
      }
      // Tab follows the order of elements; those already in order are not touched, for moving one takes its focus.
      let before: Element | undefined;
      for (const { id } of markers) {
        const element = keys.get(id)?.element;
        if (!element) continue;
        if (before && before.nextElementSibling !== element && element !== document.activeElement) before.after(element);
        before = element;
      }
      if (orphaned) heirOf(orphaned).focus({ preventScroll: true });
    },
    light(ids) {
      lit = ids;
      for (const [id, { element }] of keys) element.toggleAttribute('data-lit', ids.includes(id));
    },
  };
}

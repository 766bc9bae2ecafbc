/**
 * Keeps elements where their positions are while a map moves. The libraries' own markers each listen for themselves, and have the
 * browser work out all styles of what they hold in every frame; here one listener writes one property of an empty element.
 */
import type { Map as GlMap } from 'maplibre-gl';
import type { Position } from '#lib/features/map/map.schema.ts';
import type { PlacedElement } from './markers.ts';

/** Pixels around a map in which an element may still reach into it. */
const reach = 120;

type Spot = { readonly element: HTMLElement; readonly at: Position; written: string; isNear: boolean };

export type Spots = {
  /** Puts an element to a position, after all others. */
  place(element: HTMLElement, at: Position): PlacedElement;
};

export function createSpots(map: GlMap): Spots {
  const container = map.getContainer();
  const layer = document.createElement('div');
  layer.className = 'map-spots';
  map.getCanvasContainer().append(layer);
  const spots = new Set<Spot>();
  // Reading it in each frame would have the browser lay out what was just written.
  let size = { width: container.clientWidth, height: container.clientHeight };

  /** @param isMoving then it stays between two pixels, and what was and is out of sight is left alone. */
  function put(spot: Spot, centre: number, isMoving: boolean): void {
    const [longitude, latitude] = spot.at;
    // The world repeats itself: of all places that are this one, the nearest to the middle.
    const { x, y } = map.project([longitude + 360 * Math.round((centre - longitude) / 360), latitude]);
    const isNear = x > -reach && y > -reach && x < size.width + reach && y < size.height + reach;
    const wasNear = spot.isNear;
    spot.isNear = isNear;
    if (isMoving && !isNear && !wasNear) return;
    const written = isMoving ? `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)` : `translate(${Math.round(x)}px,${Math.round(y)}px)`;
    if (written === spot.written) return;
    spot.written = written;
    spot.element.style.transform = written;
  }

  const putAll = (isMoving: boolean): void => {
    const { lng } = map.getCenter();
    for (const spot of spots) put(spot, lng, isMoving);
  };
  map.on('move', () => putAll(true));
  map.on('moveend', () => putAll(false));
  map.on('resize', () => {
    size = { width: container.clientWidth, height: container.clientHeight };
  });

  return {
    place(element, at) {
      const spot: Spot = { element, at, written: '', isNear: true };
      spots.add(spot);
      put(spot, map.getCenter().lng, map.isMoving());
      layer.append(element);
      return {
        remove() {
          spots.delete(spot);
          element.remove();
        },
      };
    },
  };
}

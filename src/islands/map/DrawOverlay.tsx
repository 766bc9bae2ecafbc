/** Catches the line a reader draws over the map. */
import { useRef, useState } from 'react';
import type { PointerEvent, ReactElement } from 'react';

type Spot = readonly [x: number, y: number];
/** Pixels between two corners. */
const leastStep = 6;

export function DrawOverlay({ onDrawn }: { readonly onDrawn: (line: readonly Spot[]) => void }): ReactElement {
  const [line, setLine] = useState<readonly Spot[]>([]);
  const pressed = useRef(false);

  const spotOf = (event: PointerEvent): Spot => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  return (
    <svg
      className="map-draw"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pressed.current = true;
        setLine([spotOf(event)]);
      }}
      onPointerMove={(event) => {
        if (!pressed.current) return;
        const spot = spotOf(event);
        const last = line.at(-1);
        if (!last || Math.hypot(spot[0] - last[0], spot[1] - last[1]) >= leastStep) setLine([...line, spot]);
      }}
      onPointerUp={() => {
        pressed.current = false;
        onDrawn(line);
        setLine([]);
      }}
    >
      {line.length > 1 && <polyline points={line.map((spot) => spot.join()).join(' ')} />}
    </svg>
  );
}

/** Starts a map in an element when it is wanted, and ends it with the element. */
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { MapSurface, SurfaceSettings } from './surface.ts';

export type SurfaceState = 'none' | 'loading' | 'ready' | 'failed';

export type UsedSurface = {
  readonly container: RefObject<HTMLDivElement | null>;
  readonly surface: MapSurface | undefined;
  readonly state: SurfaceState;
  readonly again: () => void;
};

/** @param settings of the first map; `spot` is read when it opens. */
export function useSurface(
  wanted: boolean,
  settings: Omit<SurfaceSettings, 'container' | 'calm' | 'spot'> & { readonly spot?: () => SurfaceSettings['spot'] },
): UsedSurface {
  const container = useRef<HTMLDivElement>(null);
  const [surface, setSurface] = useState<MapSurface>();
  const [state, setState] = useState<SurfaceState>('none');
  const [tries, setTries] = useState(1);
  const given = useRef(settings);
  const attempt = wanted ? tries : 0;

  useEffect(() => {
    const element = container.current;
    if (attempt === 0 || !element) return undefined;
    let ended = false;
    let made: MapSurface | undefined;
    setState('loading');
    import('./open-surface.ts')
      .then(({ createSurface }) =>
        createSurface({ ...given.current, spot: given.current.spot?.(), container: element, calm: matchMedia('(prefers-reduced-motion: reduce)').matches }),
      )
      .then(
        (ready) => {
          made = ready;
          if (ended) return ready.destroy();
          setSurface(ready);
          setState('ready');
        },
        () => {
          // A library that cannot start leaves its first elements behind.
          element.replaceChildren();
          if (!ended) setState('failed');
        },
      );
    return () => {
      ended = true;
      made?.destroy();
      setSurface(undefined);
      setState('none');
    };
  }, [attempt]);

  return { container, surface, state, again: () => setTries((count) => count + 1) };
}

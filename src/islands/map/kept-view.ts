/** Where the map of this page was looking, so that it goes on there when a filter has changed the page around it. */
import type { SurfaceView } from './surface.ts';

let kept: SurfaceView | undefined;

export const keptView = (): SurfaceView | undefined => kept;
export const keepView = (view: SurfaceView): void => void (kept = view);

/** After a change of the page, the island that has come in this one's place is woken. Returns how to stop that. */
export function wakeNext(): () => void {
  const wake = (): void => {
    document.querySelector('[data-map-page] astro-island')?.dispatchEvent(new Event('focusin'));
  };
  addEventListener('loftling:list', wake);
  // The island that listens is the one that goes: its successor listens for itself.
  return () => removeEventListener('loftling:list', wake);
}

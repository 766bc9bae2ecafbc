/** Tells the page's script of homes that came: their hearts are pressed or not. */
import { useEffect } from 'react';

/** @param homes their ids; undefined while there is none. */
export function useHearts(homes: string | undefined): void {
  useEffect(() => {
    if (homes !== undefined) dispatchEvent(new CustomEvent('loftling:homes', { detail: homes }));
  }, [homes]);
}

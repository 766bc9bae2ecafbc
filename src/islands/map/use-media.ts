/** Whether a media query holds, now and whenever that changes. */
import { useCallback, useSyncExternalStore } from 'react';

export function useMedia(query: string): boolean {
  const follow = useCallback(
    (tell: () => void): (() => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', tell);
      return () => media.removeEventListener('change', tell);
    },
    [query],
  );
  return useSyncExternalStore(
    follow,
    () => matchMedia(query).matches,
    () => false,
  );
}

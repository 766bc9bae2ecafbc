/** When the rows of a list that are out of sight are drawn: as soon as somebody turns to them, and else when the map rests. */
import { startTransition, useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Milliseconds without another list after which the map rests: who zooms several times in a row reads none of the lists between. */
const rest = 2_500;
/** Signs of somebody in the list. */
const signs = ['pointerover', 'focusin', 'touchstart'] as const;
/** From the top of the page to a little below the window: rows are drawn before they are in sight, and stay drawn below it. */
const near = { rootMargin: '100000px 0px 100px' };

/**
 * @param list of which `first` items are drawn with it.
 * @param shown what it shows: of another one, the first items are drawn first again.
 * @param isBehind whether something stands in the list's place.
 */
export function useWholeList(list: RefObject<HTMLElement | null>, first: number, shown: object, isBehind: boolean): boolean {
  const [drawn, setDrawn] = useState<object>();
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = list.current;
    const next = element?.children[first];
    if (isBehind || !element || !next) return undefined;
    // In pieces, which leave room for what somebody does meanwhile.
    const draw = (): void => startTransition(() => setDrawn(shown));
    const timer = setTimeout(draw, rest);
    const observer = new IntersectionObserver((entries) => startTransition(() => setNear(entries.at(-1)?.isIntersecting ?? false)), near);
    observer.observe(next);
    for (const sign of signs) element.addEventListener(sign, draw, { passive: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      for (const sign of signs) element.removeEventListener(sign, draw);
    };
  }, [list, first, shown, isBehind]);
  return isNear || drawn === shown;
}

/** Which home is pointed at, or has the focus: in the list by its row, on the page by its card, on the map by its marker. */
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** The home of a row, or of a card, whose heart names it. */
function homeAt(target: Element): string | undefined {
  const around = target.closest<HTMLElement>('[data-home], .card');
  return around?.dataset['home'] ?? around?.querySelector<HTMLElement>('[data-home]')?.dataset['home'];
}

export type UsedLit = { readonly lit: number | undefined; readonly light: (id: number | undefined) => void; readonly rows: RefObject<HTMLDivElement | null> };

/** @param isBeside whether the page has a list of cards of its own, beside which the map stands. */
export function useLit(isBeside: boolean): UsedLit {
  const [lit, light] = useState<number>();
  const rows = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What is in there is replaced by other lists; itself it stays.
    const element = isBeside ? document.querySelector('main') : rows.current;
    const on = ({ target }: Event): void => {
      // Markers tell of themselves.
      if (!(target instanceof Element) || target.closest('.explorer-map')) return;
      const home = homeAt(target);
      light(home === undefined ? undefined : Number(home));
    };
    const off = (): void => light(undefined);
    for (const sign of ['pointerover', 'focusin']) element?.addEventListener(sign, on);
    for (const sign of ['pointerleave', 'focusout']) element?.addEventListener(sign, off);
    return () => {
      for (const sign of ['pointerover', 'focusin']) element?.removeEventListener(sign, on);
      for (const sign of ['pointerleave', 'focusout']) element?.removeEventListener(sign, off);
    };
  }, [isBeside]);
  return { lit, light, rows };
}

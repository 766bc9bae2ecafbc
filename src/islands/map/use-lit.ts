/** Which home is pointed at, or has the focus: in the list by its row, on the map by its marker. */
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

export type UsedLit = { readonly lit: number | undefined; readonly light: (id: number | undefined) => void; readonly rows: RefObject<HTMLUListElement | null> };

export function useLit(): UsedLit {
  const [lit, light] = useState<number>();
  const rows = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const element = rows.current;
    const on = ({ target }: Event): void => {
      const home = target instanceof Element ? target.closest<HTMLElement>('[data-home]')?.dataset['home'] : undefined;
      light(home === undefined ? undefined : Number(home));
    };
    const off = (): void => light(undefined);
    for (const sign of ['pointerover', 'focusin']) element?.addEventListener(sign, on);
    for (const sign of ['pointerleave', 'focusout']) element?.addEventListener(sign, off);
    return () => {
      for (const sign of ['pointerover', 'focusin']) element?.removeEventListener(sign, on);
      for (const sign of ['pointerleave', 'focusout']) element?.removeEventListener(sign, off);
    };
  }, []);
  return { lit, light, rows };
}

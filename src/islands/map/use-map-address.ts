/** Where the map looks and what was drawn on it, in the page's address: it survives a reload, is shared, and goes along into another language. */
import { useEffect, useRef } from 'react';
import { languageLinks } from '#islands/browser/language-links.ts';
import { readArea, readSpot, writeArea, writeSpot } from '#lib/features/map/map-area.rules.ts';
import type { MapSpot } from '#lib/features/map/map-area.rules.ts';
import type { Position } from '#lib/features/map/map.schema.ts';

/** Milliseconds a map rests before its address follows: browsers refuse addresses that change too often. */
const rest = 300;

export type MapAddress = { readonly spot: MapSpot | undefined; readonly area: readonly Position[] | undefined };

/** What the address says; nothing of it that cannot be read. */
export function readMapAddress(): MapAddress {
  const query = new URLSearchParams(location.search);
  return { spot: readSpot(query.get('at') ?? ''), area: readArea(query.get('area') ?? '') };
}

/** The query with the map's own two parameters as they are now; its other parameters stay. */
function withMap(search: string, at: string | undefined, area: string | undefined): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of [
    ['at', at],
    ['area', area],
  ] as const) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  // These two signs need no escape in a query, and an address is read by people.
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3B', ';');
  return text && `?${text}`;
}

/**
 * Keeps the address in step.
 * @param spot undefined while there is no map.
 */
export function useMapAddress(spot: MapSpot | undefined, area: readonly Position[] | undefined): void {
  const first = useRef<string>(undefined);
  const now = spot && writeSpot(spot);
  const drawn = area && writeArea(area);
  useEffect(() => {
    if (now === undefined) return undefined;
    // A map that nobody has moved needs no place of its own.
    first.current ??= readMapAddress().spot ? '' : now;
    const at = now === first.current ? undefined : now;
    const write = (): void => {
      const search = withMap(location.search, at, drawn);
      if (search !== location.search) history.replaceState(history.state, '', `${location.pathname}${search}${location.hash}`);
      // By its attribute: `search` would make an address with an origin of one without, which a switch of languages takes for another page's.
      for (const link of languageLinks()) link.setAttribute('href', (link.getAttribute('href') ?? '').split('?')[0] + withMap(link.search, at, drawn));
    };
    const timer = setTimeout(write, rest);
    // Another filter's list has an address of its own.
    addEventListener('loftling:list', write);
    return () => {
      clearTimeout(timer);
      removeEventListener('loftling:list', write);
    };
  }, [now, drawn]);
}

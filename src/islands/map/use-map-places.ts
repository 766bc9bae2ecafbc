/** Places for the map: of the cities in view, each asked for once, and all cities from afar. What is shown already is not handed over again. */
import { useEffect, useRef } from 'react';
import { api } from '#islands/browser/api.ts';
import type { mapPlacesContract, MapPlace } from '#lib/features/map/map.contract.ts';
import { mapWires } from '#lib/features/map/map.wire.ts';
import type { MapSurface, SurfacePlace } from './surface.ts';

const surfacePlace = ({ id, kind, name, posx, posy }: MapPlace): SurfacePlace => ({ id, kind, name, at: [posy, posx] });

export function useMapPlaces(surface: MapSurface | undefined, cityIds: readonly number[]): void {
  const known = useRef(new Map<number, readonly SurfacePlace[]>());
  const shown = useRef<{ readonly surface: MapSurface; readonly cities: number }>(undefined);
  const wanted = cityIds.join(',');

  useEffect(() => {
    if (!surface) return undefined;
    const stop = new AbortController();
    const show = (): void => {
      const cities = known.current.size;
      if (stop.signal.aborted || cities === 0 || (shown.current?.surface === surface && shown.current.cities === cities)) return;
      shown.current = { surface, cities };
      const all = [...known.current.values()].flat();
      // A city's own answer names it, and so does that of the whole world.
      surface.setPlaces([...new Map(all.map((place) => [`${place.kind} ${place.id} ${place.at.join()}`, place])).values()]);
    };
    const ask = async (city: number): Promise<void> => {
      if (known.current.has(city)) return;
      const { items } = await api().call<typeof mapPlacesContract>(mapWires.places, city === 0 ? {} : { city_id: city }, {
        signal: stop.signal,
        clientToastHide: true,
      });
      known.current.set(city, items.map(surfacePlace));
    };
    show();
    const cities = wanted === '' ? [] : wanted.split(',').map(Number);
    // Names are missing then, nothing more; the next move asks again.
    void Promise.allSettled([0, ...cities].map(ask)).then(show);
    return () => stop.abort();
  }, [surface, wanted]);
}

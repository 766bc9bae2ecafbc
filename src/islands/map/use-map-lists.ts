/** The homes of the map's view: asked for when it has come to rest, a newer question always over an older one. */
import { useEffect, useMemo, useState } from 'react';
import { api } from '#islands/browser/api.ts';
import { boxOfView, writeArea } from '#lib/features/map/map-area.rules.ts';
import type { MapLists, mapListsContract } from '#lib/features/map/map.contract.ts';
import type { Position } from '#lib/features/map/map.schema.ts';
import { mapWires } from '#lib/features/map/map.wire.ts';
import type { SurfaceView } from './surface.ts';

/** Milliseconds a view rests before it is asked for. */
const rest = 120;

export type ListsQuestion = {
  readonly view: SurfaceView | undefined;
  readonly area: readonly Position[] | undefined;
  readonly page: number;
  /** What the address of the map names, as the call takes it. */
  readonly names: Readonly<Record<string, string | number | undefined>>;
  readonly code: string;
};

export type ListsAnswer = { readonly lists: MapLists | undefined; readonly state: 'idle' | 'loading' | 'failed'; readonly again: () => void };

type Done = { readonly values: object; readonly attempt: number; readonly ok: boolean };

function valuesOf(view: SurfaceView, area: readonly Position[] | undefined, page: number, names: ListsQuestion['names'], code: string): object {
  const { west, south, east, north } = boxOfView(view.box);
  const decimals = (degrees: number): string => degrees.toFixed(5);
  return {
    ...names,
    ...(code === '' ? {} : { urlFilter: code }),
    ...(area ? { area: writeArea(area) } : {}),
    west: decimals(west),
    south: decimals(south),
    east: decimals(east),
    north: decimals(north),
    zoom: Math.min(22, Math.max(0, view.zoom)).toFixed(2),
    page,
  };
}

export function useMapLists({ view, area, page, names, code }: ListsQuestion): ListsAnswer {
  const [lists, setLists] = useState<MapLists>();
  const [done, setDone] = useState<Done>();
  const [attempt, setAttempt] = useState(1);
  const values = useMemo(() => view && valuesOf(view, area, page, names, code), [view, area, page, names, code]);

  useEffect(() => {
    if (!values || attempt < 1) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        setLists(await api().call<typeof mapListsContract>(mapWires.lists, values, { signal: stop.signal, clientToastHide: true }));
        setDone({ values, attempt, ok: true });
      } catch {
        if (!stop.signal.aborted) setDone({ values, attempt, ok: false });
      }
    }, rest);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [values, attempt]);

  const isDone = done !== undefined && done.values === values && done.attempt === attempt;
  return { lists, state: !values ? 'idle' : !isDone ? 'loading' : done.ok ? 'idle' : 'failed', again: () => setAttempt(attempt + 1) };
}

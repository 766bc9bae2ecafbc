/** The home whose marker was picked: its card is known from the list, or asked for. The newest pick counts. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '#islands/browser/api.ts';
import type { mapCardContract, MapCard, MapLists } from '#lib/features/map/map.contract.ts';
import { mapWires } from '#lib/features/map/map.wire.ts';
import type { ListsQuestion } from './use-map-lists.ts';

export type UsedChosen = { readonly chosen: MapCard | undefined; readonly choose: (id: number, among: MapLists['items']) => void; readonly close: () => void };

/** What is chosen stays until another is, it is closed, or the filter changes. */
export function useChosen({ names, code }: Pick<ListsQuestion, 'names' | 'code'>): UsedChosen {
  const [chosen, setChosen] = useState<{ readonly card: MapCard; readonly code: string }>();
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);

  const choose = useCallback(
    (id: number, among: MapLists['items']): void => {
      asking.current?.abort();
      const known = among.find((card) => card.house_id === id);
      if (known) return setChosen({ card: known, code });
      const stop = new AbortController();
      asking.current = stop;
      api()
        .call<typeof mapCardContract>(mapWires.card, { ...names, ...(code === '' ? {} : { urlFilter: code }), house_id: id }, { signal: stop.signal })
        .then(
          (card) => {
            if (!stop.signal.aborted) setChosen({ card, code });
          },
          () => undefined,
        );
    },
    [names, code],
  );
  const close = useCallback(() => {
    asking.current?.abort();
    setChosen(undefined);
  }, []);
  return { chosen: chosen?.code === code ? chosen.card : undefined, choose, close };
}

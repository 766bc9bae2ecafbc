/** What the panel shows before anything is typed: this device's last searches, and what is popular (R2.209–R2.211). */
import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { api } from '#islands/browser/api.ts';
import { countryForPlaces } from '#islands/browser/whereabouts.ts';
import type { deleteSearchContract, hotSearchContract, lastSearchesContract } from '#lib/features/search/search.contract.ts';
import { searchWires } from '#lib/features/search/search.wire.ts';
import type { SearchHistoryItem } from '#lib/features/search/search.contract.ts';

export type HotCountry = z.output<typeof hotSearchContract.output>[number];

const quiet = { clientToastHide: true } as const;

/** The number that names an entry of its kind. */
export function entryId(entry: SearchHistoryItem): number {
  const ids = {
    city: entry.city_id,
    school: entry.school_id,
    house: entry.house_id,
    supplier: entry.supplier_id,
    region: entry.region_id,
    subway: entry.poi_id,
    landmark: entry.poi_id,
    postal_code: entry.postal_code_id,
    neighborhood: entry.poi_id,
  };
  return ids[entry.type] ?? 0;
}

export function useStart(open: boolean): {
  history: readonly SearchHistoryItem[];
  hot: readonly HotCountry[];
  own: string | undefined;
  forget: (entry?: SearchHistoryItem) => void;
} {
  const [history, setHistory] = useState<readonly SearchHistoryItem[]>([]);
  const [hot, setHot] = useState<readonly HotCountry[]>([]);
  const [own, setOwn] = useState<string>();
  const asked = useRef(false);

  useEffect(() => {
    if (!open || asked.current) return;
    asked.current = true;
    // R8.32: what cannot be read is simply not shown.
    api()
      .call<typeof hotSearchContract>(searchWires.hot, {}, quiet)
      .then(setHot, () => undefined);
    api()
      .call<typeof lastSearchesContract>(searchWires.last, {}, quiet)
      .then(setHistory, () => undefined);
    void countryForPlaces().then(setOwn);
  }, [open]);

  function forget(entry?: SearchHistoryItem): void {
    const before = history;
    setHistory(entry ? history.filter((one) => one !== entry) : []);
    api()
      .call<typeof deleteSearchContract>(searchWires.delete, entry ? { type: entry.type, id: entryId(entry) } : {})
      .catch(() => setHistory(before));
  }
  return { history, hot, own, forget };
}

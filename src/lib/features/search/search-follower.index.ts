/** Keeps the index in step with the catalogue: fills it at start, then reads again what change notices name. */
import type { SearchIndex } from '#lib/ports/search-index/search-index.ts';
import type { SearchRepository } from './search.repository.ts';
import type { SearchStock } from './search-stock.index.ts';

/** Changes are collected for so long before they are read, in milliseconds. */
const gatherMs = 150;
/** A reading that failed is tried again after so long. */
const againMs = 5_000;
const batch = 2_000;
/** Documents given to the index in one go. */
const indexedAtOnce = 20_000;
/** More homes than this at once, and all are read. */
const mostSingly = 20_000;
const citiesAtOnce = 8;

const pause = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

export type SearchFollower = {
  /** Resolves when places can be found; homes follow by themselves. */
  readonly placesReady: () => Promise<void>;
  /** Resolves when homes too are in, and what changed meanwhile. */
  readonly settled: () => Promise<void>;
  /** Tags of a change notice. */
  changed(tags: readonly string[]): void;
  stop(): void;
};

export type FollowerParts = {
  readonly stock: SearchStock;
  readonly index: SearchIndex;
  readonly repository: SearchRepository;
  readonly onFailure: (error: unknown) => void;
};

/** Nothing is read until `placesReady` or `settled` is asked for the first time. */
export function createSearchFollower({ stock, index, repository, onFailure }: FollowerParts): SearchFollower {
  const waiting = new Set<number>();
  /** What the stock holds already and the index does not know yet: kept until it does, also when a reading fails midway. */
  const unindexed = new Set<string>();
  const uncounted = new Set<number>();
  let everything = false;
  let stopped = false;
  let places: Promise<void> | undefined;
  let work: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const documents = (keys: readonly string[]) => keys.flatMap((key) => stock.document(key) ?? []);

  const hasWork = (): boolean => !stopped && (everything || waiting.size > 0);

  async function count(): Promise<void> {
    const counted = new Map<string, number>();
    const cities = [...uncounted];
    let done = 0;
    for (const city of cities) {
      for (const [key, homes] of stock.countCity(city)) counted.set(key, homes);
      if (++done % citiesAtOnce === 0) await pause();
    }
    for (const [key, homes] of stock.countRegions()) counted.set(key, homes);
    await index.count(counted);
    for (const city of cities) uncounted.delete(city);
  }

  /** Takes homes over, a batch at a time. */
  async function take(ids: readonly number[], houses: Awaited<ReturnType<SearchRepository['houses']>>): Promise<void> {
    const present = new Set<number>(houses.map(({ id }) => id));
    const absent = ids.filter((id) => !present.has(id));
    for (let start = 0; start < Math.max(1, houses.length); start += batch) {
      const part = houses.slice(start, start + batch);
      const strangers = [...new Set(part.map(({ supplierId }) => supplierId))].filter((id) => !stock.knowsSupplier(id));
      const names = strangers.length > 0 ? await repository.supplierNames(strangers) : new Map<number, string>();
      const taken = stock.takeHouses(start === 0 ? absent : [], part, names);
      for (const key of [...taken.gone, ...taken.changed]) unindexed.add(key);
      for (const city of taken.cities) uncounted.add(city);
      if (houses.length > batch) await pause();
    }
  }

  /** Gives the index what changed, in parts large enough to search fast. */
  async function give(): Promise<void> {
    const keys = [...unindexed];
    await index.remove(keys.filter((key) => !stock.entryOf(key)));
    for (let start = 0; start < keys.length; start += indexedAtOnce) {
      const part = keys.slice(start, start + indexedAtOnce);
      await index.put(documents(part));
      for (const key of part) unindexed.delete(key);
    }
    await count();
  }

  async function readSome(ids: readonly number[]): Promise<void> {
    for (let start = 0; start < ids.length; start += batch) {
      const part = ids.slice(start, start + batch);
      await take(part, await repository.houses(part));
    }
    await give();
  }

  async function readAll(): Promise<void> {
    const gone = new Set(stock.houseIds());
    const all: Awaited<ReturnType<SearchRepository['houses']>>[number][] = [];
    for (let after = 0; ; ) {
      const houses = await repository.housesAfter(after, batch);
      for (const house of houses) {
        gone.delete(house.id);
        all.push(house);
      }
      after = houses.at(-1)?.id ?? after;
      if (houses.length < batch || stopped) break;
      await pause();
    }
    await take([...gone], all);
    await give();
    if (!stopped) await index.complete();
  }

  async function catchUp(): Promise<void> {
    while (hasWork()) {
      const ids = [...waiting];
      const all = everything || ids.length > mostSingly;
      waiting.clear();
      everything = false;
      try {
        await (all ? readAll() : readSome(ids));
      } catch (error) {
        if (all) everything = true;
        for (const id of ids) waiting.add(id);
        if (!stopped) onFailure(error);
        schedule(againMs);
        return;
      }
    }
  }

  function schedule(after: number): void {
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      void settle();
    }, after);
    timer.unref();
  }

  function ready(): Promise<void> {
    places ??= (async () => {
      await repository.localNames().then(stock.setLocalNames, onFailure);
      await index.put(documents(stock.placeKeys()));
      everything = true;
      void settle();
    })().catch((error: unknown) => {
      // The next question tries again.
      places = undefined;
      throw error;
    });
    return places;
  }

  function settle(): Promise<void> {
    work ??= ready()
      .then(catchUp)
      .finally(() => {
        work = undefined;
      });
    return work;
  }

  return {
    placesReady: ready,
    async settled() {
      await ready();
      // One attempt: what fails is tried again later.
      if (work || hasWork()) await settle();
    },
    changed(tags) {
      for (const tag of tags) {
        if (tag === '*') everything = true;
        else if (tag.startsWith('house:')) waiting.add(Number(tag.slice(6)));
      }
      // Before the first question nothing has been read, so nothing can be out of date.
      if (places && (everything || waiting.size > 0)) schedule(gatherMs);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

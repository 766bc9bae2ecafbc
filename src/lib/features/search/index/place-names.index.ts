/** Places by their whole names: what a sentence needs to know of every few words of it, without a search for each. */
import { compact } from '../search.words.ts';
import { searchKey } from '../search.schema.ts';
import type { SearchEntry } from '../search.schema.ts';
import type { SearchStock } from '../search-stock.index.ts';

export type PlaceNames = {
  readonly isName: (compactName: string) => boolean;
  /** Everything that bears the name. */
  readonly called: (typed: string) => readonly SearchEntry[];
};

/** Reads all names of the places that are known; suppliers and homes are none. */
export function placeNames(stock: Pick<SearchStock, 'placeKeys' | 'document' | 'entryOf'>): PlaceNames {
  const keys = new Map<string, Set<string>>();
  for (const key of stock.placeKeys())
    for (const { text } of stock.document(key)?.names ?? []) {
      const name = compact(text);
      if (name === '') continue;
      const known = keys.get(name);
      if (known) known.add(key);
      else keys.set(name, new Set([key]));
    }
  return {
    isName: (name) => keys.has(name),
    called: (typed) => [...(keys.get(compact(typed)) ?? [])].flatMap((key) => stock.entryOf(key) ?? []),
  };
}

/** Whether one thing lies in another, or is the same. */
export function liesIn(inner: SearchEntry, outer: SearchEntry): boolean {
  if (searchKey(inner.group, inner.of.id) === searchKey(outer.group, outer.of.id)) return true;
  const city =
    inner.group === 'city'
      ? inner.of
      : inner.group === 'region' || inner.group === 'supplier'
        ? undefined
        : inner.group === 'house'
          ? inner.city
          : inner.of.city;
  switch (outer.group) {
    case 'city':
      return inner.group !== 'city' && city?.id === outer.of.id;
    case 'region':
      return outer.of.isCountry
        ? (city?.country ?? (inner.group === 'region' ? inner.of.country : undefined))?.id === outer.of.country.id &&
            !(inner.group === 'region' && inner.of.isCountry)
        : outer.of.cities.some(({ id }) => id === city?.id);
    default:
      return false;
  }
}

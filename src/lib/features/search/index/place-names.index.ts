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
  // “Manchester uni” is the University of Manchester, unless something else bears the very name.
  const others = new Map<string, Set<string>>();
  for (const [name, named] of keys) {
    const schools = [...named].filter((key) => key.startsWith('school:'));
    if (schools.length === 0) continue;
    const [, of] = /^(?:the)?universityof(?:the)?(.{3,})$/.exec(name) ?? [];
    const [, own] = /^(.{3,})university$/.exec(name) ?? [];
    for (const alias of of ? [`${of}university`, `${of}uni`, `uniof${of}`] : own ? [`${own}uni`] : []) {
      if (keys.has(alias)) continue;
      const known = others.get(alias) ?? new Set();
      for (const key of schools) known.add(key);
      others.set(alias, known);
    }
  }
  for (const [alias, named] of others) keys.set(alias, named);
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

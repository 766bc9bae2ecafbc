/** Finding places by name without a search engine: folded, in every language, abbreviations and nicknames included. Pure. */
import type { City, Country, Place, School } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo-index.ts';

/**
 * Text without case, width, accents and Vietnamese đ; punctuation counts as a space.
 * @example folded('Đại học  Xây-dựng') // 'dai hoc xay dung'
 */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

type Findable = Country | City | School | Place;
type Entry = { readonly place: Findable; readonly names: readonly string[]; readonly popularity: number };

const indexes = new WeakMap<GeoIndex, readonly Entry[]>();

function entriesOf(geo: GeoIndex): readonly Entry[] {
  const known = indexes.get(geo);
  if (known) return known;
  const entries = [...geo.countries, ...geo.cities, ...geo.schools, ...geo.places].map(
    (place): Entry => ({
      place,
      names: [
        ...new Set(
          [...Object.values(place.names), ...place.nicknames, ...(place.kind === 'school' && place.short ? [place.short] : [])].map(folded).filter(Boolean),
        ),
      ],
      popularity: 'popularity' in place ? place.popularity : place.city.popularity / 2,
    }),
  );
  indexes.set(geo, entries);
  return entries;
}

/** 3: the whole name; 2: its beginning; 1: the beginning of a word, or anywhere in writing without spaces; 0: not at all. */
function fit(name: string, wanted: string): number {
  if (name === wanted) return 3;
  if (name.startsWith(wanted)) return 2;
  return name.includes(` ${wanted}`) || (!/^[\p{Script=Latin}\p{N} ]+$/u.test(wanted) && name.includes(wanted)) ? 1 : 0;
}

/** Places whose name fits, best first, at most `limit`. */
export function placesNamed(geo: GeoIndex, text: string, limit: number): readonly Findable[] {
  const wanted = folded(text);
  if (wanted === '') return [];
  return entriesOf(geo)
    .map((entry) => ({ ...entry, score: Math.max(0, ...entry.names.map((name) => fit(name, wanted))) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.popularity - a.popularity || a.place.id - b.place.id)
    .slice(0, limit)
    .map(({ place }) => place);
}

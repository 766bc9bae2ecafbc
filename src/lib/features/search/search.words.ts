/** How what was found is called and where it leads, in the reader's language. */
import { houseTitle } from '#lib/features/lists/list-card.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { fillers } from '#lib/search-text/fillers.ts';
import { folded, typedWords, wordsOf } from '#lib/search-text/text.ts';
import type { Paths } from '#lib/paths.ts';
import type { SearchEntry } from './search.schema.ts';

export type Shown = { readonly title: string; readonly within: string; readonly otherName: string; readonly url: string };

const joined = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' · ');

export function titleOf(entry: SearchEntry, locale: Locale): string {
  switch (entry.group) {
    case 'house':
      return houseTitle(entry.of, locale).name;
    case 'supplier':
      return entry.of.name;
    default:
      return entry.of.names[locale];
  }
}

function withinOf(entry: SearchEntry, locale: Locale): string {
  switch (entry.group) {
    case 'city':
      return entry.of.country.names[locale];
    case 'region':
      return entry.of.isCountry ? '' : entry.of.country.names[locale];
    case 'supplier':
      return entry.of.country.names[locale];
    case 'house':
      // Addresses mostly end in the city's name.
      return entry.of.address.includes(entry.city.names['en-us']) ? entry.of.address : joined(entry.of.address, entry.city.names[locale]);
    default:
      return joined(entry.of.city.names[locale], entry.of.city.country.names[locale]);
  }
}

function otherNamesOf(entry: SearchEntry): readonly string[] {
  switch (entry.group) {
    case 'house':
      return [entry.of.name, entry.of.nameZh, ...Object.values(entry.of.names)].filter((name) => typeof name === 'string');
    case 'supplier':
      return [];
    case 'region':
      return [...entry.of.aliases, ...Object.values(entry.of.names)];
    case 'school':
      return [...(entry.of.short ? [entry.of.short] : []), ...entry.of.nicknames, ...Object.values(entry.of.names)];
    default:
      return [...entry.of.nicknames, ...Object.values(entry.of.names)];
  }
}

/** A name as names are compared: folded, letters and figures alone. @example compact('King’s College') // 'kingscollege' */
export const compact = (text: string): string => wordsOf(folded(text)).join('');

type ComparedName = { readonly name: string; readonly plain: string };
const compared = new WeakMap<object, readonly ComparedName[]>();

/** An entry's names beside its title, folded once: they are compared with every keystroke. */
function comparedNames(entry: SearchEntry): readonly ComparedName[] {
  const known = compared.get(entry.of);
  if (known) return known;
  const names = otherNamesOf(entry).map((name) => ({ name, plain: compact(name) }));
  compared.set(entry.of, names);
  return names;
}

/** Whether one of its names has every word typed, fillers aside. */
export function isNamed(entry: SearchEntry, typed: string): boolean {
  const words = typedWords(typed, fillers).wanted;
  return (
    words.length > 0 &&
    [compact(titleOf(entry, 'en-us')), ...comparedNames(entry).map(({ plain }) => plain)].some((plain) => words.every((word) => plain.includes(word)))
  );
}

/** Whether one of its names is exactly what was typed; case, accents, spaces and script aside. */
export function isCalled(entry: SearchEntry, typed: string): boolean {
  const wanted = compact(typed);
  return wanted !== '' && (compact(titleOf(entry, 'en-us')) === wanted || comparedNames(entry).some(({ plain }) => plain === wanted));
}

/** Whether one of its names has the very accents that were typed; false where none were. */
export function isSpelled(entry: SearchEntry, typed: string): boolean {
  const wanted = typed.normalize('NFC').trim().toLowerCase();
  return /[^\p{ASCII}\p{Script=Han}]/u.test(wanted) && otherNamesOf(entry).some((name) => name.normalize('NFC').toLowerCase() === wanted);
}

/** An entry's names, compacted, its title among them. */
export function plainNames(entry: SearchEntry): readonly string[] {
  return [compact(titleOf(entry, 'en-us')), ...comparedNames(entry).map(({ plain }) => plain)];
}

/** The name that matched, where the title does not show it; else, for Chinese titles, the English one. */
function otherNameOf(entry: SearchEntry, title: string, locale: Locale, wanted: string): string {
  const names = comparedNames(entry);
  const plainTitle = names.find(({ name }) => name === title)?.plain ?? compact(title);
  if (wanted !== '' && !plainTitle.includes(wanted)) {
    const matched = names.find(({ plain }) => plain.startsWith(wanted)) ?? names.find(({ plain }) => plain.includes(wanted));
    if (matched && matched.plain !== plainTitle) return matched.name;
  }
  const english = entry.group === 'house' || entry.group === 'supplier' ? entry.of.name : entry.of.names['en-us'];
  return locale.startsWith('zh') && english !== title ? english : '';
}

function urlOf(entry: SearchEntry, locale: Locale, paths: Paths): string {
  switch (entry.group) {
    case 'house':
      return paths.house({ id: entry.of.id, city: entry.city, houseType: entry.of.houseType });
    case 'supplier':
      return `${paths.list({ place: entry.of.country, category: 'rent' })}?supplier_id=${entry.of.id}`;
    case 'region': {
      const { id, isCountry, country, cities, names } = entry.of;
      const [only] = cities;
      if (isCountry) return paths.country(country);
      if (cities.length === 1 && only) return paths.place(only);
      return only ? `${paths.list({ place: country, category: 'rent' })}?region_id=${id}` : `${paths.to('search')}?q=${encodeURIComponent(names[locale])}`;
    }
    default:
      return paths.place(entry.of);
  }
}

/** @param typed what the reader typed; empty when it was not by typing. */
export function shownEntry(entry: SearchEntry, locale: Locale, paths: Paths, typed: string): Shown {
  const title = titleOf(entry, locale);
  return {
    title,
    within: withinOf(entry, locale),
    otherName: otherNameOf(entry, title, locale, typed === '' ? '' : compact(typed)),
    url: urlOf(entry, locale, paths),
  };
}

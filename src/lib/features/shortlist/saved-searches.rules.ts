/** What a saved search asks, how it is said, and when it is due. Pure. */
import { dayMs } from '#lib/dates/dates.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { City, Place, School } from '#lib/features/geo/geo.schema.ts';
import { formatFilterCode, noFilter, parseFilterCode } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { joinedFilter } from '#lib/features/finding/question.rules.ts';
import type { ListTarget } from '#lib/paths.ts';
import { askedFilter, canonicalAsk, questionQuery } from '#lib/features/finding/reader-question.rules.ts';
import type { ReaderQuestion } from '#lib/features/finding/reader-question.rules.ts';
import { listTitle } from '#lib/features/lists/list-words.rules.ts';
import { selectionPath } from '#lib/features/lists/list.rules.ts';
import { questionLine } from '#lib/features/lists/question-line.rules.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CityId, PlaceId, SchoolId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import { placeRefPattern } from './saved-searches.schema.ts';
import type { Asked, PlaceRef, StoredSearch } from './saved-searches.schema.ts';

/** Milliseconds for which changes are gathered: an import comes in many parts, and is told of as a whole. */
const gatheredFor = 10 * 60_000;
const spanOf = (at: Date): number => Math.floor(at.getTime() / gatheredFor);

/** The end of the span of changes that an instant is in. */
export const spanEnd = (at: Date): Date => new Date((spanOf(at) + 1) * gatheredFor);

/** Milliseconds by which the night's look may come earlier than a week ago. */
const slack = 3_600_000;

/** @example refOf({ kind: 'city', id: 12 }) // { kind: 'city', id: 12 } */
export function refOf({ kind, id }: { readonly kind: string; readonly id: number }): PlaceRef {
  return { kind: kind === 'city' || kind === 'school' ? kind : 'place', id };
}

/** A place as addresses and forms have it. @example refText({ kind: 'school', id: 3 }) // 'school-3' */
export const refText = ({ kind, id }: PlaceRef): string => `${kind}-${id}`;

/** @returns undefined for a text that is none. @example readRef('city-12') // { kind: 'city', id: 12 } */
export function readRef(text: string): PlaceRef | undefined {
  if (!placeRefPattern.test(text)) return undefined;
  const [kind = '', id] = text.split('-');
  return refOf({ kind, id: Number(id) });
}

type Places = Pick<GeoIndex, 'cityById' | 'schoolById' | 'placeById'>;

function placeAt(geo: Places, { kind, id }: PlaceRef): City | School | Place | undefined {
  switch (kind) {
    case 'city':
      return geo.cityById(asId<CityId>(id));
    case 'school':
      return geo.schoolById(asId<SchoolId>(id));
    case 'place':
      return geo.placeById(asId<PlaceId>(id));
  }
}

/** What is asked at a place; undefined where the place is not there (any more), or the code is none. */
export function readAsked(geo: Places, ref: PlaceRef, code: string): Asked | undefined {
  const place = placeAt(geo, ref);
  const canonical = canonicalAsk(code);
  const filter = canonical === undefined ? (code === '' ? noFilter : undefined) : parseFilterCode(canonical);
  return place && filter && { place, filter };
}

/** What a list asks, where it can be saved: homes for rent of a city, at a school or at a spot. */
export function askedOfList(target: ListTarget, filter: ListFilter): Asked | undefined {
  const { place, category } = target;
  return place.kind === 'country' || category !== 'rent' ? undefined : { place, filter: joinedFilter(target, filter) };
}

/** The filter code of what is asked. */
export const codeOf = ({ filter }: Pick<Asked, 'filter'>): string => formatFilterCode(askedFilter(filter));

export const cityOfAsked = ({ place }: Asked): City => (place.kind === 'city' ? place : place.city);

/** What is asked as other pages take it. */
export function questionOf({ place, filter }: Asked): ReaderQuestion {
  return { near: place.kind === 'city' ? undefined : place, filter, currency: undefined };
}

/** A search in the reader's words, the place first. */
export function nameOf(asked: Asked, reader: Reader): string {
  const { place, filter } = asked;
  // Where the place stands in the title it is no wish besides.
  const line = questionLine({ ...questionOf(asked), near: undefined }, cityOfAsked(asked), reader);
  return [listTitle({ place, category: 'rent' }, reader), ...(filter === noFilter ? [] : (line?.wishes ?? []))].join(' · ');
}

/** The list that answers a search. */
export const hrefOf = ({ place, filter }: Asked, { paths }: Pick<Reader, 'paths'>): string => selectionPath(paths, place, 'rent', askedFilter(filter));

/** The query of a page that takes a search, such as `?place=city-12&ask=u1006a1`. */
export function searchQuery(asked: Asked): string {
  const code = codeOf(asked);
  return `?place=${refText(refOf(asked.place))}${code && `&ask=${code}`}`;
}

/** For a home's page. */
export const queryOf = (asked: Asked): string => questionQuery(questionOf(asked));

/** The day of an instant, in UTC. @example utcDay(new Date(0)) // '1970-01-01' */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);

/** Whether a search is to be looked at. */
export function isSearchDue({ pace, lookedAt }: Pick<StoredSearch, 'pace' | 'lookedAt'>, now: Date): boolean {
  switch (pace) {
    case 'at-once':
      // A change is looked at after its span has ended: what was looked at since knows of it, however many cities changed besides.
      return spanOf(lookedAt) < spanOf(now);
    case 'daily':
      return utcDay(lookedAt) < utcDay(now);
    case 'weekly':
      return now.getTime() - lookedAt.getTime() >= 7 * dayMs - slack;
    case 'never':
      return false;
  }
}

/** Homes that are remembered as known, those that fit now first. */
const knownMost = 4_000;

/**
 * What of a search is new, and what is known of it afterwards. A home that went and came back is not new: a feed that fails for an hour
 * must not make a mail of everything.
 * @param fitting homes that fit now; undefined where they are too many.
 */
export function newsOf(
  search: Pick<StoredSearch, 'known' | 'isWide'>,
  fitting: readonly number[] | undefined,
): { readonly fresh: readonly number[]; readonly known: readonly number[]; readonly isWide: boolean } {
  if (!fitting) return { fresh: [], known: [], isWide: true };
  const known = new Set(search.known);
  const now = new Set(fitting);
  const fresh = search.isWide ? [] : fitting.filter((id) => !known.has(id));
  return { fresh, known: [...fitting, ...search.known.filter((id) => !now.has(id))].slice(0, knownMost), isWide: false };
}

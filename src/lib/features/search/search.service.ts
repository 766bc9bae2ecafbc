/** Search: suggestions, results with other spellings, what is looked for most, and each device's own history. */
import { createHash, randomBytes } from 'node:crypto';
import type { City, Country, School } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { metresBetween } from '#lib/geo/distance.ts';
import type { Point } from '#lib/geo/distance.ts';
import { isHan, typedWords } from '#lib/search-text/text.ts';
import type { SearchIndex } from '#lib/ports/search-index/search-index.ts';
import type { SearchFollower } from './search-follower.index.ts';
import type { Elsewhere } from './elsewhere.files.ts';
import type { SearchLogRepository } from './search-log.repository.ts';
import type { SearchStock } from './search-stock.index.ts';
import { keptPicks } from './search-log.repository.ts';
import { searchKey } from './search.schema.ts';
import type { AccountSearches, FoundEntry, FoundGroup, SearchEntry } from './search.schema.ts';
import { compact, isCalled, isNamed, isSpelled, plainNames, titleOf } from './search.words.ts';
import { liesIn, placeNames } from './index/place-names.index.ts';
import type { PlaceNames } from './index/place-names.index.ts';
import { fillers } from '#lib/search-text/fillers.ts';
import { spelled } from '#lib/search-text/pinyin.ts';
import { isWithinSlips } from '#lib/search-text/typos.ts';
import type { SearchGroup, SearchHit } from '#lib/search-text/documents.ts';

const perGroup = 5;
const mostSuggested = 12;
/** A suggestion worth less than this share of the best is noise. */
const leastShare = 0.35;
const mostSpellings = 5;
/** Words of a text that are tried one by one when the whole finds nothing. */
const mostWords = 10;
/** Cities offered for a place that is not here. */
const nearestCities = 6;
/** Of two places of one name the one that is so many times as much looked for is meant. */
const clearlyMore = 2.5;
/** The same among places that bear only some of the words typed. */
const likelyMore = 1.5;
/** Shortest name that may be mistyped, and the one that may be twice, in letters. */
const leastForSlip = 4;
const leastForTwoSlips = 8;
/** Letters of a home's name from which on it is one. */
const leastOfHome = 5;
const hotCities = 12;
const hotSchools = 12;

export type SearchResult = {
  readonly found: readonly FoundEntry[];
  readonly total: number;
};

export type OtherSpellings = {
  /** Other texts to search for, each of which finds something. */
  readonly spellings: readonly string[];
  /** Whether anything found bears the words typed. */
  readonly isCertain: boolean;
};

export type HotPlace<T> = { readonly of: T; readonly homes: number };
export type HotCountry = { readonly country: Country; readonly cities: readonly HotPlace<City>[]; readonly schools: readonly HotPlace<School>[] };

export type SearchService = ReturnType<typeof createSearchService>;

export type SearchParts = {
  readonly index: SearchIndex;
  readonly stock: SearchStock;
  readonly follower: SearchFollower;
  readonly log: SearchLogRepository;
  readonly geo: GeoIndex;
  readonly elsewhere: Elsewhere;
  /** Undefined while accounts are closed. */
  readonly ofAccounts?: (() => AccountSearches | undefined) | undefined;
};

/** Whose searches are remembered: an account's where somebody is signed in, else a device's. */
export type Searcher = { readonly deviceId: string | undefined; readonly userId: UserId | undefined };

/** A city of ours with its distance from a place that is not. */
export type NearCity = { readonly of: City; readonly metres: number };

export function createSearchService({ index, stock, follower, log, geo, elsewhere, ofAccounts = () => undefined }: SearchParts) {
  const shown = (hits: readonly SearchHit[]): FoundEntry[] => hits.flatMap(({ key }) => stock.found(key) ?? []);
  let salt: string | undefined;

  /** Undefined while no device has ever recorded anything: what only reads makes no salt. */
  async function deviceDigest(deviceId: string, may: 'read' | 'write'): Promise<string | undefined> {
    salt ??= await log.salt(may === 'write' ? randomBytes(24).toString('base64url') : undefined);
    return salt && createHash('sha256').update(`${salt}:${deviceId}`).digest('base64url');
  }

  /** Titles of what parts of the text find: its words, or its beginning down to half of it. */
  async function otherWays(text: string, locale: Locale): Promise<string[]> {
    const words = text.split(/\s+/).filter(Boolean).slice(0, mostWords);
    const letters = [...text];
    const beginnings = Array.from({ length: Math.min(8, Math.floor(letters.length / 2)) }, (_, cut) => letters.slice(0, -(cut + 1)).join(''));
    const shorter = [...(words.length > 1 ? words : []), ...beginnings.filter((one) => one.length > 2 || isHan(one))];
    const titles = new Set<string>();
    for (const one of shorter) {
      for (const { entry } of shown(await index.suggest(one, 2)).slice(0, 2)) titles.add(titleOf(entry, locale));
      if (titles.size >= mostSpellings) break;
    }
    return [...titles];
  }

  const soughtBy = ({ entry }: FoundEntry): number => stock.document(searchKey(entry.group, entry.of.id))?.popularity ?? 0;

  let known: PlaceNames | undefined;
  async function names(): Promise<PlaceNames> {
    await follower.placesReady();
    known ??= placeNames(stock);
    return known;
  }

  const keyed = (entry: SearchEntry): FoundEntry => ({ entry, homes: stock.housesOf(searchKey(entry.group, entry.of.id)) });

  /** The one of several that is so many times as much looked for as any other; undefined where there is none. */
  function clearest(entries: readonly FoundEntry[], times: number): FoundEntry | undefined {
    const [likeliest, next] = entries.toSorted((a, b) => soughtBy(b) - soughtBy(a));
    return likeliest && soughtBy(likeliest) >= times * (next ? soughtBy(next) : 0) ? likeliest : undefined;
  }

  /** Of names that lie beside each other in one city, and in no other: the school, else the first. */
  function neighbours(lists: readonly (readonly SearchEntry[])[]): FoundEntry | undefined {
    const cityOf = (entry: SearchEntry): number | undefined =>
      entry.group === 'city'
        ? entry.of.id
        : entry.group === 'region' || entry.group === 'supplier'
          ? undefined
          : entry.group === 'house'
            ? entry.city.id
            : entry.of.city.id;
    const [first = [], ...others] = lists.map((list) => new Set(list.flatMap((entry) => cityOf(entry) ?? [])));
    const [city, ...more] = [...first].filter((one) => others.every((other) => other.has(one)));
    if (city === undefined || more.length > 0) return undefined;
    const there = lists.map((list) => list.filter((entry) => cityOf(entry) === city));
    const chosen = there.find((list) => list.some(({ group }) => group === 'school'))?.filter(({ group }) => group === 'school') ?? there[0] ?? [];
    return clearest(chosen.map(keyed), 1);
  }

  /** Where the place is that is asked for and is not ours; undefined where something of ours has that name. */
  async function absent(text: string): Promise<Point | undefined> {
    const at = elsewhere(text);
    if (!at) return undefined;
    const hits = await index.suggest(text, perGroup);
    return shown(hits).some(({ entry }) => entry.group !== 'house' && isCalled(entry, text)) ? undefined : at;
  }

  /** The cities of ours nearest to a place that is asked for and not here; empty where it is none of those known elsewhere. */
  async function nearest(text: string): Promise<readonly NearCity[]> {
    if (text === '') return [];
    await follower.placesReady();
    const at = await absent(text);
    if (!at) return [];
    return geo.cities
      .map((of) => ({ of, metres: metresBetween(at, of.at) }))
      .sort((a, b) => a.metres - b.metres)
      .slice(0, nearestCities);
  }

  return {
    nearest,

    /** The place that bears exactly the name typed; undefined where there is none, or another that is nearly as much looked for. */
    async exact(text: string): Promise<FoundEntry | undefined> {
      if (text === '') return undefined;
      await follower.placesReady();
      const alike = shown(await index.suggest(text, perGroup)).filter(({ entry }) => entry.group !== 'house' && isCalled(entry, text));
      // Accents tell names apart where they are typed: Úc is a country, UC a university.
      const spelled = alike.filter(({ entry }) => isSpelled(entry, text));
      const called = spelled.length > 0 ? spelled : alike;
      return clearest(called, clearlyMore);
    },

    /** Whether a place has exactly this name, folded to letters and figures; ready once places are. */
    async isName(): Promise<(compactName: string) => boolean> {
      return (await names()).isName;
    },

    /**
     * The one place that names typed in one text mean together: the narrowest that lies in what the others name. Undefined where they name
     * several, or a name alone is that of several.
     */
    async among(typed: readonly string[]): Promise<FoundEntry | undefined> {
      const { called } = await names();
      const lists = [...new Set(typed)].map(called);
      const fitting = lists.flatMap((list, at) =>
        list.filter((entry) => lists.every((others, other) => other === at || others.some((outer) => liesIn(entry, outer)))).map(keyed),
      );
      const unique = [...new Map(fitting.map((one) => [searchKey(one.entry.group, one.entry.of.id), one])).values()];
      // One name has accents that tell; several tell each other.
      const spelledSo = typed.length === 1 ? unique.filter(({ entry }) => isSpelled(entry, typed[0] ?? '')) : [];
      const likely = spelledSo.length > 0 ? spelledSo : unique;
      // A city goes by the name before what lies in it and is called after it.
      const around = likely.find(({ entry }) => likely.every((other) => other.entry === entry || liesIn(other.entry, entry)));
      return clearest(likely, clearlyMore) ?? around ?? (likely.length === 0 ? neighbours(lists) : undefined);
    },

    /** The place whose name a text nearly is: a letter or two mistyped, Chinese of the same sound, or all words of one name alone. */
    async likely(text: string): Promise<FoundEntry | undefined> {
      const words = typedWords(text, fillers).wanted;
      const wanted = words.join('');
      if (wanted.length < 2) return undefined;
      await follower.placesReady();
      if (await absent(text)) return undefined;
      const places = shown(await index.suggest(text, perGroup)).filter(({ entry }) => entry.group !== 'house' && entry.group !== 'supplier');
      const most = wanted.length >= leastForTwoSlips ? 2 : wanted.length >= leastForSlip ? 1 : 0;
      const sound = isHan(wanted) ? spelled([wanted]) : undefined;
      const alike = places.filter(({ entry }) =>
        plainNames(entry).some((name) =>
          isHan(name)
            ? sound !== undefined && name.length === wanted.length && spelled([name]) === sound
            : most > 0 && (isWithinSlips(name, wanted, most) || (words.length > 1 && most > 1 && isWithinSlips(name.slice(0, wanted.length + 1), wanted, 1))),
        ),
      );
      // In the order found: a city before the schools that are called after it.
      if (alike.length > 0) return alike[0];
      const whole = places.filter(({ entry }) =>
        plainNames(entry).some(
          (name) =>
            words.length > 1 &&
            words.every((word) => name.includes(word)) &&
            words.reduce((rest, word) => rest.replace(word, ''), name).replace(/^(?:the|of|at|and)+$/, '') === '',
        ),
      );
      if (whole.length > 0) return whole[0];
      return clearest(
        places.filter(({ entry }) => isNamed(entry, text)),
        likelyMore,
      );
    },

    /** Whether a text is the beginning of a home's name, or all of it. */
    async isHome(text: string): Promise<boolean> {
      const wanted = compact(text);
      if (wanted.length < leastOfHome) return false;
      await follower.placesReady();
      return shown(await index.suggest(text, perGroup)).some(
        ({ entry }) => entry.group === 'house' && plainNames(entry).some((name) => name.startsWith(wanted)),
      );
    },

    /** For what has been typed so far, grouped, the group with the best match first. Empty for an empty text (R5.60). */
    async suggest(text: string): Promise<readonly FoundGroup[]> {
      if (text === '') return [];
      await follower.placesReady();
      if (await absent(text)) return [];
      const hits = await index.suggest(text, perGroup);
      const [best] = hits;
      if (!best) return [];
      const kept = hits.filter(({ score }) => score >= best.score * leastShare).slice(0, mostSuggested);
      return [...Map.groupBy(kept, ({ group }) => group)].flatMap(([group, members]) => {
        const found = shown(members);
        return found.length > 0 ? [{ group, found }] : [];
      });
    },

    /** A page of results, of one group or of all. @param page from 1. */
    async search(text: string, group: SearchGroup | undefined, page: number, size: number): Promise<SearchResult> {
      if (text === '') return { found: [], total: 0 };
      await follower.placesReady();
      if (await absent(text)) return { found: [], total: 0 };
      const { hits, total } = await index.search(text, group, (page - 1) * size, size);
      return { found: shown(hits), total };
    },

    /** What else the reader may have meant. @param isFound whether a search for the text finds anything. */
    async spellings(text: string, isFound: boolean, locale: Locale): Promise<OtherSpellings> {
      if (text === '') return { spellings: [], isCertain: false };
      await follower.placesReady();
      const closest = await nearest(text);
      if (closest.length > 0) return { spellings: closest.map(({ of }) => of.names[locale]), isCertain: false };
      const near = isFound ? shown(await index.suggest(text, perGroup)) : [];
      const titles = isFound ? near.map(({ entry }) => titleOf(entry, locale)) : await otherWays(text, locale);
      const typed = text.toLowerCase();
      const spellings = [...new Set(titles)].filter((title) => title.toLowerCase() !== typed).slice(0, mostSpellings);
      return { spellings, isCertain: near.some(({ entry }) => isNamed(entry, text)) };
    },

    /** What `key` names now, with its homes. */
    found: (group: SearchGroup, id: number): FoundEntry | undefined => stock.found(searchKey(group, id)),

    /** Each country's popular cities and schools that have homes. */
    async hot(): Promise<readonly HotCountry[]> {
      // Without homes nothing would be popular, and caches would keep that.
      await follower.settled();
      const withHouses = <T extends { readonly id: number }>(group: SearchGroup, all: readonly T[], most: number): HotPlace<T>[] =>
        all
          .map((of) => ({ of, homes: stock.housesOf(searchKey(group, of.id)) }))
          .filter(({ homes }) => homes > 0)
          .slice(0, most);
      return geo.countries.flatMap((country) => {
        const schools = country.cities.flatMap((city) => city.schools).sort((a, b) => b.popularity - a.popularity || a.id - b.id);
        const hot = { country, cities: withHouses('city', country.cities, hotCities), schools: withHouses('school', schools, hotSchools) };
        return hot.cities.length > 0 ? [hot] : [];
      });
    },

    /**
     * Remembers a pick: for the account where somebody is signed in, which takes over what their device had; else for the device.
     * Refused where there is no such thing to pick, and where nobody is to remember it.
     */
    async record({ deviceId, userId }: Searcher, group: SearchGroup, id: number, now: Date): Promise<Outcome<undefined, 'no-entry' | 'not-kept'>> {
      await follower.settled();
      if (!stock.found(searchKey(group, id))) return refused('no-entry');
      const pick = { kind: group, id, at: now };
      const accounts = userId === undefined ? undefined : ofAccounts();
      const device = deviceId && (await deviceDigest(deviceId, accounts ? 'read' : 'write'));
      if (userId !== undefined && accounts) {
        if (!(await accounts.record(userId, [...(device ? await log.last(device) : []), pick], now))) return refused('not-kept');
        if (device) await log.forget(device, undefined, undefined);
        return done(undefined);
      }
      if (!device) return refused('not-kept');
      await log.record(device, pick);
      return done(undefined);
    },

    /** Forgets one pick, all of a kind, or all. Returns how many. */
    async forget({ deviceId, userId }: Searcher, group: SearchGroup | undefined, id: number | undefined, now: Date): Promise<number> {
      const device = deviceId && (await deviceDigest(deviceId, 'read'));
      const ofAccount = userId === undefined ? 0 : ((await ofAccounts()?.forget(userId, group, id, now)) ?? 0);
      return ofAccount + (device ? await log.forget(device, group, id) : 0);
    },

    /** The last picks of the account and of the device that still exist, newest first. */
    async last({ deviceId, userId }: Searcher): Promise<readonly FoundEntry[]> {
      const device = deviceId && (await deviceDigest(deviceId, 'read'));
      const ofAccount = (userId === undefined ? undefined : await ofAccounts()?.last(userId)) ?? [];
      const picks = [...ofAccount, ...(device ? await log.last(device) : [])].toSorted((a, b) => b.at.getTime() - a.at.getTime());
      if (picks.length === 0) return [];
      await follower.settled();
      const keys = new Set(picks.map(({ kind, id }) => searchKey(kind, id)));
      return [...keys].flatMap((key) => stock.found(key) ?? []).slice(0, keptPicks);
    },
  };
}

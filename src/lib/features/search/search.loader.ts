/** The page of search results, for readers without script and those who press enter: places and homes in groups. */
import type { City, Country } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { formatDistance } from '#lib/geo/distance-words.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { houseCard } from '#lib/features/lists/list-card.rules.ts';
import { readerConverter } from '#lib/features/rates/reader-currency.rules.ts';
import type { Reader } from '#lib/reader.ts';
import { filterOfForms, openEnd, selectionPath } from '#lib/features/lists/list.rules.ts';
import type { HouseCardFacts, NamedLink } from '#lib/features/lists/list.schema.ts';
import { questionLine } from '#lib/features/lists/question-line.rules.ts';
import type { AskedRent } from '#lib/features/lists/question-line.rules.ts';
import type { ListService } from '#lib/features/finding/finding.service.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import { searchAsks } from './search-form.rules.ts';
import { groupNames } from './search-groups.words.ts';
import { namesIn, wishesIn } from './search-intent.rules.ts';
import type { SearchIntent, UsedWords, Wish } from './sentence/sentence.schema.ts';
import { currencyTold, monthsOfSeason, withWishes } from './wished-filter.rules.ts';
import type { FoundEntry, SearchEntry } from './search.schema.ts';
import type { SearchService } from './search.service.ts';
import { shownEntry } from './search.words.ts';
import { liesIn } from './index/place-names.index.ts';
import { listToday } from '#lib/features/finding/question.rules.ts';
import { askedFilter, askedIn, noQuestion, readQuestion } from '#lib/features/finding/reader-question.rules.ts';
import type { ReaderQuestion } from '#lib/features/finding/reader-question.rules.ts';
import { formatFilterCode, noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter, Sort } from '#lib/features/catalogue/filter-code.rules.ts';
import { currencies } from '#lib/money/currencies.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { folded, wordsOf } from '#lib/search-text/text.ts';
import { searchGroups } from '#lib/search-text/documents.ts';

/** Places shown of a kind; homes on a page (R9.21). */
const placesPerGroup = 8;
const housesPerPage = 10;
const lastPage = 100;

export type PlaceGroup = { readonly title: string; readonly links: readonly NamedLink[]; readonly score: number };

export type SearchPageView = {
  readonly query: string;
  readonly groups: readonly Omit<PlaceGroup, 'score'>[];
  /**
   * The question that came along, the city in whose terms it is said, and the page without it; undefined where no city is known.
   * `rent`: how its rent is told where what is found is paid in other currencies than the city's too.
   */
  readonly asked: { readonly question: ReaderQuestion; readonly city: City; readonly bare: string; readonly rent: AskedRent | undefined } | undefined;
  /** Words of the text that were read as wishes, what they mean, and the search without each. */
  readonly read: readonly { readonly words: string; readonly meaning: string | undefined; readonly without: string }[];
  readonly homes: readonly HouseCardFacts[];
  /** All that is found, places and homes. */
  readonly total: number;
  /** Other texts to search for. */
  readonly instead: readonly NamedLink[];
  readonly previous: string | undefined;
  readonly next: string | undefined;
  /** Where to begin when nothing is found. */
  readonly popular: readonly NamedLink[];
  /** Words that mean nothing here, where nothing bears them as a name. */
  readonly unread: string | undefined;
  /** The cities nearest to a place that is not here, with the distance. */
  readonly nearest: readonly NamedLink[];
};

/** What a search comes to: a page of results, or the one list that bears the name typed. */
export type SearchOutcome = { readonly kind: 'results'; readonly results: SearchPageView } | { readonly kind: 'moved'; readonly path: string };

export type SearchLoader = ReturnType<typeof createSearchLoader>;

const popularCities = 12;
/** What may be a rent with nothing said about it: neither an age nor a year. */
const bareRent = /^(?:[89]\d|[1-9]\d{2}|1\d{3})$/;
/** Parts of a text in which a mistyped name is looked for. */
const mostParts = 4;

function countryOfEntry(entry: SearchEntry): Country {
  switch (entry.group) {
    case 'city':
    case 'region':
    case 'supplier':
      return entry.of.country;
    case 'house':
      return entry.city.country;
    default:
      return entry.of.city.country;
  }
}

/** The city of a place; undefined where it has none of its own. */
function cityOfEntry(entry: SearchEntry): City | undefined {
  switch (entry.group) {
    case 'city':
      return entry.of;
    case 'region':
      return entry.of.cities[0];
    case 'supplier':
      return undefined;
    case 'house':
      return entry.city;
    default:
      return entry.of.city;
  }
}

/**
 * How a rent is told above what was found. A rent is a number of one currency: where its country is known, homes that are paid in
 * another are not asked it; otherwise each is asked it in its own. Undefined where all are paid in the one currency that it is told in.
 */
function rentToTell({ filter: { rent } }: ReaderQuestion, country: Country | undefined, found: readonly Country[]): AskedRent | undefined {
  const currencies = new Set([...(country ? [country] : []), ...found].map(({ currency }) => currency));
  return rent && currencies.size > 1 ? { rent, currency: country?.currency } : undefined;
}

/**
 * The list of a place that was typed, with what else was asked for before; its place is the new one. A rent is asked for where it is paid
 * in its currency. What has no list of its own, a country or a provider among its homes, is asked of the list of its country.
 * @param url where the place leads when nothing is asked of it. @param country whose currency the rent is in; undefined: that of any place.
 */
function listAnswering(
  url: string,
  entry: SearchEntry,
  question: ReaderQuestion,
  country: Country | undefined,
  paths: Reader['paths'],
  { sort = 'recommended', unread, map = false }: AlsoSaid = {},
): string {
  const there = countryOfEntry(entry);
  const { filter: asked, currency } = askedIn(question, country, there);
  const isWide = entry.group === 'supplier' || (entry.group === 'region' && (entry.of.isCountry || entry.of.cities.length > 1));
  // A walk ends at a school, a spot or the middle of a city.
  const filter = { ...askedFilter(asked), sort, ...(isWide && { distance: undefined }) };
  const code = formatFilterCode(filter);
  const base = isWide && code ? `${selectionPath(paths, there, 'rent', filter)}${narrowingOf(entry)}` : code ? `${url}/${code}` : url;
  const carried = new URLSearchParams({ ...(currency && { currency }), ...(map && { map: '1' }), ...(unread && { unread }) });
  return carried.size > 0 ? `${base}${base.includes('?') ? '&' : '?'}${carried}` : base;
}

/** What a list of a country is narrowed by to show an area of several cities, or a provider's homes. */
function narrowingOf(entry: SearchEntry): string {
  if (entry.group === 'supplier') return `?supplier_id=${entry.of.id}`;
  return entry.group === 'region' && !entry.of.isCountry ? `?region_id=${entry.of.id}` : '';
}

/** What a sentence says beside a question: an order, and words that mean nothing here; and whether the map is to lie beside the list. */
type AlsoSaid = { readonly sort?: Sort | undefined; readonly unread?: string | undefined; readonly map?: boolean };

/** Longest text of words that were not understood, in characters: `unread` of a list's address has no more. */
const longestUnread = 60;

const unreadText = (unread: readonly string[]): string =>
  [
    ...unread
      .join(', ')
      .replaceAll(/[^\p{L}\p{M}\p{N} ,'’-]/gu, ' ')
      .replaceAll(/\s+/gu, ' ')
      .trim(),
  ]
    .slice(0, longestUnread)
    .join('');

/** Wishes that are never part of a home's name, however it is called. */
const hardWishes: ReadonlySet<Wish['kind']> = new Set(['type', 'rent', 'months', 'season', 'lease']);

const nothingRead = (place: string): SearchIntent => ({ place, used: [], names: [], isPlaced: false, unread: [] });

/** Weekly rents in pounds from which on a rent without a time is one a month: where rents are told by the month, and elsewhere. */
const monthlyFrom = { month: 350, week: 800 } as const;

export function createSearchLoader(search: SearchService, lists: Pick<ListService, 'houses'>, rates: RatesService, geo: GeoIndex) {
  /**
   * A filter with the wishes of a text. @param there whose currency rents are in; undefined: a number is asked of each place in its own,
   * and an amount in a currency that no place of ours has, of none.
   */
  function wished(filter: ListFilter, used: readonly UsedWords[], there: Country | undefined, today: string): ListFilter {
    const { sort: _, ...asked } = withWishes(
      filter,
      used,
      ({ from, to, per, currency }) => {
        const told = there ? currencyTold(currency, there.currency) : undefined;
        /** Whole units in another currency, by the rate of the day. */
        const inCurrency = (given: number, own: CurrencyCode, other: CurrencyCode): number | undefined => {
          if (own === other || given === 0 || given === openEnd) return given;
          const converted = rates.convert({ minor: BigInt(Math.round(given)) * 10n ** BigInt(currencies[own].exponent), currency: own }, other);
          // What is dearer than any home is open, and no address has more digits.
          return converted && Math.min(openEnd, Number(converted.money.minor / 10n ** BigInt(currencies[other].exponent)));
        };
        const pounds = told && inCurrency(to === openEnd ? from : to, told, 'GBP');
        const isMonthly = there && pounds !== undefined && pounds >= (there.rentUnit === 'WEEK' ? monthlyFrom.week : monthlyFrom.month);
        const times = { week: 1, month: 12 / 52, year: 1 / 52 }[per ?? (isMonthly ? 'month' : 'week')];
        const [low, high] = [Math.floor(from * times), to === openEnd ? to : Math.ceil(to * times)];
        if (!there || !told) return currency === undefined || currency === 'dollar' ? { from: low, to: high } : undefined;
        const ends = [inCurrency(low, told, there.currency), inCurrency(high, told, there.currency)] as const;
        return ends[0] === undefined || ends[1] === undefined ? undefined : { from: ends[0], to: ends[1] };
      },
      (season) => monthsOfSeason(season, there?.slug, today),
    );
    return askedFilter({ ...asked, sort: 'recommended' });
  }

  /** The place that a text names, alone or among the words around it, as it is spelled. */
  async function named(text: string): Promise<FoundEntry | undefined> {
    for (const name of namesIn(text)) {
      const found = await search.exact(name);
      if (found) return found;
    }
    return undefined;
  }

  /** The place of a sentence, and the words that are left of it. */
  async function placeOf({ place, names, unread }: SearchIntent): Promise<{ readonly found: FoundEntry; readonly unread: readonly string[] } | undefined> {
    const among = names.length > 0 ? await search.among(names) : undefined;
    if (among) {
      // A mistyped or longer name inside it: “imperial colege”, “london bridge”.
      const narrower = unread.length > 0 ? await search.likely(place) : undefined;
      return narrower && liesIn(narrower.entry, among.entry) ? { found: narrower, unread: [] } : { found: among, unread };
    }
    if (names.length > 0) return undefined;
    const whole = await named(place);
    if (whole) return { found: whole, unread: [] };
    // What is mistyped is looked for in all that is left, then in each part of it.
    for (const part of [...new Set([place, ...unread])].slice(0, mostParts)) {
      const found = await search.likely(part);
      if (found) return { found, unread: part === place ? [] : unread.filter((one) => one !== part) };
    }
    return undefined;
  }

  /** What is asked of a text that is no name as a whole; of the beginning of a home's name nothing is, whatever words it has. */
  async function intentOf(query: string, today: string): Promise<SearchIntent> {
    const read = wishesIn(query, today, await search.isName());
    if (read.used.length === 0) return read;
    if (await search.isHome(query)) return nothingRead(query);
    const hard = read.used.filter(({ wish }) => hardWishes.has(wish.kind));
    if (hard.length === read.used.length) return read;
    const core = hard
      .reduce((text, { words }) => text.replace(words, ' '), query)
      .replaceAll(/\s+/gu, ' ')
      .trim();
    return hard.length > 0 && (await search.isHome(core)) ? { ...nothingRead(core), used: hard } : read;
  }

  /** The country that a rent was told of by its currency; the one that is known already where that says nothing. */
  function countryOfRent(used: readonly UsedWords[], known: Country | undefined): Country | undefined {
    const told = used.flatMap(({ wish }) => (wish.kind === 'rent' ? [wish.currency] : []))[0];
    return geo.countries.find(({ currency }) => currency === told) ?? known;
  }

  /** Homes in the order found, each asked for the rent where it is paid in the rent's currency alone. */
  async function housesAnswering(found: readonly FoundEntry[], question: ReaderQuestion, country: Country | undefined, now: Date) {
    const entries = found.flatMap(({ entry }) => (entry.group === 'house' ? [entry] : []));
    const asked = entries.map((entry) => ({ id: entry.of.id, filter: askedIn(question, country, countryOfEntry(entry)).filter }));
    const filters = [...new Set(asked.map(({ filter }) => filter === question.filter))];
    const listed = await Promise.all(
      filters.map((isWhole) => {
        const these = asked.filter(({ filter }) => (filter === question.filter) === isWhole);
        return lists.houses(
          these.map(({ id }) => id),
          listToday(undefined, now),
          these[0]?.filter ?? question.filter,
        );
      }),
    );
    const byId = new Map(listed.flat().map((home) => [home.id, home]));
    return asked.flatMap(({ id }) => byId.get(id) ?? []);
  }

  return {
    /** What `?q=` finds, and which page of homes `?page=` asks for. An empty keyword finds nothing (R5.60). */
    async results(reader: Reader, maxLength: number): Promise<SearchOutcome> {
      const { t, paths, locale, query: parameters, now } = reader;
      const query = [...(parameters.get('q') ?? '')].slice(0, maxLength).join('').trim();
      const page = Math.min(lastPage, Math.max(1, Number(parameters.get('page') ?? '1')));
      const asked = readQuestion(geo, parameters);
      // The form of the front page asks for a day, a rent and a length of lease besides; from here on they are part of the question.
      const formed = filterOfForms(parameters, asked.filter);
      const before = formed ? { ...asked, filter: askedFilter(formed) } : asked;
      const countryBefore = before.near?.city.country ?? geo.countryById(Number(parameters.get('country_id')));
      const today = listToday(undefined, now);
      const map = parameters.get('map') === '1';
      const whole = page === 1 ? await search.exact(query) : undefined;
      // A name is what it says, also where it has such words.
      const intent = whole ? nothingRead(query) : await intentOf(query, today);
      const { place, used } = intent;
      // One word alone is looked for as a name, too.
      const isWord = place === '' && used.length === 1 && !before.near && wordsOf(folded(query)).length === 1;
      const wishes = isWord ? [] : used;
      const sought = wishes.length > 0 ? place : query;
      const told =
        whole ??
        (page === 1 &&
        (wishes.length > 0 || (intent.names.length > 0 && intent.unread.length === 0 && (intent.isPlaced || intent.names.length > 1))) &&
        place !== ''
          ? await placeOf(intent)
          : undefined);
      const exact = told && ('found' in told ? told.found : told);
      const unread = told && 'found' in told ? told.unread : intent.unread;
      // A number that is left over beside a place is what somebody can pay.
      const bare = exact && !wishes.some(({ wish }) => wish.kind === 'rent') ? unread.find((one) => bareRent.test(one)) : undefined;
      const read: readonly UsedWords[] =
        bare === undefined
          ? wishes
          : [
              ...wishes,
              { words: bare, without: query.replace(bare, ' ').trim(), wish: { kind: 'rent', from: 0, to: Number(bare), per: undefined, currency: undefined } },
            ];
      const hasRent = read.some(({ wish }) => wish.kind === 'rent');
      const sort = read.flatMap(({ wish }) => (wish.kind === 'sort' ? [wish.sort] : [])).at(-1);
      const country = exact && hasRent ? countryOfEntry(exact.entry) : countryOfRent(wishes, countryBefore);
      const question = read.length > 0 ? { ...before, filter: wished(before.filter, read, exact ? countryOfEntry(exact.entry) : country, today) } : before;
      if (exact) {
        const { url } = shownEntry(exact.entry, locale, paths, query);
        const left = unreadText(unread.filter((one) => one !== bare));
        // An area of several cities has no page of its own: it leads back here.
        if (!url.startsWith(paths.to('search')))
          return { kind: 'moved', path: listAnswering(url, exact.entry, question, country, paths, { map, sort, unread: left || undefined }) };
      }
      // Wishes without a place are asked of the place that the reader comes from.
      if (page === 1 && place === '' && wishes.length > 0 && before.near) {
        const { near } = before;
        const code = formatFilterCode({ ...wished(before.filter, wishes, near.city.country, today), sort: sort ?? 'recommended' });
        return { kind: 'moved', path: `${paths.place(near)}${code && `/${code}`}${map ? '?map=1' : ''}` };
      }
      const carried = searchAsks(question, country).replace('?', '&');
      if (formed) return { kind: 'moved', path: `${paths.to('search')}?q=${encodeURIComponent(query)}${carried}` };
      const names = groupNames(t);
      const href = (text: string, number = 1): string => `${paths.to('search')}?q=${encodeURIComponent(text)}${number > 1 ? `&page=${number}` : ''}${carried}`;
      const places = searchGroups.filter((group) => group !== 'house');
      const [homes, ...others] = await Promise.all([
        search.search(sought, 'house', page, housesPerPage),
        ...places.map((group) => search.search(sought, group, 1, placesPerGroup)),
      ]);
      const order = (await search.suggest(sought)).map(({ group }) => group);
      const rank = (at: number): number => {
        const found = order.indexOf(places[at] ?? 'city');
        return found < 0 ? places.length + at : found;
      };
      const ranked = others.map(({ found }, at) => ({ found, score: rank(at) })).sort((a, b) => a.score - b.score);
      const placesFound = ranked.flatMap(({ found }) => found.map(({ entry }) => entry));
      const groups = others
        .map(({ found }, at) => ({
          title: names[places[at] ?? 'city'],
          score: rank(at),
          links: found.map(({ entry, homes: count }): NamedLink => {
            const { title, within, url } = shownEntry(entry, locale, paths, sought);
            const note = [within, count > 0 ? t('search.page_homes', { count }) : ''].filter(Boolean).join(' · ');
            return { name: title, href: listAnswering(url, entry, question, country, paths, { sort }), note: note || undefined };
          }),
        }))
        .filter(({ links }) => links.length > 0)
        .sort((a, b) => a.score - b.score);
      const total = homes.total + others.reduce((sum, one) => sum + one.total, 0);
      const { spellings, isCertain } = await search.spellings(sought, total > 0, locale);
      const { convert } = readerConverter(rates, reader);
      const listed = await housesAnswering(homes.found, question, country, now);
      // The place that was looked for before the first home, which may bear its name elsewhere.
      const cities = [...placesFound.flatMap((entry) => cityOfEntry(entry) ?? []), ...listed.map((home) => home.city)];
      const city = question.near?.city ?? cities.find((one) => askedIn(question, country, one.country) === question) ?? cities[0];
      const rent = rentToTell(question, country, [...placesFound.map(countryOfEntry), ...listed.map((home) => home.city.country)]);
      const nearest = total === 0 ? await search.nearest(sought) : [];
      const results: SearchPageView = {
        query,
        groups: page === 1 ? groups : [],
        asked: city && { question: askedIn(question, country, city.country), city, bare: `${paths.to('search')}?q=${encodeURIComponent(sought)}`, rent },
        read: wishes.map((one) => ({
          words: one.words,
          meaning: city && questionLine({ ...noQuestion, filter: wished(noFilter, [one], country ?? city.country, today) }, city, reader)?.wishes[0],
          without: `${paths.to('search')}?q=${encodeURIComponent(one.without)}${searchAsks(before, countryBefore).replace('?', '&')}`,
        })),
        homes: listed.map((home) => {
          const { near, ...rest } = askedIn(question, country, home.city.country);
          const here = { ...rest, near: near?.city.id === home.city.id ? near : undefined };
          return houseCard({ ...home, offer: home.offer ?? home.cheapest }, here.near ?? home.city.country, reader, geo, convert, here);
        }),
        total,
        instead: isCertain || nearest.length > 0 ? [] : spellings.map((text) => ({ name: text, href: href(text) })),
        previous: page > 1 ? href(query, page - 1) : undefined,
        next: page * housesPerPage < homes.total && page < lastPage ? href(query, page + 1) : undefined,
        popular:
          total === 0 && nearest.length === 0
            ? geo.cities.slice(0, popularCities).map((of) => {
                const asked =
                  wishes.length > 0
                    ? { ...before, near: undefined, filter: wished(before.filter, wishes, of.country, today) }
                    : { ...question, near: undefined };
                return {
                  name: of.names[locale],
                  href: listAnswering(paths.place(of), { group: 'city', of }, asked, wishes.length > 0 ? of.country : country, paths, { sort }),
                  note: undefined,
                };
              })
            : [],
        unread: total === 0 && wishes.length > 0 && intent.unread.length > 0 ? unreadText(intent.unread) : undefined,
        nearest: nearest.map(({ of, metres }) => ({
          name: of.names[locale],
          href: paths.place(of),
          note: `${of.country.names[locale]} · ${formatDistance(metres, localeFacts[locale].intl)}`,
        })),
      };
      return { kind: 'results', results };
    },
  };
}

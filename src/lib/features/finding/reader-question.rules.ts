/**
 * What a reader asked for, on its way through the site: the school or spot, the filter of the list, the currency to compare in.
 * Lists and maps have the first two in their address; every other page takes them from its query, so that a home, its rooms,
 * what is like it and what it is compared with all answer the same question. Pure.
 */
import type { City, Country, Place, School } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { formatFilterCode, noFilter, parseFilterCode } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { PlaceId } from '#lib/ids/ids.ts';
import { readersCurrencies } from '#lib/money/currencies.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { ListTarget } from '#lib/paths.ts';
import type { Reader } from '#lib/reader.ts';
import { intakeCode, readIntake } from './intake.rules.ts';
import type { Intake } from './intake.rules.ts';
import { countryOf, joinedFilter, readNarrowing } from './question.rules.ts';

/** The reader's question as one value. */
export type ReaderQuestion = {
  /** Where homes are to be near; undefined for a whole city or country. */
  readonly near: School | Place | undefined;
  /** What is asked of a home. Order and page belong to a list, so these are always the usual ones. */
  readonly filter: ListFilter;
  /** The currency that amounts are also told in; undefined: the one that the language suggests. */
  readonly currency: CurrencyCode | undefined;
  /** What a page leads with where a home offers it: that of the list the reader comes from, who asked for no other. */
  readonly intake?: Intake | undefined;
};

export const noQuestion: ReaderQuestion = { near: undefined, filter: noFilter, currency: undefined };

/** Longest filter code read from a query, in characters. */
const longestCode = 500;

/** A filter as a question has it: without order and page. */
export function askedFilter(filter: ListFilter): ListFilter {
  return filter.sort === 'recommended' && filter.page === 1 ? filter : { ...filter, sort: 'recommended', page: 1 };
}

/**
 * The one spelling of a filter code in `ask`; undefined for what is none or asks for nothing.
 * @example canonicalAsk('u1006a1-u1002a200e249-pga3') // 'u1002a200e249-u1006a1'
 */
export function canonicalAsk(code: string): string | undefined {
  const filter = code.length <= longestCode ? parseFilterCode(code) : undefined;
  return (filter && formatFilterCode(askedFilter(filter))) || undefined;
}

/** A currency's code as `currency` has it; undefined for what readers cannot choose. @example canonicalCurrency('eur') // 'EUR' */
export function canonicalCurrency(code: string): CurrencyCode | undefined {
  const upper = code.length === 3 ? code.toUpperCase() : '';
  return readersCurrencies.find((one) => one === upper);
}

type Places = Pick<GeoIndex, 'school' | 'schools' | 'placeById'>;

/** The school of a slug: in the city, or, where no city is known, the only one of that slug. */
function schoolOf(geo: Places, slug: string, city: City | undefined): School | undefined {
  if (city) return geo.school(city, slug);
  const [only, ...others] = geo.schools.filter((school) => school.slug === slug);
  return others.length === 0 ? only : undefined;
}

/**
 * Reads `schoolunique`, `poi_id`, `ask`, `intake` and `currency`. What names nothing, or something of another city, asks for nothing.
 * @param city the city of what the page shows, where it shows something of one city.
 */
export function readQuestion(geo: Places, query: URLSearchParams, city?: City): ReaderQuestion {
  const slug = query.get('schoolunique');
  const place = query.get('poi_id');
  const spot = place === null ? undefined : geo.placeById(parseId<PlaceId>(place) ?? 0);
  const near = (slug === null ? undefined : schoolOf(geo, slug, city)) ?? (city && spot?.city.id !== city.id ? undefined : spot);
  const code = canonicalAsk(query.get('ask') ?? '');
  const filter = code === undefined ? undefined : parseFilterCode(code);
  const intake = readIntake(query.get('intake') ?? '');
  return { near, filter: filter ?? noFilter, currency: canonicalCurrency(query.get('currency') ?? ''), ...(intake && { intake }) };
}

/**
 * The query that carries a question: `''`, or `?schoolunique=…&ask=…&intake=…&currency=…` in this order, with `poi_id` for a place.
 * Everything in it can stand in an address as it is.
 */
export function questionQuery({ near, filter, intake, currency }: ReaderQuestion): string {
  const code = formatFilterCode(askedFilter(filter));
  const parts = [
    ...(near ? [near.kind === 'school' ? `schoolunique=${near.slug}` : `poi_id=${near.id}`] : []),
    ...(code ? [`ask=${code}`] : []),
    ...(intake ? [`intake=${intakeCode(intake)}`] : []),
    ...(currency ? [`currency=${currency}`] : []),
  ];
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** Whether anything is asked for: a currency alone is no question. */
export function isAsked({ near, filter }: ReaderQuestion): boolean {
  return near !== undefined || formatFilterCode(askedFilter(filter)) !== '';
}

/** The question that a list or a map answers: its place and filter, a type of its path among them. */
export function questionOfList(target: ListTarget, filter: ListFilter, currency?: CurrencyCode): ReaderQuestion {
  const { place } = target;
  return {
    near: place.kind === 'country' || place.kind === 'city' ? undefined : place,
    filter: askedFilter(joinedFilter(target, filter)),
    currency,
  };
}

/** The question of a page: a list or a map answers that of its address, every other page that of its query. */
export function questionOfPage({ page: { listing }, query, geo }: Pick<Reader, 'page' | 'query'> & { readonly geo: GeoIndex }): ReaderQuestion {
  if (listing?.kind !== 'list') return readQuestion(geo, query, listing?.city);
  const { target, filter } = listing;
  const { place, category } = target;
  const currency = canonicalCurrency(query.get('currency') ?? '');
  if (category !== 'rent') return { ...noQuestion, currency };
  const narrowed = place.kind === 'country' ? readNarrowing(geo, place, query)?.place : undefined;
  return questionOfList({ ...target, place: narrowed ?? place }, filter, currency);
}

/** The country in whose currency a page asks for rents; undefined where its address names none. */
export function countryOfPage({ page: { listing }, query, geo }: Pick<Reader, 'page' | 'query'> & { readonly geo: GeoIndex }): Country | undefined {
  if (listing?.kind === 'list') return countryOf(listing.target.place);
  return listing?.city.country ?? readQuestion(geo, query).near?.city.country ?? geo.countryById(Number(query.get('country_id')));
}

/**
 * How a question is asked of homes in several countries. A rent is a number of one currency: where another is paid, it goes without, and
 * so does the place.
 */
export type CarriedQuestion = {
  readonly question: ReaderQuestion;
  /** Set where a rent is asked for: what is asked elsewhere, and the slugs of the countries, parted by spaces, where it is not. */
  readonly abroad: { readonly question: ReaderQuestion; readonly within: string } | undefined;
};

/** @param country in whose currency the rent is asked for; where it is not known, the rent is asked for nowhere. */
export function carriedQuestion(question: ReaderQuestion, country: Country | undefined, { countries }: Pick<GeoIndex, 'countries'>): CarriedQuestion {
  if (!question.filter.rent) return { question, abroad: undefined };
  const abroad = { ...question, near: undefined, filter: { ...question.filter, rent: undefined } };
  const within = countries.filter(({ currency }) => currency === country?.currency).map(({ slug }) => slug);
  return { question: country ? question : { ...abroad, near: question.near }, abroad: { question: abroad, within: within.join(' ') } };
}

/** A question as homes of a country are asked it. @param country in whose currency its rent is; where that is not known, it is in that of any. */
export function askedIn(question: ReaderQuestion, country: Country | undefined, there: Country): ReaderQuestion {
  if (!country || country.currency === there.currency) return question;
  return { ...question, filter: { ...question.filter, rent: undefined } };
}

/** The list that answers a question: that of its school or spot, otherwise of the city. For `Paths.list`. */
export function listOfQuestion({ near, filter }: ReaderQuestion, city: City): { readonly target: ListTarget; readonly filter: ListFilter } {
  return { target: { place: near ?? city, category: 'rent' }, filter };
}

/** The read model of list pages, in a locale. */
import type { Region } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import { coded } from '#lib/i18n/coded.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { listCategories } from '#lib/paths.ts';
import type { ListCategory, ListTarget } from '#lib/paths.ts';
import { LRUCache } from 'lru-cache';
import { keyed } from '#lib/ids/keyed.ts';
import type { PageHead } from '#lib/seo/head.ts';
import { isIndexableList } from '#lib/seo/indexing.rules.ts';
import { isFiltered, noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { houseCard } from './list-card.rules.ts';
import { saidOffer } from './list-intake.rules.ts';
import { saidIntake } from './list-intake.words.ts';
import { activeFilters, cheapestRent, filterGroups, relaxations, sortLinks, sortNote } from './list-choices.rules.ts';
import type { ChoiceContext } from './list-choices.rules.ts';
import { listHead } from './list.head.ts';
import { placeFacts } from './list-place-facts.rules.ts';
import type { Reader } from '#lib/reader.ts';
import { relatedLinks } from './list-related.rules.ts';
import { carriedQuery, cleared, filterOfForms, pageNumbers, selectionPath } from './list.rules.ts';
import type { HouseCardFacts, ListPage } from './list.schema.ts';
import type { FoundList, ListService } from '#lib/features/finding/finding.service.ts';
import { listIntro, listTitle, placeName } from './list-words.rules.ts';
import {
  cityOf,
  countryOf,
  isNarrowed,
  joinedFilter,
  listToday,
  measuredTo,
  pageCount,
  readNarrowing,
  scopeOf,
  wholeList,
} from '#lib/features/finding/question.rules.ts';
import type { Narrowing } from '#lib/features/finding/question.rules.ts';
import { canonicalCurrency, noQuestion, questionOfList, readQuestion } from '#lib/features/finding/reader-question.rules.ts';
import type { ReaderQuestion } from '#lib/features/finding/reader-question.rules.ts';
import type { LikeHome, ListedHouse } from '#lib/features/finding/question.schema.ts';
import { readerConverter } from '#lib/features/rates/reader-currency.rules.ts';

export type OpenedList =
  | { readonly kind: 'list'; readonly list: ListPage; readonly head: PageHead; readonly narrowing: Narrowing }
  | { readonly kind: 'moved'; readonly path: string }
  | { readonly kind: 'missing' };

/** A chosen supplier, city or spot of a country list with the link that takes it away. */
function narrowedBy(narrowing: Narrowing, homes: readonly HouseCardFacts[], base: string, { t, locale, query }: Reader): ListPage['active'] {
  const without = (...names: readonly string[]): string => {
    const rest = new URLSearchParams(query);
    for (const name of names) rest.delete(name);
    return rest.size > 0 ? `${base}?${rest}` : base;
  };
  const { supplierId, city, region, place } = narrowing;
  const area = city ?? region;
  return [
    ...(supplierId === undefined
      ? []
      : [{ label: t('listings.by_supplier', { name: homes[0]?.supplier.name ?? `#${supplierId}` }), href: without('supplier_id') }]),
    ...(area ? [{ label: area.names[locale], href: without('region_id') }] : []),
    ...(place ? [{ label: place.names[locale], href: without('poi_id', 'postal_code_id', 'school_id') }] : []),
  ];
}

function breadcrumbOf({ place, type }: ListTarget, title: string, { t, paths, locale }: Reader): ListPage['breadcrumb'] {
  const country = countryOf(place);
  const city = cityOf(place);
  const onPlace = place.kind === 'school' || (place.kind !== 'country' && place.kind !== 'city');
  return [
    { name: t('chrome.home'), href: paths.to('index') },
    { name: country.names[locale], href: paths.country(country) },
    ...(city ? [{ name: city.names[locale], ...(onPlace || type ? { href: paths.place(city) } : {}) }] : [{ name: title }]),
    ...(onPlace ? [{ name: place.names[locale] }] : type && city ? [{ name: coded(t, 'unit_type', type) }] : []),
  ];
}

/** What is shown of a list, in a language. */
type Shown = { readonly list: ListPage; readonly head: PageHead };

/** Pages of lists whose read models are kept, each with its HTML some 150 kB. */
const mostShown = 200;

/** @param regions areas of several cities that a country's list can be narrowed to. */
export function createListLoader(service: ListService, rates: RatesService, geo: GeoIndex, regions: readonly Region[] = []) {
  function show(target: ListTarget, filter: ListFilter, narrowing: Narrowing, found: FoundList, reader: Reader): Shown {
    const { t, paths, query } = reader;
    const { place, category } = target;
    const carried = carriedQuery(place, query);
    const href = (next: ListFilter, other: ListCategory = category): string => `${selectionPath(paths, place, other, next)}${carried}`;
    const { convert, day } = readerConverter(rates, reader);
    const currency = canonicalCurrency(query.get('currency') ?? '');
    const question = category === 'rent' ? questionOfList({ ...target, place: narrowing.place ?? place }, filter, currency) : { ...noQuestion, currency };
    const isWayToOwnSchool = place.kind === 'school' && narrowing.place === undefined;
    const leading = saidOffer(found.homes);
    const said = leading?.terms;
    const ofList = { sort: filter.sort, intake: found.intake, said };
    const homes = found.homes.map((home) => ({
      ...houseCard(home, narrowing.place ?? place, reader, geo, convert, question, ofList),
      isWayToOwnSchool,
    }));
    const forRent = category === 'rent' ? found.homes.map(({ at }) => at) : [];
    const { total } = found.counts;
    const context: ChoiceContext = {
      t,
      intl: reader.intl,
      filter,
      currency: countryOf(place).currency,
      today: found.today,
      typePages: place.kind === 'country' || place.kind === 'city',
      href,
      measured: measuredTo(scopeOf(target, narrowing)),
      hasTerms: (narrowing.place ?? place).kind === 'school',
    };
    const area = narrowing.region?.names[reader.locale];
    const title = listTitle(target, reader, area);
    const breadcrumb = breadcrumbOf(target, area ?? title, reader);
    const pages = pageCount(total);
    const base = noFilter;
    // Who looks for a home near a school means to rent one.
    const isOfSchool = (narrowing.place ?? place).kind === 'school';
    const offered = listCategories.filter((one) => one === category || (found.categories.includes(one) && (one === 'rent' || !isOfSchool)));
    const sorts = sortLinks(context);
    const whole = !isFiltered({ ...filter, types: [] }) && (filter.types.length === 0 || target.type !== undefined) && !isNarrowed(narrowing);
    const list: ListPage = {
      place: place.kind === 'country' ? { kind: 'country' } : place,
      title,
      intro: listIntro(target, total, reader),
      total,
      homes,
      intake: saidIntake(found.homes, reader),
      breadcrumb,
      categories: offered.length > 1 ? offered.map((one) => ({ label: coded(t, 'category', one), current: one === category, href: href(base, one) })) : [],
      groups: filterGroups(context, found.counts),
      active: [...narrowedBy(narrowing, homes, selectionPath(paths, place, category, filter), reader), ...activeFilters(context)],
      clearHref: href(cleared(filter)),
      sorts,
      sort: sorts.find(({ current }) => current)?.label ?? t('listings.sort_recommended'),
      sortNote: sortNote(context),
      pages: pageNumbers(filter.page, pages).map((number) =>
        number === undefined ? undefined : { number, href: href({ ...filter, page: number }), current: number === filter.page },
      ),
      previous: filter.page > 1 ? href({ ...filter, page: filter.page - 1 }) : undefined,
      next: filter.page < pages ? href({ ...filter, page: filter.page + 1 }) : undefined,
      cheapest: total === 0 ? cheapestRent(context, found.counts) : undefined,
      relaxations: total === 0 ? relaxations(context, found.counts) : [],
      allHouses:
        total === 0 && found.figures && found.figures.homes > 0
          ? { label: t('listings.all_in', { place: area ?? placeName(place, reader) }), href: href(base), count: found.figures.homes }
          : undefined,
      facts: found.figures && total > 0 ? { ...placeFacts(target, found.figures, reader, geo, convert, forRent), ratesOf: day() } : undefined,
      related: relatedLinks(place, forRent, reader),
      hasSample: homes.some(({ isSample }) => isSample),
      ratesOf: day(),
    };
    const indexable = isIndexableList({ place, type: target.type, category, filtered: !whole, homes: total });
    return { list, head: listHead(target, filter, list, found.figures, { indexable, whole }, reader) };
  }

  /** What is shown of lists, so that one asked for again is neither worked out nor written anew while rows and rates are the same. */
  const shown = new LRUCache<string, { readonly of: Shown; readonly found: FoundList; readonly rates: number }>({ max: mostShown });

  function showOnce(target: ListTarget, filter: ListFilter, narrowing: Narrowing, found: FoundList, reader: Reader): Shown {
    const key = keyed(reader.locale, selectionPath(reader.paths, target.place, target.category, filter), reader.query.toString(), reader.currency);
    const known = shown.get(key);
    if (known?.found === found && known.rates === rates.edition) {
      reader.tags.add('rates');
      return known.of;
    }
    const of = show(target, filter, narrowing, found, reader);
    shown.set(key, { of, found, rates: rates.edition });
    return of;
  }

  /** Cards that stand beside something shown, by that. */
  const beside = new WeakMap<object, { readonly homes: readonly ListedHouse[]; readonly rates: number; readonly cards: readonly HouseCardFacts[] }>();

  function cardsOf(homes: readonly ListedHouse[], reader: Reader, question: ReaderQuestion, of: object | undefined): readonly HouseCardFacts[] {
    const { convert } = readerConverter(rates, reader);
    const known = of && beside.get(of);
    if (known?.homes === homes && known.rates === rates.edition) return known.cards;
    const fresh = homes.map((home) =>
      houseCard({ ...home, offer: home.offer ?? home.cheapest }, question.near ?? home.city.country, reader, geo, convert, question),
    );
    if (of) beside.set(of, { homes, rates: rates.edition, cards: fresh });
    return fresh;
  }

  async function cards(ids: readonly HouseId[], reader: Reader): Promise<readonly HouseCardFacts[]> {
    const question = readQuestion(geo, reader.query);
    return cardsOf(await service.houses(ids, listToday(undefined, reader.now), question.filter), reader, question, undefined);
  }

  return {
    /** The list the address names. */
    async open(reader: Reader): Promise<OpenedList> {
      const { listing } = reader.page;
      if (listing?.kind !== 'list') return { kind: 'missing' };
      const { target } = listing;
      const { place, type, category } = target;
      const country = countryOf(place);
      reader.tags.add(`country:${country.id}`);
      const filter = joinedFilter(target, listing.filter);
      const carried = carriedQuery(place, reader.query);
      if (type && filter.types.length > 1) return { kind: 'moved', path: `${selectionPath(reader.paths, place, category, filter)}${carried}` };
      const asked = filterOfForms(reader.query, filter);
      if (asked) return { kind: 'moved', path: `${selectionPath(reader.paths, place, category, asked)}${carried}` };
      const narrowing = place.kind === 'country' ? readNarrowing(geo, place, reader.query, regions) : wholeList;
      if (!narrowing) return { kind: 'missing' };
      const city = cityOf(place, narrowing);
      if (city) {
        reader.tags.add(`city:${city.id}`);
        // A city's page changes with its own homes alone; a country's that is narrowed to a city leads back to the whole.
        if (place.kind !== 'country') reader.tags.delete(`country:${country.id}`);
      }
      const found = await service.find(target, filter, narrowing, reader.now);
      if (!found) return { kind: 'missing' };
      // Nothing of the kind is here at all: no page of nothing.
      if (category !== 'rent' && found.counts.total === 0 && (found.figures?.homes ?? 0) === 0) return { kind: 'missing' };
      const isFacet = type !== undefined || (place.kind !== 'country' && place.kind !== 'city' && place.kind !== 'school');
      const filtered = isFiltered(listing.filter) || isNarrowed(narrowing);
      if (found.counts.total === 0 && isFacet && !filtered) return { kind: 'missing' };
      return { kind: 'list', narrowing, ...showOnce(target, filter, narrowing, found, reader) };
    },

    /** Homes as cards, for other pages: in the order of the ids, each with the option that answers the question where one does. */
    cards,

    /**
     * Cards of homes of the same city with vacancies, those most like the home first. What shows them depends on the city. One query.
     * @param of what they stand beside, kept by the reader's language and question: beside the same stand the same cards.
     */
    async alike(
      home: LikeHome,
      limit: number,
      reader: Reader,
      question: ReaderQuestion = readQuestion(geo, reader.query),
      of?: object,
    ): Promise<readonly HouseCardFacts[]> {
      reader.tags.add(`city:${home.cityId}`);
      return cardsOf(await service.alike(home, limit, listToday(undefined, reader.now), question.filter), reader, question, of);
    },
  };
}

/** Read models of the map: its page, and what a view of it shows, in a locale. */
import { labelOfSchool } from '#lib/features/geo/distinct-names.rules.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Region } from '#lib/features/geo/geo.schema.ts';
import { formatFilterCode, isFiltered, noFilter, parseFilterCode } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { houseCard, houseTitle } from '#lib/features/lists/list-card.rules.ts';
import { activeFilters, filterGroups, relaxations, sortLinks } from '#lib/features/lists/list-choices.rules.ts';
import type { ChoiceContext } from '#lib/features/lists/list-choices.rules.ts';
import { canonicalCurrency, noQuestion, questionOfList, questionQuery } from '#lib/features/finding/reader-question.rules.ts';
import type { ReaderQuestion } from '#lib/features/finding/reader-question.rules.ts';
import { askedCurrency, readerConverter } from '#lib/features/rates/reader-currency.rules.ts';
import type { ListedHouse } from '#lib/features/finding/question.schema.ts';
import type { Reader } from '#lib/reader.ts';
import { cleared, filterOfForms, pageNumbers } from '#lib/features/lists/list.rules.ts';
import type { ListPage } from '#lib/features/lists/list.schema.ts';
import type { ListService } from '#lib/features/finding/finding.service.ts';
import { listTitle } from '#lib/features/lists/list-words.rules.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { parseId } from '#lib/ids/ids.ts';
import { listCategories } from '#lib/paths.ts';
import type { ListTarget } from '#lib/paths.ts';
import type { StreetView } from '#lib/ports/street-view/street-view.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { PageHead } from '#lib/seo/head.ts';
import { mapCard, markerRent } from './map-card.rules.ts';
import type { MarkerRent } from './map-card.rules.ts';
import { hasIntake, intakeSpan } from '#lib/features/finding/intake.rules.ts';
import type { Intake } from '#lib/features/finding/intake.rules.ts';
import { saidIntake } from '#lib/features/lists/list-intake.words.ts';
import type { MapCard, MapPlace } from './map.contract.ts';
import { drawStart } from './map-drawing.rules.ts';
import type { MapDrawing } from './map-drawing.rules.ts';
import { placesOfCity, placesOfWorld } from './map-places.rules.ts';
import { wholeWorld } from './map.schema.ts';
import type { MapBox, MapPoint, Position } from './map.schema.ts';
import { listPathOfMap, mapPath, mapScopeOf, mapTargetOfList, namesOf, targetOf } from './map-scope.rules.ts';
import type { MapNames, MapTarget, MappedList } from './map-scope.rules.ts';
import type { MapService } from './map.service.ts';
import { figureBasis, isFigureSort } from '#lib/features/finding/lease-figures.rules.ts';
import { cityOf, countryOf, joinedFilter, listToday, measuredTo, pageCount, pageSize, scopeOf, soonDay } from '#lib/features/finding/question.rules.ts';

export type MapLoader = ReturnType<typeof createMapLoader>;

export type MapViewport = { readonly box: MapBox; readonly zoom: number; readonly area: readonly Position[] | undefined };
export type MapView = {
  readonly total: number;
  readonly summary: string;
  /** The lease that rents are of, where most homes of the list offer the same. */
  readonly intake: string | undefined;
  readonly points: readonly (MapPoint & { readonly told: MarkerRent | undefined; readonly name: string })[];
  readonly cards: readonly MapCard[];
};

/** What a map begins with, on a page of its own and beside a list. */
export type MapBeginning = {
  /** Where the map begins. */
  readonly start: MapBox;
  /** What calls of this map ask for besides their box. */
  readonly names: MapNames & { readonly currency?: CurrencyCode };
  readonly code: string;
  readonly drawing: MapDrawing;
  /** Campuses to measure from: of the city of the map. */
  readonly schools: readonly { readonly id: number; readonly name: string; readonly at: readonly Position[] }[];
  readonly chosenSchool: number | undefined;
};

/** The page, ready to print. */
export type MapPage = Pick<
  ListPage,
  | 'title'
  | 'total'
  | 'breadcrumb'
  | 'groups'
  | 'active'
  | 'clearHref'
  | 'sorts'
  | 'sort'
  | 'pages'
  | 'previous'
  | 'next'
  | 'relaxations'
  | 'hasSample'
  | 'ratesOf'
> &
  MapBeginning & {
    readonly summary: string;
    /** The lease that rents are of, where most homes of the list offer the same. */
    readonly intake: string | undefined;
    readonly cards: readonly MapCard[];
    /** The list of the same homes; undefined for the whole world. */
    readonly listHref: string | undefined;
    /** The comparison, for what the map is asked. */
    readonly compareHref: string;
    /** Where else to look: the cities most chosen, for a map without place. */
    readonly cities: readonly { readonly name: string; readonly href: string }[];
  };

export type OpenedMap =
  | { readonly kind: 'map'; readonly map: MapPage; readonly head: PageHead }
  | { readonly kind: 'moved'; readonly path: string }
  | { readonly kind: 'missing' };

/** A sheet as the map stands on wide pages; narrow ones show its middle. */
const sheet = { width: 960, height: 640 };
/** Zoom at which homes are joined for the drawing. */
const zoomOf = ({ west, east }: MapBox): number => Math.max(1, Math.log2((sheet.width / 512) * (360 / Math.max(1e-6, east - west))));
const shownCities = 24;
/** The part of the world where our countries are, for a catalogue without homes. */
const inhabited: MapBox = { west: -130, south: -48, east: 178, north: 66 };

function readNames(query: URLSearchParams): MapNames {
  const category = listCategories.find((one) => one === query.get('category'));
  const [supplier, region] = [parseId(query.get('supplier_id')), parseId(query.get('region_id'))];
  const text = (name: 'cname' | 'rname' | 'sname' | 'pname'): MapNames => (query.has(name) ? { [name]: query.get(name)?.toLowerCase() } : {});
  return {
    ...text('cname'),
    ...text('rname'),
    ...text('sname'),
    ...text('pname'),
    ...(region ? { region_id: region } : {}),
    ...(supplier ? { supplier_id: supplier } : {}),
    ...(category ? { category } : {}),
  };
}

/** What homes are asked about a place. What is for sale is asked for in other words than a home to rent. */
function questionOfMap(target: ListTarget, filter: ListFilter, currency: CurrencyCode | undefined): ReaderQuestion {
  return target.category === 'rent' ? questionOfList(target, filter, currency) : { ...noQuestion, currency };
}

type MapLoaderParts = {
  readonly maps: MapService;
  readonly lists: ListService;
  readonly rates: RatesService;
  readonly geo: GeoIndex;
  readonly regions: readonly Region[];
  readonly mapboxToken: string | undefined;
  readonly streetView: StreetView;
};

export function createMapLoader({ maps, lists, rates, geo, regions, mapboxToken, streetView }: MapLoaderParts) {
  const todayOf = ({ place, narrowing }: MapTarget, now: Date): string => listToday(place && cityOf(place, narrowing), now);

  function cardsOf(
    homes: readonly ListedHouse[],
    { place, category }: MapTarget,
    filter: ListFilter,
    reader: Reader,
    intake: Intake | undefined,
  ): { cards: readonly MapCard[]; said: string | undefined; hasSample: boolean; ratesOf: string | undefined } {
    const { convert, day } = readerConverter(rates, reader);
    const currency = canonicalCurrency(reader.query.get('currency') ?? '');
    const cards = homes.map((home) => {
      const around = place ?? home.city;
      const question = questionOfMap({ place: around, category }, filter, currency);
      return { home, card: houseCard(home, around, reader, geo, convert, question, { sort: filter.sort, intake }) };
    });
    const said = saidIntake(homes, reader);
    return { cards: cards.map(({ home, card }) => mapCard(card, home.at, reader)), said, hasSample: cards.some(({ card }) => card.isSample), ratesOf: day() };
  }

  /** Points as markers say them: each home with its name, for who does not see the map. */
  async function asMarkers(points: readonly MapPoint[], { intl, locale }: Reader): Promise<MapView['points']> {
    const names = await lists.names(points.flatMap(({ houseId }) => houseId ?? []));
    return points.map((point) => {
      const called = point.houseId && names.get(point.houseId);
      const name = called ? houseTitle(called, locale).name : '';
      const country = geo.cityById(point.cityId)?.country;
      return { ...point, name, told: point.lease && country && markerRent(point.lease, country, intl) };
    });
  }

  const question = (target: MapTarget, filter: ListFilter, view: MapViewport, now: Date) => ({
    scope: mapScopeOf(target),
    filter,
    ...view,
    soon: soonDay(todayOf(target, now)),
    pageSize,
    figures: target.place && isFigureSort(filter.sort) ? figureBasis(countryOf(target.place), target.place, todayOf(target, now)) : undefined,
    season: target.category === 'rent' && hasIntake(filter) ? intakeSpan(todayOf(target, now)) : undefined,
  });

  /** The homes of a view. */
  async function view(target: MapTarget, filter: ListFilter, viewport: MapViewport, reader: Reader): Promise<MapView> {
    const { total, points, houseIds, intake } = await maps.find(question(target, filter, viewport, reader.now));
    const [homes, markers] = await Promise.all([lists.houses(houseIds, todayOf(target, reader.now), filter, intake), asMarkers(points, reader)]);
    const { cards, said } = cardsOf(homes, target, filter, reader, intake);
    return { total, summary: reader.t('map.homes_in_view', { count: total }), intake: said, points: markers, cards };
  }

  /** Homes of the page without script: the list, page by page. Undefined beyond the last page. */
  async function pageOf(target: MapTarget, filter: ListFilter, reader: Reader) {
    const { place, category, narrowing } = target;
    if (place) {
      const found = await lists.find({ place, category }, filter, narrowing, reader.now);
      return found && { total: found.counts.total, homes: found.homes, counts: found.counts, today: found.today, intake: found.intake };
    }
    const today = todayOf(target, reader.now);
    const { total, houseIds } = await maps.find(question(target, filter, { box: wholeWorld, zoom: 0, area: undefined }, reader.now));
    return filter.page > pageCount(total)
      ? undefined
      : { total, homes: await lists.houses(houseIds, today, filter), counts: undefined, today, intake: undefined };
  }

  /** Where a map begins, and what it measures from. */
  async function beginningOf(target: MapTarget, filter: ListFilter, reader: Reader): Promise<MapBeginning> {
    const { place } = target;
    const { locale } = reader;
    const city = place && cityOf(place);
    const currency = askedCurrency(reader);
    const framed = (chosen: ListFilter) => maps.frame(question(target, { ...chosen, page: 1 }, { box: wholeWorld, zoom: 0, area: undefined }, reader.now));
    const start =
      (await framed(filter)) ??
      (await framed(noFilter)) ??
      (city ? { west: city.at.longitude - 0.1, east: city.at.longitude + 0.1, south: city.at.latitude - 0.06, north: city.at.latitude + 0.06 } : inhabited);
    const { points } = await maps.find({
      ...question(target, filter, { box: start, zoom: zoomOf(start), area: undefined }, reader.now),
      filter: { ...filter, page: 1 },
    });
    const places: readonly MapPlace[] = city ? placesOfCity(city, locale) : placesOfWorld(geo, locale);
    return {
      start,
      names: { ...namesOf(target), ...(currency ? { currency } : {}) },
      code: formatFilterCode({ ...filter, page: 1 }),
      drawing: drawStart(start, points, city ? places.filter(({ kind }) => kind !== 'city') : places, sheet),
      schools: (city?.schools ?? []).map((school) => ({
        id: school.id,
        name: labelOfSchool(school, locale),
        at: school.campuses.map(({ at }): Position => [at.longitude, at.latitude]),
      })),
      chosenSchool: place?.kind === 'school' ? place.id : undefined,
    };
  }

  async function open(reader: Reader): Promise<OpenedMap> {
    const { query, paths, t, tags, locale } = reader;
    const target = targetOf(geo, readNames(query), regions);
    const code = query.get('urlFilter') ?? '';
    const currency = canonicalCurrency(query.get('currency') ?? '');
    const filter = code === '' ? noFilter : parseFilterCode(code);
    if (!target || !filter) return { kind: 'missing' };
    if (formatFilterCode(filter) !== code) return { kind: 'moved', path: mapPath(paths, target, filter, currency) };
    const asked = filterOfForms(query, filter);
    if (asked) return { kind: 'moved', path: mapPath(paths, target, asked, currency) };
    const { place, category } = target;
    const city = place && cityOf(place);
    tags.add(city ? `city:${city.id}` : place ? `country:${countryOf(place).id}` : 'catalogue');
    const found = await pageOf(target, filter, reader);
    if (!found) return { kind: 'missing' };
    const href = (next: ListFilter): string => mapPath(paths, target, next, currency);
    const begin = await beginningOf(target, filter, reader);
    const context: ChoiceContext | undefined = place && {
      t,
      intl: reader.intl,
      filter,
      currency: countryOf(place).currency,
      today: found.today,
      typePages: false,
      href,
      measured: measuredTo(scopeOf({ place, category }, target.narrowing)),
      hasTerms: place.kind === 'school',
    };
    const title = t('map.title', { title: place ? listTitle({ place, category }, reader, target.narrowing.region?.names[locale]) : t('map.title_world') });
    const pages = pageCount(found.total);
    const sorts = context ? sortLinks(context) : [];
    const { cards, said, hasSample, ratesOf } = cardsOf(found.homes, target, filter, reader, found.intake);
    const map: MapPage = {
      title,
      total: found.total,
      summary: t('map.homes_listed', { count: found.total }),
      intake: said,
      cards,
      hasSample,
      ratesOf,
      listHref: listPathOfMap(paths, target, filter, currency),
      compareHref: paths.to('house_compare') + questionQuery(place ? questionOfMap({ place, category }, filter, currency) : { ...noQuestion, currency }),
      breadcrumb: [
        { name: t('chrome.home'), href: paths.to('index') },
        ...(place ? [{ name: countryOf(place).names[locale], href: paths.country(countryOf(place)) }] : []),
        ...(city ? [{ name: city.names[locale], href: paths.place(city) }] : []),
        { name: t('map.map') },
      ],
      groups: context && found.counts ? filterGroups(context, found.counts) : [],
      active: context ? activeFilters(context) : [],
      clearHref: href(cleared(filter)),
      relaxations: context && found.counts && found.total === 0 ? relaxations(context, found.counts) : [],
      sorts,
      sort: sorts.find(({ current }) => current)?.label ?? t('listings.sort_recommended'),
      pages: pageNumbers(filter.page, pages).map((number) =>
        number === undefined ? undefined : { number, href: href({ ...filter, page: number }), current: number === filter.page },
      ),
      previous: filter.page > 1 ? href({ ...filter, page: filter.page - 1 }) : undefined,
      next: filter.page < pages ? href({ ...filter, page: filter.page + 1 }) : undefined,
      ...begin,
      cities: place
        ? []
        : geo.cities.slice(0, shownCities).map((one) => ({ name: one.names[locale], href: mapPath(paths, { ...target, place: one }, noFilter, currency) })),
    };
    const head: PageHead = {
      title,
      description: t('map.description', {
        title: place ? listTitle({ place, category }, reader, target.narrowing.region?.names[locale]) : t('map.title_world'),
      }),
      canonical: mapPath(paths, target, isFiltered(filter) ? noFilter : { ...noFilter, page: filter.page }),
      indexable: false,
      pathIn: (other) => mapPath(reader.site.paths(other), target, filter),
    };
    return { kind: 'map', map, head };
  }

  return {
    open,
    /** The map beside a list: of the same homes. */
    beside: (list: MappedList, reader: Reader): Promise<MapBeginning> => beginningOf(mapTargetOfList(list), joinedFilter(list.target, list.filter), reader),
    view,
    /** For the browser's map; undefined where maps are drawn by ourselves. */
    mapboxToken,
    streetView,
    /** The card of one home, with the offer that fits the filter; undefined when it is not listed. */
    async card(target: MapTarget, filter: ListFilter, id: HouseId, reader: Reader): Promise<MapCard | undefined> {
      const intake = await maps.intakeOf(question(target, filter, { box: wholeWorld, zoom: 0, area: undefined }, reader.now));
      const homes = await lists.houses([id], todayOf(target, reader.now), filter, intake);
      return cardsOf(homes, target, filter, reader, intake).cards[0];
    },
  };
}

/** Read models of the house, unit, room and compare pages, in a locale. */
import { LRUCache } from 'lru-cache';
import { nameFor, textFor } from '#lib/features/catalogue/local-texts.rules.ts';
import { todayIn } from '#lib/dates/dates.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Country } from '#lib/features/geo/geo.schema.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { keyed } from '#lib/ids/keyed.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { Reader } from '#lib/reader.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import { unitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import { formatCompareIds, parseCompareIds } from '#lib/features/catalogue/compare.rules.ts';
import { questionOfHomes, rentCountry } from './compare-question.rules.ts';
import { areUneven, commonWeeks, questionOfStay, stayChoices, stayFit, stayOfForm } from './compare-stay.rules.ts';
import { faqsOf } from './house-faq.rules.ts';
import type { Faq } from './house-faq.rules.ts';
import type {
  House,
  HouseRecord,
  Offer,
  Media,
  PricePoint,
  Promo,
  ReadHouse,
  Reviews,
  Tenancy,
  UnitWithTenancies,
  CompareColumn,
  Comparison,
  Twin,
} from './house.schema.ts';
import { askedIn, questionQuery, readQuestion } from '#lib/features/finding/reader-question.rules.ts';
import type { MoveInMonth } from './move-in-months.rules.ts';
import type { ComparedHomes, HouseAnswer, HouseOffers, HouseService } from './house.service.ts';
import type { CancellationRow } from './cancellation.rules.ts';
import { askedCurrency, converterFor } from '#lib/features/rates/reader-currency.rules.ts';
import type { Converter } from '#lib/features/rates/reader-currency.rules.ts';

export type OpenedHouse =
  | { readonly kind: 'house'; readonly house: ReadHouse }
  | { readonly kind: 'removed'; readonly house: ReadHouse }
  | { readonly kind: 'moved'; readonly path: string }
  | { readonly kind: 'missing' };

/** Everything the page of a house shows of its data. */
export type WholeHouse = {
  readonly offers: HouseOffers;
  /** What of the home has all the reader asked for; undefined where nothing is asked of leases and rooms. */
  readonly answer: HouseAnswer | undefined;
  /** The option the page leads with: the cheapest that answers the question, otherwise the cheapest. */
  readonly shown: Offer | undefined;
  /** The months in which one can move in; none where there is nothing to choose. */
  readonly intakes: readonly MoveInMonth[];
  readonly media: readonly Media[];
  readonly promos: readonly Promo[];
  readonly points: readonly PricePoint[];
  readonly reviews: Reviews;
  /** Converts to the reader's own currency. */
  readonly convert: Converter;
  /** The currency that its reader chose, which the amounts are told in besides. */
  readonly chosenCurrency: CurrencyCode | undefined;
  /** What leaving costs: of the cheapest option, or of the first where none can be taken. */
  readonly cancellation: Cancellation | undefined;
  /** Questions with their answers, in the reader's language. */
  readonly faqs: readonly Faq[];
  /** The same home, as it seems, of other suppliers. */
  readonly twins: readonly Twin<ReadHouse>[];
};

/** A lease option with what leaving it costs; no rows where no policy is known. */
export type Cancellation = { readonly tenancy: Tenancy; readonly rows: readonly CancellationRow[] | undefined };

export type OpenedUnit = { readonly unit: UnitWithTenancies; readonly tenancy: Tenancy | undefined };

/** What the page of a unit shows of its data. */
export type ShownUnit = {
  readonly unit: UnitWithTenancies;
  /** Of the whole house. */
  readonly media: readonly Media[];
  /** The option the address names. */
  readonly chosen: Tenancy | undefined;
  /** The option the page leads with: the chosen one, otherwise the cheapest that answers the question, otherwise the cheapest. */
  readonly tenancy: Tenancy | undefined;
  readonly answer: HouseAnswer | undefined;
  readonly convert: Converter;
  readonly cancellation: readonly CancellationRow[] | undefined;
  /** The home of the unit, as it seems, of other suppliers. */
  readonly twins: readonly Twin<ReadHouse>[];
};

const nothingCompared: ComparedHomes = { homes: [], intake: undefined, leases: [] };

/** Pages of homes whose read models are kept, each with its HTML some 80 kB. */
const mostShown = 200;

export type HouseLoader = ReturnType<typeof createHouseLoader>;

function wordsOf(house: House, locale: Locale): ReadHouse['words'] {
  const text = textFor({ text: house.description, zh: house.descriptionZh, more: house.descriptions }, locale);
  if (!text) return undefined;
  return {
    lang: text.lang,
    paragraphs: text.words
      .split(/\n\s*\n/)
      .map((one) => one.trim())
      .filter(Boolean),
  };
}

/** A house in the reader's words, on the day it is where the house stands. */
export function readHouse(
  house: House & Pick<ReadHouse, 'record'>,
  reader: Pick<Reader, 'locale' | 'now' | 'query'>,
  geo: Pick<GeoIndex, 'school' | 'schools' | 'placeById'>,
): ReadHouse {
  const title = nameFor(house, reader.locale);
  const question = readQuestion(geo, reader.query, house.city);
  return {
    ...house,
    title,
    originalName: title === house.name ? undefined : house.name,
    words: wordsOf(house, reader.locale),
    today: todayIn(house.city.timeZone, reader.now),
    question,
    asks: questionQuery(question),
    chosenSchool: question.near?.kind === 'school' ? question.near : undefined,
  };
}

/** The house as it is asked the reader's question, whose rent is in the currency of a country. */
function askedThere(house: ReadHouse, country: Country | undefined): ReadHouse {
  const question = askedIn(house.question, country, house.city.country);
  return { ...house, question, asks: questionQuery(question) };
}

/** Units under the names that readers of the language know. */
function titled(unit: UnitWithTenancies, { t }: Pick<Reader, 't'>): UnitWithTenancies {
  return { ...unit, ...unitTitle(unit.name, t) };
}

function titledOffer(offer: Offer | undefined, reader: Pick<Reader, 't'>): Offer | undefined {
  return offer && { ...offer, unit: titled(offer.unit, reader) };
}

function titledOffers(offers: HouseOffers, reader: Pick<Reader, 't'>): HouseOffers {
  return { ...offers, units: offers.units.map((unit) => titled(unit, reader)), cheapest: titledOffer(offers.cheapest, reader) };
}

function chosenOf(units: readonly UnitWithTenancies[], { listing }: Reader['page']): OpenedUnit | undefined {
  if (listing?.kind !== 'unit' && listing?.kind !== 'rooms') return undefined;
  const unit = units.find(({ id }) => id === listing.unitId);
  const wanted = listing.kind === 'unit' ? listing.tenancyId : undefined;
  const tenancy = unit?.tenancies.find(({ id }) => id === wanted);
  return unit && (wanted === undefined || tenancy) ? { unit, tenancy } : undefined;
}

/** The same page below the house's right city. */
function rightPath(house: House, { page: { listing }, paths, query }: Reader): string {
  const search = query.size > 0 ? `?${query}` : '';
  switch (listing?.kind) {
    case 'unit':
      return paths.unit(house, listing.unitId, listing.tenancyId ?? 0) + search;
    case 'rooms':
      return paths.rooms(house, listing.unitId) + search;
    case 'house':
      return paths.house(house, listing.sub) + search;
    default:
      return paths.house(house) + search;
  }
}

/** @param canTranslate whether pages may offer a translation of what others wrote. */
export function createHouseLoader(service: HouseService, geo: GeoIndex, rates: RatesService, canTranslate: boolean) {
  /** Converts to the reader's own currency, by the day's rates. */
  function converter(reader: Reader): Converter {
    reader.tags.add('rates');
    return converterFor(rates, reader.locale, askedCurrency(reader));
  }

  /** What is shown of homes, so that one asked for again is neither worked out nor written anew while its rows and the rates are the same. */
  const kept = new LRUCache<string, { readonly record: HouseRecord; readonly rates: number; readonly shown: Promise<object | undefined> }>({ max: mostShown });

  /** What `read` gives, the same object while it is made of the same. @param name of the page, among those of the house. */
  function once<Shown extends object | undefined>(name: string, house: ReadHouse, reader: Reader, read: () => Promise<Shown>): Promise<Shown> {
    const { record } = house;
    if (!record) return read();
    const key = keyed(name, reader.locale, house.id, house.today, house.asks, reader.currency);
    const known = kept.get(key);
    if (known?.record === record && known.rates === rates.edition) return known.shown as Promise<Shown>;
    const shown = read();
    kept.set(key, { record, rates: rates.edition, shown });
    shown.catch(() => kept.delete(key));
    return shown;
  }

  async function readTwins(house: ReadHouse, reader: Reader): Promise<readonly Twin<ReadHouse>[]> {
    const twins = await service.twins(house, house.question, reader.now);
    return twins.map((twin) => ({ ...twin, house: readHouse(twin.house, reader, geo) }));
  }

  async function readWhole(house: ReadHouse, reader: Reader): Promise<WholeHouse> {
    const { now } = reader;
    const [found, media, promos, points, reviews, twins] = await Promise.all([
      service.offers(house, now),
      service.media(house),
      service.promos(house, now),
      service.pricePoints(house),
      service.reviews(house),
      readTwins(house, reader),
    ]);
    const offers = titledOffers(found, reader);
    const answer = service.answer(house, offers.units, house.question, now);
    const shown = answer?.offer ?? service.leadOf(house, offers.units, house.question.intake, now);
    const tenancy = shown?.tenancy ?? offers.units.flatMap(({ tenancies }) => tenancies)[0];
    const cancellation = tenancy && { tenancy, rows: service.cancellation(house, tenancy, now) };
    const faqs = faqsOf(reader.t, house, offers.units, house.today, reader.locale);
    return {
      offers,
      answer,
      shown,
      intakes: service.intakes(house, offers.units, shown, now),
      media,
      promos,
      points,
      reviews,
      convert: converter(reader),
      chosenCurrency: askedCurrency(reader),
      cancellation,
      faqs,
      twins,
    };
  }

  async function readUnit(house: ReadHouse, reader: Reader): Promise<ShownUnit | undefined> {
    const { now, page } = reader;
    const [offers, media, twins] = await Promise.all([service.offers(house, now), service.media(house), readTwins(house, reader)]);
    const { units } = titledOffers(offers, reader);
    const chosen = chosenOf(units, page);
    if (!chosen) return undefined;
    const { unit } = chosen;
    const answer = service.answer(house, [unit], house.question, now);
    const cheapest = service.leadOf(house, [unit], house.question.intake, now)?.tenancy;
    const tenancy = chosen.tenancy ?? answer?.offer?.tenancy ?? cheapest ?? unit.tenancies[0];
    const cancellation = tenancy && service.cancellation(house, tenancy, now);
    return { unit, media, chosen: chosen.tenancy, tenancy, answer, convert: converter(reader), cancellation, twins };
  }

  return {
    canTranslate,

    /** The house a page is about, under the right address; tags the page. One query, which reads all that its pages show. */
    async open(reader: Reader): Promise<OpenedHouse> {
      const { listing } = reader.page;
      if (!listing || listing.kind === 'list') return { kind: 'missing' };
      const record = await service.record(listing.houseId);
      if (!record) return { kind: 'missing' };
      const { house } = record;
      if (house.city.id !== listing.city.id) return { kind: 'moved', path: rightPath(house, reader) };
      reader.tags.add(`house:${house.id}`);
      return { kind: house.status === 'removed' ? 'removed' : 'house', house: readHouse({ ...house, record }, reader, geo) };
    },

    /** A house by its id, in the reader's words; undefined when there never was one or it was withdrawn. */
    async named(id: HouseId, reader: Pick<Reader, 'locale' | 'now' | 'query'>): Promise<ReadHouse | undefined> {
      const house = await service.find(id);
      return house && house.status !== 'removed' ? readHouse(house, reader, geo) : undefined;
    },

    /** All of a house at once: the same object while the same is shown. */
    async whole(house: ReadHouse, reader: Reader): Promise<WholeHouse> {
      reader.tags.add('rates');
      return once('whole', house, reader, () => readWhole(house, reader));
    },

    /** One unit of a house with the option its page shows; undefined when the house has no such unit, or the unit no such option. */
    async unit(house: ReadHouse, reader: Reader): Promise<ShownUnit | undefined> {
      reader.tags.add('rates');
      const { listing } = reader.page;
      const name = listing?.kind === 'unit' ? `unit ${listing.unitId} ${listing.tenancyId ?? 0}` : 'unit';
      return once(name, house, reader, () => readUnit(house, reader));
    },

    offers: async (house: House, reader: Reader) => titledOffers(await service.offers(house, reader.now), reader),
    /** What of the units answers the question of the page. */
    answer: (house: ReadHouse, units: readonly UnitWithTenancies[], { now }: Reader) => service.answer(house, units, house.question, now),
    media: (house: House) => service.media(house),
    promos: (house: House, { now }: Reader) => service.promos(house, now),
    pricePoints: (house: House) => service.pricePoints(house),
    reviews: (house: House) => service.reviews(house),
    cancellation: (house: House, tenancy: Tenancy, { now }: Reader) => service.cancellation(house, tenancy, now),

    /** The unit and option the address names; undefined when the house has no such unit, or the unit no such option. */
    chosen: (units: readonly UnitWithTenancies[], { page }: Reader) => chosenOf(units, page),

    converter,

    /** The homes of `?ids=12,15-101`, ready to show side by side. */
    async compare(reader: Reader): Promise<Comparison> {
      const asked = parseCompareIds(reader.query.get('ids'));
      const whole = readQuestion(geo, reader.query);
      const { homes, intake, leases } = asked.length === 0 ? nothingCompared : await service.compare(asked, reader.now, whole);
      for (const { house } of homes) reader.tags.add(`house:${house.id}`);
      const country = rentCountry(
        whole,
        homes.map(({ house }) => house),
      );
      const columns = homes.map((one): CompareColumn => {
        const house = askedThere(readHouse(one.house, reader, geo), country);
        const question = { ...house.question, intake };
        return {
          ...one,
          house: { ...house, question, asks: questionQuery(question) },
          unit: one.unit && titled(one.unit, reader),
          offer: titledOffer(one.offer, reader),
          fit: intake && one.offer && stayFit(intake, one.offer.tenancy),
          refunds: one.offer && service.cancellation(one.house, one.offer.tenancy, reader.now),
        };
      });
      const shown = columns.flatMap(({ offer }) => offer?.tenancy ?? []);
      const question = questionOfHomes(
        whole,
        columns.map(({ house }) => ({ ...house, question: { ...house.question, intake: whole.intake } })),
      );
      const chosen = intake && stayOfForm(reader.query, intake);
      const ids = formatCompareIds(columns.map((column) => column.asked));
      return {
        columns,
        question,
        stay: intake && { intake, ...stayChoices(leases, intake, columns[0]?.house.today ?? '') },
        weeks: commonWeeks(shown, intake),
        isUneven: areUneven(shown),
        movedTo: chosen && `${reader.paths.to('house_compare')}?ids=${ids}${questionQuery(questionOfStay(whole, chosen)).replace('?', '&')}`,
      };
    },
  };
}

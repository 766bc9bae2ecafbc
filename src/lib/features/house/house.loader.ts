/** Read models of the house, unit, room and compare pages, in a locale. */
import { nameFor, textFor } from '#lib/features/catalogue/local-texts.rules.ts';
import { todayIn } from '#lib/dates/dates.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Reader } from '#lib/reader.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import { unitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import { parseCompareIds } from '#lib/features/catalogue/compare.rules.ts';
import type { House, Offer, Media, PricePoint, Promo, ReadHouse, Reviews, Tenancy, UnitWithTenancies, CompareColumn } from './house.schema.ts';
import { canonicalCurrency, questionQuery, readQuestion } from '#lib/features/finding/reader-question.rules.ts';
import type { HouseAnswer, HouseOffers, HouseService } from './house.service.ts';
import type { CancellationRow } from './cancellation.rules.ts';
import { converterFor } from '#lib/features/rates/reader-currency.rules.ts';
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
  readonly media: readonly Media[];
  readonly promos: readonly Promo[];
  readonly points: readonly PricePoint[];
  readonly reviews: Reviews;
  /** Converts to the reader's own currency. */
  readonly convert: Converter;
  /** What leaving costs: of the cheapest option, or of the first where none can be taken. */
  readonly cancellation: Cancellation | undefined;
};

/** A lease option with what leaving it costs; no rows where no policy is known. */
export type Cancellation = { readonly tenancy: Tenancy; readonly rows: readonly CancellationRow[] | undefined };

export type OpenedUnit = { readonly unit: UnitWithTenancies; readonly tenancy: Tenancy | undefined };

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
export function readHouse(house: House, reader: Pick<Reader, 'locale' | 'now' | 'query'>, geo: Pick<GeoIndex, 'school' | 'schools' | 'placeById'>): ReadHouse {
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
  function converter({ locale, tags, query }: Reader): Converter {
    tags.add('rates');
    return converterFor(rates, locale, canonicalCurrency(query.get('currency') ?? ''));
  }

  return {
    canTranslate,

    /** The house a page is about, under the right address; tags the page. One query, which reads all that its pages show. */
    async open(reader: Reader): Promise<OpenedHouse> {
      const { listing } = reader.page;
      if (!listing || listing.kind === 'list') return { kind: 'missing' };
      const house = await service.find(listing.houseId);
      if (!house) return { kind: 'missing' };
      if (house.city.id !== listing.city.id) return { kind: 'moved', path: rightPath(house, reader) };
      reader.tags.add(`house:${house.id}`);
      return { kind: house.status === 'removed' ? 'removed' : 'house', house: readHouse(house, reader, geo) };
    },

    /** A house by its id, in the reader's words; undefined when there never was one or it was withdrawn. */
    async named(id: HouseId, reader: Pick<Reader, 'locale' | 'now' | 'query'>): Promise<ReadHouse | undefined> {
      const house = await service.find(id);
      return house && house.status !== 'removed' ? readHouse(house, reader, geo) : undefined;
    },

    /** All of a house at once. */
    async whole(house: ReadHouse, reader: Reader): Promise<WholeHouse> {
      const { now } = reader;
      const [found, media, promos, points, reviews] = await Promise.all([
        service.offers(house, now),
        service.media(house),
        service.promos(house, now),
        service.pricePoints(house),
        service.reviews(house),
      ]);
      const offers = titledOffers(found, reader);
      const answer = service.answer(house, offers.units, house.question.filter, now);
      const shown = answer?.offer ?? offers.cheapest;
      const tenancy = shown?.tenancy ?? offers.units.flatMap(({ tenancies }) => tenancies)[0];
      const cancellation = tenancy && { tenancy, rows: service.cancellation(house, tenancy, now) };
      return { offers, answer, shown, media, promos, points, reviews, convert: converter(reader), cancellation };
    },

    offers: async (house: House, reader: Reader) => titledOffers(await service.offers(house, reader.now), reader),
    /** What of the units answers the question of the page. */
    answer: (house: ReadHouse, units: readonly UnitWithTenancies[], { now }: Reader) => service.answer(house, units, house.question.filter, now),
    media: (house: House) => service.media(house),
    promos: (house: House, { now }: Reader) => service.promos(house, now),
    pricePoints: (house: House) => service.pricePoints(house),
    reviews: (house: House) => service.reviews(house),
    /** Ids of houses of the same city with vacancies, nearest in rent and kind. What shows them depends on the city. */
    similar(house: House, offer: Offer | undefined, limit: number, { tags }: Pick<Reader, 'tags'>) {
      tags.add(`city:${house.city.id}`);
      return service.similar(house, offer, limit);
    },
    cancellation: (house: House, tenancy: Tenancy, { now }: Reader) => service.cancellation(house, tenancy, now),

    /** The unit and option the address names; undefined when the house has no such unit, or the unit no such option. */
    chosen(units: readonly UnitWithTenancies[], { page: { listing } }: Reader): OpenedUnit | undefined {
      if (listing?.kind !== 'unit' && listing?.kind !== 'rooms') return undefined;
      const unit = units.find(({ id }) => id === listing.unitId);
      const wanted = listing.kind === 'unit' ? listing.tenancyId : undefined;
      const tenancy = unit?.tenancies.find(({ id }) => id === wanted);
      return unit && (wanted === undefined || tenancy) ? { unit, tenancy } : undefined;
    },

    converter,

    /** The homes of `?ids=12,15-101`, ready to show side by side. */
    async compare(reader: Reader): Promise<readonly CompareColumn[]> {
      const asked = parseCompareIds(reader.query.get('ids'));
      const { filter } = readQuestion(geo, reader.query);
      const compared = asked.length === 0 ? [] : await service.compare(asked, reader.now, filter);
      for (const { house } of compared) reader.tags.add(`house:${house.id}`);
      return compared.map((one) => ({
        ...one,
        house: readHouse(one.house, reader, geo),
        unit: one.unit && titled(one.unit, reader),
        offer: titledOffer(one.offer, reader),
        refunds: one.offer && service.cancellation(one.house, one.offer.tenancy, reader.now),
      }));
    },
  };
}

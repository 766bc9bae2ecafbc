/** Read models of the house, unit, room and compare pages, in a locale. */
import { todayIn } from '#lib/dates/dates.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { isChinese } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { inReadersScript } from '#lib/i18n/script.ts';
import { currencies } from '#lib/money/currencies.ts';
import type { Paths } from '#lib/paths.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import type { ListingPath } from '#lib/features/catalogue/listing-path.rules.ts';
import type { CompareColumn } from '#lib/features/catalogue/compare.rules.ts';
import { parseCompareIds } from '#lib/features/catalogue/compare.rules.ts';
import { readerCurrency, roundedForReading } from './house.rules.ts';
import type { Converter, House, Media, PricePoint, Promo, ReadHouse, Reviews, Tenancy, UnitWithTenancies } from './house.schema.ts';
import type { Homes, HouseService } from './house.service.ts';

/** The part of a page's view that decides what it shows. */
export type HouseReader = {
  readonly page: { readonly listing: Exclude<ListingPath, { kind: 'redirect' }> | undefined };
  readonly paths: Paths;
  readonly locale: Locale;
  readonly now: Date;
  readonly query: URLSearchParams;
  readonly tags: Set<string>;
};

export type OpenedHouse =
  | { readonly kind: 'house'; readonly house: ReadHouse }
  | { readonly kind: 'removed'; readonly house: ReadHouse }
  | { readonly kind: 'moved'; readonly path: string }
  | { readonly kind: 'missing' };

/** Everything the page of a house shows of its data. */
export type WholeHouse = {
  readonly homes: Homes;
  readonly media: readonly Media[];
  readonly promos: readonly Promo[];
  readonly points: readonly PricePoint[];
  readonly reviews: Reviews;
};

export type OpenedUnit = { readonly unit: UnitWithTenancies; readonly tenancy: Tenancy | undefined };

export type HouseLoader = ReturnType<typeof createHouseLoader>;

function wordsOf(house: House, locale: Locale): ReadHouse['words'] {
  const chinese = isChinese(locale) && house.descriptionZh !== undefined;
  const text = chinese ? house.descriptionZh : house.description;
  if (!text) return undefined;
  const lang = !chinese ? 'en' : locale === 'zh-cn' ? 'zh-CN' : locale === 'zh-hk' ? 'zh-Hant-HK' : 'zh-Hant-TW';
  const own = chinese ? inReadersScript(text, locale) : text;
  return {
    lang,
    paragraphs: own
      .split(/\n\s*\n/)
      .map((one) => one.trim())
      .filter(Boolean),
  };
}

/** A house in the reader's words, on the day it is where the house stands. */
export function readHouse(house: House, reader: Pick<HouseReader, 'locale' | 'now' | 'query'>, geo: Pick<GeoIndex, 'school'>): ReadHouse {
  const title = isChinese(reader.locale) && house.nameZh ? inReadersScript(house.nameZh, reader.locale) : house.name;
  const slug = reader.query.get('schoolunique');
  return {
    ...house,
    title,
    originalName: title === house.name ? undefined : house.name,
    words: wordsOf(house, reader.locale),
    today: todayIn(house.city.timeZone, reader.now),
    chosenSchool: slug ? geo.school(house.city, slug) : undefined,
  };
}

/** The same page below the house's right city. */
function rightPath(house: House, { page: { listing }, paths, query }: HouseReader): string {
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

export function createHouseLoader(service: HouseService, geo: GeoIndex, rates: RatesService) {
  return {
    /** The house a page is about, under the right address; tags the page. One query. */
    async open(reader: HouseReader): Promise<OpenedHouse> {
      const { listing } = reader.page;
      if (!listing || listing.kind === 'list') return { kind: 'missing' };
      const house = await service.find(listing.houseId);
      if (!house) return { kind: 'missing' };
      if (house.city.id !== listing.city.id) return { kind: 'moved', path: rightPath(house, reader) };
      reader.tags.add(`house:${house.id}`);
      return { kind: house.status === 'removed' ? 'removed' : 'house', house: readHouse(house, reader, geo) };
    },

    /** All of a house at once. Six queries. */
    async whole(house: House, { now }: HouseReader): Promise<WholeHouse> {
      const [homes, media, promos, points, reviews] = await Promise.all([
        service.homes(house, now),
        service.media(house),
        service.promos(house, now),
        service.pricePoints(house),
        service.reviews(house),
      ]);
      return { homes, media, promos, points, reviews };
    },

    homes: (house: House, { now }: HouseReader) => service.homes(house, now),
    media: (house: House) => service.media(house),
    promos: (house: House, { now }: HouseReader) => service.promos(house, now),
    pricePoints: (house: House) => service.pricePoints(house),
    reviews: (house: House) => service.reviews(house),
    similar: service.similar,
    cancellation: (house: House, tenancy: Tenancy, { now }: HouseReader) => service.cancellation(house, tenancy, now),

    /** The unit and option the address names; undefined when the house has no such unit, or the unit no such option. */
    chosen(units: readonly UnitWithTenancies[], { page: { listing } }: HouseReader): OpenedUnit | undefined {
      if (listing?.kind !== 'unit' && listing?.kind !== 'rooms') return undefined;
      const unit = units.find(({ id }) => id === listing.unitId);
      const wanted = listing.kind === 'unit' ? listing.tenancyId : undefined;
      const tenancy = unit?.tenancies.find(({ id }) => id === wanted);
      return unit && (wanted === undefined || tenancy) ? { unit, tenancy } : undefined;
    },

    /** Converts to the reader's own currency, by the day's rates. */
    converter({ locale, tags }: HouseReader): Converter {
      tags.add('rates');
      return (amount) => {
        const currency = readerCurrency(locale, amount.currency);
        const converted = currency && rates.convert(amount, currency);
        const one = currency && rates.convert({ minor: 10n ** BigInt(currencies[amount.currency].exponent), currency: amount.currency }, currency);
        return converted && one ? { amount: roundedForReading(converted.money), one: one.money, asOf: converted.asOf } : undefined;
      };
    },

    /** The homes of `?ids=12,15-101`, ready to show side by side. */
    async compare(reader: HouseReader): Promise<readonly CompareColumn[]> {
      const asked = parseCompareIds(reader.query.get('ids'));
      const compared = asked.length === 0 ? [] : await service.compare(asked, reader.now);
      for (const { house } of compared) reader.tags.add(`house:${house.id}`);
      return compared.map((one) => ({ ...one, house: readHouse(one.house, reader, geo) }));
    },
  };
}

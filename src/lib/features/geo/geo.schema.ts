/** Places as the rest of the code sees them. */
import { listFormat } from '#lib/i18n/formats.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { CityId, CountryId, PlaceId, SchoolId } from '#lib/ids/ids.ts';
import { memoBy } from '#lib/memo.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { LeaseUnit } from '#lib/money/money.ts';
import type { Point } from '#lib/geo/distance.ts';
import type { CountryBills, TermDates } from './places.schema.ts';

/** A place's names by locale, complete for all five. */
export type LocalNames = Readonly<Record<Locale, string>>;

type Named = {
  readonly slug: string;
  readonly names: LocalNames;
  readonly nicknames: readonly string[];
  /** Set where another of the kind has the same name: names that only this one has (distinct-names.rules.ts). */
  readonly distinct?: LocalNames;
};

export type Country = Named & {
  readonly kind: 'country';
  readonly id: CountryId;
  readonly iso2: string;
  readonly dialCode: string;
  readonly currency: CurrencyCode;
  readonly europe: boolean;
  readonly popularity: number;
  readonly rentUnit: LeaseUnit;
  readonly terms: TermDates;
  readonly bills: CountryBills;
  /** Most popular first. */
  readonly cities: readonly City[];
};

export type City = Named & {
  readonly kind: 'city';
  readonly id: CityId;
  readonly country: Country;
  readonly at: Point;
  readonly timeZone: string;
  readonly popularity: number;
  readonly state: string | undefined;
  /** Usual weekly studio rent in whole units of the country's currency. */
  readonly studioWeek: number;
  readonly schools: readonly School[];
  readonly places: readonly Place[];
};

export type School = Named & {
  readonly kind: 'school';
  readonly id: SchoolId;
  readonly city: City;
  readonly short: string | undefined;
  readonly website: string;
  readonly founded: number | undefined;
  readonly studentsThousand: number | undefined;
  /** The first campus is the main one. */
  readonly campuses: readonly { readonly name: string; readonly at: Point }[];
  readonly at: Point;
  readonly popularity: number;
  /** The school's own, otherwise the country's usual terms. */
  readonly terms: TermDates;
};

export type Place = Named & {
  readonly kind: 'neighbourhood' | 'station' | 'landmark' | 'postal';
  readonly id: PlaceId;
  readonly city: City;
  readonly at: Point;
  readonly lines: readonly string[];
};

/** The five names from the languages a place file gives; Vietnamese falls back to English, Hong Kong to Taiwan. */
export function localNames(names: { en: string; zh: string; zhHant: string; zhHk?: string | undefined; vi?: string | undefined }): LocalNames {
  return {
    'zh-cn': names.zh,
    'en-us': names.en,
    'zh-hk': names.zhHk ?? names.zhHant,
    'zh-tw': names.zhHant,
    'vi-vn': names.vi ?? names.en,
  };
}

/** The country's name to stand beside a city's; none where it would say the same again, as in Hong Kong. */
export function countryBeside(city: Pick<City, 'names'> & { readonly country: Pick<Country, 'names'> }, locale: Locale): string | undefined {
  const name = city.country.names[locale];
  return name.endsWith(city.names[locale]) ? undefined : name;
}

/** Words that go small inside a sentence; abbreviations and Wi-Fi stay as they are. */
const ordinaryWord = /^\p{Lu}\p{Ll}+(?!\p{L}|-\p{Lu})/u;

/**
 * Labels joined to one list of a sentence: the second and later ones begin small where the language writes so.
 * @example listWords(['Ensuite room', 'Studio', 'TV licence'], 'en-us') // 'Ensuite room, studio and TV licence'
 */
export function listWords(labels: readonly string[], locale: Locale): string {
  return listNames(
    labels.map((label, index) =>
      index > 0 && ordinaryWord.test(label) ? label.charAt(0).toLocaleLowerCase(localeFacts[locale].intl) + label.slice(1) : label,
    ),
    locale,
  );
}

/** A list of names as the language joins them: "A, B and C", 「A、B和C」. */
export function listNames(names: readonly string[], locale: Locale): string {
  return joinedNames(names.join('\0'), locale);
}

const joinedNames = /* @__PURE__ */ memoBy(
  (joined: string, locale: Locale) => listFormat(localeFacts[locale].intl).format(joined === '' ? [] : joined.split('\0')),
  2_000,
);

/** A country, or a larger area in one as people name it. */
export type Region = {
  readonly id: number;
  readonly slug: string;
  readonly country: Country;
  readonly names: LocalNames;
  readonly aliases: readonly string[];
  readonly cities: readonly City[];
  readonly isCountry: boolean;
};

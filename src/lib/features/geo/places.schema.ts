/**
 * Shapes of the place files under `src/content/places/<country>/`: what editors write about
 * countries, cities, schools, neighbourhoods, stations, landmarks and postal areas.
 * Ids are written in the files and never reused; a child's id begins with its parent's.
 */
import { z } from 'zod';

const slug = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'a slug has lower-case letters, digits and single hyphens');
const isoDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'a date is written YYYY-MM-DD');

/** `[latitude, longitude]` in WGS-84 degrees. `0, 0` is a placeholder and is refused. */
export const pointSchema = z
  .tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)])
  .refine(([latitude, longitude]) => latitude !== 0 || longitude !== 0, '0, 0 is a placeholder, not a place');

/** Names per locale. `zh` is Simplified, `zhHant` Traditional as in Taiwan, `zhHk` only where Hong Kong differs, `vi` only where customary. */
export const placeNamesSchema = z.strictObject({
  en: z.string().min(1),
  zh: z.string().min(1),
  zhHant: z.string().min(1),
  zhHk: z.string().min(1).optional(),
  vi: z.string().min(1).optional(),
  /** The name in the place's own language where that is none of the above (Spanish, Japanese …). */
  local: z.string().min(1).optional(),
});

/** What Oxford, Cambridge, Durham and Lancaster call their terms; students know no other names for them. */
const termsOfTradition = ['michaelmas', 'hilary', 'lent', 'epiphany', 'trinity', 'easter'] as const;

export const termSchema = z
  .strictObject({
    /** Which teaching period this is. */
    name: z.enum([...termsOfTradition, 'autumn', 'winter', 'spring', 'summer', 'semester-1', 'semester-2', 'trimester-1', 'trimester-2', 'trimester-3']),
    start: isoDate,
    end: isoDate,
  })
  .refine(({ start, end }) => start < end, 'a term ends after it starts');

/** Bills of which an estimate can be made: what every home uses. */
export const estimatedBills = ['water', 'electricity', 'gas', 'heating', 'internet'] as const;

const terms = z.array(termSchema).min(1);

/**
 * Teaching terms. `basis: published` when the dates are the institution's own: then with the page they stand on and the
 * day somebody read it there. `typical` when they are the usual pattern.
 */
export const termDatesSchema = z.discriminatedUnion('basis', [
  z.strictObject({ basis: z.literal('published'), source: z.url({ protocol: /^https$/ }), checked: z.iso.date(), terms }),
  z.strictObject({ basis: z.literal('typical'), terms }),
]);

export const placeKinds = ['neighbourhood', 'station', 'landmark', 'postal'] as const;

/** A neighbourhood, station, landmark or postal area inside a city. */
export const placeSchema = z.strictObject({
  id: z.int().positive(),
  kind: z.enum(placeKinds),
  slug,
  names: placeNamesSchema,
  /** Other names in any language: 伦大. */
  nicknames: z.array(z.string()).optional(),
  at: pointSchema,
  /** Line or network names of a station. */
  lines: z.array(z.string()).optional(),
});

export const campusSchema = z.strictObject({ name: z.string().min(1), at: pointSchema });

export const schoolSchema = z.strictObject({
  id: z.int().positive(),
  slug,
  /** Slug of the city of the same country under which it stood before; its old addresses lead here and its id stays. */
  formerCity: slug.optional(),
  names: placeNamesSchema,
  /** Usual abbreviation: UCL, LSE, UNSW. */
  short: z.string().min(2).optional(),
  /** Nicknames and former names in any language: 曼大, UoM. */
  nicknames: z.array(z.string()).optional(),
  website: z.string().regex(/^[a-z0-9.-]+\.[a-z]{2,}$/, 'a bare host name'),
  founded: z.int().min(800).max(2030).optional(),
  /** Students in thousands, rounded; all levels. */
  studentsThousand: z.number().positive().max(500).optional(),
  /** How often students from abroad look for it, 1 to 100; without it that is reckoned from its size and its city. */
  sought: z.int().min(1).max(100).optional(),
  campuses: z.array(campusSchema).min(1),
  terms: termDatesSchema.optional(),
});

export const citySchema = z.strictObject({
  id: z.int().positive(),
  slug,
  names: placeNamesSchema,
  nicknames: z.array(z.string()).optional(),
  /** State, province, county or prefecture, where people name it. */
  state: z.string().optional(),
  centre: pointSchema,
  timeZone: z.string().regex(/^[A-Z][A-Za-z]+\/[A-Za-z_/]+$/),
  /** 1 (rarely chosen) to 100 (London): how often students look for homes here. */
  popularity: z.int().min(1).max(100),
  /** Usual weekly rent of a studio in student housing, in whole units of the country's currency. */
  studioWeek: z.number().positive(),
  places: z.array(placeSchema),
  schools: z.array(schoolSchema),
});

/** What a home's bills come to in a year, in whole units of the currency, as somebody who knows has published it. */
const billFigureSchema = z.strictObject({
  covers: z.array(z.enum(estimatedBills)).min(1),
  /** One person living alone; left out where nobody publishes it. */
  alone: z.int().positive().optional(),
  /** A home of several. */
  home: z.int().positive().optional(),
  /** Who says so, of when, for what use. */
  source: z.string().min(10),
  asOf: z.iso.date(),
});

/** Bills a tenant usually meets in a country, and what is known of their size. */
export const countryBillsSchema = z.strictObject({
  usual: z.array(z.enum(estimatedBills)).min(1),
  /** How many people share the home of several. */
  people: z.int().min(2).max(8),
  figures: z.array(billFigureSchema),
});

export const countrySchema = z.strictObject({
  /** ISO 3166-1 numeric (R3.37, decisions). */
  id: z.int().positive(),
  slug,
  iso2: z.string().regex(/^[A-Z]{2}$/),
  names: placeNamesSchema,
  dialCode: z.string().regex(/^\d{1,4}$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Group shown in pickers besides the country's own (id 999 is Europe). */
  europe: z.boolean(),
  popularity: z.int().min(1).max(100),
  /** How rents are usually quoted there. */
  rentUnit: z.enum(['DAY', 'WEEK', 'MONTH', 'YEAR']),
  terms: termDatesSchema,
  bills: countryBillsSchema,
});

export type CountryFile = z.infer<typeof countrySchema>;
export type CityFile = z.infer<typeof citySchema>;
export type SchoolFile = z.infer<typeof schoolSchema>;
export type PlaceNames = z.infer<typeof placeNamesSchema>;
export type CountryBills = z.infer<typeof countryBillsSchema>;
export type TermDates = z.infer<typeof termDatesSchema>;

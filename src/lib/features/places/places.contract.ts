/** Calls that give pickers and forms the countries, cities and schools to choose from. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { positionFields } from '#lib/geo/position.schema.ts';
import { idInput } from '#lib/ids/id.schema.ts';

const inCountry = {
  country_id: z.int(),
  country_name: z.string().check(z.describe('In the asker’s language')),
  country_name_en: z.string().check(z.describe('Short code, such as UK')),
  country_name_tc: z.string().check(z.describe('In Traditional Chinese')),
  country_unique_name: z.string(),
};

const named = { name: z.string(), name_en: z.string(), name_tc: z.string() };

const cityEntry = z
  .object({ city_id: z.int(), ...inCountry, ...named, ...positionFields, region_unique_name: z.string(), url: z.string() })
  .register(z.globalRegistry, { id: 'CityEntry' });

const schoolEntry = z
  .object({
    school_id: z.int(),
    school_unique_name: z.string(),
    city_id: z.int(),
    city_name: z.string(),
    city_name_en: z.string(),
    city_name_tc: z.string(),
    ...inCountry,
    ...named,
    ...positionFields,
    region_unique_name: z.string(),
    url: z.string(),
  })
  .register(z.globalRegistry, { id: 'SchoolEntry' });

/** R3.32, R3.38. */
export const placesContract = contract({
  name: 'places',
  summary: 'Countries with all their cities, behind the pseudo-countries of popular cities (1000) and of Europe (999).',
  keepFor: 3_600,
  method: 'GET',
  path: '/_api/places',
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        id: z.int().check(z.describe('1000 and 999 are no countries')),
        name: z.string(),
        country_name: z.string(),
        country_name_en: z.string(),
        country_name_tc: z.string(),
        country_unique_name: z.nullable(z.string()).check(z.describe('null for what is no country')),
        val: z.int().check(z.describe('What a field keeps of the choice: the id')),
        city: z.array(cityEntry),
      }),
    ),
  }),
  access: 'public',
  fulfils: ['R3.32', 'R3.35', 'R3.36', 'R3.38'],
});

/** R3.42. */
export const citySchoolsContract = contract({
  name: 'city-schools',
  summary: 'The universities and colleges of a city, the most sought first.',
  keepFor: 3_600,
  method: 'GET',
  path: '/_api/places/schools',
  input: z.object({ city_id: idInput }),
  output: z.object({ items: z.array(schoolEntry) }),
  access: 'public',
  errors: ['not-found'],
  fulfils: ['R3.42'],
});

const dialCountry = z
  .object({ country_id: z.int(), country_ab: z.string(), country_code: z.string(), name: z.string() })
  .register(z.globalRegistry, { id: 'DialCountry' });

/** Dial codes for phone fields: the usual ones first, then all by initial (R7.034). */
export const countryCodesContract = contract({
  name: 'country-codes',
  summary: 'Dial codes for phone fields: the usual countries first, then all by initial.',
  keepFor: 3_600,
  method: 'GET',
  path: '/_api/country/codes',
  input: z.object({}),
  output: z.object({ hot: z.array(dialCountry), grouped: z.array(z.object({ initial: z.string(), countries: z.array(dialCountry) })) }),
  access: 'public',
  fulfils: ['R7.034'],
});

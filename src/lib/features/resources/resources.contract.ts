/** Calls that give a client its constants: dial codes and common data. */
import * as z from 'zod/mini';
import { contract } from '#lib/http/contract.ts';

const dialCountry = z.object({ country_id: z.number(), country_ab: z.string(), country_code: z.string(), name: z.string() });

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

/** Constants of the site that a client needs before anything else (R7.180). */
export const commonDataContract = contract({
  name: 'common-data',
  summary: 'Constants of the site: version, languages, currencies, lease units, picture widths.',
  keepFor: 300,
  method: 'GET',
  path: '/_api/common-data.json',
  input: z.object({}),
  output: z.object({
    version: z.string(),
    server_region: z.string(),
    default_dial_code: z.string(),
    languages: z.array(z.string()),
    lease_units: z.array(z.string()),
    image_variants: z.array(z.number()),
    currencies: z.array(z.object({ currency_id: z.number(), code: z.string(), symbol: z.string() })),
  }),
  access: 'public',
  fulfils: ['R7.180', 'R9.09'],
});

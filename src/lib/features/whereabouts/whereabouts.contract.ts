/** Calls that tell where the asker seems to be. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { whereaboutsWires } from './whereabouts.wire.ts';

const whereabouts = {
  country_code: z.string().check(z.describe('Dial code')),
  country_ab: z.string().check(z.describe('Two letters')),
  source: z.enum(['proxy', 'address', 'language']).check(z.describe('How it was found out; `language` is a guess')),
};

export const countryByIpContract = contract({
  name: 'country-by-ip',
  summary: 'The country a reader is probably in, for phone fields; its dial code is kept in a cookie for two days. A look-up that fails is ignored.',
  ...whereaboutsWires.country,
  input: z.object({}),
  output: z.object(whereabouts),
  access: 'public',
  fulfils: ['R7.031', 'R8.33', 'R3.11', 'R9.08'],
});

export const userCityContract = contract({
  name: 'user-city',
  summary: 'The most sought city of the reader’s country, kept in a cookie for 30 minutes; null where we have none there.',
  ...whereaboutsWires.city,
  input: z.object({}),
  output: z.object({
    ...whereabouts,
    city: z.nullable(z.object({ city_id: z.int(), city_name: z.string(), city_unique_name: z.string(), country_unique_name: z.string(), url: z.string() })),
  }),
  access: 'public',
  fulfils: ['R7.032', 'R9.10'],
});

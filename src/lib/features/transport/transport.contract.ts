/** Calls about the wire itself. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';

/** The server's clock, by which clients sign (R7.013). */
export const serverTimeContract = contract({
  name: 'server-time',
  summary: 'Tells the server’s time, by which a client with a wrong clock signs.',
  method: 'GET',
  path: '/_api/time',
  input: z.object({}),
  output: z.object({ server_time: z.number() }),
  access: 'public',
  fulfils: ['R7.013'],
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
    currencies: z.array(
      z.object({ currency_id: z.number(), name: z.string().check(z.describe('In the language of who asks')), code: z.string(), symbol: z.string() }),
    ),
  }),
  access: 'public',
  fulfils: ['R7.180', 'R9.09', 'R3.48'],
});

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

/** The key to which personal fields and bodies are encrypted (R7.026, R7.027). */
export const sealKeyContract = contract({
  name: 'seal-key',
  summary: 'Gives the public key to which clients encrypt personal fields and bodies (JWE, ECDH-ES, A256GCM).',
  method: 'GET',
  path: '/_api/seal-key',
  input: z.object({}),
  output: z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() }),
  access: 'public',
  keepFor: 300,
  fulfils: ['R7.026', 'R7.027'],
});

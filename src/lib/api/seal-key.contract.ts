/** The call for the key to which clients encrypt. */
import { contract } from './contract.ts';
import * as z from 'zod/mini';

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

/** Checked by the compiler alone: what answers a call refuses with errors that its contract names, or that every call may name. */
import * as z from 'zod/mini';
import { bind, bindWithin } from '#lib/api/bind.ts';
import { errorNameOf } from '#lib/api/client.ts';
import { contract } from '#lib/api/contract.ts';
import type { Contract } from '#lib/api/contract.ts';
import type { CommonError } from '#lib/api/envelope.ts';

const facts = {
  name: 'example',
  summary: 'For this test.',
  method: 'GET',
  path: '/_api/example',
  input: z.object({}),
  output: z.object({}),
  access: 'public',
  fulfils: [],
} as const;
const told = contract({ ...facts, errors: ['not-found', 'upstream-slow'] });
const quiet = contract(facts);
const empty = contract({ ...facts, errors: [] });

export const right = [
  bind(told, async () => ({ ok: true, data: {} })),
  bind(told, async () => ({ ok: false, error: 'not-found' })),
  bind(told, async () => ({ ok: false, error: 'bad-input' })),
  bind(quiet, async () => ({ ok: false, error: 'unavailable' })),
  bindWithin(told, async () => ({ ok: false, error: 'upstream-slow' })),
];
export const list: readonly Contract[] = [told, quiet, empty];

export const wrong = [
  // @ts-expect-error -- the contract does not name it
  bind(told, async () => ({ ok: false, error: 'enough-for-today' })),
  // @ts-expect-error -- nor does this one, which names none
  bind(quiet, async () => ({ ok: false, error: 'not-found' })),
  // @ts-expect-error -- nor this one, whose list is empty
  bind(empty, async () => ({ ok: false, error: 'not-found' })),
  // @ts-expect-error -- the same inside a transaction
  bindWithin(told, async () => ({ ok: false, error: 'enough-for-today' })),
  // @ts-expect-error -- one of two is too many already
  bind(told, async () => (Math.random() < 1 ? { ok: false, error: 'not-found' } : { ok: false, error: 'replayed' })),
  // @ts-expect-error -- there is no such error
  contract({ ...facts, errors: ['not-found', 'gone-fishing'] }),
];

export const name: 'not-found' | 'upstream-slow' | CommonError | undefined = errorNameOf(told, new Error('any'));
// @ts-expect-error -- it may be one of the contract's
export const common: CommonError | undefined = errorNameOf(told, new Error('any'));
// @ts-expect-error -- a contract that names none is not refused so
export const never: boolean = errorNameOf(quiet, new Error('any')) === 'not-found';

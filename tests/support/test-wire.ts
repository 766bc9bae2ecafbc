/** Calls of tests alone, and how tests ask them: what the wire does is the same for any call. */
import * as z from 'zod/mini';
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { contract } from '#lib/api/contract.ts';
import { StorageError } from '#lib/ports/storage/storage.ts';
import { openTestApi } from './test-api.ts';
import type { TestApi } from './test-api.ts';

/** What the calls were given, and how often they ran. */
export const seen: unknown[] = [];
/** What the repeatable call waits for. */
const gate: { open: Promise<void> } = { open: Promise.resolve() };

const text = z.object({ text: z.string().check(z.maxLength(5)) });
const base = { access: 'public', fulfils: [] } as const;
const echo = contract({ ...base, name: 'echo', summary: 'Test.', method: 'POST', path: '/_api/test/echo', input: text, output: text, errors: ['not-found'] });
const twice = contract({
  ...base,
  name: 'twice',
  summary: 'Test.',
  method: 'POST',
  path: '/_api/test/twice',
  input: text,
  output: z.object({ run: z.number() }),
  repeatable: true,
});
const read = contract({
  ...base,
  name: 'read',
  summary: 'Test.',
  method: 'GET',
  path: '/_api/test/read/{id}',
  input: z.object({ id: z.coerce.number(), more: z.optional(z.string()) }),
  output: z.object({ id: z.number() }),
});
const broken = contract({
  ...base,
  name: 'broken',
  summary: 'Test.',
  method: 'GET',
  path: '/_api/test/broken',
  input: z.object({ how: z.string() }),
  output: z.object({ id: z.number() }),
});
/** Its path ends as one whose personal fields are sealed. */
export const secret = contract({
  ...base,
  name: 'secret',
  summary: 'Test.',
  method: 'POST',
  path: '/_api/test/checkIdCard',
  input: z.object({ name: z.string(), idcard_no: z.string() }),
  output: z.object({ name: z.string() }),
  sealed: true,
});
/** Its path ends as one whose whole body is sealed. */
export const wrapped = contract({
  ...base,
  name: 'wrapped',
  summary: 'Test.',
  method: 'POST',
  path: '/_api/test/rentalApply/submit',
  input: z.object({ name: z.string(), city: z.string() }),
  output: z.object({ name: z.string(), city: z.string() }),
});
/** Calls that are not for everybody. */
export const closed = (['login', 'partner'] as const).map((access) =>
  contract({ ...base, access, name: `for-${access}`, summary: 'Test.', method: 'POST', path: `/_api/test/for-${access}`, input: text, output: text }),
);

const more: readonly BoundCall[] = [
  bind(echo, async (input) => {
    seen.push(input);
    return input.text === 'gone' ? { ok: false, error: 'not-found' } : { ok: true, data: input };
  }),
  bind(twice, async (input) => {
    await gate.open;
    seen.push(input);
    if (input.text === 'throw') throw new Error('not this time');
    if (input.text === 'store') throw new StorageError('the bucket does not answer');
    return { ok: true, data: { run: seen.length } };
  }),
  bind(read, async ({ id }) => ({ ok: true, data: { id } })),
  bind(broken, async ({ how }) => {
    if (how === 'throw') throw new Error('password=hunter2');
    return { ok: true, data: { id: how as unknown as number } };
  }),
  bind(secret, async (input) => {
    seen.push(input);
    return { ok: true, data: { name: input.name } };
  }),
  ...closed.map((one) =>
    bind(one, async (input) => {
      seen.push(input);
      return { ok: true, data: input };
    }),
  ),
  bind(wrapped, async (input) => ({ ok: true, data: input })),
];

export type TestWire = {
  readonly on: TestApi;
  post(path: string, body: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<Response>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Holds the repeatable call back until the promise is kept. */
  hold(until: Promise<void>): void;
  /** Forgets what was seen. */
  reset(): void;
};

const envelope = z.object({ error_code: z.number(), message: z.string(), data: z.unknown() });

export async function bodyOf(answer: Response | Promise<Response>): Promise<z.output<typeof envelope>> {
  return envelope.parse(await (await answer).json());
}

/** HTTP status and error code. */
export async function shown(answer: Response | Promise<Response>): Promise<readonly [number, number]> {
  const response = await answer;
  return [response.status, (await bodyOf(response)).error_code];
}

export const form = { 'content-type': 'application/x-www-form-urlencoded' } as const;

export async function openTestWire(): Promise<TestWire> {
  const on = await openTestApi({ more });
  return {
    on,
    post: async (path, body, headers = {}) =>
      on.api.request(path, { method: 'POST', body: new URLSearchParams(body).toString(), headers: { 'accept-language': 'en-us', ...form, ...headers } }),
    get: async (path, headers = {}) => on.api.request(path, { headers: { 'accept-language': 'en-us', ...headers } }),
    hold: (until) => void (gate.open = until),
    reset() {
      seen.length = 0;
      on.failures.length = 0;
      gate.open = Promise.resolve();
    },
  };
}

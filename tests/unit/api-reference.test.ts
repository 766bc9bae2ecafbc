/** What the API says of itself: the page for people and the document for machines. */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contracts } from '#lib/contracts.ts';
import { apiReference } from '#lib/api/api-reference.ts';
import { contract } from '#lib/api/contract.ts';
import { createMachineFiles } from '#server/files/machine-files.ts';
import { errorsOf, openApiDocument, parametersOf } from '#lib/api/openapi.ts';
import { createSite } from '#lib/paths.ts';
import { createGeoIndex } from '#lib/features/geo/geo.index.ts';

const origin = 'https://homes.example.org';
const shape = z.object({ minor: z.string().check(z.describe('As text')) }).register(z.globalRegistry, { id: 'TestMoney' });
const example = contract({
  name: 'example',
  summary: 'An example.',
  method: 'POST',
  path: '/_api/example/{id}/rentalApply/person',
  input: z.object({
    id: z.coerce.number().check(z.int(), z.positive()),
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 1),
    kind: z.optional(z.enum(['a', 'b'])),
    name: z.string().check(z.maxLength(40), z.describe('Whose')),
  }),
  output: z.object({ items: z.array(z.object({ rent: z.nullable(shape), kinds: z.array(z.enum(['a', 'b'])) })), note: z.nullable(z.string()) }),
  access: 'public',
  repeatable: true,
  limit: 'outside',
  errors: ['not-found'],
  fulfils: [],
});

test('a call is told with parameters, answer, errors, limits, sealing and an example', () => {
  const { groups, shapes } = apiReference([example], origin);
  const [call] = groups[0]?.calls ?? [];
  expect(call?.parameters.map(({ name, type, about }) => [name, type, about])).toEqual([
    ['id', 'integer, from 1, required, in the path', ''],
    ['page', 'integer, 1 to 50', '1 by default.'],
    ['kind', 'a | b', ''],
    ['name', 'string, up to 40 characters, required', 'Whose'],
  ]);
  expect(call?.answer.map(({ name, type, shape: named }) => [name, type, named])).toEqual([
    ['items', 'object[]', undefined],
    ['items[].rent', 'TestMoney or null', 'TestMoney'],
    ['items[].kinds', '(a | b)[]', undefined],
    ['note', 'string | null', undefined],
  ]);
  expect([call?.limit, call?.repeatable, call?.seal]).toEqual([
    '60 in 60 seconds',
    true,
    'The whole body travels encrypted in encrypt_data; one that is sent open is taken as well.',
  ]);
  expect(call?.example).toBe(`curl -H 'accept-language: en-us' '${origin}/_api/example/826001/rentalApply/person' \\\n  --data-urlencode 'name=1'`);
  expect(shapes.map(({ name, rows }) => [name, rows.map((row) => [row.name, row.about])])).toEqual([['TestMoney', [['minor', 'As text']]]]);
  expect(errorsOf(example)).toEqual(expect.arrayContaining(['not-found', 'cross-site', 'replayed', 'key-reused', 'bad-seal', 'wrong-media', 'too-large']));
});

test('a call that takes nothing wrong is described with its form, its path and references that lead somewhere', () => {
  const document = openApiDocument({ contracts: [example], origin, version: '1', title: 'Test' });
  const operation = document.paths[example.path]?.['post'];
  const names = new Set(operation?.parameters.map((one) => ('name' in one ? `${one.in} ${one.name}` : one.$ref.split('/').at(-1))));
  expect([...names].sort()).toEqual(expect.arrayContaining(['accept-language', 'idempotency-key', 'path id']));
  expect(operation?.requestBody?.content['application/x-www-form-urlencoded']?.schema).toMatchObject({
    required: ['name'],
    properties: { kind: { enum: ['a', 'b'] } },
  });
  expect(Object.keys(document.components.schemas)).toEqual(['TestMoney']);
  expect(Object.keys(document.components.responses)).toContain('wrong-media');
});

test('every call has its entry with an example that asks for all it must', () => {
  const calls = apiReference(contracts, origin).groups.flatMap((group) => group.calls);
  expect(calls).toHaveLength(contracts.length);
  for (const one of contracts) {
    const entry = calls.find(({ id }) => id === one.name);
    expect(entry?.example).not.toMatch(/[{}]/);
    for (const { name, required, in: where } of parametersOf(one)) if (required && where !== 'path') expect(entry?.example).toContain(`${name}=`);
  }
});

test('/openapi.json is the same for everyone and says where the API is', async () => {
  const files = createMachineFiles({
    config: { indexNow: undefined },
    site: createSite(origin, new Map()),
    geo: createGeoIndex([]),
    editorial: [],
    sitemaps: { files: async () => [], urls: async () => undefined },
  });
  const answer = await files('/openapi.json');
  expect([answer?.status, answer?.type]).toEqual([200, 'application/json; charset=utf-8']);
  expect(JSON.parse(String(answer?.body))).toMatchObject({ openapi: '3.1.1', servers: [{ url: origin }] });
});

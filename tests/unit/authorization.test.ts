/**
 * Who may do what: every call and every page, for somebody who is not signed in and for a stranger who is. What each is meant to
 * be stands in authorization.tsv, a line for each; what has none, or another, fails.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Hono } from 'hono';
import type { BoundCall } from '#lib/api/bind.ts';
import { refusalOf } from '#lib/api/gates/permission.ts';
import type { Session } from '#lib/api/gates/session.ts';
import { wireHeaders } from '#lib/api/signing.ts';
import { newSealKeys } from '#lib/api/sealing.ts';
import { contracts } from '#lib/contracts.ts';
import { routes } from '#lib/routes.ts';
import type { RouteDefinition } from '#lib/routes.ts';
import { plainApi } from '#tests/support/plain-api.ts';
import { bodyOf, closed, form } from '#tests/support/test-wire.ts';

const lines = readFileSync('tests/unit/authorization.tsv', 'utf8').trimEnd().split('\n');
const stranger: Session = { id: 'stranger', userId: 404, roles: [], provedAt: new Date(0) };
/** What an answer's code says when the call behind the gates was reached, or the last of them, that of the captcha. */
const reached = [0, 301, 422, 13_000];
/** Where a call needs the token of its visit it is there: who may make the call is what is asked here. */
const visit = { cookie: `loftling_pre=${'v'.repeat(22)}`, 'sec-fetch-site': 'same-origin', [wireHeaders.antiForgery]: 'right' };

let api: Hono;
beforeAll(async () => {
  const { privateKey } = await newSealKeys();
  const calls = [...contracts, ...closed].map((contract): BoundCall => ({ kind: 'plain', contract, answer: async () => ({ ok: false, error: 'go-home' }) }));
  const csrf = { tokenFor: () => 'right', verify: (_: string, token: string) => token === 'right' };
  api = plainApi({ calls, sealKey: privateKey, csrf, sessions: { read: async (token) => (token === 'strange' ? stranger : undefined) } });
});

test('every call and every page has a line of its own that says for whom it is, and no line is left over', () => {
  const rows = [
    ...contracts.map(({ name, access }) => `call\t${name}\t${access}`),
    ...Object.entries<RouteDefinition>(routes).map(([name, { access }]) => `page\t${name}\t${access}`),
  ];
  expect(rows.sort()).toEqual(lines);
});

describe.each([
  ['somebody not signed in', {}, { public: reached, login: [403], partner: [403] }],
  ['somebody with a token that is none', { authorization: 'Bearer forged' }, { public: reached, login: [403], partner: [403] }],
  ['a stranger who is signed in', { authorization: 'Bearer strange', [wireHeaders.antiForgery]: 'right' }, { public: reached, login: reached, partner: [404] }],
] as const)('%s', (_, headers, expected) => {
  test.each([...contracts, ...closed].map((contract) => [contract.name, contract] as const))('%s', async (_name, { method, path, access, csrf }) => {
    const url = path.replaceAll(/\{\w+\}/g, 'x');
    const answer = await bodyOf(api.request(url, { method, headers: { ...(csrf === 'always' ? visit : {}), ...headers, ...(method === 'POST' ? form : {}) } }));
    expect(expected[access]).toContain(answer.error_code);
  });
});

test('private pages are for the signed in, those of partners for partners; all others are for everybody', () => {
  const partner: Session = { ...stranger, roles: ['partner'] };
  for (const [name, { access, render }] of Object.entries<RouteDefinition>(routes)) {
    // A page that is kept for everybody cannot be for some.
    if (access !== 'public') expect([name, render]).toEqual([name, 'private']);
    expect([name, refusalOf(access, undefined) === undefined]).toEqual([name, access === 'public']);
    expect([name, refusalOf(access, stranger) === undefined]).toEqual([name, access !== 'partner']);
    expect([name, refusalOf(access, partner)]).toEqual([name, undefined]);
  }
});

test('what is kept for everybody is for everybody, and reads', () => {
  for (const { name, access, keepFor, method, sealed } of contracts)
    if (keepFor) expect([name, access, method, sealed]).toEqual([name, 'public', 'GET', undefined]);
});

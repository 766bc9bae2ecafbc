/** Gates: where a write comes from, whose it is, who may make it. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { callerOf } from '#lib/api/caller.ts';
import type { Caller } from '#lib/api/caller.ts';
import { contract } from '#lib/api/contract.ts';
import { captchaGate } from '#lib/api/gates/captcha.ts';
import { isCrossSite } from '#lib/api/admission.ts';
import { csrfGate, csrfOf, tokenOwnerOf } from '#lib/api/gates/csrf.ts';
import { originGate } from '#lib/api/gates/origin.ts';
import type { SigningSecrets } from '#lib/api/gates/csrf.ts';
import type { Call } from '#lib/api/gates/gate.ts';
import type { RateLimits } from '#lib/api/rate-limits.ts';
import type { Captcha } from '#lib/ports/captcha/captcha.ts';
import { provedFor, refusalOf } from '#lib/access.ts';
import type { Access } from '#lib/access.ts';
import { permissionGate } from '#lib/api/gates/permission.ts';
import { proofGate } from '#lib/api/gates/proof.ts';
import { anonymous, knownIn, tokenOf } from '#lib/api/gates/session.ts';
import type { Session, SessionReaders, StaffSession } from '#lib/api/gates/session.ts';
import { setCookie } from '#lib/api/set-cookie.ts';
import { newPreSession, preSessionOf, setPreSession } from '#lib/pre-session.ts';

const input = z.object({ text: z.optional(z.string()) });
const base = { name: 'x', summary: 'Test.', input, output: input, access: 'public', fulfils: [], path: '/_api/test/x' } as const;
const write = contract({ ...base, method: 'POST' });
const read = contract({ ...base, method: 'GET' });
const callOf = (one: Call['contract'], headers: Record<string, string> = {}, values: Call['values'] = {}): Call => ({
  contract: one,
  headers: new Headers(headers),
  values,
});
const nobody = callerOf(new Headers(), new Date());
const session: Session = { id: 'one', userId: 7, standing: 'renter', provedAt: new Date(0) };
const as = (more: Partial<Caller>): Caller => ({ ...nobody, ...more });

/** Signs as the application's secrets do: a signature names its key. */
function ringOf(...keys: readonly string[]): SigningSecrets {
  const mac = (key: string, purpose: string, text: string): string => createHmac('sha256', key).update(`${purpose} ${text}`).digest('base64url');
  return {
    sign: (purpose, text) => `${keys[0]}.${mac(keys[0] ?? '', purpose, text)}`,
    verify(purpose, text, signature) {
      const [key = '', given = ''] = signature.split('.');
      const [left, right] = [Buffer.from(mac(key, purpose, text)), Buffer.from(given)];
      return keys.includes(key) && left.length === right.length && timingSafeEqual(left, right);
    },
  };
}

describe('origin', () => {
  const own = new Set(['https://homes.example', 'https://en.homes.example']);
  const cookie = { cookie: 'a=b' };
  const foreign: readonly Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'http://homes.example' },
    { origin: 'https://homes.example:8443' },
    { origin: 'https://homes.example.evil.example' },
    { origin: 'https://HOMES.example.' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://homes.example' },
    { 'sec-fetch-site': 'none', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'anything' },
    cookie,
    { ...cookie, referer: 'https://homes.example/' },
  ];
  const ours: readonly Record<string, string>[] = [
    {},
    { origin: 'https://homes.example' },
    { origin: 'https://en.homes.example', ...cookie },
    // A page of the site under the host of another language.
    { 'sec-fetch-site': 'same-site', origin: 'https://homes.example' },
    { origin: 'https://homes.example', 'sec-fetch-site': 'same-origin', ...cookie },
    { 'sec-fetch-site': 'same-origin', ...cookie },
    { 'sec-fetch-site': 'none', ...cookie },
  ];

  test('a write of another site is refused: other scheme, port, host or subdomain, null, and cookies without any origin', async () => {
    // Whatever name was asked: browsers always say it.
    for (const host of [{}, { host: 'homes.example' }])
      expect(foreign.filter((headers) => !isCrossSite(new Headers({ ...headers, ...host }), own))).toEqual([]);
    const gate = originGate(own);
    for (const headers of foreign) expect([headers, await gate.pass(callOf(write, headers), nobody)]).toEqual([headers, { error: 'cross-site' }]);
    expect(await gate.pass(callOf(read, { origin: 'https://evil.example' }), nobody)).toBeUndefined();
  });

  test('our own pages, apps and tools may write', () => {
    expect(ours.filter((headers) => isCrossSite(new Headers(headers), own))).toEqual([]);
  });
});

describe('the token of forms', () => {
  const csrf = csrfOf({ secrets: ringOf('k2', 'k1') });

  test('is another text each time, and each belongs to its owner alone', () => {
    const tokens = new Set(Array.from({ length: 50 }, () => csrf.tokenFor('session:one')));
    expect(tokens.size).toBe(50);
    for (const token of tokens)
      expect([csrf.verify('session:one', token), csrf.verify('session:two', token), csrf.verify('pre:one', token)]).toEqual([true, false, false]);
    // No part of two tokens tells that they are of one owner.
    const halves = [...tokens].flatMap((token) => [token.slice(0, 20), token.slice(-20)]);
    expect(new Set(halves).size).toBe(100);
  });

  test('holds after the key was changed, and not when the key is gone', () => {
    const old = csrfOf({ secrets: ringOf('k1') }).tokenFor('pre:visit');
    expect([csrf.verify('pre:visit', old), csrfOf({ secrets: ringOf('k3') }).verify('pre:visit', old)]).toEqual([true, false]);
  });

  test('changed anywhere, cut, spelled otherwise or made up it is none', () => {
    const token = csrf.tokenFor('session:one');
    const changed = Array.from(token, (letter, at) => `${token.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`).filter(
      (one) => one !== token,
    );
    const wrong = [...changed, '', 'A', token.slice(1), token.slice(0, -1), `${token}A`, `${token}=`, token.repeat(2), 'A'.repeat(600), '%00', 'é'];
    expect(wrong.filter((one) => csrf.verify('session:one', one))).toEqual([]);
  });

  test('is needed by writes of the signed in and by sign-in itself, as header or field', async () => {
    const gate = csrfGate(csrf);
    const signIn = contract({ ...base, method: 'POST', csrf: 'always' });
    const record = contract({ ...base, method: 'POST', csrf: 'never' });
    const refused = { error: 'stale-form' };
    const visitor = as({ preSession: 'visit' });
    const person = as({ session, preSession: 'visit' });
    const header = (owner: Parameters<typeof csrf.tokenFor>[0]) => ({ 'x-csrf-token': csrf.tokenFor(owner) });
    const cases: readonly (readonly [string, Call, Caller, object | undefined])[] = [
      ['nobody, an ordinary write', callOf(write), nobody, undefined],
      ['a visitor, an ordinary write', callOf(write), visitor, undefined],
      ['a person without', callOf(write), person, refused],
      ['a person with', callOf(write, header('session:one')), person, undefined],
      ['a person with it in the form', callOf(write, {}, { csrf: csrf.tokenFor('session:one') }), person, undefined],
      ['a person with the token of the visit before', callOf(write, header('pre:visit')), person, refused],
      ['a person with another’s', callOf(write, header('session:two')), person, refused],
      ['a person who reads', callOf(read), person, undefined],
      ['a person’s visit recorded', callOf(record), person, undefined],
      ['a sign-in without a visit', callOf(signIn, header('pre:visit')), nobody, refused],
      ['a sign-in without', callOf(signIn), visitor, refused],
      ['a sign-in with', callOf(signIn, header('pre:visit')), visitor, undefined],
      ['a sign-in with another visit’s', callOf(signIn, header('pre:other')), visitor, refused],
    ];
    for (const [what, call, caller, expected] of cases) expect([what, await gate.pass(call, caller)]).toEqual([what, expected]);
    expect(tokenOwnerOf(nobody)).toBeUndefined();
  });
});

describe('the visit before sign-in', () => {
  test('is 128 random bits in a cookie that scripts do not see', () => {
    const ids = new Set(Array.from({ length: 100 }, newPreSession));
    expect([...ids].every((id) => Buffer.from(id, 'base64url').length === 16)).toBe(true);
    expect(ids.size).toBe(100);
    expect(setPreSession('abc', true)).toBe('__Host-loftling_pre=abc; Path=/; Max-Age=86400; SameSite=Lax; Secure; HttpOnly');
    expect(setPreSession('abc', false)).toBe('loftling_pre=abc; Path=/; Max-Age=86400; SameSite=Lax; HttpOnly');
    expect(setCookie('a', 'b', 1, true, { sameSite: 'Strict' })).toBe('a=b; Path=/; Max-Age=1; SameSite=Strict; Secure');
  });

  test('is read back; two of the name, or one that is none of ours, are none', () => {
    const id = newPreSession();
    expect([preSessionOf(`a=b; loftling_pre=${id}`), preSessionOf(`loftling_pre=${id};c=d`)]).toEqual([id, id]);
    for (const header of [
      '',
      `loftling_pre=${id}; loftling_pre=${newPreSession()}`,
      `xloftling_pre=${id}`,
      'loftling_pre=short',
      `loftling_pre=${id}x`,
      `loftling_pre="${id}"`,
    ])
      expect([header, preSessionOf(header)]).toEqual([header, undefined]);
    expect(callerOf(new Headers({ cookie: `loftling_pre=${id}` }), new Date()).preSession).toBe(id);
  });
});

describe('proof', () => {
  const at = new Date(provedFor * 1_000);
  const always = contract({ ...base, method: 'POST', access: 'login', proof: 'fresh' });
  const sometimes = contract({ ...base, method: 'POST', access: 'login', proof: { field: 'text', is: ['refund'] } });
  const refused = async (one: Call['contract'], caller: Partial<Caller>, values: Call['values'] = {}) =>
    (await proofGate.pass(callOf(one, {}, values), as(caller))) !== undefined;

  test('is fresh for ten minutes, to the second, and nobody has one', async () => {
    expect(await refused(always, { session, now: at })).toBe(false);
    expect(await refused(always, { session, now: new Date(at.getTime() + 1) })).toBe(true);
    expect(await refused(always, { now: at })).toBe(true);
    expect(await refused(write, { now: at })).toBe(false);
  });

  test('is asked for where a value says so, and nowhere else', async () => {
    const late = { session, now: new Date(at.getTime() + 1) };
    expect([await refused(sometimes, late, { text: 'refund' }), await refused(sometimes, late, { text: 'note' }), await refused(sometimes, late)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('the session', () => {
  const member: StaffSession = { id: 'two', staffId: 3, standing: 'support', provedAt: new Date(0) };
  const readers: SessionReaders = {
    people: { read: async (token) => (token === 'known' ? session : undefined) },
    staff: { read: async (token) => (token === 'known' ? member : undefined) },
  };
  const asked = (headers: Record<string, string>, access: Access, among = readers) => knownIn(new Headers(headers), among, access, new Date(0));
  const of = async (headers: Record<string, string>) => (await asked(headers, 'login')).session;

  test('is found by cookie or by header, and nobody is signed in by default', async () => {
    expect(await of({ cookie: 'a=b; uhouzz_token=known' })).toBe(session);
    expect(await of({ authorization: 'Bearer known' })).toBe(session);
    expect(await of({ authorization: 'known', cookie: 'uhouzz_token=known' })).toBe(session);
    for (const headers of [{}, { cookie: 'uhouzz_token=unknown' }, { cookie: 'xuhouzz_token=known' }]) expect(await of(headers)).toBeUndefined();
    expect(await asked({ cookie: 'uhouzz_token=known' }, 'login', anonymous)).toEqual({ session: undefined, staff: undefined });
  });

  test('at the entrance of staff only staff are known, by their cookie alone; elsewhere only people', async () => {
    const both = { cookie: 'uhouzz_token=known; loftling_staff=known' };
    expect(await asked(both, 'staff')).toEqual({ session: undefined, staff: member });
    expect(await asked(both, 'public')).toEqual({ session, staff: undefined });
    for (const headers of [{ authorization: 'Bearer known' }, { cookie: 'uhouzz_token=known' }, { cookie: 'loftling_staff=known; loftling_staff=known' }])
      expect([headers, (await asked(headers, 'staff')).staff]).toEqual([headers, undefined]);
  });

  test('[R7.014] [R7.015] what a page of ours sends of the token it can read takes nobody’s session away', async () => {
    const readable = { authorization: 'readable', 'x-client-authorization': 'readable' };
    expect(await of({ ...readable, cookie: 'uhouzz_token=known; access_token=readable' })).toBe(session);
    expect(await of({ authorization: 'known', 'x-client-authorization': 'known' }), 'and is no session itself').toBeUndefined();
  });

  test('a planted second token makes both worthless; so does one that is no token', () => {
    for (const headers of [
      { cookie: 'uhouzz_token=known; uhouzz_token=other' },
      { cookie: 'uhouzz_token=known; uhouzz_token=known' },
      { cookie: 'uhouzz_token=known', authorization: 'Bearer other' },
      { cookie: 'uhouzz_token=' },
      { cookie: 'uhouzz_token=a b' },
      { authorization: `Bearer ${'x'.repeat(600)}` },
    ])
      expect([headers, tokenOf(new Headers(headers))]).toEqual([headers, undefined]);
  });
});

test('[R8.41] what needs a sign-in refuses visitors, and a guard that nobody knows lets nobody through', async () => {
  const closed = contract({ ...base, method: 'GET', access: 'login' });
  expect(() => refusalOf('strangers' as 'login', 'admin')).toThrow('Nobody knows what access "strangers" asks for');
  expect([await permissionGate.pass(callOf(closed), nobody), await permissionGate.pass(callOf(closed), as({ session }))]).toEqual([
    { error: 'login-needed' },
    undefined,
  ]);
});

describe('the captcha', () => {
  const needs = contract({ ...base, method: 'POST', captcha: true });
  const strict = contract({ ...base, method: 'POST', captcha: 'solved' });
  const asks = contract({ ...base, method: 'POST', captcha: 'asked' });
  const closed = { error: 'captcha-needed' };
  const free: RateLimits = { spend: async () => undefined };
  const here = as({ address: '203.0.113.1' });
  const solved = { captcha_id: 'one', captcha_code: 'solved' };
  const asked: unknown[] = [];
  const captcha: Captcha = {
    async verify(given, { call, address }) {
      asked.push([given, call, address]);
      const text = 'token' in given ? given.token : given.code;
      return text === 'solved' || text === 'unverified' ? text : undefined;
    },
  };
  const gate = captchaGate(captcha, free);

  test('[R8.16] a call that needs one answers 13000 until one was solved for it; without a verifier it stays closed', async () => {
    expect(await gate.pass(callOf(needs, {}, solved), here)).toEqual({ captcha: 'solved' });
    expect(asked).toEqual([[{ platform: 'altcha', id: 'one', code: 'solved' }, 'x', '203.0.113.1']]);
    expect(await gate.pass(callOf(needs, {}, { captcha_token: 'solved' }), here)).toEqual({ captcha: 'solved' });
    const none = [
      {},
      { captcha_id: 'one' },
      { ...solved, captcha_code: 'wrong' },
      { ...solved, captcha_id: 'x'.repeat(9_000) },
      { ...solved, platform: 'mine' },
      { ...solved, captcha_token: 'wrong' },
      { captcha_token: 'x'.repeat(9_000) },
    ];
    for (const values of none) expect(await gate.pass(callOf(needs, {}, values), nobody)).toEqual(closed);
    expect(await captchaGate(undefined, free).pass(callOf(needs, {}, solved), nobody)).toEqual(closed);
    expect(await captchaGate(undefined, free).pass(callOf(write), nobody)).toBeUndefined();
  });

  test('[R4.085] a ticket counts as unverified: less often, and not at all where only a solved one will do', async () => {
    const ticket = { captcha_token: 'unverified' };
    const spent: unknown[] = [];
    const limits: RateLimits = {
      async spend(limit, address) {
        spent.push([limit, address]);
        return spent.length > 1 ? 60 : undefined;
      },
    };
    const counted = captchaGate(captcha, limits);
    expect(await counted.pass(callOf(strict, {}, ticket), here)).toEqual(closed);
    expect(await counted.pass(callOf(strict, {}, solved), here)).toEqual({ captcha: 'solved' });
    expect(spent).toEqual([]);
    expect(await counted.pass(callOf(needs, {}, ticket), here)).toEqual({ captcha: 'unverified' });
    expect(await counted.pass(callOf(needs, {}, ticket), here)).toEqual({ error: 'too-many', headers: { 'retry-after': '60' } });
    expect(spent).toEqual([
      ['unverified', '203.0.113.1'],
      ['unverified', '203.0.113.1'],
    ]);
  });

  test('a form that looks filled in by a program is asked for one, unless who sends it is signed in, has one, or nobody could have one', async () => {
    const watching = captchaGate(captcha, free, 2);
    const at = new Date('2026-11-22T12:00:00Z');
    const now = at.getTime() / 1_000;
    const one = as({ now: at });
    const filled = { website: 'https://spam.example' };
    for (const values of [filled, { website: '', shown_at: String(now - 1) }, { shown_at: String(now) }])
      expect(await watching.pass(callOf(asks, {}, values), one)).toEqual(closed);
    for (const values of [{}, { website: '' }, { shown_at: String(now - 2) }, { shown_at: String(now + 5) }, { shown_at: 'soon' }])
      expect(await watching.pass(callOf(asks, {}, values), one), JSON.stringify(values)).toBeUndefined();
    expect(await watching.pass(callOf(asks, {}, { ...filled, ...solved }), one)).toEqual({ captcha: 'solved' });
    expect(await captchaGate(undefined, free, 2).pass(callOf(asks, {}, filled), one)).toBeUndefined();
    expect(await gate.pass(callOf(asks, {}, { shown_at: String(now) }), one)).toBeUndefined();
    const known = as({ now: at, session: { id: 'one', userId: 1 } as unknown as Session });
    expect(await watching.pass(callOf(asks, {}, filled), known)).toBeUndefined();
  });

  test('a call that asks for itself is told what came along, also that nothing did', async () => {
    expect(await gate.pass(callOf(asks), nobody)).toBeUndefined();
    expect(await gate.pass(callOf(asks, {}, { ...solved, captcha_code: 'wrong' }), nobody)).toBeUndefined();
    expect(await gate.pass(callOf(asks, {}, solved), nobody)).toEqual({ captcha: 'solved' });
    expect(await gate.pass(callOf(asks, {}, { captcha_token: 'unverified' }), nobody)).toEqual({ captcha: 'unverified' });
  });
});

/** The API's wire: what a call must pass, and how it is refused. Over Hono, with calls of the tests' own beside the real ones. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { localeOfHeader } from '#lib/api/caller.ts';
import { apiPrefixes, pathFor } from '#lib/api/contract.ts';
import { isSuccess } from '#lib/api/envelope.ts';
import { errorsOf, openApiDocument } from '#lib/api/openapi.ts';
import { sealRequest } from '#lib/api/sealing.ts';
import { apiVersion, appIds, secretOf, signatureOf, wireHeaders } from '#lib/api/signing.ts';
import { translator } from '#lib/i18n/t.ts';
import { testNow } from '#tests/factories/houses.ts';
import { known } from '#tests/support/list-pages.ts';
import type { TestApi } from '#tests/support/test-api.ts';
import { bodyOf, closed, form, openTestWire, seen, shown, wrapped } from '#tests/support/test-wire.ts';
import type { TestWire } from '#tests/support/test-wire.ts';

let wire: TestWire;
let on: TestApi;
const post: TestWire['post'] = (...given) => wire.post(...given);
const get: TestWire['get'] = (...given) => wire.get(...given);

beforeAll(async () => {
  wire = await openTestWire();
  on = wire.on;
});
afterAll(() => on.close());
beforeEach(() => wire.reset());

async function signedHeaders(overrides: Partial<{ appId: number; deviceId: string; platform: string; timestamp: number; signature: string }> = {}) {
  const facts = { appId: appIds.main.pc, deviceId: 'device-0001', platform: 'pc', timestamp: testNow.getTime(), ...overrides };
  const signature = overrides.signature ?? (await signatureOf({ ...facts, apiVersion })) ?? '';
  return {
    [wireHeaders.appId]: String(facts.appId),
    [wireHeaders.deviceId]: facts.deviceId,
    [wireHeaders.apiVersion]: apiVersion,
    [wireHeaders.platform]: facts.platform,
    [wireHeaders.timestamp]: String(facts.timestamp),
    [wireHeaders.signature]: signature,
  };
}

describe('asking', () => {
  test('[R7.001] every prefix answers unknown calls with the envelope and 404, in the reader’s language', async () => {
    expect(apiPrefixes).toHaveLength(14);
    for (const prefix of apiPrefixes) expect(await shown(get(`/${prefix}/nothing/here`))).toEqual([404, 404]);
    expect((await bodyOf(get('/_houseApi/nothing', { 'accept-language': 'zh-tw' }))).message).toBe('你要找的內容不存在。');
  });

  test('[R7.005] [R7.006] [R7.007] answers are JSON; POST reads a form, GET the query and the path', async () => {
    const answer = await post('/_api/test/echo', { text: 'hello' });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({ error_code: 0, message: '', data: { text: 'hello' } });
    expect((await bodyOf(get('/_api/test/read/7?more=x&src=pc'))).data).toEqual({ id: 7 });
    expect(
      await shown(on.api.request('/_api/test/echo', { method: 'POST', body: '{"text":"hello"}', headers: { 'content-type': 'application/json' } })),
    ).toEqual([415, 415]);
    expect(await shown(on.api.request('/_api/test/echo', { method: 'POST', body: 'text=hello', headers: { 'content-type': 'text/plain' } }))).toEqual([
      415, 415,
    ]);
  });

  test('[R8.01] code 0 or none means success, anything else does not', () => {
    expect([{ error_code: 0 }, { error_code: null }, { code: 0 }, {}].map(isSuccess)).toEqual([true, true, true, true]);
    expect([{ error_code: 403 }, { code: 301 }].map(isSuccess)).toEqual([false, false]);
  });

  test('a wrong method answers 405 and says which one is right', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await on.api.request('/_api/test/echo', { method });
      expect([method, answer.headers.get('allow'), ...(await shown(answer))]).toEqual([method, 'POST', 405, 405]);
    }
    expect(await shown(post('/_api/test/read/7', {}))).toEqual([405, 405]);
  });

  test('missing and malformed parameters answer 422 and name the fields', async () => {
    const missing = await bodyOf(post('/_api/test/echo', {}));
    expect([missing.error_code, missing.data]).toEqual([422, { fields: [{ name: 'text', problem: 'invalid_type' }] }]);
    expect((await bodyOf(post('/_api/test/echo', { text: 'far too long' }))).data).toEqual({ fields: [{ name: 'text', problem: 'too_big' }] });
    expect(await shown(get('/_api/test/read/seven'))).toEqual([422, 422]);
    expect((await bodyOf(post('/_api/test/echo', { text: 'far too long' }, { 'accept-language': 'vi-vn' }))).message).toBe(
      'Yêu cầu thiếu thông tin hoặc không đọc được.',
    );
    expect(seen).toEqual([]);
  });

  test('a name given twice is read once; names that objects inherit are no parameters', async () => {
    expect((await bodyOf(on.api.request('/_api/test/echo', { method: 'POST', body: 'text=one&text=two', headers: form }))).data).toEqual({ text: 'one' });
    expect(await shown(on.api.request('/_api/test/echo', { method: 'POST', body: '__proto__=x&constructor=y', headers: form }))).toEqual([422, 422]);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  test('expected failures keep their code; what nobody expected is reported and tells nothing', async () => {
    expect(await shown(post('/_api/test/echo', { text: 'gone' }))).toEqual([404, 404]);
    const answer = await bodyOf(get('/_api/test/broken?how=throw'));
    expect([answer.error_code, answer.data]).toEqual([500, null]);
    expect(JSON.stringify(answer)).not.toContain('hunter2');
    // An answer that breaks its own contract is a failure too.
    expect(await shown(get('/_api/test/broken?how=text'))).toEqual([500, 500]);
    expect(on.failures.map(({ call }) => call)).toEqual(['broken', 'broken']);
  });

  test('[R8.36] a missing value of a path is refused by the client before it asks', () => {
    expect(() => pathFor('/_api/test/read/{id}', {})).toThrow('missing url parameter');
    expect(pathFor('/_api/test/read/{id}', { id: '../x', more: '1' })).toEqual({ path: '/_api/test/read/..%2Fx', rest: { more: '1' } });
  });

  test('the language is the header’s first, its family, or the default', () => {
    expect(['vi-VN,vi;q=0.9', 'en', 'en-GB', 'zh-HK', 'vi', 'fr-FR', '', undefined].map(localeOfHeader)).toEqual([
      'vi-vn',
      'en-us',
      'en-us',
      'zh-hk',
      'vi-vn',
      'zh-cn',
      'zh-cn',
      'zh-cn',
    ]);
    // Some phones name the script beside the place, or instead of it.
    const chinese = ['zh', 'zh-CN', 'zh-SG', 'zh-Hans-HK', 'zh-Hant-HK,zh;q=0.9', 'zh-MO', 'zh-Hant-MO', 'zh-TW', 'zh-Hant-TW', 'zh-Hant', 'zhx-hk'];
    expect(chinese.map(localeOfHeader).map((locale) => locale.slice(3))).toEqual(['cn', 'cn', 'cn', 'cn', 'hk', 'hk', 'hk', 'tw', 'tw', 'tw', 'cn']);
  });
});

test('what needs a login is closed while nobody can have one, whoever asks, and says so', async () => {
  for (const contract of closed) {
    for (const headers of [
      {},
      { [wireHeaders.authorization]: 'Bearer x' },
      { [wireHeaders.newAuthorization]: 'x', cookie: 'access_token=x', 'sec-fetch-site': 'same-origin' },
    ])
      expect([contract.name, ...(await shown(post(contract.path, { text: 'a' }, headers)))]).toEqual([contract.name, 403, 403]);
    expect((await bodyOf(post(contract.path, { text: 'a' }, { 'accept-language': 'zh-hk' }))).message).toBe(translator('zh-hk')('api.login_needed'));
    expect(errorsOf(contract)).toContain('login-needed');
    const { paths } = openApiDocument({ contracts: [contract], origin: 'https://homes.example.org', version: '1', title: 'Test' });
    expect(Object.keys(paths[contract.path]?.['post']?.responses ?? {})).toContain('403');
  }
  expect(seen).toEqual([]);
  expect(errorsOf({ ...known(closed[0]), access: 'public' })).not.toContain('login-needed');
});

describe('signing', () => {
  test('[R7.008] [R7.009] [R7.010] four app ids are known; mobile ones sign with the h5 secret', () => {
    expect(appIds).toEqual({ main: { pc: 13, mobile: 4 }, net: { pc: 63, mobile: 64 } });
    expect(secretOf(4)).toBe(secretOf(64));
    expect(secretOf(13)).toBe(secretOf(63));
    expect(secretOf(4)).not.toBe(secretOf(13));
    expect(secretOf(5)).toBeUndefined();
  });

  test('[R7.016] a signature over app id, device id, version, platform and timestamp is checked; one without is let through', async () => {
    for (const appId of [13, 63, 4, 64]) expect(await shown(get('/_api/time', await signedHeaders({ appId })))).toEqual([200, 0]);
    const right = await signedHeaders();
    for (const [name, value] of [
      [wireHeaders.appId, '4'],
      [wireHeaders.deviceId, 'device-0002'],
      [wireHeaders.apiVersion, '1.0'],
      [wireHeaders.platform, 'h5'],
      [wireHeaders.timestamp, String(testNow.getTime() + 1)],
      [wireHeaders.timestamp, 'soon'],
      [wireHeaders.signature, ''],
      [wireHeaders.signature, 'ab'],
    ] as const) {
      const { error_code, data } = await bodyOf(get('/_api/time', { ...right, [name]: value }));
      expect([name, value, error_code, data]).toEqual([name, value, 1101, { server_time: testNow.getTime() }]);
    }
    expect(await shown(get('/_api/time'))).toEqual([200, 0]);
  });

  test('[R7.013] a clock that is off by more than five minutes is told the server’s time', async () => {
    for (const skew of [-299_000, 299_000])
      expect(await shown(get('/_api/time', await signedHeaders({ timestamp: testNow.getTime() + skew })))).toEqual([200, 0]);
    for (const skew of [-301_000, 301_000, -86_400_000]) {
      const answer = await bodyOf(get('/_api/time', await signedHeaders({ timestamp: testNow.getTime() + skew })));
      expect([answer.error_code, answer.data]).toEqual([1102, { server_time: testNow.getTime() }]);
    }
    expect((await bodyOf(get('/_api/time'))).data).toEqual({ server_time: testNow.getTime() });
  });

  test('a signed write is taken once; reads and other calls with the same signature are not repeats', async () => {
    const headers = await signedHeaders({ deviceId: 'device-once' });
    expect(await shown(post('/_api/test/echo', { text: 'a' }, headers))).toEqual([200, 0]);
    expect(await shown(post('/_api/test/echo', { text: 'a' }, headers))).toEqual([409, 1103]);
    expect(await shown(get('/_api/time', headers))).toEqual([200, 0]);
    expect(await shown(get('/_api/time', headers))).toEqual([200, 0]);
    expect(seen).toHaveLength(1);
  });

  test('two writes of one moment share a signature; what they say tells them apart, in whatever order it is said', async () => {
    const headers = await signedHeaders({ deviceId: 'device-both' });
    expect(await shown(post('/_api/test/echo', { text: 'a', more: '1' }, headers))).toEqual([200, 0]);
    expect(await shown(post('/_api/test/echo', { text: 'b', more: '1' }, headers))).toEqual([200, 0]);
    expect(await shown(post('/_api/test/echo', { more: '1', text: 'a' }, headers))).toEqual([409, 1103]);
    expect(seen).toEqual([{ text: 'a' }, { text: 'b' }]);
  });

  test('a write whose encrypted part is sent again is a repeat', async () => {
    const { d: _, ...publicKey } = on.sealKey;
    const headers = await signedHeaders({ deviceId: 'device-sealed' });
    const values = { name: 'Nguyễn', city: 'Leeds' };
    expect(await shown(post(wrapped.path, await sealRequest(wrapped.path, values, publicKey), headers))).toEqual([200, 0]);
    // The same words sealed once more look different on the wire.
    expect(await shown(post(wrapped.path, await sealRequest(wrapped.path, values, publicKey), headers))).toEqual([409, 1103]);
  });
});

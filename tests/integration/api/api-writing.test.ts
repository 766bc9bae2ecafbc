/** Writes over the wire: where they come from, repeats, limits, encryption. */
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createIdempotencyRepository } from '#lib/features/transport/idempotency.repository.ts';
import { createApi } from '#lib/api/bind.ts';
import { createIdempotency } from '#lib/api/gates/idempotency.ts';
import { createRateLimits, limits } from '#lib/api/rate-limits.ts';
import { newSealKeys, seal, sealRequest, unseal } from '#lib/api/sealing.ts';
import { wireHeaders } from '#lib/api/signing.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openTestApi } from '#tests/support/test-api.ts';
import type { TestApi } from '#tests/support/test-api.ts';
import { bodyOf, form, openTestWire, secret, seen, shown, wrapped } from '#tests/support/test-wire.ts';
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

describe('writing', () => {
  test('pages of other sites cannot write; our own hosts, apps and tools can', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'http://localhost:4321', 'sec-fetch-site': 'cross-site' },
    ])
      expect([headers, ...(await shown(post('/_api/test/echo', { text: 'a' }, headers)))]).toEqual([headers, 400, 1105]);
    expect(seen).toEqual([]);
    for (const headers of [
      {},
      { origin: 'http://localhost:4321' },
      { origin: 'http://localhost:4321', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ])
      expect([headers, ...(await shown(post('/_api/test/echo', { text: 'a' }, headers)))]).toEqual([headers, 200, 0]);
    expect(await shown(get('/_api/time', { origin: 'https://elsewhere.example' }))).toEqual([200, 0]);
  });

  test('a repeat under the same key gets the first answer and changes nothing; other content under it is refused', async () => {
    const key = { [wireHeaders.idempotencyKey]: 'key-of-mine-1', [wireHeaders.deviceId]: 'device-0001' };
    const first = await post('/_api/test/twice', { text: 'a' }, key);
    expect(await first.json()).toEqual({ error_code: 0, message: '', data: { run: 1 } });
    const again = await post('/_api/test/twice', { text: 'a' }, key);
    expect([again.headers.get('idempotent-replay'), await again.json()]).toEqual(['true', { error_code: 0, message: '', data: { run: 1 } }]);
    expect(await shown(post('/_api/test/twice', { text: 'b' }, key))).toEqual([422, 1104]);
    expect(seen).toHaveLength(1);
    // Another device's key of the same name is another key.
    expect((await bodyOf(post('/_api/test/twice', { text: 'b' }, { ...key, [wireHeaders.deviceId]: 'device-0002' }))).data).toEqual({ run: 2 });
    expect(await shown(post('/_api/test/twice', { text: 'a' }, { [wireHeaders.idempotencyKey]: 'no spaces!' }))).toEqual([422, 422]);
  });

  test('twenty at once run once, and all get the same answer', async () => {
    const gate = Promise.withResolvers<void>();
    wire.hold(gate.promise);
    const key = { [wireHeaders.idempotencyKey]: 'twenty-at-once' };
    const answers = Array.from({ length: 20 }, () =>
      post('/_api/test/twice', { text: 'a' }, key).then(async (answer) => JSON.stringify([answer.status, await bodyOf(answer)])),
    );
    await expect.poll(() => on.base.db.selectFrom('idempotency_keys').select('key').where('status', 'is', null).execute()).toHaveLength(1);
    gate.resolve();
    expect(new Set(await Promise.all(answers))).toEqual(new Set([JSON.stringify([200, { error_code: 0, message: '', data: { run: 1 } }])]));
    expect(seen).toHaveLength(1);
    expect(await shown(post('/_api/test/twice', { text: 'a' }, key))).toEqual([200, 0]);
    expect(seen).toHaveLength(1);
  });

  test('a failure of ours can be tried again under the same key', async () => {
    const key = { [wireHeaders.idempotencyKey]: 'second-chance' };
    expect(await shown(post('/_api/test/twice', { text: 'throw' }, key))).toEqual([500, 500]);
    expect(await shown(post('/_api/test/twice', { text: 'throw' }, key))).toEqual([500, 500]);
    expect(seen).toHaveLength(2);
  });

  test('a storage that is away is told as that, with when to come back, and the key can be used again', async () => {
    const key = { [wireHeaders.idempotencyKey]: 'until-it-is-back' };
    const answer = await post('/_api/test/twice', { text: 'store' }, key);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.text()).not.toContain('bucket');
    expect(await shown(post('/_api/test/twice', { text: 'store' }, key))).toEqual([503, 503]);
    expect(seen).toHaveLength(2);
  });

  test('what was done is not done again when its answer could not be kept', async () => {
    const failures: unknown[] = [];
    const forgetful = createApi({
      calls: on.calls,
      limits: createRateLimits(0),
      idempotency: createIdempotency(
        { ...createIdempotencyRepository(on.base.db), finish: () => Promise.reject(new Error('disk full')) },
        { patience: 100, onUnkept: (error) => void failures.push(error) },
      ),
      sealKey: on.sealKey,
      ownOrigins: new Set(),
      now: () => testNow,
      onFailure: ({ error }) => void failures.push(error),
    });
    const once = () =>
      forgetful.request('/_api/test/twice', { method: 'POST', body: 'text=a', headers: { ...form, [wireHeaders.idempotencyKey]: 'cannot-be-kept' } });
    expect((await bodyOf(once())).data).toEqual({ run: 1 });
    expect(await shown(once())).toEqual([409, 1103]);
    expect(seen).toHaveLength(1);
    expect(failures).toEqual([new Error('disk full')]);
  });
});

test('beyond its limit an address waits, others do not, and is told how long', async () => {
  const tight = createRateLimits(1 / limits.write.points);
  expect(await tight.spend('write', '203.0.113.1')).toBeUndefined();
  const wait = await tight.spend('write', '203.0.113.1');
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(limits.write.seconds);
  expect(await tight.spend('write', '203.0.113.2')).toBeUndefined();
  expect(await tight.spend('read', '203.0.113.1')).toBeUndefined();
  const limited = await openTestApi({ rateLimitFactor: 1 / limits.read.points });
  try {
    expect((await limited.api.request('/_api/time')).status).toBe(200);
    const refused = await limited.api.request('/_api/time', { headers: { 'accept-language': 'en-us' } });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0, (await bodyOf(refused)).message]).toEqual([
      429,
      true,
      'Too many requests. Please wait a moment and try again.',
    ]);
  } finally {
    await limited.close();
  }
});

describe('sealing', () => {
  test('[R7.026] personal fields named by the path’s end travel encrypted and arrive open; plain ones arrive as they are', async () => {
    const { d: _, ...publicKey } = on.sealKey;
    const sealed = await sealRequest(secret.path, { name: '欧阳娜娜', idcard_no: '11010519491231002X' }, publicKey);
    expect(JSON.stringify(sealed)).not.toContain('11010519491231002X');
    expect((await bodyOf(post(secret.path, sealed))).data).toEqual({ name: '欧阳娜娜' });
    expect(await shown(post(secret.path, { name: 'O’Brien', idcard_no: '1' }))).toEqual([200, 0]);
    expect(seen).toEqual([
      { name: '欧阳娜娜', idcard_no: '11010519491231002X' },
      { name: 'O’Brien', idcard_no: '1' },
    ]);
  });

  test('[R7.027] the whole body of an application travels in encrypt_data', async () => {
    const { d: _, ...publicKey } = on.sealKey;
    const sealed = await sealRequest(wrapped.path, { name: 'Nguyễn', city: 'Leeds' }, publicKey);
    expect(Object.keys(sealed)).toEqual(['encrypt_data']);
    expect((await bodyOf(post(wrapped.path, sealed))).data).toEqual({ name: 'Nguyễn', city: 'Leeds' });
  });

  test('what was encrypted to another key, or is no record, is refused', async () => {
    const other = await newSealKeys();
    const { d: _, ...publicKey } = on.sealKey;
    expect(await shown(post(secret.path, await sealRequest(secret.path, { name: 'a', idcard_no: 'b' }, other.publicKey)))).toEqual([400, 1106]);
    expect(await shown(post(wrapped.path, { encrypt_data: 'a.b.c.d.e' }))).toEqual([400, 1106]);
    expect(await shown(post(wrapped.path, { encrypt_data: await seal('[1,2]', publicKey) }))).toEqual([400, 1106]);
    expect(await shown(post(wrapped.path, { encrypt_data: await seal('not json', publicKey) }))).toEqual([400, 1106]);
    expect(on.failures).toEqual([]);
  });

  test('[R7.025] an answer is encrypted to the asker’s key where the call says so', async () => {
    const { publicKey, privateKey } = await newSealKeys();
    const body = { name: '欧阳', idcard_no: '1' };
    const { data } = await bodyOf(post(secret.path, body, { [wireHeaders.answerKey]: JSON.stringify(publicKey) }));
    expect(typeof data).toBe('string');
    expect(JSON.parse(await unseal(String(data), privateKey))).toEqual({ name: '欧阳' });
    expect((await bodyOf(post(secret.path, body))).data).toEqual({ name: '欧阳' });
    const { publicKey: rsa } = await generateKeyPair('RSA-OAEP', { extractable: true });
    for (const key of ['{', '{}', '{"kty":"oct","k":"AAAA"}', JSON.stringify(await exportJWK(rsa))])
      expect(await shown(post(secret.path, body, { [wireHeaders.answerKey]: key }))).toEqual([400, 1106]);
    // A key to which nothing can be encrypted is refused before anything is done.
    expect(seen).toHaveLength(2);
    // Calls that are not sealed take no notice of the key.
    expect((await bodyOf(post('/_api/test/echo', { text: 'a' }, { [wireHeaders.answerKey]: JSON.stringify(publicKey) }))).data).toEqual({ text: 'a' });
  });
});

/** A proof of a person: posed, solved, exchanged, and used once, whichever node is asked. */
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bind } from '#lib/api/bind.ts';
import { contract } from '#lib/api/contract.ts';
import { captchaGeetestContract, captchaPuzzleContract, captchaTicketContract, captchaTokenContract } from '#lib/features/captcha/captcha.contract.ts';
import { proofLife } from '#lib/features/captcha/captcha.rules.ts';
import { createCaptchaService } from '#lib/features/captcha/captcha.service.ts';
import { createCounterRepository } from '#lib/features/limits/limits.repository.ts';
import { altchaCaptcha } from '#lib/ports/captcha/altcha.ts';
import type { CaptchaJudge } from '#lib/ports/captcha/captcha.ts';
import { createKeyRing } from '#lib/secrets.ts';
import { secondNode } from '#tests/support/second-node.ts';
import type { SecondNode } from '#tests/support/second-node.ts';
import { openTestApi } from '#tests/support/test-api.ts';
import type { TestApi } from '#tests/support/test-api.ts';

const shape = {
  input: z.object({ text: z._default(z.string(), '') }),
  output: z.object({ captcha: z.string() }),
  summary: 'Test.',
  method: 'POST',
  access: 'public',
  fulfils: [],
} as const;
const needsOne = contract({ ...shape, name: 'needs-one', path: '/_api/test/needs-one', captcha: true });
const needsSolved = contract({ ...shape, name: 'needs-solved', path: '/_api/test/needs-solved', captcha: 'solved' });
const asksLater = contract({ ...shape, name: 'asks-later', path: '/_api/test/asks-later', captcha: 'asked', repeatable: true, errors: ['captcha-needed'] });

let on: TestApi;
let second: SecondNode;
let asked = 0;
const clock = { now: new Date() };
beforeAll(async () => {
  on = await openTestApi({
    now: () => clock.now,
    more: [
      bind(needsOne, async (_, { captcha }) => ({ ok: true, data: { captcha: captcha ?? 'none' } })),
      bind(needsSolved, async (_, { captcha }) => ({ ok: true, data: { captcha: captcha ?? 'none' } })),
      bind(asksLater, async (_, { captcha }) => {
        asked++;
        return captcha ? { ok: true, data: { captcha } } : { ok: false, error: 'captcha-needed' };
      }),
    ],
  });
  second = await secondNode(on.base);
});
afterAll(async () => {
  await second.close();
  await on.close();
});

/** What a device sends that has asked for a puzzle and solved it. */
async function proofFor(call: string) {
  const { data } = await on.call(captchaPuzzleContract, { call });
  const [puzzle] = data.puzzles;
  const challenge = JSON.parse(puzzle?.challenge ?? '');
  const solution = await solveChallenge({ challenge, deriveKey });
  return { captcha_id: puzzle?.captcha_id ?? '', captcha_code: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64'), platform: 'altcha' };
}
const tokenFor = async (call: string): Promise<string> => (await on.call(captchaTokenContract, await proofFor(call))).data.captcha_token;

describe('[R7.075] a solved puzzle', () => {
  test('opens the call it was solved for, once, by itself or exchanged for a token', async () => {
    const proof = await proofFor('needs-one');
    expect((await on.call(needsOne, proof)).data).toEqual({ captcha: 'solved' });
    expect((await on.call(needsOne, proof)).error_code).toBe(13_000);
    expect((await on.call(captchaTokenContract, proof)).error_code).toBe(10_113);

    const captcha_token = await tokenFor('needs-one');
    expect((await on.call(needsOne, { captcha_token })).data).toEqual({ captcha: 'solved' });
    expect((await on.call(needsOne, { captcha_token })).error_code).toBe(13_000);
    expect((await on.call(needsSolved, { captcha_token: await tokenFor('needs-solved') })).data).toEqual({ captcha: 'solved' });
  });

  test('opens no other call, and nothing after ten minutes', async () => {
    expect((await on.call(needsSolved, await proofFor('needs-one'))).error_code).toBe(13_000);
    expect((await on.call(needsSolved, { captcha_token: await tokenFor('needs-one') })).error_code).toBe(13_000);
    expect((await on.call(captchaTokenContract, { ...(await proofFor('needs-one')), call: 'needs-solved' })).error_code).toBe(10_113);
    const late = await tokenFor('needs-one');
    clock.now = new Date(Date.now() + proofLife + 1_000);
    expect((await on.call(needsOne, { captcha_token: late })).error_code).toBe(13_000);
    clock.now = new Date();
  });

  test('changed or made up is none', async () => {
    const captcha_token = await tokenFor('needs-one');
    for (const wrong of [captcha_token.replace('needs-one', 'needs-solved'), `${captcha_token}x`, captcha_token.slice(0, -1), 'x'])
      expect((await on.call(wrong.includes('needs-solved') ? needsSolved : needsOne, { captcha_token: wrong })).error_code).toBe(13_000);
    expect((await on.call(needsOne)).error_code).toBe(13_000);
  });

  test('used twenty times at once on two nodes counts once', async () => {
    const secrets = createKeyRing([Buffer.alloc(32, 3)]);
    const judge: CaptchaJudge = {
      ...altchaCaptcha(secrets.keyFor('captcha')),
      judge: async ({ code }) => ({ kind: 'solved', proof: code, call: 'needs-one' }),
    };
    const nodes = [on.base.db, second.db].map((db) =>
      createCaptchaService({ judges: [judge], secrets, counters: createCounterRepository(db), fallbackAfter: 3 }),
    );
    const about = { call: 'needs-one', address: '203.0.113.1', now: new Date() };
    const proof = { platform: 'altcha', id: 'one', code: 'the same' } as const;
    const uses = await Promise.all(Array.from({ length: 20 }, (_, index) => nodes[index % 2]?.verify(proof, about)));
    expect(uses.filter((verdict) => verdict === 'solved')).toHaveLength(1);
    const exchanged = await Promise.all(Array.from({ length: 20 }, (_, index) => nodes[index % 2]?.exchange({ ...proof, code: 'another' }, about)));
    expect(exchanged.filter((outcome) => outcome?.ok)).toHaveLength(1);
    const token = exchanged.flatMap((outcome) => (outcome?.ok ? [outcome.value] : []))[0] ?? '';
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, index) => nodes[index % 2]?.verify({ token }, about)));
    expect(tokens.filter((verdict) => verdict === 'solved')).toHaveLength(1);
  });
});

describe('[R4.085] a ticket', () => {
  test('is given after three errors, counts as unverified, and never where only a solved captcha will do', async () => {
    // Puzzles are counted by where they are asked for: nobody else of this file is here.
    const here = { 'x-loftling-address': '203.0.113.85' };
    const pose = (call: string) => on.call(captchaPuzzleContract, { call }, 'en-us', here);
    expect((await on.call(captchaTicketContract, { call: 'needs-one', errors: 9 }, 'en-us', here)).error_code, 'errors that a client only claims').toBe(13_000);
    for (const call of ['needs-one', 'needs-solved']) for (let posed = 0; posed < 3; posed += 1) await pose(call);
    expect((await on.call(captchaTicketContract, { call: 'needs-one', errors: 2 }, 'en-us', here)).error_code).toBe(13_000);
    const ticket = async (call: string) => (await on.call(captchaTicketContract, { call, errors: 3 }, 'en-us', here)).data;
    const one = await ticket('needs-one');
    expect((await on.call(needsOne, one)).data).toEqual({ captcha: 'unverified' });
    expect((await on.call(needsOne, one)).error_code).toBe(13_000);
    expect((await on.call(needsSolved, await ticket('needs-solved'))).error_code).toBe(13_000);
    const dressed = (await ticket('needs-solved')).captcha_token.replace('unverified', 'solved');
    expect((await on.call(needsSolved, { captcha_token: dressed })).error_code).toBe(13_000);
  });
});

test('[R7.076] a GeeTest puzzle is judged by its own call, and by nobody where none is set up', async () => {
  const solved = { captcha_id: '0'.repeat(32), lot_number: 'x', captcha_output: 'x', pass_token: 'x', gen_time: '1', call: 'needs-one' };
  expect((await on.call(captchaGeetestContract, solved)).error_code).toBe(10_113);
});

test('[R8.16] who is asked for a captcha sends the same again with it, under the same key; a repeat gets the first answer', async () => {
  const key = { 'idempotency-key': 'captcha-key-0001' };
  const before = asked;
  expect((await on.call(asksLater, { text: 'a' }, 'en-us', key)).error_code).toBe(13_000);
  const first = await on.call(asksLater, { text: 'a', captcha_token: await tokenFor('asks-later') }, 'en-us', key);
  expect(first.data).toEqual({ captcha: 'solved' });
  // The answer got lost, and the token is used: the repeat needs none.
  const repeat = await on.call(asksLater, { text: 'a', captcha_token: await tokenFor('asks-later') }, 'en-us', key);
  expect([repeat.data, repeat.headers.get('idempotent-replay')]).toEqual([first.data, 'true']);
  expect((await on.call(asksLater, { text: 'b' }, 'en-us', key)).error_code).toBe(1104);
  expect(asked - before).toBe(2);
});

test('a form that a program filled in is asked for one before its call is answered, and taken with one under the same key', async () => {
  const key = { 'idempotency-key': 'captcha-key-0002' };
  const before = asked;
  expect((await on.call(asksLater, { text: 'c', website: 'https://spam.example' }, 'en-us', key)).error_code).toBe(13_000);
  expect(asked).toBe(before);
  const taken = await on.call(asksLater, { text: 'c', website: 'https://spam.example', captcha_token: await tokenFor('asks-later') }, 'en-us', key);
  expect(taken.data).toEqual({ captcha: 'solved' });
  // What gave it away is no part of what is asked.
  const repeat = await on.call(asksLater, { text: 'c', captcha_token: await tokenFor('asks-later') }, 'en-us', key);
  expect(repeat.headers.get('idempotent-replay')).toBe('true');
});

/** Captchas of other services, against servers that speak as they do; and the embedded one, which needs nobody. */
import { createHmac } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, describe, expect, test } from 'vitest';
import { altchaCaptcha } from '#lib/ports/captcha/altcha.ts';
import type { CaptchaJudge, CaptchaPuzzle } from '#lib/ports/captcha/captcha.ts';
import { geetestCaptcha } from '#lib/ports/captcha/geetest.ts';
import { recaptchaCaptcha } from '#lib/ports/captcha/recaptcha.ts';
import { turnstileCaptcha } from '#lib/ports/captcha/turnstile.ts';
import { answerJson, standIn } from '#tests/support/stand-in.ts';
import type { Asked, StandIn } from '#tests/support/stand-in.ts';

let server: StandIn | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});
const address = '203.0.113.7';
const formOf = ({ body }: Asked) => Object.fromEntries(new URLSearchParams(body));

/** A service that answers so. `silent`: not at all. */
async function service(answer: unknown, status = 200): Promise<StandIn> {
  server = await standIn((_, response) => {
    if (answer !== 'silent') answerJson(response, answer, status);
  });
  return server;
}

/** A service that says nothing is given up soon; those that answer have time for it on a busy machine too. */
const limitFor = (answer: unknown): number => (answer === 'silent' ? 50 : 8_000);

const siteKey = 'site-key-0123456789';
const secret = 'secret-0123456789';
const siteHosts = ['homes.example'];

describe.each([
  ['cloudflare', turnstileCaptcha],
  ['recaptcha', recaptchaCaptcha],
] as const)('%s', (platform, make) => {
  const proof = { platform, id: siteKey, code: 'token-of-the-widget' };
  const judge = async (answer: unknown, status?: number, more: Partial<typeof proof> = {}) => {
    const { origin } = await service(answer, status);
    return make({ siteKey, secret, siteHosts, at: `${origin}/siteverify`, within: limitFor(answer) }).judge({ ...proof, ...more }, address);
  };

  test('is asked by form with the secret, and believed about a page of ours', async () => {
    const solved = platform === 'cloudflare' ? { action: 'report-listing' } : {};
    expect(await judge({ success: true, hostname: 'homes.example', challenge_ts: '2026-11-22T12:00:00Z', 'error-codes': [], ...solved })).toEqual({
      kind: 'solved',
      proof: proof.code,
      call: platform === 'cloudflare' ? 'report-listing' : undefined,
    });
    const [asked] = server?.asked ?? [];
    expect(asked?.headers['content-type']).toContain('application/x-www-form-urlencoded');
    expect(asked && formOf(asked)).toEqual({ secret, response: proof.code, remoteip: address });
  });

  test('says no, and says it of what was used or solved elsewhere', async () => {
    expect(await judge({ success: false, 'error-codes': ['timeout-or-duplicate'] })).toEqual({ kind: 'wrong' });
    await server?.close();
    expect(await judge({ success: true, hostname: 'evil.example', action: 'report-listing' })).toEqual({ kind: 'wrong' });
  });

  test('that is away, slow, garbled or angry with us is nobody’s verdict', async () => {
    const answers: readonly [unknown, number?][] = [
      ['{"success":', 200],
      [[], 200],
      [{ success: 'yes' }],
      ['down', 503],
      [{ success: false, 'error-codes': ['invalid-input-secret'] }],
      ['silent'],
    ];
    for (const [answer, status] of answers) {
      expect(await judge(answer, status)).toEqual({ kind: 'unreachable' });
      await server?.close();
    }
  });

  test('is not asked about what cannot be its own', async () => {
    for (const more of [{ id: 'other-key-0123456789' }, { code: '' }, { code: 'x'.repeat(5_000) }]) {
      expect(await judge({ success: true, hostname: 'homes.example' }, 200, more)).toEqual({ kind: 'wrong' });
      expect(server?.asked).toEqual([]);
      await server?.close();
    }
  });
});

test('Turnstile’s proof is for the call that it names, and for none when it names none', async () => {
  const { origin } = await service({ success: true, hostname: 'homes.example' });
  const turnstile = turnstileCaptcha({ siteKey, secret, siteHosts, at: origin });
  expect(await turnstile.judge({ platform: 'cloudflare', id: siteKey, code: 'x' }, address)).toEqual({ kind: 'wrong' });
});

test('a score of reCAPTCHA counts from a half, for the call that its action names', async () => {
  const judged = async (score: number) => {
    const { origin } = await service({ success: true, hostname: 'homes.example', score, action: 'report_listing' });
    const judgement = await recaptchaCaptcha({ siteKey, secret, siteHosts, at: origin }).judge({ platform: 'recaptcha', id: siteKey, code: 'x' }, address);
    await server?.close();
    return judgement;
  };
  expect(await judged(0.9)).toEqual({ kind: 'solved', proof: 'x', call: 'report-listing' });
  expect(await judged(0.1)).toEqual({ kind: 'wrong' });
});

describe('[R7.076] geetest', () => {
  const captchaId = '0123456789abcdef0123456789abcdef';
  const key = 'fedcba9876543210fedcba9876543210';
  const solved = { lot_number: '4dc3cfc2cdff448cad8d13107198d473', captcha_output: 'out', pass_token: 'pass', gen_time: '1795262400' };
  const judge = async (answer: unknown, status?: number, code: unknown = solved) => {
    const { origin } = await service(answer, status);
    return geetestCaptcha({ captchaId, key, at: origin, within: limitFor(answer) }).judge(
      { platform: 'geetest', id: captchaId, code: JSON.stringify(code) },
      address,
    );
  };

  test('is asked with the four values under our signature', async () => {
    expect(await judge({ status: 'success', result: 'success', reason: '', captcha_args: {} })).toEqual({
      kind: 'solved',
      proof: solved.lot_number,
      call: undefined,
    });
    const [asked] = server?.asked ?? [];
    expect(asked?.url).toBe(`/validate?captcha_id=${captchaId}`);
    expect(asked && formOf(asked)).toEqual({ ...solved, captcha_id: captchaId, sign_token: createHmac('sha256', key).update(solved.lot_number).digest('hex') });
  });

  test('says no', async () => {
    expect(await judge({ status: 'success', result: 'fail', reason: 'pass_token expire' })).toEqual({ kind: 'wrong' });
  });

  test('that is away, slow, garbled or angry with us is nobody’s verdict', async () => {
    const answers: readonly [unknown, number?][] = [
      ['<html>'],
      ['', 500],
      [{ status: 'error', code: '-50005', msg: 'illegal gen_time', result: '' }],
      [{}],
      ['silent'],
    ];
    for (const [answer, status] of answers) {
      expect(await judge(answer, status)).toEqual({ kind: 'unreachable' });
      await server?.close();
    }
  });

  test('is not asked about what is no solution', async () => {
    for (const code of ['x', {}, { ...solved, gen_time: 'now' }, { ...solved, lot_number: 'x'.repeat(65) }]) {
      expect(await judge({ result: 'success' }, 200, code)).toEqual({ kind: 'wrong' });
      expect(server?.asked).toEqual([]);
      await server?.close();
    }
  });
});

describe('the embedded one', () => {
  const captcha = altchaCaptcha(Buffer.alloc(32, 7));
  const pose = () => captcha.pose('report-listing');

  async function solve({ challenge: text }: CaptchaPuzzle) {
    const challenge = JSON.parse(text);
    const solution = await solveChallenge({ challenge, deriveKey });
    return { challenge, solution };
  }
  const codeOf = (solved: unknown): string => Buffer.from(JSON.stringify(solved)).toString('base64');
  const judge = (puzzle: CaptchaPuzzle, solved: unknown, by: CaptchaJudge = captcha) =>
    by.judge({ platform: 'altcha', id: puzzle.id, code: codeOf(solved) }, address);

  test('takes what was worked out, for the call it was posed for', async () => {
    const puzzle = await pose();
    expect(await judge(puzzle, await solve(puzzle))).toEqual({ kind: 'solved', proof: puzzle.id, call: 'report-listing' });
  });

  test('takes no other key’s, no changed puzzle, no guess, nothing old and nothing else', async () => {
    const puzzle = await pose();
    const solved = await solve(puzzle);
    const { challenge, solution } = solved;
    const changed = (parameters: object) => ({ ...solved, challenge: { ...challenge, parameters: { ...challenge.parameters, ...parameters } } });
    const other = await pose();
    const wrong: readonly unknown[] = [
      changed({ data: { call: 'login' } }),
      changed({ cost: 1 }),
      changed({ expiresAt: challenge.parameters.expiresAt + 60 }),
      changed({ nonce: other.id }),
      changed({ extra: 1 }),
      { ...solved, solution: { ...solution, derivedKey: `${challenge.parameters.keyPrefix}${'0'.repeat(32)}` } },
      { ...solved, solution: null },
      { ...solved, challenge: { ...challenge, signature: '00' } },
      JSON.parse(other.challenge),
      'x',
      null,
    ];
    for (const one of wrong) expect(await judge(puzzle, one)).toEqual({ kind: 'wrong' });
    expect(await judge(other, solved)).toEqual({ kind: 'wrong' });
    expect(await judge(puzzle, solved, altchaCaptcha(Buffer.alloc(32, 8)))).toEqual({ kind: 'wrong' });
    const old = await altchaCaptcha(Buffer.alloc(32, 7), -2_000).pose('report-listing');
    expect(await judge(old, await solve(old))).toEqual({ kind: 'wrong' });
    for (const code of ['', '%%%', 'x'.repeat(8_000)])
      expect(await captcha.judge({ platform: 'altcha', id: puzzle.id, code }, address)).toEqual({ kind: 'wrong' });
  });
});

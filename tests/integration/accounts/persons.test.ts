/** Who has to show to be a person before a code is sent or a password compared, and what is told to people alone. */
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiErrors } from '#lib/api/envelope.ts';
import * as checks from '#lib/features/accounts/account-checks.contract.ts';
import * as entering from '#lib/features/accounts/entering.contract.ts';
import { consentVersion, resendAfter } from '#lib/features/accounts/accounts.schema.ts';
import { sharedLimits } from '#lib/api/shared-limits.ts';
import { unproven } from '#lib/features/accounts/persons.service.ts';
import { captchaPuzzleContract } from '#lib/features/captcha/captcha.contract.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk } from '#tests/support/accounts-desk.ts';
import { testNow } from '#tests/factories/houses.ts';

let desk: AccountsDesk;
beforeAll(async () => {
  desk = await openAccountsDesk({ settings: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => desk.close());

const needed = apiErrors['captcha-needed'].code;
const password = 'Bridge-2027';
const byMail = (email: string) => ({ canal: '2', email, consent_terms: consentVersion });
/** Every address of a test is another one, so that tests do not count for each other. */
let addresses = 0;
const from = () => ({ 'x-loftling-address': `203.0.113.${(addresses += 1)}` });
const ticket = (call: string) => ({ captcha_token: desk.on.services.captcha?.ticket(call, desk.clock.now) ?? '' });

async function solved(call: string): Promise<Readonly<Record<string, string>>> {
  const { data } = await desk.on.call(captchaPuzzleContract, { call });
  const posed = data.puzzles.find(({ platform }) => platform === 'altcha');
  const challenge = JSON.parse(posed?.challenge ?? '');
  const solution = await solveChallenge({ challenge, deriveKey });
  return { captcha_id: posed?.captcha_id ?? '', captcha_code: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64') };
}

const wait = (): void => void (desk.clock.now = new Date(desk.clock.now.getTime() + resendAfter * 1_000));

test('codes to a contact go out as they are asked for, a few a day; then to people alone', async () => {
  desk.clock.now = testNow;
  const [email, browser, here] = ['codes@example.org', desk.browser(), from()];
  const start = (more = {}) => browser.call(entering.loginStartContract, { ...byMail(email), ...more }, here);
  for (let sent = 0; sent < unproven.codes.contact; sent += 1, wait()) expect((await start()).error_code).toBe(0);
  const letters = desk.letters.length;
  expect((await start()).error_code).toBe(needed);
  expect((await browser.call(entering.attemptResendContract, {}, here)).error_code, 'nor by another way').toBe(needed);
  expect(desk.letters.length).toBe(letters);
  expect((await start(await solved('login-start'))).error_code).toBe(0);
  wait();
  expect((await start(ticket('login-start'))).error_code, 'who can load no captcha').toBe(0);
});

test('a new password is never to be had with a ticket', async () => {
  desk.clock.now = testNow;
  const [email, browser, here] = ['recover@example.org', desk.browser(), from()];
  const start = (more = {}) => browser.call(entering.recoveryStartContract, { canal: '2', email, ...more }, here);
  for (let sent = 0; sent < unproven.recoveries.contact; sent += 1, wait()) expect((await start()).error_code).toBe(0);
  const { error_code, data } = await start();
  // A page without script is told that its ticket will not do.
  expect([error_code, data]).toEqual([needed, { only: 'solved' }]);
  expect((await start(ticket('recovery-start'))).error_code).toBe(needed);
  expect((await start(await solved('recovery-start'))).error_code).toBe(0);
});

test('after some wrong passwords people alone may try, and known and unknown are answered alike', async () => {
  desk.clock.now = testNow;
  await desk.registered('known@example.org', password);
  const here = from();
  const answers = [];
  for (const email of ['known@example.org', 'unknown@example.org']) {
    const browser = desk.browser();
    const tried = [];
    for (let wrong = 0; wrong <= unproven.passwords.contact; wrong += 1) {
      const { status, error_code, message, data } = await browser.call(entering.passwordLoginContract, { ...byMail(email), password: 'River-2028' }, here);
      tried.push({ status, error_code, message, data });
    }
    answers.push(tried);
  }
  expect(answers[0]?.map(({ error_code }) => error_code)).toEqual([...Array.from({ length: unproven.passwords.contact }, () => 10117), needed]);
  expect(answers[1]).toEqual(answers[0]);
  const proved = { ...byMail('known@example.org'), password, ...(await solved('login-password')) };
  expect((await desk.browser().call(entering.passwordLoginContract, proved, here)).error_code).toBe(0);
});

test('[R7.071] [R7.072] [R7.073] [R7.077] [R7.078] whether somebody has an account is told to people alone', async () => {
  desk.clock.now = testNow;
  await desk.registered('member@example.org', password);
  const [browser, here] = [desk.browser(), from()];
  for (const contract of [checks.checkEmailContract, checks.checkAccountContract, checks.checkAccountIsNewContract]) {
    expect((await browser.call(contract, { email: 'member@example.org' }, here)).error_code).toBe(needed);
    for (const [email, data] of [
      ['member@example.org', { status: 1, is_password: 1 }],
      ['nobody@example.org', { status: 0, is_password: 0 }],
    ] as const)
      expect((await browser.call(contract, { email, ...(await solved(contract.name)) }, here)).data).toEqual(data);
  }
  const phone = { country_code: '44', mobile: '7700 900123' };
  expect((await browser.call(checks.checkMobileContract, { ...phone, ...(await solved('check-mobile')) }, here)).data).toEqual({ status: 0, is_password: 0 });
  expect((await browser.call(checks.checkMobileContract, { mobile: 'x', ...(await solved('check-mobile')) }, here)).error_code).toBe(422);
});

test('what is refused costs nobody a code; a browser has its share, its address those of many, and the wait is told in minutes', async () => {
  desk.clock.now = testNow;
  const [browser, here] = [desk.browser(), from()];
  const ask = (by: ReturnType<typeof desk.browser>, email: string) => by.call(entering.loginStartContract, byMail(email), here);
  for (let refused = 0; refused < sharedLimits.code.browser + 5; refused += 1)
    expect((await ask(browser, 'nobody@')).error_code).toBe(apiErrors['bad-input'].code);
  for (let sent = 0; sent < sharedLimits.code.browser; sent += 1) expect((await ask(browser, `share${sent}@example.org`)).error_code, `code ${sent}`).toBe(0);
  const stopped = await ask(browser, 'share-more@example.org');
  expect(stopped.error_code).toBe(apiErrors['too-many'].code);
  expect(stopped.message).toMatch(/ in \d+ minutes\.$/);
  expect((await ask(desk.browser(), 'share-more@example.org')).error_code, 'somebody else behind the same address').toBe(0);
});

test('a wrong password asks at once for the captcha that the next try needs', async () => {
  desk.clock.now = testNow;
  const [browser, here] = [desk.browser(), from()];
  const answers = [];
  for (let wrong = 0; wrong < unproven.passwords.contact; wrong += 1)
    answers.push((await browser.call(entering.passwordLoginContract, { ...byMail('typing@example.org'), password: 'River-2028' }, here)).data);
  expect(answers.map((data) => data !== null && 'captcha' in data)).toEqual([...Array.from({ length: unproven.passwords.contact - 1 }, () => false), true]);
});

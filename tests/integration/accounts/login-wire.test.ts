/** What clients of the wire call things when they sign in, and how little they learn of whom they do not know. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as checks from '#lib/features/accounts/account-checks.contract.ts';
import { consentVersion, markerCookie, resendAfter } from '#lib/features/accounts/accounts.schema.ts';
import * as contracts from '#lib/features/accounts/entering.contract.ts';
import * as ownAccount from '#lib/features/accounts/own-account.contract.ts';
import { wireHeaders } from '#lib/api/signing.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk } from '#tests/support/accounts-desk.ts';
import { solvedToken } from '#tests/support/solved.ts';

let desk: AccountsDesk;
beforeAll(async () => {
  desk = await openAccountsDesk();
});
afterAll(() => desk.close());
beforeEach(() => void (desk.clock.now = testNow));

const password = 'Bridge-2027';
const terms = { consent_terms: consentVersion };
const later = (): void => void (desk.clock.now = new Date(desk.clock.now.getTime() + (resendAfter + 1) * 1_000));
const ticket = (call: string) => ({ captcha_token: solvedToken(desk.secrets, call, desk.clock.now) });

describe('the wire', () => {
  test('[R4.029] [R4.030] [R4.031] [R4.032] [R4.033] has a call for each sub-step of verification', async () => {
    const email = 'steps@example.org';
    await desk.registered(email, password);
    later();
    const browser = desk.browser();
    const isNew = await browser.call(checks.checkAccountIsNewContract, { canal: '2', email: 'nobody@example.org', ...ticket('check-account-is-new') });
    expect(isNew.data).toEqual({ status: 0, is_password: 0 });
    const sent = await browser.call(contracts.sendCodeContract, { version: 'v1', event: 'login', canal: '2', email, ...terms });
    expect(sent.data).toEqual({ seconds: resendAfter });
    expect((await browser.call(contracts.passwordLoginContract, { canal: '2', email, password, ...terms })).error_code).toBe(0);
    const other = desk.browser();
    expect((await other.call(contracts.sendCodeContract, { version: 'v1', event: 'forget', canal: '2', email })).error_code).toBe(0);
    expect(desk.letters.at(-1)).toMatchObject({ to: email, input: { event: 'forget' } });
    const known = await other.call(checks.checkAccountContract, { canal: '2', email, ...ticket('check-account') });
    expect(known.data).toEqual({ status: 1, is_password: 1 });
  });

  test('[R4.034] [R3.62] [R3.63] numbers the ways of signing in 1 mail and 2 phone; without a word it is a phone of mainland China', async () => {
    const both = { email: 'type@example.org', phone: '13800138001', version: 'v1', event: 'login', ...terms };
    const sentTo = async (asked: Readonly<Record<string, string>>): Promise<string | undefined> => {
      later();
      const before = desk.letters.length;
      await desk.browser().call(contracts.sendCodeContract, { ...both, ...asked });
      return desk.letters[before]?.to;
    };
    expect(await sentTo({})).toBe('+8613800138001');
    expect(await sentTo({ country_code: '84', phone: '912345678' })).toBe('+84912345678');
    expect(await sentTo({ phone: '' })).toBe('type@example.org');
    await desk.registered('typed@example.org', password);
    const signIn = async (login_type: string): Promise<number> =>
      (await desk.browser().call(contracts.passwordLoginContract, { login_type, email: 'typed@example.org', phone: '13800138002', password, ...terms }))
        .error_code;
    expect([await signIn('1'), await signIn('email'), await signIn('2'), await signIn('mobile')]).toEqual([0, 0, 10117, 10117]);
    const empty = await desk.browser().call(contracts.passwordLoginContract, { password, ...terms });
    expect(empty.data).toMatchObject({ fields: [{ name: 'phone' }] });
  });

  test('[R4.035] [R3.61] numbers the ways of finding a password the other way round, with fields of their own', async () => {
    const asked = { findPWD_email: 'found@example.org', findPWD_phone: '13800138003', findPWD_country_code: '86' };
    const sentTo = async (find_type: string): Promise<string | undefined> => {
      later();
      const before = desk.letters.length;
      await desk.browser().call(contracts.sendCodeContract, { version: 'v1', event: 'forget', find_type, ...asked });
      return desk.letters[before]?.to;
    };
    expect([await sentTo('1'), await sentTo('2')]).toEqual(['+8613800138003', 'found@example.org']);
    await desk.registered('found@example.org', password);
    later();
    const browser = desk.browser();
    const whom = { find_type: '2', findPWD_email: 'found@example.org' };
    await browser.call(contracts.sendCodeContract, { version: 'v1', event: 'forget', ...whom });
    const { data } = await browser.call(contracts.checkCodeContract, { event: 'forget', code: desk.lastCode('found@example.org'), ...whom });
    const set = await browser.call(contracts.resetPasswordContract, { password: 'River-2028', second_code: data.second_code, ...whom });
    expect(set.error_code).toBe(0);
  });

  test('[R4.008] is signed in by both halves of the session: the mark alone is nobody, and the token alone writes nothing', async () => {
    const browser = await desk.registered('halves@example.org');
    const token = browser.cookies.get('uhouzz_token') ?? '';
    const write = { nickname: 'Lan', locale: 'en-us' };
    browser.cookies.delete('uhouzz_token');
    expect((await browser.call(ownAccount.sessionContract)).error_code).toBe(403);
    browser.cookies.set('uhouzz_token', token);
    const mark = browser.cookies.get(markerCookie) ?? '';
    browser.cookies.delete(markerCookie);
    expect((await browser.call(ownAccount.customerUpdateContract, write, { [wireHeaders.antiForgery]: '' })).error_code).toBe(1107);
    browser.cookies.set(markerCookie, mark);
    expect((await browser.call(ownAccount.customerUpdateContract, write)).error_code).toBe(0);
  });

  test('[R9.04] tells who is signed in within 400 bytes, whatever they are called and wherever they are reached', async () => {
    const longest = `a@${['b', 'c', 'd'].map((letter) => letter.repeat(63)).join('.')}.${'e'.repeat(56)}.org`;
    const browser = await desk.registered(longest);
    const { cust_id: id } = (await browser.call(ownAccount.sessionContract)).data;
    // A picture of their own has the longest address.
    const { db } = desk.on.base;
    await db.updateTable('users').set({ picture: crypto.randomUUID() }).where('id', '=', id).execute();
    const told = async (): Promise<{ readonly bytes: number; readonly called: string }> => {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await desk.on.api.request(ownAccount.sessionContract.path, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
      const body = Buffer.from(await answer.arrayBuffer());
      const { data } = JSON.parse(body.toString()) as { data: { cust_id: number; called: string } };
      // As many digits as a number of an account may have.
      return { bytes: body.length + 10 - String(data.cust_id).length, called: data.called };
    };
    expect((await told()).called).toContain('•');
    const sizes = [await told()];
    for (const letter of ['歐', 'ữ', '"', '🎓']) {
      const nickname = letter.repeat(40 / letter.length);
      expect((await browser.call(ownAccount.customerUpdateContract, { nickname, locale: 'vi-vn' })).error_code, letter).toBe(0);
      sizes.push(await told());
      expect(sizes.at(-1)?.called).toBe(nickname);
    }
    expect(sizes.filter(({ bytes }) => bytes > 400)).toEqual([]);
  });

  test('[R8.35] says null of nobody', async () => {
    expect(await desk.browser().call(ownAccount.sessionContract)).toMatchObject({ error_code: 403, data: null });
    expect(await desk.browser().call(ownAccount.customerInfoContract)).toMatchObject({ error_code: 403, data: null });
  });

  test('[R8.21] says why no code was sent, in the reader’s language', async () => {
    const browser = desk.browser();
    const asked = { canal: '2', email: 'soon@example.org', ...terms };
    await browser.call(contracts.loginStartContract, asked);
    expect(await browser.call(contracts.loginStartContract, asked)).toMatchObject({ error_code: 10152, message: expect.stringMatching(/^\p{Lu}.+\.$/u) });
  });
});

test('whoever has an account and whoever has none are answered alike, in status, body, headers and work', async () => {
  const hashes = desk.on.services.people?.accounts.hashes;
  if (!hashes) throw new Error('accounts are closed');
  const [hash, verify] = [vi.spyOn(hashes, 'hash'), vi.spyOn(hashes, 'verify')];
  const byMail = (email: string) => ({ to: email, by: { canal: '2', email } });
  const byPhone = (phone: string) => ({ to: `+44${phone}`, by: { canal: '1', country_code: 'GB', phone } });
  const known = 'known@example.org';
  await desk.registered(known, password);
  const own = await desk.registered('with-a-phone@example.org', password);
  const number = byPhone('7700900177');
  later();
  expect((await own.call(ownAccount.bindStartContract, number.by)).error_code).toBe(0);
  expect((await own.call(contracts.attemptCodeContract, { code: desk.lastCode(number.to) })).error_code).toBe(0);
  /** Everything that a visit meets, as one text for each call. */
  async function walk({ to, by }: ReturnType<typeof byMail> | typeof number): Promise<readonly string[]> {
    later();
    const [browser, seen] = [desk.browser(), [] as string[]];
    const wrong = () => ({ code: desk.lastCode(to) === '000000' ? '000001' : '000000' });
    for (const ask of [
      () => browser.call(contracts.loginStartContract, { ...by, ...terms }),
      () => browser.call(contracts.attemptCodeContract, wrong()),
      () => browser.call(contracts.attemptResendContract),
      () => browser.call(contracts.passwordLoginContract, { ...by, ...terms, password: 'Wrong-2027' }),
      () => browser.call(contracts.recoveryStartContract, by),
      () => browser.call(contracts.sendCodeContract, { ...by, version: 'v6', event: 'verify_code' }),
      () => browser.call(contracts.checkCodeContract, { ...by, event: 'forget', ...wrong() }),
      () => browser.call(contracts.codeLoginContract, { ...by, ...wrong() }),
      () => browser.call(contracts.resetPasswordContract, { ...by, password, second_code: 'x' }),
    ]) {
      const before = [hash.mock.calls.length, verify.mock.calls.length];
      const { status, error_code, message, data, headers } = await ask();
      // Names of visits and their tokens are made at random for each.
      const named = [...headers]
        .filter(([name]) => !/^(?:date|x-trace-id)$/.test(name))
        .map(([name, value]) => [name, name === 'x-csrf-token' ? '' : name === 'set-cookie' ? value.replaceAll(/=[\w.-]{20,}/g, '=') : value]);
      seen.push(
        JSON.stringify([status, error_code, message, data, named, hash.mock.calls.length - (before[0] ?? 0), verify.mock.calls.length - (before[1] ?? 0)]),
      );
    }
    return seen;
  }
  const [one, other] = [await walk(byMail(known)), await walk(byMail('nobody-here@example.org'))];
  expect(one).toHaveLength(9);
  expect(one).toEqual(other);
  expect(verify, 'a wrong password is worth its work').toHaveBeenCalled();
  const phoned = await walk(number);
  expect(phoned).toEqual(await walk(byPhone('7700900178')));
  const codesOf = (seen: readonly string[]): readonly unknown[] => seen.map((text) => (JSON.parse(text) as readonly unknown[])[1]);
  expect(codesOf(phoned), 'a number goes the way of an address').toEqual(codesOf(one));
});

/** Who signed in with a browser last: what it keeps, what that saves, and what makes it worthless. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consentVersion } from '#lib/features/accounts/accounts.schema.ts';
import * as entering from '#lib/features/accounts/entering.contract.ts';
import * as contracts from '#lib/features/accounts/known-browsers.contract.ts';
import { knownCookie, knownDays } from '#lib/features/accounts/known-browsers.schema.ts';
import * as ownAccount from '#lib/features/accounts/own-account.contract.ts';
import { consent } from '#lib/features/tracking/consent.rules.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { visitorOf } from '#tests/support/visitors.ts';

let desk: AccountsDesk;
beforeAll(async () => {
  desk = await openAccountsDesk();
});
afterAll(() => desk.close());
beforeEach(() => {
  desk.clock.now = testNow;
});

const password = 'Bridge-2027';
let people = 0;
const someone = (): string => `known${(people += 1)}@example.org`;

/** A browser whose reader has said yes to optional cookies. */
function agreeing(): Browser {
  const browser = desk.browser();
  browser.cookies.set(consent.cookie, `necessary.${consent.optional}`);
  return browser;
}
async function signIn(browser: Browser, email: string, how: 'code' | 'password') {
  const whom = { canal: '2', email, consent_terms: consentVersion };
  desk.clock.now = new Date(desk.clock.now.getTime() + 61_000);
  if (how === 'password') return browser.call(entering.passwordLoginContract, { ...whom, password });
  await browser.call(entering.loginStartContract, whom);
  return browser.call(entering.attemptCodeContract, { code: desk.lastCode(email) });
}
/** Somebody who signed in with a browser and out again. */
async function knownBrowser(how: 'code' | 'password') {
  const email = someone();
  const elsewhere = await desk.registered(email, password);
  const browser = agreeing();
  const { cust_id } = (await signIn(browser, email, how)).data;
  await browser.call(entering.logoutContract);
  return { email, browser, elsewhere, cust_id };
}
const shownTo = (browser: Browser) => {
  const cookie = browser.cookies.get(knownCookie);
  return desk.on.services.loaders.accounts?.known(viewOf(), visitorOf({ known: cookie === undefined ? undefined : decodeURIComponent(cookie) }));
};
const viewOf = () => ({ now: desk.clock.now, locale: 'en-us' as const, site: desk.on.services.site });

describe('[R9.07] a browser that knows who signed in last', () => {
  test('keeps no contact and no session for 30 days, and sends a code to whom it knows', async () => {
    const { browser, email } = await knownBrowser('code');
    const kept = decodeURIComponent(browser.cookies.get(knownCookie) ?? '');
    expect(kept).not.toContain('@');
    expect(Buffer.from(kept, 'base64url').toString('latin1')).not.toContain('known');
    expect(browser.cookies.has('uhouzz_token')).toBe(false);
    expect((await browser.call(ownAccount.sessionContract)).error_code).not.toBe(0);
    expect(await shownTo(browser)).toEqual({ called: `k•••${email.slice(email.indexOf('@') - 1)}`, by: 'code', provider: undefined });

    desk.clock.now = new Date(desk.clock.now.getTime() + 61_000);
    expect((await browser.call(contracts.knownCodeContract, { redirect: '/en/uk' })).error_code).toBe(0);
    const entered = await browser.call(entering.attemptCodeContract, { code: desk.lastCode(email) });
    expect(entered.data).toMatchObject({ next: 'done', redirect: '/en/uk' });

    desk.clock.now = new Date(desk.clock.now.getTime() + knownDays * 86_400_000);
    expect(await shownTo(browser)).toBeUndefined();
  });

  test('asks for the password alone where that was the way, and a wrong one signs nobody in', async () => {
    const { browser } = await knownBrowser('password');
    expect(await shownTo(browser)).toMatchObject({ by: 'password' });
    expect((await browser.call(contracts.knownPasswordContract, { password: 'River-2028' })).error_code).not.toBe(0);
    expect(browser.cookies.has('uhouzz_token')).toBe(false);
    expect((await browser.call(contracts.knownPasswordContract, { password, redirect: 'https://evil.example' })).data).toMatchObject({ redirect: '' });
    expect(browser.cookies.has('uhouzz_token')).toBe(true);
  });

  test('lives as long as the policy says', async () => {
    const browser = agreeing();
    const email = someone();
    await desk.registered(email, password);
    const { headers } = await signIn(browser, email, 'password');
    expect(headers.getSetCookie().find((line) => line.startsWith(knownCookie))).toContain(`Max-Age=${30 * 86_400};`);
  });

  test.each(['necessary', undefined])('keeps nothing where the answer about optional cookies is %s, and drops what an earlier yes allowed', async (answer) => {
    const { browser, email } = await knownBrowser('password');
    if (answer === undefined) browser.cookies.delete(consent.cookie);
    else browser.cookies.set(consent.cookie, answer);
    expect((await browser.call(contracts.knownPasswordContract, { password })).error_code).not.toBe(0);
    await signIn(browser, email, 'password');
    expect(browser.cookies.has(knownCookie)).toBe(false);
  });

  test('forgets them when it is told to', async () => {
    const { browser } = await knownBrowser('code');
    await browser.call(contracts.knownForgetContract);
    expect(browser.cookies.has(knownCookie)).toBe(false);
    expect((await browser.call(contracts.knownCodeContract)).error_code).not.toBe(0);
  });

  test('is nobody’s where an older version wrote something else', async () => {
    for (const old of ['{}', '{"id":1}', '{"id":1,"epoch":0,"way":"carrier pigeon","at":0}', '[]', 'null']) {
      const cookie = desk.secrets.encrypt('known-browsers', old);
      expect(await desk.on.services.loaders.accounts?.known(viewOf(), visitorOf({ known: cookie })), old).toBeUndefined();
    }
  });

  test('believes nothing that this server did not write', async () => {
    const { browser } = await knownBrowser('code');
    for (const forged of ['', 'a.b.c.d', `${browser.cookies.get(knownCookie)?.slice(0, -4)}AAAA`, 'x'.repeat(4_000)]) {
      browser.cookies.set(knownCookie, forged);
      expect(await shownTo(browser)).toBeUndefined();
      expect((await browser.call(contracts.knownCodeContract)).error_code).not.toBe(0);
    }
  });

  const worthless: readonly [string, (of: Awaited<ReturnType<typeof knownBrowser>>) => Promise<unknown>][] = [
    ['signing out everywhere', ({ elsewhere }) => elsewhere.call(ownAccount.endSessionsContract, { which: '' })],
    ['a new password', ({ elsewhere }) => elsewhere.call(ownAccount.changePasswordContract, { former: password, password: 'River-2028' })],
    ['an account that is to be deleted', ({ elsewhere }) => elsewhere.call(ownAccount.eraseAccountContract, { sure: 'yes' })],
    ['a lock', ({ cust_id }) => desk.on.base.db.updateTable('users').set({ locked_at: testNow }).where('id', '=', cust_id).execute()],
    ['the end of the account, as by joining it with another', ({ cust_id }) => desk.on.base.db.deleteFrom('users').where('id', '=', cust_id).execute()],
  ];
  test.each(worthless)('is worthless after %s', async (_, happens) => {
    const it = await knownBrowser('code');
    desk.clock.now = testNow;
    expect(await shownTo(it.browser)).toBeDefined();
    await happens(it);
    expect(await shownTo(it.browser)).toBeUndefined();
    expect((await it.browser.call(contracts.knownCodeContract)).error_code).toBe(10_154);
  });
});

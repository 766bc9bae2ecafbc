/** Google's prompt, over a real database, against a provider that really signs. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { oneTapContract, oneTapStartContract } from '#lib/features/accounts/one-tap.contract.ts';
import { oneTapCookie, oneTapLife } from '#lib/features/accounts/one-tap.rules.ts';
import { customerInfoContract } from '#lib/features/accounts/own-account.contract.ts';
import { consentVersion } from '#lib/features/accounts/accounts.schema.ts';
import { registerTwoContract } from '#lib/features/accounts/third-parties.contract.ts';
import { serverHeaders } from '#lib/api/caller.ts';
import { googleIdentity } from '#lib/ports/identity/google.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { openIdStandIn } from '#tests/support/open-id-stand-in.ts';
import type { OpenIdStandIn } from '#tests/support/open-id-stand-in.ts';

const clientId = '1234-abc.apps.googleusercontent.com';
const abroad = { settings: { SERVER_REGION: 'gb', COUNTRY_HEADER: 'x-country' } };
let google: OpenIdStandIn;
let desk: AccountsDesk;
beforeAll(async () => {
  google = await openIdStandIn({ clientId, isSecret: () => true, hasPkce: true });
  desk = await openAccountsDesk({ ...abroad, identities: new Map([['google', googleIdentity({ clientId, secret: 's' }, { issuer: google.origin })]]) });
});
afterAll(async () => {
  await desk.close();
  await google.close();
});
beforeEach(() => {
  desk.clock.now = new Date();
});

const consents = { consent_terms: consentVersion, consent_age: consentVersion, consent_transfer: consentVersion };
const claims = (nonce: string, sub = 'subject-of-lan') => ({ sub, nonce, email: `${sub}@gmail.com`, email_verified: true, name: 'Lan' });
const nonceFor = async (browser: Browser): Promise<string> => {
  const begun = await browser.call(oneTapStartContract);
  expect([begun.error_code, begun.data.client_id]).toEqual([0, clientId]);
  expect(begun.headers.getSetCookie().find((line) => line.startsWith(oneTapCookie))).toContain('HttpOnly');
  return begun.data.nonce;
};

test('[R6.21] somebody new agrees on a page first; known, they are signed in at once', async () => {
  const browser = desk.browser();
  const first = await browser.call(oneTapContract, { credential: await google.token(claims(await nonceFor(browser))), redirect: '/en/uk/london' });
  expect(first.data).toEqual({ cust_id: 0, url: '/en/users/login/welcome' });
  expect((await browser.call(customerInfoContract)).error_code, 'nobody is signed in yet').not.toBe(0);
  const made = await browser.call(registerTwoContract, { nickname: 'Lan', ...consents });
  expect([made.error_code, made.data.redirect]).toEqual([0, '/en/uk/london']);

  const later = desk.browser();
  const { data } = await later.call(oneTapContract, { credential: await google.token(claims(await nonceFor(later))) });
  expect(data).toEqual({ cust_id: made.data.cust_id, url: '' });
  expect((await later.call(customerInfoContract)).data.nickname).toBe('Lan');
  // Who is signed in is not asked.
  expect((await later.call(oneTapStartContract)).error_code).toBe(404);
});

test('[R6.21] a token counts in the browser that asked, with its word, once, in time, and by Google’s key', async () => {
  const [own, other] = [desk.browser(), desk.browser()];
  const [ownNonce, otherNonce] = [await nonceFor(own), await nonceFor(other)];
  const finish = async (browser: Browser, credential: string): Promise<number> => (await browser.call(oneTapContract, { credential })).error_code;
  const ofOther = await google.token(claims(otherNonce));
  expect(await finish(own, ofOther), 'of another browser').not.toBe(0);
  expect(await finish(own, await google.token(claims(ownNonce))), 'answered already').not.toBe(0);
  expect(await finish(desk.browser(), ofOther), 'nothing was asked').not.toBe(0);
  expect(await finish(other, ofOther)).toBe(0);

  for (const spoil of [
    async (nonce: string) => google.token({ ...claims(nonce), aud: 'somebody-else' }),
    async (nonce: string) => google.token({ ...claims(nonce), iss: 'https://evil.example' }),
    async (nonce: string) => google.token({ ...claims(nonce), nonce: undefined }),
    async (nonce: string) => google.token(claims(nonce), { key: new TextEncoder().encode('x'.repeat(32)), alg: 'HS256' }),
    async (nonce: string) => `${await google.token(claims(nonce))}x`,
  ]) {
    const browser = desk.browser();
    expect(await finish(browser, await spoil(await nonceFor(browser)))).not.toBe(0);
  }
  const slow = desk.browser();
  const token = await google.token(claims(await nonceFor(slow)));
  desk.clock.now = new Date(desk.clock.now.getTime() + (oneTapLife + 1) * 1_000);
  expect(await finish(slow, token), 'too late').not.toBe(0);
});

test('[R6.21] it is offered abroad alone: not in mainland China, on zh-cn or inside WeChat, and not without Google', async () => {
  const ask = async (headers: Readonly<Record<string, string>>) => (await desk.browser().call(oneTapStartContract, {}, headers)).error_code;
  expect(await ask({ 'accept-language': 'vi-vn' })).toBe(0);
  expect(await ask({ 'accept-language': 'zh-cn' })).toBe(404);
  expect(await ask({ 'user-agent': 'Mozilla/5.0 (iPhone) MicroMessenger/8.0.49' })).toBe(404);
  expect(await ask({ [serverHeaders.country]: 'CN' })).toBe(404);
  const without = await openAccountsDesk(abroad);
  expect((await without.browser().call(oneTapStartContract)).error_code).toBe(404);
  expect(without.on.services.people?.loaders.accounts.hasOneTap('en-us', 'index')).toBe(false);
  expect(desk.on.services.people?.loaders.accounts.hasOneTap('en-us', 'index')).toBe(true);
  await without.close();
});

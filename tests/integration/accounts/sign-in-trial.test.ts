/** Third parties on a default install: stand-ins of ours that say so, on this machine alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { consentVersion } from '#lib/features/accounts/accounts.schema.ts';
import { oneTapContract, oneTapStartContract } from '#lib/features/accounts/one-tap.contract.ts';
import * as ownAccount from '#lib/features/accounts/own-account.contract.ts';
import * as scans from '#lib/features/accounts/scans.contract.ts';
import * as contracts from '#lib/features/accounts/third-parties.contract.ts';
import { thirdParties } from '#lib/features/accounts/third-parties.schema.ts';
import type { ThirdParty } from '#lib/features/accounts/third-parties.schema.ts';
import { openIdentities } from '#lib/ports/identity/open-identities.ts';
import { trialIdentity } from '#lib/ports/identity/trial.ts';
import { testNow } from '#tests/factories/houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';

const identities = openIdentities({ google: undefined, apple: undefined, facebook: undefined, wechat: undefined, trial: true });
let desk: AccountsDesk;
beforeAll(async () => {
  desk = await openAccountsDesk({ identities });
  desk.clock.now = testNow;
});
afterAll(() => desk.close());

const consents = { consent_terms: consentVersion, consent_age: consentVersion, consent_transfer: consentVersion };
/** What the page of the stand-in leads back with. */
const approved = (provider: ThirdParty, url: string, person: string) => {
  const state = new URL(url, 'http://localhost').searchParams.get('state') ?? '';
  return { provider, state, code: identities.get(provider)?.trial?.codeFor(person, state) ?? '' };
};
async function walk(browser: Browser, provider: ThirdParty, person: string) {
  const { data } = await browser.call(contracts.thirdPartyStartContract, { provider, redirect: '/en/guides' });
  expect(data.url).toMatch(new RegExp(`/users/trial/${provider}\\?state=`));
  return browser.call(contracts.thirdPartyReturnContract, approved(provider, data.url, person));
}

test('[R6.19] [R6.20] each is offered where none is set up, and leads to an account and back to it', async () => {
  const { data } = await desk.browser().call(contracts.loginWaysContract, {});
  expect([...data.ways].sort()).toEqual([...thirdParties].sort());
  for (const provider of thirdParties) {
    const browser = desk.browser();
    expect((await walk(browser, provider, `Lan of ${provider}`)).data, provider).toMatchObject({ next: 'welcome' });
    expect((await browser.call(contracts.registerTwoContract, consents)).error_code).toBe(0);
    const { data: own } = await browser.call(ownAccount.sessionContract);
    const again = await walk(desk.browser(), provider, `Lan of ${provider}`);
    expect(again.data, 'the same person').toMatchObject({ next: 'done', cust_id: own.cust_id, redirect: '/en/guides' });
  }
});

test('[R2.214] [R4.041] [R4.043] [R7.065] [R7.066] a code of WeChat is shown, confirmed and signs the desk in', async () => {
  const [shown, phone] = [desk.browser(), desk.browser()];
  const { data } = await shown.call(scans.wechatQrContract, { redirect: '/en/guides' });
  expect((await shown.call(scans.wechatQrStatusContract, { ticket: data.ticket })).data).toMatchObject({ status: 'waiting' });
  const confirm = await phone.call(scans.wechatScanConfirmContract, { ticket: data.ticket });
  const back = await phone.call(contracts.thirdPartyReturnContract, approved('wechat', confirm.data.url, 'Lan of wechat'));
  expect(back.data).toMatchObject({ next: 'scanned' });
  expect((await shown.call(scans.wechatQrStatusContract, { ticket: data.ticket })).data).toMatchObject({ status: 'done', redirect: '/en/guides' });
});

test('[R6.21] the prompt of one tap has a stand-in, too: somebody new agrees first and is known the next time', async () => {
  const begin = async (browser: Browser) => {
    const { data } = await browser.call(oneTapStartContract);
    expect(data).toMatchObject({ client_id: 'trial', script: '', trial: '/en/users/trial/google' });
    return data.nonce;
  };
  const token = (person: string, nonce: string): string => identities.get('google')?.trial?.tokenFor(person, nonce) ?? '';
  const browser = desk.browser();
  const nonce = await begin(browser);
  // What was made for another browser's word, and a code of the way there, are refused.
  const other = desk.browser();
  const otherNonce = await begin(other);
  expect((await other.call(oneTapContract, { credential: token('Mai', nonce) })).error_code).not.toBe(0);
  const third = desk.browser();
  const thirdNonce = await begin(third);
  const code = identities.get('google')?.trial?.codeFor('Mai', thirdNonce) ?? '';
  expect((await third.call(oneTapContract, { credential: code })).error_code).not.toBe(0);
  expect(otherNonce).not.toBe(nonce);

  expect((await browser.call(oneTapContract, { credential: token('Mai', nonce), redirect: '/en/guides' })).data).toEqual({
    cust_id: 0,
    url: '/en/users/login/welcome',
  });
  const made = await browser.call(contracts.registerTwoContract, consents);
  expect(made.data.redirect).toBe('/en/guides');
  const later = desk.browser();
  expect((await later.call(oneTapContract, { credential: token('Mai', await begin(later)) })).data).toEqual({ cust_id: made.data.cust_id, url: '' });
});

test('[R6.21] pages offer the stand-in’s prompt and allow no host of Google’s for it', () => {
  const { hasOneTap, asksGoogle } = known(desk.on.services.people).accounts.loader;
  expect([hasOneTap('en-us', 'index'), hasOneTap('zh-cn', 'index'), asksGoogle('en-us', 'index')]).toEqual([true, false, false]);
});

test('a code is good for one way, one provider and some minutes, and nobody else makes one', async () => {
  let now = 0;
  const trial = trialIdentity('google', () => now);
  const request = { state: 'a'.repeat(64), nonce: '', verifier: '', redirectUri: '', inWechat: false };
  const code = trial.trial?.codeFor('Lan', request.state) ?? '';
  const tried = async (given: string, state = request.state) => (await trial.exchange({ code: given, state: request.state }, { ...request, state })).ok;
  expect(await tried(code)).toBe(true);
  expect(await tried(`${code}x`)).toBe(false);
  expect(await tried(trialIdentity('google', () => now).trial?.codeFor('Lan', request.state) ?? '')).toBe(false);
  expect(await tried(code, 'b'.repeat(64))).toBe(false);
  now = 300_001;
  expect(await tried(code)).toBe(false);
});

test('there are none where anybody but this machine can reach the site', () => {
  const isOn = (settings: Readonly<Record<string, string>>): boolean => readConfig(settings).identity.trial;
  expect(isOn({})).toBe(true);
  expect(isOn({ SITE_URL: 'http://localhost:4321' })).toBe(true);
  for (const settings of [
    { SITE_URL: 'https://loftling.example' },
    { SITE_URL: 'http://192.168.1.2:4321' },
    { HOST: '0.0.0.0' },
    { TRUSTED_PROXIES: '1' },
    { SIGN_IN_TRIAL: 'off' },
  ])
    expect(isOn(settings), JSON.stringify(settings)).toBe(false);
});

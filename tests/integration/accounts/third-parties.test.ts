/** Signing in with third parties: by browsers of their own, over a real database, against providers that really sign. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { customerInfoContract } from '#lib/features/accounts/own-account.contract.ts';
import { provedFor } from '#lib/access.ts';
import { consentVersion } from '#lib/features/accounts/accounts.schema.ts';
import * as contracts from '#lib/features/accounts/third-parties.contract.ts';
import { wayCookie, wayLife } from '#lib/features/accounts/third-parties.schema.ts';
import { googleIdentity } from '#lib/ports/identity/google.ts';
import { wechatIdentity } from '#lib/ports/identity/wechat.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { openIdStandIn } from '#tests/support/open-id-stand-in.ts';
import type { OpenIdStandIn } from '#tests/support/open-id-stand-in.ts';
import { answerJson, standIn } from '#tests/support/stand-in.ts';
import type { StandIn } from '#tests/support/stand-in.ts';

const clientId = '1234-abc.apps.googleusercontent.com';
/** Whom the next code of WeChat means. */
let wechatPerson = { openid: 'open-of-somebody', unionid: 'union-of-somebody' };
let google: OpenIdStandIn;
let wechat: StandIn;
let desk: AccountsDesk;
beforeAll(async () => {
  google = await openIdStandIn({ clientId, isSecret: (secret) => secret === 'secret', hasPkce: true });
  wechat = await standIn(({ url }, response) =>
    answerJson(response, url.startsWith('/sns/oauth2') ? { access_token: 'a', openid: wechatPerson.openid } : { ...wechatPerson, nickname: '小栖' }),
  );
  desk = await openAccountsDesk({
    settings: { SERVER_REGION: 'gb' },
    identities: new Map([
      ['google', googleIdentity({ clientId, secret: 'secret' }, { issuer: google.origin })],
      [
        'wechat',
        wechatIdentity(
          { site: { appId: 'wx0000000000000001', secret: 's' }, inWechat: { appId: 'wx0000000000000002', secret: 's' } },
          { pages: wechat.origin, api: wechat.origin },
        ),
      ],
    ]),
  });
});
afterAll(async () => {
  await desk.close();
  await Promise.all([google.close(), wechat.close()]);
});
beforeEach(() => {
  desk.clock.now = testNow;
});

let people = 0;
const someone = () => ({ sub: `subject-${(people += 1)}`, email: `person${people}@gmail.com`, email_verified: true, name: `Person ${people}` });
type Person = ReturnType<typeof someone>;
const consents = { consent_terms: consentVersion, consent_age: consentVersion, consent_transfer: consentVersion };

async function setOut(browser: Browser, redirect = '') {
  const out = await browser.call(contracts.thirdPartyStartContract, { provider: 'google', redirect });
  expect(out.error_code).toBe(0);
  return out.data.url;
}
async function comeBack(browser: Browser, url: string, person: Person) {
  return browser.call(contracts.thirdPartyReturnContract, { provider: 'google', ...google.approve(url, person) });
}
async function viaGoogle(browser: Browser, person: Person, redirect = '') {
  return comeBack(browser, await setOut(browser, redirect), person);
}
async function registered(person: Person): Promise<Browser> {
  const browser = desk.browser();
  await viaGoogle(browser, person);
  expect((await browser.call(contracts.registerTwoContract, consents)).error_code).toBe(0);
  return browser;
}
const rows = (table: 'users' | 'user_identities' | 'identity_subjects' | 'login_challenges') => desk.on.base.db.selectFrom(table).selectAll().execute();

describe('somebody new', () => {
  test('[R7.064] agrees first, and then has an account with the address that was vouched for; the way goes on to where they wanted to', async () => {
    const person = someone();
    const browser = desk.browser();
    const before = (await rows('users')).length;
    const arrived = await viaGoogle(browser, person, '/en/uk/london');
    expect(arrived.data).toEqual({ cust_id: 0, redirect: '/en/uk/london', next: 'welcome' });
    expect(await rows('users')).toHaveLength(before);
    expect(browser.cookies.has('uhouzz_token')).toBe(false);

    const without = await browser.call(contracts.registerTwoContract, { ...consents, consent_age: '' });
    expect(without.data).toMatchObject({ fields: [{ name: 'consent_age' }] });
    const made = await browser.call(contracts.registerTwoContract, consents);
    expect(made.data).toMatchObject({ redirect: '/en/uk/london' });
    const info = await browser.call(customerInfoContract);
    expect(info.data).toMatchObject({ nickname: person.name, is_email_confirmed: true });
    expect(browser.cookies.has(wayCookie)).toBe(false);

    const again = await viaGoogle(desk.browser(), person);
    expect(again.data).toMatchObject({ cust_id: made.data.cust_id, next: 'done' });
  });

  test('is one account, however many windows agree at once, and the way to it is used once', async () => {
    const person = someone();
    const browser = desk.browser();
    await viaGoogle(browser, person);
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.call(contracts.registerTwoContract, consents)));
    expect(answers.filter(({ error_code }) => error_code === 0)).toHaveLength(1);
    expect(answers.filter(({ error_code }) => error_code === 10_124)).toHaveLength(9);
  });

  test('[R7.083] [R7.086] [R8.14] by a token of their own is told that there is no account, and registers with what that gave', async () => {
    const person = someone();
    const browser = desk.browser();
    const token = await google.token(person);
    const status = (id_token: string) => browser.call(contracts.thirdPartyStatusContract, { auth_type: 'google', user_id: person.sub, id_token });
    const told = await status(token);
    expect(told.error_code).toBe(10_168);
    expect(told.data).toEqual({ session: expect.stringMatching(/^[\w-]{32}$/), email: expect.stringMatching(/^p•••\d@gmail\.com$/) });
    const { session } = told.data as unknown as { session: string };
    expect((await status(token)).error_code).toBe(10_125);
    // The last sign of a signature has bits that mean nothing, so one token can be written in several ways.
    const spellings = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].map((last) => token.slice(0, -1) + last);
    for (const spelling of spellings) expect((await status(spelling)).error_code).toBe(10_125);
    expect((await browser.call(contracts.registerTwoContract, { ...consents, session })).error_code).toBe(0);
    expect(
      (await desk.browser().call(contracts.thirdPartyStatusContract, { auth_type: 'google', user_id: 'other', id_token: await google.token(person) }))
        .error_code,
    ).toBe(10_125);
    const entered = await desk
      .browser()
      .call(contracts.thirdPartyStatusContract, { auth_type: 'google', user_id: person.sub, id_token: await google.token({ ...person, jti: '2' }) });
    expect(entered.data.cust_id).toBeGreaterThan(0);
  });
});

describe('a way back', () => {
  test('is for the browser that set out, once, and for ten minutes', async () => {
    const person = someone();
    const browser = desk.browser();
    const url = await setOut(browser);
    const foreign = await comeBack(desk.browser(), url, person);
    expect(foreign.error_code).toBe(10_124);

    const back = google.approve(url, person);
    const kept = new Map(browser.cookies);
    const first = await browser.call(contracts.thirdPartyReturnContract, { provider: 'google', ...back });
    expect(first.data.next).toBe('welcome');
    browser.cookies.set(wayCookie, String(kept.get(wayCookie)));
    const replayed = await browser.call(contracts.thirdPartyReturnContract, { provider: 'google', ...back });
    expect(replayed.error_code).toBe(10_124);

    const late = await setOut(browser);
    desk.clock.now = new Date(testNow.getTime() + (wayLife.there + 1) * 1_000);
    expect((await comeBack(browser, late, person)).error_code).toBe(10_124);
  });

  test('with another state, another provider, a refusal or no wish is told apart', async () => {
    const person = someone();
    const browser = desk.browser();
    const forged = google.approve(await setOut(browser), person);
    expect((await browser.call(contracts.thirdPartyReturnContract, { provider: 'google', ...forged, state: 'f'.repeat(64) })).error_code).toBe(10_125);
    const other = google.approve(await setOut(browser), person);
    expect((await browser.call(contracts.thirdPartyReturnContract, { provider: 'wechat', ...other })).error_code).toBe(10_124);
    const { state } = google.approve(await setOut(browser), person);
    expect((await browser.call(contracts.thirdPartyReturnContract, { provider: 'google', state, error: 'access_denied' })).error_code).toBe(10_123);
    google.tokens.push(await google.token({ ...person, exp: 1, iat: 0 }));
    expect((await viaGoogle(browser, person)).error_code).toBe(10_125);
  });
});

test('an address that an account has already does not open it: the person signs in first, and connects then', async () => {
  const person = someone();
  const owner = await desk.registered(person.email);
  const refused = await viaGoogle(desk.browser(), person);
  expect(refused.error_code).toBe(10_126);
  expect(refused.message).not.toContain(person.email);

  const out = await owner.call(contracts.connectContract, { provider: 'google' });
  const connected = await comeBack(owner, out.data.url, person);
  expect(connected.data.next).toBe('connected');
  expect(desk.letters.at(-1)).toMatchObject({ to: person.email, input: { what: 'way-added' } });
  const deed = await desk.on.base.db.selectFrom('audit_log').select(['action', 'data']).orderBy('id', 'desc').executeTakeFirst();
  expect(deed).toMatchObject({ action: 'means-changed', data: { means: 'third-party', change: 'set' } });
  expect((await viaGoogle(desk.browser(), person)).data).toMatchObject({ next: 'done' });
});

describe('connecting', () => {
  test('needs a sign-in of the last ten minutes, and the same session at the end', async () => {
    const browser = await desk.registered(`connects${(people += 1)}@example.org`);
    desk.clock.now = new Date(testNow.getTime() + (provedFor + 1) * 1_000);
    expect((await browser.call(contracts.connectContract, { provider: 'google' })).error_code).toBe(10_121);
    expect((await browser.call(contracts.disconnectContract, { provider: 'google' })).error_code).toBe(10_121);
    desk.clock.now = testNow;
    const out = await browser.call(contracts.connectContract, { provider: 'google' });
    const other = await desk.registered(`other${(people += 1)}@example.org`);
    other.cookies.set(wayCookie, String(browser.cookies.get(wayCookie)));
    expect((await comeBack(other, out.data.url, someone())).error_code).toBe(10_124);
  });

  test('does not take what another account is connected with', async () => {
    const person = someone();
    await registered(person);
    const other = await desk.registered(`other${(people += 1)}@example.org`);
    const out = await other.call(contracts.connectContract, { provider: 'google' });
    expect((await comeBack(other, out.data.url, person)).error_code).toBe(10_127);
  });

  test('is taken back, but not where it is the only way in', async () => {
    const person = someone();
    const browser = await registered(person);
    expect((await browser.call(contracts.disconnectContract, { provider: 'google' })).error_code).toBe(0);
    expect((await browser.call(contracts.disconnectContract, { provider: 'google' })).error_code).toBe(404);

    const nameless = { ...someone(), email_verified: false };
    const alone = await registered(nameless);
    expect((await alone.call(contracts.disconnectContract, { provider: 'google' })).error_code).toBe(10_122);
    expect((await viaGoogle(desk.browser(), nameless)).data.next).toBe('done');
  });
});

describe('WeChat', () => {
  const inWechat = { 'user-agent': 'Mozilla/5.0 (iPhone) MicroMessenger/8.0.49' };
  const viaWechat = async (browser: Browser, headers: Readonly<Record<string, string>> = {}) => {
    const out = await browser.call(contracts.thirdPartyStartContract, { provider: 'wechat' }, headers);
    const state = new URL(out.data.url).searchParams.get('state') ?? '';
    return { url: out.data.url, ...(await browser.call(contracts.thirdPartyReturnContract, { provider: 'wechat', code: 'c', state }, headers)) };
  };

  test('[R6.20] [R7.067] [R7.183] knows a person by what their names in both apps have in common, and connects with an account that is there', async () => {
    const browser = await desk.registered(`wechat${(people += 1)}@example.org`);
    wechatPerson = { openid: 'open-on-the-desk', unionid: 'union-of-one' };
    const visitor = desk.browser();
    const arrived = await viaWechat(visitor);
    expect(arrived.url).toContain('/connect/qrconnect');
    expect(arrived.data.next).toBe('welcome');
    browser.cookies.set(wayCookie, String(visitor.cookies.get(wayCookie)));
    expect((await browser.call(contracts.bindWechatContract)).error_code).toBe(0);
    wechatPerson = { openid: 'open-on-the-phone', unionid: 'union-of-one' };
    const onPhone = await viaWechat(desk.browser(), inWechat);
    expect(onPhone.url).toContain('/connect/oauth2/authorize');
    expect(onPhone.data.next).toBe('done');
  });

  test('[R6.19] [R6.20] is first in mainland Chinese, and alone inside WeChat', async () => {
    const ways = async (locale: 'zh-cn' | 'en-us', headers: Readonly<Record<string, string>> = {}) =>
      (await desk.on.call(contracts.loginWaysContract, {}, locale, { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0)', ...headers })).data.ways;
    expect(await ways('zh-cn')).toEqual(['wechat', 'google']);
    expect(await ways('en-us')).toEqual(['google', 'wechat']);
    expect(await ways('en-us', inWechat)).toEqual(['wechat']);
  });
});

test('no address, subject, code, state or token stands in the database in clear, nor in what operators read', async () => {
  const person = { ...someone(), sub: 'canary-subject', email: 'canary@gmail.com', name: 'Canary Name' };
  await registered(person);
  const browser = desk.browser();
  const url = await setOut(browser, '/en/canary-path');
  const { code, state } = google.approve(url, person);
  const all = JSON.stringify([await rows('users'), await rows('user_identities'), await rows('identity_subjects'), await rows('login_challenges')]);
  for (const canary of ['canary-subject', 'canary@gmail.com', 'canary-path', code, state, String(browser.cookies.get(wayCookie)).slice(6)])
    expect(all).not.toContain(canary);
  expect(desk.notes.join('\n')).not.toMatch(/canary|subject-/);
});

/** Signing a desk in by a code that WeChat scans: two browsers, a real database, and a WeChat on loopback whose codes work once. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consentVersion } from '#lib/features/accounts/accounts.schema.ts';
import { customerInfoContract } from '#lib/features/accounts/own-account.contract.ts';
import * as contracts from '#lib/features/accounts/scans.contract.ts';
import { scanLife } from '#lib/features/accounts/scans.schema.ts';
import { bindWechatContract, loginWaysContract, registerTwoContract, thirdPartyReturnContract } from '#lib/features/accounts/third-parties.contract.ts';
import { wayCookie } from '#lib/features/accounts/third-parties.schema.ts';
import { wechatIdentity } from '#lib/ports/identity/wechat.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { answerJson, standIn } from '#tests/support/stand-in.ts';
import type { StandIn } from '#tests/support/stand-in.ts';

const account = { appId: 'wx0000000000000002', secret: 'secret-of-the-account' };
const onPhone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) MicroMessenger/8.0.49' };
const consents = { consent_terms: consentVersion, consent_age: consentVersion, consent_transfer: consentVersion };
/** Who each code that WeChat gave means, until it is used. */
const codes = new Map<string, string>();
const tokens = new Map<string, string>();
let wechat: StandIn;
let desk: AccountsDesk;
beforeAll(async () => {
  wechat = await standIn(({ url }, response) => {
    const { pathname, searchParams: asked } = new URL(url, 'http://localhost');
    if (pathname === '/sns/oauth2/access_token') {
      const person = codes.get(asked.get('code') ?? '');
      codes.delete(asked.get('code') ?? '');
      if (!person || asked.get('appid') !== account.appId || asked.get('secret') !== account.secret) return answerJson(response, { errcode: 40_029 });
      const token = randomUUID();
      tokens.set(token, person);
      return answerJson(response, { access_token: token, openid: `open-of-${person}` });
    }
    const person = tokens.get(asked.get('access_token') ?? '');
    return answerJson(response, person ? { openid: `open-of-${person}`, unionid: `union-of-${person}`, nickname: person } : { errcode: 40_001 });
  });
  desk = await openAccountsDesk({
    settings: { SERVER_REGION: 'gb' },
    identities: new Map([['wechat', wechatIdentity({ site: undefined, inWechat: account }, { pages: wechat.origin, api: wechat.origin })]]),
  });
});
afterAll(async () => {
  await desk.close();
  await wechat.close();
});
beforeEach(() => {
  desk.clock.now = testNow;
});
const later = (seconds: number): void => {
  desk.clock.now = new Date(testNow.getTime() + seconds * 1_000);
};

let people = 0;
const someone = (): string => `person-number-${(people += 1)}`;

async function shown(browser: Browser, redirect = ''): Promise<string> {
  const asked = await browser.call(contracts.wechatQrContract, { redirect });
  expect(asked.error_code).toBe(0);
  expect(asked.data.url).toMatch(new RegExp(`/users/login/scan/${asked.data.ticket}$`));
  return asked.data.ticket;
}
async function begunOnPhone(phone: Browser, ticket: string) {
  return phone.call(contracts.wechatScanConfirmContract, { ticket }, onPhone);
}
async function confirmed(ticket: string, person: string, phone = desk.browser()) {
  const begun = await begunOnPhone(phone, ticket);
  expect(begun.error_code).toBe(0);
  const code = randomUUID();
  codes.set(code, person);
  const state = new URL(begun.data.url).searchParams.get('state') ?? '';
  return phone.call(thirdPartyReturnContract, { provider: 'wechat', code, state }, onPhone);
}
const stateOf = async (browser: Browser) => (await browser.call(contracts.wechatQrStateContract)).data;
const status = (browser: Browser, ticket = '') => browser.call(contracts.wechatQrStatusContract, { ticket, apr_id: '3009', device_token: 'pc' });
/** Somebody who has an account that WeChat opens. */
async function known(person: string): Promise<number> {
  const browser = desk.browser();
  await confirmed(await shown(browser), person);
  expect((await status(browser)).error_code).toBe(10_136);
  return (await browser.call(registerTwoContract, consents)).data.cust_id;
}

describe('a code that WeChat scans', () => {
  test('[R2.214] [R4.041] [R4.043] [R7.065] [R7.066] [R9.27] signs in the browser that showed it, and no phone', async () => {
    const person = someone();
    const id = await known(person);
    const browser = desk.browser();
    const ticket = await shown(browser, '/en/uk/london');
    expect((await status(browser, ticket)).data).toEqual({ status: 'waiting', cust_id: 0, session: '', redirect: '' });
    expect(await stateOf(browser)).toEqual({ status: 'waiting', seconds: 180 });
    const phone = desk.browser();
    expect((await confirmed(ticket, person, phone)).data.next).toBe('scanned');
    expect(phone.cookies.has('uhouzz_token')).toBe(false);
    expect(await stateOf(browser)).toMatchObject({ status: 'confirmed' });
    expect((await status(browser, ticket)).data).toEqual({ status: 'done', cust_id: id, session: '', redirect: '/en/uk/london' });
    expect((await browser.call(customerInfoContract)).data.cust_id).toBe(id);
    expect(browser.cookies.has(wayCookie)).toBe(false);
  });

  test('[R8.15] of somebody new asks for an account: a new one, or one that is there', async () => {
    const browser = desk.browser();
    await confirmed(await shown(browser), someone());
    const told = await status(browser);
    expect(told.error_code).toBe(10_136);
    expect(told.data).toEqual({ session: expect.stringMatching(/^[\w-]{32}$/) });
    const owner = await desk.registered(`scans${(people += 1)}@example.org`);
    owner.cookies.set(wayCookie, String(browser.cookies.get(wayCookie)));
    expect((await owner.call(bindWechatContract)).error_code).toBe(0);
    expect((await browser.call(registerTwoContract, consents)).error_code).toBe(10_124);
  });

  test('[R4.044] [R4.045] [R8.39] [R9.26] is over after 180 seconds by the server’s clock, and a new one is shown', async () => {
    const person = someone();
    const browser = desk.browser();
    const ticket = await shown(browser);
    later(scanLife.shown - 1);
    expect(await stateOf(browser)).toEqual({ status: 'waiting', seconds: 1 });
    later(scanLife.shown);
    expect(await stateOf(browser)).toEqual({ status: 'over', seconds: 0 });
    expect((await begunOnPhone(desk.browser(), ticket)).error_code).toBe(10_124);
    expect((await status(browser)).error_code).toBe(10_124);
    await confirmed(await shown(browser), person);
    expect(await stateOf(browser)).toEqual({ status: 'confirmed', seconds: scanLife.confirmed });
    later(scanLife.shown + scanLife.confirmed);
    expect((await status(browser)).error_code).toBe(10_124);
  });

  test('confirmed too late, after the phone had set out in time, signs in nobody', async () => {
    const browser = desk.browser();
    const phone = desk.browser();
    const begun = await begunOnPhone(phone, await shown(browser));
    const code = randomUUID();
    codes.set(code, someone());
    later(scanLife.shown);
    const back = await phone.call(
      thirdPartyReturnContract,
      { provider: 'wechat', code, state: new URL(begun.data.url).searchParams.get('state') ?? '' },
      onPhone,
    );
    expect(back.error_code).toBe(10_124);
  });

  test('is for the browser that asked: what the code holds lets nobody else in', async () => {
    const person = someone();
    await known(person);
    const browser = desk.browser();
    const ticket = await shown(browser);
    await confirmed(ticket, person);
    const other = desk.browser();
    expect((await status(other, ticket)).error_code).toBe(10_124);
    other.cookies.set(wayCookie, `en-us.${ticket}`);
    expect((await status(other, ticket)).error_code).toBe(10_124);
    expect((await status(browser, 'a'.repeat(32))).error_code).toBe(10_124);
    expect((await status(browser)).data.status).toBe('done');
  });

  test('is confirmed once and lets in once, however many ask at the same moment', async () => {
    const [person, second] = [someone(), someone()];
    const id = await known(person);
    await known(second);
    const browser = desk.browser();
    const ticket = await shown(browser);
    const ready = await Promise.all(
      Array.from({ length: 10 }, async (_, at) => {
        const phone = desk.browser();
        const begun = await begunOnPhone(phone, ticket);
        const code = randomUUID();
        codes.set(code, at < 5 ? person : second);
        return () =>
          phone.call(thirdPartyReturnContract, { provider: 'wechat', code, state: new URL(begun.data.url).searchParams.get('state') ?? '' }, onPhone);
      }),
    );
    const confirmations = await Promise.all(ready.map((send) => send()));
    expect(confirmations.filter(({ error_code }) => error_code === 0)).toHaveLength(1);
    expect(confirmations.filter(({ error_code }) => error_code === 10_124)).toHaveLength(9);
    const cookie = String(browser.cookies.get(wayCookie));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => {
        const window = desk.browser();
        window.cookies.set(wayCookie, cookie);
        return status(window);
      }),
    );
    const entered = answers.filter(({ error_code }) => error_code === 0);
    expect(entered).toHaveLength(1);
    expect(entered[0]?.data.cust_id).toBe(confirmations.findIndex(({ error_code }) => error_code === 0) < 5 ? id : id + 1);
  });

  test('[R6.20] is shown on a desk, and confirmed inside WeChat alone', async () => {
    const browser = desk.browser();
    const ticket = await shown(browser);
    expect((await browser.call(contracts.wechatScanConfirmContract, { ticket })).error_code).toBe(404);
    expect((await desk.browser().call(contracts.wechatQrContract, {}, onPhone)).error_code).toBe(404);
    expect((await desk.browser().call(contracts.wechatQrContract, { apr_id: '1' })).error_code).toBe(422);
    expect((await desk.browser().call(loginWaysContract)).data.ways).toEqual(['wechat']);
  });
});

test('no secret of a code stands in the database in clear, and what is over is forgotten', async () => {
  const browser = desk.browser();
  const ticket = await shown(browser, '/en/canary-path');
  await confirmed(ticket, 'canary-person');
  const rows = JSON.stringify(await desk.on.base.db.selectFrom('login_scans').selectAll().execute());
  for (const canary of [ticket, 'canary', String(browser.cookies.get(wayCookie)).slice(6)]) expect(rows).not.toContain(canary);
});

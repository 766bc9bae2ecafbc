/** Passkeys of accounts, over a real database, with an authenticator in software that really signs. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { provedFor } from '#lib/access.ts';
import * as contracts from '#lib/features/accounts/passkeys.contract.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { softwareAuthenticator } from '#tests/support/software-authenticator.ts';
import type { Odds, SoftwareAuthenticator } from '#tests/support/software-authenticator.ts';

let desk: AccountsDesk;
beforeAll(async () => {
  desk = await openAccountsDesk();
});
afterAll(() => desk.close());
beforeEach(() => {
  desk.clock.now = testNow;
});

let people = 0;
const someone = (): Promise<Browser> => desk.registered(`passkey${(people += 1)}@example.org`);
const ceremony = (challenge: string) => ({ challenge, origin: desk.on.services.site.origin, domain: 'localhost' });

/** Makes a passkey for whoever is signed in; gives the handle that the device keeps with it. */
async function add(browser: Browser, device: SoftwareAuthenticator) {
  const begun = await browser.call(contracts.passkeyAddStartContract);
  expect(begun.error_code).toBe(0);
  const options = JSON.parse(begun.data.options) as { challenge: string; user: { id: string; name: string } };
  const answer = JSON.stringify(device.create(ceremony(options.challenge)));
  return { handle: options.user.id, name: options.user.name, added: await browser.call(contracts.passkeyAddContract, { id: begun.data.id, answer }) };
}
async function signIn(browser: Browser, device: SoftwareAuthenticator, handle: string, odds: Odds = {}) {
  const begun = await browser.call(contracts.passkeyLoginStartContract);
  const { challenge } = JSON.parse(begun.data.options) as { challenge: string };
  const values = { id: begun.data.id, answer: JSON.stringify(device.get(ceremony(challenge), handle, odds)), redirect: '/en/profile/account' };
  return { values, entered: await browser.call(contracts.passkeyLoginContract, values) };
}

test('a passkey is made, told of by mail, and signs in: once for each challenge', async () => {
  const owner = await someone();
  const device = softwareAuthenticator();
  const { handle, name, added } = await add(owner, device);
  expect(added.error_code).toBe(0);
  expect(name).toMatch(/^p•••/);
  expect(desk.letters.at(-1)).toMatchObject({ input: { what: 'way-added' } });

  const elsewhere = desk.browser();
  const { values, entered } = await signIn(elsewhere, device, handle);
  expect(entered.data).toMatchObject({ redirect: '/en/profile/account' });
  expect(elsewhere.cookies.has('uhouzz_token')).toBe(true);
  expect((await desk.browser().call(contracts.passkeyLoginContract, values)).error_code).toBe(10_124);
});

test('a copy of a device that counts is noticed, and whoever of two at once is second is refused', async () => {
  const device = softwareAuthenticator();
  const { handle } = await add(await someone(), device);
  for (const _ of [1, 2]) expect((await signIn(desk.browser(), device, handle)).entered.error_code).toBe(0);
  device.turnBack(0);
  expect((await signIn(desk.browser(), device, handle)).entered.error_code).toBe(10_125);
  const both = await Promise.all(
    [desk.browser(), desk.browser()].map(async (browser) => {
      const begun = await browser.call(contracts.passkeyLoginStartContract);
      const { challenge } = JSON.parse(begun.data.options) as { challenge: string };
      device.turnBack(10);
      const answer = JSON.stringify(device.get(ceremony(challenge), handle));
      return { browser, values: { id: begun.data.id, answer, redirect: '' } };
    }),
  );
  const entered = await Promise.all(both.map(({ browser, values }) => browser.call(contracts.passkeyLoginContract, values)));
  expect(entered.map(({ error_code: code }) => code).sort()).toEqual([0, 10_125]);
});

test('what does not prove it opens nothing: another key, another site, no finger, no passkey, no JSON', async () => {
  const owner = await someone();
  const device = softwareAuthenticator();
  const { handle } = await add(owner, device);
  expect((await signIn(desk.browser(), softwareAuthenticator(), handle)).entered.error_code).toBe(10_125);
  expect((await signIn(desk.browser(), device, handle, { verified: false })).entered.error_code).toBe(10_125);
  expect((await signIn(desk.browser(), device, handle, { signature: Buffer.from('no signature') })).entered.error_code).toBe(10_125);
  expect((await signIn(desk.browser(), device, 'bm9ib2R5')).entered.error_code).toBe(10_125);
  expect((await desk.browser().call(contracts.passkeyLoginContract, { id: 'x', answer: '{' })).error_code).toBe(10_125);
});

test('several belong to one person; making one and taking one away want a recent sign-in', async () => {
  const owner = await someone();
  const [one, other] = [softwareAuthenticator(), softwareAuthenticator('RS256')];
  const first = await add(owner, one);
  const second = await add(owner, other);
  expect(second.handle).toBe(first.handle);
  desk.clock.now = new Date(testNow.getTime() + (provedFor + 1) * 1_000);
  expect((await owner.call(contracts.passkeyAddStartContract)).error_code).toBe(10_121);
  expect((await owner.call(contracts.passkeyRemoveContract, { which: one.id })).error_code).toBe(10_121);
  desk.clock.now = testNow;

  const stranger = await someone();
  expect((await stranger.call(contracts.passkeyRemoveContract, { which: one.id })).error_code).toBe(404);
  expect((await owner.call(contracts.passkeyRemoveContract, { which: one.id })).error_code).toBe(0);
  expect(desk.letters.at(-1)).toMatchObject({ input: { what: 'way-removed' } });
  const deeds = await desk.on.base.db.selectFrom('audit_log').select(['action', 'data']).orderBy('id', 'desc').limit(3).execute();
  expect(deeds.map(({ action, data }) => [action, data])).toEqual(
    (['taken', 'set', 'set'] as const).map((change) => ['means-changed', { means: 'passkey', change }]),
  );
  expect((await signIn(desk.browser(), one, first.handle)).entered.error_code).toBe(10_125);
  expect((await signIn(desk.browser(), other, second.handle)).entered.error_code).toBe(0);
});

test('a challenge for one person’s passkey makes none for another', async () => {
  const [owner, other] = [await someone(), await someone()];
  const begun = await owner.call(contracts.passkeyAddStartContract);
  const { challenge } = JSON.parse(begun.data.options) as { challenge: string };
  const answer = JSON.stringify(softwareAuthenticator().create(ceremony(challenge)));
  expect((await other.call(contracts.passkeyAddContract, { id: begun.data.id, answer })).error_code).toBe(10_124);
});

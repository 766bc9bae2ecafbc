/** What strangers and clumsy fingers give when they sign in: addresses to be led away to, numbers in every form, look-alikes, and far too much. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as entering from '#lib/features/accounts/entering.contract.ts';
import { consentVersion } from '#lib/features/accounts/accounts.schema.ts';
import { sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { cheapHashes } from '#tests/support/cheap-hashes.ts';
import { hostilePaths } from '#tests/support/hostile-paths.ts';

const password = 'Bridge-2027';
const terms = { consent_terms: consentVersion };
let desk: AccountsDesk;
let realHashes: () => void;
beforeAll(async () => {
  realHashes = cheapHashes();
  desk = await openAccountsDesk();
});
afterAll(async () => {
  realHashes();
  await desk.close();
});

const idOf = async (browser: Browser): Promise<number> => (await browser.call(sessionContract)).data.cust_id;
const byMail = (email: string) => ({ canal: '2', email, ...terms });

test('no address that leads away is gone to after a sign-in, by password or by code', async () => {
  const email = 'led@example.org';
  await desk.registered(email, password);
  expect(hostilePaths.length).toBeGreaterThanOrEqual(60);
  for (const redirect of hostilePaths) {
    const { error_code, data } = await desk.browser().call(entering.passwordLoginContract, { ...byMail(email), password, redirect });
    // What is longer than an address may be, or reads otherwise than it is, is not taken at all.
    if (error_code === 0) expect([redirect, data.redirect]).toEqual([redirect, '']);
    else expect([redirect.length > 2_048 || /[\u202a-\u202e\u2066-\u2069]/.test(redirect), error_code]).toEqual([true, 422]);
  }
  for (const redirect of ['//evil.example', '/%5cevil.example', 'javascript:alert(1)']) {
    desk.clock.now = new Date(desk.clock.now.getTime() + 61_000);
    const browser = desk.browser();
    await browser.call(entering.loginStartContract, { ...byMail(email), redirect });
    const { data } = await browser.call(entering.attemptCodeContract, { code: desk.lastCode(email) });
    expect(data).toMatchObject({ next: 'done', redirect: '' });
  }
  const browser = desk.browser();
  const { data } = await browser.call(entering.passwordLoginContract, { ...byMail(email), password, redirect: '/en/uk/london?page=2' });
  expect(data.redirect).toBe('/en/uk/london?page=2');
});

test('one number is one account, however it is written', async () => {
  const ways = ['7700900123', '07700 900123', '+44 (0)7700 900123', '+44 7700 900123', '(07700) 900-123', '０７７００ ９００１２３', '  07700.900.123  '];
  const ids = new Set<number>();
  for (const phone of ways) {
    desk.clock.now = new Date(desk.clock.now.getTime() + 61_000);
    const browser = desk.browser();
    const asked = await browser.call(entering.loginStartContract, { canal: '1', country_code: 'GB', phone, ...terms });
    expect([phone, asked.error_code]).toEqual([phone, 0]);
    const told = await browser.call(entering.attemptCodeContract, { code: desk.lastCode('+447700900123') });
    if (told.data.next === 'register')
      await browser.call(entering.registerContract, { password: '', consent_age: consentVersion, consent_transfer: consentVersion });
    ids.add(await idOf(browser));
  }
  expect(ids.size).toBe(1);
});

test('an address that only looks like somebody’s is not theirs, and their capitals and blanks are', async () => {
  const owner = await idOf(await desk.registered('anna@example.org', password));
  const enter = (email: string) => desk.browser().call(entering.passwordLoginContract, { ...byMail(email), password });
  // Cyrillic а and е, Greek ο.
  for (const email of ['аnna@example.org', 'annа@example.org', 'anna@еxample.org', 'anna@example.οrg'])
    expect([email, (await enter(email)).error_code === 0]).toEqual([email, false]);
  // Invisible marks come along with what is pasted, and are no part of an address.
  const same = ['Anna@Example.ORG', '  anna@example.org ', 'ａnna@example.org', 'an\u200Bna@example.org', 'anna@exa\u00ADmple.org'];
  for (const email of same) expect((await enter(email)).data.cust_id).toBe(owner);
});

test('fields of ten thousand characters are refused, and nothing is kept of them', async () => {
  const long = 'a'.repeat(10_000);
  const email = 'long@example.org';
  const sent = desk.letters.length;
  const answers = await Promise.all([
    desk.browser().call(entering.loginStartContract, { ...byMail(`${long}@example.org`) }),
    desk.browser().call(entering.loginStartContract, { ...byMail(email), redirect: `/${long}` }),
    desk.browser().call(entering.loginStartContract, { canal: '1', country_code: 'GB', phone: '7'.repeat(10_000), ...terms }),
    desk.browser().call(entering.loginStartContract, { canal: '1', country_code: long, phone: '7700900123', ...terms }),
    desk.browser().call(entering.loginStartContract, { ...byMail(email), consent_terms: long }),
    desk.browser().call(entering.passwordLoginContract, { ...byMail(email), password: long }),
    desk.browser().call(entering.passwordLoginContract, { ...byMail(long), password }),
    desk.browser().call(entering.attemptCodeContract, { code: '1'.repeat(10_000) }),
    desk.browser().call(entering.recoveryStartContract, { canal: '2', email: long }),
    desk.browser().call(entering.resetPasswordContract, { password: long }),
    desk.browser().call(entering.registerContract, { password: long, nickname: long, consent_age: consentVersion, consent_transfer: consentVersion }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422));
  expect(desk.letters).toHaveLength(sent);
  expect(JSON.stringify(answers)).not.toContain('a'.repeat(1_000));
});

test('known and unknown are told apart by no status, body, header or number of hashes', async () => {
  await desk.registered('there@example.org', password);
  const { argon2 } = crypto;
  let hashes = 0;
  crypto.argon2 = ((...given: Parameters<typeof argon2>) => {
    hashes += 1;
    return argon2(...given);
  }) as typeof argon2;
  syncBuiltinESMExports();
  try {
    const told = async (email: string) => {
      const answers = [];
      hashes = 0;
      const browser = desk.browser();
      for (const answer of [
        await browser.call(entering.passwordLoginContract, { ...byMail(email), password: 'River-2028' }),
        await browser.call(entering.loginStartContract, byMail(email)),
        await browser.call(entering.recoveryStartContract, { canal: '2', email }),
        await browser.call(entering.attemptCodeContract, { code: '000000' === desk.lastCode(email) ? '000001' : '000000' }),
      ]) {
        const headers = [...answer.headers].filter(([name]) => name !== 'date' && !/trace|request-id/.test(name)).map(([name, value]) => [name, value.length]);
        answers.push({ status: answer.status, error_code: answer.error_code, message: answer.message, data: answer.data, headers });
      }
      return { answers, hashes };
    };
    const known = await told('there@example.org');
    expect(await told('fehlt@example.org')).toEqual(known);
    expect(known.hashes).toBe(1);
  } finally {
    crypto.argon2 = argon2;
    syncBuiltinESMExports();
  }
});

/** A visit that somebody else knows too: whatever its owner raises is theirs alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csrfOf } from '#lib/api/gates/csrf.ts';
import { ownCookies } from '#lib/own-cookies.ts';
import { wireHeaders } from '#lib/api/signing.ts';
import { consentVersion } from '#lib/features/accounts/accounts.schema.ts';
import { loginMineContract } from '#lib/features/accounts/contact-claims.contract.ts';
import * as contracts from '#lib/features/accounts/entering.contract.ts';
import { sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import fc from '#tests/support/properties.ts';

let desk: AccountsDesk;
beforeAll(async () => {
  desk = await openAccountsDesk();
});
afterAll(() => desk.close());

let people = 0;
const someone = (): string => `visitor${(people += 1)}@example.org`;
const consents = { consent_age: consentVersion, consent_transfer: consentVersion };
const own = 'Lantern-2027-quay';
const theirs = 'Harbour-2031-mole';

/** Another browser with the same visit, as one that planted it or saw it. */
function holderOf(browser: Browser): Browser {
  const holder = desk.browser();
  holder.cookies.set(ownCookies.visit, browser.cookies.get(ownCookies.visit) ?? '');
  return holder;
}

/** What a holder of the visit may try at any time. None of it may be taken. */
const tries = {
  reset: (holder: Browser) => holder.call(contracts.resetPasswordContract, { password: theirs }),
  resetFor: (holder: Browser, email: string) => holder.call(contracts.resetPasswordContract, { canal: '2', email, password: theirs }),
  register: (holder: Browser) => holder.call(contracts.registerContract, { ...consents, password: theirs }),
  registerFor: (holder: Browser, email: string) => holder.call(contracts.registerContract, { ...consents, canal: '2', email, password: theirs }),
  mine: (holder: Browser) => holder.call(loginMineContract),
  code: (holder: Browser) => holder.call(contracts.attemptCodeContract, { code: '000000' }),
} as const;
type Try = keyof typeof tries;

const plan = fc.array(fc.array(fc.constantFrom(...(Object.keys(tries) as Try[])), { maxLength: 3 }), { minLength: 4, maxLength: 4 });

async function attack(email: string, victim: Browser, steps: readonly (() => Promise<{ readonly error_code: number }>)[], tried: readonly (readonly Try[])[]) {
  const holder = holderOf(victim);
  for (const [at, moment] of tried.entries()) {
    for (const name of moment) expect([at, name, (await tries[name](holder, email)).error_code === 0]).toEqual([at, name, false]);
    const step = steps[at];
    if (step) expect([at, (await step()).error_code]).toEqual([at, 0]);
  }
  expect((await holder.call(sessionContract)).error_code).not.toBe(0);
}

test('a second holder of a visit sets no password and opens no account, whenever they try', async () => {
  await fc.assert(
    fc.asyncProperty(plan, fc.boolean(), async (tried, isNew) => {
      const email = someone();
      if (!isNew) await desk.registered(email, own);
      const victim = desk.browser();
      const steps = isNew
        ? [
            () => victim.call(contracts.loginStartContract, { canal: '2', email, consent_terms: consentVersion }),
            () => victim.call(contracts.attemptCodeContract, { code: desk.lastCode(email) }),
            () => victim.call(contracts.registerContract, { ...consents, password: own }),
          ]
        : [
            () => victim.call(contracts.recoveryStartContract, { canal: '2', email }),
            () => victim.call(contracts.attemptCodeContract, { code: desk.lastCode(email) }),
            () => victim.call(contracts.resetPasswordContract, { password: own }),
          ];
      await attack(email, victim, steps, tried);
      const login = { canal: '2', email, consent_terms: consentVersion };
      expect((await desk.browser().call(contracts.passwordLoginContract, { ...login, password: theirs })).error_code).not.toBe(0);
      expect((await desk.browser().call(contracts.passwordLoginContract, { ...login, password: own })).error_code).toBe(0);
    }),
    { numRuns: 12 },
  );
});

test('the visit has another name after each raise, and its ticket lies beside it for its browser alone', async () => {
  const email = someone();
  const browser = desk.browser();
  const names = new Set<string | undefined>([browser.cookies.get(ownCookies.visit)]);
  const renewed = (): void => {
    const name = browser.cookies.get(ownCookies.visit);
    expect(name).toHaveLength(22);
    expect(names.has(name)).toBe(false);
    names.add(name);
  };
  await browser.call(contracts.loginStartContract, { canal: '2', email, consent_terms: consentVersion });
  renewed();
  await browser.call(contracts.attemptCodeContract, { code: desk.lastCode(email) === '999999' ? '999998' : '999999' });
  expect(names.has(browser.cookies.get(ownCookies.visit))).toBe(true);
  const entered = await browser.call(contracts.attemptCodeContract, { code: desk.lastCode(email) });
  renewed();
  expect(entered.headers.getSetCookie().find((line) => line.startsWith(ownCookies.ticket))).toMatch(/; SameSite=Lax; HttpOnly$/);
  // Clients without a page in between go on with the token of the new visit.
  const token = entered.headers.get(wireHeaders.antiForgery) ?? '';
  expect(csrfOf({ secrets: desk.secrets }).verify(`pre:${browser.cookies.get(ownCookies.visit) ?? ''}`, token)).toBe(true);
  // The visit alone, without what lies beside it, is not enough either.
  expect((await holderOf(browser).call(contracts.registerContract, consents)).error_code).not.toBe(0);
  expect((await browser.call(contracts.registerContract, consents)).error_code).toBe(0);
  renewed();
  expect(browser.cookies.has(ownCookies.ticket)).toBe(false);
  await browser.call(contracts.logoutContract);
  renewed();
});

test('another code within a minute is refused to the same visit, whatever it is called by now', async () => {
  const email = someone();
  const browser = desk.browser();
  const start = () => browser.call(contracts.loginStartContract, { canal: '2', email, consent_terms: consentVersion });
  const before = browser.cookies.get(ownCookies.visit) ?? '';
  expect((await start()).error_code).toBe(0);
  expect((await start()).error_code).not.toBe(0);
  browser.cookies.set(ownCookies.visit, before);
  expect((await start()).error_code).not.toBe(0);
});

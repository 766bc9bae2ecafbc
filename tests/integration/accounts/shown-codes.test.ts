/** Codes are filled in where the operator is shown all messages anyhow, and nowhere else. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consentVersion } from '#lib/features/accounts/accounts.schema.ts';
import { loginStartContract } from '#lib/features/accounts/entering.contract.ts';
import type { Visitor } from '#lib/visitor.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';

let [open, closed]: AccountsDesk[] = [];
beforeAll(async () => void ([open, closed] = [await openAccountsDesk({ settings: { DEV_OUTBOX: 'on' } }), await openAccountsDesk()]));
afterAll(async () => void (await Promise.all([open?.close(), closed?.close()])));

/** What the page of the code fills in for a visit. */
async function filledIn({ on }: AccountsDesk, visit: string, isHere = true): Promise<string | undefined> {
  const visitor: Visitor = {
    session: undefined,
    staff: undefined,
    owner: `pre:${visit}`,
    csrfToken: '',
    whose: undefined,
    submitted: undefined,
    way: undefined,
    known: undefined,
    isHere,
    userAgent: '',
    country: undefined,
  };
  return (await known(on.services.loaders.accounts).attempt({ now: testNow }, visitor))?.code;
}

async function asks(desk: AccountsDesk, email: string): Promise<string> {
  const browser = desk.browser();
  expect((await browser.call(loginStartContract, { canal: '2', email, consent_terms: consentVersion })).error_code).toBe(0);
  return known(browser.cookies.get('loftling_pre'));
}

test('[R5.41] the code is filled in for who asked for it, where messages are shown', async () => {
  const visit = await asks(known(open), 'filled@example.org');
  const code = await filledIn(known(open), visit);
  expect(code).toMatch(/^\d{6}$/);
  expect(code).toBe(known(open).lastCode('filled@example.org'));
  expect(await filledIn(known(open), 'another visit')).toBeUndefined();
  expect(await filledIn(known(open), visit, false), 'behind a proxy').toBeUndefined();
  const other = await asks(known(open), 'filled@example.org');
  expect(await filledIn(known(open), other), 'each visit its own').toBe(known(open).lastCode('filled@example.org'));
  expect(await filledIn(known(open), visit)).toBe(code);
});

test('[R5.41] no code is filled in anywhere else', async () => {
  const visit = await asks(known(closed), 'filled@example.org');
  expect(known(closed).lastCode('filled@example.org')).toMatch(/^\d{6}$/);
  expect(await filledIn(known(closed), visit)).toBeUndefined();
});

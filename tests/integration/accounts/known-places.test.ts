/** A stranger keeps nobody out: what is tried at somebody's address is counted apart from what comes from where they came in before. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiErrors } from '#lib/api/envelope.ts';
import { passwordFailures, consentVersion } from '#lib/features/accounts/accounts.schema.ts';
import * as entering from '#lib/features/accounts/entering.contract.ts';
import { triesAt } from '#lib/features/accounts/password-tries.rules.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk } from '#tests/support/accounts-desk.ts';

let desk: AccountsDesk;
beforeAll(async () => {
  desk = await openAccountsDesk({ settings: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => desk.close());

const password = 'Bridge-2027';
/** Each try of a stranger comes from another address. */
let addresses = 0;
const strange = () => ({ 'x-loftling-address': `198.51.100.${(addresses += 1)}` });
const home = { 'x-loftling-address': '203.0.113.77' };
const ticket = (call: string) => ({ captcha_token: desk.on.services.captcha?.ticket(call, desk.clock.now) ?? '' });
const byMail = (email: string) => ({ canal: '2', email, consent_terms: consentVersion });
const signIn = (email: string, secret: string, from: Readonly<Record<string, string>>) =>
  desk.browser().call(entering.passwordLoginContract, { ...byMail(email), password: secret, ...ticket('login-password') }, from);
const start = (email: string, from: Readonly<Record<string, string>>) =>
  desk.browser().call(entering.loginStartContract, { ...byMail(email), ...ticket('login-start') }, from);

test('wrong passwords from everywhere slow down, and stop strangers alone; the owner comes in from where they came in before', async () => {
  const email = 'attacked@example.org';
  await desk.registered(email, password);
  expect((await signIn(email, password, home)).error_code).toBe(0);
  const inner = async (): Promise<unknown> => (await signIn(email, 'Wrong-2027', strange())).data;
  for (let tried = 0; tried < triesAt.free; tried++) expect(await inner()).toMatchObject({ code: passwordFailures.wrong });
  const began = performance.now();
  const later = await Promise.all(Array.from({ length: triesAt.strangers - triesAt.free + 5 }, inner));
  expect(performance.now() - began).toBeGreaterThan(triesAt.step);
  expect(later.filter((data) => (data as { readonly code?: number }).code === passwordFailures.tooMany).length).toBeGreaterThanOrEqual(5);
  // Also after tries of their own that were wrong: those only wait.
  for (let tried = 0; tried < 3; tried++) expect((await signIn(email, 'Wrong-2027', home)).data).toMatchObject({ code: passwordFailures.wrong });
  expect((await signIn(email, password, home)).error_code).toBe(0);
}, 60_000);

test('codes that strangers have sent use up none of those of where somebody came in before', async () => {
  const email = 'flooded@example.org';
  await desk.registered(email, password);
  expect((await signIn(email, password, home)).error_code).toBe(0);
  const sent = [];
  for (let asked = 0; asked < 10; asked++) sent.push((await start(email, strange())).error_code);
  expect(sent).toContain(apiErrors['too-many'].code);
  expect((await start(email, home)).error_code).toBe(0);
});

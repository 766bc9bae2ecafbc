/** What people agree to: in which wording, since when, taken back when, and what ends with it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consentVersion } from '#lib/features/accounts/accounts.schema.ts';
import { consentsContract, customerSensitiveContract, customerUpdateContract, sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { checkIdCardContract, realnameStatusContract } from '#lib/features/realname/realname.contract.ts';
import { realnameConsentVersion } from '#lib/features/realname/realname.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { ticked } from '#lib/forms/form.schema.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { solvedToken } from '#tests/support/solved.ts';

let desk: AccountsDesk;
beforeAll(async () => {
  desk = await openAccountsDesk({ settings: { REAL_NAME_CHECK: 'on' } });
});
afterAll(() => desk.close());

const numberOf = async (by: Browser): Promise<UserId> => asId<UserId>((await by.call(sessionContract)).data.cust_id);
const later = (days: number): void => void (desk.clock.now = new Date(desk.clock.now.getTime() + days * 86_400_000));
/** The consents of somebody, the newest first, in short. */
async function given(userId: UserId): Promise<readonly string[]> {
  const rows = await desk.on.base.db.selectFrom('user_consents').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute();
  return rows.map(({ kind, version, withdrawn_at }) => `${kind} ${version}${withdrawn_at ? ' until then' : ''}`);
}
const said = (kind: string, more = '') => `${kind} ${consentVersion}${more}`;

test('each is taken back and given again by itself, and what was keeps its days', async () => {
  const by = await desk.registered('agreeing@example.org');
  const id = await numberOf(by);
  expect(await given(id)).toEqual([said('transfer'), said('terms')]);
  later(1);
  expect((await by.call(consentsContract, { transfer: ticked, marketing: ticked })).error_code).toBe(0);
  expect(await given(id)).toEqual([said('marketing'), said('transfer'), said('terms')]);
  expect((await by.call(consentsContract, { marketing: ticked })).error_code).toBe(0);
  // What the settings say of news is the same consent, and touches no other.
  await by.call(customerUpdateContract, { locale: 'en-us' });
  expect(await given(id)).toEqual([said('marketing', ' until then'), said('transfer', ' until then'), said('terms')]);
  later(1);
  await by.call(consentsContract, { transfer: ticked });
  await by.call(consentsContract, { transfer: ticked });
  expect(await given(id)).toEqual([said('transfer'), said('marketing', ' until then'), said('transfer', ' until then'), said('terms')]);
});

test('[R7.092] a real name is written down as agreed to, told to its person alone, and deleted when that is taken back', async () => {
  const by = await desk.registered('named@example.org');
  const id = await numberOf(by);
  const card = { name: '王小明', idcard_no: '11010519491231002X', consent_realname: realnameConsentVersion };
  const proof = () => ({ captcha_token: solvedToken(desk.secrets, 'check-id-card', desk.clock.now) });
  expect((await by.call(checkIdCardContract, { ...card, ...proof() })).error_code).toBe(0);
  expect(await given(id)).toContain(`realname ${realnameConsentVersion}`);
  expect((await by.call(customerSensitiveContract)).data.realname).toBe('王小明');
  expect((await by.call(consentsContract, { transfer: ticked, realname: ticked })).error_code).toBe(0);
  expect((await by.call(realnameStatusContract)).data.name).toBe('王**');
  expect((await by.call(consentsContract, { transfer: ticked })).error_code).toBe(0);
  expect((await by.call(realnameStatusContract)).data.name).toBe('');
  expect((await by.call(customerSensitiveContract)).data.realname).toBe('');
  expect(await given(id)).toEqual([`realname ${realnameConsentVersion} until then`, said('transfer'), said('terms')]);
  expect(await desk.on.base.db.selectFrom('user_realnames').select('user_id').where('user_id', '=', id).execute()).toEqual([]);
  // Ticked without a card it is nothing: it is agreed to where the card is given.
  await by.call(consentsContract, { transfer: ticked, realname: ticked });
  expect((await given(id))[0]).toBe(`realname ${realnameConsentVersion} until then`);
});

test('nobody else’s consents are changed, and nobody’s without a session', async () => {
  const [one, other] = [await desk.registered('one-agrees@example.org'), await desk.registered('other-agrees@example.org')];
  const before = await given(await numberOf(other));
  await one.call(consentsContract, { user_id: 1 });
  expect(await given(await numberOf(other))).toEqual(before);
  expect((await desk.browser().call(consentsContract)).error_code).toBe(403);
});

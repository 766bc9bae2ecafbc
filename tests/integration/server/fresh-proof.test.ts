/**
 * What moves money or identity asks for a proof of the last minutes: by the calls' gate, and by pages, which lead to where it is given and back to
 * what was written. And sessions of staff that nobody uses.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { provedFor } from '#lib/access.ts';
import type { Contract } from '#lib/api/contract.ts';
import { staffCookie } from '#lib/api/gates/session.ts';
import { contracts } from '#lib/contracts.ts';
import * as entering from '#lib/features/accounts/entering.contract.ts';
import { rentPayeeContract } from '#lib/features/payrent/payrent.contract.ts';
import { idleMinutes } from '#lib/features/staff/staff.schema.ts';
import type { Visitor } from '#lib/visitor.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { startPages } from '#tests/support/pages-server.ts';
import type { PagesServer } from '#tests/support/pages-server.ts';
import { userOf } from '#tests/support/paying.ts';
import { landlord } from '#tests/support/rents.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser, StaffDesk } from '#tests/support/staff-desk.ts';

let desk: AccountsDesk;
let staff: StaffDesk;
let server: PagesServer;
let shown: Visitor | undefined;
beforeAll(async () => {
  desk = await openAccountsDesk();
  const { people } = desk.on.services;
  server = await startPages(desk, {
    body(file, view) {
      shown = view.visitor;
      return file;
    },
    entrance: people ? { keptForms: people.accounts.keptForms } : {},
  });
  staff = openStaffDesk(desk, { ages: true });
});
// Pages go by the clock of the machine.
beforeEach(() => (desk.clock.now = new Date()));
afterAll(async () => {
  await server.close();
  await desk.close();
});

async function ask({ cookies }: Browser, path: string, form?: Readonly<Record<string, string>>): Promise<Response> {
  shown = undefined;
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, origin: desk.on.services.site.origin, 'sec-fetch-site': 'same-origin' };
  const answer = await fetch(server.address + path, {
    redirect: 'manual',
    headers,
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0(?:;|$)/.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  }
  return answer;
}
const digestOf = (browser: Browser) =>
  createHash('sha256')
    .update(browser.cookies.get(staffCookie) ?? '')
    .digest('base64url');
const ago = (seconds: number): Date => new Date(desk.clock.now.getTime() - seconds * 1_000);
const ofStaff = (browser: Browser, set: Partial<Record<'proved_at' | 'seen_at', Date>>) =>
  desk.on.base.db.updateTable('staff_sessions').set(set).where('digest', '=', digestOf(browser)).execute();
const stale = ({ browser }: StaffBrowser) => ofStaff(browser, { proved_at: ago(provedFor + 1) });
const leadsTo = (answer: Response) => [answer.status, answer.headers.get('location')];
let people = 0;
async function supplier(): Promise<number> {
  const values = { slug: `elm-${(people += 1)}`, name: 'Elm Lettings', kind: 'operator', verified_on: null, is_sample: false } as const;
  return (await desk.on.base.db.insertInto('suppliers').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

const all: readonly Contract[] = contracts;
const ofRealm = all.filter(({ proof, access }) => proof !== undefined && access.startsWith('staff'));

test.each(ofRealm.map((one) => [one.name, one] as const))('%s is refused without a fresh proof, whoever asks and whatever they say', async (_, contract) => {
  const one = await staff.member('admin');
  await stale(one);
  const { proof } = contract;
  const values = proof !== undefined && proof !== 'fresh' ? { [proof.field]: proof.is[0] ?? '' } : {};
  expect(await one.call(contract, values)).toMatchObject({ status: 400, error_code: 10_121 });
});

test('a page of staff leads to where the proof is given, and back to what was written, once', async () => {
  const one = await staff.member('finance');
  const page = `/en/staff/providers/${await supplier()}`;
  expect((await ask(one.browser, page)).status).toBe(200);
  const csrf = known(shown).csrfToken;
  await stale(one);
  expect((await ask(one.browser, page)).status, 'looking needs none').toBe(200);
  const written = { collects: 'supplier', lines: 'IBAN GB33 <b>', wait_hours: '24' };
  const answer = await ask(one.browser, page, { csrf, ...written });
  expect(leadsTo(answer)).toEqual([303, `/en/staff/prove?${new URLSearchParams({ redirect: `${page}?kept=1` })}`]);
  expect(await desk.on.base.db.selectFrom('supplier_changes').select('id').execute()).toEqual([]);

  expect((await ask(one.browser, '/en/staff/prove')).status).toBe(200);
  const proof = { csrf: known(shown).csrfToken, redirect: `${page}?kept=1` };
  expect((await ask(one.browser, '/en/staff/prove', { ...proof, code: '000000' })).status).toBe(422);
  // A code of a device is good once.
  desk.clock.now = new Date(desk.clock.now.getTime() + 30_000);
  const proved = await ask(one.browser, '/en/staff/prove', { ...proof, code: one.code() });
  expect(leadsTo(proved)).toEqual([303, `${page}?kept=1`]);
  expect((await ask(one.browser, `${page}?kept=1`)).status).toBe(200);
  expect(known(shown).submitted).toMatchObject({ values: written, isKept: true });
  expect((await ask(one.browser, `${page}?kept=1`)).status).toBe(200);
  expect(known(shown).submitted).toBeUndefined();
  expect((await ask(one.browser, page, { csrf: known(shown).csrfToken, ...written })).headers.get('location')).toBe(`${page}?done=waits`);
});

test('a page that wants one to be looked at leads there by itself', async () => {
  const one = await staff.member('support');
  await stale(one);
  const page = '/en/staff/security/1/remove';
  expect(leadsTo(await ask(one.browser, page))).toEqual([303, `/en/staff/prove?${new URLSearchParams({ redirect: page })}`]);
});

test('a renter who signed in a while ago signs in anew before a landlord’s account is taken, and what they wrote is there', async () => {
  const email = 'landlord@example.org';
  const by = await desk.registered(email);
  await desk.on.base.db
    .updateTable('user_sessions')
    .set({ proved_at: ago(provedFor + 1) })
    .where('user_id', '=', await userOf(by))
    .execute();
  const path = '/en/payrentRentalInfo?code=ABCD-EFGH';
  expect(await by.call(rentPayeeContract, { code: 'ABCD-EFGH', ...landlord })).toMatchObject({ error_code: 10_121 });
  await ask(by, path);
  const answer = await ask(by, path, { csrf: known(shown).csrfToken, code: 'ABCD-EFGH', ...landlord });
  expect(leadsTo(answer)).toEqual([303, `/en/users/prove?${new URLSearchParams({ redirect: path })}`]);
  await ask(by, '/en/users/prove');
  const out = await ask(by, '/en/users/prove', { csrf: known(shown).csrfToken, redirect: path });
  expect(leadsTo(out)).toEqual([303, `/en/users/login?${new URLSearchParams({ redirect: path, kept: '1' })}`]);
  desk.clock.now = new Date(desk.clock.now.getTime() + 61_000);
  await by.call(entering.loginStartContract, { canal: '2', email, consent_terms: '2026-12' });
  expect((await by.call(entering.attemptCodeContract, { code: desk.lastCode(email) })).data).toMatchObject({ next: 'done' });
  await ask(by, path);
  expect(known(shown).submitted).toMatchObject({ isKept: true, values: { landlord: landlord.landlord } });
});

test('a session of staff ends when nobody has used it for half an hour, wherever it is asked, and the sign-in says so', async () => {
  const one = await staff.member('finance');
  const page = '/en/staff/payments';
  await ofStaff(one.browser, { seen_at: ago(idleMinutes * 60 - 60) });
  expect((await ask(one.browser, page)).status, 'it was used in time, and that counts from now on').toBe(200);
  const { seen_at } = await desk.on.base.db
    .selectFrom('staff_sessions')
    .select('seen_at')
    .where('digest', '=', digestOf(one.browser))
    .executeTakeFirstOrThrow();
  expect(Math.abs(seen_at.getTime() - Date.now())).toBeLessThan(60_000);
  await ofStaff(one.browser, { seen_at: ago(idleMinutes * 60 + 60) });
  expect(leadsTo(await ask(one.browser, page))).toEqual([303, `/en/staff/login?${new URLSearchParams({ redirect: page, ended: '1' })}`]);
  expect((await one.call(known(all.find(({ name }) => name === 'coupon-make')))).status).toBe(403);
  expect(leadsTo(await ask(desk.browser(), page)), 'who was never signed in is told nothing').toEqual([
    303,
    `/en/staff/login?${new URLSearchParams({ redirect: page })}`,
  ]);
});

test('what was written in a form of staff whose session ended meanwhile is there after signing in again', async () => {
  const one = await staff.member('finance');
  const page = `/en/staff/providers/${await supplier()}`;
  await ask(one.browser, page);
  const { csrfToken: csrf, whose = '' } = known(shown);
  await ofStaff(one.browser, { seen_at: ago(idleMinutes * 60 + 60) });
  const answer = await ask(one.browser, page, { csrf, whose, collects: 'operator', lines: '', wait_hours: '48' });
  expect(leadsTo(answer)).toEqual([303, `/en/staff/login?${new URLSearchParams({ redirect: `${page}?kept=1`, ended: '1' })}`]);
  await ofStaff(one.browser, { seen_at: desk.clock.now });
  await ask(one.browser, `${page}?kept=1`);
  expect(known(shown).submitted).toMatchObject({ isKept: true, values: { wait_hours: '48' } });
  // Of somebody else nothing is given back.
  const other = await staff.member('finance');
  await ask(one.browser, page, { csrf, whose, collects: 'operator', lines: '', wait_hours: '48' });
  await ask(other.browser, `${page}?kept=1`);
  expect(known(shown).submitted).toBeUndefined();
});

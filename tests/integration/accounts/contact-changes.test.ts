/** A contact that takes the place of another: after three days, unless the former one stops it by its link. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { attemptCodeContract } from '#lib/features/accounts/entering.contract.ts';
import { contactChangeHours } from '#lib/features/accounts/accounts.schema.ts';
import { contactChangeMail } from '#lib/features/accounts/mail/contact-change.mail.ts';
import { stopContactChangeContract } from '#lib/features/accounts/contact-changes.contract.ts';
import {
  bindStartContract,
  changePasswordContract,
  customerSensitiveContract,
  eraseAccountContract,
  sessionContract,
} from '#lib/features/accounts/own-account.contract.ts';
import { locales } from '#lib/i18n/locales.ts';
import { createSite } from '#lib/paths.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';

let desk: AccountsDesk;
beforeAll(async () => {
  desk = await openAccountsDesk();
});
afterAll(() => desk.close());
beforeEach(() => {
  desk.clock.now = testNow;
  Object.assign(desk.budget, { spent: false, broken: false, takenBack: 0 });
});

let people = 0;
const someone = (): string => `changes${(people += 1)}@example.org`;
const numbers = (): string => `+4477009${String(10_000 + (people += 1)).slice(1)}0`;
const later = (hours: number): void => {
  desk.clock.now = new Date(testNow.getTime() + hours * 3_600_000);
};
const makeDue = () => desk.on.services.people?.accounts.changes.makeDue(desk.clock.now);
async function give(browser: Browser, contact: string) {
  const values = contact.startsWith('+') ? { canal: '1', phone: contact.slice(3), country_code: 'GB' } : { canal: '2', email: contact };
  expect((await browser.call(bindStartContract, values)).error_code).toBe(0);
  return browser.call(attemptCodeContract, { code: desk.lastCode(contact) });
}
const addressOf = async (browser: Browser) => (await browser.call(customerSensitiveContract)).data;
/** What stops the change, as the contact was told. */
function tokenTo(contact: string): string {
  const { input } = desk.letters.findLast(({ to, name }) => to === contact && name === 'contact-change') ?? expect.unreachable(`${contact} was not told`);
  return String(input['token'] ?? String(input['link']).split('/').at(-1));
}

test('happens after 72 hours, and every contact hears of it at once', async () => {
  const [former, fresh] = [someone(), someone()];
  const browser = await desk.registered(former);
  const number = numbers();
  expect((await give(browser, number)).data.next).toBe('bound');
  expect((await give(browser, fresh)).data.next).toBe('later');
  expect(tokenTo(former)).toBe(tokenTo(number));
  expect(desk.letters.findLast(({ to }) => to === number)?.input['link']).toMatch(/\/stop\/[\w-]{12}$/);
  later(contactChangeHours - 0.01);
  await makeDue();
  expect(await addressOf(browser)).toMatchObject({ email: former });
  later(contactChangeHours);
  await Promise.all([makeDue(), makeDue()]);
  expect(await addressOf(browser)).toMatchObject({ email: fresh });
  expect((await desk.browser().call(stopContactChangeContract, { token: tokenTo(former) })).error_code).toBe(404);
});

test('is stopped by the link, once and without signing in, and all devices are signed out', async () => {
  const former = someone();
  const browser = await desk.registered(former);
  await give(browser, someone());
  const token = tokenTo(former);
  expect((await desk.browser().call(stopContactChangeContract, { token: 'a'.repeat(12) })).error_code).toBe(404);
  const answers = await Promise.all(Array.from({ length: 20 }, () => desk.browser().call(stopContactChangeContract, { token })));
  expect(answers.filter(({ error_code }) => error_code === 0)).toHaveLength(1);
  expect((await browser.call(sessionContract)).error_code).toBe(403);
  later(contactChangeHours);
  await makeDue();
  const { cust_id: id } = (await (await desk.registered(someone())).call(sessionContract)).data;
  expect(id).toBeGreaterThan(0);
  expect(await desk.on.base.db.selectFrom('contact_changes').selectAll().execute()).toEqual([]);
});

test('stopping one ends them all, with what was added since shortly before', async () => {
  const former = someone();
  const browser = await desk.registered(former);
  const { cust_id: user_id } = (await browser.call(sessionContract)).data;
  const { db } = desk.on.base;
  later(0.1);
  const passkey = (id: string, made_at: Date) => {
    const key = { id, user_id, handle: id, domain: 'example.org', public_key: 'k', counter: 0, transports: '', is_synced: false };
    return { ...key, device: '', made_at, used_at: null };
  };
  await db
    .insertInto('user_passkeys')
    .values([passkey('old', new Date(testNow.getTime() - 86_400_000)), passkey('new', desk.clock.now)])
    .execute();
  await db.insertInto('user_identities').values({ user_id, provider: 'wechat', label: 'x', linked_at: desk.clock.now, used_at: desk.clock.now }).execute();
  expect((await give(browser, numbers())).data.next).toBe('bound');
  expect((await give(browser, someone())).data.next).toBe('later');
  expect((await give(browser, numbers())).data.next).toBe('later');
  // Asked for anew, it counts from the first time.
  later(0.15);
  expect((await give(browser, someone())).data.next).toBe('later');
  expect((await desk.browser().call(stopContactChangeContract, { token: tokenTo(former) })).error_code).toBe(0);
  expect(await db.selectFrom('contact_changes').selectAll().where('user_id', '=', user_id).execute()).toEqual([]);
  expect(await db.selectFrom('user_passkeys').select('id').where('user_id', '=', user_id).execute()).toEqual([{ id: 'old' }]);
  expect(await db.selectFrom('user_identities').select('id').where('user_id', '=', user_id).execute()).toEqual([]);
  expect(await db.selectFrom('user_contacts').select('kind').where('user_id', '=', user_id).execute()).toEqual([{ kind: 'email' }]);
});

test('does not begin where the number that is replaced cannot be told', async () => {
  const browser = await desk.registered(someone());
  const number = numbers();
  await give(browser, number);
  const fresh = numbers();
  await browser.call(bindStartContract, { canal: '1', phone: fresh.slice(3), country_code: 'GB' });
  desk.budget.spent = true;
  expect((await browser.call(attemptCodeContract, { code: desk.lastCode(fresh) })).error_code).toBe(10_153);
  expect(await addressOf(browser)).toMatchObject({ phone: number });
});

test('gives back what a message would have cost where the change is undone', async () => {
  const browser = await desk.registered(someone());
  await give(browser, numbers());
  const fresh = numbers();
  await browser.call(bindStartContract, { canal: '1', phone: fresh.slice(3), country_code: 'GB' });
  desk.budget.broken = true;
  expect((await browser.call(attemptCodeContract, { code: desk.lastCode(fresh) })).error_code).not.toBe(0);
  expect(desk.budget.takenBack).toBe(1);
});

test('one that cannot be made does not keep the others waiting', async () => {
  const browsers = [await desk.registered(someone()), await desk.registered(someone())];
  const [first = expect.unreachable(), second = expect.unreachable()] = browsers;
  await give(first, someone());
  later(0.01);
  const fresh = someone();
  await give(second, fresh);
  later(contactChangeHours + 1);
  const { cust_id } = (await first.call(sessionContract)).data;
  // Its trigger is the fault: the database refuses this one person's contact.
  await sql`create function refuse_contact() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(desk.on.base.db);
  await sql`create trigger refuse_contact before update on user_contacts for each row when (old.user_id = ${sql.lit(cust_id)}) execute function refuse_contact()`.execute(
    desk.on.base.db,
  );
  expect(await makeDue()).toBe(1);
  await sql`drop trigger refuse_contact on user_contacts`.execute(desk.on.base.db);
  expect(await addressOf(second)).toMatchObject({ email: fresh });
  expect(desk.notes.join()).toMatch(/contact/);
  expect(await makeDue()).toBe(1);
});

test('an account without an address is told at its phone, and what is done stands where nothing can be sent', async () => {
  const browser = await desk.registered(someone());
  const { cust_id } = (await browser.call(sessionContract)).data;
  const number = numbers();
  await give(browser, number);
  await desk.on.base.db.deleteFrom('user_contacts').where('user_id', '=', cust_id).where('kind', '=', 'email').execute();
  const told = () => desk.letters.filter(({ to, name }) => to === number && name !== 'code').map(({ name }) => name);
  const password = (text: string, former = '') => browser.call(changePasswordContract, { password: text, former });
  expect((await password('Bridge-2027')).error_code).toBe(0);
  expect(told()).toEqual(['account-changed']);
  desk.budget.spent = true;
  expect((await password('River-2028', 'Bridge-2027')).error_code).toBe(0);
  Object.assign(desk.budget, { spent: false, broken: true });
  expect((await password('Bridge-2027', 'River-2028')).error_code).toBe(0);
  expect(desk.budget.takenBack).toBe(1);
  desk.budget.broken = false;
  expect((await browser.call(eraseAccountContract, { sure: 'yes' })).error_code).toBe(0);
  expect(told()).toEqual(['account-changed', 'account-erasing']);
});

test('one that somebody else has taken meanwhile stays theirs', async () => {
  const [former, fresh] = [someone(), someone()];
  const browser = await desk.registered(former);
  await give(browser, fresh);
  await desk.registered(fresh);
  later(contactChangeHours);
  expect(await makeDue()).toBe(0);
  expect(await addressOf(browser)).toMatchObject({ email: former });
});

test('is told in five languages, with the link, and stands in clear nowhere', async () => {
  const site = createSite('https://homes.example.org', new Map());
  for (const locale of locales) {
    const { text, subject } = contactChangeMail.write({ shown: 'c•••1@example.org', when: '26 Nov', token: 'abcdefghijkl' }, locale, site);
    expect(text).toContain(site.absolute(locale, site.paths(locale).to('stop_change', { token: 'abcdefghijkl' })));
    expect(`${subject}${text}`).not.toMatch(/\{\{|undefined/);
  }
  const [former, fresh] = [someone(), someone()];
  await give(await desk.registered(former), fresh);
  const rows = JSON.stringify(await desk.on.base.db.selectFrom('contact_changes').selectAll().execute());
  for (const canary of [fresh, tokenTo(former)]) expect(rows).not.toContain(canary);
});

/** Numbers and addresses that are somebody else's by now: the new owner gets the contact, and nothing of the old one's account. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  attemptCodeContract,
  codeLoginContract,
  loginStartContract,
  passwordLoginContract,
  recoveryStartContract,
  resetPasswordContract,
  sendCodeContract,
} from '#lib/features/accounts/entering.contract.ts';
import { accountPages } from '#lib/features/accounts/account-pages.rules.ts';
import { consentVersion, contactChangeHours } from '#lib/features/accounts/accounts.schema.ts';
import { claimContactContract, keepContactContract, loginMineContract, staffClaimContract } from '#lib/features/accounts/contact-claims.contract.ts';
import { stopContactChangeContract } from '#lib/features/accounts/contact-changes.contract.ts';
import { contactClaimMail } from '#lib/features/accounts/mail/contact-claim.mail.ts';
import { joinAccountsContract } from '#lib/features/accounts/joining.contract.ts';
import { bindStartContract, customerSensitiveContract, sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { quietDays } from '#lib/features/accounts/contact-claims.rules.ts';
import { locales } from '#lib/i18n/locales.ts';
import { newReference } from '#lib/ids/reference.ts';
import { createPaths, createSite } from '#lib/paths.ts';
import { nameOfCode } from '#server/pages/form-files.ts';
import { homesInLondon, testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { testDatabase } from '#tests/support/database.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';

const password = 'Bridge-2027';
let desk: AccountsDesk;
beforeAll(async () => {
  desk = await openAccountsDesk({ open: () => testDatabase(homesInLondon(1)) });
});
afterAll(() => desk.close());
beforeEach(async () => {
  // What one test leaves waiting is due in another.
  await db().deleteFrom('contact_claims').execute();
  desk.clock.now = testNow;
  Object.assign(desk.budget, { spent: false, broken: false, takenBack: 0 });
});

let people = 0;
const someone = (): string => `claims${(people += 1)}@example.org`;
const numbers = (): string => `+4477008${String(10_000 + (people += 1)).slice(1)}0`;
const db = () => desk.on.base.db;
const later = (hours: number): void => {
  desk.clock.now = new Date(testNow.getTime() + hours * 3_600_000);
};
const giveDue = () => desk.on.services.people?.accounts.claims.giveDue(desk.clock.now);
const idOf = async (browser: Browser): Promise<number> => (await browser.call(sessionContract)).data.cust_id;
const partsOf = (contact: string) => (contact.startsWith('+') ? { canal: '1', phone: contact.slice(3), country_code: 'GB' } : { canal: '2', email: contact });
/** A browser shows the code of a contact that it adds to its account. */
async function add(browser: Browser, contact: string) {
  expect((await browser.call(bindStartContract, partsOf(contact))).error_code).toBe(0);
  return browser.call(attemptCodeContract, { code: desk.lastCode(contact) });
}
/** Somebody with an address and a number. */
async function withNumber(number: string, email = someone(), secret = ''): Promise<Browser> {
  const browser = await desk.registered(email, secret);
  expect((await add(browser, number)).data.next).toBe('bound');
  return browser;
}
/** Somebody else who has shown the number by now, and asks for it. */
async function claims(number: string, email = someone()) {
  const browser = await desk.registered(email);
  expect((await add(browser, number)).data.next).toBe('taken');
  return { browser, answer: await browser.call(claimContactContract, { sure: 'yes' }) };
}
async function codeFor(contact: string) {
  const browser = desk.browser();
  expect((await browser.call(loginStartContract, { ...partsOf(contact), consent_terms: consentVersion })).error_code).toBe(0);
  return { browser, answer: await browser.call(attemptCodeContract, { code: desk.lastCode(contact) }) };
}
const own = async (browser: Browser) => (await browser.call(customerSensitiveContract)).data;
const ownerOf = async (number: string): Promise<number | undefined> => {
  const service = desk.on.services.people?.accounts.service ?? expect.unreachable();
  return (await service.findBy({ kind: 'phone', address: number }))?.id;
};
function tokenTo(contact: string): string {
  const { input } = desk.letters.findLast(({ to, name }) => to === contact && name === 'contact-claim') ?? expect.unreachable(`${contact} was not told`);
  return String(input['token'] ?? String(input['link']).split('/').at(-1));
}
/** Gives somebody an order. */
async function bind(user_id: number): Promise<void> {
  const { id: unit_id, house_id } = await db().selectFrom('units').select(['id', 'house_id']).executeTakeFirstOrThrow();
  const amount = { minor: '100', currency: 'GBP' } as const;
  const of = { house_id, unit_id, tenancy_id: 1, period_from: '2027-09-01', period_to: null, plan: 'in-full', locale: 'en-us', template: 'default' } as const;
  const quote = { version: 1, madeOn: '2026-11-21', moveIn: '2027-09-01', nights: 1, plan: 'in-full', lines: [], contractTotal: amount, deposit: amount };
  const none = { moved_event: null, moved_by: null, deadline: null, staff_id: null, hidden_at: null, again_of: null } as const;
  await db()
    .insertInto('orders')
    .values({
      ...of,
      ...none,
      code: newReference(),
      user_id,
      quote: JSON.stringify({ ...quote, dues: [], breaks: [] }),
      home: JSON.stringify({ name: 'Elm', unit: 'Studio', zone: 'Europe/London', supplierId: 1, supplier: 'Elm', policy: '' }),
      asked: '{}',
      sealed: desk.secrets.encrypt('orders', JSON.stringify({ email: 'every@example.org', answers: {} })),
      created_at: testNow,
      moved_at: testNow,
    })
    .execute();
}
const deeds = async (subject: number) =>
  (await db().selectFrom('audit_log').select('action').where('subject', '=', `person:${subject}`).orderBy('id').execute()).map(({ action }) => action);

describe('a number that is somebody else’s by now', () => {
  test('[R5.54] comes to who has shown it, three days after its former owner was told elsewhere', async () => {
    const [number, mail] = [numbers(), someone()];
    const holder = await withNumber(number, mail);
    const holderId = await idOf(holder);
    const { browser, answer } = await claims(number);
    expect(answer.data).toEqual({ state: 'waiting' });
    const claimantId = await idOf(browser);
    expect(tokenTo(mail)).toMatch(/^[\w-]{12}$/);
    expect(desk.letters.filter(({ to, name }) => to === number && name === 'contact-claim')).toEqual([]);
    later(contactChangeHours - 0.1);
    expect(await giveDue()).toBe(0);
    expect(await ownerOf(number)).toBe(holderId);
    later(contactChangeHours);
    expect((await Promise.all([giveDue(), giveDue()])).toSorted()).toEqual([0, 1]);
    expect(await ownerOf(number)).toBe(claimantId);
    expect(await own(browser)).toMatchObject({ phone: number });
    expect(desk.letters.some(({ to, name }) => to === mail && name === 'account-notice')).toBe(true);
    // The former owner has the rest, and gets in by it.
    const back = await codeFor(mail);
    expect(back.answer.data).toMatchObject({ cust_id: holderId, next: 'done' });
    expect(await own(back.browser)).toMatchObject({ email: mail, phone: '' });
    expect(await deeds(holderId)).toEqual(expect.arrayContaining(['contact-claimed', 'contact-given']));
  });

  test('opens neither account meanwhile, by code or by a new password, and nothing of the old one is shown', async () => {
    const [number, mail] = [numbers(), someone()];
    const holder = await withNumber(number, mail, password);
    const { browser } = await claims(number);
    // Whoever was in by it is out.
    expect((await holder.call(sessionContract)).error_code).toBe(403);
    later(0.1);
    const thief = await codeFor(number);
    expect(thief.answer).toMatchObject({ error_code: 10_129, data: {} });
    expect(thief.browser.cookies.has('uhouzz_token')).toBe(false);
    const legacy = desk.browser();
    later(0.2);
    await legacy.call(sendCodeContract, { ...partsOf(number), event: 'login', version: 'v1', consent_terms: consentVersion });
    expect((await legacy.call(codeLoginContract, { ...partsOf(number), login_type: '2', code: desk.lastCode(number) })).error_code).toBe(10_129);
    const forgets = desk.browser();
    expect((await forgets.call(recoveryStartContract, partsOf(number))).error_code).toBe(0);
    expect((await forgets.call(attemptCodeContract, { code: desk.lastCode(number) })).data.next).toBe('reset');
    expect((await forgets.call(resetPasswordContract, { password: 'Thief-2027' })).error_code).toBe(10_129);
    // The owner's password is theirs alone.
    const owner = desk.browser();
    const entered = await owner.call(passwordLoginContract, { ...partsOf(number), password, consent_terms: consentVersion });
    expect(entered.error_code).toBe(0);
    const shown = JSON.stringify([await own(browser), await browser.call(sessionContract)]);
    expect(shown).not.toContain(mail);
    expect(shown).not.toContain(number);
  });

  test('stays where it is by the link, once, or by its owner who is signed in; asked for again, it is the staff’s', async () => {
    const [number, mail] = [numbers(), someone()];
    const holder = await withNumber(number, mail);
    const holderId = await idOf(holder);
    await claims(number);
    const token = tokenTo(mail);
    expect((await desk.browser().call(stopContactChangeContract, { token: 'b'.repeat(12) })).error_code).toBe(404);
    const answers = await Promise.all(Array.from({ length: 20 }, () => desk.browser().call(stopContactChangeContract, { token })));
    expect(answers.filter(({ error_code }) => error_code === 0).map(({ data }) => data)).toEqual([{ what: 'kept' }]);
    later(contactChangeHours);
    expect(await giveDue()).toBe(0);
    expect(await ownerOf(number)).toBe(holderId);
    expect((await codeFor(number)).answer.data).toMatchObject({ cust_id: holderId });
    const told = () => desk.letters.filter(({ to, name }) => to === mail && name === 'contact-claim').length;
    expect([(await claims(number)).answer.data, told()]).toEqual([{ state: 'case' }, 1]);

    const [other, address] = [numbers(), someone()];
    desk.clock.now = testNow;
    await withNumber(other, address);
    await claims(other);
    later(0.1);
    const back = await codeFor(address);
    expect((await back.browser.call(keepContactContract)).error_code).toBe(0);
    expect((await back.browser.call(keepContactContract)).error_code).toBe(404);
    later(contactChangeHours);
    expect(await giveDue()).toBe(0);
    expect(await deeds(await idOf(back.browser))).toContain('contact-kept');
  });

  test('is the staff’s to decide where its owner has nothing else, cannot be told, or both are bound', async () => {
    const alone = numbers();
    const first = await withNumber(alone);
    const firstId = await idOf(first);
    await db().deleteFrom('user_contacts').where('user_id', '=', firstId).where('kind', '=', 'email').execute();
    expect((await claims(alone)).answer.data).toEqual({ state: 'case' });
    // Nothing is decided yet: who has it goes on.
    expect((await first.call(sessionContract)).error_code).toBe(0);

    const locked = numbers();
    await db()
      .updateTable('users')
      .set({ locked_at: testNow })
      .where('id', '=', await idOf(await withNumber(locked)))
      .execute();
    expect((await claims(locked)).answer.data).toEqual({ state: 'case' });

    // An address is claimed as a number is; its owner is told at the number, if a message can be had.
    const [number, mail] = [numbers(), someone()];
    await withNumber(number, mail);
    const told = await claims(mail, someone());
    expect(told.answer.error_code).toBe(0);
    expect(desk.letters.findLast(({ to, name }) => to === number && name === 'contact-claim')?.input['link']).toMatch(/\/stop\/[\w-]{12}$/);
  });

  test('is the staff’s where both accounts have orders, when it is asked for and when it is due; one order alone is no hindrance', async () => {
    const [first, second] = [numbers(), numbers()];
    const holderId = await idOf(await withNumber(first));
    await bind(holderId);
    const waiting = await claims(first);
    expect(waiting.answer.data).toEqual({ state: 'waiting' });
    await bind(await idOf(waiting.browser));
    const bound = await idOf(await withNumber(second));
    await bind(bound);
    const claimant = await desk.registered(someone());
    await bind(await idOf(claimant));
    expect((await add(claimant, second)).data.next).toBe('taken');
    expect((await claimant.call(claimContactContract, { sure: 'yes' })).data).toEqual({ state: 'case' });
    later(contactChangeHours);
    expect(await giveDue()).toBe(0);
    expect([await ownerOf(first), await ownerOf(second)]).toEqual([holderId, bound]);
    expect(await db().selectFrom('contact_claims').select('state').execute()).toEqual([{ state: 'case' }, { state: 'case' }]);
  });

  test('what was right when it was asked for is looked at again when it is due', async () => {
    const number = numbers();
    const holder = await withNumber(number);
    const holderId = await idOf(holder);
    const { browser } = await claims(number);
    await db().deleteFrom('user_contacts').where('user_id', '=', holderId).where('kind', '=', 'email').execute();
    later(contactChangeHours);
    expect(await giveDue()).toBe(0);
    expect(await ownerOf(number)).toBe(holderId);
    expect(await db().selectFrom('contact_claims').select('state').where('holder_id', '=', holderId).execute()).toEqual([{ state: 'case' }]);
    expect((await browser.call(sessionContract)).error_code).toBe(0);
  });

  test('is free for an account that has another of its kind, and that one stays', async () => {
    const [number, theirs] = [numbers(), numbers()];
    await withNumber(number);
    const claimant = await withNumber(theirs);
    await db()
      .deleteFrom('contact_claims')
      .where('claimant_id', '=', await idOf(claimant))
      .execute();
    expect((await claimant.call(bindStartContract, partsOf(number))).error_code).toBe(0);
    const taken = await claimant.call(attemptCodeContract, { code: desk.lastCode(number) });
    expect([taken.data.next, (await claimant.call(claimContactContract, { sure: 'yes' })).data.state]).toEqual(['taken', 'waiting']);
    later(contactChangeHours);
    expect(await giveDue()).toBe(1);
    expect(await ownerOf(number)).toBeUndefined();
    expect(await own(claimant)).toMatchObject({ phone: theirs });
  });
});

describe('hostile claims', () => {
  test('need the code’s ticket, once, and a sign-in of the last minutes', async () => {
    const number = numbers();
    await withNumber(number);
    const { browser } = await claims(number);
    expect((await browser.call(claimContactContract, { sure: 'yes' })).error_code).toBe(10_154);
    const another = await desk.registered(someone());
    expect((await another.call(claimContactContract, { sure: 'yes' })).error_code).toBe(10_154);
    expect((await desk.browser().call(claimContactContract, { sure: 'yes' })).error_code).toBe(403);
    desk.clock.now = new Date(testNow.getTime() + 3_600_000);
    expect((await another.call(claimContactContract, { sure: 'yes' })).error_code).toBe(10_121);
    // A second who has shown the number waits for what becomes of the first.
    expect((await claims(number)).answer.error_code).toBe(10_129);
  });

  test('do not join an account without a password whose number is in question', async () => {
    const number = numbers();
    const holderId = await idOf(await withNumber(number));
    await claims(number);
    const other = await desk.registered(someone());
    expect((await add(other, number)).data.next).toBe('taken');
    expect((await other.call(joinAccountsContract, { sure: 'yes' })).error_code).toBe(10_128);
    expect(await ownerOf(number)).toBe(holderId);
  });

  test('of twenty at once one is taken, and stopping, giving and joining never meet', async () => {
    const number = numbers();
    await withNumber(number);
    const browser = await desk.registered(someone());
    expect((await add(browser, number)).data.next).toBe('taken');
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.call(claimContactContract, { sure: 'yes' })));
    expect(answers.filter(({ error_code }) => error_code === 0)).toHaveLength(1);

    for (let round = 0; round < 4; round++) {
      desk.clock.now = testNow;
      const [contested, mail] = [numbers(), someone()];
      const holder = await withNumber(contested, mail, password);
      const holderId = await idOf(holder);
      const { browser: claimant } = await claims(contested);
      const claimantId = await idOf(claimant);
      const joiner = await desk.registered(someone());
      expect((await add(joiner, contested)).data.next).toBe('taken');
      const token = tokenTo(mail);
      const due = new Date(testNow.getTime() + contactChangeHours * 3_600_000);
      const claimsService = desk.on.services.people?.accounts.claims;
      const [stopped, , joined] = await Promise.all([
        desk.browser().call(stopContactChangeContract, { token }),
        claimsService?.giveDue(due),
        joiner.call(joinAccountsContract, { sure: 'yes', password }),
        claimsService?.giveDue(due),
      ]);
      const owner = await ownerOf(contested);
      const joinerId = await idOf(joiner);
      // Exactly one has it at any end, and it is one whose way there was whole.
      expect([holderId, claimantId, joinerId]).toContain(owner);
      if (owner === claimantId) expect(joined.error_code).not.toBe(0);
      if (stopped.error_code === 0) expect(owner).not.toBe(claimantId);
      if (joined.error_code === 0) expect(owner).toBe(joinerId);
    }
  });
});

describe('an account that nobody has signed in to for long', () => {
  test('[R4.020] is opened by a code only after its reader has said that it is theirs', async () => {
    const [number, mail] = [numbers(), someone()];
    const holderId = await idOf(await withNumber(number, mail));
    later((quietDays + 1) * 24);
    const { browser, answer } = await codeFor(number);
    expect(answer.data).toEqual({ cust_id: 0, redirect: '', next: 'whose' });
    expect(browser.cookies.has('uhouzz_token')).toBe(false);
    expect((await desk.browser().call(loginMineContract)).error_code).toBe(10_154);
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.call(loginMineContract)));
    expect(answers.filter(({ error_code }) => error_code === 0).map(({ data }) => data)).toEqual([{ cust_id: holderId, redirect: '' }]);
    // It is quiet no longer.
    desk.clock.now = new Date(desk.clock.now.getTime() + 120_000);
    expect((await codeFor(number)).answer.data).toMatchObject({ next: 'done', cust_id: holderId });
  });

  test('whose reader says nothing can neither be registered over nor be told from its answer', async () => {
    const number = numbers();
    await withNumber(number);
    later((quietDays + 1) * 24);
    const { browser } = await codeFor(number);
    expect((await browser.call(sessionContract)).error_code).toBe(403);
    const unknown = await codeFor(numbers());
    expect(unknown.answer.data).toMatchObject({ cust_id: 0, next: 'register' });
    expect((await unknown.browser.call(loginMineContract)).error_code).toBe(10_154);
  });
});

describe('staff', () => {
  test('[R1.02] decide whose it is, once, with a reason that the audit log keeps', async () => {
    const staff = openStaffDesk(desk);
    const support = await staff.member('support');
    const editor = await staff.member('editor');
    for (const [decision, reason] of [
      ['give', 'shown'],
      ['keep', 'doubt'],
    ] as const) {
      desk.clock.now = testNow;
      const number = numbers();
      const holderId = await idOf(await withNumber(number));
      await db().deleteFrom('user_contacts').where('user_id', '=', holderId).where('kind', '=', 'email').execute();
      const { browser } = await claims(number);
      const claimantId = await idOf(browser);
      const { id } = await db().selectFrom('contact_claims').select('id').where('holder_id', '=', holderId).executeTakeFirstOrThrow();
      const values = { claim: String(id), decision, reason };
      expect((await editor.call(staffClaimContract, values)).error_code).toBe(404);
      expect((await browser.call(staffClaimContract, values)).error_code).not.toBe(0);
      const answers = await Promise.all(Array.from({ length: 5 }, () => support.call(staffClaimContract, values)));
      expect(answers.filter(({ error_code }) => error_code === 0)).toHaveLength(1);
      // The page of the case is gone: whoever was late is led to a page that says so.
      const late = answers.filter(({ error_code }) => error_code !== 0).map(({ error_code }) => nameOfCode(error_code));
      const { leadsOn } = accountPages['staff-claim'];
      expect(late.map((name) => leadsOn?.[name]?.(createPaths('vi-vn', false), {}))).toEqual(late.map(() => '/vn/staff/claims?gone=1'));
      expect(await ownerOf(number)).toBe(decision === 'give' ? claimantId : holderId);
      const row = await db()
        .selectFrom('audit_log')
        .select('data')
        .where('action', '=', 'claim-decided')
        .where('subject', '=', `person:${holderId}`)
        .executeTakeFirstOrThrow();
      expect(JSON.stringify(row.data)).toContain(reason);
    }
    expect((await support.call(staffClaimContract, { claim: '2147483647', decision: 'give', reason: 'law' })).error_code).toBe(404);
    expect((await support.call(staffClaimContract, { claim: '9999999999', decision: 'give', reason: 'law' })).error_code).toBe(404);
  });
});

test('one that cannot be given does not keep the others waiting', async () => {
  const [stuck, free] = [numbers(), numbers()];
  const holderId = await idOf(await withNumber(stuck));
  await withNumber(free);
  await claims(stuck);
  const { browser } = await claims(free);
  later(contactChangeHours + 1);
  await sql`create function refuse_leaving() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(db());
  await sql`create trigger refuse_leaving before delete on user_contacts for each row when (old.user_id = ${sql.lit(holderId)}) execute function refuse_leaving()`.execute(
    db(),
  );
  await giveDue();
  await sql`drop trigger refuse_leaving on user_contacts`.execute(db());
  expect(await ownerOf(free)).toBe(await idOf(browser));
  expect(desk.notes.join()).toMatch(/claim/);
  await giveDue();
  expect(await ownerOf(stuck)).not.toBe(holderId);
});

test('is told in five languages, with the link, and stands in clear nowhere', async () => {
  const site = createSite('https://homes.example.org', new Map());
  for (const locale of locales) {
    const { text, subject } = contactClaimMail.write({ shown: '+44•••123', when: '26 Nov', token: 'abcdefghijkl' }, locale, site);
    expect(text).toContain(site.absolute(locale, site.paths(locale).to('stop_change', { token: 'abcdefghijkl' })));
    expect(`${subject}${text}`).not.toMatch(/\{\{|undefined/);
  }
  const [number, mail] = [numbers(), someone()];
  await withNumber(number, mail);
  await claims(number);
  const rows = JSON.stringify(await db().selectFrom('contact_claims').selectAll().execute());
  for (const canary of [number, tokenTo(mail)]) expect(rows).not.toContain(canary);
});

/** Staff: how they come in, what keeps others out, and what they do to accounts. Over a real database. */
import { setTimeout as wait } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serverHeaders } from '#lib/api/caller.ts';
import { staffCookie } from '#lib/api/gates/session.ts';
import { ownCookies } from '#lib/own-cookies.ts';
import { consentVersion } from '#lib/features/accounts/accounts.schema.ts';
import * as entering from '#lib/features/accounts/entering.contract.ts';
import { sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import * as contracts from '#lib/features/staff/staff.contract.ts';
import { firstVisitMinutes, idleMinutes, sessionHours, ticketHours } from '#lib/features/staff/staff.schema.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { openStaffDesk, staffPassword } from '#tests/support/staff-desk.ts';
import type { StaffBrowser, StaffDesk } from '#tests/support/staff-desk.ts';
import { visitorOf } from '#tests/support/visitors.ts';

let desk: AccountsDesk;
let staff: StaffDesk;
beforeAll(async () => {
  desk = await openAccountsDesk();
  staff = openStaffDesk(desk, { ages: true });
});
afterAll(() => desk.close());
beforeEach(() => {
  desk.clock.now = testNow;
});

const later = (seconds: number): void => {
  desk.clock.now = new Date(desk.clock.now.getTime() + seconds * 1_000);
};
const step = 30;
let people = 0;
const someone = (): string => `renter${(people += 1)}@example.org`;
const signIn = (one: StaffBrowser, more: Readonly<Record<string, string>> = {}) =>
  one.call(contracts.staffLoginContract, { email: one.email, password: staffPassword, code: one.code(), ...more });
const numberOf = async (browser: Browser): Promise<number> => (await browser.call(sessionContract)).data.cust_id;
const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.call(sessionContract)).error_code === 0;
const deedsAbout = async (subject: string) => {
  const rows = await desk.on.base.db.selectFrom('audit_log').select(['actor', 'action', 'data']).where('subject', '=', subject).orderBy('id').execute();
  return rows.map(({ actor, action, data }) => [actor, action, data]);
};

describe('coming in', () => {
  test('[R1.02] a ticket lets a member in once, with a password of their own and a code of their device', async () => {
    const { id, ticket, code } = await staff.added('support');
    const [one, other] = [desk.browser(), desk.browser()];
    const enrol = (browser: Browser, more: Readonly<Record<string, string>> = {}) => {
      browser.cookies.set(ownCookies.firstVisit, ticket);
      return browser.call(contracts.staffEnrolContract, { password: staffPassword, code: code(), ...more });
    };
    expect((await enrol(one, { password: 'short' })).data).toMatchObject({ fields: [{ name: 'password' }] });
    expect((await enrol(one, { code: code() === '000000' ? '000001' : '000000' })).data).toMatchObject({ fields: [{ name: 'code' }] });
    const [first, second] = await Promise.all([enrol(one), enrol(other)]);
    expect([first.error_code, second.error_code].sort()).toEqual([0, 10154]);
    expect((await deedsAbout(`staff:${id}`)).map(([, action]) => action)).toEqual(['staff-added', 'means-changed', 'signed-in']);
  });

  test('a ticket is good for a day', async () => {
    const added = await staff.register.add({ email: someone(), name: 'Late', role: 'editor' }, 'command:staff', desk.clock.now);
    if (!added.ok) throw new Error('nobody was added');
    later(ticketHours * 3_600);
    expect((await desk.browser().call(contracts.staffTakeContract, { ticket: added.value.ticket })).error_code).toBe(10154);
    const { ticket, code } = await staff.added('editor');
    later(firstVisitMinutes * 60);
    const browser = desk.browser();
    browser.cookies.set(ownCookies.firstVisit, ticket);
    expect((await browser.call(contracts.staffEnrolContract, { password: staffPassword, code: code() })).error_code).toBe(10154);
  });

  test('looking at a link shows no key; one browser takes it, sees the key once, and it is a key that nobody saw before', async () => {
    const added = await staff.register.add({ email: someone(), name: 'Ann Lee', role: 'editor' }, 'command:staff', desk.clock.now);
    if (!added.ok) throw new Error('nobody was added');
    const { ticket } = added.value;
    const { now } = desk.clock;
    for (let look = 0; look < 3; look++) expect(await staff.register.invited(ticket, now)).toEqual({ name: 'Ann Lee', role: 'editor' });
    expect(await staff.register.enrolment(ticket, now)).toBeUndefined();
    const before = await desk.on.base.db.selectFrom('staff_members').select('totp_sealed').where('id', '=', added.value.id).executeTakeFirstOrThrow();

    const browsers = [desk.browser(), desk.browser()];
    const taken = await Promise.all(browsers.map((one) => one.call(contracts.staffTakeContract, { ticket })));
    expect(taken.map(({ error_code }) => error_code).toSorted()).toEqual([0, 10154]);
    const own = browsers.find(({ cookies }) => cookies.has(ownCookies.firstVisit));
    const kept = own?.cookies.get(ownCookies.firstVisit) ?? '';
    expect(await staff.register.invited(ticket, now)).toBeUndefined();

    const after = await desk.on.base.db.selectFrom('staff_members').select('totp_sealed').where('id', '=', added.value.id).executeTakeFirstOrThrow();
    expect(desk.secrets.decrypt('totp', after.totp_sealed)).not.toBe(desk.secrets.decrypt('totp', before.totp_sealed));
    const [first, ...others] = [
      await staff.register.enrolment(kept, now),
      await staff.register.enrolment(kept, now),
      await staff.register.enrolment(kept, now),
    ];
    expect(first?.key?.secret).toBe(desk.secrets.decrypt('totp', after.totp_sealed));
    for (const one of others) expect(one).toMatchObject({ name: 'Ann Lee', key: undefined });

    const code = new TOTP({ secret: Secret.fromBase32(first?.key?.secret ?? '') }).generate({ timestamp: now.getTime() });
    // Neither the link nor a browser that lost the race sets anything up.
    const stranger = desk.browser();
    for (const value of ['', ticket]) {
      stranger.cookies.set(ownCookies.firstVisit, value);
      expect((await stranger.call(contracts.staffEnrolContract, { password: staffPassword, code })).error_code).toBe(10154);
    }
    expect((await own?.call(contracts.staffEnrolContract, { password: staffPassword, code }))?.error_code).toBe(0);
    expect(own?.cookies.has(ownCookies.firstVisit)).toBe(false);
  });

  test('password and code are needed together, and a code counts once, whoever comes at the same moment', async () => {
    const one = await staff.member('admin');
    const there = staff.elsewhere(one);
    // The code they came in with was taken.
    expect((await signIn(there)).data).toMatchObject({ fields: [{ name: 'code', message: 'staff.wrong' }] });
    later(step);
    for (const wrong of [{ password: 'Harbour-2032' }, { code: one.code() === '123456' ? '654321' : '123456' }, { email: 'nobody@example.org' }])
      expect([wrong, (await signIn(there, wrong)).data]).toEqual([
        wrong,
        { fields: [{ name: 'code', problem: 'custom', message: 'staff.wrong', values: {} }] },
      ]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(staff.elsewhere(one))));
    expect(answers.filter(({ error_code }) => error_code === 0)).toHaveLength(1);
  });

  test('wrong tries of a stranger keep nobody out, and are bound where they come from', async () => {
    const guarded = await openAccountsDesk({ settings: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const there = openStaffDesk(guarded, { ages: true });
      const one = await there.member('admin');
      guarded.clock.now = new Date(guarded.clock.now.getTime() + step * 1_000);
      const from = (address: string, email: string, more: Readonly<Record<string, string>> = {}) =>
        guarded
          .browser()
          .call(contracts.staffLoginContract, { email, password: staffPassword, code: one.code(), ...more }, { [serverHeaders.address]: address });
      for (const email of [one.email, 'nobody@example.org']) {
        const tries = [];
        for (let tried = 0; tried < 12; tried++) tries.push((await from('203.0.113.9', email, { password: 'Wrong-2031' })).error_code);
        expect([email, tries]).toEqual([email, [...Array<number>(10).fill(422), 429, 429]]);
      }
      expect((await from('198.51.100.7', one.email)).error_code).toBe(0);
    } finally {
      await guarded.close();
    }
  });

  test('a sign-in that was on its way when somebody was renewed never comes to life', async () => {
    for (const pause of [0, 15, 30]) {
      const one = await staff.member('admin');
      later(step);
      const thief = staff.elsewhere(one);
      const [entered, renewed] = await Promise.all([signIn(thief), wait(pause).then(() => staff.register.renew(one.id, 'command:staff', desk.clock.now))]);
      if (!renewed.ok) throw new Error('nobody was renewed');
      const taken = await staff.register.takeLink(renewed.value, desk.clock.now);
      if (!taken.ok) throw new Error('the link was not taken');
      const enrolment = await staff.register.enrolment(taken.value, desk.clock.now);
      const totp = new TOTP({ secret: Secret.fromBase32(enrolment?.key?.secret ?? '') });
      const back = staff.elsewhere(one);
      back.browser.cookies.set(ownCookies.firstVisit, taken.value);
      const answer = await back.call(contracts.staffEnrolContract, {
        password: 'Lagoon-20401',
        code: totp.generate({ timestamp: desk.clock.now.getTime() }),
      });
      expect([pause, answer.error_code, [0, 422].includes(entered.error_code)]).toEqual([pause, 0, true]);
      expect([pause, (await thief.call(contracts.staffFindPersonContract, { who: '1' })).error_code]).toEqual([pause, 403]);
    }
  });

  test('an address is one member’s, also after a new secret was put in front, and who left can come back', async () => {
    const { id, email } = await staff.added('editor');
    expect(await staff.register.add({ email, name: 'Another', role: 'admin' }, 'command:staff', desk.clock.now)).toEqual({ ok: false, reason: 'taken' });
    await staff.register.end(id, 'command:staff', desk.clock.now);
    expect(await staff.register.add({ email, name: 'Another', role: 'admin' }, 'command:staff', desk.clock.now)).toEqual({ ok: false, reason: 'taken' });
    expect((await staff.register.renew(id, 'command:staff', desk.clock.now)).ok).toBe(true);
    expect((await staff.register.list()).find((one) => one.id === id)).toMatchObject({ email, endedAt: undefined });
  });

  test('a session ends after twelve hours, half an hour without use, when they sign out, when they leave, and with a new device', async () => {
    const one = await staff.member('support');
    const works = async () => (await one.call(contracts.staffFindPersonContract, { who: '2147483647' })).error_code !== 403;
    expect(await works()).toBe(true);
    const pause = (idleMinutes - 1) * 60;
    for (let passed = pause; passed < sessionHours * 3_600; passed += pause) {
      later(pause);
      expect([passed, await works()]).toEqual([passed, true]);
    }
    later(pause);
    expect(await works(), 'however much it is used').toBe(false);

    later(step);
    await signIn(one);
    later(idleMinutes * 60);
    expect(await works()).toBe(true);
    later(idleMinutes * 60 + 1);
    expect(await works(), 'nobody used it').toBe(false);
    expect(await works(), 'asking does not bring it back').toBe(false);

    later(step);
    await signIn(one);
    expect(await works()).toBe(true);
    const token = one.browser.cookies.get(staffCookie) ?? '';
    await one.call(contracts.staffLogoutContract);
    one.browser.cookies.set(staffCookie, token);
    expect(await works()).toBe(false);

    later(step);
    one.browser.cookies.delete(staffCookie);
    await signIn(one);
    await staff.register.setRole(one.id, 'editor', 'command:staff');
    // The role counts at once, whenever somebody signed in.
    expect((await one.call(contracts.staffFindPersonContract, { who: '1' })).error_code).toBe(404);
    await staff.register.renew(one.id, 'command:staff', desk.clock.now);
    expect(await works()).toBe(false);
    later(step);
    one.browser.cookies.delete(staffCookie);
    expect((await signIn(one)).error_code).toBe(422);
    await staff.register.end(one.id, 'command:staff', desk.clock.now);
    expect(await staff.register.end(one.id, 'command:staff', desk.clock.now)).toMatchObject({ ok: false });
  });

  test('what keys stand on is in no table: no password, secret, code, ticket or token', async () => {
    const { id, email, ticket } = await staff.added('finance');
    const row = await desk.on.base.db.selectFrom('staff_members').select('totp_sealed').where('id', '=', id).executeTakeFirstOrThrow();
    const secret = desk.secrets.decrypt('totp', row.totp_sealed) ?? 'none';
    const one = await staff.member('finance');
    const tables = await Promise.all(
      (['staff_members', 'staff_tickets', 'staff_sessions', 'audit_log'] as const).map((name) => desk.on.base.db.selectFrom(name).selectAll().execute()),
    );
    const dump = JSON.stringify(tables, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    expect(dump).toContain(`staff:${id}`);
    for (const canary of [email, ticket, secret, staffPassword, one.browser.cookies.get(staffCookie) ?? 'none']) expect(dump).not.toContain(canary);
  });
});

describe('people', () => {
  test('are found by number, whole address or number of a phone, by nothing less, and by those of the role alone', async () => {
    const email = someone();
    const renter = await desk.registered(email);
    const number = await numberOf(renter);
    const support = await staff.member('support');
    const find = (who: string, by = support) => by.call(contracts.staffFindPersonContract, { who });
    const before = (await deedsAbout(`person:${number}`)).length;
    for (const who of [String(number), email, ` ${email.toUpperCase()} `]) expect([who, (await find(who)).data]).toEqual([who, { user_id: number }]);
    for (const who of [email.slice(1), '2147483647', '99999999999', '+447700900199', '%', "' or 1=1"])
      expect([who, (await find(who)).error_code]).toEqual([who, 422]);
    expect((await deedsAbout(`person:${number}`)).slice(before)).toEqual(
      Array.from({ length: 3 }, () => [`staff:${support.id}`, 'person-sought', { found: true }]),
    );
    expect(await deedsAbout(`staff:${support.id}`)).toContainEqual([`staff:${support.id}`, 'person-sought', { found: false }]);
    expect((await find(email, await staff.member('editor'))).error_code).toBe(404);
    // The renter's own sign-in is none here.
    expect((await renter.call(contracts.staffFindPersonContract, { who: email })).error_code).toBe(403);
  });

  test('are locked and unlocked, and signed out, for a reason, which the audit log keeps', async () => {
    const email = someone();
    const renter = await desk.registered(email);
    const number = await numberOf(renter);
    const support = await staff.member('support');
    const act = (action: string, reason = 'abuse') => support.call(contracts.staffPersonContract, { user_id: number, action, reason });
    expect((await act('unlock')).data).toMatchObject({ fields: [{ name: 'action', message: 'staff.not_now' }] });
    expect((await act('lock', 'because')).error_code).toBe(422);
    expect((await act('lock')).error_code).toBe(0);
    expect(await isSignedIn(renter)).toBe(false);
    const [first, second] = await Promise.all([act('unlock', 'mistake'), act('unlock', 'mistake')]);
    expect([first.error_code, second.error_code].sort()).toEqual([0, 422]);
    const again = desk.browser();
    await again.call(entering.loginStartContract, {
      canal: '2',
      email,
      consent_terms: consentVersion,
    });
    await again.call(entering.attemptCodeContract, { code: desk.lastCode(email) });
    expect(await isSignedIn(again)).toBe(true);
    expect((await act('sign-out', 'lost')).error_code).toBe(0);
    expect(await isSignedIn(again)).toBe(false);
    const by = `staff:${support.id}`;
    expect(await deedsAbout(`person:${number}`)).toEqual([
      [by, 'person-locked', { reason: 'abuse', sessions: 1 }],
      [by, 'person-unlocked', { reason: 'mistake' }],
      [by, 'person-signed-out', { reason: 'lost', sessions: 1 }],
    ]);
    expect((await support.call(contracts.staffPersonContract, { user_id: 2_147_483_647, action: 'lock', reason: 'fraud' })).error_code).toBe(404);
  });

  test('what is seen of them is written down first, and shown to those of the role alone', async () => {
    const renter = await desk.registered(someone());
    const number = await numberOf(renter);
    const support = await staff.member('support');
    const loader = desk.on.services.loaders.staff;
    const visitor = (standing: 'support' | 'editor') =>
      visitorOf({ staff: { id: '1', staffId: support.id, standing, provedAt: desk.clock.now }, owner: 'staff:1' });
    expect(await loader?.person(visitor('editor'), String(number), desk.clock)).toBeUndefined();
    expect(await deedsAbout(`person:${number}`)).toEqual([]);
    const seen = await loader?.person(visitor('support'), String(number), desk.clock);
    expect([seen?.user.id, seen?.devices.length, seen?.deeds.map(({ action }) => action)]).toEqual([number, 1, ['person-seen']]);
    expect(await loader?.person(visitor('support'), '2147483647', desk.clock)).toBeUndefined();
  });
});

test('the audit log is read a page at a time, by those of the role alone', async () => {
  const { service: audit } = desk.on.services.audit;
  await desk.on.base.db.transaction().execute(async (tx) => {
    for (let count = 0; count < 105; count++) await audit.append(tx, { actor: 'command:staff', action: 'staff-ended', subject: 'staff:2147483', data: {} });
  });
  const loader = desk.on.services.loaders.staff;
  const visitor = (standing: 'support' | 'finance') => visitorOf({ staff: { id: '1', staffId: 1, standing, provedAt: desk.clock.now }, owner: 'staff:1' });
  const asked = (before: Readonly<Record<string, string>> = {}) => ({
    locale: 'en-us' as const,
    query: new URLSearchParams({ subject: 'staff:2147483', ...before }),
  });
  expect(await loader?.audit(visitor('support'), asked())).toMatchObject({ rows: [], next: undefined });
  const first = await loader?.audit(visitor('finance'), asked());
  expect([first?.rows.length, typeof first?.next]).toEqual([100, 'bigint']);
  const rest = await loader?.audit(visitor('finance'), asked({ before: String(first?.next) }));
  expect([rest?.rows.length, rest?.next]).toEqual([5, undefined]);
});

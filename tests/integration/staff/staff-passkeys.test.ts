/** Passkeys of staff, over a real database, with an authenticator in software that really signs. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { provedFor } from '#lib/access.ts';
import { serverHeaders } from '#lib/api/caller.ts';
import { staffCookie } from '#lib/api/gates/session.ts';
import * as people from '#lib/features/accounts/passkeys.contract.ts';
import * as contracts from '#lib/features/staff/staff-passkeys.contract.ts';
import { staffFindPersonContract, staffLoginContract, staffLogoutContract, staffProveContract } from '#lib/features/staff/staff.contract.ts';
import { mostPasskeys, sessionHours } from '#lib/features/staff/staff.schema.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { softwareAuthenticator } from '#tests/support/software-authenticator.ts';
import type { Ceremony, Odds, SoftwareAuthenticator } from '#tests/support/software-authenticator.ts';
import { openStaffDesk, staffPassword } from '#tests/support/staff-desk.ts';
import type { StaffBrowser, StaffDesk } from '#tests/support/staff-desk.ts';
import { visitorOf } from '#tests/support/visitors.ts';

const [refusedHere, goneHere, proofNeeded] = [10_125, 10_124, 10_121] as const;

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
const ceremony = (challenge: string, change: Partial<Ceremony> = {}): Ceremony => ({
  challenge,
  origin: desk.on.services.site.origin,
  domain: 'localhost',
  ...change,
});
type Asked = { readonly challenge: string; readonly user: { readonly id: string; readonly name: string } };
const asked = (options: string): Asked => JSON.parse(options) as Asked;

/** Makes a passkey; gives the handle that the device keeps with it. */
async function add(member: StaffBrowser, device: SoftwareAuthenticator, odds: Odds = {}, change: Partial<Ceremony> = {}) {
  const begun = await member.call(contracts.staffPasskeyAddStartContract);
  expect(begun.error_code).toBe(0);
  const { challenge, user } = asked(begun.data.options);
  const values = { id: begun.data.id, answer: JSON.stringify(device.create(ceremony(challenge, change), odds)) };
  return {
    handle: user.id,
    values,
    options: JSON.parse(begun.data.options) as unknown,
    code: (await member.call(contracts.staffPasskeyAddContract, values)).error_code,
  };
}

/** What a browser sends to sign in. */
async function answerOf(browser: Browser, device: SoftwareAuthenticator, handle: string, odds: Odds = {}, change: Partial<Ceremony> = {}) {
  const begun = await browser.call(contracts.staffPasskeyLoginStartContract);
  const { challenge } = asked(begun.data.options);
  return { id: begun.data.id, answer: JSON.stringify(device.get(ceremony(challenge, change), handle, odds)), redirect: '/en/staff/people' };
}
async function signIn(browser: Browser, device: SoftwareAuthenticator, handle: string, odds: Odds = {}, change: Partial<Ceremony> = {}) {
  return browser.call(contracts.staffPasskeyLoginContract, await answerOf(browser, device, handle, odds, change));
}

/** A member with a passkey. */
async function memberWithPasskey(kind?: 'ES256' | 'RS256') {
  const one = await staff.member('support');
  const device = softwareAuthenticator(kind);
  const { handle, code } = await add(one, device);
  expect(code).toBe(0);
  return { one, device, handle };
}
const deedsOf = async (subject: string) => {
  const rows = await desk.on.base.db.selectFrom('audit_log').select(['actor', 'action', 'data']).where('subject', '=', subject).orderBy('id').execute();
  return rows.map(({ actor, action, data }) => [actor, action, data]);
};
const passkeysOf = async ({ id }: StaffBrowser) => {
  const seen = await desk.on.services.loaders.staff?.security(
    visitorOf({ staff: { id: '1', staffId: id, standing: 'support', provedAt: desk.clock.now }, owner: 'staff:1' }),
    { site: desk.on.services.site, locale: 'en-us', now: desk.clock.now },
  );
  return seen?.passkeys ?? [];
};
/** Whether a browser is that of somebody of the staff. */
const isIn = async (browser: Browser): Promise<boolean> =>
  // Who is in and sends no token of theirs is told that the form is stale; who is not, to sign in.
  browser.cookies.has(staffCookie) && (await browser.call(staffFindPersonContract, { who: '2147483647' })).error_code !== 403;

describe('signing in', () => {
  test('[R1.02] a passkey that proves its person signs a member in without password and code, for twelve hours', async () => {
    for (const kind of ['ES256', 'RS256'] as const) {
      const { one, device, handle } = await memberWithPasskey(kind);
      const there = desk.browser();
      const entered = await signIn(there, device, handle);
      expect([entered.error_code, entered.data]).toEqual([0, { redirect: '/en/staff/people' }]);
      expect(await isIn(there)).toBe(true);
      expect((await deedsOf(`staff:${one.id}`)).at(-1)).toEqual([`staff:${one.id}`, 'signed-in', { means: 'passkey' }]);
      expect(await passkeysOf(one)).toMatchObject([{ name: 'Firefox, Windows', usedAt: testNow }]);
      later(sessionHours * 3_600);
      expect(await isIn(there)).toBe(false);
      desk.clock.now = testNow;
    }
  });

  test('the browser is asked for a person and not for what the device is; each passkey of a member is made for one handle that is no reader’s', async () => {
    const one = await staff.member('admin');
    const first = softwareAuthenticator();
    const made = await add(one, first);
    expect(made.options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: expect.stringMatching(/^Staff: s•••/), displayName: expect.stringMatching(/^Staff \d/) },
      attestation: 'none',
      excludeCredentials: [],
      hints: ['client-device', 'security-key', 'hybrid'],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const again = await add(one, softwareAuthenticator());
    expect(again.handle).toBe(made.handle);
    expect(again.options).toMatchObject({ excludeCredentials: [{ id: first.id }] });
    const begun = await desk.browser().call(contracts.staffPasskeyLoginStartContract);
    expect(JSON.parse(begun.data.options)).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      hints: ['client-device', 'security-key', 'hybrid'],
    });
    expect(JSON.parse(begun.data.options)).not.toHaveProperty('allowCredentials');
  });

  test('what does not prove it opens nothing: another site, challenge, key, person, no finger, no JSON', async () => {
    const { one, device, handle } = await memberWithPasskey();
    const other = await memberWithPasskey();
    const tries: readonly (readonly [string, SoftwareAuthenticator, string, Odds?, Partial<Ceremony>?])[] = [
      ['another site', device, handle, {}, { origin: 'https://evil.example' }],
      ['another domain', device, handle, {}, { domain: 'evil.example' }],
      ['another challenge', device, handle, {}, { challenge: randomBytes(32).toString('base64url') }],
      ['no finger', device, handle, { verified: false }],
      ['nobody there', device, handle, { present: false }],
      ['a registration', device, handle, { type: 'webauthn.create' }],
      ['another signature', device, handle, { signature: randomBytes(70) }],
      ['another’s handle', device, other.handle],
      ['no handle', device, handle, { userHandle: null }],
      ['a key nobody knows', softwareAuthenticator(), handle],
    ];
    for (const [what, by, as, odds, change] of tries) {
      const there = desk.browser();
      expect([what, (await signIn(there, by, as, odds, change)).error_code]).toEqual([what, refusedHere]);
      expect(there.cookies.has(staffCookie)).toBe(false);
    }
    expect((await desk.browser().call(contracts.staffPasskeyLoginContract, { id: 'x', answer: '{' })).error_code).toBe(refusedHere);
    const refusals = (await deedsOf(`staff:${one.id}`)).filter(([, action]) => action === 'sign-in-refused');
    expect(refusals).toEqual(tries.slice(1).map(() => ['nobody', 'sign-in-refused', { means: 'passkey', why: 'wrong', tries: 1 }]));
    expect((await deedsOf('entrance:1')).at(-1)).toEqual(['nobody', 'sign-in-refused', { means: 'passkey', why: 'unknown', tries: 1 }]);
  });

  test('a challenge counts once, in the browser that was given it, for five minutes, and for nothing else', async () => {
    const { one, device, handle } = await memberWithPasskey();
    const there = desk.browser();
    const values = await answerOf(there, device, handle);
    expect((await desk.browser().call(contracts.staffPasskeyLoginContract, values)).error_code).toBe(goneHere);
    const [first, second] = await Promise.all([
      there.call(contracts.staffPasskeyLoginContract, values),
      there.call(contracts.staffPasskeyLoginContract, values),
    ]);
    expect([first.error_code, second.error_code].sort()).toEqual([0, goneHere]);
    expect((await there.call(contracts.staffPasskeyLoginContract, values)).error_code).toBe(goneHere);
    const late = await answerOf(there, device, handle);
    later(300);
    expect((await there.call(contracts.staffPasskeyLoginContract, late)).error_code).toBe(goneHere);

    // One of people's entrance, and one for showing once more who it is.
    desk.clock.now = testNow;
    const reader = await there.call(people.passkeyLoginStartContract);
    const answer = JSON.stringify(device.get(ceremony(asked(reader.data.options).challenge), handle));
    expect((await there.call(contracts.staffPasskeyLoginContract, { id: reader.data.id, answer })).error_code).toBe(goneHere);
    const proof = await one.call(contracts.staffPasskeyProveStartContract);
    const proved = JSON.stringify(device.get(ceremony(asked(proof.data.options).challenge), handle));
    expect((await one.browser.call(contracts.staffPasskeyLoginContract, { id: proof.data.id, answer: proved })).error_code).toBe(goneHere);
  });

  test('a reader’s passkey opens nothing here, and one of staff nothing there', async () => {
    const { device, handle } = await memberWithPasskey();
    const reader = await desk.registered('both@example.org');
    const begun = await reader.call(people.passkeyAddStartContract);
    const own = softwareAuthenticator();
    const { challenge, user } = asked(begun.data.options);
    expect(user.id).not.toBe(handle);
    const made = await reader.call(people.passkeyAddContract, { id: begun.data.id, answer: JSON.stringify(own.create(ceremony(challenge))) });
    expect(made.error_code).toBe(0);
    expect((await signIn(desk.browser(), own, user.id)).error_code).toBe(refusedHere);
    const there = desk.browser();
    const theirs = await there.call(people.passkeyLoginStartContract);
    const answer = JSON.stringify(device.get(ceremony(asked(theirs.data.options).challenge), handle));
    expect((await there.call(people.passkeyLoginContract, { id: theirs.data.id, answer })).error_code).toBe(refusedHere);
  });

  test('a copy of a device that counts is noticed, and whoever of two is second is refused', async () => {
    const { device, handle } = await memberWithPasskey();
    expect((await signIn(desk.browser(), device, handle)).error_code).toBe(0);
    expect((await signIn(desk.browser(), device, handle)).error_code).toBe(0);
    device.turnBack(0);
    expect((await signIn(desk.browser(), device, handle)).error_code).toBe(refusedHere);
    device.turnBack(10);
    const [one, other] = [desk.browser(), desk.browser()];
    const first = await answerOf(one, device, handle);
    device.turnBack(10);
    const second = await answerOf(other, device, handle);
    const both = await Promise.all([one.call(contracts.staffPasskeyLoginContract, first), other.call(contracts.staffPasskeyLoginContract, second)]);
    expect(both.map(({ error_code }) => error_code).sort()).toEqual([0, refusedHere]);
  });

  test('wrong tries with one passkey are bound where they come from, as those with a code are', async () => {
    const guarded = await openAccountsDesk({ settings: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const there = openStaffDesk(guarded, { ages: true });
      const one = await there.member('admin');
      const device = softwareAuthenticator();
      const begun = await one.call(contracts.staffPasskeyAddStartContract);
      const { challenge, user } = asked(begun.data.options);
      const site = { origin: guarded.on.services.site.origin, domain: 'localhost' };
      const made = JSON.stringify(device.create({ ...site, challenge }));
      expect((await one.call(contracts.staffPasskeyAddContract, { id: begun.data.id, answer: made })).error_code).toBe(0);
      const from = async (address: string, odds: Odds) => {
        const browser = guarded.browser();
        const headers = { [serverHeaders.address]: address };
        const started = await browser.call(contracts.staffPasskeyLoginStartContract, {}, headers);
        const answer = JSON.stringify(device.get({ ...site, challenge: asked(started.data.options).challenge }, user.id, odds));
        return (await browser.call(contracts.staffPasskeyLoginContract, { id: started.data.id, answer }, headers)).error_code;
      };
      const tries = [];
      for (let tried = 0; tried < 12; tried++) tries.push(await from('203.0.113.9', { verified: false }));
      expect(tries).toEqual([...Array<number>(10).fill(refusedHere), 429, 429]);
      expect(await from('203.0.113.9', {})).toBe(429);
      expect(await from('198.51.100.7', {})).toBe(0);
    } finally {
      await guarded.close();
    }
  });

  test('whoever has left or is renewed has none any more, also where a sign-in was on its way', async () => {
    for (const end of ['end', 'renew'] as const) {
      const { one, device, handle } = await memberWithPasskey();
      const there = desk.browser();
      const values = await answerOf(there, device, handle);
      const [entered] = await Promise.all([
        there.call(contracts.staffPasskeyLoginContract, values),
        staff.register[end](one.id, 'command:staff', desk.clock.now),
      ]);
      expect([0, refusedHere]).toContain(entered.error_code);
      expect([end, await isIn(there)]).toEqual([end, false]);
      expect((await signIn(desk.browser(), device, handle)).error_code).toBe(refusedHere);
      const { db } = desk.on.base;
      expect(await db.selectFrom('staff_passkeys').select('id').where('staff_id', '=', one.id).execute()).toEqual([]);
      expect(await deedsOf(`staff:${one.id}`)).toContainEqual(['command:staff', 'means-changed', { means: 'passkey', change: 'taken' }]);
      expect((await staff.register.list()).find(({ id }) => id === one.id)).toMatchObject({ passkeys: 0 });
    }
  });
});

describe('passkeys of a member', () => {
  test('are told of by mail, named, counted in the list of the command, removed, and password and code go on', async () => {
    const { one, device, handle } = await memberWithPasskey();
    expect(desk.letters.at(-1)).toEqual({ to: one.email, name: 'staff-passkey', locale: 'en-us', input: { what: 'added' } });
    await add(one, softwareAuthenticator('RS256'));
    expect((await staff.register.list()).find(({ id }) => id === one.id)).toMatchObject({ passkeys: 2 });
    const [first, second] = await passkeysOf(one);
    expect((await one.call(contracts.staffPasskeyRenameContract, { passkey: first?.id ?? '', name: ' Key on the ring ' })).error_code).toBe(0);
    expect((await one.call(contracts.staffPasskeyRenameContract, { passkey: first?.id ?? '', name: 'x'.repeat(61) })).error_code).toBe(422);
    expect((await one.call(contracts.staffPasskeyRenameContract, { passkey: first?.id ?? '', name: ' ' })).error_code).toBe(422);
    expect((await passkeysOf(one)).map(({ name }) => name)).toEqual(['Key on the ring', 'Firefox, Windows']);
    for (const { id } of [first, second].flatMap((known) => known ?? []))
      expect((await one.call(contracts.staffPasskeyRemoveContract, { passkey: id })).error_code).toBe(0);
    expect((await one.call(contracts.staffPasskeyRemoveContract, { passkey: first?.id ?? '' })).error_code).toBe(404);
    const told = { to: one.email, name: 'staff-passkey', locale: 'en-us', input: { what: 'removed' } };
    expect(desk.letters.slice(-2)).toEqual([told, told]);
    expect((await signIn(desk.browser(), device, handle)).error_code).toBe(refusedHere);
    expect((await deedsOf(`staff:${one.id}`)).slice(3)).toEqual(
      (['set', 'set', 'changed', 'taken', 'taken'] as const).map((change) => [`staff:${one.id}`, 'means-changed', { means: 'passkey', change }]),
    );
    later(30);
    const there = staff.elsewhere(one);
    expect((await there.call(staffLoginContract, { email: one.email, password: staffPassword, code: one.code() })).error_code).toBe(0);
  });

  test('are added and removed only by who has shown in the last ten minutes that it is them, by code or by passkey', async () => {
    const { one, device, handle } = await memberWithPasskey();
    const [known] = await passkeysOf(one);
    const begun = await one.call(contracts.staffPasskeyAddStartContract);
    later(provedFor + 1);
    const answer = JSON.stringify(softwareAuthenticator().create(ceremony(asked(begun.data.options).challenge)));
    expect((await one.call(contracts.staffPasskeyAddStartContract)).error_code).toBe(proofNeeded);
    expect((await one.call(contracts.staffPasskeyAddContract, { id: begun.data.id, answer })).error_code).toBe(proofNeeded);
    expect((await one.call(contracts.staffPasskeyRemoveContract, { passkey: known?.id ?? '' })).error_code).toBe(proofNeeded);
    expect((await one.call(contracts.staffPasskeyRenameContract, { passkey: known?.id ?? '', name: 'Phone' })).error_code).toBe(0);

    expect((await one.call(staffProveContract, { code: one.code() === '123456' ? '654321' : '123456' })).data).toMatchObject({
      fields: [{ name: 'code', message: 'staff.wrong_code' }],
    });
    const code = one.code();
    expect((await one.call(staffProveContract, { code })).error_code).toBe(0);
    expect((await one.call(staffProveContract, { code })).error_code).toBe(422);
    expect((await one.call(contracts.staffPasskeyAddStartContract)).error_code).toBe(0);

    later(provedFor + 1);
    const prove = async (odds: Odds = {}, by = device) => {
      const started = await one.call(contracts.staffPasskeyProveStartContract);
      expect(JSON.parse(started.data.options)).toMatchObject({ allowCredentials: [{ id: device.id }], userVerification: 'required' });
      const signed = JSON.stringify(by.get(ceremony(asked(started.data.options).challenge), handle, odds));
      return (await one.call(contracts.staffPasskeyProveContract, { id: started.data.id, answer: signed })).error_code;
    };
    expect(await prove({ verified: false })).toBe(refusedHere);
    const colleague = await memberWithPasskey();
    expect(await prove({ userHandle: colleague.handle }, colleague.device)).toBe(refusedHere);
    expect((await one.call(contracts.staffPasskeyRemoveContract, { passkey: known?.id ?? '' })).error_code).toBe(proofNeeded);
    expect(await prove()).toBe(0);
    expect((await one.call(contracts.staffPasskeyRemoveContract, { passkey: known?.id ?? '' })).error_code).toBe(0);
    expect((await one.call(contracts.staffPasskeyProveStartContract)).error_code).toBe(404);
    const deeds = (await deedsOf(`staff:${one.id}`)).map(([, action, data]) => [action, (data as { means?: string }).means]);
    expect(deeds.filter(([action]) => action === 'proved-again' || action === 'sign-in-refused')).toEqual([
      ['sign-in-refused', 'code'],
      ['proved-again', 'code'],
      ['sign-in-refused', 'code'],
      ['sign-in-refused', 'passkey'],
      ['sign-in-refused', 'passkey'],
      ['proved-again', 'passkey'],
    ]);
  });

  test('are nobody else’s: not to name, not to remove, not to finish, not by a reader', async () => {
    const { one } = await memberWithPasskey();
    const [known] = await passkeysOf(one);
    const passkey = known?.id ?? '';
    const colleague = await staff.member('admin');
    for (const number of [passkey, '0', '-1', 'x', '9999999999']) {
      expect([number, (await colleague.call(contracts.staffPasskeyRenameContract, { passkey: number, name: 'Mine' })).error_code]).toEqual([number, 404]);
      expect([number, (await colleague.call(contracts.staffPasskeyRemoveContract, { passkey: number })).error_code]).toEqual([number, 404]);
    }
    const reader = await desk.registered('reader-of-staff@example.org');
    for (const contract of [contracts.staffPasskeyAddStartContract, contracts.staffPasskeyProveStartContract])
      expect((await reader.call(contract)).error_code).toBe(403);
    expect((await reader.call(contracts.staffPasskeyRemoveContract, { passkey })).error_code).toBe(403);
    const begun = await one.call(contracts.staffPasskeyAddStartContract);
    const answer = JSON.stringify(softwareAuthenticator().create(ceremony(asked(begun.data.options).challenge)));
    expect((await colleague.call(contracts.staffPasskeyAddContract, { id: begun.data.id, answer })).error_code).toBe(goneHere);
    const loader = desk.on.services.loaders.staff;
    const seen = await loader?.passkey(
      visitorOf({ staff: { id: '1', staffId: colleague.id, standing: 'admin', provedAt: testNow }, owner: 'staff:1' }),
      passkey,
    );
    expect(seen).toBeUndefined();
  });

  test('what a device should not do makes none, and a device makes one', async () => {
    const one = await staff.member('editor');
    const device = softwareAuthenticator();
    for (const odds of [{ verified: false }, { present: false }, { type: 'webauthn.get' }])
      expect([odds, (await add(one, device, odds)).code]).toEqual([odds, refusedHere]);
    for (const change of [{ origin: 'https://evil.example' }, { domain: 'evil.example' }, { challenge: 'x' }])
      expect([change, (await add(one, device, {}, change)).code]).toEqual([change, refusedHere]);
    expect(await passkeysOf(one)).toEqual([]);
    const made = await add(one, device);
    expect(made.code).toBe(0);
    expect((await one.call(contracts.staffPasskeyAddContract, made.values)).error_code).toBe(goneHere);
    expect((await add(one, device)).code).toBe(refusedHere);
    expect((await one.call(contracts.staffPasskeyAddContract, { id: 'x', answer: '[]' })).error_code).toBe(refusedHere);
  });

  test('are ten at most, and none is made for who has signed out or left meanwhile', async () => {
    const one = await staff.member('finance');
    const late = await one.call(contracts.staffPasskeyAddStartContract);
    for (let made = 0; made < mostPasskeys; made++) expect((await add(one, softwareAuthenticator())).code).toBe(0);
    expect((await one.call(contracts.staffPasskeyAddStartContract)).status).toBe(413);
    const answer = JSON.stringify(softwareAuthenticator().create(ceremony(asked(late.data.options).challenge)));
    expect((await one.call(contracts.staffPasskeyAddContract, { id: late.data.id, answer })).status).toBe(413);
    expect(await passkeysOf(one)).toHaveLength(mostPasskeys);

    const other = await staff.member('finance');
    const begun = await other.call(contracts.staffPasskeyAddStartContract);
    const token = other.browser.cookies.get(staffCookie) ?? '';
    await other.call(staffLogoutContract);
    other.browser.cookies.set(staffCookie, token);
    const made = JSON.stringify(softwareAuthenticator().create(ceremony(asked(begun.data.options).challenge)));
    expect((await other.call(contracts.staffPasskeyAddContract, { id: begun.data.id, answer: made })).error_code).toBe(403);
    expect(await passkeysOf(other)).toEqual([]);
  });
});

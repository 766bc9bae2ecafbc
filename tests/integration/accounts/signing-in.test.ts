/** Signing in, registering, recovering: by browsers of their own, over a real database. */
import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { wireHeaders } from '#lib/api/signing.ts';
import * as contracts from '#lib/features/accounts/entering.contract.ts';
import * as ownAccount from '#lib/features/accounts/own-account.contract.ts';
import { codeLife, consentVersion, markerCookie, resendAfter, sessionDays, contactChangeHours } from '#lib/features/accounts/accounts.schema.ts';
import { provedFor } from '#lib/access.ts';
import { pictureOf } from '#lib/features/accounts/user-picture.rules.ts';
import { asId } from '#lib/ids/ids.ts';
import { clientHash } from '#lib/validation/passwords.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';

let desk: AccountsDesk;
beforeAll(async () => {
  desk = await openAccountsDesk();
});
afterAll(() => desk.close());
beforeEach(() => {
  desk.clock.now = testNow;
  Object.assign(desk.budget, { spent: false, mailsSpent: false });
});

let people = 0;
const someone = (): string => `person${(people += 1)}@example.org`;
const consents = { consent_age: consentVersion, consent_transfer: consentVersion };
const byMail = (email: string) => ({ canal: '2', email, consent_terms: consentVersion });
const start = (browser: Browser, email: string) => browser.call(contracts.loginStartContract, byMail(email));
const later = (seconds: number): void => {
  desk.clock.now = new Date(desk.clock.now.getTime() + seconds * 1_000);
};
const users = async (): Promise<number> => (await desk.on.base.db.selectFrom('users').select('id').execute()).length;
const password = 'Bridge-2027';
/** What the audit log says of somebody, in order. */
const deedsAbout = async (userId: number) => {
  const rows = await desk.on.base.db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'data'])
    .where('subject', '=', `person:${userId}`)
    .orderBy('id')
    .execute();
  return rows.map(({ actor, action, data }) => [actor, action, data]);
};

test('an account whose domain was kept as it was typed is found by what mail servers call it', async () => {
  const [typed, plain] = ['eve@bücher.example', 'eve@xn--bcher-kva.example'];
  const { userId } = await desk.registered(plain).then(async (by) => ({ userId: (await by.call(ownAccount.sessionContract)).data.cust_id }));
  const digestOf = (address: string) => desk.secrets.digests('contacts', `email ${address}`)[0];
  await desk.on.base.db
    .updateTable('user_contacts')
    .set({ digest: digestOf(typed) })
    .where('digest', '=', digestOf(plain))
    .execute();
  const found = await known(desk.on.services.people).accounts.service.findBy({ kind: 'email', address: plain });
  expect(found?.id).toBe(userId);
});

describe('a code', () => {
  test('[R4.025] with a phone on a Chinese edition leads on to an address, and on no other', async () => {
    for (const [at, language] of ['zh-cn', 'zh-hk', 'zh-tw', 'en-us', 'vi-vn'].entries()) {
      const [browser, phone] = [desk.browser(), `770090030${at}`];
      const headers = { 'accept-language': language };
      await browser.call(contracts.loginStartContract, { canal: '1', country_code: 'GB', phone, consent_terms: consentVersion }, headers);
      await browser.call(contracts.attemptCodeContract, { code: desk.lastCode(`+44${phone}`) }, headers);
      const made = await browser.call(contracts.registerContract, consents, headers);
      expect(made.data.bind_email, language).toBe(language.startsWith('zh'));
    }
  });

  test('[R4.020] [R4.021] [R7.062] [R7.063] [R7.089] makes an account for somebody new, and signs in whoever has one', async () => {
    const email = someone();
    const browser = desk.browser();
    expect((await start(browser, email)).error_code).toBe(0);
    const entered = await browser.call(contracts.attemptCodeContract, { code: desk.lastCode(email) });
    expect(entered.data).toMatchObject({ cust_id: 0, next: 'register' });
    expect(browser.cookies.has('uhouzz_token')).toBe(false);
    const made = await browser.call(contracts.registerContract, { ...consents, nickname: 'Lan', password });
    expect(made.data.cust_id).toBeGreaterThan(0);
    expect((await browser.call(ownAccount.sessionContract)).data).toEqual({
      cust_id: made.data.cust_id,
      nickname: 'Lan',
      called: 'Lan',
      picture: pictureOf({ id: asId(made.data.cust_id), picture: undefined }),
    });

    const other = desk.browser();
    await start(other, email.toUpperCase());
    const again = await other.call(contracts.attemptCodeContract, { code: desk.lastCode(email) });
    expect(again.data).toMatchObject({ cust_id: made.data.cust_id, next: 'done' });
  });

  test('[R4.036] [R4.037] [R9.15] is sent once a minute, and the newest alone is good', async () => {
    const email = someone();
    const browser = desk.browser();
    await start(browser, email);
    const first = desk.lastCode(email);
    later(resendAfter - 1);
    expect((await start(browser, email)).error_code).toBe(10152);
    later(1);
    expect((await browser.call(contracts.attemptResendContract)).error_code).toBe(0);
    const second = desk.lastCode(email);
    if (first !== second) expect((await browser.call(contracts.attemptCodeContract, { code: first })).error_code).toBe(422);
    expect((await browser.call(contracts.attemptCodeContract, { code: second })).data).toMatchObject({ next: 'register' });
  });

  test('[R5.11] [R8.17] that is wrong is said beside the field, and five tries are all there are', async () => {
    const email = someone();
    const browser = desk.browser();
    await start(browser, email);
    const right = desk.lastCode(email);
    const wrong = right === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < codeLife.tries; tries++) {
      const answer = await browser.call(contracts.attemptCodeContract, { code: wrong });
      expect(answer.data).toMatchObject({ fields: [{ name: 'code', message: 'accounts.wrong_code' }] });
    }
    expect((await browser.call(contracts.attemptCodeContract, { code: right })).error_code).toBe(10154);
  });

  test('is over after five minutes, is good in the browser that asked for it alone, and for what it was asked for alone', async () => {
    const email = someone();
    const browser = desk.browser();
    await start(browser, email);
    const code = desk.lastCode(email);
    const elsewhere = desk.browser();
    expect((await elsewhere.call(contracts.codeLoginContract, { canal: '2', email, code })).error_code).toBe(10154);
    expect((await browser.call(contracts.checkCodeContract, { canal: '2', email, event: 'forget', code })).error_code).toBe(10154);
    later(codeLife.seconds + 1);
    expect((await browser.call(contracts.attemptCodeContract, { code })).error_code).toBe(10154);
  });

  test('is used once, however many send it at once; one account is made of it', async () => {
    const email = someone();
    const browser = desk.browser();
    await start(browser, email);
    const code = desk.lastCode(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.call(contracts.codeLoginContract, { canal: '2', email, code })));
    const right = answers.filter(({ error_code }) => error_code === 0);
    expect(right).toHaveLength(1);
    const before = await users();
    const ticket = right[0]?.data.second_code ?? '';
    const made = await Promise.all(
      Array.from({ length: 20 }, () => browser.call(contracts.registerContract, { canal: '2', email, ...consents, second_code: ticket })),
    );
    expect(made.filter(({ error_code }) => error_code === 0)).toHaveLength(1);
    expect((await users()) - before).toBe(1);
  });

  test('[R7.079] [R7.080] [R7.082] goes to a phone too, by any version of the call; where nothing can be sent it is said', async () => {
    for (const version of ['v1', 'v6'] as const) {
      const browser = desk.browser();
      const phone = version === 'v1' ? '13800138000' : '13900139000';
      const asked = { version, event: 'login', canal: '1', country_code: '86', phone, consent_terms: consentVersion };
      expect((await browser.call(contracts.sendCodeContract, asked)).data).toEqual({ seconds: 60 });
      const to = `+86${phone}`;
      expect(desk.letters.at(-1)).toMatchObject({ to, name: 'code' });
      expect(
        (await browser.call(contracts.codeLoginContract, { login_type: 'sms', country_code: '86', mobile: phone, code: desk.lastCode(to) })).data.second_code,
      ).not.toBe('');
    }
    desk.budget.spent = true;
    const asked = { version: 'v1', event: 'login', canal: '1', country_code: '86', phone: '13700137000', consent_terms: consentVersion };
    expect((await desk.browser().call(contracts.sendCodeContract, asked)).error_code).toBe(10153);
    // A code that would come tomorrow is of no use: another way is pointed to, as for phones.
    desk.budget.mailsSpent = true;
    const email = someone();
    expect((await desk.browser().call(contracts.sendCodeContract, { ...byMail(email), version: 'v6', event: 'login' })).error_code).toBe(10153);
    expect(desk.letters.filter(({ to }) => to === email)).toEqual([]);
  });

  test('[R7.074] [R7.081] [R7.087] is of one event, and a right one is exchanged for what the next call takes', async () => {
    const email = someone();
    await desk.registered(email, password);
    const browser = desk.browser();
    const whom = { canal: '2', email };
    for (const event of ['login', 'verify_code', 'forget'] as const) {
      later(resendAfter);
      expect((await browser.call(contracts.sendCodeContract, { ...byMail(email), version: 'v6', event })).error_code).toBe(0);
      const code = desk.lastCode(email);
      if (event === 'login') {
        expect((await browser.call(contracts.checkCodeContract, { ...whom, event: 'forget', code })).error_code).toBe(10154);
        const { data } = await browser.call(contracts.codeLoginContract, { email, login_type: 'emailCode', code });
        expect([data.cust_id > 0, data.second_code]).toEqual([true, '']);
        browser.cookies.delete('uhouzz_token');
        browser.cookies.delete(markerCookie);
        continue;
      }
      const { second_code } = (await browser.call(contracts.checkCodeContract, { ...whom, event, code })).data;
      expect(second_code).not.toBe('');
      const { error_code } = await browser.call(contracts.resetPasswordContract, { ...whom, password: 'River-2028', second_code });
      expect([event, error_code]).toEqual([event, event === 'forget' ? 0 : 10154]);
    }
  });

  test('[R5.39] [R5.05] is not sent without the agreement, nor to what is no address or number', async () => {
    const browser = desk.browser();
    const before = desk.letters.length;
    for (const values of [
      { canal: '2', email: someone() },
      { canal: '2', email: 'ann@nowhere', consent_terms: consentVersion },
      { canal: '2', email: `${'a'.repeat(300)}@example.org`, consent_terms: consentVersion },
      { canal: '1', phone: '13800138000', country_code: '', consent_terms: consentVersion },
      { canal: '1', phone: '12800138000', country_code: 'CN', consent_terms: consentVersion },
    ])
      expect((await browser.call(contracts.loginStartContract, values)).error_code).toBe(422);
    expect(desk.letters).toHaveLength(before);
  });
});

describe('a password', () => {
  test('[R7.061] [R7.088] [R5.19] signs in as it is typed and as browsers hash it, and is stored the same both ways', async () => {
    const [typed, hashed] = [someone(), someone()];
    await desk.registered(typed, password);
    await desk.registered(hashed, await clientHash(password));
    for (const email of [typed, hashed])
      for (const given of [password, await clientHash(password)]) {
        const browser = desk.browser();
        const answer = await browser.call(contracts.passwordLoginContract, { ...byMail(email), password: given, redirect: '/en/uk/london' });
        expect(answer.data).toMatchObject({ redirect: '/en/uk/london' });
        expect(browser.cookies.has('uhouzz_token')).toBe(true);
      }
  });

  test('[R8.10] that is wrong, and one of nobody, are answered alike', async () => {
    const email = someone();
    await desk.registered(email, password);
    const asked = (whom: string) => desk.browser().call(contracts.passwordLoginContract, { ...byMail(whom), password: 'Wrong-2027' });
    const told = ({ status, error_code, message, data, headers }: Awaited<ReturnType<typeof asked>>) => [
      status,
      error_code,
      message,
      data,
      [...headers.keys()].sort(),
    ];
    const known = await asked(email);
    expect(known).toMatchObject({ error_code: 10117, data: { code: 12108 } });
    expect(told(known)).toEqual(told(await asked(someone())));
  });

  test('that was right when a new one was being set opens no session that lasts', async () => {
    for (const pause of [0, 15, 30]) {
      const email = someone();
      await desk.registered(email, password);
      const [owner, thief] = [desk.browser(), desk.browser()];
      later(resendAfter);
      await owner.call(contracts.recoveryStartContract, byMail(email));
      await owner.call(contracts.attemptCodeContract, { code: desk.lastCode(email) });
      const [entered, reset] = await Promise.all([
        wait(pause).then(() => thief.call(contracts.passwordLoginContract, { ...byMail(email), password })),
        owner.call(contracts.resetPasswordContract, { password: 'River-2028' }),
      ]);
      expect([pause, reset.error_code, [0, 10117].includes(entered.error_code)]).toEqual([pause, 0, true]);
      expect([pause, (await thief.call(ownAccount.sessionContract)).error_code]).toEqual([pause, 403]);
    }
  });

  test('[R5.12] [R5.13] [R5.14] [R5.15] that is too weak is refused where it is set', async () => {
    const browser = desk.browser();
    const email = someone();
    await start(browser, email);
    await browser.call(contracts.attemptCodeContract, { code: desk.lastCode(email) });
    for (const weak of ['short1', 'onlyletters', '12345678', 'mật-khẩu-12', 'a1'.repeat(12)])
      expect((await browser.call(contracts.registerContract, { ...consents, password: weak })).error_code).toBe(422);
    expect((await browser.call(contracts.registerContract, { ...consents, password })).error_code).toBe(0);
  });

  test('[R4.022] [R4.023] [R7.069] [R7.090] [R8.13] is set anew by a code; every session ends, and the person is told', async () => {
    const email = someone();
    const former = await desk.registered(email, password);
    const browser = desk.browser();
    await browser.call(contracts.recoveryStartContract, { canal: '2', email });
    expect((await browser.call(contracts.attemptCodeContract, { code: desk.lastCode(email) })).data).toMatchObject({ next: 'reset' });
    expect((await browser.call(contracts.resetPasswordContract, { password: 'River-2028' })).error_code).toBe(0);
    expect(desk.letters.at(-1)).toMatchObject({ to: email, name: 'account-notice', input: { what: 'password-changed' } });
    expect((await former.call(ownAccount.sessionContract)).error_code).toBe(403);
    expect((await browser.call(contracts.resetPasswordContract, { canal: '2', email, password: 'River-2029', second_code: 'x' })).error_code).toBe(10154);
    const entered = await desk.browser().call(contracts.passwordLoginContract, { ...byMail(email), password: 'River-2028' });
    expect(entered.error_code).toBe(0);
  });

  test('of nobody cannot be set, and says so only to whoever has the mailbox', async () => {
    const email = someone();
    const browser = desk.browser();
    expect((await browser.call(contracts.recoveryStartContract, { canal: '2', email })).error_code).toBe(0);
    expect((await browser.call(contracts.attemptCodeContract, { code: desk.lastCode(email) })).data).toMatchObject({ next: 'reset' });
    expect((await browser.call(contracts.resetPasswordContract, { password })).error_code).toBe(10120);
  });
});

describe('a session', () => {
  test('[R3.06] [R9.02] is a cookie no script can read, with a marker beside it; the database has neither', async () => {
    const browser = desk.browser();
    const email = someone();
    await start(browser, email);
    await browser.call(contracts.attemptCodeContract, { code: desk.lastCode(email) });
    const answer = await browser.call(contracts.registerContract, consents);
    const lines = answer.headers.getSetCookie();
    expect(lines.find((line) => line.startsWith('uhouzz_token='))).toMatch(new RegExp(`Max-Age=${sessionDays.token * 86_400}; SameSite=Lax.*HttpOnly`));
    expect(lines.find((line) => line.startsWith(`${markerCookie}=`))).not.toContain('HttpOnly');
    const token = browser.cookies.get('uhouzz_token') ?? '';
    const rows = JSON.stringify(await desk.on.base.db.selectFrom('user_sessions').selectAll().execute());
    expect(rows).not.toContain(token);
    expect(rows).toContain(createHash('sha256').update(token).digest('base64url'));
  });

  test('[R7.070] [R4.059] [R9.04] ends when its owner says so, and after 30 days; its marker is renewed by use', async () => {
    const browser = await desk.registered(someone());
    later(86_400);
    const told = await browser.call(ownAccount.sessionContract);
    expect(told.headers.getSetCookie().join()).toMatch(new RegExp(`^${markerCookie}=[^;]+; Path=/; Max-Age=604800;`));
    expect(told.data.called, 'without a name, enough of the address').toMatch(/^p•••\d@example\.org$/);
    const kept = new Map(browser.cookies);
    expect((await browser.call(contracts.logoutContract)).error_code).toBe(0);
    expect(browser.cookies.has('uhouzz_token')).toBe(false);
    for (const [name, value] of kept) browser.cookies.set(name, value);
    expect((await browser.call(ownAccount.sessionContract)).error_code).toBe(403);
  });

  test('is not there for a write without its token, with another’s, or from another site', async () => {
    const [one, other] = [await desk.registered(someone()), await desk.registered(someone())];
    const values = { nickname: 'x', locale: 'en-us' };
    const theirs = decodeURIComponent(other.cookies.get(markerCookie) ?? '');
    const { antiForgery } = await import('#lib/api/signing.ts').then(({ wireHeaders }) => wireHeaders);
    for (const token of ['', 'forged', theirs])
      expect((await one.call(ownAccount.customerUpdateContract, values, { [antiForgery]: token })).error_code).toBe(1107);
    expect((await one.call(ownAccount.customerUpdateContract, values, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).error_code).toBe(
      1105,
    );
    expect((await one.call(ownAccount.customerUpdateContract, values)).error_code).toBe(0);
  });

  test('of another device is ended from here, one or all; of another person never', async () => {
    const email = someone();
    const here = await desk.registered(email, password);
    const stranger = await desk.registered(someone());
    const devices: Browser[] = [];
    for (let count = 0; count < 3; count++) {
      const device = desk.browser();
      await device.call(contracts.passwordLoginContract, { ...byMail(email), password });
      devices.push(device);
    }
    const rows = await desk.on.base.db.selectFrom('user_sessions').select(['id', 'user_id', 'device']).orderBy('id', 'desc').execute();
    expect(rows[0]?.device).toBe('Firefox, Windows');
    const last = String(rows[0]?.id);
    expect((await stranger.call(ownAccount.endSessionsContract, { which: last })).data).toEqual({ ended: 0 });
    expect((await here.call(ownAccount.endSessionsContract, { which: last })).data).toEqual({ ended: 1 });
    expect((await here.call(ownAccount.endSessionsContract, { which: '' })).data).toEqual({ ended: 2 });
    for (const device of devices) expect((await device.call(ownAccount.sessionContract)).error_code).toBe(403);
    expect((await here.call(ownAccount.sessionContract)).error_code).toBe(0);
  });
});

describe('an account', () => {
  test('[R7.091] [R7.092] [R3.01] tells its owner what it holds, masked; nobody else', async () => {
    const email = someone();
    const browser = await desk.registered(email);
    const info = await browser.call(ownAccount.customerInfoContract);
    expect(info.data).toMatchObject({ is_email_confirmed: true, identity: 0, mobile: '' });
    expect(info.data.email).not.toBe(email);
    expect((await browser.call(ownAccount.customerSensitiveContract)).data).toMatchObject({ email });
    expect((await desk.browser().call(ownAccount.customerInfoContract)).error_code).toBe(403);
  });

  test('[R3.01] tells every field of its person: the country of a number, the code that came along, and what nobody said as empty', async () => {
    const browser = await desk.registered(someone());
    await browser.call(ownAccount.bindStartContract, { canal: '1', country_code: 'CN', phone: '13900139001' });
    expect((await browser.call(contracts.attemptCodeContract, { code: desk.lastCode('+8613900139001') })).data).toMatchObject({ next: 'bound' });
    const { data } = await browser.call(ownAccount.customerInfoContract, {}, { [wireHeaders.xcode]: 'spring27' });
    expect(data).toMatchObject({ country_code: 'CN', xcode: 'spring27', realname: '', city: '', is_enter_intent: 0 });
    expect(data.mobile).toBe('+86•••001');
  });

  test('[R7.068] [R5.54] takes on a proved number or address; one that another account has stays there', async () => {
    const [mine, theirs] = [someone(), someone()];
    const browser = await desk.registered(mine);
    await desk.registered(theirs);
    const fresh = someone();
    expect((await browser.call(ownAccount.bindStartContract, { canal: '2', email: fresh })).error_code).toBe(0);
    expect((await browser.call(contracts.attemptCodeContract, { code: desk.lastCode(fresh) })).data).toMatchObject({ next: 'later' });
    expect(desk.letters.at(-1)).toMatchObject({ to: mine, name: 'contact-change' });
    later(resendAfter);
    await browser.call(ownAccount.bindStartContract, { canal: '2', email: theirs });
    expect((await browser.call(contracts.attemptCodeContract, { code: desk.lastCode(theirs) })).data).toMatchObject({ next: 'taken' });
    later(contactChangeHours * 3_600);
    expect(await desk.on.services.people?.accounts.changes.makeDue(desk.clock.now)).toBe(1);
    expect(desk.letters.at(-1)).toMatchObject({ to: mine, input: { what: 'contact-changed' } });
    const entered = desk.browser();
    await start(entered, fresh);
    expect((await entered.call(contracts.attemptCodeContract, { code: desk.lastCode(fresh) })).data).toMatchObject({ next: 'done' });
  });

  test('gets no new way in from a device that signed in long ago', async () => {
    const email = someone();
    const browser = await desk.registered(email);
    const other = someone();
    later(provedFor + 1);
    const sent = desk.letters.length;
    const asked = { canal: '2', email: other };
    for (const answer of [
      await browser.call(ownAccount.bindStartContract, asked),
      await browser.call(contracts.sendCodeContract, { ...asked, version: 'v1', event: 'active' }),
      await browser.call(ownAccount.changePasswordContract, { password }),
      // A former password that the account does not have is no proof either.
      await browser.call(ownAccount.changePasswordContract, { former: 'Nonsense-1', password }),
      await browser.call(ownAccount.eraseAccountContract, { sure: 'yes' }),
      await desk.browser().call(contracts.sendCodeContract, { ...asked, version: 'v1', event: 'active' }),
    ])
      expect(answer.error_code).toBe(10121);
    expect(desk.letters).toHaveLength(sent);
    const again = desk.browser();
    await start(again, email);
    await again.call(contracts.attemptCodeContract, { code: desk.lastCode(email) });
    expect((await again.call(ownAccount.bindStartContract, asked)).error_code).toBe(0);
    later(provedFor + 1);
    expect((await again.call(contracts.attemptResendContract)).error_code).toBe(10121);
  });

  test('whose sign-in is too long ago shows by a code that it is them, and goes on where they were', async () => {
    const [email, redirect] = [someone(), '/en/profile/account/contact?redirect=%2Fen%2Fhouses'];
    const browser = await desk.registered(email, password);
    later(11 * 60);
    const other = { canal: '1', country_code: 'GB', phone: '07700 900321' };
    expect((await browser.call(ownAccount.bindStartContract, other)).error_code).toBe(10_121);
    expect((await browser.call(ownAccount.proveStartContract, { redirect })).error_code).toBe(0);
    const proved = await browser.call(contracts.attemptCodeContract, { code: desk.lastCode(email) });
    expect(proved.data).toMatchObject({ next: 'done', redirect });
    // A first number counts at once, and leads back to what it was asked for.
    expect((await browser.call(ownAccount.bindStartContract, { ...other, redirect: '/en/houses' })).error_code).toBe(0);
    const code = desk.lastCode('+447700900321');
    expect((await browser.call(contracts.attemptCodeContract, { code })).data).toMatchObject({ next: 'bound', redirect: '/en/houses' });
    expect((await browser.call(ownAccount.sessionContract)).error_code).toBe(0);
  });

  test('writes down what its owner changes, without saying to what', async () => {
    const email = someone();
    const browser = await desk.registered(email);
    const { cust_id: id } = (await browser.call(ownAccount.sessionContract)).data;
    expect((await browser.call(ownAccount.changePasswordContract, { password })).error_code).toBe(0);
    expect((await browser.call(ownAccount.changePasswordContract, { former: password, password: 'River-2028' })).error_code).toBe(0);
    const fresh = someone();
    await browser.call(ownAccount.bindStartContract, { canal: '2', email: fresh });
    await browser.call(contracts.attemptCodeContract, { code: desk.lastCode(fresh) });
    later(contactChangeHours * 3_600);
    await desk.on.services.people?.accounts.changes.makeDue(desk.clock.now);
    const by = `person:${id}`;
    expect(await deedsAbout(id)).toEqual([
      [by, 'means-changed', { means: 'password', change: 'set' }],
      [by, 'means-changed', { means: 'password', change: 'changed' }],
      ['job:accounts-change-contacts', 'contact-changed', { which: 'mail' }],
    ]);
  });

  test('that is deleted is gone after two weeks with all that hangs on it, unless its owner comes back and says so', async () => {
    const [going, staying] = [someone(), someone()];
    const ids = [];
    for (const email of [going, staying]) {
      const browser = await desk.registered(email, password);
      ids.push((await browser.call(ownAccount.sessionContract)).data.cust_id);
      expect((await browser.call(ownAccount.eraseAccountContract, { sure: 'yes' })).error_code).toBe(0);
      expect((await browser.call(ownAccount.sessionContract)).error_code).toBe(403);
    }
    const back = desk.browser();
    const entered = await back.call(contracts.passwordLoginContract, { ...byMail(staying), password, redirect: '/en/profile' });
    expect(entered.data.redirect, 'they are asked first').toBe(`/en/profile/account/stay?${new URLSearchParams({ redirect: '/en/profile' })}`);
    expect((await back.call(ownAccount.stayContract, { redirect: '/en/profile' })).data).toEqual({ redirect: '/en/profile' });
    // Coming back by itself keeps nothing.
    expect((await desk.browser().call(contracts.passwordLoginContract, { ...byMail(going), password })).error_code).toBe(0);
    later(15 * 86_400);
    const before = await users();
    expect(await desk.on.services.people?.accounts.erasing.eraseDue(desk.clock.now)).toBeGreaterThan(0);
    expect(await users()).toBeLessThan(before);
    const erased = ['job:accounts-erase-due', 'person-erased', {}];
    expect([await deedsAbout(known(ids[0])), await deedsAbout(known(ids[1]))]).toEqual([[erased], []]);
    expect((await desk.browser().call(contracts.passwordLoginContract, { ...byMail(going), password })).error_code).toBe(10117);
    expect((await desk.browser().call(contracts.passwordLoginContract, { ...byMail(staying), password })).error_code).toBe(0);
  });

  test('leaves no address, number, code or token readable in the database', async () => {
    const email = someone();
    const browser = await desk.registered(email, password);
    const code = desk.lastCode(email);
    const { db } = desk.on.base;
    const dump = JSON.stringify([
      await db.selectFrom('users').selectAll().execute(),
      await db.selectFrom('user_contacts').selectAll().execute(),
      await db.selectFrom('user_passwords').selectAll().execute(),
      await db.selectFrom('user_sessions').selectAll().execute(),
      await db.selectFrom('login_codes').select(['digest', 'recipient', 'owner', 'ticket']).execute(),
      await db.selectFrom('login_attempts').selectAll().execute(),
    ]);
    for (const canary of [
      email,
      'example.org',
      '13800138000',
      browser.cookies.get('uhouzz_token') ?? '',
      browser.cookies.get('loftling_pre') ?? '',
      password,
      await clientHash(password),
      `"${code}"`,
    ])
      expect(dump).not.toContain(canary);
    // Nor in any other table, those of what is to be done afterwards among them.
    const { rows: tables } = await sql<{ schema: string; name: string }>`select schemaname as schema, tablename as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
    expect(tables.length).toBeGreaterThan(50);
    const secrets = [email, '13800138000', browser.cookies.get('uhouzz_token') ?? '', browser.cookies.get('loftling_pre') ?? '', password];
    for (const { schema, name } of tables) {
      const { rows } = await sql<{ text: string }>`select row::text as text from ${sql.table(`${schema}.${name}`)} row`.execute(db);
      const whole = rows.map(({ text }) => text).join('\n');
      for (const secret of secrets) expect([`${schema}.${name}`, whole.includes(secret)]).toEqual([`${schema}.${name}`, false]);
    }
  });
});

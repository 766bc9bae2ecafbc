/**
 * A session that ends in the middle of a form: the reader signs in again, and what they wrote is there once more. And the one form
 * that needs no session: the link of a mail.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as entering from '#lib/features/accounts/entering.contract.ts';
import type { Submitted } from '#lib/forms/form.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Visitor } from '#lib/visitor.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { startPages } from '#tests/support/pages-server.ts';
import type { PagesServer } from '#tests/support/pages-server.ts';
import { known } from '#tests/support/list-pages.ts';

let desk: AccountsDesk;
let server: PagesServer;
let address = '';
let origin = '';
let shown: Visitor | undefined;
let query = new URLSearchParams();
let isBroken = false;

beforeAll(async () => {
  desk = await openAccountsDesk();
  const { site, people } = desk.on.services;
  ({ origin } = site);
  server = await startPages(desk, {
    body(file, view) {
      if (isBroken) throw new Error('the page is broken');
      shown = view.visitor;
      query = view.query;
      return file;
    },
    entrance: people ? { keptForms: people.accounts.keptForms } : {},
  });
  ({ address } = server);
});
afterAll(async () => {
  await server.close();
  await desk.close();
});

/** A form as its page sends it: the one of the profile has a picture, so it goes in parts. */
function bodyOf(path: string, form: Readonly<Record<string, string>>): FormData | URLSearchParams {
  if (!path.startsWith(page)) return new URLSearchParams(form);
  const parts = new FormData();
  for (const [name, value] of Object.entries(form)) parts.append(name, value);
  return parts;
}

/** Asks for a page as the browser does, or posts a form of it, and keeps the cookies of the answer. */
async function ask(
  { cookies }: Browser,
  path: string,
  form?: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  shown = undefined;
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, origin, 'sec-fetch-site': 'same-origin', ...more };
  const answer = await fetch(address + path, { redirect: 'manual', headers, ...(form ? { method: 'POST', body: bodyOf(path, form) } : {}) });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0(?:;|$)/.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  }
  return answer;
}

const page = '/en/profile/setting';
const login = `/en/users/login?redirect=${encodeURIComponent(page)}`;
const submittedTo = async (browser: Browser, path = page): Promise<Submitted | undefined> => {
  expect((await ask(browser, path)).status).toBe(200);
  return shown?.submitted;
};

async function signOutAndSend(browser: Browser, values: Readonly<Record<string, string>>, path = page, more = {}): Promise<Response> {
  await ask(browser, path);
  const whose = shown?.whose ?? '';
  await browser.call(entering.logoutContract);
  return ask(browser, path, { csrf: 'of the session that has ended', whose, ...values }, more);
}

async function signIn(browser: Browser, email: string): Promise<void> {
  // Whoever asks for another code within a minute is told to wait.
  desk.clock.now = new Date(desk.clock.now.getTime() + 61_000);
  await browser.call(entering.loginStartContract, { canal: '2', email, consent_terms: '2026-12' });
  expect((await browser.call(entering.attemptCodeContract, { code: desk.lastCode(email) })).data).toMatchObject({ next: 'done' });
}

test('[R3.12] [R4.039] what was written is there after signing in again, once, and not what is secret', async () => {
  const browser = await desk.registered('writer@example.org');
  const answer = await signOutAndSend(browser, { nickname: 'Lan & <b>', locale: 'vi-vn', password: 'Bridge-2027', code: '123456', nonsense: 'x' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${login}&kept=1`]);
  const [line = ''] = answer.headers.getSetCookie();
  expect(line).toBe(`loginRedirectUrl=${encodeURIComponent(page)}; Path=/; Max-Age=1800; SameSite=Lax; HttpOnly`);
  const rows = await desk.on.base.db.selectFrom('login_challenges').select('sealed').execute();
  expect(JSON.stringify(rows)).not.toContain('Lan &');

  await signIn(browser, 'writer@example.org');
  expect(await submittedTo(browser)).toEqual({ values: { nickname: 'Lan & <b>', locale: 'vi-vn' }, problems: [], failed: undefined, isKept: true });
  expect(browser.cookies.has('loginRedirectUrl')).toBe(false);
  expect(await submittedTo(browser)).toBeUndefined();
});

test('what was written is given back by a page that shows it alone, and stays until then', async () => {
  const browser = await desk.registered('patient@example.org');
  await signOutAndSend(browser, { nickname: 'Patient' });
  await signIn(browser, 'patient@example.org');
  const cookie = () => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  expect((await fetch(address + page, { method: 'HEAD', headers: { cookie: cookie() } })).headers.getSetCookie().join()).not.toContain('loginRedirectUrl');
  isBroken = true;
  expect((await ask(browser, page)).status).toBe(500);
  isBroken = false;
  expect((await submittedTo(browser))?.values['nickname']).toBe('Patient');
  expect(await submittedTo(browser)).toBeUndefined();
});

test('passwords are not kept', async () => {
  const browser = await desk.registered('secret@example.org');
  const path = '/en/profile/account/password';
  await signOutAndSend(browser, { former: 'Bridge-2027', password: 'River-2028' }, path);
  await signIn(browser, 'secret@example.org');
  expect((await submittedTo(browser, path))?.values).toEqual({});
});

test('nobody else is shown what was written, in the same browser neither', async () => {
  const browser = await desk.registered('first@example.org');
  await desk.registered('second@example.org');
  await signOutAndSend(browser, { nickname: 'First' });
  await signIn(browser, 'second@example.org');
  expect(await submittedTo(browser)).toBeUndefined();
});

test('what another site sends, and what says it is somebody’s without proof, is not kept', async () => {
  const browser = await desk.registered('target@example.org');
  const forged = await signOutAndSend(browser, { nickname: 'Forged' }, page, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
  expect(forged.headers.get('location')).toBe(login);
  const { id } = await desk.on.base.db.selectFrom('users').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  for (const whose of ['', `${id}.`, `${id}.AAAA`, `${id}`]) {
    const answer = await ask(browser, page, { whose, nickname: 'Forged' });
    expect(answer.headers.get('location'), whose).toBe(login);
  }
  await signIn(browser, 'target@example.org');
  expect(await submittedTo(browser)).toBeUndefined();
});

test('[R3.12] who loses the way while signing in still comes to the page they wanted', async () => {
  const browser = desk.browser();
  expect((await ask(browser, page)).headers.get('location')).toBe(login);
  // As after a lost password, whose pages name no address.
  await ask(browser, '/en/users/login/password', undefined, { referer: `${origin}/en/users/reset-password` });
  expect(query.get('redirect')).toBe(page);
  // A page of ours that they came from since is what they want now.
  await ask(browser, '/en/users/login', undefined, { referer: `${origin}/en/guides` });
  expect(query.get('redirect')).toBe('/en/guides');
  browser.cookies.set('loginRedirectUrl', encodeURIComponent('//evil.example'));
  await ask(browser, '/en/users/login');
  expect(query.get('redirect')).toBeNull();
});

test('a mail program ends the mails of a person whichever type its post has', async () => {
  const browser = await desk.registered('reader@example.org');
  const { id } = await desk.on.base.db.selectFrom('users').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const userId = asId<UserId>(id);
  const notices = known(desk.on.services.people?.shortlist).notices;
  const path = `/en/notices/${notices.tokenOf(userId)}`;
  const multipart = new FormData();
  multipart.set('List-Unsubscribe', 'One-Click');
  const bodies = { urlencoded: new URLSearchParams({ 'List-Unsubscribe': 'One-Click', token: 'of another' }), multipart, none: undefined };
  for (const [type, body] of Object.entries(bodies)) {
    await notices.choose(userId, { asked: true, priceDrops: true, priceRises: true, backInStock: true, ends: true });
    const answer = await fetch(address + path, { method: 'POST', redirect: 'manual', ...(body ? { body } : {}) });
    expect([type, answer.status, answer.headers.get('location')]).toEqual([type, 303, `${path}?done=1`]);
    expect(await notices.settingsOf(userId), type).toMatchObject({ asked: false, priceDrops: false, backInStock: false });
  }
  const long = await fetch(address + path, { method: 'POST', redirect: 'manual', headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(2_000_000) });
  expect(long.status).toBe(413);
  // What asks for values besides still asks for them as forms send them.
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const answer = await fetch(`${address}/en/profile/account/password`, { method: 'POST', headers: { origin, cookie }, body: multipart });
  expect(answer.status).toBe(415);
});

/** Everything kept of a person, given to that person alone. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPersonalDataHandler } from '#server/files/personal-data-handler.ts';
import { checkIdCardContract } from '#lib/features/realname/realname.contract.ts';
import { realnameConsentVersion } from '#lib/features/realname/realname.schema.ts';
import { customerUpdateContract } from '#lib/features/accounts/own-account.contract.ts';
import { exportWithin } from '#lib/features/personal-data/personal-data.schema.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';

let desk: AccountsDesk;
let server: ReturnType<typeof createServer>;
let origin: string;
beforeAll(async () => {
  desk = await openAccountsDesk({ settings: { REAL_NAME_CHECK: 'on' } });
  const { people, site } = desk.on.services;
  const { personalData, sessions } = known(people);
  const handle = createPersonalDataHandler({ service: personalData, sessions, site, now: () => desk.clock.now });
  server = createServer(
    (request, response) =>
      void handle(request, response, new URL(request.url ?? '/', 'http://localhost')).then((what) => what ?? response.writeHead(404).end()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await desk.close();
});
beforeEach(() => {
  desk.clock.now = testNow;
});

const ask = (browser: Browser | undefined, path = '/users/data/zh-cn.zip', more: Readonly<Record<string, string>> = {}) =>
  fetch(origin + path, {
    redirect: 'manual',
    headers: { ...(browser ? { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') } : {}), ...more },
  });

test('is a page to read and the same for programs, with what was written kept from being markup', async () => {
  const email = 'whole@example.org';
  const browser = await desk.registered(email, 'Bridge-2027');
  await browser.call(customerUpdateContract, { nickname: '<b>Lan</b>', locale: 'zh-cn', marketing: 'yes' });
  const captcha_token = desk.on.services.captcha?.ticket('check-id-card', desk.clock.now) ?? '';
  await browser.call(checkIdCardContract, { name: '王小明', idcard_no: '11010519491231002X', consent_realname: realnameConsentVersion, captcha_token });
  const answer = await ask(browser);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([200, 'application/zip', 'private, no-store']);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="loftling-data-\d{4}-\d{2}-\d{2}\.zip"$/);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  expect(Object.keys(files)).toEqual(['data.html', 'data.json']);
  const page = strFromU8(known(files['data.html']));
  const json = JSON.parse(strFromU8(known(files['data.json']))) as Readonly<Record<string, Record<string, unknown>>>;
  expect(Object.keys(json)).toEqual(['made_at', 'account', 'shortlist', 'real_name', 'audit_log']);
  for (const text of [email, '王小明', '11010519491231002X', '&lt;b&gt;Lan&lt;/b&gt;', 'marketing', 'lang="zh-CN"']) expect(page).toContain(text);
  expect(page).not.toMatch(/<b>Lan|<script|https?:\/\/(?!www\.w3)/);
  expect(json['account']).toMatchObject({ nickname: '<b>Lan</b>', has_password: true, contacts: [{ kind: 'email', address: email }] });
  // Neither hashes nor tokens are of use to anybody but a thief.
  expect(JSON.stringify(json)).not.toMatch(/argon2|digest|sealed|hash"/);
});

test('is for nobody else, for no other site, and for a sign-in of the last minutes alone', async () => {
  const browser = await desk.registered('mine@example.org');
  const page = '/profile/account/export';
  for (const [what, answer] of [
    ['nobody', await ask(undefined)],
    ['another site', await ask(browser, undefined, { 'sec-fetch-site': 'cross-site' })],
  ] as const)
    expect([what, answer.status, answer.headers.get('location')]).toEqual([what, 303, page]);
  desk.clock.now = new Date(testNow.getTime() + (exportWithin + 1) * 1_000);
  expect((await ask(browser)).headers.get('location')).toBe(page);
  expect((await ask(browser, '/users/data/xx-xx.zip')).status).toBe(404);
});

test('leaves a line in the audit log', async () => {
  const browser = await desk.registered('logged@example.org');
  expect((await ask(browser)).status).toBe(200);
  const rows = await desk.on.base.db.selectFrom('audit_log').select(['actor', 'action', 'subject']).where('action', '=', 'person-exported').execute();
  expect(rows.every(({ actor, subject }) => actor === subject)).toBe(true);
  expect(rows.length).toBeGreaterThan(0);
});

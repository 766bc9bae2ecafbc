/** Files in forms: brought, kept for a day, claimed by what they were sent with, given back to their owner alone, and gone in time. */
import { get as httpGet } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { markerCookie } from '#lib/features/accounts/accounts.schema.ts';
import { customerInfoContract, customerUpdateContract, sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { uploadContract, uploadFactsContract } from '#lib/features/uploads/uploads.contract.ts';
import { mostWaiting, mostWaitingOf } from '#lib/features/uploads/uploads.schema.ts';
import { createUploadsHandler } from '#server/files/uploads-handler.ts';
import type { Submitted } from '#lib/forms/form.schema.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { startPages } from '#tests/support/pages-server.ts';
import type { PagesServer } from '#tests/support/pages-server.ts';
import { known } from '#tests/support/list-pages.ts';
import { macroDocx, pdf, picture, pngOf, svg } from '#tests/support/sample-files.ts';

let desk: AccountsDesk;
let ann: Browser;
let server: PagesServer;
let address = '';
/** What the page was shown with last. */
let submitted: Submitted | undefined;
/** The page that it was told somebody came from. */
let from: string | null = null;

beforeAll(async () => {
  desk = await openAccountsDesk();
  ann = await desk.registered('ann@example.org');
  const { sessions, uploads, openFileForStaff } = known(desk.on.services.people);
  server = await startPages(desk, {
    body(file, view) {
      submitted = view.visitor?.submitted;
      from = view.query.get('from');
      return file;
    },
    first: createUploadsHandler({ uploads, openFileForStaff, sessions, now: () => desk.clock.now }),
  });
  ({ address } = server);
});
afterAll(async () => {
  await server.close();
  await desk.close();
});

// All of these tests come from one address.
beforeEach(() => desk.on.base.db.updateTable('uploads').set({ address: null }).execute());

const cookiesOf = (browser: Browser): string => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const rows = () => desk.on.base.db.selectFrom('uploads').selectAll().orderBy('created_at').execute();

type Sent = { readonly texts?: Readonly<Record<string, string>>; readonly file?: File; readonly from?: string; readonly csrf?: string };

/** Posts the page of settings as a browser does. */
async function post(browser: Browser, { texts = {}, file, from = desk.on.services.site.origin, csrf }: Sent) {
  const form = new FormData();
  form.set('csrf', csrf ?? decodeURIComponent(browser.cookies.get(markerCookie) ?? ''));
  for (const [name, text] of Object.entries({ nickname: 'Ann', locale: 'en-us', ...texts })) form.set(name, text);
  form.append('picture', file ?? new File([], ''));
  submitted = undefined;
  return fetch(`${address}/en/profile/setting`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(browser), origin: from, 'sec-fetch-site': from === desk.on.services.site.origin ? 'same-origin' : 'cross-site' },
    body: form,
  });
}

const file = (bytes: Uint8Array, name = 'me.jpg'): File => new File([new Uint8Array(bytes)], name);
const get = (path: string, browser?: Browser, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${address}${path}`, { headers: { ...(browser ? { cookie: cookiesOf(browser) } : {}), ...headers } });

describe('a form with a file', () => {
  test('[R7.093] [R3.05] takes it without script; the picture is told by the account’s calls, and a drawn one stands in before and after', async () => {
    const before = (await ann.call(customerInfoContract)).data.picture;
    expect(before).toMatch(/^\/users\/files\/avatar-\d+\.svg$/);
    const drawn = await get(before);
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);

    expect((await post(ann, { file: file(await picture('jpeg', 800, 600)) })).status).toBe(303);
    const now = (await ann.call(customerInfoContract)).data.picture;
    const session = await ann.call(sessionContract);
    expect(session.data.picture).toBe(now);
    const shown = await get(now, ann);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(shown.headers.get('content-disposition')).toBe(`attachment; filename="me.webp"; filename*=UTF-8''me.webp`);
    expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(shown.headers.get('cache-control')).toBe('private, no-store');

    // Saved again without choosing anything, it stays.
    expect((await post(ann, {})).status).toBe(303);
    expect((await ann.call(customerInfoContract)).data.picture).toBe(now);
    expect((await post(ann, { texts: { picture_none: 'yes' } })).status).toBe(303);
    expect((await ann.call(customerInfoContract)).data.picture).toBe(before);
    expect((await get(now, ann)).status).toBe(404);
  });

  test('keeps it while something else has to be mended, and lets it be taken away', async () => {
    const again = await post(ann, { texts: { nickname: 'x'.repeat(41) }, file: file(await picture('png'), '我 的.png') });
    expect(again.status).toBe(422);
    const kept = known(submitted?.files?.['picture']);
    expect([kept.name, submitted?.values['picture'], submitted?.problems.map(({ field }) => field)]).toEqual(['我 的.webp', kept.id, ['nickname']]);
    // Sent once more with its name alone, it is looked up and shown again.
    await post(ann, { texts: { nickname: 'x'.repeat(41), picture: kept.id } });
    expect(submitted?.files?.['picture']).toEqual(kept);
    await post(ann, { texts: { nickname: 'x'.repeat(41), picture: kept.id, picture_remove: 'yes' } });
    expect([submitted?.files, submitted?.values['picture']]).toEqual([{}, '']);
    expect((await post(ann, { texts: { picture: kept.id } })).status).toBe(303);
    expect((await ann.call(customerInfoContract)).data.picture).toBe(`/users/files/${kept.id}`);
  });

  test('refuses what it does not take with a word for each, keeps what was written, and nothing of the file', async () => {
    const before = (await rows()).length;
    const wrong: [File, string][] = [
      [file(svg, 'me.svg'), 'files.type'],
      [file(pdf(), 'me.jpg'), 'files.type'],
      [file(macroDocx(), 'me.png'), 'files.type'],
      [file(await pngOf(50_000, 50_000)), 'files.points'],
      [file((await picture('jpeg', 300, 300)).subarray(0, 300)), 'files.damaged'],
      [file(new Uint8Array(0), 'me.jpg'), 'files.empty'],
      [file(await picture('png'), '../../me.png'), 'files.name'],
      [file(Buffer.concat([await picture('png'), Buffer.alloc(11 * 1_048_576)])), 'files.size'],
    ];
    for (const [one, message] of wrong) {
      const answer = await post(ann, { texts: { nickname: 'Ann Canary', locale: '' }, file: one });
      const problems = submitted?.problems.map((problem) => [problem.field, problem.message]);
      expect([answer.status, one.name, problems]).toEqual([422, one.name, expect.arrayContaining([['picture', message]])]);
      // What else is to mend is told at once.
      expect(problems).toEqual(expect.arrayContaining([['locale', 'forms.choose']]));
      expect(submitted?.values['nickname']).toBe('Ann Canary');
    }
    expect((await rows()).length).toBe(before);
  });

  test('of another site, or without the token of the page, keeps nothing', async () => {
    const before = (await rows()).length;
    expect((await post(ann, { file: file(await picture('png')), from: 'https://evil.example' })).status).toBe(400);
    expect((await post(ann, { file: file(await picture('png')), csrf: 'forged' })).status).toBe(400);
    expect((await rows()).length).toBe(before);
  });
});

describe('a file', () => {
  test('is there for its owner alone: another person’s answers as one that never was', async () => {
    const { data } = await ann.call(uploadContract, { purpose: 'picture' });
    const bob = await desk.registered('bob@example.org');
    expect((await ann.call(uploadFactsContract, { id: data.id })).data).toEqual(data);
    const [foreign, missing] = [await bob.call(uploadFactsContract, { id: data.id }), await bob.call(uploadFactsContract, { id: crypto.randomUUID() })];
    expect([foreign.status, foreign.message, foreign.data]).toEqual([404, missing.message, missing.data]);
    const path = `/users/files/${data.id}`;
    const answers = await Promise.all([
      get(path, bob),
      get(path),
      get(path, ann, { 'sec-fetch-site': 'cross-site' }),
      get(`/users/files/${crypto.randomUUID()}`, ann),
    ]);
    const seen = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text(), answer.headers.get('cache-control')]));
    expect(new Set(seen.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify([404, 'Not found.', 'private, no-store'])]));
    // Nor can it be put into another's form.
    const taken = await bob.call(customerUpdateContract, { nickname: 'Bob', locale: 'en-us', picture: data.id });
    expect(taken.data).toMatchObject({ fields: [{ name: 'picture', message: 'files.gone' }] });
    // Staff see what came with something, for as long as it is kept.
    const { uploads } = known(desk.on.services.people);
    expect(await uploads.openForStaff(data.id, testNow)).toBeUndefined();
    await desk.on.base.db
      .updateTable('uploads')
      .set({ claimed_at: testNow, kept_until: new Date(testNow.getTime() + 60_000) })
      .where('id', '=', data.id)
      .execute();
    expect((await uploads.openForStaff(data.id, testNow))?.name).toBe('point.webp');
    expect(await uploads.openForStaff(data.id, new Date(testNow.getTime() + 60_001))).toBeUndefined();
  });

  test('of staff’s may be gone to from a mail, by way of the sign-in, and stands in no page of another site', async () => {
    const path = `/staff/files/${crypto.randomUUID()}`;
    const gone = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    // `fetch` says of itself how it asks, whatever it is told to say.
    const ask = (headers: Readonly<Record<string, string>>, at = path) =>
      new Promise<{ readonly status: number | undefined; readonly location: string | undefined }>((resolve, reject) => {
        const asked = httpGet(`${address}${at}`, { headers }, (answer) => {
          answer.resume();
          resolve({ status: answer.statusCode, location: answer.headers.location });
        });
        asked.on('error', reject);
      });
    const led = await ask(gone);
    expect([led.status, led.location]).toEqual([303, `/staff/login?redirect=${encodeURIComponent(path)}`]);
    expect((await ask({ ...gone, 'sec-fetch-dest': 'iframe' })).status).toBe(404);
    expect((await ask({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' })).status).toBe(404);
    expect((await ask(gone, '/staff/files/nonsense')).status).toBe(404);
    // What is a reader's own opens from no other site.
    expect((await ask({ ...gone, cookie: cookiesOf(ann) }, (await ann.call(customerInfoContract)).data.picture)).status).toBe(404);
  });

  test('stands under a random name, and what its owner called it stands encrypted', async () => {
    await post(ann, { texts: { nickname: 'x'.repeat(41) }, file: file(await picture('png'), 'canary.png') });
    expect(JSON.stringify(await rows())).not.toContain('canary');
  });

  test('brought too often is refused until some have gone', async () => {
    const eve = await desk.registered('eve@example.org');
    for (let n = 0; n < mostWaiting; n++) expect((await eve.call(uploadContract, { purpose: 'picture' })).error_code).toBe(0);
    expect((await eve.call(uploadContract, { purpose: 'picture' })).status).toBe(429);
  });

  test('of one network address wait up to twenty, whoever brings them, and two gigabytes in all', async () => {
    const { db } = desk.on.base;
    const { uploads } = known(desk.on.services.people);
    const bring = (address: string) =>
      uploads.keep('resume', { name: 'cv.pdf', bytes: pdf() }, { userId: undefined, visit: crypto.randomUUID(), address }, testNow);
    for (let n = 0; n < mostWaitingOf.address; n++) expect((await bring('192.0.2.44')).ok).toBe(true);
    expect(await bring('192.0.2.44')).toMatchObject({ ok: false, reason: 'enough' });
    expect((await bring('192.0.2.45')).ok).toBe(true);
    // The answer says so, at the page and to programs.
    const told = await desk.browser().call(uploadContract, { purpose: 'picture' });
    expect(told.error_code).toBe(0);
    const [row] = await db.selectFrom('uploads').select('address').where('address', 'is not', null).execute();
    expect(JSON.stringify(row)).not.toContain('192.0.2');
    // What rests on something, or whose day is over, waits no more.
    await db.updateTable('uploads').set({ claimed_at: testNow }).where('id', '=', told.data.id).execute();
    const big = await bring('192.0.2.46');
    if (!big.ok) throw new Error(big.reason);
    await db
      .updateTable('uploads')
      .set({ bytes: 2 ** 31 - 1 })
      .where('id', '=', big.value.id)
      .execute();
    expect(await bring('192.0.2.47')).toMatchObject({ ok: false, reason: 'busy' });
    expect((await desk.browser().call(uploadContract, { purpose: 'picture' })).status).toBe(503);
    await db.updateTable('uploads').set({ kept_until: testNow }).where('id', '=', big.value.id).execute();
    expect((await bring('192.0.2.47')).ok).toBe(true);
    await uploads.sweep(testNow);
  });

  test('without a visit or a session is nobody’s, and is not taken', async () => {
    expect((await desk.on.call(uploadContract, { purpose: 'picture' })).error_code).not.toBe(0);
  });

  test('[R7.164] that no form was sent with goes after a day, one of an erased account with the next sweep, and what no row knows of too', async () => {
    const { services, base } = desk.on;
    const { storage } = services;
    const { uploads } = known(services.people);
    const files = async (): Promise<string[]> => (await Array.fromAsync(storage.list('uploads/'))).map(({ key }) => key);
    const carl = await desk.registered('carl@example.org');
    const { data } = await carl.call(uploadContract, { purpose: 'picture' });
    await carl.call(customerUpdateContract, { nickname: 'Carl', locale: 'en-us', picture: data.id });
    const waiting = (await carl.call(uploadContract, { purpose: 'picture' })).data.id;

    expect(await uploads.sweep(testNow)).toBeLessThanOrEqual(1);
    expect(await files()).toEqual(expect.arrayContaining([`uploads/${data.id}.webp`, `uploads/${waiting}.webp`]));
    await uploads.sweep(new Date(testNow.getTime() + 86_400_001));
    expect((await files()).filter((key) => key.includes(waiting))).toEqual([]);
    expect(await files()).toContain(`uploads/${data.id}.webp`);

    const { cust_id } = (await carl.call(customerInfoContract)).data;
    await base.db.deleteFrom('users').where('id', '=', cust_id).execute();
    await uploads.sweep(testNow);
    expect((await files()).filter((key) => key.includes(data.id))).toEqual([]);

    const stray = `uploads/${crypto.randomUUID()}.pdf`;
    await storage.put(stray, pdf(), { type: 'application/pdf' });
    const before = (await files()).length;
    expect(await uploads.sweepStray()).toBe(1);
    expect(await files()).toHaveLength(before - 1);
  });

  test('stands in what people get of themselves', async () => {
    const { cust_id } = (await ann.call(customerInfoContract)).data;
    const zip = await known(desk.on.services.people).personalData.export(cust_id as never, 'en-us', testNow);
    expect(zip.ok).toBe(true);
  });
});

test('a page of feedback or questions is told which public page its reader came from, and never the address of a private one', async () => {
  const { origin } = desk.on.services.site;
  const cameFrom = async (path: string, referer: string) => {
    await get(path, undefined, { referer: `${origin}${referer}` });
    return from;
  };
  for (const path of ['/en/feedback', '/en/intent/askform']) {
    expect(await cameFrom(path, '/en/uk/leeds?sort=price')).toBe('/en/uk/leeds');
    for (const secret of ['/en/enquiry/17-20600-secret', '/shared-list/secret', '/en/stop/secret', '/staff/inbox'])
      expect(await cameFrom(path, secret)).toBeNull();
  }
});

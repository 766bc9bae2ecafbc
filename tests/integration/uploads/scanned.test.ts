/** Documents that a scanner looks at, by the call that brings them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csrfOf } from '#lib/api/gates/csrf.ts';
import { apiErrors } from '#lib/api/envelope.ts';
import { wireHeaders } from '#lib/api/signing.ts';
import { ownCookies } from '#lib/own-cookies.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk } from '#tests/support/accounts-desk.ts';
import { pdf } from '#tests/support/sample-files.ts';
import { scannerDaemon } from '#tests/support/scanner-daemon.ts';

let desk: AccountsDesk;
let daemon: Awaited<ReturnType<typeof scannerDaemon>>;
let looked = 0;
/** What the scanner says; undefined: it hangs up. */
let says: string | undefined;

beforeAll(async () => {
  daemon = await scannerDaemon(() => {
    looked += 1;
    return says;
  });
  desk = await openAccountsDesk({ settings: { CLAMD_ADDRESS: `${daemon.host}:${daemon.port}` } });
});
afterAll(async () => {
  await desk.close();
  await daemon.end();
});

/** Brings a document as a browser does. */
async function brings(): Promise<{ readonly status: number; readonly text: string }> {
  const visit = desk.browser().cookies.get(ownCookies.visit) ?? '';
  const form = new FormData();
  form.set('purpose', 'voucher');
  form.set('file', new File([new Uint8Array(pdf())], 'bank.pdf'));
  const answer = await desk.on.api.request('/_api/upload', {
    method: 'POST',
    headers: {
      cookie: `${ownCookies.visit}=${visit}`,
      origin: desk.on.services.site.origin,
      'sec-fetch-site': 'same-origin',
      'accept-language': 'en-us',
      [wireHeaders.antiForgery]: csrfOf({ secrets: desk.secrets }).tokenFor(`pre:${visit}`),
    },
    body: form,
  });
  return { status: answer.status, text: await answer.text() };
}
const kept = async () => (await desk.on.base.db.selectFrom('uploads').select('id').execute()).length;

test('one in which harm is found is refused and not kept, and the name of it is not told', async () => {
  says = 'stream: OK\0';
  expect((await brings()).status).toBe(200);
  expect([looked, await kept()]).toEqual([1, 1]);
  says = 'stream: Test.Harm-1 FOUND\0';
  const refused = await brings();
  expect([refused.status, refused.text.includes('files.active'), refused.text.includes('Harm')]).toEqual([422, true, false]);
  expect([looked, await kept()]).toEqual([2, 1]);
});

test('where the scanner says nothing, nothing is taken, and it can be brought again later', async () => {
  says = undefined;
  const { status, text } = await brings();
  expect([status, text.includes(String(apiErrors.unavailable.code))]).toEqual([apiErrors.unavailable.status, true]);
  expect(await kept()).toBe(1);
});

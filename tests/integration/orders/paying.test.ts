/** Orders and their money: what is paid books, what comes too late goes back, and parts of a price are asked for when they are due. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayEndIn } from '#lib/dates/dates.ts';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { contractFilePath, staffContractPath } from '#lib/features/orders/order-pages.rules.ts';
import { priceText } from '#lib/features/orders/orders.rules.ts';
import { createContractsHandler } from '#server/files/contracts-handler.ts';
import { createWebhookHandler } from '#server/api/webhook-handler.ts';
import { createRateLimits } from '#lib/api/rate-limits.ts';
import { testNow } from '#tests/factories/houses.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { startPages } from '#tests/support/pages-server.ts';
import type { PagesServer } from '#tests/support/pages-server.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import { beginToPay, paidMessage, paymentsOf, tellPaid, userOf } from '#tests/support/paying.ts';

const hour = 3_600_000;
const day = 24 * hour;
let desk: OrdersDesk;
let server: PagesServer;
beforeAll(async () => {
  desk = await openOrdersDesk();
  const now = () => desk.office.clock.now;
  const contractsAt = createContractsHandler({ ...known(desk.office.on.services.people), mayPrint: async () => true, now });
  const webhooks = createWebhookHandler({ payments: paymentsOf(desk.office), limits: createRateLimits(0), trustedProxies: 0, now, onForged: () => {} });
  server = await startPages(desk.office, {
    first: async (request, response, url) => (await contractsAt(request, response, url)) ?? webhooks(request, response, url),
  });
});
afterAll(async () => {
  await server.close();
  await desk.office.close();
});
beforeEach(async () => {
  await people().ordersClock.runClock(new Date(testNow.getTime() + 60 * day));
  desk.office.clock.now = testNow;
});

const people = () => known(desk.office.on.services.people);
const kept = async (code: string) => (await paymentsOf(desk.office).collecting.kept({ kind: 'order', code }))?.minor ?? 0n;
const sendBack = () => paymentsOf(desk.office).sendRefunds(desk.office.clock.now);
const beds = async (code: string) => {
  const { db } = desk.office.on.base;
  const order = await db.selectFrom('orders').select('id').where('code', '=', code).executeTakeFirstOrThrow();
  return (await db.selectFrom('bed_claims').select('id').where('order_id', '=', order.id).where('released_at', 'is', null).execute()).length;
};
const begin = (by: Browser | UserId, code: string) => beginToPay(desk.office, by, { kind: 'order', code });

test('[R1.11] [R7.104] is booked by what its provider tells, and cancelled for exactly what was told before', async () => {
  const by = await desk.somebody();
  const code = await desk.signed(by);
  expect(await tellPaid(desk.office, await begin(by, code))).toBe('booked');
  expect([await desk.stateOf(code), await beds(code)]).toEqual(['paid', 1]);
  const paid = await kept(code);
  const { back, token } = (await by.call(contracts.refundAskContract, { code })).data;
  expect(back?.abbr).toBe('GBP');
  expect((await by.call(contracts.cancelOrderContract, { code, back: '1 GBP' })).status).toBe(422);
  expect((await by.call(contracts.cancelOrderContract, { code, back: token })).data.state).toBe('refunding');
  expect(await beds(code)).toBe(0);
  await sendBack();
  expect(await desk.stateOf(code)).toBe('refunded');
  expect(`${paid - (await kept(code))} GBP`).toBe(token);
});

test('parts of the price are asked for a fortnight ahead, once each, counted when they are paid, and no longer asked for once it is left', async () => {
  const by = await desk.somebody();
  const code = await desk.signed(by, { plan: 'instalments' });
  await tellPaid(desk.office, await begin(by, code));
  const userId = await userOf(by);
  const { dues } = (await by.call(contracts.orderFeesContract, { code })).data;
  const [first, second] = dues.filter(({ on }) => on !== 'booking');
  const before = (on: string, days: number) => new Date(Date.parse(on) - days * day);
  expect(await people().ordersClock.askDues(before(known(first).on, 15))).toBe(0);
  desk.office.clock.now = before(known(first).on, 14);
  expect([await people().ordersClock.askDues(desk.office.clock.now), await people().ordersClock.askDues(desk.office.clock.now)]).toEqual([1, 0]);
  const letter = desk.office.letters.findLast(({ name, input }) => name === 'order-due' && input['code'] === code);
  expect([letter?.input['on'], letter?.input['currency']]).toEqual([known(first).on, 'GBP']);
  // Until that day is over in London.
  const asked = (await paymentsOf(desk.office).collecting.requestsOf({ kind: 'order', code })).at(-1);
  expect(asked?.dueAt).toEqual(dayEndIn(known(first).on, 'Europe/London'));
  const booked = await kept(code);
  expect(await tellPaid(desk.office, await begin(userId, code))).toBe('booked');
  expect(`${(await kept(code)) - booked}`).toBe(letter?.input['minor']);
  expect([await desk.stateOf(code), (await desk.events(code)).slice(-2)]).toEqual(['paid', ['due clock', 'due-paid payment']]);

  desk.office.clock.now = before(known(second).on, 1);
  expect(await people().ordersClock.askDues(desk.office.clock.now)).toBe(1);
  const { now } = desk.office.clock;
  const back = await people().cancelling.backOf(known(await people().orders.own(userId, code)), now);
  const shown = back && back.minor > 0n ? priceText(back) : '';
  expect((await people().cancelling.cancel(userId, code, shown, '', now)).ok).toBe(true);
  expect(await people().ordersClock.askDues(new Date(desk.office.clock.now.getTime() + 90 * day))).toBe(0);
  const requests = await paymentsOf(desk.office).collecting.requestsOf({ kind: 'order', code });
  expect(requests.map(({ state }) => state)).toEqual(['paid', 'paid', 'cancelled']);
});

test('[quality 2] a payment that meets the deadline, or leaving, is booked with its bed or goes back: never one without the other', {
  timeout: 600_000,
}, async () => {
  const by = await desk.somebody();
  // One connection takes turns: who comes when decides everything. Many of them meet in the middle of what the other does.
  const most = desk.office.on.base.database.engine === 'pglite' ? 4 : 25;
  const meetings = ['deadline', 'leaving'].flatMap((meets) =>
    ['payment', 'other'].flatMap((late) => Array.from({ length: most }, (_, at) => ({ meets, late, milliseconds: at % 8 }))),
  );
  for (const meeting of meetings) {
    const code = await desk.signed(by);
    const reference = await begin(by, code);
    const after = new Date(testNow.getTime() + 49 * hour);
    desk.office.clock.now = after;
    const leave: () => Promise<unknown> =
      meeting.meets === 'deadline' ? () => people().ordersClock.runClock(after) : () => by.call(contracts.cancelOrderContract, { code });
    const tell = (): Promise<unknown> => tellPaid(desk.office, reference);
    const [first, second] = meeting.late === 'payment' ? [leave, tell] : [tell, leave];
    await Promise.all([first(), meeting.milliseconds === 0 ? second() : setTimeout(meeting.milliseconds).then(second)]);
    await sendBack();
    const state = await desk.stateOf(code);
    const result = { state, isKept: (await kept(code)) > 0n, beds: await beds(code) };
    if (state === 'paid') expect({ meeting, ...result }).toEqual({ meeting, state, isKept: true, beds: 1 });
    else expect({ meeting, ...result }).toEqual({ meeting, state: expect.stringMatching(/^(?:refunded|cancelled|expired)$/), isKept: false, beds: 0 });
    // Its bed is for the next round.
    if (state === 'paid') {
      const { token } = (await by.call(contracts.refundAskContract, { code })).data;
      await by.call(contracts.cancelOrderContract, { code, back: token });
    }
    desk.office.clock.now = testNow;
  }
});

test('over HTTP, what a provider did not sign is refused and changes nothing; what it signed is taken once', async () => {
  const by = await desk.somebody();
  const code = await desk.signed(by);
  const reference = await begin(by, code);
  const { headers, body: message } = await paidMessage(desk.office, reference);
  const body = new Uint8Array(message);
  const post = async (provider: string, given: Headers, content: Uint8Array<ArrayBuffer>, method = 'POST') => {
    const answer = await fetch(`${server.address}/_upay/webhook/${provider}`, { method, headers: given, ...(method === 'POST' ? { body: content } : {}) });
    return answer.status;
  };
  const forged = new Headers({ 'sandbox-signature': `${headers.get('sandbox-signature')?.slice(0, -4)}0000` });
  expect(await post('sandbox', forged, body)).toBe(400);
  expect(await post('sandbox', new Headers(), body)).toBe(400);
  expect(await post('sandbox', headers, new Uint8Array(Buffer.from(message.toString().replace('GBP', 'USD'))))).toBe(400);
  expect(await post('sandbox', headers, new Uint8Array(300_000))).toBe(413);
  expect(await post('nobody', headers, body)).toBe(404);
  expect(await post('sandbox', headers, body, 'GET')).toBe(405);
  expect([await desk.stateOf(code), await kept(code)]).toEqual(['to_pay', 0n]);
  expect([await post('sandbox', headers, body), await post('sandbox', headers, body)]).toEqual([200, 200]);
  const paid = await kept(code);
  const [request] = await paymentsOf(desk.office).collecting.requestsOf({ kind: 'order', code });
  expect([await desk.stateOf(code), paid]).toEqual(['paid', known(request).amount.minor]);
});

test('[quality 4] coming back from a provider says nothing of itself: an order is paid when the provider tells', async () => {
  const by = await desk.somebody();
  const code = await desk.signed(by);
  const reference = await begin(by, code);
  const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  for (const query of [`payment=${reference}&state=succeeded`, `payment=${reference}&paid=1&amount=0`, 'payment=0000-0000&state=succeeded'])
    await fetch(`${server.address}/en/order/pay-result?${query}`, { headers: { cookie }, redirect: 'manual' });
  expect([await desk.stateOf(code), await kept(code)]).toEqual(['to_pay', 0n]);
});

test('[R7.107] the file of a contract is for who signed it: not for others, not from other sites, and not by another method', async () => {
  const [by, other] = [await desk.somebody(), await desk.somebody()];
  const code = await desk.signed(by);
  const [signed] = (await by.call(contracts.orderContractsContract, { code })).data.contracts;
  const path = known(signed).file;
  const ask = async (who: Browser | undefined, init: RequestInit = {}, at = path) => {
    const cookie = who ? [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ') : '';
    const answer = await fetch(`${server.address}${at}`, { ...init, headers: { cookie, ...init.headers } });
    return [answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')];
  };
  expect(await ask(by)).toEqual([200, 'application/pdf', 'private, no-store']);
  const closed = [404, 'text/plain; charset=utf-8', 'private, no-store'];
  expect(await ask(other)).toEqual(closed);
  expect(await ask(undefined)).toEqual(closed);
  expect(await ask(by, { headers: { 'sec-fetch-site': 'cross-site' } })).toEqual(closed);
  expect(await ask(by, { method: 'POST' })).toEqual(closed);
  expect(await ask(by, {}, path.replace(/[0-9a-f]{4}\.pdf$/, '0000.pdf'))).toEqual(closed);
});

test('the contract that was signed is fetched by staff who see to orders, the same file, each time written down; by nobody else of the staff', async () => {
  const by = await desk.somebody();
  const code = await desk.signed(by);
  const [signed] = (await by.call(contracts.orderContractsContract, { code })).data.contracts;
  const cookiesOf = ({ cookies }: Browser) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const fetched = async (path: string, one: Browser) =>
    fetch(`${server.address}${path}`, { headers: { cookie: cookiesOf(one), 'sec-fetch-site': 'same-origin' } });
  const path = staffContractPath(code, known(signed).hash);
  const own = await fetched(contractFilePath(code, known(signed).hash), by);
  const theirs = await fetched(path, desk.staff.browser);
  expect([own.status, theirs.status, theirs.headers.get('content-type')]).toEqual([200, 200, 'application/pdf']);
  expect(Buffer.from(await theirs.arrayBuffer()).equals(Buffer.from(await own.arrayBuffer()))).toBe(true);
  const editor = await openStaffDesk(desk.office).member('editor');
  const refused = await Promise.all([fetched(path, editor.browser), fetched(path, by), fetched(staffContractPath(code, '0'.repeat(64)), desk.staff.browser)]);
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404]);
  const { db } = desk.office.on.base;
  const { id } = await db.selectFrom('orders').select('id').where('code', '=', code).executeTakeFirstOrThrow();
  expect(await db.selectFrom('audit_log').select('id').where('action', '=', 'contract-seen').where('subject', '=', `order:${id}`).execute()).toHaveLength(1);
});

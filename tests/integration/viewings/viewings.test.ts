/** Video viewings by calls as browsers make them, paid at the embedded provider, over a real database. */
import { extractText } from 'unpdf';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  cancelViewingContract,
  closeSlotContract,
  moveViewingContract,
  staffMoveContract,
  openSlotsContract,
  payViewingContract,
  viewingOrdersContract,
  viewingResultContract,
} from '#lib/features/viewings/viewings.contract.ts';
import { newsChoicesContract, newsContract } from '#lib/features/news/news.contract.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { writeLeedsHouses } from '#tests/support/leeds-houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser, StaffDesk } from '#tests/support/staff-desk.ts';
import { beginToPay, tellDispute, tellPaid } from '#tests/support/paying.ts';
import { bookViewing, slotsSeen } from '#tests/support/viewings.ts';

let office: AccountsDesk;
let staff: StaffDesk;
let support: StaffBrowser;
let houseId: number;
let cityId: number;
let people = 0;
const start = new Date('2026-11-24T09:00:00Z');
const later = (hours: number): Date => new Date(start.getTime() + hours * 3_600_000);
const payments = () => known(known(office.on.services.people).payments);

beforeAll(async () => {
  let ids: ReadonlyMap<string, number> = new Map();
  office = await openAccountsDesk({
    async fill(base) {
      ids = await writeLeedsHouses(base);
    },
  });
  office.clock.now = start;
  staff = openStaffDesk(office);
  houseId = known(ids.get('large'));
  cityId = known(await office.on.services.house.service.find(asId(houseId))).city.id;
});
// A session of staff lasts twelve hours, and these tests take days.
beforeEach(async () => {
  office.clock.now = start;
  support = await staff.member('support');
});
afterAll(() => office.close());

const reader = (): Promise<Browser> => office.registered(`viewer${(people += 1)}@example.org`);
/** Opens times of a day and returns the slots readers see. */
async function open(day: string, times: string, places = 1): Promise<readonly { readonly id: number; readonly starts_at: string; readonly left: number }[]> {
  const answer = await support.call(openSlotsContract, { city_id: cityId, on: day, times, minutes: 30, places });
  expect(answer.message).toBe('');
  return seen(await reader(), day);
}
const seen = (by: Browser, day: string) => slotsSeen(by, houseId, day);
const book = (by: Browser, slot: number) => bookViewing(by, houseId, slot);
const one = async (by: Browser, code: string) => known((await by.call(viewingOrdersContract)).data.items.find((item) => item.code === code));

const paid = (by: Browser, code: string) => beginToPay(office, by, { kind: 'viewing', code });
const hears = (reference: string) => tellPaid(office, reference);
const letters = (code: string) =>
  office.letters.filter(({ name, input }) => name === 'viewing-news' && input['code'] === code).map(({ input }) => input['news']);

test('[R1.38] [R7.120] [R7.121] is booked, paid, held, and read with its recording by who booked it alone', async () => {
  const [slot] = await open('2026-11-26', '14:00');
  const by = await reader();
  const { code } = (await book(by, known(slot).id)).data;
  expect(await one(by, code)).toMatchObject({ state: 'to_pay', amount: '2500', currency: 'GBP', starts_at: '2026-11-26T14:00:00.000Z' });
  expect(await seen(by, '2026-11-26')).toEqual([]);
  expect((await by.call(payViewingContract, { code })).data).toMatchObject({ path: expect.stringContaining(`kind=viewing&code=${code}`), amount: '2500' });
  expect(await hears(await paid(by, code))).toBe('booked');
  expect((await one(by, code)).state).toBe('booked');
  const again = await by.call(payViewingContract, { code });
  expect([again.error_code, again.message], 'it is paid').toEqual([10201, 'This has changed since you opened it. Refresh the page and try again.']);

  const result = { code, outcome: 'done', recording: 'https://video.example/1', notes: 'Quiet, and the tram stops outside.' };
  expect((await support.call(viewingResultContract, result)).error_code).toBe(422);
  office.clock.now = later(54);
  support = await staff.member('support');
  expect((await support.call(viewingResultContract, result)).error_code).toBe(0);
  expect(await one(by, code)).toMatchObject({ state: 'done', recording: 'https://video.example/1', notes: result.notes });
  expect((await support.call(viewingResultContract, result)).error_code).toBe(422);
  expect(letters(code)).toEqual(['booked', 'done']);

  const other = await reader();
  expect((await other.call(viewingOrdersContract)).data.items).toEqual([]);
  expect((await other.call(payViewingContract, { code })).error_code).toBe(404);
  expect((await other.call(cancelViewingContract, { code })).error_code).toBe(404);
  const row = await office.on.base.db.selectFrom('viewings').selectAll().where('code', '=', code).executeTakeFirstOrThrow();
  expect(JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(/view, please|the tram|video\.example/);
});

test('[R1.38] a place is one person’s, however many want it at once', async () => {
  const [slot] = await open('2026-11-27', '10:00', 2);
  const all = await Promise.all(Array.from({ length: 6 }, reader));
  const answers = await Promise.all(all.map((by) => book(by, known(slot).id)));
  expect(answers.filter(({ error_code }) => error_code === 0)).toHaveLength(2);
  expect(answers.filter(({ error_code }) => error_code === 422)).toHaveLength(4);
});

test('[R1.38] cancelling gives back what its page said: all of it before it begins, and nothing was owed where nothing was paid', async () => {
  const [first, second] = await open('2026-11-28', '10:00 11:00');
  const by = await reader();
  const { code } = (await book(by, known(first).id)).data;
  await hears(await paid(by, code));
  expect((await by.call(cancelViewingContract, { code })).error_code).toBe(0);
  expect((await one(by, code)).state).toBe('refunding');
  await payments().sendRefunds(office.clock.now);
  expect((await one(by, code)).state).toBe('refunded');
  expect(letters(code)).toEqual(['booked', 'cancelled', 'refunded']);
  expect((await payments().collecting.kept({ kind: 'viewing', code }))?.minor).toBe(0n);

  const unpaid = (await book(by, known(second).id)).data.code;
  expect((await by.call(cancelViewingContract, { code: unpaid })).error_code).toBe(0);
  expect((await one(by, unpaid)).state).toBe('cancelled');
  expect((await by.call(cancelViewingContract, { code: unpaid })).error_code).toBe(422);
  expect((await seen(by, '2026-11-28')).map(({ left }) => left)).toEqual([1, 1]);
});

test('[R1.38] what is not paid in half an hour is let go; money that comes after all books where it can and goes back where it cannot', async () => {
  const [free, taken] = await open('2026-11-29', '10:00 11:00');
  const by = await reader();
  const codes = [(await book(by, known(free).id)).data.code, (await book(by, known(taken).id)).data.code];
  const references = [await paid(by, known(codes[0])), await paid(by, known(codes[1]))];
  office.clock.now = later(0.6);
  await known(office.on.services.people).viewings.lapse(office.clock.now);
  expect((await one(by, known(codes[0]))).state).toBe('expired');
  const other = await reader();
  expect((await book(other, known(taken).id)).error_code).toBe(0);
  for (const reference of references) await hears(reference);
  expect((await one(by, known(codes[0]))).state).toBe('booked');
  expect((await one(by, known(codes[1]))).state).toBe('refunding');
  await payments().sendRefunds(office.clock.now);
  expect((await one(by, known(codes[1]))).state).toBe('refunded');
});

test('[R1.38] one that we could not hold gives everything back', async () => {
  const [slot] = await open('2026-11-30', '10:00');
  const by = await reader();
  const { code } = (await book(by, known(slot).id)).data;
  await hears(await paid(by, code));
  expect((await support.call(viewingResultContract, { code, outcome: 'missed', notes: 'Nobody let us in.' })).error_code).toBe(0);
  await payments().sendRefunds(office.clock.now);
  expect((await one(by, code)).state).toBe('refunded');
  expect(letters(code)).toEqual(['booked', 'missed', 'refunded']);

  // Its invoice stands, with what is taken off it beside.
  const { receipts, loaders, invoiceFile, creditNoteFile } = services();
  const userId = await userOf(code);
  const ref = { kind: 'viewing', code } as const;
  const [shown, ...more] = await loaders.payments.receipts({ visitor: { session: { userId } } as never, intl: 'en-GB' }, ref);
  const [credit] = known(shown).credits;
  const reference = known(shown).reference;
  expect([more, known(shown).invoice, known(credit).href]).toEqual([[], `/users/invoices/${reference}.pdf`, `/users/credit-notes/${known(credit).refund}.pdf`]);
  const words = async (file: Buffer | undefined) => (await extractText(new Uint8Array(known(file)), { mergePages: true })).text;
  const invoice = await words(await invoiceFile(userId, reference));
  expect(invoice).toContain('£25');
  // Numbered one after the other, in a series of its own where no money moves.
  const number = known(/TEST-[\w-]*\d/.exec(invoice)?.[0]);
  const note = await words(await creditNoteFile(userId, known(credit).refund));
  for (const part of ['Credit note', '£25', number]) expect(note).toContain(part);
  const other = await userOf((await book(await reader(), known((await open('2026-11-30', '16:00'))[0]).id)).data.code);
  expect([await creditNoteFile(other, known(credit).refund), await receipts.of(ref, other)]).toEqual([undefined, []]);
});

test('times that are over, closed or too near cannot be taken, nor a fourth viewing', async () => {
  const slots = await open('2026-12-01', '09:00 10:00 11:00 12:00 13:00');
  const by = await reader();
  expect((await support.call(closeSlotContract, { slot_id: known(slots[0]).id })).error_code).toBe(0);
  expect((await support.call(closeSlotContract, { slot_id: known(slots[0]).id })).error_code).toBe(404);
  expect((await book(by, known(slots[0]).id)).error_code).toBe(422);
  for (const { id } of slots.slice(1, 4)) expect((await book(by, id)).error_code).toBe(0);
  expect((await book(by, known(slots[4]).id)).error_code).toBe(422);
  const [near] = await open('2026-11-24', '12:00');
  expect(near).toBeUndefined();
  for (const bad of [{ on: '2026-11-23' }, { times: '25:00' }, { minutes: 5 }, { places: 0 }])
    expect((await support.call(openSlotsContract, { city_id: cityId, on: '2026-12-02', times: '10:00', minutes: 30, places: 1, ...bad })).error_code).toBe(422);
  expect((await support.call(openSlotsContract, { city_id: 2_000_000_000, on: '2026-12-02', times: '10:00', minutes: 30, places: 1 })).error_code).toBe(404);
});

const news = async (by: Browser) => (await by.call(newsContract)).data.items.map(({ kind, title }) => `${kind} ${title}`);
const bought = async (by: Browser, slot: number): Promise<string> => {
  const { code } = (await book(by, slot)).data;
  await hears(await paid(by, code));
  return code;
};
const services = () => known(office.on.services.people);
const userOf = async (code: string) =>
  asId<UserId>((await office.on.base.db.selectFrom('viewings').select('user_id').where('code', '=', code).executeTakeFirstOrThrow()).user_id);

test('[R1.38] is moved to another free time until a day before, keeps what was paid, and its calendar file follows', async () => {
  const [first, second, third] = await open('2026-12-10', '10:00 11:00 12:00');
  const [by, other] = [await reader(), await reader()];
  const code = await bought(by, known(first).id);
  const calendar = async (person: string) => services().viewingCalendar(await userOf(person), code, 'zh-cn', office.clock.now);
  const before = known(await calendar(code));
  expect(before).toMatch(/SEQUENCE:0\r\n/);
  expect(before).toContain('DTSTART:20261210T100000Z');
  const theirs = await bought(other, known(second).id);
  expect(await calendar(theirs), 'somebody else’s is not there').toBeUndefined();
  expect((await other.call(moveViewingContract, { code, slot: String(known(third).id) })).error_code).toBe(404);
  expect((await by.call(moveViewingContract, { code, slot: String(known(second).id) })).error_code, 'taken').toBe(422);
  expect((await by.call(moveViewingContract, { code, slot: String(known(third).id) })).error_code).toBe(0);
  expect(await one(by, code)).toMatchObject({ state: 'booked', starts_at: '2026-12-10T12:00:00.000Z' });
  expect((await seen(by, '2026-12-10')).map(({ id }) => id)).toEqual([known(first).id]);
  const after = known(await calendar(code));
  expect(after).toMatch(/SEQUENCE:1\r\n/);
  expect(after).toContain('DTSTART:20261210T120000Z');
  expect(/UID:.*/.exec(after)?.[0]).toBe(/UID:.*/.exec(before)?.[0]);
  await by.call(cancelViewingContract, { code });
  expect(known(await calendar(code))).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:2\r\n/);
  expect(letters(code)).toEqual(['booked', 'moved', 'cancelled']);
  expect((await other.call(moveViewingContract, { code: theirs, slot: 'x' })).error_code).toBe(422);
  office.clock.now = new Date('2026-12-09T11:30:00Z');
  expect((await other.call(moveViewingContract, { code: theirs, slot: String(known(first).id) })).error_code, 'too late').toBe(422);
});

test('[R1.38] staff move one: its reader is told, their calendar follows, and until it begins all comes back or they choose anew', async () => {
  const [first, second, third] = await open('2026-12-14', '10:00 11:00 12:00');
  const [by, other] = [await reader(), await reader()];
  const codes = [await bought(by, known(first).id), await bought(other, known(second).id)] as const;
  const [code] = codes;
  const to = (slot: number | undefined, which: string = code) => support.call(staffMoveContract, { code: which, slot: String(slot) });
  expect((await by.call(staffMoveContract, { code, slot: String(known(third).id) })).error_code, 'a reader is no staff').not.toBe(0);
  expect((await to(known(second).id)).error_code, 'taken').toBe(422);
  expect((await to(known(first).id)).error_code, 'where it is').toBe(422);
  expect((await to(undefined)).error_code).toBe(422);
  expect((await to(known(third).id, 'ZZZZ-ZZZZ')).error_code).toBe(404);
  // An hour before, when its reader could neither move it nor have anything back: they paid three weeks ago.
  await office.on.base.db
    .updateTable('viewings')
    .set({ paid_at: new Date('2026-11-20T00:00:00Z') })
    .where('code', 'in', codes)
    .execute();
  office.clock.now = new Date('2026-12-14T09:30:00Z');
  support = await staff.member('support');
  expect((await to(known(third).id)).error_code).toBe(0);
  expect(await one(by, code)).toMatchObject({ state: 'booked', starts_at: '2026-12-14T12:00:00.000Z' });
  expect(letters(code)).toEqual(['booked', 'rescheduled']);
  const file = known(await services().viewingCalendar(await userOf(code), code, 'vi-vn', office.clock.now));
  expect(file).toMatch(/SEQUENCE:1\r\n/);
  expect(file).toContain('DTSTART:20261214T120000Z');
  expect((await news(by))[0]).toContain('viewing');
  const line = await office.on.base.db.selectFrom('audit_log').select(['actor', 'action']).where('action', '=', 'viewing-moved').execute();
  expect(line).toEqual([{ actor: `staff:${support.id}`, action: 'viewing-moved' }]);
  // Who was not moved has nothing back so late; who was has all of it.
  expect((await other.call(cancelViewingContract, { code: codes[1] })).error_code).toBe(0);
  expect(await one(other, codes[1])).toMatchObject({ state: 'cancelled' });
  expect((await by.call(cancelViewingContract, { code })).error_code).toBe(0);
  expect(await one(by, code)).toMatchObject({ state: 'refunding' });
  expect((await to(known(first).id)).error_code, 'it is over').toBe(422);
});

test('one place is had by one of two who move there at once, and by one of a mover and a booker', async () => {
  const slots = await open('2026-12-11', '10:00 11:00 12:00 13:00');
  const [a, b, c] = [await reader(), await reader(), await reader()];
  const codes = [await bought(a, known(slots[0]).id), await bought(b, known(slots[1]).id)] as const;
  const target = known(slots[2]).id;
  const answers = await Promise.all([
    a.call(moveViewingContract, { code: codes[0], slot: String(target) }),
    b.call(moveViewingContract, { code: codes[1], slot: String(target) }),
    book(c, target),
  ]);
  expect(answers.filter(({ error_code }) => error_code === 0)).toHaveLength(1);
  expect(answers.filter(({ error_code }) => error_code === 422)).toHaveLength(2);
});

test('[R2.147] its reader is reminded a day and an hour before, once however often it is asked, and anew where it was moved', async () => {
  const [first, second] = await open('2026-12-12', '10:00 11:00');
  const by = await reader();
  const code = await bought(by, known(first).id);
  const at = (text: string) => new Date(`2026-12-${text}:00Z`);
  const remind = async (text: string) => {
    office.clock.now = at(text);
    await Promise.all([services().viewings.remind(office.clock.now), services().viewings.remind(office.clock.now)]);
  };
  await remind('11T09:55');
  expect(letters(code)).toEqual(['booked']);
  office.clock.now = at('11T09:56');
  expect((await by.call(moveViewingContract, { code, slot: String(known(second).id) })).error_code).toBe(0);
  await remind('11T11:05');
  await remind('11T11:10');
  await remind('12T10:05');
  await remind('12T10:10');
  await remind('12T11:05');
  expect(letters(code)).toEqual(['booked', 'moved', 'day', 'hour']);
  expect((await news(by)).map((line) => line.split(' ')[0])).toEqual(['viewing-soon', 'viewing-soon', 'viewing', 'viewing']);
  const inChinese = await office.on.call(newsContract, {}, 'zh-cn', { cookie: [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ') });
  expect(inChinese.data.items[0]).toMatchObject({ title: expect.stringContaining('一小时内'), text: expect.stringContaining('北京时间') });
});

test('[R2.147] what was booked within its last day is reminded of an hour before alone; kinds whose mails are not wanted stand in the messages', async () => {
  office.clock.now = new Date('2026-12-13T20:00:00Z');
  support = await staff.member('support');
  const [slot] = await open('2026-12-14', '10:00');
  const by = await reader();
  await by.call(newsChoicesContract, { viewing: 'yes' });
  const code = await bought(by, known(slot).id);
  for (const text of ['2026-12-13T20:05:00Z', '2026-12-14T08:00:00Z', '2026-12-14T09:20:00Z']) await services().viewings.remind(new Date(text));
  expect(letters(code)).toEqual(['booked']);
  expect((await news(by)).map((line) => line.split(' ')[0])).toEqual(['viewing-soon', 'viewing']);
});

test('[R1.38] [R2.147] what a bank disputes is told once for each step, and takes no place; cancelled meanwhile, what comes back goes on to who paid', async () => {
  const [slot] = await open('2026-12-01', '15:00');
  const by = await reader();
  const { code } = (await book(by, known(slot).id)).data;
  const reference = await paid(by, code);
  await hears(reference);
  for (const _ of [1, 2]) await tellDispute(office, reference, 'chargeback');
  expect((await one(by, code)).state).toBe('booked');
  expect((await by.call(newsContract)).data.items.map(({ title }) => title.split(':')[0])).toContain('Your bank is disputing your payment');
  expect(await payments().disputesFor({ kind: 'viewing', code })).toMatchObject([{ state: 'open', reference }]);
  await tellDispute(office, reference, 'chargeback-lost');
  const own = known(await known(office.on.services.people).viewings.ofCode(code));
  expect(await known(office.on.services.people).viewings.backNow(own, office.clock.now), 'what its page says comes back').toBeUndefined();
  // Nothing is there to be sent back: it ends at once.
  expect((await by.call(cancelViewingContract, { code })).error_code).toBe(0);
  expect((await one(by, code)).state).toBe('cancelled');
  await tellDispute(office, reference, 'chargeback-won');
  expect((await one(by, code)).state).toBe('refunding');
  await payments().sendRefunds(office.clock.now);
  expect((await one(by, code)).state).toBe('refunded');
  expect(letters(code)).toEqual(['booked', 'dispute-open', 'dispute-lost', 'cancelled', 'dispute-won', 'refunded']);
});

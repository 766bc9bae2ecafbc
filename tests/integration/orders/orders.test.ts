/** From a lease to a signed contract, by the calls as browsers make them, over a real database. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import { extractText } from 'unpdf';
import type { Contract } from '#lib/api/contract.ts';
import { sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { orderActors, orderEvents, orderGraph, orderStates } from '#lib/features/orders/order.process.rules.ts';
import { useCouponContract } from '#lib/features/coupons/coupons.contract.ts';
import { makeGroupContract } from '#lib/features/groups/groups.contract.ts';
import { bedContract } from '#lib/features/stock/stock.contract.ts';
import { addDays } from '#lib/dates/dates.ts';
import { asId } from '#lib/ids/ids.ts';
import type { TenancyId, UserId } from '#lib/ids/ids.ts';
import { callReader } from '#lib/reader.ts';
import { testNow } from '#tests/factories/houses.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { applicant, applicationDetails, applicationTicks, guarantor, openOrdersDesk, orderView } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { pdf } from '#tests/support/sample-files.ts';
import { userOf } from '#tests/support/paying.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import { whileStuck } from '#tests/support/stuck-row.ts';

let desk: OrdersDesk;
beforeAll(async () => {
  desk = await openOrdersDesk();
});
afterAll(() => desk.office.close());
// What one test leaves under way keeps no bed from the next.
afterEach(async () => {
  await known(desk.office.on.services.people).ordersClock.runClock(new Date(testNow.getTime() + 60 * 86_400_000));
});

const db = () => desk.office.on.base.db;
const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

describe('an application', () => {
  test('[R1.10] [R7.097] [R4.100] is begun, said in parts, sent, looked at and offered; the applicant is told of what others do', async () => {
    const by = await desk.somebody();
    const code = await desk.sent(by);
    for (const act of ['take', 'review', 'offer']) expect((await desk.byStaff(code, act)).status).toBe(200);
    expect(await desk.stateOf(code)).toBe('offered');
    expect(await desk.events(code)).toEqual(['begin applicant', 'submit applicant', 'take staff', 'review staff', 'offer staff']);
    const told = desk.office.letters.filter(({ name, input }) => name === 'order-moved' && input['code'] === code);
    expect(told.map(({ input }) => input['state'])).toEqual(['submitted', 'offered']);
    const kept = await db().selectFrom('orders').select(['sealed', 'deadline', 'id']).where('code', '=', code).executeTakeFirstOrThrow();
    expect([kept.sealed?.includes(applicant.full_name), kept.deadline]).toEqual([false, new Date(testNow.getTime() + 48 * 3_600_000)]);
    const log = await db().selectFrom('audit_log').select('action').where('subject', '=', `order:${kept.id}`).orderBy('id').execute();
    expect(log.map(({ action }) => action)).toEqual(['order-changed', 'order-moved', 'order-moved']);
  });

  test('is sent in fifteen statements at most, with who sends it, the price, the bed, the timeline, the news and the end of it', async () => {
    const { queryCount } = desk.office.on.base.database;
    const by = await desk.somebody();
    const code = await desk.drafted(by);
    const price = await desk.agreed(by, code);
    const before = queryCount();
    expect((await by.call(contracts.submitOrderContract, { code, price, ...applicationTicks })).status).toBe(200);
    // The home may be read anew, and one statement wakes those who count what is left.
    expect(queryCount() - before).toBeLessThanOrEqual(15);
  });

  test('[R7.097] pressed twice, or begun in two tabs, is one', async () => {
    const by = await desk.somebody();
    const [one, other] = await Promise.all([by.call(contracts.beginOrderContract, desk.book()), by.call(contracts.beginOrderContract, desk.book())]);
    expect(one.data.code).toBe(other.data.code);
    const code = await desk.drafted(by);
    expect(code).toBe(one.data.code);
    const price = await desk.agreed(by, code);
    const answers = await Promise.all([1, 2].map(() => by.call(contracts.submitOrderContract, { code, price, ...applicationTicks })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await desk.events(code)).filter((event) => event.startsWith('submit'))).toHaveLength(1);
  });

  test('[R5.26] [R9.18] is for people of sixteen and older on the day they move in, with names of any script', async () => {
    const by = await desk.somebody();
    const { code } = (await by.call(contracts.beginOrderContract, desk.book())).data;
    const [year, rest] = [Number(desk.lease.move_in.slice(0, 4)) - 16, desk.lease.move_in.slice(4)];
    const wrong = (answer: { readonly data: unknown }) => JSON.stringify(answer.data);
    const young = await by.call(contracts.savePersonContract, { code, ...applicant, birth_date: `${year + 1}${rest}` });
    expect([young.status, wrong(young)]).toEqual([422, expect.stringContaining('orders.too_young')]);
    for (const full_name of ['Suharto', "O'Brien", '欧阳娜娜', 'Nguyễn Thị Lan', 'María-José'])
      expect((await by.call(contracts.savePersonContract, { code, ...applicant, full_name, birth_date: `${year}${rest}` })).status).toBe(200);
    // What the contract could only leave out is refused by its name, in every field whose name it prints.
    for (const field of ['full_name', 'own_name']) {
      const gap = await by.call(contracts.savePersonContract, { code, ...applicant, birth_date: `${year}${rest}`, [field]: '阮氏芳草𠮷' });
      expect([gap.status, gap.data]).toMatchObject([422, { fields: [{ name: field, message: 'orders.sign_unprintable', values: { sign: '𠮷' } }] }]);
    }
    const odd = await by.call(contracts.savePersonContract, { code, ...applicant, full_name: 'X Æ A-12' });
    expect([odd.status, odd.data]).toMatchObject([422, { fields: [{ name: 'full_name', message: 'forms.name_sign', values: { sign: '1' } }] }]);
    for (const full_name of ['R2D2', '<b>', '']) expect((await by.call(contracts.savePersonContract, { code, ...applicant, full_name })).status).toBe(422);
  });

  test('[R2.018] [R2.153] is put aside unfinished, and filled in with what was said once; what is missing keeps it from being sent', async () => {
    const by = await desk.somebody();
    await by.call(contracts.saveInformationContract, { full_name: 'Lan', school: 'UCL' });
    const { code } = (await by.call(contracts.beginOrderContract, desk.book())).data;
    const aside = await by.call(contracts.savePersonContract, { code, full_name: 'Lan', later: 'yes' });
    expect(aside.data.next).toBe('list');
    const early = await by.call(contracts.submitOrderContract, { code, price: await desk.agreed(by, code), ...applicationTicks });
    expect([early.status, JSON.stringify(early.data)]).toEqual([422, expect.stringContaining('orders.incomplete')]);
    expect((await by.call(contracts.savePersonContract, { code, ...applicant })).data.next).toBe('details');
    expect((await by.call(contracts.saveDetailsContract, { code, ...applicationDetails })).data.next).toBe('review');
  });

  test('[R2.153] is kept for the next one by a tick alone, beside what was said before', async () => {
    const by = await desk.somebody();
    const kept = async () => known(await known(desk.office.on.services.loaders.orders).information(await orderView(desk, '', by))).values;
    await by.call(contracts.saveInformationContract, { full_name: 'Lan', course: 'Law' });
    await desk.sent(by);
    expect(await kept()).toEqual({ full_name: 'Lan', course: 'Law' });
    const { id } = await desk.anotherRoom(1);
    const { unit_id, move_in, move_out } = await db().selectFrom('tenancies').selectAll().where('id', '=', asId<TenancyId>(id)).executeTakeFirstOrThrow();
    const second = await desk.drafted(by, { unit_id: String(unit_id), tenancy_id: String(id), move_in, move_out });
    const ticks = { ...applicationTicks, keep: 'yes' };
    expect((await by.call(contracts.submitOrderContract, { code: second, price: await desk.agreed(by, second), ...ticks })).status).toBe(200);
    const { full_name, address } = applicant;
    expect(await kept()).toMatchObject({ full_name, mobile: '7700900123', address, course: 'Law', school: applicationDetails.school });
    expect(await kept()).not.toHaveProperty('message');
  });

  test('[R7.097] [R7.111] is not written over by a page that shows what was said before; the same said again is taken', async () => {
    const by = await desk.somebody();
    const { code } = (await by.call(contracts.beginOrderContract, desk.book())).data;
    const save = (roommates: string, seen?: string) =>
      by.call(contracts.saveDetailsContract, { code, ...applicationDetails, roommates, ...(seen ? { seen } : {}) });
    const living = async () => (await by.call(contracts.roommatesContract, { code })).data.items.map(({ name }) => name);
    const former = 'x'.repeat(22);
    expect((await save('Mai')).status).toBe(200);
    const late = await save('An', former);
    expect([late.status, late.data]).toMatchObject([422, { fields: [{ name: 'seen', message: 'orders.changed_elsewhere' }] }]);
    expect(await living()).toEqual(['Mai']);
    // Pressed twice, the second comes with what the page showed before the first.
    expect((await save('Mai', former)).status).toBe(200);
    // A program that has seen no page says what it means.
    expect((await save('An')).status).toBe(200);
    expect(await living()).toEqual(['An']);
  });

  test('[R3.55] for days outside the lease, a lease of another home, or another price than was shown is refused', async () => {
    const by = await desk.somebody();
    for (const wrong of [
      { move_in: '2020-01-01' },
      { move_out: '2040-01-01' },
      { move_out: desk.lease.move_in },
      { unit_id: '999999' },
      { tenancy_id: '999999' },
    ])
      expect((await by.call(contracts.beginOrderContract, desk.book(wrong))).status).toBe(422);
    const code = await desk.drafted(by);
    const forged = await by.call(contracts.submitOrderContract, { code, price: '1 1 GBP', ...applicationTicks });
    expect([forged.status, JSON.stringify(forged.data), await desk.stateOf(code)]).toEqual([422, expect.stringContaining('orders.price_changed'), 'draft']);
    // The answer says the price that is right, and it is the one that is taken.
    const { agreed } = (await by.call(contracts.orderFeesContract, { code })).data;
    expect(JSON.stringify(forged.data)).toContain(`"agreed":"${agreed}"`);
  });

  test('[R7.100] a draft whose price changed meanwhile costs the same by page and by call, and is sent for what the call says', async () => {
    const by = await desk.somebody();
    const code = await desk.drafted(by);
    const before = (await by.call(contracts.orderFeesContract, { code })).data;
    // As an import does: the rent of the lease is another now, and what the draft keeps is of before.
    const { quote } = await db().selectFrom('orders').select('quote').where('code', '=', code).executeTakeFirstOrThrow();
    const stale = JSON.parse(JSON.stringify(quote), (key, value: unknown) =>
      key === 'minor' && typeof value === 'string' ? String(BigInt(value) * 2n) : value,
    ) as typeof quote;
    await sql`update orders set quote = ${JSON.stringify(stale)}::jsonb where code = ${code}`.execute(db());
    const told = (await by.call(contracts.orderFeesContract, { code })).data;
    expect([told.total, told.agreed, before.changed, told.changed]).toEqual([before.total, before.agreed, false, true]);
    expect((await by.call(contracts.submitOrderContract, { code, price: told.agreed, ...applicationTicks })).status).toBe(200);
  });

  test('[R7.097] keeps a bed from when it is sent: who comes after the last one is told, and the bed of who leaves is free', async () => {
    const { stock } = await db().selectFrom('tenancies').select('stock').where('id', '=', desk.lease.id).executeTakeFirstOrThrow();
    const all: (readonly [Browser, string])[] = [];
    for (let at = 0; at < stock; at += 1) {
      const by = await desk.somebody();
      all.push([by, await desk.sent(by)]);
    }
    const late = await desk.somebody();
    const code = await desk.drafted(late);
    const price = await desk.agreed(late, code);
    expect((await late.call(contracts.submitOrderContract, { code, price, ...applicationTicks })).error_code).toBe(10_202);
    expect(await desk.stateOf(code)).toBe('draft');
    const [first] = all;
    if (first) await first[0].call(contracts.cancelOrderContract, { code: first[1] });
    expect((await late.call(contracts.submitOrderContract, { code, price, ...applicationTicks })).data.state).toBe('submitted');
  });

  test('[R7.097] [R7.099] [R3.55] for a lease that is full by now is answered alike at every step, with the line and the other rooms', async () => {
    const { id } = await desk.anotherRoom(1);
    const lease = () => db().updateTable('tenancies').where('id', '=', asId<TenancyId>(id));
    const { unit_id } = await db().selectFrom('tenancies').select('unit_id').where('id', '=', asId<TenancyId>(id)).executeTakeFirstOrThrow();
    const days = { move_in: addDays(desk.lease.move_in, 3), move_out: desk.lease.move_out };
    const room = { unit_id: String(unit_id), tenancy_id: String(id), ...days };
    const by = await desk.somebody();
    const { code } = (await by.call(contracts.beginOrderContract, desk.book(room))).data;
    const elsewhere = await desk.drafted(by);
    const price = await desk.agreed(by, code);
    await lease().set({ stock: 0, feed_stock: 0 }).execute();
    await desk.announced();

    const full = { status: 409, error_code: 10_202, waiting: `/en/houses/waiting-list/${id}`, rooms: `/en/houses/book-rent?houseId=${desk.lease.house_id}` };
    const told = ({ status, error_code, data }: { readonly status: number; readonly error_code: number; readonly data: unknown }) => ({
      status,
      error_code,
      ...(data as object),
    });
    const another = await desk.somebody();
    expect(told(await another.call(contracts.beginOrderContract, desk.book(room))), 'begun').toEqual(full);
    expect(told(await by.call(contracts.savePersonContract, { code, ...applicant })), 'the first part').toEqual(full);
    expect(told(await by.call(contracts.saveDetailsContract, { code, ...applicationDetails })), 'the second').toEqual(full);
    expect(told(await by.call(contracts.submitOrderContract, { code, price, ...applicationTicks })), 'sent').toEqual(full);
    const chosen = { code: elsewhere, unit_id, tenancy_id: id, ...days, plan: 'in-full' } as const;
    expect(told(await by.call(contracts.chooseUnitContract, chosen)), 'chosen').toEqual(full);
    expect(told(await by.call(bedContract, { tenancy_id: String(id), act: 'hold' })), 'held').toEqual(full);
    expect(told(await another.call(makeGroupContract, { ...desk.book(room), place_2: String(id), called: 'Mai' })), 'for two').toEqual(full);

    expect(told(await by.call(useCouponContract, { code, coupon: '' })), 'with a coupon').toEqual(full);
    expect(told(await another.call(makeGroupContract, { ...desk.book(), place_2: String(id), called: 'Mai' })), 'for one of two').toMatchObject(full);

    // Put aside it is kept without a word, and what the provider has closed is let no more.
    expect((await by.call(contracts.savePersonContract, { code, ...applicant, later: 'yes' })).status).toBe(200);
    await lease().set({ status: 'closed' }).execute();
    await desk.announced();
    const closed = await by.call(contracts.submitOrderContract, { code, price, ...applicationTicks });
    expect([closed.status, JSON.stringify(closed.data)]).toEqual([422, expect.stringContaining('orders.not_let')]);

    // What was written while it was full is there when a bed comes free.
    await lease().set({ status: 'open', stock: 1, feed_stock: 1 }).execute();
    await desk.announced();
    expect((await desk.submit(by, code)).data.state).toBe('submitted');

    // Nor is it taken up again where no bed is left.
    await by.call(contracts.cancelOrderContract, { code });
    await lease().set({ stock: 0, feed_stock: 0 }).execute();
    await desk.announced();
    expect(told(await by.call(contracts.againContract, { code })), 'taken up again').toEqual(full);
    expect(told(await by.call(contracts.orderActContract, { code, act: 'again' })), 'taken up again on the page').toEqual(full);
  });

  test('keeps at most five beds from others for one person', async () => {
    const by = await desk.somebody();
    const day = (text: string, days: number): string => new Date(Date.parse(text) + days * 86_400_000).toISOString().slice(0, 10);
    const answers: (string | number)[] = [];
    // One after the other in the same bed: the days of the lease, a week each.
    for (let week = 0; week < 6; week++) {
      const days = { move_in: day(desk.lease.move_in, week * 7), move_out: day(desk.lease.move_in, week * 7 + 7) };
      const code = await desk.drafted(by, days);
      const answer = await by.call(contracts.submitOrderContract, { code, price: await desk.agreed(by, code), ...applicationTicks });
      answers.push(answer.error_code === 0 ? answer.data.state : answer.status);
    }
    expect(answers).toEqual([...Array.from({ length: 5 }, () => 'submitted'), 422]);
  });

  test('[R1.12] of somebody else is as good as none', async () => {
    const [by, other] = [await desk.somebody(), await desk.somebody()];
    const code = await desk.sent(by);
    const calls: readonly Contract[] = [
      contracts.orderFeesContract,
      contracts.refundAskContract,
      contracts.orderContractsContract,
      contracts.certificationGetContract,
      contracts.roommatesContract,
      contracts.againContract,
      contracts.removeOrderContract,
      contracts.cancelOrderContract,
    ];
    for (const call of calls) expect((await other.call(call, { code })).status).toBe(404);
    expect((await other.call(contracts.orderListContract)).data.items).toEqual([]);
    expect((await by.call(contracts.orderFeesContract, { code: '0000-0000' })).status).toBe(404);
  });

  test('[R7.105] [R7.106] [R7.098] is cancelled, taken up again, and taken off the list', async () => {
    const by = await desk.somebody();
    const code = await desk.sent(by);
    expect((await by.call(contracts.removeOrderContract, { code })).status).toBe(409);
    expect((await by.call(contracts.refundAskContract, { code })).data).toEqual({
      code,
      events: [],
      back: null,
      at_once: null,
      proof: [],
      proof_until: null,
      owed_by: 'Loftling',
      token: '',
    });
    expect((await by.call(contracts.cancelOrderContract, { code, back: '100 GBP' })).status).toBe(422);
    expect((await by.call(contracts.cancelOrderContract, { code })).data.state).toBe('cancelled');
    expect((await by.call(contracts.cancelOrderContract, { code })).status).toBe(409);
    const again = (await by.call(contracts.againContract, { code })).data.code;
    expect(again).not.toBe(code);
    // What was said is there again.
    expect((await by.call(contracts.submitOrderContract, { code: again, price: await desk.agreed(by, again), ...applicationTicks })).data.state).toBe(
      'submitted',
    );
    await by.call(contracts.removeOrderContract, { code });
    expect((await by.call(contracts.orderListContract)).data.items.map(({ id }) => id)).toEqual([again]);
  });

  test('[R7.098] that cannot be taken up again says why: with no mail address, which one has to add first', async () => {
    const by = await desk.somebody();
    const code = await desk.sent(by);
    await by.call(contracts.cancelOrderContract, { code });
    const userId = await userOf(by);
    const isTold = async () => {
      const { lease } = desk;
      const reader = callReader(desk.office.on.services.site, { locale: 'en-us', now: desk.office.clock.now });
      const query = new URLSearchParams({ houseId: String(lease.house_id), unitId: String(lease.unit_id), tenancyId: String(lease.id) });
      const visitor = { session: { userId }, staff: undefined } as never;
      const opened = await known(desk.office.on.services.loaders.orders).book({
        ...reader,
        page: { ...reader.page, name: 'book_rent', params: {} },
        query,
        visitor,
      });
      return opened.kind === 'book' && opened.needsEmail;
    };
    expect(await isTold()).toBe(false);
    await db().deleteFrom('user_contacts').where('user_id', '=', userId).execute();
    expect(await isTold(), 'before anything is filled in').toBe(true);
    const calls: readonly (readonly [Contract, string])[] = [
      [contracts.againContract, 'code'],
      [contracts.orderActContract, 'act'],
    ];
    for (const [call, field] of calls) {
      const answer = await by.call(call, { code, act: 'again' });
      expect([answer.status, answer.data]).toEqual([422, { fields: [expect.objectContaining({ name: field, message: 'orders.no_email' })] }]);
    }
  });

  test('[R1.12] a list of many is told in as many statements as a list of one', async () => {
    const { queryCount } = desk.office.on.base.database;
    const by = await desk.somebody();
    const asked = async () => {
      const before = queryCount();
      const { items } = (await by.call(contracts.orderListContract)).data;
      return [items.length, queryCount() - before];
    };
    await desk.drafted(by);
    await asked();
    const [one, few] = await asked();
    for (const days of [7, 14, 21]) await desk.drafted(by, { move_in: addDays(desk.lease.move_in, days), move_out: addDays(desk.lease.move_in, days + 7) });
    expect([one, await asked()]).toEqual([1, [4, few]]);
  });

  test('[R7.108] [R7.109] [R7.110] [R7.111] brings documents, and names roommates', async () => {
    const by = await desk.somebody();
    const code = await desk.drafted(by);
    await by.call(contracts.saveDetailsContract, { code, ...applicationDetails, roommates: 'Mai\nAnn Lee' });
    expect((await by.call(contracts.roommatesContract, { code })).data.items).toEqual([{ name: 'Mai' }, { name: 'Ann Lee' }]);
    const userId = known((await db().selectFrom('orders').select('user_id').where('code', '=', code).executeTakeFirstOrThrow()).user_id);
    const owner = { userId: userId as never, visit: undefined, address: '192.0.2.7' };
    const kept = await known(desk.office.on.services.people).uploads.keep('application', { name: 'pass.pdf', bytes: pdf() }, owner, testNow);
    const file = kept.ok ? kept.value.id : '';
    const foreign = await desk.somebody();
    expect((await foreign.call(contracts.certificationSubmitContract, { code, kind: 'id_document', file })).status).toBe(404);
    expect((await by.call(contracts.certificationSubmitContract, { code, kind: 'id_document', file })).status).toBe(200);
    expect((await by.call(contracts.certificationSubmitContract, { code, kind: 'id_document', file: '00000000-0000-4000-8000-000000000000' })).status).toBe(
      422,
    );
    expect((await by.call(contracts.certificationGetContract, { code })).data.items.map(({ kind, file: id }) => [kind, id])).toEqual([['id_document', file]]);
    // One that takes its place lets it go, and so does the form without it; a file that is gone undoes nothing that was there.
    const { uploads } = known(desk.office.on.services.people);
    const bring = async () => {
      const brought = await uploads.keep('application', { name: 'pass.pdf', bytes: pdf() }, owner, testNow);
      return brought.ok ? brought.value.id : '';
    };
    const isThere = async (id: string) => (await uploads.find(id, owner, new Date(testNow.getTime() + 1))) !== undefined;
    const next = await bring();
    const other = await bring();
    const half = { code, ...applicationDetails, id_document: next, admission_letter: '00000000-0000-4000-8000-000000000000' };
    expect((await by.call(contracts.saveDetailsContract, half)).status).toBe(422);
    expect([await isThere(file), await isThere(next)]).toEqual([true, true]);
    expect((await by.call(contracts.saveDetailsContract, { ...half, admission_letter: other })).status).toBe(200);
    expect([await isThere(file), await isThere(next), await isThere(other)]).toEqual([false, true, true]);
    expect((await by.call(contracts.saveDetailsContract, { code, ...applicationDetails, id_document: next })).status).toBe(200);
    expect([await isThere(next), await isThere(other)]).toEqual([true, false]);
    const last = await bring();
    expect((await by.call(contracts.certificationSubmitContract, { code, kind: 'id_document', file: last })).status).toBe(200);
    expect([await isThere(next), await isThere(last)]).toEqual([false, true]);
    // Staff who see to orders open it, nobody else of the staff, and each time is written down.
    const open = (standing: 'support' | 'editor') =>
      known(desk.office.on.services.people).openFileForStaff(last, { staffId: desk.staff.id, standing }, testNow);
    expect([(await open('editor')) === undefined, (await open('support'))?.name]).toEqual([true, 'pass.pdf']);
    const { id } = await db().selectFrom('orders').select('id').where('code', '=', code).executeTakeFirstOrThrow();
    const seen = await db().selectFrom('audit_log').select(['actor', 'action']).where('subject', '=', `order:${id}`).execute();
    expect(seen).toEqual([{ actor: `staff:${desk.staff.id}`, action: 'file-seen' }]);
    // It lies encrypted, and goes some time after its order is over.
    const stored = await desk.office.on.services.storage.get(`uploads/${last}.pdf`);
    expect([pdf().includes('%PDF'), known(stored).bytes.includes('%PDF')]).toEqual([true, false]);
    expect(known(await open('support')).content.includes('%PDF')).toBe(true);
    const { ordersClock } = known(desk.office.on.services.people);
    const after = (days: number) => new Date(testNow.getTime() + days * 86_400_000);
    expect(await ordersClock.forgetDocuments(after(365))).toBe(0);
    await by.call(contracts.cancelOrderContract, { code });
    expect([await ordersClock.forgetDocuments(after(89)), await ordersClock.forgetDocuments(after(91))]).toEqual([0, 1]);
    expect((await by.call(contracts.certificationGetContract, { code })).data.items).toEqual([]);
    expect(await open('support')).toBeUndefined();
  });

  test('[R7.096] asks by country and by who lets the home', async () => {
    const by = await desk.somebody();
    const { data } = await by.call(contracts.applyTemplateContract, { house_id: desk.lease.house_id });
    const needed = data.parts.flatMap(({ fields }) => fields.filter(({ required }) => required).map(({ name }) => name));
    expect([data.key, needed.includes('guarantor'), needed.includes('full_name')]).toEqual(['uk', true, true]);
  });

  test('[R7.096] asks for a guarantor as the way of paying has it: one who is named for instalments, nobody beside a service', async () => {
    const by = await desk.somebody();
    const code = await desk.drafted(by, { plan: 'instalments' });
    const none = await by.call(contracts.saveDetailsContract, { code, ...applicationDetails });
    expect([none.status, none.data]).toMatchObject([422, { fields: [{ name: 'guarantor', message: 'orders.guarantor_for_plan' }] }]);
    expect((await by.call(contracts.saveDetailsContract, { code, ...applicationDetails, later: 'yes' })).data.next).toBe('list');
    const early = await desk.submit(by, code);
    expect([early.status, JSON.stringify(early.data)]).toEqual([422, expect.stringContaining('orders.incomplete')]);
    expect((await by.call(contracts.saveDetailsContract, { code, ...applicationDetails, ...guarantor })).data.next).toBe('review');
    // The same days paid another way is the same application: who has nobody changes the way, and is asked no more.
    await by.call(contracts.saveDetailsContract, { code, ...applicationDetails, later: 'yes' });
    expect((await by.call(contracts.beginOrderContract, desk.book({ plan: 'guarantor-service' }))).data.code).toBe(code);
    const { guarantor: _, ...others } = applicationDetails;
    expect((await by.call(contracts.saveDetailsContract, { code, ...others })).data.next).toBe('review');
    expect((await desk.submit(by, code)).data.state).toBe('submitted');
  });
});

describe('a contract', () => {
  test('[R7.107] is signed as it was read, and fetched as the file that was made then, by who signed it alone', async () => {
    const [by, other] = [await desk.somebody(), await desk.somebody()];
    const code = await desk.sent(by);
    await desk.byStaff(code, 'offer');
    const people = known(desk.office.on.services.people);
    const owner = async (one: Browser) => asId<UserId>((await one.call(sessionContract)).data.cust_id);
    const order = known(await people.orders.own(await owner(by), code));
    const { text, hash } = known(await people.contractOf(order, desk.office.clock.now));
    expect([text.includes(applicant.full_name), text.includes(order.home.supplier), hash]).toEqual([true, true, sha256(text)]);
    const sign = (of: string) => by.call(contracts.signContractContract, { code, hash: of, name: 'Nguyễn Thị Lan', consent_contract: '2026-11' });
    expect((await sign('0'.repeat(64))).status).toBe(422);
    expect(await sign(hash)).toMatchObject({ status: 200, data: { state: 'to_pay' } });
    const [signed] = (await by.call(contracts.orderContractsContract, { code })).data.contracts;
    expect([signed?.hash, signed?.text, signed?.file]).toEqual([hash, text, `/users/contracts/${code}/${hash}.pdf`]);
    const file = known(await people.contractFile(await owner(by), code, hash));
    const { text: printed } = await extractText(new Uint8Array(file), { mergePages: true });
    const packed = (words: string) => words.normalize('NFC').replaceAll(/\s/g, '');
    for (const part of [applicant.full_name, hash, code]) expect(packed(printed)).toContain(packed(part));
    expect(await people.contractFile(await owner(other), code, hash)).toBeUndefined();
    expect(await people.contractFile(await owner(by), code, '0'.repeat(64))).toBeUndefined();
    const letter = desk.office.letters.findLast(({ name, input }) => name === 'order-moved' && input['code'] === code);
    const [attached, ...others] = letter?.files ?? [];
    const sent = await desk.office.keepers.get(attached?.keeper ?? '')?.(attached?.ref ?? '');
    expect([letter?.input['state'], attached?.name, sent?.equals(file), others]).toEqual(['to_pay', `contract-${code}.pdf`, true, []]);
    const kept = await db().selectFrom('order_contracts').selectAll().where('document_hash', '=', hash).executeTakeFirstOrThrow();
    expect(JSON.stringify(kept)).not.toContain(applicant.full_name);
  });
});

test('[R7.107] a contract is signed in a name of the application alone, that of the passport or one’s own; another is told which it is', async () => {
  const by = await desk.somebody();
  const code = await desk.drafted(by);
  await by.call(contracts.savePersonContract, { code, ...applicant, full_name: 'NGUYEN THI LAN', own_name: '阮氏兰' });
  await desk.submit(by, code);
  await desk.byStaff(code, 'offer');
  const people = known(desk.office.on.services.people);
  const order = known(await people.orders.own(asId<UserId>((await by.call(sessionContract)).data.cust_id), code));
  const { hash } = known(await people.contractOf(order, desk.office.clock.now));
  const sign = (name: string) => by.call(contracts.signContractContract, { code, hash, name, consent_contract: '2026-11' });
  for (const name of ['Mai', 'Lan', 'Nguyen Thi Lan Anh', '阮氏']) {
    const answer = await sign(name);
    expect([answer.status, answer.data]).toEqual([
      422,
      { fields: [{ name: 'name', problem: 'custom', message: 'orders.sign_other_name', values: { name: 'NGUYEN THI LAN' } }] },
    ]);
  }
  expect(await desk.stateOf(code)).toBe('offered');
  expect(await sign('阮氏兰')).toMatchObject({ status: 200, data: { state: 'to_pay' } });
});

describe('staff', () => {
  test('[R4.100] decline with a reason alone, and send back to be changed', async () => {
    const by = await desk.somebody();
    const code = await desk.sent(by);
    expect((await desk.byStaff(code, 'decline')).status).toBe(422);
    const userId = await userOf(by);
    const sentBack = (visitor: unknown = { session: { userId }, staff: undefined }) => {
      const reader = callReader(desk.office.on.services.site, { locale: 'en-us', now: desk.office.clock.now });
      const page = { ...reader.page, name: 'profile_order/rentalDetail', params: {} };
      return known(desk.office.on.services.loaders.orders).sentBack({ ...reader, page, query: new URLSearchParams({ id: code }), visitor: visitor as never });
    };
    expect(await sentBack()).toBeUndefined();
    expect((await desk.byStaff(code, 'return', { note: 'Please add your course.' })).status).toBe(200);
    expect(await desk.stateOf(code)).toBe('draft');
    // Its pages say so with the words of staff until it is sent again, to nobody else.
    expect(await sentBack()).toEqual({ note: 'Please add your course.' });
    expect(await sentBack({ session: { userId: await userOf(await desk.somebody()) }, staff: undefined })).toBeUndefined();
    await by.call(contracts.submitOrderContract, { code, price: await desk.agreed(by, code), ...applicationTicks });
    expect(await sentBack()).toBeUndefined();
    expect((await desk.byStaff(code, 'decline', { note: 'No room of this kind is left.' })).status).toBe(200);
    expect(await desk.stateOf(code)).toBe('cancelled');
    const [last] = desk.office.letters.filter(({ name, input }) => name === 'order-moved' && input['code'] === code).toReversed();
    expect(last?.input).toMatchObject({ state: 'cancelled', note: 'No room of this kind is left.' });
  });

  test('[R4.100] who send back an application hear that its applicant has begun another for the same room and days; both stay as they are', async () => {
    const by = await desk.somebody();
    const code = await desk.sent(by);
    const other = (await by.call(contracts.beginOrderContract, desk.book())).data.code;
    const answer = await desk.byStaff(code, 'return', { note: 'Please add your course.' });
    expect([answer.status, answer.data]).toMatchObject([422, { fields: [{ name: 'act', message: 'orders.staff_other_draft' }] }]);
    expect([await desk.stateOf(code), await desk.stateOf(other)]).toEqual(['submitted', 'draft']);
    await by.call(contracts.removeOrderContract, { code: other });
    expect((await desk.byStaff(code, 'return', { note: 'Please add your course.' })).status).toBe(200);
  });

  test('[R4.100] who offer a lease that its provider has closed are told so; a full one has the bed of who applied', async () => {
    const { id } = await desk.anotherRoom(1);
    const lease = () => db().updateTable('tenancies').where('id', '=', asId<TenancyId>(id));
    const { unit_id } = await db().selectFrom('tenancies').select('unit_id').where('id', '=', asId<TenancyId>(id)).executeTakeFirstOrThrow();
    const code = await desk.sent(await desk.somebody(), { unit_id: String(unit_id), tenancy_id: String(id), move_in: addDays(desk.lease.move_in, 3) });
    await lease().set({ status: 'closed' }).execute();
    await desk.announced();
    const answer = await desk.byStaff(code, 'offer');
    expect([answer.status, answer.data]).toMatchObject([422, { fields: [{ name: 'act', message: 'orders.staff_closed' }] }]);
    expect(await desk.stateOf(code)).toBe('submitted');
    await lease().set({ status: 'open' }).execute();
    await desk.announced();
    expect((await desk.byStaff(code, 'offer')).status).toBe(200);
  });

  test('[R4.100] who offer what waited too long, before the clock has seen it, offer a bed that is there or none', async () => {
    const { id } = await desk.anotherRoom(1);
    const { unit_id } = await db().selectFrom('tenancies').select('unit_id').where('id', '=', asId<TenancyId>(id)).executeTakeFirstOrThrow();
    const wanted = { unit_id: String(unit_id), tenancy_id: String(id), move_in: addDays(desk.lease.move_in, 3) };
    const late = await desk.sent(await desk.somebody(), wanted);
    desk.office.clock.now = new Date(testNow.getTime() + 49 * 3_600_000);
    const taken = await desk.sent(await desk.somebody(), wanted);
    // Sessions of staff last twelve hours.
    const support = await openStaffDesk(desk.office).member('support');
    const act = (code: string, deed: string, note = '') => support.call(contracts.staffOrderContract, { code, act: deed, note });
    expect((await act(late, 'offer')).status, 'it is somebody else’s').toBe(409);
    expect(await desk.stateOf(late)).toBe('submitted');
    await act(taken, 'decline', 'Not this year.');
    expect((await act(late, 'offer')).status, 'and free again').toBe(200);
    desk.office.clock.now = testNow;
    expect(await desk.stateOf(late)).toBe('offered');
  });
});

describe('the clock', () => {
  test('[R4.100] lets an order lapse that nobody went on with', async () => {
    const by = await desk.somebody();
    const code = await desk.sent(by);
    const { ordersClock } = known(desk.office.on.services.people);
    await ordersClock.runClock(new Date(testNow.getTime() + 47 * 3_600_000));
    expect(await desk.stateOf(code)).toBe('submitted');
    await ordersClock.runClock(new Date(testNow.getTime() + 49 * 3_600_000));
    expect(await desk.stateOf(code)).toBe('expired');
  });

  test('goes on with the others where one of them cannot be worked on', async () => {
    const [stuck, well] = [await desk.sent(await desk.somebody()), await desk.sent(await desk.somebody())];
    const { ordersClock } = known(desk.office.on.services.people);
    await whileStuck(db(), 'orders', stuck, async () => {
      await expect(ordersClock.runClock(new Date(testNow.getTime() + 49 * 3_600_000))).rejects.toThrow(/^1 of \d+ failed, the first: a row of ours is broken$/);
    });
    expect([await desk.stateOf(stuck), await desk.stateOf(well)]).toEqual(['submitted', 'expired']);
  });
});

describe('the database', () => {
  test('has the edges of the graph with their times, and no others', async () => {
    const rows = await db().selectFrom('order_edges').selectAll().execute();
    const wanted = orderGraph.flatMap(({ from, event, to, by, time }) => by.map((actor) => `${from} ${event} ${actor} ${to} ${time}`));
    expect(rows.map(({ from_state, event, actor, to_state, timing }) => `${from_state} ${event} ${actor} ${to_state} ${timing}`).toSorted()).toEqual(
      wanted.toSorted(),
    );
  });

  test('[R4.100] refuses every change of state that no edge leads to, whoever asks', async () => {
    const by = await desk.somebody();
    const { code } = (await by.call(contracts.beginOrderContract, desk.book())).data;
    const { id } = await db().selectFrom('orders').select('id').where('code', '=', code).executeTakeFirstOrThrow();
    const edges = new Set(orderGraph.flatMap(({ from, event, to, by: actors }) => actors.map((actor) => `${from} ${event} ${actor} ${to}`)));
    const way = [
      ['draft', 'submitted', 'submit', 'applicant'],
      ['submitted', 'offered', 'offer', 'staff'],
      ['offered', 'signing', 'accept', 'applicant'],
      ['signing', 'to_pay', 'sign', 'applicant'],
      ['to_pay', 'paid', 'pay', 'payment'],
      ['paid', 'confirmed', 'confirm', 'staff'],
      ['confirmed', 'checked_in', 'check-in', 'staff'],
      ['checked_in', 'completed', 'complete', 'clock'],
    ] as const;
    let tried = 0;
    // Along the way to each state every event is tried by everybody, towards every state: each by a statement of its own, within the database.
    for (const [from, state, moved_event, moved_by] of way) {
      const tries = orderEvents.flatMap((event) =>
        orderActors.flatMap((actor) =>
          orderStates.filter((to) => to !== from && !edges.has(`${from} ${event} ${actor} ${to}`)).map((to) => ({ to_state: to, event, actor })),
        ),
      );
      await sql`do ${sql.raw('$$')} declare
          try record;
          refused int := 0;
        begin
          for try in select * from jsonb_to_recordset(${sql.lit(JSON.stringify(tries))}::jsonb) as t(to_state text, event text, actor text) loop
            begin
              update orders set state = try.to_state, moved_event = try.event, moved_by = try.actor where id = ${sql.lit(id)};
              raise exception 'from ${sql.raw(from)} % by % led to %', try.event, try.actor, try.to_state;
            exception when check_violation then refused := refused + 1;
            end;
          end loop;
          if refused <> ${sql.lit(tries.length)} then raise exception '% were refused', refused; end if;
        end ${sql.raw('$$')}`.execute(db());
      tried += tries.length;
      // A stay begins on its first day, and is over after its last.
      const day = moved_event === 'check-in' ? desk.lease.move_in : moved_event === 'complete' ? addDays(desk.lease.move_out, 1) : undefined;
      const moved_at = day === undefined ? testNow : new Date(`${day}T12:00:00Z`);
      await db().updateTable('orders').set({ state, moved_event, moved_by, moved_at }).where('id', '=', id).execute();
    }
    expect([tried > 4_000, await desk.stateOf(code)]).toEqual([true, 'completed']);
  });

  test('keeps the timeline as it was written, and takes what was said with the account', async () => {
    const by = await desk.somebody();
    const code = await desk.drafted(by);
    const { id } = await db().selectFrom('orders').select('id').where('code', '=', code).executeTakeFirstOrThrow();
    await expect(db().updateTable('order_events').set({ note: 'x' }).where('order_id', '=', id).execute()).rejects.toThrow('only takes new rows');
    await expect(db().deleteFrom('order_events').where('order_id', '=', id).execute()).rejects.toThrow('only takes new rows');
    await db().updateTable('orders').set({ user_id: null }).where('id', '=', id).execute();
    expect((await db().selectFrom('orders').select('sealed').where('id', '=', id).executeTakeFirstOrThrow()).sealed).toBeNull();
  });
});

/** A bed is kept while staff look for the money that its payer says is on its way. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newsContract } from '#lib/features/news/news.contract.ts';
import { afterLookHours, lookedDays } from '#lib/features/orders/orders.schema.ts';
import { payContract, voucherContract } from '#lib/features/payments/payments.contract.ts';
import { callReader } from '#lib/reader.ts';
import { testNow } from '#tests/factories/houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk, orderView } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { userOf } from '#tests/support/paying.ts';
import { pdf } from '#tests/support/sample-files.ts';

const hour = 3_600_000;
const day = 24 * hour;
let desk: OrdersDesk;
beforeAll(async () => {
  const accounts = [{ method: 'bank-transfer', currency: 'GBP', lines: { holder: 'Loftling Ltd', iban: 'GB33BUKB20201555555555' } }];
  desk = await openOrdersDesk({ settings: { TRANSFER_ACCOUNTS: JSON.stringify(accounts) } });
});
afterAll(() => desk.office.close());
beforeEach(async () => {
  await people().ordersClock.runClock(new Date(testNow.getTime() + 60 * day));
  desk.office.clock.now = testNow;
});

const people = () => known(desk.office.on.services.people);
const after = (from: Date, ms: number): Date => new Date(from.getTime() + ms);

/** Somebody who is to pay an order and has begun to transfer the money. `deadline`: of the order itself, before anything waits. */
async function transferring() {
  const by = await desk.somebody();
  const userId = await userOf(by);
  const code = await desk.signed(by);
  const ref = { kind: 'order', code } as const;
  const { payment } = (await by.call(payContract, { ...ref, method: 'bank-transfer' })).data;
  const { amount } = known(await people().payments.find(payment)).payment;
  const row = () =>
    desk.office.on.base.db
      .selectFrom('orders')
      .leftJoin('bed_claims', (join) => join.onRef('bed_claims.order_id', '=', 'orders.id').on('released_at', 'is', null))
      .select(['orders.state', 'orders.deadline', 'bed_claims.expires_at'])
      .where('orders.code', '=', code)
      .executeTakeFirstOrThrow();
  /** Until when order and bed wait; the two are one. */
  const keptUntil = async (): Promise<Date | undefined> => {
    const { state, deadline, expires_at } = await row();
    expect(expires_at).toEqual(deadline);
    return state === 'to_pay' ? known(deadline ?? undefined) : undefined;
  };
  const uploaded = async (): Promise<string> => {
    const kept = await people().uploads.keep(
      'voucher',
      { name: 'bank.pdf', bytes: pdf() },
      { userId, visit: undefined, address: '192.0.2.7' },
      desk.office.clock.now,
    );
    if (!kept.ok) throw new Error(kept.reason);
    return kept.value.id;
  };
  const bring = async (): Promise<void> => {
    expect((await by.call(voucherContract, { payment, file: await uploaded() })).status).toBe(200);
  };
  const staff = {
    refuse: (at: Date) => desk.office.on.base.database.transact((tx) => people().payments.refuseTransfer(tx, payment, at)),
    confirm: (minor: bigint, at: Date) =>
      desk.office.on.base.database.transact((tx) => people().payments.confirmTransfer(tx, payment, { ...amount, minor }, at)),
    book: (at: Date) => desk.office.on.base.database.transact((tx) => people().payments.resolve(tx, payment, 'book', at)),
  };
  const dueAt = async () => known((await people().payments.collecting.requestsOf(ref))[0]).dueAt;
  const page = async () => known(await people().loaders.orders.order(await orderView(desk, code, by)));
  return { by, userId, code, ref, payment, amount, deadline: known(await keptUntil()), keptUntil, uploaded, bring, staff, dueAt, page };
}
const run = (at: Date): Promise<number> => people().ordersClock.runClock(at);

describe('[R2.033] a transfer with a proof that waits for staff', () => {
  test('keeps its bed beyond the order’s time, a week at most; pages of the payer and of staff say so', async () => {
    const { by, code, deadline, keptUntil, bring, dueAt, page, payment, ref } = await transferring();
    expect([(await page()).kept, await people().payments.keptUntil(ref)]).toEqual([undefined, undefined]);
    await bring();
    const until = after(deadline, lookedDays * day);
    expect([await keptUntil(), await dueAt(), await people().payments.keptUntil(ref)]).toEqual([until, until, until]);
    expect((await page()).kept).toContain('We’ll hold your room in the meantime');
    expect(known(await people().loaders.orders.staffOrder(await orderView(desk, code))).kept).toContain('is waiting to be checked');
    const { site } = desk.office.on.services;
    const reader = callReader(site, { locale: 'en-us', now: testNow });
    const money = {
      ...reader,
      page: { ...reader.page, name: 'staff_payments', params: { payment } },
      visitor: { staff: { staffId: 1, standing: 'finance' } } as never,
    };
    expect(known(await people().loaders.payments.payment(money)).keeps).toContain('2026');
    const queue = known(await people().loaders.payments.queue({ ...money, query: new URLSearchParams('tab=transfers') }));
    expect(queue.rows.find((one) => one.payment.reference === payment)?.keeps).toContain('2026');
    expect(await desk.events(code)).toContain('transfer-proof applicant');

    await run(after(deadline, 60_000));
    expect(await keptUntil()).toEqual(until);
    // Who has done what they could is not asked to pay.
    await people().ordersClock.remindAll(after(until, -hour));
    expect((await by.call(newsContract)).data.items.some(({ title }) => title.includes('deadline'))).toBe(false);
    await run(after(until, 60_000));
    expect([await desk.stateOf(code), await people().payments.keptUntil(ref)]).toEqual(['expired', undefined]);
  });

  test('another proof gets nobody more days', async () => {
    const { deadline, keptUntil, bring } = await transferring();
    await bring();
    desk.office.clock.now = after(deadline, day);
    await bring();
    expect(await keptUntil()).toEqual(after(deadline, lookedDays * day));
  });

  test('that comes once the time is over keeps nothing', async () => {
    const { deadline, code, bring } = await transferring();
    desk.office.clock.now = after(deadline, 1);
    await bring();
    await run(after(deadline, 60_000));
    expect(await desk.stateOf(code)).toBe('expired');
  });

  test('and is looked for in vain has some hours to be paid otherwise, which the payer is told', async () => {
    const { by, code, deadline, keptUntil, bring, staff, dueAt, page } = await transferring();
    await bring();
    const at = after(deadline, 3 * day);
    await staff.refuse(at);
    const until = after(at, afterLookHours * hour);
    expect([await keptUntil(), await dueAt(), (await page()).kept]).toEqual([until, until, undefined]);
    expect((await by.call(newsContract)).data.items[0]).toMatchObject({ kind: 'order-todo', title: expect.stringContaining('couldn’t find your transfer') });
    expect(desk.office.letters.findLast(({ input }) => input['code'] === code)).toMatchObject({
      name: 'order-deadline',
      input: { until: { at: until.toISOString() } },
    });
    expect(await desk.events(code)).toContain('transfer-unfound staff');
    await run(after(until, -60_000));
    expect(await desk.stateOf(code)).toBe('to_pay');
    await run(after(until, 60_000));
    expect(await desk.stateOf(code)).toBe('expired');
  });

  test('and is looked for in vain early has until the order’s own deadline', async () => {
    const { deadline, keptUntil, bring, staff } = await transferring();
    await bring();
    await staff.refuse(after(deadline, -afterLookHours * hour - 1));
    expect(await keptUntil()).toEqual(deadline);
  });

  test('keeps it on while staff look into another amount; a part that is booked leaves some hours for the rest', async () => {
    const { deadline, keptUntil, bring, staff, amount, page } = await transferring();
    await bring();
    const at = after(deadline, day);
    expect(await staff.confirm(amount.minor / 2n, at)).toMatchObject({ value: 'held' });
    expect(await keptUntil()).toEqual(after(deadline, lookedDays * day));
    await staff.book(at);
    expect([await keptUntil(), (await page()).kept]).toEqual([after(at, afterLookHours * hour), undefined]);
  });

  test('books when the money is there, with the bed it kept', async () => {
    const { deadline, code, bring, staff, amount } = await transferring();
    await bring();
    await run(after(deadline, day));
    expect(await staff.confirm(amount.minor, after(deadline, day))).toMatchObject({ value: 'booked' });
    expect(await desk.stateOf(code)).toBe('paid');
    await run(after(deadline, 30 * day));
    expect(await desk.stateOf(code)).toBe('paid');
  });
});

test('[R2.033] a proof and the clock that come at once: either the order waits with its bed, or neither does', async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    const one = await transferring();
    desk.office.clock.now = after(one.deadline, -1);
    const file = await one.uploaded();
    const [answer] = await Promise.all([one.by.call(voucherContract, { payment: one.payment, file }), run(one.deadline)]);
    expect(answer.status).toBe(200);
    const state = await desk.stateOf(one.code);
    expect(['to_pay', 'expired']).toContain(state);
    const claims = await desk.office.on.base.db
      .selectFrom('bed_claims')
      .innerJoin('orders', 'orders.id', 'bed_claims.order_id')
      .select('expires_at')
      .where('code', '=', one.code)
      .where('released_at', 'is', null)
      .execute();
    expect(claims).toEqual(state === 'to_pay' ? [{ expires_at: after(one.deadline, lookedDays * day) }] : []);
    await run(after(testNow, 60 * day));
    desk.office.clock.now = testNow;
  }
});

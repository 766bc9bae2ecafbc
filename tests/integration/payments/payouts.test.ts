/** Money that is held for providers, and what staff record as passed on, through a booking that is paid. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLedger } from '#lib/features/ledger/ledger.feature.ts';
import { staffPayoutContract } from '#lib/features/payouts/payouts.contract.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId, SupplierId } from '#lib/ids/ids.ts';
import { formatMoney } from '#lib/money/money.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { beginToPay, tellDispute, tellPaid } from '#tests/support/paying.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';

let desk: OrdersDesk;
let finance: StaffBrowser;
let colleague: StaffBrowser;
beforeAll(async () => {
  desk = await openOrdersDesk();
  finance = await openStaffDesk(desk.office).member('finance');
  colleague = await openStaffDesk(desk.office).member('finance');
});
afterAll(() => desk.office.close());

const people = () => known(desk.office.on.services.people);
const balance = async (account: `supplier:${number}` | `deposit:${number}` | 'provider:sandbox') =>
  (await createLedger({ db: desk.office.on.base.db }).service.balance(account, 'GBP')).minor;
const read = async (supplier: number, standing: 'finance' | 'editor' = 'finance') => {
  const reader = { page: { params: { supplier: String(supplier) } }, intl: 'en-GB', visitor: { staff: { staffId: 1, standing } } };
  const { payouts } = people().loaders;
  return { one: await payouts.staffOne(reader as never), all: await payouts.staffList(reader as never) };
};

test('is what students have paid, less what was passed on, never more than that and once for a reference; what goes back later is owed to us', async () => {
  const by = await desk.somebody();
  const code = await desk.signed(by);
  const reference = await beginToPay(desk.office, by, { kind: 'order', code });
  const trial = await balance('provider:sandbox');
  await tellPaid(desk.office, reference);
  const { home } = await desk.office.on.base.db.selectFrom('orders').select('home').where('code', '=', code).executeTakeFirstOrThrow();
  const supplier = asId<SupplierId>((home as { readonly supplierId: number }).supplierId);
  const [rent, deposit] = [-(await balance(`supplier:${supplier}`)), -(await balance(`deposit:${supplier}`))];
  expect([rent > 0n, deposit > 0n]).toEqual([true, true]);
  const shown = await read(supplier);
  expect(shown.all).toMatchObject([
    { supplier: String(supplier), currency: 'GBP', owesUs: false, rent: formatMoney({ minor: rent, currency: 'GBP' }, 'en-GB') },
  ]);
  expect(shown.one?.moved).toMatchObject([{ kind: 'taken', code }]);
  expect(await read(supplier, 'editor')).toEqual({ one: undefined, all: undefined });

  const decimal = (minor: bigint): string => (Number(minor) / 100).toFixed(2);
  type Given = Partial<Record<'rent' | 'deposit' | 'reference' | 'currency', string>>;
  const said = (given: Given) => ({ supplier: String(supplier), currency: 'GBP', rent: '', deposit: '', reference: 'BACS 1', ...given });
  const ask = (given: Given) => colleague.call(staffPayoutContract, said(given));
  const pay = (given: Given) => finance.call(staffPayoutContract, said(given));
  const { now } = desk.office.clock;
  expect((await pay({ rent: '1.00' })).data, 'the stay has not begun').toMatchObject({ fields: [{ message: 'payments.payout_not_begun' }] });
  const { period_from: first } = await desk.office.on.base.db.selectFrom('orders').select('period_from').where('code', '=', code).executeTakeFirstOrThrow();
  desk.office.clock.now = new Date(`${first}T12:00:00Z`);
  finance = await openStaffDesk(desk.office).member('finance');
  colleague = await openStaffDesk(desk.office).member('finance');
  for (const wrong of [
    {},
    { rent: '-5' },
    { rent: 'all' },
    { rent: decimal(rent + 1n) },
    { deposit: decimal(deposit + 1n) },
    { rent: '1.00', currency: 'EUR' },
  ])
    expect((await pay(wrong)).status, JSON.stringify(wrong)).toBe(422);
  expect((await ask({ rent: decimal(rent) })).data).toEqual({ supplier: String(supplier), waits: true });
  expect((await ask({ rent: decimal(rent) })).status, 'the same person is no second one').toBe(422);
  expect(await balance(`supplier:${supplier}`), 'nothing is booked by one person').toBe(-rent);
  const twice = await Promise.all([pay({ rent: decimal(rent) }), pay({ rent: decimal(rent) })]);
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect((await pay({ deposit: '1.00' })).status, 'the reference is known').toBe(422);
  expect((await ask({ deposit: '1.00', reference: 'BACS 2' })).status).toBe(200);
  expect((await pay({ deposit: decimal(deposit), reference: 'BACS 2' })).data.waits, 'other words are another ask').toBe(true);
  expect((await ask({ deposit: decimal(deposit), reference: 'BACS 2' })).data.waits).toBe(false);
  expect([await balance(`supplier:${supplier}`), await balance(`deposit:${supplier}`)]).toEqual([0n, 0n]);
  const fees = (await balance('provider:sandbox')) - trial;
  expect(fees >= 0n).toBe(true);
  const after = await read(supplier);
  expect(after.all).toEqual([]);
  expect(after.one?.moved.map(({ kind, code: name }) => [kind, name])).toEqual([
    ['out', 'BACS 2'],
    ['out', 'BACS 1'],
    ['taken', code],
  ]);
  expect(after.one?.paid.map((one) => one.reference)).toEqual(['BACS 2', 'BACS 1']);

  await tellDispute(desk.office, reference, 'chargeback');
  expect((await read(supplier)).all).toMatchObject([{ owesUs: true }]);
  expect((await pay({ rent: '1.00', reference: 'BACS 3' })).status).toBe(422);
  const audited = await desk.office.on.base.db.selectFrom('audit_log').select('action').where('action', '=', 'payout-recorded').execute();
  expect(audited).toHaveLength(2);
  desk.office.clock.now = now;
});

test('orders and payments are exported by those who see to them alone, each time written down, and name nobody', async () => {
  const by = await desk.somebody();
  const code = await desk.signed(by);
  const reference = await beginToPay(desk.office, by, { kind: 'order', code });
  await tellPaid(desk.office, reference);
  const member = (standing: 'support' | 'finance' | 'editor') => ({ staffId: asId<StaffId>(1), standing });
  const text = async (pieces: AsyncGenerator<string> | undefined): Promise<string> => {
    let all = '';
    for await (const piece of known(pieces)) all += piece;
    return all;
  };
  const { ordersCsv, paymentsCsv } = people();
  const query = (asked: string) => new URLSearchParams(asked);
  const orders = await text(await ordersCsv.export(query('state=paid'), member('support')));
  const rows = orders.split('\r\n');
  expect(rows[0]).toBe('\uFEFFcode,state,home,provider,from,to,price,currency,language,staff,begun_at,until,breaks');
  expect(rows.find((row) => row.startsWith(code))).toMatch(/,paid,\d+,[^,]+,\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d,\d+\.\d\d,GBP,/);
  expect(await text(await ordersCsv.export(query('state=draft'), member('support')))).not.toContain(code);
  const payments = await text(await paymentsCsv.export(query(''), member('finance')));
  expect(payments).toContain(`${reference},order,${code},sandbox,card,succeeded,GBP,`);
  expect(`${orders}${payments}`).not.toMatch(/Nguy|@example|Elm/);
  expect([await ordersCsv.export(query(''), member('editor')), await paymentsCsv.export(query(''), member('support'))]).toEqual([undefined, undefined]);
  const written = await desk.office.on.base.db
    .selectFrom('audit_log')
    .select('action')
    .where('action', 'in', ['orders-exported', 'payments-exported'])
    .execute();
  expect(written).toHaveLength(3);
});

/** The other side of contracts: who a provider is in law, and who a student asks. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askQuestionContract } from '#lib/features/enquiries/enquiries.contract.ts';
import { askConsentVersion } from '#lib/features/enquiries/enquiries.schema.ts';
import { supplierPartyContract } from '#lib/features/supplier-parties/supplier-parties.contract.ts';
import { asId } from '#lib/ids/ids.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import { testNow } from '#tests/factories/houses.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk, orderView } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { beginToPay, tellPaid, userOf } from '#tests/support/paying.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';

let desk: OrdersDesk;
let finance: StaffBrowser;
let supplier: SupplierId;
beforeAll(async () => {
  desk = await openOrdersDesk();
  finance = await openStaffDesk(desk.office).member('finance');
  const { supplier_id } = await db().selectFrom('houses').select('supplier_id').where('id', '=', asId(desk.lease.house_id)).executeTakeFirstOrThrow();
  supplier = asId(supplier_id);
});
afterAll(() => desk.office.close());

const db = () => desk.office.on.base.db;
const people = () => known(desk.office.on.services.people);
const party = {
  legal_name: 'Red Kettle Lettings Ltd',
  registration: 'Companies House 01234567',
  address: '3 Loom Street, London E1 6AN',
  email: 'lettings@kettle.example',
  phone: '+44 20 7946 0123',
  arrival: 'Reception 09:00 to 18:00.\nLater: key safe at the gate.',
};
const say = (more: Partial<Record<keyof typeof party | 'supplier', string>> = {}, by: StaffBrowser = finance) =>
  by.call(supplierPartyContract, { supplier: String(supplier), ...party, ...more });
const sampled = (isSample: boolean) => db().updateTable('suppliers').set({ is_sample: isSample }).where('id', '=', supplier).execute();

describe('who a provider is in law', () => {
  test('is said by those who see to money; each version stays, encrypted, with who said it', async () => {
    const support = await openStaffDesk(desk.office).member('support');
    expect((await say({}, support)).status).toBe(404);
    expect((await say({ supplier: '999999' })).status).toBe(404);
    for (const wrong of [
      { legal_name: ' ' },
      { address: '' },
      { email: 'nobody' },
      { phone: '020 7946 0123' },
      { phone: '+44 12' },
      { phone: `+44 ${'1'.repeat(20)}` },
    ])
      expect((await say(wrong)).status, JSON.stringify(wrong)).toBe(422);
    const rows = () => db().selectFrom('supplier_parties').selectAll().where('supplier_id', '=', supplier).orderBy('id').execute();
    expect(await rows()).toEqual([]);
    expect((await say()).status).toBe(200);
    expect((await say()).status).toBe(200);
    const [row, ...more] = await rows();
    expect(more).toEqual([]);
    expect(row).toMatchObject({ set_by: finance.id });
    expect(row?.sealed).not.toContain('Kettle');
    await expect(sql`update supplier_parties set sealed = 'x' where id = ${known(row).id}`.execute(db())).rejects.toThrow(/only takes new rows/);
    await expect(sql`delete from supplier_parties where id = ${known(row).id}`.execute(db())).rejects.toThrow(/only takes new rows/);
    const letters = () => desk.office.letters.filter(({ name }) => name === 'supplier-party').map(({ to, input }) => [to, input['changed']]);
    expect(letters(), 'there was nobody to tell').toEqual([]);
    await say({ registration: 'Companies House 07654321' });
    expect(letters()).toEqual([[party.email, ['registration']]]);
    expect(await rows()).toHaveLength(2);
    const page = async (role: string) => ({
      ...((await orderView(desk, '')) as object),
      visitor: { staff: { staffId: finance.id, standing: role } },
      page: { params: { supplier: String(supplier) } },
    });
    const shown = await people().loaders.supplierParties.one((await page('finance')) as never);
    expect(shown).toMatchObject({ isKnown: true, values: { legal_name: party.legal_name, registration: 'Companies House 07654321', arrival: party.arrival } });
    expect(await people().loaders.supplierParties.one((await page('support')) as never)).toBeUndefined();
    const { rows: audit } = await sql<{ data: unknown }>`select data from audit_log where action = 'provider-party-changed' order by id`.execute(db());
    expect(audit).toEqual([{ data: { fields: 6 } }, { data: { fields: 1 } }]);
  });

  test('is told where they were reached before, whatever it is changed to', async () => {
    await db().insertInto('supplier_contacts').values({ supplier_id: supplier, email: 'links@kettle.example', locale: 'zh-cn', set_at: testNow }).execute();
    const before = desk.office.letters.length;
    await say({ email: 'elsewhere@other.example', phone: '+44 20 7946 0199' });
    const told = desk.office.letters.slice(before).filter(({ name }) => name === 'supplier-party');
    expect(told.map(({ to, locale, input }) => [to, locale, input['changed']])).toEqual([
      [party.email, 'zh-cn', ['registration', 'email', 'phone']],
      ['links@kettle.example', 'zh-cn', ['registration', 'email', 'phone']],
    ]);
    await say();
    expect(desk.office.letters.at(-1)?.to).toBe('links@kettle.example');
  });
});

describe('a contract', () => {
  test('names the provider in law, the home with its postal code, and is not offered for a provider nobody has named', async () => {
    const by = await desk.somebody();
    const code = await desk.sent(by);
    await sampled(false);
    const other = await db()
      .insertInto('suppliers')
      .values({ slug: 'nobody-known', name: 'Nobody Known', kind: 'operator', verified_on: null, is_sample: false })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db().updateTable('houses').set({ supplier_id: other.id }).where('id', '=', asId(desk.lease.house_id)).execute();
    await desk.announced();
    const refused = await desk.byStaff(code, 'offer');
    expect(refused).toMatchObject({ status: 422 });
    expect(JSON.stringify(refused)).toContain('staff_no_party');
    expect(await desk.stateOf(code)).not.toBe('offered');
    await say({ supplier: String(other.id) });
    expect((await desk.byStaff(code, 'offer')).status).toBe(200);
    const { orders, contractOf } = people();
    const order = known(await orders.own(await userOf(by), code));
    const document = JSON.stringify(known(await contractOf(order, desk.office.clock.now)).blocks);
    for (const said of [party.legal_name, party.registration, party.address, party.email, party.phone]) expect(document).toContain(said);
    const { postal_code } = await db().selectFrom('houses').select('postal_code').where('id', '=', asId(desk.lease.house_id)).executeTakeFirstOrThrow();
    expect(document).toContain(known(postal_code));
  });
});

describe('an order', () => {
  test('[R2.154] tells its student who to ask once there is a contract, and how to get in once it is paid', async () => {
    const by = await desk.somebody();
    const { loaders } = people();
    const seen = async (code: string) => known(await loaders.orders.order(await orderView(desk, code, by)));
    const code = await desk.signed(by);
    expect((await seen(code)).toAsk).toMatchObject({ party: { legalName: party.legal_name, email: party.email }, arrival: [], isPaid: false });
    await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
    expect((await seen(code)).toAsk).toMatchObject({ isPaid: true, arrival: ['Reception 09:00 to 18:00.', 'Later: key safe at the gate.'] });
    const [home] = known(await loaders.orders.booked(await orderView(desk, '', by)));
    expect(home?.toAsk.party?.phone).toBe(party.phone);
    expect(home?.toAsk.askPath).toContain(`order=${code}`);
  });

  test('a question about an order is found there by its student and by staff, and nobody asks about another one', async () => {
    const [by, other] = [await desk.somebody(), await desk.somebody()];
    const { loaders } = people();
    const code = await desk.signed(by);
    const opened = known(await loaders.enquiries.ask(await orderView(desk, code, by, `order=${code}`)));
    expect(opened).toMatchObject({ order: code, house: { id: desk.lease.house_id }, values: { order_code: code } });
    const foreign = await loaders.enquiries.ask(await orderView(desk, code, other, `order=${code}`));
    expect(foreign).toMatchObject({ order: '', values: { order_code: '' } });
    const ask = (who: Browser, order: string) =>
      who.call(askQuestionContract, {
        firstname: 'Mai',
        lastname: 'Nguyen',
        email: '',
        country_code: 'GB',
        mobile: '7700900123',
        content: 'May I arrive at night?',
        order_code: order,
        consent_terms: askConsentVersion,
        consent_report: askConsentVersion,
      });
    expect((await ask(other, code)).status).toBe(404);
    expect((await ask(by, '0000-0000')).status).toBe(404);
    const { data } = await ask(by, code);
    const shown = known(await loaders.orders.order(await orderView(desk, code, by)));
    expect(shown.toAsk?.asked).toEqual([expect.objectContaining({ state: 'new', path: expect.stringContaining(data.reference) })]);
    const { id, house_id, order_code } = await db().selectFrom('enquiries').selectAll().where('reference', '=', data.reference).executeTakeFirstOrThrow();
    expect({ house_id, order_code }).toEqual({ house_id: desk.lease.house_id, order_code: code });
    const visitor = { staff: { staffId: desk.staff.id, standing: 'support' } } as never;
    const thread = await loaders.desk.thread(visitor, String(id), { now: desk.office.clock.now, locale: 'en-us' }, { translate: false });
    expect(thread?.enquiry.orderCode).toBe(code);
  });
});

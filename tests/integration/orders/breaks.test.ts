/** Quotes that ask for more than the law of the place allows: staff see it, say so before they offer, and pages choose another plan where there is one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import type { View } from '#lib/view.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, StaffId } from '#lib/ids/ids.ts';
import { callReader } from '#lib/reader.ts';
import { testNow } from '#tests/factories/houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';

let desk: OrdersDesk;
beforeAll(async () => {
  desk = await openOrdersDesk();
});
afterAll(() => desk.office.close());

/** Makes the home a private letting in England: more than a month of rent in advance is not to be asked for. */
async function letPrivately(): Promise<void> {
  await db().updateTable('houses').set({ house_type: 'house' }).where('id', '=', asId<HouseId>(desk.lease.house_id)).execute();
  await desk.announced();
}
const people = () => known(desk.office.on.services.people);
const db = () => desk.office.on.base.db;
/** What a page shows to somebody; without words of theirs, to a member of the staff. */
function view(page: { readonly name: string; readonly params?: Readonly<Record<string, string>> }, query: string, staff?: StaffId): View {
  const { site } = desk.office.on.services;
  const reader = callReader(site, { locale: 'en-us', now: testNow });
  const visitor = { session: undefined, staff: staff && { staffId: staff, standing: 'support' } };
  return { ...reader, paths: site.paths('en-us'), page: { ...reader.page, params: {}, ...page }, query: new URLSearchParams(query), visitor } as never;
}
const member = async () => asId<StaffId>((await db().selectFrom('staff_members').select('id').orderBy('id').executeTakeFirstOrThrow()).id);
const offer = (code: string, more: Readonly<Record<string, string>> = {}) => desk.staff.call(contracts.staffOrderContract, { code, act: 'offer', ...more });

describe('a quote that breaks a rule of the place', () => {
  test('is marked for staff, and offered only by who says that they have seen which', async () => {
    await letPrivately();
    const by = await desk.somebody();
    const code = await desk.sent(by);
    const staff = await member();
    const queue = known(await people().loaders.orders.queue(view({ name: 'staff_orders' }, 'state=submitted', staff)));
    expect(queue.rows.find((row) => row.code === code)?.breaks).toBe('rent in advance');
    const shown = known(await people().loaders.orders.staffOrder(view({ name: 'staff_order', params: { order: code } }, '', staff)));
    expect(shown.rules).toEqual(['rent-in-advance']);

    let csv = '';
    const exported = await people().ordersCsv.export(new URLSearchParams('state=submitted'), { staffId: staff, standing: 'support' });
    for await (const piece of known(exported)) csv += piece;
    expect(csv.split('\r\n').find((row) => row.startsWith(code))).toMatch(/,rent-in-advance$/);

    const refused = await offer(code);
    expect([refused.status, JSON.stringify(refused.data)]).toEqual([422, expect.stringContaining('orders.breaks_unseen')]);
    expect((await offer(code, { seen_deposit: 'yes' })).status, 'another rule than the one it breaks').toBe(422);
    expect(await desk.stateOf(code)).toBe('submitted');
    expect((await offer(code, { seen_rent_in_advance: 'yes' })).status).toBe(200);
    expect((await desk.events(code)).slice(-2)).toEqual(['offer staff', 'breaks-seen staff']);

    const after = known(await people().loaders.orders.staffOrder(view({ name: 'staff_order', params: { order: code } }, '', staff)));
    expect(after.timeline.at(-1)).toMatchObject({ event: 'breaks-seen', note: 'rent in advance', isInternal: true });
    expect(after.rules, 'it is offered already').toEqual([]);
    const { id } = await db().selectFrom('orders').select('id').where('code', '=', code).executeTakeFirstOrThrow();
    const audited = await db().selectFrom('audit_log').select('data').where('subject', '=', `order:${id}`).where('action', '=', 'order-changed').execute();
    expect(audited.map(({ data }) => data)).toEqual([{ deed: 'breaks-seen' }]);
    // It is not for who applied.
    const own = await people().orders.own(
      known((await db().selectFrom('orders').select('user_id').where('code', '=', code).executeTakeFirstOrThrow()).user_id) as never,
      code,
    );
    expect((await people().orders.timeline(known(own))).filter(({ isInternal }) => !isInternal).map(({ event }) => event)).not.toContain('breaks-seen');
  });

  test('one that breaks none is neither marked nor asked about', async () => {
    await letPrivately();
    const by = await desk.somebody();
    const code = await desk.sent(by, { plan: 'instalments' });
    const queue = known(await people().loaders.orders.queue(view({ name: 'staff_orders' }, 'state=submitted', await member())));
    expect(queue.rows.find((row) => row.code === code)?.breaks).toBe('');
    expect((await offer(code)).status).toBe(200);
    expect((await desk.events(code)).at(-1)).toBe('offer staff');
  });

  test('is said where the page of booking asks for the way of paying, and no way is chosen beforehand', async () => {
    await letPrivately();
    const asked = `houseId=${desk.lease.house_id}&unitId=${desk.lease.unit_id}&tenancyId=${desk.lease.id}`;
    const opened = await people().loaders.orders.book(view({ name: 'book_rent' }, asked));
    if (opened.kind !== 'book') throw new Error(opened.kind);
    expect(opened.quotes.map(({ plan, breaks }) => [plan, breaks.length > 0])).toEqual([
      ['in-full', true],
      ['instalments', false],
      ['guarantor-service', false],
    ]);
    expect(opened.values).not.toHaveProperty('plan');
    const field = opened.definition.fields.find(({ name }) => name === 'plan');
    const notes = field?.kind === 'radio' ? field.choices.map(({ note }) => (typeof note === 'object' && 'given' in note ? note.given : '')) : [];
    expect(notes.map((note) => note.includes('more than the local law'))).toEqual([true, false, false]);
  });
});

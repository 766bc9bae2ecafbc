/** Orders of tests: a lease that is let, people who apply for it, and somebody of the staff who sees to them. */
import { expect } from 'vitest';
import type { StaffRole } from '#lib/access.ts';
import { addDays } from '#lib/dates/dates.ts';
import { announceChange } from '#lib/db/database.ts';
import { seenFields } from '#lib/features/orders/application-forms.schema.ts';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { callReader } from '#lib/reader.ts';
import { homesInLondon } from '#tests/factories/houses.ts';
import { openAccountsDesk } from './accounts-desk.ts';
import type { AccountsDesk, Browser } from './accounts-desk.ts';
import { testDatabase } from './database.ts';
import { known } from './list-pages.ts';
import { userOf } from './paying.ts';
import { openStaffDesk } from './staff-desk.ts';
import type { StaffBrowser } from './staff-desk.ts';

type Lease = { readonly id: number; readonly house_id: number; readonly unit_id: number; readonly move_in: string; readonly move_out: string };
type Said = Readonly<Record<string, string>>;

export const applicant = {
  full_name: 'Nguyễn Thị Lan',
  birth_date: '2005-05-05',
  nationality: 'Vietnam',
  mobile: '7700 900-123',
  mobile_country: 'GB',
  address: '1 Elm Road, Leeds',
} as const;
export const applicationDetails = { school: 'UCL', guarantor: 'none', emergency_name: '欧阳娜娜', message: 'A quiet room, please.' } as const;
/** Who stands for who pays in instalments. */
export const guarantor = { guarantor: 'person', guarantor_name: 'Ann Lee', guarantor_email: 'ann@example.org' } as const;
export const applicationTicks = { consent_true: '2026-12', consent_share: '2026-12' } as const;

export type OrdersDesk = Awaited<ReturnType<typeof openOrdersDesk>>;

/** As `openAccountsDesk`, over homes of its own. */
type Options = Pick<NonNullable<Parameters<typeof openAccountsDesk>[0]>, 'settings' | 'secret' | 'now' | 'open' | 'onLetter'>;

export async function openOrdersDesk(options: Options = {}) {
  const homes = homesInLondon(25);
  const office: AccountsDesk = await openAccountsDesk(
    options.open ? { ...options, fill: async (base) => void (await homes.fill(base)) } : { ...options, open: () => testDatabase(homes) },
  );
  const { db } = office.on.base;
  const staff: StaffBrowser = await openStaffDesk(office).member('support');
  const lease: Lease = await db
    .selectFrom('tenancies')
    .innerJoin('houses', 'houses.id', 'tenancies.house_id')
    .innerJoin('units', 'units.id', 'tenancies.unit_id')
    .select(['tenancies.id', 'tenancies.house_id', 'tenancies.unit_id', 'tenancies.move_in', 'tenancies.move_out'])
    .where('houses.category', '=', 'rent')
    .where('houses.status', '=', 'open')
    .where('units.status', '=', 'open')
    .where('tenancies.status', '=', 'open')
    .where('tenancies.move_in', '>', '2027-01-01')
    .where('tenancies.stock', '>', 0)
    .orderBy('tenancies.stock', 'desc')
    .orderBy('tenancies.id')
    .executeTakeFirstOrThrow();
  let [people, rooms, notices] = [0, 0, 0];
  const heard = new Set<string>();
  await office.on.base.database.onChange((tags) => tags.forEach((tag) => heard.add(tag)));

  const book = (more: Said = {}) => ({
    house_id: String(lease.house_id),
    unit_id: String(lease.unit_id),
    tenancy_id: String(lease.id),
    move_in: lease.move_in,
    move_out: lease.move_out,
    plan: 'in-full',
    ...more,
  });
  /** Whatever rules a quote breaks, who offers it says that they have seen them. */
  const seen = Object.fromEntries(Object.values(seenFields).map((name) => [name, 'yes']));
  /** Notes that the provider has signed the contract on paper: nothing else is confirmed. */
  const signedOnPaper = (code: string) =>
    staff.call(contracts.staffOrderContract, { code, act: 'provider-paper', paper_name: 'Ann Lee, lettings manager', paper_on: '2026-11-01' });
  let finance: Promise<StaffBrowser> | undefined;
  /** By whom of the staff something is done: those who see to money say what a provider has or has sent back. */
  const memberFor = (act: string): Promise<StaffBrowser> | StaffBrowser =>
    act === 'supplier-paid' || act === 'supplier-returned' ? (finance ??= openStaffDesk(office).member('finance')) : staff;
  async function byStaff(code: string, act: string, more: Said = {}) {
    if (act === 'confirm') await signedOnPaper(code);
    return (await memberFor(act)).call(contracts.staffOrderContract, { code, act, ...(act === 'offer' ? seen : {}), ...more });
  }

  /** The price as the page of review carries it. */
  async function agreed(by: Browser, code: string): Promise<string> {
    const { total, dues, collects } = (await by.call(contracts.orderFeesContract, { code })).data;
    const minor = (text: string) => text.replace('.', '').replace(/^0+(?=\d)/, '');
    return `${minor(total.amount)} ${minor(known(dues.find(({ on }) => on === 'booking')).price.amount)} ${total.abbr}${collects === 'supplier' ? ' supplier' : ''}`;
  }

  async function drafted(by: Browser, more?: Said): Promise<string> {
    const { code } = (await by.call(contracts.beginOrderContract, book(more))).data;
    await by.call(contracts.savePersonContract, { code, ...applicant });
    await by.call(contracts.saveDetailsContract, { code, ...applicationDetails, ...(more?.['plan'] === 'instalments' ? guarantor : {}) });
    return code;
  }

  const submit = async (by: Browser, code: string) => by.call(contracts.submitOrderContract, { code, price: await agreed(by, code), ...applicationTicks });

  async function sent(by: Browser, more?: Said): Promise<string> {
    const code = await drafted(by, more);
    const { data, message } = await submit(by, code);
    if (data?.state !== 'submitted') throw new Error(message);
    return code;
  }

  /** Has what was written about the home of the lease read anew. */
  async function announced(): Promise<void> {
    const notice = `test:${(notices += 1)}`;
    await db.transaction().execute((tx) => announceChange(tx, [`house:${lease.house_id}`, notice]));
    // Postgres tells by another connection, which may be later than the next request.
    await expect.poll(() => heard.has(notice), { interval: 5 }).toBe(true);
  }

  /** Has somebody say on the first day of their stay, at noon there, that they have moved in. Sessions know nothing of that day: no call is made. */
  async function movesIn(by: Browser, code: string): Promise<void> {
    const { orders } = known(office.on.services.people);
    const userId = await userOf(by);
    const { from } = known(await orders.own(userId, code));
    const moved = await orders.act(userId, code, 'check-in', new Date(`${from}T12:00:00Z`));
    if (!moved.ok) throw new Error(moved.reason);
  }

  return {
    office,
    movesIn,
    staff,
    lease,
    announced,
    book,
    byStaff,
    signedOnPaper,
    agreed,
    drafted,
    submit,
    sent,
    /** Another room of the home with so many beds, let from three days after the lease begins (`id`), and once more after it ends (`elsewhen`). */
    async anotherRoom(stock: number): Promise<{ readonly id: number; readonly elsewhen: number }> {
      const { id: _unit, ...unit } = await db.selectFrom('units').selectAll().where('id', '=', lease.unit_id).executeTakeFirstOrThrow();
      const { id: _lease, ...terms } = await db.selectFrom('tenancies').selectAll().where('id', '=', lease.id).executeTakeFirstOrThrow();
      const ref = `room-${(rooms += 1)}`;
      const { id: unitId } = await db
        .insertInto('units')
        .values({ ...unit, ref, name: 'Classic Studio', rooms: JSON.stringify(unit.rooms) })
        .returning('id')
        .executeTakeFirstOrThrow();
      const of = { ...terms, unit_id: unitId, stock, feed_stock: stock };
      const [soon, later] = await db
        .insertInto('tenancies')
        .values([
          { ...of, ref, move_in: addDays(lease.move_in, 3) },
          { ...of, ref: `${ref}-later`, move_in: lease.move_out, move_out: addDays(lease.move_out, 300) },
        ])
        .returning('id')
        .execute();
      await announced();
      return { id: known(soon).id, elsewhen: known(later).id };
    },

    somebody: (): Promise<Browser> => office.registered(`applicant${(people += 1)}@example.org`),
    stateOf: async (code: string) => (await db.selectFrom('orders').select('state').where('code', '=', code).executeTakeFirstOrThrow()).state,

    /** What happened to an order, and by whom. */
    async events(code: string): Promise<readonly string[]> {
      const rows = await db
        .selectFrom('order_events')
        .innerJoin('orders', 'orders.id', 'order_id')
        .select(['event', 'actor'])
        .where('code', '=', code)
        .orderBy('order_events.id')
        .execute();
      return rows.map(({ event, actor }) => `${event} ${actor}`);
    },

    /** One that was offered and signed, and is to be paid. */
    async signed(by: Browser, more?: Said): Promise<string> {
      const code = await sent(by, more);
      await byStaff(code, 'offer');
      const { orders, contractOf } = known(office.on.services.people);
      const order = known(await orders.own(await userOf(by), code));
      const { hash } = known(await contractOf(order, office.clock.now));
      const answer = await by.call(contracts.signContractContract, { code, hash, name: applicant.full_name, consent_contract: '2026-11' });
      if (answer.data?.state !== 'to_pay') throw new Error(answer.message);
      return code;
    },
  };
}

/** What a page of an order is shown with. @param by who looks; somebody of the staff without */
export async function orderView({ office }: OrdersDesk, code: string, by?: Browser, query = '', standing: StaffRole = 'support') {
  const { site } = office.on.services;
  const reader = callReader(site, { locale: 'en-us', now: office.clock.now });
  const staff = { staffId: 1, standing };
  return {
    ...reader,
    paths: site.paths('en-us'),
    page: { ...reader.page, params: { code, order: code } },
    query: new URLSearchParams(query),
    visitor: by ? { session: { userId: await userOf(by) }, staff: undefined } : { staff },
  } as never;
}

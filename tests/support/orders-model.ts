/**
 * Orders, holds, payments and the clock, driven together by commands of fast-check. The model knows no more than who has which order;
 * what may come of a command the graph says, and after each one the whole is looked at: whatever was answered, it must hold.
 */
import fc from '#tests/support/properties.ts';
import { sql } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import { orderGraph } from '#lib/features/orders/order.process.rules.ts';
import type { OrderActor, OrderEdge, OrderState } from '#lib/features/orders/order.process.rules.ts';
import { isBooked, keepsBed, priceText } from '#lib/features/orders/orders.rules.ts';
import { asId } from '#lib/ids/ids.ts';
import type { TenancyId, UserId } from '#lib/ids/ids.ts';
import { saveDetailsContract, savePersonContract, signContractContract } from '#lib/features/orders/orders.contract.ts';
import { supplierTermsContract } from '#lib/features/supplier-terms/supplier-terms.contract.ts';
import { groupActContract, joinGroupContract, makeGroupContract } from '#lib/features/groups/groups.contract.ts';
import { testNow } from '#tests/factories/houses.ts';
import type { Browser } from './accounts-desk.ts';
import { known } from './list-pages.ts';
import { applicant, applicationDetails } from './orders-desk.ts';
import type { OrdersDesk } from './orders-desk.ts';
import { openStaffDesk } from './staff-desk.ts';
import type { StaffBrowser } from './staff-desk.ts';
import { beginToPay, paymentsOf, tellDispute, tellPaid, userOf } from './paying.ts';

const hour = 3_600_000;
type Person = { readonly by: Browser; readonly userId: UserId };
type Real = {
  readonly desk: OrdersDesk;
  readonly people: readonly Person[];
  readonly finance: StaffBrowser;
  readonly supplier: string;
  /** The lease of the desk, and one of another room of its home that a group may have beside it. */
  readonly leases: readonly [string, string];
};
/** Codes of orders, each with the place of who made it, and references of payments that were begun. */
type Model = {
  readonly orders: { readonly code: string; readonly person: number }[];
  readonly payments: string[];
  /** Each with the lease of each of its places. */
  readonly groups: { readonly code: string; readonly places: string[] }[];
  readonly now: Date;
  taken: number;
};
type Step = fc.AsyncCommand<Model, Real>;

const servicesOf = ({ desk }: Real) => known(desk.office.on.services.people);

type GroupNow = {
  readonly code: string;
  readonly size: number;
  readonly kept: number;
  readonly sent: number;
  readonly people: number;
  readonly leases: readonly { readonly lease: string; readonly beds: number; readonly people: number }[];
};

/** Groups that are open, with the leases that their beds are of. */
async function groupsNow(db: Db, now: Date): Promise<readonly GroupNow[]> {
  const { rows } = await sql<GroupNow>`select g.code, g.size,
      (select count(*)::int from bed_claims c where c.group_id = g.id and c.released_at is null) as kept,
      (select count(*)::int from bed_claims c join order_group_members m on m.order_id = c.order_id
        where m.group_id = g.id and m.left_at is null and c.released_at is null) as sent,
      (select count(*)::int from order_group_members m where m.group_id = g.id and m.left_at is null) as people,
      (select coalesce(jsonb_agg(one), '[]') from (select c.tenancy_id::text as lease, count(*)::int as beds,
          (select count(*)::int from order_group_members m join orders o on o.id = m.order_id
            where m.group_id = g.id and m.left_at is null and o.tenancy_id = c.tenancy_id) as people
        from bed_claims c where c.released_at is null and (c.group_id = g.id
          or c.order_id in (select m.order_id from order_group_members m where m.group_id = g.id and m.left_at is null))
        group by c.tenancy_id) one) as leases
    from order_groups g where g.ended_at is null and g.until > ${now}`.execute(db);
  return rows;
}

type OrderNow = {
  readonly code: string;
  readonly state: OrderState;
  readonly collects: string | null;
  readonly beds: number;
  /** In minor units, as are the following. */
  readonly kept: string;
  /** What is on its way back is ours to send until it has gone. */
  readonly going: string;
  readonly isDisputed: boolean;
  /** What their supplier says of them. */
  readonly received: string;
  readonly back: string;
  readonly owed: string;
  readonly events: readonly { readonly event: string; readonly actor: OrderActor; readonly from_state: OrderState; readonly to_state: OrderState }[];
};

/** Orders with what is kept of them, in one statement: they are looked at after each step. */
async function ordersNow(db: Db, codes: readonly string[]): Promise<readonly OrderNow[]> {
  if (codes.length === 0) return [];
  const payments = sql`payments p join payment_requests r on r.id = p.request_id where r.kind = 'order' and r.code = o.code`;
  const { rows } = await sql<OrderNow>`select o.code, o.state, o.quote->>'collects' as collects,
      (select count(*)::int from bed_claims where order_id = o.id and released_at is null) as beds,
      (select coalesce(sum(p.received_minor - p.back_minor), 0)::text from ${payments}) as kept,
      (select coalesce(sum(f.minor), 0)::text from refunds f where f.state in ('asked', 'waiting', 'by-hand')
        and f.payment_id in (select p.id from ${payments})) as going,
      exists (select 1 from payment_disputes d where d.payment_id in (select p.id from ${payments})) as "isDisputed",
      (select coalesce(sum(minor), 0)::text from supplier_dues where order_id = o.id and state = 'received') as received,
      (select coalesce(sum(minor), 0)::text from supplier_returns where order_id = o.id) as back,
      (select coalesce(sum(minor), 0)::text from supplier_returns where order_id = o.id and returned_at is null) as owed,
      (select coalesce(jsonb_agg(jsonb_build_object('event', e.event, 'actor', e.actor, 'from_state', e.from_state, 'to_state', e.to_state) order by e.id), '[]')
        from order_events e where e.order_id = o.id) as events
    from orders o where o.code in (${sql.join(codes)})`.execute(db);
  return rows;
}

type WholeNow = {
  /** A claim of a bed that another claim keeps at the same time. */
  readonly twice: number | null;
  /** A currency in which the ledger does not sum to nothing. */
  readonly unsettled: string | null;
  /** An order whose supplier collects, with money on our ledger beyond our own fees. */
  readonly strayed: string | null;
  /** What the ledger holds for others. */
  readonly held: string;
};

async function wholeNow(db: Db, now: Date): Promise<WholeNow> {
  const { rows } = await sql<WholeNow>`select
    (select a.id from bed_claims a join bed_claims b on b.bed_id = a.bed_id and b.id > a.id
      and b.period && a.period where a.released_at is null and b.released_at is null
      and (a.expires_at is null or a.expires_at > ${now}) and (b.expires_at is null or b.expires_at > ${now}) limit 1) as twice,
    (select currency from ledger_entries group by currency having sum(minor) <> 0 limit 1) as unsettled,
    (select o.code from orders o join payment_requests r on r.kind = 'order' and r.code = o.code,
      jsonb_array_elements(r.shares) s where o.quote->>'collects' = 'supplier' and s->>'payee' <> 'operator' limit 1) as strayed,
    (select coalesce(-sum(e.minor), 0)::text from ledger_entries e
      join ledger_accounts a on a.id = e.account_id where a.name not like 'provider:%' and a.name <> 'bank') as held`.execute(db);
  return known(rows[0]);
}

/** Everything that must hold, whatever happened before. @throws {Error} that names what does not. */
async function look({ orders: made, groups: madeGroups, now }: Model, real: Real): Promise<void> {
  const { db } = real.desk.office.on.base;
  const broken = (what: string): never => {
    throw new Error(what);
  };
  const { twice, unsettled, strayed, held } = await wholeNow(db, now);
  if (twice !== null) broken(`a bed is kept twice: claim ${twice}`);
  if (unsettled !== null) broken(`the ledger does not sum to nothing in ${unsettled}`);
  if (strayed !== null) broken(`order ${strayed} is its supplier's, and money of theirs is asked for through us`);
  for (const { code, size, kept, sent, people, leases } of madeGroups.length === 0 ? [] : await groupsNow(db, now)) {
    if (people > size) broken(`group ${code} of ${size} has ${people} people`);
    if (kept + sent !== size) broken(`group ${code} of ${size} has ${kept} beds and ${sent} that its people took`);
    const asked = madeGroups.find((one) => one.code === code)?.places ?? [];
    for (const { lease, beds, people: theirs } of leases) {
      if (beds !== asked.filter((one) => one === lease).length) broken(`group ${code} has ${beds} beds of lease ${lease}, and not as many as were asked for`);
      if (theirs > beds) broken(`group ${code} has ${theirs} people for ${beds} beds of lease ${lease}`);
    }
  }
  let keptInAll = 0n;
  const orders = await ordersNow(
    db,
    made.map(({ code }) => code),
  );
  if (orders.length !== made.length) broken(`of ${made.length} orders ${orders.length} are there`);
  for (const order of orders) {
    const { code, state, events } = order;
    const [kept, received, back, owed] = [BigInt(order.kept), BigInt(order.received), BigInt(order.back), BigInt(order.owed)];
    const isEndedEarly = state === 'completed' && events.some(({ event }) => event === 'end-early');
    if (order.beds !== (keepsBed(state) || isEndedEarly ? 1 : 0)) broken(`order ${code} is ${state} and keeps ${order.beds} beds`);
    keptInAll += kept + BigInt(order.going);
    // What a bank does changes no order: the bed stays where it is until staff decide, and what comes back may find nobody there.
    const isTheirs = order.collects === 'supplier';
    if (isTheirs) {
      if (back > received) broken(`the supplier of order ${code} owes back ${back}, and received ${received}`);
      if (isBooked(state) && received === 0n) broken(`order ${code} is ${state}, and its supplier received nothing`);
      if (state === 'refunded' && owed > 0n) broken(`order ${code} is refunded, and its supplier owes ${owed}`);
      if (['expired', 'cancelled'].includes(state) && received > back && back > 0n) broken(`order ${code} is ${state}, and what came of it went back in part`);
    }
    if (!isTheirs && !order.isDisputed && isBooked(state) !== kept > 0n && state !== 'refunding' && !(state === 'cancelled' && kept >= 0n))
      broken(`order ${code} is ${state} and ${kept} is kept of what was paid`);
    if (!order.isDisputed && events.some(({ event }) => event === 'give-all-back') && (kept > 0n || (isTheirs && received !== back)))
      broken(`order ${code} cannot be given, and ${kept} and ${received - back} of it are kept`);
    let last: OrderState = 'draft';
    for (const { event, actor, from_state, to_state } of events) {
      if (from_state !== last) broken(`order ${code} went on from ${from_state}, and was ${last}`);
      const edge: OrderEdge | undefined = orderGraph.find((one) => one.from === from_state && one.event === event);
      if (from_state !== to_state && (edge?.to !== to_state || !edge.by.includes(actor))) broken(`order ${code}: ${from_state} ${event} ${actor}`);
      last = to_state;
    }
    if (last !== state) broken(`order ${code} is ${state}, and its timeline ends with ${last}`);
  }
  if (BigInt(held) !== keptInAll) broken(`the ledger holds ${held}, and orders ${keptInAll}`);
}

/** A command that takes any state, and is looked at afterwards. */
function step(name: string, run: (model: Model, real: Real) => Promise<unknown>): Step {
  return {
    check: () => true,
    async run(model, real) {
      await run(model, real);
      model.taken += 1;
      await look(model, real);
    },
    toString: () => name,
  };
}

const chosen = ({ orders }: Model, at: number) => orders.toReversed()[at % Math.max(orders.length, 1)];
const dayAfter = (text: string, days: number): string => new Date(Date.parse(text) + days * 24 * hour).toISOString().slice(0, 10);

/** The contract of an offer is signed, where there is one. */
async function sign(model: Model, real: Real, at: number): Promise<void> {
  const order = chosen(model, at);
  const person = order && known(real.people[order.person]);
  const { orders, contractOf } = servicesOf(real);
  const opened = order && person && (await orders.own(person.userId, order.code));
  if (!order || !person || (opened?.state !== 'offered' && opened?.state !== 'signing')) return;
  const hash = (await contractOf(opened, model.now))?.hash ?? '';
  await person.by.call(signContractContract, { code: order.code, hash, name: applicant.full_name, consent_contract: '2026-11' });
}

/** What can happen. Places count from the newest order. */
const steps = fc.oneof(
  fc.tuple(fc.nat(3), fc.nat(2), fc.constantFrom('in-full', 'guarantor-service')).map(([person, week, plan]) =>
    step(`apply(${person}, week ${week}, ${plan})`, async (model, real) => {
      const { desk } = real;
      const { by } = known(real.people[person]);
      // Weeks overlap by half, so that they are in each other's way.
      const days = { move_in: dayAfter(desk.lease.move_in, week * 7), move_out: dayAfter(desk.lease.move_in, week * 7 + 14), plan };
      const code = await desk.drafted(by, days);
      if (!model.orders.some((one) => one.code === code)) model.orders.push({ code, person });
      await desk.submit(by, code);
    }),
  ),
  fc
    .tuple(
      fc.nat(4),
      fc.constantFrom(
        'offer',
        'decline',
        'return',
        'confirm',
        'check-in',
        'end-early',
        'refund',
        'give-all-back',
        'cancel',
        'supplier-paid',
        'supplier-returned',
      ),
    )
    .map(([at, act]) =>
      step(`staff(${at}, ${act})`, async (model, { desk }) => {
        const order = chosen(model, at);
        if (order) await desk.byStaff(order.code, act, { note: 'So it is.' });
      }),
    ),
  fc.constantFrom('operator', 'supplier').map((collects) =>
    // Orders under way keep who collects; those that begin from now on have another.
    step(`terms(${collects})`, async (_, { finance, supplier }) => {
      await finance.call(supplierTermsContract, { supplier, collects, lines: 'IBAN 1', wait_hours: '' });
    }),
  ),
  fc.nat(4).map((at) => step(`sign(${at})`, (model, real) => sign(model, real, at))),
  fc.nat(4).map((at) =>
    // Far enough for there to be money: step by step few come there.
    step(`offer and sign(${at})`, async (model, real) => {
      const order = chosen(model, at);
      if (!order) return;
      await real.desk.byStaff(order.code, 'offer');
      await sign(model, real, at);
    }),
  ),
  fc.nat(4).map((at) =>
    step(`begin to pay(${at})`, async (model, { desk, people }) => {
      const order = chosen(model, at);
      if (!order) return;
      const begun = await beginToPay(desk.office, known(people[order.person]).userId, { kind: 'order', code: order.code }).catch(() => undefined);
      if (begun !== undefined && !model.payments.includes(begun)) model.payments.push(begun);
    }),
  ),
  fc.nat(3).map((at) =>
    step(`provider tells(${at})`, async (model, { desk }) => {
      const reference = model.payments.toReversed()[at % Math.max(model.payments.length, 1)];
      if (reference !== undefined) await tellPaid(desk.office, reference);
    }),
  ),
  fc.nat(4).map((at) =>
    step(`cancel(${at})`, async (model, real) => {
      const order = chosen(model, at);
      if (!order) return;
      const { userId } = known(real.people[order.person]);
      const { orders, cancelling } = servicesOf(real);
      const opened = known(await orders.own(userId, order.code));
      const back = await cancelling.backOf(opened, model.now);
      await cancelling.cancel(userId, order.code, back && back.minor > 0n ? priceText(back) : '', '', model.now);
    }),
  ),
  fc.tuple(fc.nat(3), fc.constantFrom('take', 'release')).map(([person, act]) =>
    step(`hold(${person}, ${act})`, async (model, real) => {
      const { stock } = servicesOf(real);
      const { userId } = known(real.people[person]);
      const tenancyId = asId<TenancyId>(real.desk.lease.id);
      const hold = await stock.holdOf(userId, tenancyId, model.now);
      if (act === 'take') await stock.take({ userId, tenancyId }, model.now);
      else if (hold) await stock.release(userId, hold.id, model.now);
    }),
  ),
  fc.tuple(fc.nat(3), fc.array(fc.constantFrom(0 as const, 1 as const), { minLength: 1, maxLength: 2 })).map(([person, kinds]) =>
    step(`group(${person}, ${kinds})`, async (model, real) => {
      const { by } = known(real.people[person]);
      const [second = '', third = ''] = kinds.map((kind) => real.leases[kind]);
      const { data } = await by.call(makeGroupContract, { ...real.desk.book(), place_2: second, place_3: third, called: 'Mai' });
      if (!data?.group) return;
      model.groups.push({ code: data.group, places: [real.leases[0], second, third] });
      if (!model.orders.some(({ code }) => code === data.code)) model.orders.push({ code: data.code, person });
    }),
  ),
  fc.tuple(fc.nat(3), fc.nat(2), fc.constantFrom('join', 'join other', 'change', 'change back', 'leave', 'link', 'end')).map(([person, at, act]) =>
    step(`group(${person}, ${act} ${at})`, async (model, real) => {
      const { groups } = servicesOf(real);
      const group = model.groups.toReversed()[at % Math.max(model.groups.length, 1)]?.code;
      const { by, userId } = known(real.people[person]);
      if (group === undefined) return;
      if (act.startsWith('change')) {
        const [from, to] = act === 'change' ? real.leases : real.leases.toReversed();
        const made = model.groups.find(({ code }) => code === group);
        const { data } = await by.call(groupActContract, { group, act: 'change', from: known(from), to: known(to) });
        if (data?.act === 'change') known(made).places[known(made).places.indexOf(known(from))] = known(to);
        return;
      }
      if (!act.startsWith('join')) return void (await by.call(groupActContract, { group, act }));
      const found = (await groups.of(known(real.people[0]).userId)).find(({ group: one }) => one.code === group)?.group;
      const token = groups.tokenOf({ code: group, link: found?.link ?? 1 });
      const { data } = await by.call(joinGroupContract, { token, place: real.leases[act === 'join' ? 0 : 1], called: `P${userId}`, plan: 'in-full' });
      if (data?.code && !model.orders.some(({ code }) => code === data.code)) model.orders.push({ code: data.code, person });
    }),
  ),
  fc.nat(4).map((at) =>
    step(`send(${at})`, async (model, { desk, people }) => {
      const order = chosen(model, at);
      if (!order) return;
      const { by } = known(people[order.person]);
      await by.call(savePersonContract, { code: order.code, ...applicant });
      await by.call(saveDetailsContract, { code: order.code, ...applicationDetails });
      if ((await desk.stateOf(order.code)) === 'draft') await desk.submit(by, order.code);
    }),
  ),
  fc.constantFrom(1, 47, 49).map((hours) =>
    // A clock that is ahead of what people see, as on another node: what it ends stays ended.
    step(`clock(${hours} h ahead)`, async (model, real) => {
      const ahead = new Date(model.now.getTime() + hours * hour);
      const { ordersClock, stock, groups } = servicesOf(real);
      await ordersClock.runClock(ahead);
      await groups.runClock(ahead);
      await stock.expire(ahead);
    }),
  ),
  fc.tuple(fc.nat(3), fc.constantFrom('chargeback' as const, 'chargeback-won' as const, 'chargeback-lost' as const)).map(([at, state]) =>
    step(`bank(${at}, ${state})`, async (model, { desk }) => {
      const reference = model.payments.toReversed()[at % Math.max(model.payments.length, 1)];
      const payment = reference === undefined ? undefined : (await paymentsOf(desk.office).find(reference))?.payment;
      if (reference === undefined || !payment || payment.received.minor === 0n) return;
      // A bank takes what has not gone back; the same dispute is told of with the same amount.
      const [dispute] = await paymentsOf(desk.office).disputesOf(payment.id);
      const minor = dispute?.minor ?? payment.received.minor - payment.back.minor;
      if (minor > 0n) await tellDispute(desk.office, reference, state, minor);
    }),
  ),
  fc.constant(step('refunds are sent', async (model, { desk }) => void (await paymentsOf(desk.office).sendRefunds(model.now)))),
);

/**
 * Runs rounds of commands; a round that fails is made as short as it can be.
 * @returns how many steps were taken, and the states that orders came to.
 */
export async function driveOrders(
  desk: OrdersDesk,
  { runs, mostSteps }: { readonly runs: number; readonly mostSteps: number },
): Promise<{ readonly taken: number; readonly states: ReadonlySet<string> }> {
  const people: Person[] = [];
  for (let at = 0; at < 4; at += 1) {
    const by = await desk.somebody();
    people.push({ by, userId: await userOf(by) });
  }
  const finance = await openStaffDesk(desk.office).member('finance');
  const house = await desk.office.on.base.db.selectFrom('houses').select('supplier_id').where('id', '=', asId(desk.lease.house_id)).executeTakeFirstOrThrow();
  const supplier = String(house.supplier_id);
  const leases = [String(desk.lease.id), String((await desk.anotherRoom(3)).id)] as const;
  const model: Model = { orders: [], payments: [], groups: [], now: testNow, taken: 0 };
  const property = fc.asyncProperty(fc.commands([steps], { maxCommands: mostSteps, size: '+1' }), async (commands) => {
    // What earlier rounds left under way goes on.
    await fc.asyncModelRun(() => ({ model, real: { desk, people, finance, supplier, leases } }), commands);
  });
  await fc.assert(property, { numRuns: runs, endOnFailure: true });
  const rows = await desk.office.on.base.db.selectFrom('order_events').select('to_state').distinct().execute();
  return { taken: model.taken, states: new Set(rows.map(({ to_state }) => to_state)) };
}

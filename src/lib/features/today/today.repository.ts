/** What waits for staff, over the tables of all features that have something to wait. Every statement reads a bounded number of rows by an index. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import { soldStates } from '#lib/features/orders/order.process.rules.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { lateBefore } from './today.rules.ts';
import { mostCounted, promisedDays, shownRows } from './today.schema.ts';
import type { CameIn, MovingIn, Waiting, WaitingCount, WaitingKind } from './today.schema.ts';

type Row = {
  readonly kind: WaitingKind;
  readonly key: string;
  readonly since: Date | string;
  readonly due: Date | string | null;
  readonly house_id: number | null;
  readonly name: string | null;
  readonly name_zh: string | null;
  readonly names: object | null;
  readonly what: string | null;
  readonly said: string | null;
  readonly language: string | null;
  readonly minor: string | null;
  readonly currency: string | null;
  readonly counted: number;
  readonly late: number;
};

/** Columns of a leg, each with `pos`, by which the next come first, and `limit`. */
type Leg = (now: Date) => RawBuilder<unknown>;

const none = sql`null::timestamptz`;
const nothing = sql`null::text`;
const most = sql.lit(mostCounted);
/** Owed parts that are looked at, the oldest first: a few are of orders that nobody lives in any more. */
const looked = sql.lit(4 * mostCounted);
const money = sql`minor::text, currency`;
const noMoney = sql`null::text as minor, null::text as currency`;
const [mostSaid, soldIn] = [160, sql.join(soldStates.map((state) => sql.lit(state)))] as const;

/** By kind: key, since, due, house_id, what, said, language, minor, currency, pos. */
const legs: Readonly<Record<WaitingKind, Leg>> = {
  question: () => sql`
    select e.id::text as key, e.last_at as since, e.due_at as due, e.house_id, e.source::text as what, m.text as said, m.language, ${noMoney}, row_number() over (order by e.due_at, e.id) as pos
    from (select * from enquiries where due_at is not null order by due_at, id limit ${most}) e
    left join lateral (
      select left(text, ${sql.lit(mostSaid)}) as text, language from enquiry_messages where enquiry_id = e.id and sender = 'student' order by id desc limit 1
    ) m on true`,
  resume: () => sql`
    select id::text as key, created_at as since, ${none} as due, null::integer as house_id, role::text as what, ${nothing} as said, ${nothing} as language, ${noMoney}, id as pos
    from resumes where settled_at is null order by id limit ${most}`,
  feedback: () => sql`
    select id::text as key, created_at as since, ${none} as due, null::integer as house_id, kind::text as what, left(text, ${sql.lit(mostSaid)}) as said, locale as language, ${noMoney}, id as pos
    from feedback where settled_at is null order by id limit ${most}`,
  answer: () => sql`
    select id::text as key, created_at as since, ${none} as due, null::integer as house_id, reference as what, ${nothing} as said, ${nothing} as language, ${noMoney}, id as pos
    from custom_answers where settled_at is null order by id limit ${most}`,
  order: () => sql`
    select code as key, moved_at as since, deadline as due, house_id, code as what, home->>'unit' as said, 'en' as language, ${noMoney}, row_number() over (order by deadline, id) as pos
    from orders where state in ('submitted', 'reviewing') order by deadline, id limit ${most}`,
  confirm: () => sql`
    select code as key, moved_at as since, ${none} as due, house_id, code as what, home->>'unit' as said, 'en' as language, ${noMoney}, row_number() over (order by moved_at, id) as pos
    from orders where state = 'paid' order by moved_at, id limit ${most}`,
  viewing: (now) => sql`
    select v.code as key, s.starts_at + s.minutes * interval '1 minute' as since, ${none} as due, v.house_id, v.code as what, ${nothing} as said, ${nothing} as language, ${noMoney}, row_number() over (order by s.starts_at, v.id) as pos
    from viewings v join viewing_slots s on s.id = v.slot_id
    where v.state = 'booked' and s.starts_at + s.minutes * interval '1 minute' <= ${now} order by s.starts_at, v.id limit ${most}`,
  stock: () => sql`
    select c.id::text as key, c.opened_at as since, ${none} as due, t.house_id, ${nothing} as what, ${nothing} as said, ${nothing} as language, ${noMoney}, c.id as pos
    from stock_cases c join tenancies t on t.id = c.tenancy_id where c.settled_at is null order by c.id limit ${most}`,
  held: () => sql`
    select reference as key, coalesce(held_at, created_at) as since, ${none} as due, null::integer as house_id, held as what, reference as said, 'en' as language,
      coalesce(held_minor, minor)::text as minor, coalesce(held_currency, currency) as currency, id as pos
    from payments where held is not null order by id limit ${most}`,
  transfer: () => sql`
    select reference as key, voucher_at as since, ${none} as due, null::integer as house_id, reference as what, ${nothing} as said, ${nothing} as language, ${money}, id as pos
    from payments where voucher_at is not null and received_minor = 0 order by id limit ${most}`,
  refund: () => sql`
    select id::text as key, created_at as since, ${none} as due, null::integer as house_id, state::text as what, reference as said, 'en' as language, ${money}, id as pos
    from refunds where state in ('waiting', 'by-hand') order by id limit ${most}`,
  dispute: () => sql`
    select p.reference as key, d.opened_at as since, d.respond_by as due, null::integer as house_id, p.reference as what, ${nothing} as said, ${nothing} as language, d.minor::text as minor, d.currency,
      row_number() over (order by d.respond_by nulls last, d.id) as pos
    from (select * from payment_disputes where state = 'open' order by respond_by nulls last, id limit ${most}) d join payments p on p.id = d.payment_id`,
  deposit: () => sql`
    select o.code as key, d.moved_at as since, (d.due_on + 1)::timestamp at time zone (o.home->>'zone') as due, o.house_id, d.state::text as what, o.code as said, 'en' as language, d.minor::text as minor, d.currency,
      row_number() over (order by d.due_on nulls last, d.order_id) as pos
    from (select * from deposit_returns where state <> 'done' and state in ('open', 'disputed', 'agreed') order by due_on, order_id limit ${most}) d
    join orders o on o.id = d.order_id`,
  arrears: (now) => sql`
    select * from (
      (select 'p' || r.id as key, r.due_at as since, ${none} as due, o.house_id, o.code as what, ${nothing} as said, ${nothing} as language, (r.minor - r.paid_minor)::text as minor, r.currency, extract(epoch from r.due_at)::bigint as pos
      from (select * from payment_requests where kind = 'order' and state in ('open', 'part_paid') and due_at <= ${now} order by due_at limit ${looked}) r
      join orders o on o.code = r.code where o.state in (${soldIn})
        and ((r.due_at - interval '1 millisecond') at time zone (o.home->>'zone'))::date < (${now}::timestamptz at time zone (o.home->>'zone'))::date
      order by r.due_at limit ${most})
      union all
      (select 's' || d.id, d.due_at, ${none}, o.house_id, o.code, ${nothing}, ${nothing}, d.minor::text, d.currency, extract(epoch from d.due_at)::bigint
      from (select * from supplier_dues where state = 'open' and due_at <= ${now} order by due_at limit ${looked}) d
      join orders o on o.id = d.order_id where o.state in (${soldIn})
        and ((d.due_at - interval '1 millisecond') at time zone (o.home->>'zone'))::date < (${now}::timestamptz at time zone (o.home->>'zone'))::date
      order by d.due_at limit ${most})
    ) owed order by pos limit ${most}`,
  rent: () => sql`
    select code as key, coalesce(paid_at, made_at) as since, ${none} as due, null::integer as house_id, code as what, ${nothing} as said, ${nothing} as language, rent_minor::text as minor, currency, id as pos
    from rents where state = 'paid' order by id limit ${most}`,
  bank: () => sql`
    select id::text as key, added_at as since, ${none} as due, null::integer as house_id, party as what, said, 'en' as language, ${money}, row_number() over (order by booked_on, id) as pos
    from bank_lines where effect is null order by booked_on, id limit ${most}`,
  review: () => sql`
    select code as key, written_at as since, ${none} as due, house_id, kind::text as what, left(body, ${sql.lit(mostSaid)}) as said, language::text as language, ${noMoney}, id as pos
    from stay_reviews where state = 'waiting' order by id limit ${most}`,
  reply: () => sql`
    select r.code as key, a.written_at as since, ${none} as due, r.house_id, ${nothing} as what, left(a.body, ${sql.lit(mostSaid)}) as said, a.language::text as language, ${noMoney}, row_number() over (order by a.written_at, r.id) as pos
    from (select * from review_answers where state = 'waiting' order by written_at limit ${most}) a join stay_reviews r on r.id = a.review_id`,
  report: () => sql`
    select id::text as key, created_at as since, ${none} as due, house_id, reason::text as what, left(details, ${sql.lit(mostSaid)}) as said, locale as language, ${noMoney}, id as pos
    from reports where state = 'new' order by id limit ${most}`,
  feed: () => sql`
    select f.id::text as key, f.began_at as since, ${none} as due, null::integer as house_id, f.state::text as what, f.file as said, 'en' as language, f.supplier_id::text as minor, ${nothing} as currency, f.id as pos
    from feed_runs f where f.state in ('failed', 'part') and not exists (select 1 from feed_runs n where n.supplier_id = f.supplier_id and n.id > f.id)
    order by f.id limit ${most}`,
  claim: () => sql`
    select id::text as key, asked_at as since, ${none} as due, null::integer as house_id, kind::text as what, ${nothing} as said, ${nothing} as language, ${noMoney}, row_number() over (order by asked_at, id) as pos
    from contact_claims where state = 'case' order by asked_at, id limit ${most}`,
};

const daysOf = (kind: WaitingKind): number | undefined => (promisedDays as Partial<Record<WaitingKind, number>>)[kind];

export type TodayRepository = ReturnType<typeof createTodayRepository>;

export function createTodayRepository(db: Db) {
  return {
    /** Of each kind the `shownRows` that have waited longest, and how many there are. `due` of kinds with a promise in working days is left to the rules. */
    async waiting(kinds: readonly WaitingKind[], now: Date): Promise<{ readonly rows: readonly Waiting[]; readonly counts: readonly WaitingCount[] }> {
      if (kinds.length === 0) return { rows: [], counts: [] };
      const parts = kinds.map((kind) => {
        const days = daysOf(kind);
        const late = days === undefined ? sql`due <= ${now}` : sql`since <= ${lateBefore(now, days)}`;
        return sql`(select ${sql.lit(kind)} as kind, q.*, count(*) over ()::integer as counted, (count(*) filter (where ${late}) over ())::integer as late
          from (${legs[kind](now)}) q order by pos limit ${sql.lit(shownRows)})`;
      });
      const { rows } = await sql<Row>`
        with w as (${sql.join(parts, sql` union all `)})
        select w.kind, w.key, w.since, w.due, w.house_id, w.what, w.said, w.language, case when w.kind = 'feed' then null else w.minor end as minor, w.currency, w.counted, w.late,
          coalesce(h.name, s.name) as name, h.name_zh, h.names
        from w left join houses h on h.id = w.house_id
        left join suppliers s on w.kind = 'feed' and s.id = w.minor::integer`.execute(db);
      const counts = kinds.map((kind): WaitingCount => {
        const found = rows.find((row) => row.kind === kind);
        return { kind, all: found?.counted ?? 0, late: found?.late ?? 0 };
      });
      return {
        counts,
        rows: rows.map((row) => ({
          kind: row.kind,
          key: row.key,
          since: new Date(row.since),
          due: row.due === null ? undefined : new Date(row.due),
          houseId: row.house_id === null ? undefined : asId<HouseId>(row.house_id),
          named: row.name === null ? undefined : { name: row.name, nameZh: row.name_zh, names: row.names ?? {} },
          what: row.what ?? '',
          text: row.said ?? '',
          language: row.language ?? '',
          minor: row.minor === null ? undefined : BigInt(row.minor),
          currency: row.currency ?? undefined,
        })),
      };
    },

    /** First answers since then: how many, and the middle of the minutes until them. */
    async firstAnswers(since: Date, until: Date): Promise<{ readonly count: number; readonly middle: number }> {
      const { rows } = await sql<{ count: number; middle: number | null }>`
        select count(*)::integer as count, percentile_cont(0.5) within group (order by extract(epoch from first_answered_at - opened_at) / 60)::float8 as middle
        from (select opened_at, first_answered_at from enquiries where first_answered_at >= ${since} and first_answered_at < ${until} order by first_answered_at desc limit 2000) e`.execute(
        db,
      );
      return { count: rows[0]?.count ?? 0, middle: rows[0]?.middle ?? 0 };
    },

    /** How often something happened to orders in a span, counted up to 10,000. */
    async orderEvents(event: 'confirm' | 'submit', since: Date, until: Date): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from (select 1 from order_events where event = ${sql.lit(event)} and at >= ${since} and at < ${until} limit 10000) e`.execute(
        db,
      );
      return rows[0]?.count ?? 0;
    },

    /** Payments that came in a span, by currency, the most frequent first. */
    async cameIn(since: Date, until: Date): Promise<readonly CameIn[]> {
      const { rows } = await sql<{ currency: string; minor: string; count: number }>`
        select currency, sum(received_minor)::text as minor, count(*)::integer as count
        from (select currency, received_minor from payments where settled_at >= ${since} and settled_at < ${until} and received_minor > 0 limit 10000) p
        group by currency order by count desc, currency`.execute(db);
      return rows.map(({ currency, minor, count }) => ({ currency, minor: BigInt(minor), count }));
    },

    /** Homes that feeds brought or changed since then, and how many feeds were read. */
    async feedChanges(since: Date): Promise<{ readonly runs: number; readonly changed: number }> {
      const { rows } = await sql<{ runs: number; changed: number }>`
        select count(*)::integer as runs, coalesce(sum(added + changed + closed), 0)::integer as changed
        from (select added, changed, closed from feed_runs where began_at >= ${since} and state <> 'running' limit 10000) f`.execute(db);
      return { runs: rows[0]?.runs ?? 0, changed: rows[0]?.changed ?? 0 };
    },

    /** Who moves in from a day on, the nearest first. */
    async movingIn(from: string, mostRows: number): Promise<readonly MovingIn[]> {
      const { rows } = await sql<{
        code: string;
        house_id: number;
        name: string;
        name_zh: string | null;
        names: object | null;
        unit: string;
        zone: string;
        on_day: string;
        state: string;
        owes: boolean;
      }>`
        select o.code, o.house_id, o.home->>'name' as name, o.home->>'nameZh' as name_zh, o.home->'names' as names, o.home->>'unit' as unit, o.home->>'zone' as zone, o.period_from::text as on_day, o.state,
          exists (select 1 from payment_requests r where r.kind = 'order' and r.code = o.code and r.state in ('open', 'part_paid') and r.due_at <= now()) as owes
        from (select * from orders where state in ('confirmed', 'checked_in') and period_from >= ${from}::date order by period_from, id limit ${mostRows}) o
        order by o.period_from, o.id`.execute(db);
      return rows.map((row) => ({
        code: row.code,
        houseId: asId<HouseId>(row.house_id),
        named: { name: row.name, nameZh: row.name_zh ?? undefined, names: row.names ?? undefined },
        unit: row.unit,
        zone: row.zone,
        on: row.on_day,
        isHere: row.state === 'checked_in',
        owes: row.owes,
      }));
    },

    /** The last day of each provider of payments that was held against the books. */
    async comparedDays(): Promise<readonly { readonly provider: string; readonly on: string; readonly differences: number | undefined; readonly at: Date }[]> {
      const { rows } = await sql<{ provider: string; on_day: string; differences: number | null; compared_at: Date | string }>`
        select distinct on (provider) provider, on_day::text as on_day, differences, compared_at from compared_days order by provider, on_day desc limit 20`.execute(
        db,
      );
      return rows.map((row) => ({ provider: row.provider, on: row.on_day, differences: row.differences ?? undefined, at: new Date(row.compared_at) }));
    },

    /** What was held for students, providers and landlords at a moment of the past, by currency. The ledger only grows: the sum of a moment stays. */
    async heldAt(at: Date): Promise<readonly { readonly currency: string; readonly minor: bigint }[]> {
      const { rows } = await sql<{ currency: string; minor: string }>`
        select e.currency, (-sum(e.minor))::text as minor
        from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_transactions t on t.id = e.transaction_id
        where t.at <= ${at} and (a.name like 'supplier:%' or a.name like 'deposit:%' or a.name like 'customer:%' or a.name like 'landlord:%')
        group by e.currency having sum(e.minor) <> 0 order by 2 desc`.execute(db);
      return rows.map(({ currency, minor }) => ({ currency, minor: BigInt(minor) }));
    },
  };
}

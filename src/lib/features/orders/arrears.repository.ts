/** Parts of the price whose day is over, and what was decided and sent about them. */
import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { OrderId, StaffId, UserId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { Arrear, ArrearsDecision, ArrearsReminder, ArrearsStep } from './arrears.schema.ts';
import { soldStates } from './order.process.rules.ts';

type Row = {
  readonly part: string;
  readonly code: string;
  readonly minor: string;
  readonly currency: string;
  readonly due_at: Date | string;
  readonly looked_for: boolean;
};

/** Which of them: of one order, of somebody, or the one of a name. */
type Which = { readonly code?: string; readonly userId?: UserId; readonly part?: string };

function arrearOf({ part, code, minor, currency, due_at, looked_for }: Row): Arrear {
  if (!isCurrency(currency)) throw new TypeError(`nobody knows the currency ${currency}`);
  return { part, code, amount: { minor: BigInt(minor), currency }, dueAt: new Date(due_at), isLookedFor: looked_for };
}

/** The columns that name a part. @example namedBy('s7') // { request_id: null, due_id: 7 } */
const namedBy = (part: string) => {
  const id = Number(part.slice(1));
  return part.startsWith('p') ? { request_id: id, due_id: null } : { request_id: null, due_id: id };
};

export type ArrearsRepository = ReturnType<typeof createArrearsRepository>;

export function createArrearsRepository(db: Db) {
  return {
    /**
     * The oldest first. What fell due after a stay had ended early is none: nobody lived there any more.
     * @param after goes on behind this one
     */
    async overdue(
      now: Date,
      most: number,
      { code, userId, part }: Which = {},
      after?: Pick<Arrear, 'part' | 'dueAt'>,
      on: Db | DbTransaction = db,
    ): Promise<readonly Arrear[]> {
      const { rows } = await sql<Row>`
        with owed as (
          select 'p' || r.id as part, r.code, r.minor - r.paid_minor as minor, r.currency, r.due_at, false as looked_for
          from payment_requests r
          where r.kind = 'order' and r.state in ('open', 'part_paid') and r.paid_minor < r.minor and r.due_at <= ${now}
          union all
          select 's' || d.id, o.code, d.minor, d.currency, d.due_at, d.proof_at is not null
          from supplier_dues d join orders o on o.id = d.order_id
          where d.state = 'open' and d.due_at <= ${now}
        )
        select owed.part, owed.code, owed.minor::text as minor, owed.currency, owed.due_at, owed.looked_for
        from owed join orders o on o.code = owed.code
        where (o.state in (${sql.join(soldStates)}) or (o.state = 'completed' and owed.due_at <= o.moved_at + interval '1 day'))
          and ((owed.due_at - interval '1 millisecond') at time zone (o.home->>'zone'))::date < (${now}::timestamptz at time zone (o.home->>'zone'))::date
          and ${code === undefined ? sql`true` : sql`o.code = ${code}`}
          and ${userId === undefined ? sql`true` : sql`o.user_id = ${userId}`}
          and ${part === undefined ? sql`true` : sql`owed.part = ${part}`}
          and ${after === undefined ? sql`true` : sql`(owed.due_at, owed.part) > (${after.dueAt}::timestamptz, ${after.part}::text)`}
        order by owed.due_at, owed.part limit ${most}`.execute(on);
      return rows.map(arrearOf);
    },

    /** Oldest first. */
    async arrearsDecisions(part: string, on: Db | DbTransaction = db): Promise<readonly ArrearsDecision[]> {
      const { request_id, due_id } = namedBy(part);
      const rows = await on
        .selectFrom('arrears_decisions')
        .selectAll()
        .where('request_id', 'is not distinct from', request_id)
        .where('due_id', 'is not distinct from', due_id)
        .orderBy('id')
        .execute();
      return rows.map((row) => ({
        deed: row.deed,
        wasDueAt: row.was_due_at,
        until: row.until ?? undefined,
        note: row.note,
        staffId: asId<StaffId>(row.staff_id),
        at: row.decided_at,
      }));
    },

    /** Oldest first. */
    async arrearsReminders(part: string, on: Db | DbTransaction = db): Promise<readonly ArrearsReminder[]> {
      const { request_id, due_id } = namedBy(part);
      const rows = await on
        .selectFrom('arrears_reminders')
        .selectAll()
        .where('request_id', 'is not distinct from', request_id)
        .where('due_id', 'is not distinct from', due_id)
        .orderBy('sent_at')
        .execute();
      return rows.map((row) => ({ step: row.step, wasDueAt: row.was_due_at, at: row.sent_at }));
    },

    /** All that was decided and sent about parts of an order, oldest first, for who made it. */
    async arrearsOf(id: OrderId) {
      const [decisions, reminders] = await Promise.all([
        db.selectFrom('arrears_decisions').selectAll().where('order_id', '=', id).orderBy('id').execute(),
        db.selectFrom('arrears_reminders').selectAll().where('order_id', '=', id).orderBy('sent_at').execute(),
      ]);
      return {
        decisions: decisions.map(({ deed, until, note, decided_at }) => ({ deed, until, note, at: decided_at })),
        reminders: reminders.map(({ step, sent_at }) => ({ step, at: sent_at })),
      };
    },

    async decideArrear(tx: DbTransaction, id: OrderId, { part, dueAt }: Arrear, decision: Omit<ArrearsDecision, 'wasDueAt'>): Promise<void> {
      const { deed, until, note, staffId, at } = decision;
      await tx
        .insertInto('arrears_decisions')
        .values({ order_id: id, ...namedBy(part), deed, was_due_at: dueAt, until: until ?? null, note, staff_id: staffId, decided_at: at })
        .execute();
    },

    async remindedOfArrear(tx: DbTransaction, id: OrderId, { part, dueAt }: Arrear, step: ArrearsStep, now: Date): Promise<void> {
      await tx
        .insertInto('arrears_reminders')
        .values({ order_id: id, ...namedBy(part), was_due_at: dueAt, step, sent_at: now })
        .execute();
    },

    /** What is owed to a supplier who collects is due at another time. */
    async putDueOff(tx: DbTransaction, part: string, dueAt: Date): Promise<void> {
      await tx
        .updateTable('supplier_dues')
        .set({ due_at: dueAt })
        .where('id', '=', Number(part.slice(1)))
        .where('state', '=', 'open')
        .execute();
    },
  };
}

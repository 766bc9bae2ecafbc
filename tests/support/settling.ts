/** Parts of a price that are late and deposits that are to be given back, for tests that need one of them and no way to it. */
import { addDays, dayMs } from '#lib/dates/dates.ts';
import type { Db } from '#lib/db/database.ts';
import type { StaffId } from '#lib/ids/ids.ts';

/** Has a part of the price of an order be late for three days. Returns what names it. @param code of one whose home is somebody's */
export async function owesSince(db: Db, code: string, now: Date): Promise<string> {
  const { user_id } = await db.selectFrom('orders').select('user_id').where('code', '=', code).executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('payment_requests')
    .values({
      kind: 'order',
      code,
      user_id: user_id ?? 0,
      minor: 50_000n,
      currency: 'GBP',
      paid_minor: 0n,
      state: 'open',
      shares: JSON.stringify([{ payee: 'operator', supplierId: null, what: 'rent', minor: '50000' }]),
      due_at: new Date(now.getTime() - 3 * dayMs),
      created_at: now,
      taken_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `p${id}`;
}

/** Takes up a deposit of £300 of a stay that is over, which the provider took. @param by who of the staff has proposed to keep £50 of it; nobody without */
export async function depositOf(db: Db, code: string, now: Date, by?: StaffId): Promise<number> {
  const { id } = await db.selectFrom('orders').select('id').where('code', '=', code).executeTakeFirstOrThrow();
  await db
    .insertInto('deposit_returns')
    .values({
      order_id: id,
      currency: 'GBP',
      minor: 30_000n,
      taken_by: 'supplier',
      over_on: addDays(now.toISOString().slice(0, 10), -3),
      law: null,
      law_days: null,
      law_from: null,
      due_on: null,
      moved_event: null,
      moved_by: null,
      moved_at: now,
    })
    .execute();
  if (by === undefined) return 0;
  const proposal = await db
    .insertInto('deposit_proposals')
    .values({ order_id: id, kind: 'propose', note: '', staff_id: by, made_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const deduction = { proposal_id: proposal.id, number: 1, reason: 'cleaning', minor: 5_000n, note: 'The oven.', evidence: null } as const;
  await db.insertInto('deposit_deductions').values(deduction).execute();
  const moved = { state: 'proposed', moved_event: 'propose', moved_by: 'staff', moved_at: now, proposal_id: proposal.id } as const;
  await db.updateTable('deposit_returns').set(moved).where('order_id', '=', id).execute();
  return proposal.id;
}

/** Rows of what was passed on to providers. */
import type { Generated, Instant, Json } from '#lib/db/columns.ts';

type SupplierPayoutsTable = {
  id: Generated<number>;
  supplier_id: number;
  currency: string;
  /** Of rent and fees, and of deposits. */
  rent_minor: bigint;
  deposit_minor: bigint;
  /** Of the transfer, as our bank has it. */
  reference: string;
  made_by: number;
  made_at: Instant;
  /** Who asked for it first; null of those that one person recorded before two had to. */
  asked_by: number | null;
};

/** What a first member of staff asked to be passed on, and a second has not yet. */
type PayoutAsksTable = { subject: string; said: Json<Readonly<Record<string, string>>>; asked_by: number; asked_at: Instant };

type PayoutsTables = { supplier_payouts: SupplierPayoutsTable; payout_asks: PayoutAsksTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends PayoutsTables {}
}

/** Rows of what was passed on to providers. */
import type { Generated, Instant } from '#lib/db/columns.ts';

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
};

type PayoutsTables = { supplier_payouts: SupplierPayoutsTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends PayoutsTables {}
}

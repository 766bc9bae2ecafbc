/** Rows of beds, of what keeps them, and of who waits for one. */
import type { Generated, GeneratedAlways, Instant } from '#lib/db/columns.ts';

type BedsTable = { id: GeneratedAlways<number>; unit_id: number; ordinal: number };

/** Of claims that are not released, no two of one bed overlap: the database refuses the second. */
type BedClaimsTable = {
  id: GeneratedAlways<number>;
  bed_id: number;
  unit_id: number;
  tenancy_id: number;
  /** `[from, to)`; read and written as text. */
  period: string;
  user_id: number | null;
  /** What it is for: one of the three. */
  hold_id: number | null;
  order_id: number | null;
  /** Set while a group keeps it for one of its own. */
  group_id: number | null;
  /** When it stops to count by itself; null where it does not. */
  expires_at: Instant | null;
  /** Since when it is kept without a clock. */
  sold_at: Instant | null;
  made_at: Instant;
  released_at: Instant | null;
};

type HoldsTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  tenancy_id: number;
  /** `waiting`: what the next in line is offered. `viewing`: until the home was seen. */
  kind: 'checkout' | 'waiting' | 'viewing';
  /** Which of the holds of checkout an account may have at a time; null for the others. */
  slot: number | null;
  /** What it waits for, where it is of that kind. */
  viewing_id: number | null;
  until: Instant;
  extended: Generated<boolean>;
  made_at: Instant;
  ended_at: Instant | null;
  ended_as: 'order' | 'released' | 'expired' | null;
};

type WaitingListTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  tenancy_id: number;
  /** The language in which they are written to. */
  locale: string;
  joined_at: Instant;
  /** The bed that is kept for them. */
  hold_id: number | null;
  offered_until: Instant | null;
  ended_at: Instant | null;
  ended_as: 'left' | 'taken' | 'lapsed' | 'gone' | null;
};

/** Houses whose shown stock is to be counted again. */
type StockChangesTable = { id: GeneratedAlways<bigint>; house_id: number };

/** Leases of which a provider says that fewer are left than we sold. */
type StockCasesTable = {
  id: GeneratedAlways<number>;
  tenancy_id: number;
  feed_count: number;
  sold: number;
  opened_at: Instant;
  settled_at: Instant | null;
  settled_by: number | null;
};

type StockTables = {
  beds: BedsTable;
  bed_claims: BedClaimsTable;
  holds: HoldsTable;
  waiting_list: WaitingListTable;
  stock_changes: StockChangesTable;
  stock_cases: StockCasesTable;
};

declare module '#lib/db/tables.ts' {
  interface Tables extends StockTables {}
}

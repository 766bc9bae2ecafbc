/** Rows of what our bank says that moved. */
import type { Day, Generated, Instant, Later } from '#lib/db/columns.ts';
import type { Explanation } from './statements.schema.ts';

type BankLinesTable = {
  id: Generated<number>;
  fingerprint: string;
  account: string;
  booked_on: Day;
  minor: bigint;
  currency: string;
  party: string;
  said: string;
  /** The posting of ours that it is. */
  effect: Generated<string | null>;
  explained_as: Generated<Explanation | null>;
  note: Generated<string | null>;
  explained_by: Generated<number | null>;
  added_at: Instant;
  matched_at: Later;
};

declare module '#lib/db/tables.ts' {
  interface Tables {
    bank_lines: BankLinesTable;
  }
}

/** Rows of who a provider is in law. */
import type { Generated, Instant } from '#lib/db/columns.ts';

type SupplierPartiesRow = {
  id: Generated<number>;
  supplier_id: number;
  /** A party as JSON, encrypted. */
  sealed: string;
  set_by: number;
  set_at: Instant;
};

type SupplierPartiesTables = { supplier_parties: SupplierPartiesRow };

declare module '#lib/db/tables.ts' {
  interface Tables extends SupplierPartiesTables {}
}

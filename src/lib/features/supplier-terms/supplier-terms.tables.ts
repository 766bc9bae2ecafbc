/** Rows of who collects for a provider, and how long their orders wait. */
import type { Generated, Instant } from '#lib/db/columns.ts';
import type { Collector } from '#lib/features/quotes/quote.schema.ts';

type SupplierTermsRow = {
  id: Generated<number>;
  supplier_id: number;
  collects: Collector;
  /** Null: as the settings say. */
  wait_hours: number | null;
  /** Where to pay the provider, encrypted. */
  sealed: string | null;
  set_by: number;
  set_at: Instant;
};

type SupplierTermsTables = { supplier_terms: SupplierTermsRow };

declare module '#lib/db/tables.ts' {
  interface Tables extends SupplierTermsTables {}
}

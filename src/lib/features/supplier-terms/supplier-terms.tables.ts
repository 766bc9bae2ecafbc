/** Rows of who collects for a provider, how long their orders wait, where they are written to, and what of it is to change. */
import type { Generated, Instant } from '#lib/db/columns.ts';
import type { Collector } from '#lib/features/quotes/quote.schema.ts';
import type { ChangeKind, ChangeNeed } from './supplier-changes.schema.ts';

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

/** Where a provider is written to. */
type SupplierContactsTable = { supplier_id: number; email: string; locale: string; set_at: Instant };

/** What is to count and does not yet. */
type SupplierChangesRow = {
  id: Generated<number>;
  supplier_id: number;
  kind: ChangeKind;
  /** What it is to be, encrypted. */
  sealed: string;
  needs: ChangeNeed;
  /** Of the key by which a new address answers. */
  digest: string | null;
  set_by: number;
  set_at: Instant;
  met_at: Instant | null;
  met_by: number | null;
  withdrawn_at: Instant | null;
  withdrawn_by: number | null;
  counted_at: Instant | null;
};

type SupplierTermsTables = { supplier_terms: SupplierTermsRow; supplier_contacts: SupplierContactsTable; supplier_changes: SupplierChangesRow };

declare module '#lib/db/tables.ts' {
  interface Tables extends SupplierTermsTables {}
}

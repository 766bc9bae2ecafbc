/** Rows of what staff write of homes and providers. */
import type { Generated, Instant } from '#lib/db/columns.ts';

/** What staff tell each other of a home. */
type HouseNotesTable = { id: Generated<number>; house_id: number; staff_id: number; text: string; at: Instant };

/** Where a provider is told what was done to a home of theirs. */
type SupplierContactsTable = { supplier_id: number; email: string; locale: string; set_at: Instant };

export type DeskTables = { house_notes: HouseNotesTable; supplier_contacts: SupplierContactsTable };

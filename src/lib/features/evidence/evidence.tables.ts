/** Rows of what somebody wrote down of a home. */
import type { Generated, Instant, Json } from '#lib/db/columns.ts';
import type { Condition, EvidencePhoto, EvidencePlace, Occasion } from './evidence.schema.ts';

type EvidenceEntriesTable = {
  id: Generated<number>;
  order_id: number;
  user_id: number;
  /** From 1 in each order. */
  number: number;
  occasion: Occasion;
  place: EvidencePlace;
  item: string;
  condition: Condition;
  /** The note, encrypted. */
  sealed: string;
  photos: Json<readonly EvidencePhoto[]>;
  made_at: Instant;
  hash: string;
};

type EvidenceTables = { evidence_entries: EvidenceEntriesTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends EvidenceTables {}
}

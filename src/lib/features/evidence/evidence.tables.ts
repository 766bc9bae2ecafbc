/** Rows of what was written down of a home, and of who signed it. */
import type { Generated, Instant, Json } from '#lib/db/columns.ts';
import type { Condition, EvidencePhoto, EvidencePlace, Occasion, Party } from './evidence.schema.ts';

type EvidenceEntriesTable = {
  id: Generated<number>;
  order_id: number;
  /** Whose order it is, whoever wrote it. */
  user_id: number;
  /** From 1 in each order. */
  number: number;
  party: Generated<Party>;
  /** The entry that this is a remark on. */
  about: number | null;
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

type EvidenceSignaturesTable = {
  id: Generated<number>;
  order_id: number;
  user_id: number;
  number: number;
  party: Party;
  entries: number;
  /** Name and network address of who signed, encrypted. */
  sealed: string;
  made_at: Instant;
  hash: string;
};

type EvidenceTables = { evidence_entries: EvidenceEntriesTable; evidence_signatures: EvidenceSignaturesTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends EvidenceTables {}
}

/** Rows by which staff find things. */
import type { Generated } from '#lib/db/columns.ts';
import type { FindKind } from './desk-find.schema.ts';

/** `marks`: keyed marks of the pieces of a thing's texts; the texts themselves are nowhere else. */
type DeskWordsTable = { kind: FindKind; id: number; marks: number[] };

/** What was changed and has no marks of its new texts yet; triggers write it. */
type DeskChangesTable = { id: Generated<number>; kind: FindKind; subject: number };

type DeskFindTables = { desk_words: DeskWordsTable; desk_changes: DeskChangesTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends DeskFindTables {}
}

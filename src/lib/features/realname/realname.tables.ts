/** Rows of names as identity cards have them. */
import type { Generated, Instant } from '#lib/db/columns.ts';
import type { NameDocument, NameReason } from './names-by-hand.schema.ts';

type UserRealnamesTable = {
  user_id: number;
  /** Name and number, encrypted, as JSON. */
  sealed: string;
  /** Keyed digest of the number; null where it was written before there were any. */
  number_digest: string | null;
  consent_version: string;
  given_at: Instant;
  /** Null while nobody could be asked. */
  checked_at: Instant | null;
  /** Whether a register of people was asked. */
  is_official: boolean;
};

/** A name that staff confirm by hand. */
type RealnameWordsTable = {
  id: Generated<number>;
  user_id: number;
  /** The name and what staff wrote, encrypted, as JSON. */
  sealed: string;
  document: NameDocument;
  reason: NameReason;
  asked_by: number;
  asked_at: Instant;
  agreed_by: number | null;
  agreed_at: Instant | null;
  ended_by: number | null;
  ended_at: Instant | null;
};

type RealnameTables = { user_realnames: UserRealnamesTable; realname_words: RealnameWordsTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends RealnameTables {}
}

/** Rows of what readers tell about the site. */
import type { Generated, Instant } from '#lib/db/columns.ts';
import type { FeedbackKind } from './feedback.schema.ts';

type FeedbackTable = {
  id: Generated<number>;
  reference: string;
  kind: FeedbackKind;
  text: string;
  page: string;
  /** An upload; null where there is none, or none any more. */
  screenshot: string | null;
  /** Only of a version before, until a chore seals it. */
  email: string | null;
  email_sealed: string | null;
  /** Who was signed in: with their account, the address goes. */
  user_id: number | null;
  /** Version of the wording under which the address was given. */
  email_consent: string | null;
  locale: string;
  created_at: Instant;
  /** Digests of the day's visitor and network address; the same sender has others tomorrow. */
  visitor: string | null;
  address: string | null;
  /** When staff saw to it, and who. */
  settled_at: Instant | null;
  settled_by: number | null;
};

type FeedbackTables = { feedback: FeedbackTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends FeedbackTables {}
}

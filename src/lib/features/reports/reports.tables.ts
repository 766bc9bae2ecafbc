/** Rows of reports. */
import type { Generated, Instant } from '#lib/db/columns.ts';
import type { ReportReason } from './reports.schema.ts';

/** What readers said is wrong with homes. What was said never changes (a trigger sees to it). */
type ReportsTable = {
  id: Generated<number>;
  reference: string;
  house_id: number;
  unit_id: number | null;
  reason: ReportReason;
  details: string;
  /** Only of a version before, until a chore seals it. */
  email: string | null;
  email_sealed: string | null;
  /** Who was signed in: with their account, the address goes. */
  user_id: number | null;
  /** Version of the wording under which the address was given. */
  email_consent: string | null;
  locale: string;
  state: Generated<'new' | 'settled'>;
  /** What came of it, when, and by which member of staff. */
  outcome: string | null;
  settled_at: Instant | null;
  settled_by: number | null;
  created_at: Instant;
  /** Digests of the day's visitor and network address; the same sender has others tomorrow. */
  visitor: string | null;
  address: string | null;
};

type ReportsTables = { reports: ReportsTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends ReportsTables {}
}

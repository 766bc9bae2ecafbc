import type { ColumnType, Generated } from 'kysely';
import type { ReportReason } from './reports.schema.ts';

/** What readers said is wrong with homes. What was said never changes (a trigger sees to it). */
export type ReportsTable = {
  id: Generated<number>;
  reference: string;
  house_id: number;
  unit_id: number | null;
  reason: ReportReason;
  details: string;
  email: string | null;
  /** Version of the wording under which the address was given. */
  email_consent: string | null;
  locale: string;
  state: ColumnType<'new', 'new' | undefined, 'new'>;
  created_at: ColumnType<Date, Date, never>;
  /** Digests of the day's visitor and network address; the same sender has others tomorrow. */
  visitor: string | null;
  address: string | null;
};

export type ReportsTables = { reports: ReportsTable };

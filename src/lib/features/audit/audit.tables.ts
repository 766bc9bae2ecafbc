/** Rows of the audit log. */
import type { Instant, Json } from '#lib/db/columns.ts';
import type { SecurityEvent } from '#lib/log/security-log.ts';

/** What was done. Rows are never changed; triggers of the table see to it. */
type AuditLogTable = {
  id: bigint;
  at: Instant;
  actor: string;
  action: string;
  subject: string;
  data: Json<Record<string, unknown>>;
  prev_hash: string;
  hash: string;
};

type SecurityAlarmsTable = { event: SecurityEvent; hour: Instant; count: number };

type AuditTables = { audit_log: AuditLogTable; security_alarms: SecurityAlarmsTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends AuditTables {}
}

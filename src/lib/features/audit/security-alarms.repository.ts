/** Hours in which far more was turned away than people cause: kept for the desk, and told to whoever may see to it. */
import { sql } from 'kysely';
import { dayMs } from '#lib/dates/dates.ts';
import type { Db } from '#lib/db/database.ts';
import type { SecurityAlarm } from '#lib/log/security-log.ts';

export type SecurityAlarms = {
  /** Keeps how much there was; of several nodes, what each counted is added up at the desk by the highest of them. */
  note(alarm: SecurityAlarm): Promise<void>;
  /** Those of the last day, newest first. */
  recent(now: Date): Promise<readonly SecurityAlarm[]>;
};

const keptDays = 30;

export function createSecurityAlarms(db: Db): SecurityAlarms {
  return {
    async note({ event, hour, count }) {
      await sql`insert into security_alarms (event, hour, count) values (${event}, ${hour.toISOString()}::timestamptz, ${count})
        on conflict (event, hour) do update set count = greatest(security_alarms.count, excluded.count)`.execute(db);
      await db
        .deleteFrom('security_alarms')
        .where('hour', '<', new Date(hour.getTime() - keptDays * dayMs))
        .execute();
    },
    recent: (now) =>
      db
        .selectFrom('security_alarms')
        .select(['event', 'hour', 'count'])
        .where('hour', '>', new Date(now.getTime() - dayMs))
        .orderBy('hour', 'desc')
        .orderBy('event')
        .limit(50)
        .execute(),
  };
}

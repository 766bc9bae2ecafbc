/** What the audit log says of a person, for themselves. */
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { Audit } from './audit.service.ts';

/** Entries given out; the newest. */
const most = 1_000;

export function auditSource(audit: Pick<Audit, 'list'>): PersonalSource {
  return {
    name: 'audit_log',
    async read(userId) {
      const rows = await audit.list({ subject: `person:${userId}`, most });
      // Who of the staff it was is theirs; that it was one of them is told.
      const told = rows.map(({ at, actor, action, data }) => ({ at, by: actor.split(':')[0] ?? '', action, data: JSON.parse(data) as unknown }));
      const items = told.map(({ at, by, action }) => [
        { label: 'mydata.deed' as const, value: `${action} (${by})` },
        { label: 'mydata.when' as const, value: at },
      ]);
      return { title: 'mydata.deeds', items, data: told };
    },
  };
}

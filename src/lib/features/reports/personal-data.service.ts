/** What somebody reported while they were signed in, for themselves. What came of it is the operator's and is not told. */
import type { PersonalItem, PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import { translator } from '#lib/i18n/t.ts';
import type { ReportsRepository } from './reports.repository.ts';
import { reasonWords } from './reports.words.ts';

export function reportsSource(reports: Pick<ReportsRepository, 'ofUser'>): PersonalSource {
  return {
    name: 'reports',
    async read(userId) {
      const all = await reports.ofUser(userId);
      const items: readonly PersonalItem[] = all.map(({ reference, createdAt, houseId, reason, details, reply, locale }) => [
        { label: 'reports.reference', value: reference },
        { label: 'mydata.given', value: createdAt.toISOString() },
        { label: 'reports.whom', value: String(houseId) },
        { label: 'reports.reason', value: translator(locale)(reasonWords[reason]) },
        ...(details === '' ? [] : [{ label: 'reports.details', value: details } as const]),
        ...(reply ? [{ label: 'reports.email', value: reply.email } as const] : []),
      ]);
      const sent = all.map(({ reference, houseId, unitId, reason, details, reply, locale, createdAt }) => ({
        reference,
        house_id: houseId,
        unit_id: unitId,
        reason,
        details,
        email: reply?.email,
        consent: reply?.consent,
        locale,
        created_at: createdAt,
      }));
      return { title: 'mydata.reports', items, data: { sent } };
    },
  };
}

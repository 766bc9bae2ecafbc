/** A report in words, for the operator. */
import type { House } from '#lib/features/house/house.schema.ts';
import type { MessageKey, T } from '#lib/i18n/t.ts';
import type { Paths } from '#lib/paths.ts';
import type { ReportReason, StoredReport } from './reports.schema.ts';

export const reasonWords = {
  'wrong-price': 'reports.wrong_price',
  gone: 'reports.gone',
  scam: 'reports.scam',
  other: 'reports.other',
} as const satisfies Record<ReportReason, MessageKey>;

/** What a note to the operator says: what it is about, the facts, and the page of the home. The reader's own words stay as they are. */
export function reportNote(
  t: T,
  paths: Pick<Paths, 'house'>,
  report: StoredReport,
  house: House,
): { readonly about: string; readonly facts: [string, string][]; readonly path: string } {
  const reason = t(reasonWords[report.reason]);
  const facts: [string, string][] = [
    [t('reports.whom'), `${house.name} (${house.id})`],
    [t('reports.reason'), reason],
    ...(report.unitId === undefined ? [] : [[t('reports.unit'), String(report.unitId)] satisfies [string, string]]),
    ...(report.details === '' ? [] : [[t('reports.details'), report.details] satisfies [string, string]]),
    ...(report.reply ? [[t('reports.email'), report.reply.email] satisfies [string, string]] : []),
    [t('reports.reference'), report.reference],
  ];
  return { about: `${reason}: ${house.name}`.slice(0, 120), facts, path: paths.house(house) };
}

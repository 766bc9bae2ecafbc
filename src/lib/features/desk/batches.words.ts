/** What the desk calls what it does to many threads. Browser-safe. */
import type { MessageKey } from '#lib/i18n/t.ts';
import type { SkipReason } from './batches.schema.ts';

export const skipLabels: Readonly<Record<SkipReason, MessageKey>> = {
  same: 'desk.skip_same',
  settled: 'desk.skip_settled',
  'not-closed': 'desk.skip_not_closed',
  taken: 'desk.skip_taken',
  merged: 'desk.done_merge',
  gone: 'desk.skip_changed',
  changed: 'desk.skip_changed',
};

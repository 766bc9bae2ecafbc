/** How decisions and reminders about late parts of a price are said. Browser-safe. */
import type { MessageKey } from '#lib/i18n/t.ts';
import type { ArrearsDeed, ArrearsStep } from './arrears.schema.ts';

export const arrearsDecisionLabels = {
  'more-time': 'arrears.deed_more_time',
  arranged: 'arrears.deed_arranged',
  end: 'arrears.deed_end',
} as const satisfies Record<ArrearsDeed, MessageKey>;

export const arrearsStepLabels = { second: 'arrears.sent_second', last: 'arrears.sent_last' } as const satisfies Record<ArrearsStep, MessageKey>;

/** What is said of money that is held for providers. Browser-safe. */
import type { MessageKey } from '#lib/i18n/t.ts';
import type { MovementKind } from './payouts.schema.ts';

export const movementLabels = {
  taken: 'payments.payout_line_taken',
  back: 'payments.payout_line_back',
  again: 'payments.payout_line_again',
  out: 'payments.payout_line_out',
} as const satisfies Record<MovementKind, MessageKey>;

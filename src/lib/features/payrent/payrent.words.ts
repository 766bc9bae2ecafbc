/** What is said of paying rent. Browser-safe. */
import type { MessageKey } from '#lib/i18n/t.ts';
import type { RentState } from './payrent.process.rules.ts';
import type { HouseKind } from './payrent.schema.ts';

export const rentStateLabels = {
  draft: 'payrent.state_draft',
  to_pay: 'payrent.state_to_pay',
  paid: 'payrent.state_paid',
  paid_out: 'payrent.state_paid_out',
  cancelled: 'payrent.state_cancelled',
  refunding: 'payrent.state_refunding',
  refunded: 'payrent.state_refunded',
  expired: 'payrent.state_expired',
} as const satisfies Record<RentState, MessageKey>;

/** What comes next, in a sentence. */
export const rentNextWords = {
  draft: 'payrent.next_draft',
  to_pay: 'payrent.next_to_pay',
  paid: 'payrent.next_paid',
  paid_out: 'payrent.next_paid_out',
  cancelled: 'payrent.next_cancelled',
  refunding: 'payrent.next_refunding',
  refunded: 'payrent.next_refunded',
  expired: 'payrent.next_expired',
} as const satisfies Record<RentState, MessageKey>;

export const houseKindLabels = {
  room: 'payrent.kind_room',
  studio: 'payrent.kind_studio',
  flat: 'payrent.kind_flat',
  residence: 'payrent.kind_residence',
  homestay: 'payrent.kind_homestay',
} as const satisfies Record<HouseKind, MessageKey>;

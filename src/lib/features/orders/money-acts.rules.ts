/** What staff do to an order that moves money, or says that it moved. Pure, browser-safe. */
import { staffOrderActs } from './application-forms.schema.ts';
import type { StaffOrderAct } from './application-forms.schema.ts';

/** Every act is told here: one that moves money asks for a fresh proof. */
const moves = {
  take: false,
  review: false,
  offer: false,
  return: false,
  decline: false,
  confirm: false,
  'check-in': false,
  complete: false,
  refund: true,
  'give-all-back': true,
  // Only where nothing was kept.
  cancel: false,
  'ask-again': false,
  'supplier-paid': true,
  'supplier-refused': true,
  'supplier-returned': true,
  'claim-give': true,
  'claim-refuse': false,
  'end-early': false,
  'keep-terms': false,
  'ask-provider': false,
  'provider-paper': false,
  note: false,
  'hand-over': false,
} as const satisfies Record<StaffOrderAct, boolean>;

export const moneyActs: readonly StaffOrderAct[] = staffOrderActs.filter((act) => moves[act]);

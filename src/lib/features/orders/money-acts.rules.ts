/** What staff do to an order that moves money, or says that it moved, and who of them may. Pure, browser-safe. */
import type { Access } from '#lib/access.ts';
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
  'give-back': false,
  'hand-over': false,
} as const satisfies Record<StaffOrderAct, boolean>;

export const moneyActs: readonly StaffOrderAct[] = staffOrderActs.filter((act) => moves[act]);

/** That money came to a provider or was sent back by them, of any sum: nobody can see it here, and it books an order all the same. */
const saysOfMoney: readonly StaffOrderAct[] = ['supplier-paid', 'supplier-returned'];

/** Who of the staff may, beside what the page of an order asks: the access that the same effect needs where a link brings it about. */
export const accessOfAct = (act: StaffOrderAct): Extract<Access, 'staff-orders' | 'staff-money'> =>
  saysOfMoney.includes(act) ? 'staff-money' : 'staff-orders';

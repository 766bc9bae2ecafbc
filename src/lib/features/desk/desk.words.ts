/** What the desk calls what it does. Browser-safe. */
import type { House } from '#lib/features/house/house.schema.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import type { HideReason, HouseAct, ReportOutcome } from './desk.schema.ts';

export const houseActLabels: Readonly<Record<HouseAct, MessageKey>> = { hide: 'desk.hide', restore: 'desk.restore', note: 'desk.add_note' };

export const hideReasonLabels: Readonly<Record<HideReason, MessageKey>> = {
  'wrong-price': 'reports.wrong_price',
  gone: 'reports.gone',
  scam: 'reports.scam',
  duplicate: 'desk.duplicate',
  law: 'desk.law',
  other: 'reports.other',
};

export const outcomeLabels: Readonly<Record<ReportOutcome, MessageKey>> = {
  'nothing-wrong': 'desk.nothing_wrong',
  corrected: 'desk.corrected',
  told: 'desk.provider_told',
  hidden: 'desk.home_hidden',
};

export const houseStateLabels: Readonly<Record<House['status'], MessageKey>> = {
  open: 'desk.home_open',
  closed: 'desk.home_closed',
  removed: 'desk.home_hidden',
};

/** What is said when something was done to a home, by the word in the address. */
export const doneLabels: Readonly<Record<HouseAct | 'check' | 'provider', MessageKey>> = {
  hide: 'desk.done_hide',
  restore: 'desk.done_restore',
  note: 'desk.done_note',
  check: 'desk.done_check',
  provider: 'desk.done_provider',
};

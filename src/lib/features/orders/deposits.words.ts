/** How deposits to give back are said. Browser-safe. */
import { formatDate } from '#lib/dates/dates.ts';
import type { MessageKey, T } from '#lib/i18n/t.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { DepositState } from './deposits.process.rules.ts';
import type { Deduction, DeductionReason, DepositReturn, ProposalKind } from './deposits.schema.ts';

export const depositStateLabels = {
  open: 'deposits.state_open',
  proposed: 'deposits.state_proposed',
  disputed: 'deposits.state_disputed',
  agreed: 'deposits.state_agreed',
  sending: 'deposits.state_sending',
  done: 'deposits.state_done',
} as const satisfies Record<DepositState, MessageKey>;

export const deductionLabels = {
  damage: 'deposits.damage',
  cleaning: 'deposits.cleaning',
  rent: 'deposits.rent',
  bills: 'deposits.bills',
  keys: 'deposits.keys',
  other: 'deposits.other',
} as const satisfies Record<DeductionReason, MessageKey>;

export const proposalLabels = {
  propose: 'deposits.did_propose',
  whole: 'deposits.did_whole',
  decided: 'deposits.did_decided',
} as const satisfies Record<ProposalKind, MessageKey>;

/** By when it has to be back, and which law says so; empty where nothing is known. */
export function sayDeadline(
  { law, dueOn, state }: Pick<DepositReturn, 'law' | 'dueOn' | 'state'>,
  { t, intl }: { readonly t: T; readonly intl: string },
): string {
  if (state === 'done' || !law) return '';
  if (dueOn !== undefined) return t('deposits.due', { day: formatDate(dueOn, intl), law: law.name });
  return t('deposits.due_after', { count: law.days, law: law.name });
}

/** One thing for which some of it is kept. */
export const sayDeduction = ({ reason, amount }: Pick<Deduction, 'reason' | 'amount'>, { t, intl }: { readonly t: T; readonly intl: string }): string =>
  t('chrome.labelled', { label: t(deductionLabels[reason]), value: formatMoney(amount, intl) });

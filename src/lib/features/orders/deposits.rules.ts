/** What goes back of a deposit, by when, and what can be said of it. Pure, browser-safe. */
import { addDays } from '#lib/dates/dates.ts';
import type { GiveBack } from '#lib/features/quotes/letting-law.schema.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Money } from '#lib/money/money.ts';
import { readAmount } from '#lib/money/typed-amounts.ts';
import { nextDeposit } from './deposits.process.rules.ts';
import { deductionReasons, mostDeductions, proposalKinds, supplierKinds } from './deposits.schema.ts';
import type { Deduction, DepositReturn, Giving, Proposal, ProposalKind } from './deposits.schema.ts';

/** What is kept. */
export const keptOf = (deposit: Money, deductions: readonly Pick<Deduction, 'amount'>[]): Money => ({
  minor: deductions.reduce((sum, { amount }) => sum + amount.minor, 0n),
  currency: deposit.currency,
});

/** What goes back. @example backOf({ minor: 500n, currency: 'GBP' }, [{ amount: { minor: 200n, currency: 'GBP' } }]).minor // 300n */
export const backOf = (deposit: Money, deductions: readonly Pick<Deduction, 'amount'>[]): Money => ({
  minor: deposit.minor - keptOf(deposit, deductions).minor,
  currency: deposit.currency,
});

/** The last day for giving it back, where a law says so from the end of the stay. */
export const dueFromEnd = (law: GiveBack | undefined, overOn: string): string | undefined => (law?.from === 'end' ? addDays(overOn, law.days) : undefined);
/** The same from the day on which both agree; what counts from the end stays. */
export const dueFromAgreement = ({ law, dueOn }: Pick<DepositReturn, 'law' | 'dueOn'>, today: string): string | undefined =>
  law?.from === 'agreement' ? addDays(today, law.days) : dueOn;

export const isOverdue = ({ dueOn, state }: Pick<DepositReturn, 'dueOn' | 'state'>, today: string): boolean =>
  dueOn !== undefined && state !== 'done' && dueOn < today;

/** The day on which a stay was over: its last one, or the one on which it ended before. */
export const overOn = (lastDay: string | undefined, endedOn: string): string => (lastDay !== undefined && lastDay < endedOn ? lastDay : endedOn);

/** As staff filled it in. */
export type WrittenDeduction = { readonly reason: string; readonly sum: string; readonly note: string; readonly evidence: string };

/** Fields of a form with several deductions. @param values by the names of its fields */
export const writtenDeductions = (values: Readonly<Record<string, string | undefined>>): readonly WrittenDeduction[] =>
  Array.from({ length: mostDeductions }, (_, at) => {
    const of = (name: string): string => values[`${name}_${at + 1}`] ?? '';
    return { reason: of('reason'), sum: of('sum'), note: of('note'), evidence: of('evidence') };
  }).filter(({ reason }) => reason !== '');

/** What was written, in the deposit's currency; or which of them, from 1, is no sum, or the first by which more would be kept than there is. */
export function readDeductions(
  written: readonly WrittenDeduction[],
  deposit: Money,
): Outcome<readonly Deduction[], 'no-sum' | 'too-much'> & { readonly number?: number } {
  const read: Deduction[] = [];
  for (const [at, { reason: word, sum, note, evidence }] of written.entries()) {
    const reason = deductionReasons.find((one) => one === word);
    const amount = readAmount(sum, deposit.currency);
    if (!reason || !amount || amount.minor <= 0n || note === '') return { ...refused('no-sum'), number: at + 1 };
    read.push({ reason, amount, note, evidence: evidence === '' ? undefined : Number(evidence) });
    if (backOf(deposit, read).minor < 0n) return { ...refused('too-much'), number: at + 1 };
  }
  return done(read);
}

/** What staff can propose now. */
export const proposalsFor = ({ state }: Pick<DepositReturn, 'state'>): readonly ProposalKind[] =>
  proposalKinds.filter((kind) => nextDeposit(state, kind, 'staff') !== undefined);

/**
 * Whether the provider can say something now: it is open, or whoever paid does not agree. A link answers once.
 * @param link by which they would; without one, whether any could.
 */
export const supplierCanSay = ({ state }: Pick<DepositReturn, 'state'>, proposals: readonly Pick<Proposal, 'linkId'>[], link?: number): boolean =>
  supplierKinds.every((kind) => nextDeposit(state, kind, 'supplier') !== undefined) && (link === undefined || !proposals.some(({ linkId }) => linkId === link));

/** How it can be given back now. What the provider took never came to us; what nothing is left of is only closed. */
export function givingsFor({ state, takenBy }: Pick<DepositReturn, 'state' | 'takenBy'>, back: Money): readonly Giving[] {
  if (state === 'sending') return ['again'];
  if (state !== 'agreed') return [];
  return takenBy === 'operator' && back.minor > 0n ? ['us', 'provider'] : ['provider'];
}

/** The one that counts. */
export const standing = (proposals: readonly Proposal[], { proposalId }: Pick<DepositReturn, 'proposalId'>): Proposal | undefined =>
  proposals.find(({ id }) => id === proposalId);

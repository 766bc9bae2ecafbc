/** What comes back for which event, and what of it waits for a proof. Pure, browser-safe. */
import { addDays } from '#lib/dates/dates.ts';
import { lesserOf } from '#lib/features/payments/payments.rules.ts';
import type { Refund } from '#lib/features/quotes/refund.rules.ts';
import type { Choice, Field, FormDefinition } from '#lib/forms/form.schema.ts';
import type { Money } from '#lib/money/money.ts';
import { cancelForm } from './application-forms.schema.ts';
import type { CancelAnswer, CancellationEvent, Claim, ClaimAct } from './claims.schema.ts';
import { priceText } from './orders.rules.ts';

/**
 * Whether an order can be cancelled for an event by who made it: nobody arrives late before the day has come, and who leaves early lives there,
 * which staff see to.
 */
const canHold = (event: CancellationEvent, noticeOn: string, moveIn: string): boolean =>
  event !== 'early-departure' && (event !== 'late-arrival' || noticeOn > moveIn);

/**
 * What comes back for each event that an order can be cancelled for now, a change of mind first. It is never less than for that: where an event
 * gives no more, nothing waits for a proof.
 * @param refunds of each event, by the policy.
 * @param kept what there is to give back of.
 * @param noticeOn the day where the home is.
 */
export function cancelAnswers(
  refunds: readonly { readonly event: CancellationEvent; readonly refund: Refund }[],
  { kept, noticeOn, moveIn }: { readonly kept: Money; readonly noticeOn: string; readonly moveIn: string },
): readonly CancelAnswer[] {
  const none: Money = { minor: 0n, currency: kept.currency };
  const ofMind = refunds.find(({ event }) => event === 'changed-mind')?.refund.total ?? none;
  const least = lesserOf(ofMind, kept);
  const mind: CancelAnswer = { event: 'changed-mind', total: least, now: least, later: none, proof: [], proofUntil: undefined };
  const others = refunds.flatMap(({ event, refund: { row, total: byRule } }): readonly CancelAnswer[] => {
    if (event === 'changed-mind' || !row || !canHold(event, noticeOn, moveIn)) return [];
    const capped = lesserOf(byRule, kept);
    const total = capped.minor > least.minor ? capped : least;
    const waits = row.evidence.length > 0 && total.minor > least.minor;
    if (!waits) return [{ event, total, now: total, later: none, proof: [], proofUntil: undefined }];
    const later = { ...total, minor: total.minor - least.minor };
    return [{ event, total, now: least, later, proof: row.evidence, proofUntil: addDays(noticeOn, row.evidenceWithinDays ?? 0) }];
  });
  return [mind, ...others];
}

/** One answer as a form carries it; empty where nothing comes back. */
const shownPart = ({ event, total }: CancelAnswer): string =>
  total.minor <= 0n ? '' : event === 'changed-mind' ? priceText(total) : `${event} ${priceText(total)}`;

/**
 * What a page says comes back, as its form carries it: for a change of mind, then for each other event, as in
 * `67200 GBP; visa-refused 140000 GBP`.
 */
export const shownText = (answers: readonly CancelAnswer[]): string => answers.map(shownPart).filter(Boolean).join('; ');

/**
 * Whether by such a text it depends on what happened how much comes back.
 * @example isDepending('67200 GBP; visa-refused 140000 GBP') // true
 * @example isDepending('67200 GBP; visa-refused 67200 GBP') // false
 */
export function isDepending(text: string): boolean {
  const parts = text.split('; ').filter(Boolean);
  const sums = new Set(parts.map((part) => part.split(' ').slice(-2).join(' ')));
  // Where nothing comes back for a change of mind it has no part.
  return sums.size > 1 || (parts.length > 0 && !parts.some((part) => /^\d/.test(part)));
}

/** Whether such a text says what comes back now for an event: what comes at once, and all of it. */
export function wasShown(text: string, answers: readonly CancelAnswer[], event: CancellationEvent): boolean {
  const said = text === '' ? [] : text.split('; ');
  const partOf = (one: CancellationEvent): string => said.find((part) => (one === 'changed-mind' ? /^\d/.test(part) : part.startsWith(`${one} `))) ?? '';
  return answers.filter((one) => one.event === 'changed-mind' || one.event === event).every((one) => partOf(one.event) === shownPart(one));
}

/** The form with the events that can be chosen now; without the question where there is only one. */
export const cancelFormFor = (choices: readonly Choice[]): FormDefinition => ({
  ...cancelForm,
  fields: cancelForm.fields.flatMap((field): readonly Field[] => {
    if (field.kind !== 'radio') return [field];
    return choices.length > 1 ? [{ ...field, required: true, choices }] : [];
  }),
});

/** What goes back of what waits: never more than there is. Undefined where nothing does. */
export function restOf(claim: Claim | undefined, kept: Money | undefined): Money | undefined {
  if (claim?.state !== 'open' || !kept || kept.minor <= 0n) return undefined;
  return lesserOf(claim.rest, kept);
}

/** What staff can decide now. */
export function claimActsFor(claim: Claim | undefined, kept: Money | undefined): readonly ClaimAct[] {
  if (claim?.state !== 'open') return [];
  return restOf(claim, kept) ? ['claim-give', 'claim-refuse'] : ['claim-refuse'];
}

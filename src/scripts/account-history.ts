/** Tells the account what was looked at on this device, and takes its list over. Loaded for readers who are signed in. */
import type { mergeHistoryContract } from '#lib/features/history/history.contract.ts';
import { api } from '#islands/browser/api.ts';
import { forgottenText, isHistoryDue, seenText } from '#islands/browser/kept-history.rules.ts';
import { $kept, linkHistory, takeHistory } from '#islands/browser/kept.ts';

const merge = { method: 'POST', path: '/_houseApi/history/merge' } as const;
const now = (): number => Math.floor(Date.now() / 1_000);

let underWay: Promise<void> | undefined;

async function tell(isAllowed: boolean): Promise<void> {
  linkHistory();
  const sent = $kept.get();
  const input = { seen: isAllowed ? seenText(sent.untold, now()) : '', forgotten: forgottenText(sent, now()) };
  try {
    takeHistory(await api().call<typeof mergeHistoryContract>(merge, input, { clientToastHide: true, noJump: true }), sent, isAllowed);
  } catch {
    // Kept here until the next page, or until there is a connection.
  }
}

/**
 * @param isAnew whether the account's history is known to have changed.
 * @param isAllowed whether this device may remember anything; where not, it only says what it has forgotten.
 */
export async function syncHistory(isAnew: boolean, isAllowed: boolean): Promise<void> {
  await underWay;
  if (!isAnew && !isHistoryDue($kept.get(), now())) return;
  underWay = tell(isAllowed);
  await underWay;
}

/** Tells the account what was kept, taken off and compared on this device, and shows its lists here. Loaded for readers who are signed in. */
import type { mergeFavouritesContract } from '#lib/features/shortlist/shortlist.contract.ts';
import { api } from '#islands/browser/api.ts';
import { comparedToTell } from '#islands/browser/kept-compared.rules.ts';
import { changesText, isDue, wordsToSend } from '#islands/browser/kept-account.rules.ts';
import { $kept, $notices, linkAccount, takeAccount } from '#islands/browser/kept.ts';
import { awaitHomes } from './awaited-homes.ts';

const merge = { method: 'POST', path: '/_houseApi/favorites/merge' } as const;

let underWay: Promise<void> | undefined;
/** Whether the account is to be asked once more: where something is due by then, or in any case. */
let wanted: 'no' | 'due' | 'anyway' = 'no';

const now = (): number => Math.floor(Date.now() / 1_000);

async function tell(sayFull: () => void): Promise<void> {
  linkAccount();
  const sent = wordsToSend($kept.get());
  const compared = comparedToTell($kept.get());
  const { id = 0, turn = 0 } = $kept.get().account ?? {};
  try {
    const answer = await api().call<typeof mergeFavouritesContract>(
      merge,
      { changes: changesText(sent), ...compared },
      { clientToastHide: true, noJump: true },
    );
    const taken = takeAccount(answer, sent, turn, compared.compared);
    if (taken === 'full') sayFull();
    // Of what was not told, or not rightly, and of what there is room for by now.
    if (wanted === 'no' && isDue($kept.get(), now())) wanted = 'due';
    if (id === 0) {
      // What was waited for on this device is waited for on the account from now on.
      void awaitHomes(
        $notices.get().map((home) => home.id),
        true,
        true,
      );
      showAnew(answer.items.length);
    }
  } catch {
    // Kept here until the next page, or until there is a connection.
  }
}

/** One at a time; what is pressed meanwhile goes with the next. */
async function inTurn(sayFull: () => void): Promise<void> {
  // Where nothing is due it would be over before it was noted as under way, and then be so for good.
  await undefined;
  while (wanted === 'anyway' || (wanted === 'due' && isDue($kept.get(), now()))) {
    wanted = 'no';
    await tell(sayFull);
  }
  wanted = 'no';
  underWay = undefined;
}

/** The page of the account's homes was written before it had heard of this device: once it has, it is fetched again. */
function showAnew(count: number): void {
  const shown = document.querySelector<HTMLElement>('[data-account-hearts]')?.dataset['accountHearts'];
  if (shown !== undefined && shown !== String(count)) location.reload();
}

/**
 * @param isAnew whether the account's list is known to have changed.
 * @param sayFull tells the reader that there is no room for homes of this device; once for each of them.
 */
export async function syncHearts(isAnew: boolean, sayFull: () => void): Promise<void> {
  if (isAnew) wanted = 'anyway';
  else if (wanted === 'no') wanted = 'due';
  underWay ??= inTurn(sayFull);
  await underWay;
}

/** Tells the account what was kept and taken off on this device, and shows its list here. Loaded for readers who are signed in. */
import type { mergeFavouritesContract } from '#lib/features/shortlist/shortlist.contract.ts';
import { api } from '#islands/browser/api.ts';
import { changesText, isDue } from '#islands/browser/kept-account.rules.ts';
import { $kept, linkAccount, takeAccount } from '#islands/browser/kept.ts';

const merge = { method: 'POST', path: '/_houseApi/favorites/merge' } as const;

let underWay: Promise<void> | undefined;
let isWanted = false;

async function tell(): Promise<void> {
  linkAccount();
  const sent = $kept.get().unsent;
  try {
    const isFirst = $kept.get().account?.id === 0;
    takeAccount(await api().call<typeof mergeFavouritesContract>(merge, { changes: changesText(sent) }, { clientToastHide: true, noJump: true }), sent);
    if (isFirst) showAnew();
  } catch {
    // Kept here until the next page, or until there is a connection.
  }
}

/** One at a time; what is pressed meanwhile goes with the next. */
async function inTurn(): Promise<void> {
  while (isWanted) {
    isWanted = false;
    await tell();
  }
  underWay = undefined;
}

/** The page of the account's homes was written before it had heard of this device: once it has, it is fetched again. */
function showAnew(): void {
  const shown = document.querySelector<HTMLElement>('[data-account-hearts]')?.dataset['accountHearts'];
  const { favourites, unsent } = $kept.get();
  const count = String(favourites.length - unsent.filter(({ kept }) => kept).length);
  if (shown !== undefined && shown !== count) location.reload();
}

/** @param isAnew whether the account's list is known to have changed. */
export async function syncHearts(isAnew = false): Promise<void> {
  if (!isAnew && !isDue($kept.get(), Math.floor(Date.now() / 1_000))) return;
  isWanted = true;
  underWay ??= inTurn();
  await underWay;
}

/** What was told last of a home, as its row has it. */
import { isCurrency } from '#lib/money/currencies.ts';
import { money } from '#lib/money/money.ts';
import type { SeenHome } from './notices.schema.ts';

type SeenColumns = { readonly seen_state: SeenHome['state'] | null; readonly seen_weekly_minor: bigint | null; readonly seen_currency: string | null };

export const seenColumns = (seen: SeenHome): SeenColumns => ({
  seen_state: seen.state,
  seen_weekly_minor: seen.state === 'free' ? seen.rent.minor : null,
  seen_currency: seen.state === 'free' ? seen.rent.currency : null,
});

/** Undefined where nobody has looked at it yet. */
export function seenOf({ seen_state: state, seen_weekly_minor: minor, seen_currency: currency }: SeenColumns): SeenHome | undefined {
  if (state !== 'free') return state === null ? undefined : { state };
  return minor !== null && currency !== null && isCurrency(currency) ? { state, rent: money(BigInt(minor), currency) } : undefined;
}

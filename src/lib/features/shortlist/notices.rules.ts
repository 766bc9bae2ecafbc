/** What of a home is worth telling, once. Pure. */
import type { Money } from '#lib/money/money.ts';
import type { WatchedHome } from './notices.schema.ts';

export type HouseNews =
  | { readonly kind: 'lower'; readonly now: Money /** The rent when it was kept, or of which they were told last. */; readonly before: Money }
  | { readonly kind: 'free'; readonly now: Money };

/** A text of at most so many UTF-16 units. @example shortened('Bridge House', 7) // 'Bridge…' */
export const shortened = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`);

/** Part of a rent by which it has to fall, in hundredths. */
const leastFall = 1n;

/**
 * What is new of a favourite, and what is known of it afterwards. A rent that rises and falls back is no news.
 * @param rent the lowest weekly rent now; undefined where nothing is free.
 */
export function houseNews(
  { rentThen, toldMinor, fullSince }: Omit<WatchedHome, 'houseId' | 'seen'>,
  rent: Money | undefined,
  now: Date,
): {
  readonly lower: HouseNews | undefined;
  readonly free: HouseNews | undefined;
  readonly toldMinor: bigint | undefined;
  readonly fullSince: Date | undefined;
} {
  if (!rent) return { lower: undefined, free: undefined, toldMinor, fullSince: fullSince ?? now };
  const before = rentThen && { minor: toldMinor ?? rentThen.minor, currency: rentThen.currency };
  const hasFallen = before !== undefined && before.currency === rent.currency && rent.minor * 100n <= before.minor * (100n - leastFall);
  return {
    lower: hasFallen ? { kind: 'lower', now: rent, before } : undefined,
    free: fullSince ? { kind: 'free', now: rent } : undefined,
    toldMinor: hasFallen ? rent.minor : toldMinor,
    fullSince: undefined,
  };
}

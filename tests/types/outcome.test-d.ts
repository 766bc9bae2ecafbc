/** Checked by the compiler alone: what a service refuses has a reason of those it names, and each is said. */
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';

type Kept = Outcome<number, 'full' | 'closed'>;
export const outcomes: readonly Kept[] = [done(1), refused('full'), refused('closed')];
// @ts-expect-error -- no such reason
export const reason: Kept = refused('tired');
// @ts-expect-error -- what was refused has no value
export const value = (outcome: Kept): number => outcome.value;
// @ts-expect-error -- a reason is left out
export const said = (outcome: Kept): string => {
  if (outcome.ok) return 'kept';
  switch (outcome.reason) {
    case 'full':
      return 'full';
  }
};

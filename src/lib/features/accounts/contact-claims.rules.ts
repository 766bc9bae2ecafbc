/** What becomes of a contact of one account that another has shown to be theirs by now. Browser-safe. */
import { dayMs } from '#lib/dates/dates.ts';
import type { ClaimState } from './contact-claims.schema.ts';

/** Days without a sign-in after which a code alone does not say whose account it is: numbers are given out again. */
export const quietDays = 90;

/** What is known when somebody claims a contact. */
export type ClaimMatter = {
  /** The account that has it is a renter's, is not locked, and is not about to be erased. */
  readonly isPlain: boolean;
  /** The account that has it was told at another contact, by which its owner gets in as well. */
  readonly isTold: boolean;
  /** Both accounts have orders or rents. */
  readonly bothBound: boolean;
  /** Its owner has said before that it is theirs. */
  readonly wasKept: boolean;
};

/**
 * Whether the contact goes after its notice, or staff decide.
 * @example claimStateOf({ isPlain: true, isTold: true, bothBound: false, wasKept: false }) // 'waiting'
 * @example claimStateOf({ isPlain: true, isTold: false, bothBound: false, wasKept: false }) // 'case'
 */
export function claimStateOf({ isPlain, isTold, bothBound, wasKept }: ClaimMatter): Exclude<ClaimState, 'kept'> {
  return isPlain && isTold && !bothBound && !wasKept ? 'waiting' : 'case';
}

/**
 * Whether somebody who shows a code is asked whose account it is before they see anything of it.
 * @example isQuiet({ signedInAt: new Date(0) }, new Date(91 * 86_400_000)) // true
 */
export const isQuiet = ({ signedInAt }: { readonly signedInAt: Date }, now: Date): boolean => now.getTime() - signedInAt.getTime() > quietDays * dayMs;

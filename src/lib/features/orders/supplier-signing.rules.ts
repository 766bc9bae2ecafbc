/** What a supplier's word on a contract is worth. Pure, browser-safe. */
import type { OrderState } from './order.process.rules.ts';
import { countersignedIn, unheardHours } from './supplier-signing.schema.ts';
import type { SaidOfContract, SignedVersion } from './supplier-signing.schema.ts';

/**
 * What counts of a supplier's words: of the version that the applicant signed last, and of no other. Who has declined it can still sign it; who
 * has signed it has.
 * @param words newest first.
 * @example wordThatCounts({ id: 2 }, [{ contractId: 1, word: 'signed' }]) // undefined
 */
export function wordThatCounts<Said extends Pick<SaidOfContract, 'contractId' | 'word'>>(
  contract: Pick<SignedVersion, 'id'> | undefined,
  words: readonly Said[],
): Said | undefined {
  const own = words.filter(({ contractId }) => contractId === contract?.id);
  return own.find(({ word }) => word !== 'declined') ?? own[0];
}

/** Whether a contract bears both sides' word. */
export const isByBoth = (said: Pick<SaidOfContract, 'word'> | undefined): boolean => said !== undefined && said.word !== 'declined';

/**
 * Whether a supplier can answer now: their applicant has signed, nothing is confirmed, and they have not signed yet. A link answers once.
 * @param link by which they would.
 */
export function canAnswer(
  state: OrderState,
  contract: Pick<SignedVersion, 'id'> | undefined,
  words: readonly Pick<SaidOfContract, 'contractId' | 'word' | 'linkId'>[],
  link: number,
): boolean {
  if (!countersignedIn.includes(state) || contract === undefined) return false;
  return !isByBoth(wordThatCounts(contract, words)) && !words.some(({ linkId }) => linkId === link);
}

/** Since when nothing having been heard is told to staff, and reminded of. */
export const unheardBefore = (now: Date): Date => new Date(now.getTime() - unheardHours * 3_600_000);

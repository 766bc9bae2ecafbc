/** Who knows whether a name and the number of an identity card belong together. */

/** `mismatch`: they do not belong together, or there is no such card. `unavailable`: nobody could be asked just now. */
export type RegistryAnswer = 'match' | 'mismatch' | 'unavailable';

export type Registry = {
  /** Whether a register of people is asked, or a number is only looked at by itself. */
  readonly isOfficial: boolean;
  /** Never throws. @param number of a card of mainland China, well-formed. */
  compare(name: string, number: string): Promise<RegistryAnswer>;
};

/** The default: nobody is asked, so a number that could be one is taken. What shows it says so. */
export const noRegistry: Registry = { isOfficial: false, compare: async () => 'match' };

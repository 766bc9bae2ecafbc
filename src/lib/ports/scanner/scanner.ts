/** A program that knows harmful files. Nobody is asked unless the operator runs one. */

export type Scanner = {
  /**
   * @returns `clean`, or what was found as the program names it.
   * @throws {ScannerError} when it does not answer, or not in time.
   */
  scan(bytes: Buffer): Promise<'clean' | { readonly found: string }>;
};

/** The scanner could not say anything: what was to be looked at is not taken. */
export class ScannerError extends Error {
  override name = 'ScannerError';
}

export const noScanner: Scanner = { scan: async () => 'clean' };

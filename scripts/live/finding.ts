/** What came of a check. */
export type Finding = {
  /** `not set`: there is nothing to try, which is no fault; `says` tells what visitors or staff do without. */
  readonly outcome: 'ok' | 'failed' | 'not set';
  /** What was tried and what came of it, with a figure; of a failure also what to do. Holds no secret. */
  readonly says: string;
};

export const ok = (says: string): Finding => ({ outcome: 'ok', says });
export const failed = (says: string): Finding => ({ outcome: 'failed', says });
export const notSet = (says: string): Finding => ({ outcome: 'not set', says });

/** What an error says in one line, with its cause; addresses of ours may hold passwords, so only messages are taken. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const said = error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
  return cause instanceof Error && cause.message !== '' && cause.message !== said ? `${said} (${cause.message})` : said;
}

/** Runs a check and says how long it took, in milliseconds. */
export async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly took: string }> {
  const before = performance.now();
  const value = await work();
  return { value, took: `${Math.round(performance.now() - before)} ms` };
}

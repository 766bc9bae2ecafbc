/** From a call's name to the token that goes with it: puzzles are tried in order, and after several errors a ticket stands in. */
import { ApiError } from '#lib/api/client.ts';
import type { Client } from '#lib/api/client.ts';
import type { Wire } from '#lib/api/contract.ts';
import { apiErrors } from '#lib/api/envelope.ts';
import type { captchaPuzzleContract, captchaTicketContract, captchaTokenContract } from '#lib/features/captcha/captcha.contract.ts';
import { checkedFallbackCount } from '#lib/features/captcha/captcha.rules.ts';
import { captchaPlatforms, fallbackCount } from '#lib/features/captcha/captcha.schema.ts';
import type { CaptchaPlatform, WirePuzzle } from '#lib/features/captcha/captcha.schema.ts';
import { readCounts, withError, withoutErrors } from './captcha.rules.ts';
import { CaptchaLoadError } from './load-script.ts';
import { CaptchaWrongError, solvePuzzle } from './puzzles.ts';
import type { PuzzleOptions } from './puzzles.ts';

const puzzleWire = { method: 'GET', path: '/_api/captcha/puzzle' } as const satisfies Wire<typeof captchaPuzzleContract>;
const tokenWire = { method: 'POST', path: '/_api/captcha/token' } as const satisfies Wire<typeof captchaTokenContract>;
const ticketWire = { method: 'POST', path: '/_api/captcha/ticket' } as const satisfies Wire<typeof captchaTicketContract>;

/** Where errors are counted, for as long as the tab is open, and what worked last, for longer. */
const countsKey = 'captchaErrors';
const preferredKey = 'captchaPlatform';

/** Storage is refused in some private windows. */
function kept(storage: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

function keep(storage: 'localStorage' | 'sessionStorage', key: string, value: string): void {
  try {
    window[storage].setItem(key, value);
  } catch {
    // Then it is counted anew on the next page.
  }
}

export type CaptchaToken = { readonly token: string; readonly isVerified: boolean };
export type SolveOptions = PuzzleOptions & {
  readonly client: Pick<Client, 'call'> /** Names the page for its count of errors (R4.086). */;
  readonly page: string;
};

const isQuiet = { clientToastHide: true } as const;

/** What was solved, exchanged for a token. @throws {CaptchaWrongError} {CaptchaLoadError} */
async function exchanged(client: SolveOptions['client'], { platform, captcha_id }: WirePuzzle, captcha_code: string, call: string): Promise<string> {
  try {
    const values = { platform, captcha_id, captcha_code, call };
    return (await client.call<typeof captchaTokenContract>(tokenWire, values, isQuiet)).captcha_token;
  } catch (error) {
    if (error instanceof ApiError && error.code === apiErrors['captcha-failed'].code) throw new CaptchaWrongError();
    throw new CaptchaLoadError('what was solved could not be judged');
  }
}

/** @throws {CaptchaLoadError} code 502, {CaptchaWrongError}, {CaptchaClosedError} */
export async function solveCaptcha({ client, page, call, ...options }: SolveOptions): Promise<CaptchaToken> {
  let count = readCounts(kept('sessionStorage', countsKey))[page] ?? 0;
  let fallbackAfter = fallbackCount;
  const lost = (): void => {
    count++;
    keep('sessionStorage', countsKey, JSON.stringify(withError(readCounts(kept('sessionStorage', countsKey)), page)));
  };

  /** Puzzles in order, of which one that could not be loaded just now comes last. */
  async function puzzles(failed: readonly CaptchaPlatform[]): Promise<readonly WirePuzzle[]> {
    const preferred = captchaPlatforms.find((platform) => platform === kept('localStorage', preferredKey)) ?? '';
    try {
      const posed = await client.call<typeof captchaPuzzleContract>(puzzleWire, { call, preferred, failed: failed.join(',') }, isQuiet);
      fallbackAfter = checkedFallbackCount(posed.fallback_after);
      return posed.puzzles;
    } catch (error) {
      if (error instanceof RangeError) throw error;
      lost();
      return [];
    }
  }

  for (const puzzle of await puzzles([])) {
    if (count >= fallbackAfter) break;
    try {
      const code = await solvePuzzle(puzzle, { call, ...options });
      const token = await exchanged(client, puzzle, code, call);
      keep('sessionStorage', countsKey, JSON.stringify(withoutErrors(readCounts(kept('sessionStorage', countsKey)), page)));
      keep('localStorage', preferredKey, puzzle.platform);
      return { token, isVerified: true };
    } catch (error) {
      if (!(error instanceof CaptchaLoadError)) throw error;
      lost();
    } finally {
      options.place.replaceChildren();
    }
  }
  if (count < fallbackAfter) throw new CaptchaLoadError('no captcha could be loaded');
  try {
    const { captcha_token: token } = await client.call<typeof captchaTicketContract>(ticketWire, { call, errors: count }, isQuiet);
    return { token, isVerified: false };
  } catch {
    throw new CaptchaLoadError('neither a captcha nor a ticket could be had');
  }
}

/** What browsers and server both know of captchas. Browser-safe. */
import * as z from 'zod/mini';

/** Who may pose a puzzle, by name on the wire (R4.088). */
export const captchaPlatforms = ['altcha', 'cloudflare', 'recaptcha', 'geetest'] as const;
export type CaptchaPlatform = (typeof captchaPlatforms)[number];

/** Errors on a page after which its reader goes on without a captcha, unless the operator says otherwise (R4.085, R9.29). */
export const fallbackCount = 3;
/** Pixels (R9.31). */
export const captchaWidth = 320;
/** Milliseconds for which one address of a script is asked for; then it has another (R9.30). */
export const cacheBusterEvery = 60_000;

/** The name of a call that a puzzle is solved for. */
export const callName = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,31}$/), z.describe('Name of the call that is to be made'));

export const puzzleSchema = z.object({
  platform: z.enum(captchaPlatforms),
  captcha_id: z.string().check(z.describe('Names the puzzle; goes back with its solution')),
  scripts: z.array(z.string()).check(z.describe('Addresses of the script that shows it, to be tried in this order')),
  challenge: z.string().check(z.describe('What is to be solved, as JSON; empty where the script fetches it')),
});
export type WirePuzzle = z.output<typeof puzzleSchema>;

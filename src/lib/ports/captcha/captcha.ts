/** Tells people from programs: puzzles, who poses them, and what their solutions prove. */

/** Who poses a puzzle, by its name on the wire. */
export type CaptchaPlatform = 'altcha' | 'cloudflare' | 'recaptcha' | 'geetest';

/** What a solver gave. */
export type CaptchaProof = {
  readonly platform: CaptchaPlatform;
  /** Names the puzzle: its own id, or the key under which the site has it. */
  readonly id: string;
  readonly code: string;
};

/** What whoever posed the puzzle says of a proof. */
export type CaptchaJudgement =
  | {
      readonly kind: 'solved';
      /** The same for every use of one proof, and of no other. */
      readonly proof: string;
      /** The call it was solved for, where the puzzle carries that. */
      readonly call: string | undefined;
    }
  | { readonly kind: 'wrong' }
  /** Nobody could be asked. */
  | { readonly kind: 'unreachable' };

/** A puzzle as a browser needs it to show or solve it. */
export type CaptchaPuzzle = {
  readonly platform: CaptchaPlatform;
  readonly id: string;
  /** Addresses of the script that shows it, to be tried in this order; none where the site brings its own. */
  readonly scripts: readonly string[];
  /** What is to be solved, as JSON; empty where the script fetches it. */
  readonly challenge: string;
};

/** Origins that a page with the puzzle uses. */
export type CaptchaHosts = {
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  readonly calls: readonly string[];
  /** Of style sheets and pictures. */
  readonly files: readonly string[];
};

/** One who poses puzzles and judges what was solved. */
export type CaptchaJudge = {
  readonly platform: CaptchaPlatform;
  readonly hosts: CaptchaHosts;
  /** @param call the name of the API call it is solved for. */
  pose(call: string): Promise<CaptchaPuzzle>;
  /** Never throws for what a client sent. @param address the client's network address. */
  judge(proof: CaptchaProof, address: string): Promise<CaptchaJudgement>;
};

/** Where a puzzle is shown without anybody else's host. */
export const ownHosts: CaptchaHosts = { scripts: [], frames: [], calls: [], files: [] };

/** `unverified`: the puzzle could not be had, and a ticket stands in for it. */
export type CaptchaVerdict = 'solved' | 'unverified';

/** What a call brings along: a token that a proof was exchanged for, or the proof itself. */
export type GivenProof = { readonly token: string } | CaptchaProof;

/** What the gate of calls asks. */
export type Captcha = {
  /** What it proves, for this call, now and used for the first time; undefined when nothing. */
  verify(given: GivenProof, about: { readonly call: string; readonly address: string; readonly now: Date }): Promise<CaptchaVerdict | undefined>;
};

/** Tells people from programs. What solves and verifies is an adapter's; without one, calls that need it stay closed. */

export type CaptchaProof = {
  /** Names the puzzle. */
  readonly id: string;
  /** What the solver gave for it. */
  readonly code: string;
};

export type Captcha = {
  /** Whether the proof is of a puzzle of ours, solved, in time, for this call, and used for the first time. */
  verify(proof: CaptchaProof, about: { readonly call: string; readonly address: string }): Promise<boolean>;
};

/** What a call passes before it is answered: one thing each, in an order that is written down once. */
import type { Caller } from '../caller.ts';
import type { Contract } from '../contract.ts';
import type { CaptchaVerdict } from '#lib/ports/captcha/captcha.ts';
import type { ApiErrorName } from '../envelope.ts';

export type GateName = 'limit' | 'origin' | 'permission' | 'signature' | 'csrf' | 'proof' | 'realname' | 'captcha' | 'repeat';

/** A call on its way in. */
export type Call = {
  readonly contract: Contract;
  readonly headers: Headers;
  /** What it was given, opened and before it is parsed; empty while it has not been read. */
  readonly values: Readonly<Record<string, string>>;
};

export type Refused = { readonly error: ApiErrorName; readonly data?: unknown; readonly headers?: Readonly<Record<string, string>> };

/** What a gate has found out, and the call's answer wants to know. */
export type Found = { readonly captcha: CaptchaVerdict };

export type Gate = {
  readonly name: GateName;
  /** `address`: passed before anybody is looked up. `head`: before anything of the call is read. `values`: when its values are read and opened. */
  readonly reads: 'address' | 'head' | 'values';
  /** One English sentence for the guide. */
  readonly summary: string;
  /** Why the call may not go on, what was found out, or undefined. */
  pass(call: Call, caller: Caller): Promise<Refused | Found | undefined>;
};

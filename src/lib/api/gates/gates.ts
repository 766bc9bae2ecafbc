/** What every call passes, in this order, which the API guide prints. */
import type { Captcha } from '#lib/ports/captcha/captcha.ts';
import type { RateLimits } from '../rate-limits.ts';
import { captchaGate } from './captcha.ts';
import { csrfGate } from './csrf.ts';
import type { Csrf } from './csrf.ts';
import type { Gate } from './gate.ts';
import { limitGate } from './limit.ts';
import { originGate } from './origin.ts';
import { permissionGate } from './permission.ts';
import { proofGate } from './proof.ts';
import { realnameGate } from './realname.ts';
import type { RealnameCheck } from './realname.ts';
import { repeatGate, signatureGate } from './signature.ts';

export type GateParts = {
  readonly limits: RateLimits;
  /** Origins of the site itself, whose pages may write. */
  readonly ownOrigins: ReadonlySet<string>;
  /** Tokens of our forms and islands; without it a call that needs one is refused. */
  readonly csrf?: Csrf;
  readonly captcha?: Captcha;
  /** What stands before what asks for a certified name; nothing without it. */
  readonly names?: RealnameCheck;
  /** Seconds in which nobody writes what a form asks for; none without it. */
  readonly formSeconds?: number;
};

/** No token is ever right. */
const noTokens: Csrf = { tokenFor: () => '', verify: () => false };

export function gatesOf({ limits, ownOrigins, csrf = noTokens, captcha, names, formSeconds }: GateParts): readonly Gate[] {
  return [
    limitGate(limits),
    originGate(ownOrigins),
    permissionGate,
    signatureGate,
    csrfGate(csrf),
    proofGate,
    realnameGate(names),
    captchaGate(captcha, limits, formSeconds),
    repeatGate(),
  ];
}

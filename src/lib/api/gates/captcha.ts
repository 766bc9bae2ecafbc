/** Calls that programs must not make: they need the proof of a solved captcha (R3.20, R8.16). */
import type { Captcha, CaptchaPlatform, GivenProof } from '#lib/ports/captcha/captcha.ts';
import { isCaught } from '#lib/forms/traps.rules.ts';
import type { RateLimits } from '../rate-limits.ts';
import type { Gate } from './gate.ts';

/** Longest part of a proof that is looked at, in characters. */
const longest = 8_192;
const platforms: readonly CaptchaPlatform[] = ['altcha', 'cloudflare', 'recaptcha', 'geetest'];

/** What the values of a call bring along; undefined when that cannot be a proof. */
function givenIn({
  captcha_token: token,
  captcha_id: id,
  captcha_code: code,
  platform: named = 'altcha',
}: Readonly<Record<string, string>>): GivenProof | undefined {
  if (token) return token.length <= longest ? { token } : undefined;
  const platform = platforms.find((one) => one === named);
  return platform && id && code && id.length <= longest && code.length <= longest ? { platform, id, code } : undefined;
}

/**
 * @param captcha without it nothing verifies, and such calls are closed.
 * @param limits what was not verified goes on less often.
 * @param formSeconds in which nobody writes what a form asks for.
 */
export function captchaGate(captcha: Captcha | undefined, limits: RateLimits, formSeconds = 0): Gate {
  return {
    name: 'captcha',
    reads: 'values',
    summary:
      'Calls that say so need captcha_token, or captcha_id, captcha_code and platform, of a captcha that was solved for them; else they answer 13000. A ticket for a captcha that could not be loaded counts for some of them, and less often. A form that looks filled in by a program is asked for one too.',
    async pass({ contract, values }, { address, now, session }) {
      if (!contract.captcha) return undefined;
      const given = givenIn(values);
      const verdict = given && (await captcha?.verify(given, { call: contract.name, address, now }));
      if (verdict === 'unverified' && contract.captcha !== 'solved') {
        const wait = await limits.spend('unverified', address);
        return wait === undefined ? { captcha: verdict } : { error: 'too-many', headers: { 'retry-after': String(wait) } };
      }
      if (verdict === 'solved') return { captcha: verdict };
      if (contract.captcha !== 'asked') return { error: 'captcha-needed' };
      // Where nobody could show to be a person nobody is asked to.
      return captcha && !session && isCaught(values, now, formSeconds) ? { error: 'captcha-needed' } : undefined;
    },
  };
}

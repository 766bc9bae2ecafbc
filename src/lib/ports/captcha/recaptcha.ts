/** Google reCAPTCHA. A puzzle to solve carries no call; one that only judges gives a score, and its action is the call. */
import type { CaptchaJudge } from './captcha.ts';
import { siteVerify } from './site-verify.ts';
import type { SiteCaptchaOptions } from './turnstile.ts';

/** Its own host and the one for countries where that cannot be reached. Neither is ever named to a reader of zh-cn. */
const servers = ['https://www.google.com', 'https://www.recaptcha.net'] as const;
const files = 'https://www.gstatic.com';
/** From 0, surely a program, to 1. */
const leastScore = 0.5;

export function recaptchaCaptcha({ at = `${servers[1]}/recaptcha/api/siteverify`, ...options }: SiteCaptchaOptions): CaptchaJudge {
  return {
    platform: 'recaptcha',
    hosts: { scripts: [...servers, files], frames: servers, calls: servers, files: [] },
    pose: async () => ({
      platform: 'recaptcha',
      id: options.siteKey,
      scripts: servers.map((server) => `${server}/recaptcha/api.js?render=explicit`),
      challenge: '',
    }),
    judge: siteVerify({
      ...options,
      at,
      callOf: ({ score, action }) => {
        if (score === undefined) return { call: undefined };
        // Its actions have no hyphens.
        return score >= leastScore && action ? { call: action.replaceAll('_', '-') } : undefined;
      },
    }),
  };
}

/** Cloudflare Turnstile. Its puzzle carries the call it is for, as the action. */
import type { CaptchaJudge } from './captcha.ts';
import { siteVerify } from './site-verify.ts';

const origin = 'https://challenges.cloudflare.com';

export type SiteCaptchaOptions = {
  readonly siteKey: string;
  readonly secret: string;
  /** Hosts of the site, without port. */
  readonly siteHosts: readonly string[];
  /** Where proofs are judged, if not at the service's own address. */
  readonly at?: string | undefined;
  /** Milliseconds until its answer is given up. */
  readonly within?: number;
};

export function turnstileCaptcha({ at = `${origin}/turnstile/v0/siteverify`, ...options }: SiteCaptchaOptions): CaptchaJudge {
  return {
    platform: 'cloudflare',
    hosts: { scripts: [origin], frames: [origin], calls: [], files: [] },
    pose: async () => ({ platform: 'cloudflare', id: options.siteKey, scripts: [`${origin}/turnstile/v0/api.js?render=explicit`], challenge: '' }),
    judge: siteVerify({ ...options, at, callOf: ({ action }) => (action ? { call: action } : undefined) }),
  };
}

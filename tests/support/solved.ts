/** Tokens of solved captchas for tests of what comes after: signed with the desk's own key, without the work of solving. */
import { randomBytes } from 'node:crypto';
import { proofLife, tokenText } from '#lib/features/captcha/captcha.rules.ts';
import type { Secrets } from '#lib/secrets.ts';

/** @param now of the desk's clock. */
export function solvedToken(secrets: Pick<Secrets, 'sign'>, call: string, now: Date): string {
  const text = tokenText({ verdict: 'solved', call, until: now.getTime() + proofLife, id: randomBytes(16).toString('base64url') });
  return `${text}/${secrets.sign('captcha', text)}`;
}

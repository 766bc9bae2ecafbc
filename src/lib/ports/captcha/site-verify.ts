/** How Turnstile and reCAPTCHA are asked: the same form, the same answer. */
import * as z from 'zod/mini';
import { createOutside, jsonOf } from '../outside.ts';
import type { CaptchaJudgement, CaptchaProof } from './captcha.ts';

const answerSchema = z.object({
  success: z.boolean(),
  hostname: z.optional(z.string()),
  action: z.optional(z.string()),
  score: z.optional(z.number()),
  'error-codes': z.optional(z.array(z.string())),
});
export type SiteAnswer = z.output<typeof answerSchema>;

/** What the service says when the fault is not the client's. */
const ownFaults = new Set(['missing-input-secret', 'invalid-input-secret', 'internal-error', 'bad-request']);
/** Somebody waits for this. Milliseconds. */
const within = 5_000;
/** Longest token of either service, in characters. */
const longest = 4_096;

export type SiteVerifyOptions = {
  /** The service's address. */
  readonly at: string;
  /** The site's public key, which proofs name. */
  readonly siteKey: string;
  readonly secret: string;
  /** Hosts of the site; a token of another one's page proves nothing. */
  readonly siteHosts: readonly string[];
  /** What the answer itself says of the call, or why it does not count. */
  readonly callOf: (answer: SiteAnswer) => { readonly call: string | undefined } | undefined;
  readonly within?: number;
};

/** Asks the service about a proof. */
export function siteVerify({ at, siteKey, secret, siteHosts, callOf, ...more }: SiteVerifyOptions) {
  const outside = createOutside({ within: more.within ?? within, atMost: 16_384 });
  return async function judge({ id, code }: CaptchaProof, address: string): Promise<CaptchaJudgement> {
    if (id !== siteKey || code === '' || code.length > longest) return { kind: 'wrong' };
    const answer = await outside.ask(at, { method: 'POST', form: new URLSearchParams({ secret, response: code, remoteip: address }) });
    const read = answer.ok ? answerSchema.safeParse(jsonOf(answer.bytes)) : undefined;
    if (!read?.success) return { kind: 'unreachable' };
    const { success, hostname = '', 'error-codes': errors = [] } = read.data;
    if (!success) return errors.some((error) => ownFaults.has(error)) ? { kind: 'unreachable' } : { kind: 'wrong' };
    const about = siteHosts.includes(hostname) ? callOf(read.data) : undefined;
    return about ? { kind: 'solved', proof: code, ...about } : { kind: 'wrong' };
  };
}

/** Which captcha a reader gets, and how a proof is written down. Browser-safe. */
import type { Locale } from '#lib/i18n/locales.ts';
import type { CaptchaPlatform } from './captcha.schema.ts';

/** Where a reader is, as far as it matters for which services can be reached. */
export type CaptchaReader = {
  readonly locale: Locale;
  /** ISO 3166 two-letter code in capitals; undefined when nobody knows. */
  readonly country?: string | undefined;
  /** What worked on this device the last time. */
  readonly preferred?: CaptchaPlatform | undefined;
  /** What could not be loaded just now. */
  readonly failed?: readonly CaptchaPlatform[];
};

const isMainland = ({ locale, country }: CaptchaReader): boolean => locale === 'zh-cn' || country === 'CN';

/** By region, the one that is nearest first. The embedded one needs nobody, so it comes last where the operator chose another. */
const nearest = {
  mainland: ['geetest', 'cloudflare', 'altcha'],
  elsewhere: ['cloudflare', 'recaptcha', 'geetest', 'altcha'],
} as const satisfies Record<string, readonly CaptchaPlatform[]>;

/**
 * The captchas to try, in order (R4.088): what worked before, then by region; what has just failed comes last.
 * A reader in mainland China is never led to Google, whatever is preferred.
 * @param available those that the operator has set up, and the embedded one.
 * @example captchaOrder(['altcha', 'recaptcha'], { locale: 'zh-cn', preferred: 'recaptcha' }) // ['altcha']
 */
export function captchaOrder(available: readonly CaptchaPlatform[], reader: CaptchaReader): readonly CaptchaPlatform[] {
  const near: readonly CaptchaPlatform[] = nearest[isMainland(reader) ? 'mainland' : 'elsewhere'];
  const order = near.filter((platform) => available.includes(platform));
  const failed = (platform: CaptchaPlatform): number => (reader.failed?.includes(platform) ? 2 : platform === reader.preferred ? 0 : 1);
  return order.toSorted((one, other) => failed(one) - failed(other));
}

/** How many errors a page bears (R5.63). @throws {RangeError} unless it is a whole number from 1. */
export function checkedFallbackCount(count: number): number {
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`errorFallbackCount is a whole number from 1, not ${count}`);
  return count;
}

/** What a token stands for. `id` is its own, so that it can be spent. `until` in milliseconds. */
export type TokenFacts = { readonly verdict: 'solved' | 'unverified'; readonly call: string; readonly until: number; readonly id: string };

/** Milliseconds for which a proof, a token and a ticket count. */
export const proofLife = 600_000;
/** Longest token looked at, in characters. */
const longestToken = 512;

/** @example tokenText({ verdict: 'solved', call: 'report-listing', until: 1, id: 'x' }) // 'solved/report-listing/1/x' */
export const tokenText = ({ verdict, call, until, id }: TokenFacts): string => `${verdict}/${call}/${until}/${id}`;

/** What a token says, and the signature that says whether it is true. */
export function readToken(token: string): { readonly facts: TokenFacts; readonly text: string; readonly signature: string } | undefined {
  if (token.length > longestToken) return undefined;
  const read = /^((solved|unverified)\/([a-z][a-z0-9-]{1,31})\/(\d{1,16})\/([\w-]{22}))\/([\w.-]+)$/.exec(token);
  if (!read) return undefined;
  const [, text = '', verdict, call = '', until, id = '', signature = ''] = read;
  return { facts: { verdict: verdict === 'solved' ? 'solved' : 'unverified', call, until: Number(until), id }, text, signature };
}

/** Poses puzzles, exchanges solutions for tokens, and says what a token or a proof is worth. Each counts once, on all nodes. */
import { createHash, randomBytes } from 'node:crypto';
import type { Locale } from '#lib/i18n/locales.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Captcha, CaptchaHosts, CaptchaJudge, CaptchaProof, CaptchaPuzzle, CaptchaVerdict } from '#lib/ports/captcha/captcha.ts';
import { captchaOrder, checkedFallbackCount, proofLife, readToken, tokenText } from './captcha.rules.ts';
import type { CaptchaReader, TokenFacts } from './captcha.rules.ts';

export type CaptchaService = Captcha & {
  /** Errors on a page after which a ticket stands in. */
  readonly fallbackAfter: number;
  /** Puzzles for a call, the one to try first in front. It is counted that they were posed. @param client what the reader's address counts as. */
  puzzles(call: string, reader: CaptchaReader, client: string): Promise<readonly CaptchaPuzzle[]>;
  /**
   * A ticket for a reader for whom no puzzle came to an end, however often they were posed for this call; undefined while that was not seen
   * here: what a client says of its errors is no proof of them.
   */
  ticketAfter(call: string, client: string, now: Date): Promise<string | undefined>;
  /** A token for a call, for a proof that was not used yet. @param call for puzzles that do not carry it themselves. */
  exchange(
    proof: CaptchaProof,
    about: { readonly call: string; readonly address: string; readonly now: Date },
  ): Promise<Outcome<string, 'wrong' | 'unreachable'>>;
  /** What stands in for a proof that could not be had. It counts as unverified. */
  ticket(call: string, now: Date): string;
  /** Origins that a page in this language may use for captchas. */
  hostsFor(locale: Locale): CaptchaHosts;
};

/** Adds a point under each key, and says how many it has, for so many seconds from its first; `addWithin` tells whether a sum is within a bound. */
export type UseCounts = {
  add(keys: readonly { readonly key: string; readonly seconds: number }[]): Promise<readonly { readonly points: number }[]>;
  addWithin(key: string, cost: number, most: number): Promise<boolean>;
};

export type CaptchaParts = {
  readonly judges: readonly CaptchaJudge[];
  /** Signs tokens. */
  readonly secrets: { sign(purpose: 'captcha', text: string): string; verify(purpose: 'captcha', text: string, signature: string): boolean };
  /** Knows, for all nodes, what was used. */
  readonly counters: UseCounts;
  /** Errors on a page after which a ticket stands in. */
  readonly fallbackAfter: number;
};

/** Seconds for which it is known that something was used: longer than anything counts, however far clocks differ. */
const usesLast = (3 * proofLife) / 1_000;
/** Seconds for which it is known that puzzles were posed. */
const posedLast = proofLife / 1_000;
const posedKey = (call: string, client: string): string => `captcha posed ${call} ${client}`;

/** @throws {RangeError} for a `fallbackAfter` that is none (R5.63). */
export function createCaptchaService({ judges, secrets, counters, fallbackAfter }: CaptchaParts): CaptchaService {
  const judgeOf = new Map(judges.map((judge) => [judge.platform, judge]));
  const orderFor = (reader: CaptchaReader) => captchaOrder([...judgeOf.keys()], reader).flatMap((platform) => judgeOf.get(platform) ?? []);

  /** Whether nobody has used it before; from now on somebody has. One statement decides it, whichever node asks. */
  async function isFirstUse(what: string): Promise<boolean> {
    const key = `captcha ${createHash('sha256').update(what).digest('base64url')}`;
    const [count] = await counters.add([{ key, seconds: usesLast }]);
    return count?.points === 1;
  }

  /** The call that an unused proof is for. */
  async function judged(
    proof: CaptchaProof,
    { call, address }: { readonly call: string; readonly address: string },
  ): Promise<Outcome<string, 'wrong' | 'unreachable'>> {
    const judgement = await judgeOf.get(proof.platform)?.judge(proof, address);
    if (judgement?.kind === 'unreachable') return refused('unreachable');
    if (judgement?.kind !== 'solved') return refused('wrong');
    const solvedFor = judgement.call ?? call;
    if (solvedFor === '' || (call !== '' && call !== solvedFor)) return refused('wrong');
    return (await isFirstUse(`${proof.platform} ${judgement.proof}`)) ? done(solvedFor) : refused('wrong');
  }

  function tokenOf(verdict: CaptchaVerdict, call: string, now: Date): string {
    const facts: TokenFacts = { verdict, call, until: now.getTime() + proofLife, id: randomBytes(16).toString('base64url') };
    const text = tokenText(facts);
    return `${text}/${secrets.sign('captcha', text)}`;
  }

  return {
    fallbackAfter: checkedFallbackCount(fallbackAfter),
    async puzzles(call, reader, client) {
      const [posed] = await Promise.all([
        Promise.all(orderFor(reader).map((judge) => judge.pose(call))),
        counters.add([{ key: posedKey(call, client), seconds: posedLast }]),
      ]);
      return posed;
    },
    async ticketAfter(call, client, now) {
      const isTooFew = await counters.addWithin(posedKey(call, client), 0, fallbackAfter - 1);
      return isTooFew ? undefined : tokenOf('unverified', call, now);
    },
    async exchange(proof, about) {
      const outcome = await judged(proof, about);
      return outcome.ok ? done(tokenOf('solved', outcome.value, about.now)) : outcome;
    },
    ticket: (call, now) => tokenOf('unverified', call, now),
    async verify(given, { call, address, now }) {
      if (!('token' in given)) return (await judged(given, { call, address })).ok ? 'solved' : undefined;
      const read = readToken(given.token);
      if (!read || !secrets.verify('captcha', read.text, read.signature)) return undefined;
      const { verdict, until, id } = read.facts;
      const fits = read.facts.call === call && now.getTime() <= until;
      return fits && (await isFirstUse(`token ${id}`)) ? verdict : undefined;
    },
    hostsFor(locale) {
      const hosts = orderFor({ locale }).map((judge) => judge.hosts);
      const all = (kind: keyof CaptchaHosts): readonly string[] => [...new Set(hosts.flatMap((one) => one[kind]))];
      return { scripts: all('scripts'), frames: all('frames'), calls: all('calls'), files: all('files') };
    },
  };
}

/**
 * Hands a session over to another host of ours. That host gives the browser a secret first; the host of the session makes a code for the
 * digest of it, for that host alone; who brings both, once and within a minute, has a session there that ends with the first one's time
 * and has proved no more. A code that somebody else was led to is worth nothing to them, nor is one that was planted in a browser.
 */
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { DbTransaction } from '#lib/db/database.ts';
import type { SignedIn, SigningInService, Visit } from './signing-in.service.ts';
import type { ChallengesService } from './challenges.service.ts';
import { handOverLife } from './hand-over.schema.ts';
import type { SessionsService } from './sessions.service.ts';

const shape = z.object({ session: z.int(), to: z.string(), challenge: z.string() });

type Parts = {
  readonly signingIn: Pick<SigningInService, 'admit'>;
  readonly sessions: Pick<SessionsService, 'read' | 'inherit' | 'find'>;
  readonly challenges: Pick<ChallengesService, 'of'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export type HandOverService = ReturnType<typeof createHandOver>;

const challengeOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
const isChallenge = (text: string): boolean => /^[\w-]{43}$/.test(text);

export function createHandOver({ signingIn, sessions, challenges, transact }: Parts) {
  const codes = challenges.of('hand-over', shape);
  return {
    /** A secret for the browser that is to get the session, and what the other host is told of it. */
    begin(): { readonly secret: string; readonly challenge: string } {
      const secret = randomBytes(32).toString('base64url');
      return { secret, challenge: challengeOf(secret) };
    },

    /** A code for the session of a token; undefined where there is none. @param to origin of the host that gets it. */
    async codeFor(token: string, to: string, challenge: string, now: Date): Promise<string | undefined> {
      const session = isChallenge(challenge) ? await sessions.read(token, now) : undefined;
      return session && codes.put({ session: session.id, to, challenge }, handOverLife, now);
    },

    /** Takes a code, whatever comes of it. @param own origin of the host that it came to. @param secret what that host gave the browser. */
    async take(code: string, own: string, secret: string, visit: Visit): Promise<SignedIn | undefined> {
      const taken = code.length > 128 ? undefined : await codes.take(code, visit.now);
      if (!taken || taken.to !== own || taken.challenge !== challengeOf(secret)) return undefined;
      // Signed out in between, there is nothing to hand over.
      const from = await sessions.find(taken.session, visit.now);
      if (!from) return undefined;
      return transact(async (tx) => {
        const admitted = await signingIn.admit(tx, from.userId, visit);
        if (!admitted.ok) return undefined;
        await sessions.inherit(tx, admitted.value.id, from);
        return admitted.value;
      });
    },
  };
}

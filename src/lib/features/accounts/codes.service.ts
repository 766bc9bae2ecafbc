/** Codes that are sent to a mail address or number, and the tickets that right ones are exchanged for. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { DbTransaction } from '#lib/db/database.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import { codeLife, resendAfter } from './accounts.schema.ts';
import type { CodeEvent, Contact } from './accounts.schema.ts';
import type { CodeScope, CodesRepository } from './codes.repository.ts';

/** Whose visit a code belongs to: a session's or that of before sign-in. */
export type CodeOwner = `session:${string}` | `staff:${string}` | `pre:${string}`;

export type CodeAsked = { readonly event: CodeEvent; readonly contact: Contact; readonly owner: CodeOwner };

export type CodesService = ReturnType<typeof createCodesService>;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** A random code of six digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Codes that are shown to whoever asked for them, at most; older ones are forgotten. */
const shownMost = 100;

type Parts = {
  readonly repository: CodesRepository;
  readonly secrets: Pick<Secrets, 'digests'>;
  /** Whether pages fill in the codes they ask for (R5.41): on a machine that shows its mails anyhow. */
  readonly shows: boolean;
};

export function createCodesService({ repository, secrets, shows }: Parts) {
  const shown = new Map<string, string>();
  const shownKey = ({ event, contact, owner }: CodeAsked): string => JSON.stringify([event, contact.kind, contact.address, owner]);

  const scopeOf = ({ event, contact, owner }: CodeAsked): CodeScope => ({
    event,
    recipients: secrets.digests('contacts', `${contact.kind} ${contact.address}`),
    owner: sha256(owner),
  });
  const digestsOf = ({ event, recipients, owner }: CodeScope, code: string) => secrets.digests('codes', `${event} ${recipients.at(-1)} ${owner} ${code}`);

  /** Whole seconds until another may be sent for the same; 0 when it may. */
  async function waitFor(tx: DbTransaction | undefined, asked: CodeAsked, now: Date): Promise<number> {
    const last = await repository.lastSent(tx, scopeOf(asked));
    return last === undefined ? 0 : Math.min(resendAfter, Math.max(0, Math.ceil(resendAfter - (now.getTime() - last.getTime()) / 1_000)));
  }

  return {
    /** Whether one was sent within the last minute. */
    isTooSoon: async (tx: DbTransaction, asked: CodeAsked, now: Date): Promise<boolean> => (await waitFor(tx, asked, now)) > 0,

    /** Seconds for which a page counts down before another is sent (R4.036). */
    waitFor: (asked: CodeAsked, now: Date): Promise<number> => waitFor(undefined, asked, now),

    /**
     * Keeps a code that is sent within the same transaction. Another for the same is refused for a minute (R4.036).
     * @param next whose it is from now on: the visit that asked gets a new name.
     */
    async keep(tx: DbTransaction, asked: CodeAsked, code: string, now: Date, next: CodeOwner): Promise<Outcome<null, 'too-soon'>> {
      const scope = scopeOf(asked);
      const kept = { ...asked, owner: next };
      if ((await waitFor(tx, asked, now)) > 0) return refused('too-soon');
      const expiresAt = new Date(now.getTime() + codeLife.seconds * 1_000);
      await repository.add(tx, scope, sha256(next), digestsOf(scopeOf(kept), code)[0], now, expiresAt);
      if (shows) {
        const [oldest] = shown.keys();
        if (shown.size >= shownMost && oldest !== undefined) shown.delete(oldest);
        shown.set(shownKey(kept), code);
      }
      return done(null);
    },

    /** The code that was kept last, where pages fill it in; undefined elsewhere. */
    shownFor: (asked: CodeAsked): string | undefined => shown.get(shownKey(asked)),

    /** Spends a try. A right code is used up. */
    async check(tx: DbTransaction, asked: CodeAsked, code: string, now: Date): Promise<Outcome<{ readonly id: number }, 'wrong-code' | 'code-gone'>> {
      const scope = scopeOf(asked);
      const spent = await repository.spend(tx, scope, digestsOf(scope, code), now);
      if (spent.kind === 'right') return done({ id: spent.id });
      return refused(spent.kind === 'wrong' ? 'wrong-code' : 'code-gone');
    },

    /** What a right code is exchanged for: says that the contact is theirs, for the next step. @param next whose it is from now on. */
    async ticketFor(tx: DbTransaction, id: number, next: CodeOwner): Promise<string> {
      const ticket = randomBytes(24).toString('base64url');
      await repository.setTicket(tx, id, sha256(ticket), sha256(next));
      return ticket;
    },

    useTicket: (tx: DbTransaction, asked: CodeAsked, ticket: string, now: Date): Promise<boolean> =>
      repository.useTicket(tx, scopeOf(asked), sha256(ticket), now),

    forgetOld: (now: Date): Promise<number> => repository.forget(now),
  };
}

/** Sessions: who is signed in on which device. Tokens are random; the database has their digests alone. */
import { dayMs } from '#lib/dates/dates.ts';
import { createHash, randomBytes } from 'node:crypto';
import { standingOf } from '#lib/access.ts';
import type { PersonStanding } from '#lib/access.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Device } from './accounts.schema.ts';
import { sessionDays } from './accounts.schema.ts';
import { deviceName } from './devices.rules.ts';
import type { SessionsRepository } from './sessions.repository.ts';

/** Where somebody signs in. */
export type Whereabouts = { readonly userAgent: string; readonly country: string | undefined };

/** A session that has just begun. The token is told once. */
export type BegunSession = {
  readonly id: number;
  readonly token: string;
  readonly userId: UserId;
  /** What this browser may keep of it is good while the person has this number. */
  readonly epoch: number;
  /** Whether the account is to be deleted; left out where that cannot be. */
  readonly isErasing?: boolean;
};

export type LiveSession = {
  readonly id: number;
  readonly userId: UserId;
  readonly standing: PersonStanding;
  readonly provedAt: Date;
};

export type SessionsService = ReturnType<typeof createSessionsService>;

/** Sessions one person may have at once; the one that was not used for longest gives way. */
const mostSessions = 30;
/** Milliseconds between two notes of when a session was used. */
const noteEvery = 10 * 60_000;

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

export function createSessionsService({ repository }: { readonly repository: SessionsRepository }) {
  return {
    /** Begins a session, within the transaction that proved who it is. */
    async begin(tx: DbTransaction, userId: UserId, { userAgent, country }: Whereabouts, now: Date): Promise<BegunSession> {
      const token = randomBytes(32).toString('base64url');
      const expiresAt = new Date(now.getTime() + sessionDays.token * dayMs);
      const id = await repository.add(tx, { digest: digestOf(token), userId, device: deviceName(userAgent), country, now, expiresAt });
      await repository.keepLatest(tx, userId, mostSessions);
      return { id, token, userId, epoch: (await repository.epochOf(userId, tx)) ?? 0 };
    },

    /** The session of a token; undefined for one that is unknown or has ended, or whose person is locked. */
    async read(token: string, now: Date): Promise<LiveSession | undefined> {
      const session = await repository.byDigest(digestOf(token), now);
      if (!session) return undefined;
      if (now.getTime() - session.usedAt.getTime() > noteEvery) await repository.touch(session.id, now);
      const { id, userId, provedAt } = session;
      return { id, userId, standing: standingOf(session), provedAt };
    },

    async devices(userId: UserId, current: number, now: Date): Promise<readonly Device[]> {
      const sessions = await repository.of(userId, now);
      return sessions.map(({ id, device, country, createdAt, usedAt }) => ({ id, name: device, country, since: createdAt, usedAt, isThis: id === current }));
    },

    end: (userId: UserId, id: number): Promise<boolean> => repository.end(userId, id),
    epochOf: (userId: UserId): Promise<number | undefined> => repository.epochOf(userId),
    /** Ends all sessions of a person but one, and forgets their browsers. @param tx the transaction it belongs to, if to any. */
    endOthers: (tx: DbTransaction | undefined, userId: UserId, but: number | undefined): Promise<number> => repository.endOthers(tx, userId, but),
    prove: repository.prove,
    inherit: repository.inherit,
    find: repository.find,
    forgetEnded: (now: Date): Promise<number> => repository.forget(now),
  };
}

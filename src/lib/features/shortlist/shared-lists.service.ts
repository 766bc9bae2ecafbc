/** What people share by a link which expires, and which they can end before. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { SharedListsRepository } from './shared-lists.repository.ts';
import { sharedListsMost } from './shared-lists.schema.ts';
import type { MadeSharedList, NewSharedList, OpenedSharedList, SharedList, Shown } from './shared-lists.schema.ts';

export type SharedListsService = ReturnType<typeof createSharedListsService>;

type Parts = {
  readonly repository: SharedListsRepository;
  readonly shows: Shown;
  readonly secrets: Pick<Secrets, 'sign' | 'verify'>;
  readonly transact: <T>(userId: UserId, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export function createSharedListsService({ repository, shows, secrets, transact }: Parts) {
  /** What is signed: a link of one kind opens nothing of another. */
  const signed = (id: number | string): string => (shows === 'homes' ? String(id) : `${shows} ${id}`);
  return {
    /** The last part of the link. Who has it sees what it shows; it cannot be guessed, and stands nowhere. */
    tokenOf: (id: number): string => `${id}-${secrets.sign('shared-lists', signed(id))}`,

    of: (userId: UserId, now: Date): Promise<readonly SharedList[]> => repository.of(userId, now),

    /** All that is kept of a person's links, for themselves. */
    everyOf: (userId: UserId): Promise<readonly MadeSharedList[]> => repository.everyOf(userId),

    async share(userId: UserId, list: NewSharedList, now: Date): Promise<Outcome<null, 'full'>> {
      return transact(userId, async (tx) => {
        if ((await repository.of(userId, now, tx)).length >= sharedListsMost) return refused('full');
        await repository.add(tx, userId, list, now);
        return done(null);
      });
    },

    /** From now on the link shows nothing. */
    async end(userId: UserId, id: number): Promise<Outcome<null, 'no-list'>> {
      return (await repository.end(userId, id)) ? done(null) : refused('no-list');
    },

    /** From now on no link of a person shows anything. */
    endAll: (tx: DbTransaction, userId: UserId): Promise<void> => repository.endAll(tx, userId),

    /** What a link leads to; undefined for one that is forged, has expired, or was ended. */
    async open(token: string, now: Date): Promise<OpenedSharedList | undefined> {
      const [, id = '', signature = ''] = /^([1-9]\d{0,8})-([\w.-]{10,200})$/.exec(token) ?? [];
      return secrets.verify('shared-lists', signed(id), signature) ? repository.open(Number(id), now) : undefined;
    },

    forgetExpired: (now: Date): Promise<number> => repository.forgetExpired(now),
  };
}

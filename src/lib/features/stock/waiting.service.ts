/** The line of those who wait for a bed of a lease that is full. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { TenancyId, UserId } from '#lib/ids/ids.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { BedsRepository } from './beds.repository.ts';
import type { HoldsRepository } from './holds.repository.ts';
import { mostWaiting } from './stock.schema.ts';
import type { WaitingPlace } from './stock.schema.ts';
import type { WaitingRepository } from './waiting.repository.ts';

/** `free`: there is one to be had now. `gone`: the lease is not let any more. */
export type NoPlace = 'free' | 'gone' | 'too-many';

type Parts = {
  readonly beds: Pick<BedsRepository, 'lease' | 'isFree' | 'changed' | 'release'>;
  readonly holds: Pick<HoldsRepository, 'end'>;
  readonly waiting: WaitingRepository;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export type WaitingService = ReturnType<typeof createWaitingService>;

export function createWaitingService({ beds, holds, waiting, transact }: Parts) {
  return {
    /** Puts somebody at the end of the line; who stands in it stays where they are. */
    async join(userId: UserId, tenancyId: TenancyId, locale: Locale, now: Date): Promise<Outcome<undefined, NoPlace>> {
      return transact(async (tx) => {
        const lease = await beds.lease(tx, tenancyId, now);
        if (!lease?.isLet) return refused('gone');
        if (await beds.isFree(tx, tenancyId, lease.period, now)) return refused('free');
        if ((await waiting.count(tx, userId)) >= mostWaiting && !(await waiting.isIn(tx, userId, tenancyId))) return refused('too-many');
        // What came free in this moment is theirs, if nobody stands before them.
        if ((await waiting.join(tx, userId, tenancyId, locale, now)) !== undefined) await beds.changed(tx, [lease.houseId]);
        return done(undefined);
      });
    },

    /** Takes somebody out of the line, with the bed that is kept for them. Returns whether they stood in it. */
    async leave(userId: UserId, tenancyId: TenancyId, now: Date): Promise<boolean> {
      return transact(async (tx) => {
        const left = await waiting.leave(tx, userId, tenancyId, now);
        if (left?.holdId !== undefined) {
          await holds.end(tx, [left.holdId], 'released', now);
          await beds.changed(tx, await beds.release(tx, { holdId: left.holdId }, now));
        }
        return left !== undefined;
      });
    },

    placesOf: (userId: UserId): Promise<readonly WaitingPlace[]> => waiting.ofUser(userId),
  };
}

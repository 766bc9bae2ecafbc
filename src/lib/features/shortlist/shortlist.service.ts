/** What people keep on their accounts. */
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { nextWord, planMerge } from './favourites.rules.ts';
import type { FavouritesRepository } from './favourites.repository.ts';
import { removedKeptDays, undoHours } from './shortlist.schema.ts';
import type { Favourite, FavouriteChange, MergedFavourites, RemovedFavourite } from './shortlist.schema.ts';

export type ShortlistService = ReturnType<typeof createShortlistService>;

type Parts = {
  readonly favourites: FavouritesRepository;
  /** One piece of work on an account's homes at a time. */
  readonly transact: <T>(userId: UserId, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** The lowest weekly rents of homes now, by home; those where nothing is free are missing. */
  readonly rentsOf: (ids: readonly HouseId[], now: Date) => Promise<ReadonlyMap<number, Money>>;
};

export function createShortlistService({ favourites, transact, rentsOf }: Parts) {
  async function merge(userId: UserId, given: readonly FavouriteChange[], now: Date): Promise<MergedFavourites> {
    if (given.length === 0) return { favourites: await favourites.of(userId), refused: [] };
    const kept = [...new Set(given.flatMap(({ houseId, isKept }) => (isKept ? [houseId] : [])))];
    const [there, rents] = await Promise.all([favourites.existing(given.map(({ houseId }) => houseId)), rentsOf(kept, now)]);
    const known = given.filter(({ houseId }) => there.has(houseId));
    return transact(userId, async (tx) => {
      const plan = planMerge(await favourites.words(tx, userId), known);
      await favourites.write(tx, userId, plan.changes, rents);
      return { favourites: await favourites.of(userId, tx), refused: plan.refused };
    });
  }

  return {
    /** Latest kept first. */
    favouritesOf: (userId: UserId): Promise<readonly Favourite[]> => favourites.of(userId),

    /**
     * Takes over what was kept and taken off on a device. Of each home the latest word counts, so that devices may send theirs in
     * any order, at once and again. Homes that never were are left out.
     */
    merge,

    /** Keeps a home, or no longer. */
    async keep(userId: UserId, houseId: HouseId, isKept: boolean, now: Date): Promise<Outcome<{ readonly count: number }, 'no-house' | 'full'>> {
      const [there, rents] = await Promise.all([favourites.existing([houseId]), rentsOf(isKept ? [houseId] : [], now)]);
      if (!there.has(houseId)) return refused('no-house');
      return transact(userId, async (tx) => {
        const words = await favourites.words(tx, userId);
        const former = words.get(houseId);
        const at = nextWord(Math.floor(now.getTime() / 1_000), former);
        const plan = former?.isKept === isKept ? { changes: [], refused: [] } : planMerge(words, [{ houseId, at, isKept }]);
        if (plan.refused.length > 0) return refused('full');
        await favourites.write(tx, userId, plan.changes, rents);
        return done({ count: (await favourites.of(userId, tx)).length });
      });
    },

    /** @param note at most `noteLength` characters; empty to have none. */
    async note(userId: UserId, houseId: HouseId, note: string): Promise<Outcome<null, 'no-favourite'>> {
      return (await favourites.setNote(userId, houseId, note)) ? done(null) : refused('no-favourite');
    },

    /** Whether a home was theirs and was taken off, as far as it is remembered. */
    wasRemoved: (userId: UserId, houseId: HouseId): Promise<boolean> => favourites.wasRemoved(userId, houseId),

    namesOf: (ids: readonly HouseId[]): Promise<ReadonlyMap<number, string>> => favourites.names(ids),

    /** Everything kept here of a person, for themselves. */
    async everythingOf(userId: UserId): Promise<{ readonly favourites: readonly Favourite[]; readonly removed: readonly RemovedFavourite[] }> {
      const [kept, removed] = await Promise.all([favourites.of(userId), favourites.removedOf(userId)]);
      return { favourites: kept, removed };
    },

    /** Forgets homes that were taken off, and before that what was written about them. @returns how many homes. */
    async forgetRemoved(now: Date): Promise<number> {
      await favourites.emptyRemoved(new Date(now.getTime() - (undoHours / 24) * dayMs));
      return favourites.forgetRemoved(new Date(now.getTime() - removedKeptDays * dayMs));
    },
  };
}

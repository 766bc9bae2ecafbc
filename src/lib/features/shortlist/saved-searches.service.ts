/** Searches that people save. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { NoticesRepository } from './notices.repository.ts';
import type { SavedSearchesRepository } from './saved-searches.repository.ts';
import { cityOfAsked, codeOf, newsOf, readAsked, refOf } from './saved-searches.rules.ts';
import { savedSearchesMost } from './saved-searches.schema.ts';
import type { Asked, Pace, StoredSearch } from './saved-searches.schema.ts';

export type SavedSearchesService = ReturnType<typeof createSavedSearchesService>;

type Parts = {
  readonly repository: SavedSearchesRepository;
  readonly notices: Pick<NoticesRepository, 'set'>;
  readonly geo: Pick<GeoIndex, 'cityById' | 'schoolById' | 'placeById'>;
  /** Homes of a search with something free; undefined where they are too many. */
  readonly fitting: (asked: Asked, now: Date) => Promise<readonly HouseId[] | undefined>;
  readonly transact: <T>(userId: UserId, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export function createSavedSearchesService({ repository, notices, geo, fitting, transact }: Parts) {
  /** What is kept of a search that was silent: what fits now is known, so that news is what comes from now on. */
  const anew = async (asked: Asked, known: readonly number[], now: Date) => newsOf({ known, isWide: true }, await fitting(asked, now));

  return {
    /** Newest first; those whose place is not there any more are left out. */
    async of(userId: UserId): Promise<readonly (StoredSearch & { readonly asked: Asked })[]> {
      return (await repository.of(userId)).flatMap((search) => {
        const asked = readAsked(geo, search.ref, search.ask);
        return asked ? [{ ...search, asked }] : [];
      });
    },

    /** All that is kept, for the one whose it is. */
    everyOf: (userId: UserId): Promise<readonly StoredSearch[]> => repository.of(userId),

    /**
     * Saves a search; of one that is saved already, its pace. What fits now is known, so that news is what comes from now on. Who asks
     * for mails hears of them, also where they had ended all mails before.
     */
    async save(userId: UserId, asked: Asked, pace: Pace, now: Date): Promise<Outcome<null, 'full'>> {
      const { known, isWide } = await anew(asked, [], now);
      return transact(userId, async (tx) => {
        const ref = refOf(asked.place);
        const ask = codeOf(asked);
        const former = await repository.same(tx, userId, ref, ask);
        if (former === undefined) {
          if ((await repository.count(tx, userId)) >= savedSearchesMost) return refused('full');
          await repository.add(tx, userId, { ref, cityId: cityOfAsked(asked).id, ask, pace, known, isWide, lookedAt: now });
        } else {
          await repository.setPace(tx, userId, former.id, pace);
          if (former.pace === 'never' && pace !== 'never') await repository.noteLook(tx, former.id, { known, isWide }, now);
        }
        if (pace !== 'never') await notices.set(tx, userId, { asked: true });
        return done(null);
      });
    },

    /** One that was silent begins with what fits now as known. */
    async setPace(userId: UserId, id: number, pace: Pace, now: Date): Promise<Outcome<null, 'no-search'>> {
      const former = pace === 'never' ? undefined : (await this.of(userId)).find((search) => search.id === id && search.pace === 'never');
      const look = former && (await anew(former.asked, former.known, now));
      return transact(userId, async (tx) => {
        if (!(await repository.setPace(tx, userId, id, pace))) return refused('no-search');
        if (look) await repository.noteLook(tx, id, look, now);
        if (pace !== 'never') await notices.set(tx, userId, { asked: true });
        return done(null);
      });
    },

    async remove(userId: UserId, id: number): Promise<Outcome<null, 'no-search'>> {
      return (await repository.remove(userId, id)) ? done(null) : refused('no-search');
    },
  };
}

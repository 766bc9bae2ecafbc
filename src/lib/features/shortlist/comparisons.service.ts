/** What somebody compares, on all their devices: the last list that was said, whole. */
import type { DbTransaction } from '#lib/db/database.ts';
import { compareLimit, withCompared } from '#lib/features/catalogue/compare.rules.ts';
import type { CompareId } from '#lib/features/catalogue/compare.rules.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import type { ComparisonsRepository } from './comparisons.repository.ts';

export type ComparisonsService = ReturnType<typeof createComparisonsService>;

/** `add`: by a device that hears of the account for the first time; `set`: by one that has changed what the account said; '' only asks. */
export type CompareChange = 'add' | 'set' | '';

export type NamedCompareId = CompareId & { readonly name: string };

type Parts = {
  readonly repository: ComparisonsRepository;
  /** Names of homes; those that never were are missing. */
  readonly namesOf: (ids: readonly HouseId[]) => Promise<ReadonlyMap<number, string>>;
  /** One piece of work on an account's homes at a time. */
  readonly transact: <T>(userId: UserId, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export function createComparisonsService({ repository, namesOf, transact }: Parts) {
  async function named(ids: readonly CompareId[]): Promise<readonly NamedCompareId[]> {
    const names = await namesOf([...new Set(ids.map(({ houseId }) => houseId))]);
    return ids.flatMap((id) => {
      const name = names.get(id.houseId);
      return name === undefined ? [] : [{ ...id, name }];
    });
  }

  return {
    of: async (userId: UserId): Promise<readonly NamedCompareId[]> => named(await repository.of(userId)),

    /** What a device compares, taken over. What was gathered there last goes before what the account had, where there is no room for both. */
    async tell(userId: UserId, change: CompareChange, given: readonly CompareId[], now: Date): Promise<readonly NamedCompareId[]> {
      if (change === '') return named(await repository.of(userId));
      const there = await named(given);
      const homes = await transact(userId, async (tx) => {
        const next =
          change === 'set'
            ? there
            : (await repository.of(userId, tx)).reduce<readonly CompareId[]>((all, one) => (all.length < compareLimit ? withCompared(all, one) : all), there);
        await repository.put(tx, userId, next, now);
        return next;
      });
      return named(homes);
    },
  };
}

/** What somebody looked at and searched for, on their account. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { SearchGroup } from '#lib/search-text/documents.ts';
import { historyKey, oldest, planHistory } from './history.rules.ts';
import type { HistoryRepository } from './history.repository.ts';
import type { History, HistoryKind, HistoryWord } from './history.schema.ts';

export type HistoryService = ReturnType<typeof createHistoryService>;

type Parts = {
  readonly repository: HistoryRepository;
  /** One piece of work on an account's history at a time. */
  readonly transact: <T>(userId: UserId, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export function createHistoryService({ repository, transact }: Parts) {
  async function of(userId: UserId, tx?: DbTransaction): Promise<History> {
    const { isOn } = await repository.settings(userId, tx);
    return { isOn, entries: isOn ? await repository.entries(userId, tx) : [] };
  }

  async function take(tx: DbTransaction, userId: UserId, words: readonly HistoryWord[], now: Date): Promise<void> {
    const settings = await repository.settings(userId, tx);
    if (settings.isOn) await repository.write(tx, userId, planHistory(await repository.words(tx, userId), words, settings, now));
  }

  /** Forgets what was until then; what a device saw later stays. */
  async function forgetUntil(tx: DbTransaction, userId: UserId, at: Date): Promise<void> {
    const settings = await repository.settings(userId, tx);
    if (settings.forgottenAt && settings.forgottenAt >= at) return;
    const later = [...(await repository.words(tx, userId)).values()].filter((word) => word.at > at);
    await repository.empty(tx, userId);
    await repository.write(tx, userId, later);
    await repository.setSettings(tx, userId, { ...settings, forgottenAt: at });
  }

  return {
    of,

    /**
     * Takes over what a device says: the homes looked at on it, and whether everything was forgotten there. Devices may say theirs
     * in any order, at once and again. Homes that never were are left out.
     */
    async merge(userId: UserId, seen: readonly HistoryWord[], forgottenAt: Date | undefined, now: Date): Promise<History> {
      if (seen.length === 0 && !forgottenAt) return of(userId);
      const there = await repository.houses(seen.map(({ id }) => id));
      const known = seen.filter(({ id }) => there.has(id));
      return transact(userId, async (tx) => {
        if (forgottenAt) await forgetUntil(tx, userId, forgottenAt);
        await take(tx, userId, known, now);
        return of(userId, tx);
      });
    },

    /** @returns false where the account's history is switched off, and nothing is remembered. */
    async noteSearches(userId: UserId, picks: readonly { readonly kind: SearchGroup; readonly id: number; readonly at: Date }[], now: Date): Promise<boolean> {
      return transact(userId, async (tx) => {
        await take(
          tx,
          userId,
          picks.map((pick) => ({ ...pick, isRemoved: false })),
          now,
        );
        return (await repository.settings(userId, tx)).isOn;
      });
    },

    /** Takes one thing off, on whatever device it was. */
    async remove(userId: UserId, kind: HistoryKind, id: number, now: Date): Promise<Outcome<null, 'no-entry'>> {
      return transact(userId, async (tx) => {
        const former = (await repository.words(tx, userId)).get(historyKey({ kind, id }));
        if (!former || former.isRemoved) return refused('no-entry');
        await repository.write(tx, userId, [{ kind, id, at: new Date(Math.max(now.getTime(), former.at.getTime())), isRemoved: true }]);
        return done(null);
      });
    },

    /** Forgets the searches of a kind, or of all. @returns how many. */
    async forgetSearches(userId: UserId, kind: SearchGroup | undefined, id: number | undefined, now: Date): Promise<number> {
      return transact(userId, async (tx) => {
        const words = [...(await repository.words(tx, userId)).values()].filter(
          (word) => !word.isRemoved && word.kind !== 'seen' && (kind === undefined || word.kind === kind) && (id === undefined || word.id === id),
        );
        const at = (former: Date): Date => new Date(Math.max(now.getTime(), former.getTime()));
        await repository.write(
          tx,
          userId,
          words.map((word) => ({ ...word, at: at(word.at), isRemoved: true })),
        );
        return words.length;
      });
    },

    async forget(userId: UserId, now: Date): Promise<void> {
      await transact(userId, (tx) => forgetUntil(tx, userId, now));
    },

    /** Switched off, everything is forgotten and nothing remembered any more. */
    async switch(userId: UserId, isOn: boolean, now: Date): Promise<void> {
      await transact(userId, async (tx) => {
        const { forgottenAt } = await repository.settings(userId, tx);
        if (!isOn) await repository.empty(tx, userId);
        await repository.setSettings(tx, userId, { isOn, forgottenAt: isOn ? forgottenAt : now });
      });
    },

    settingsOf: (userId: UserId) => repository.settings(userId),

    /** Names of homes, offered or not, in the supplier's words. */
    namesOf: (ids: readonly number[]) => repository.houses(ids),

    /** @returns how many entries were past their time. */
    forgetOld: (now: Date): Promise<number> => repository.forgetBefore(oldest(now)),
  };
}

import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { lockFor } from '#lib/db/unit-of-work.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import { historyKey } from './history.rules.ts';
import { historyMost } from './history.schema.ts';
import type { HistoryEntry, HistorySettings, HistoryWord } from './history.schema.ts';

/** Things taken off that are remembered, so that no device brings them back. */
const removedMost = 200;

export type HistoryRepository = ReturnType<typeof createHistoryRepository>;

export function createHistoryRepository(db: Db) {
  async function trim(tx: DbTransaction, userId: UserId): Promise<void> {
    for (const [which, most] of [
      [sql`not removed and kind = 'seen'`, historyMost],
      [sql`not removed and kind <> 'seen'`, historyMost],
      [sql`removed`, removedMost],
    ] as const)
      await sql`delete from history_entries where user_id = ${userId} and (kind, target_id) in (
        select kind, target_id from history_entries where user_id = ${userId} and ${which} order by at desc, kind, target_id offset ${most})`.execute(tx);
  }

  return {
    async settings(userId: UserId, on: Db | DbTransaction = db): Promise<HistorySettings> {
      const row = await on.selectFrom('history_settings').select(['is_on', 'forgotten_at']).where('user_id', '=', userId).executeTakeFirst();
      return { isOn: row?.is_on ?? true, forgottenAt: row?.forgotten_at ?? undefined };
    },

    async setSettings(tx: DbTransaction, userId: UserId, { isOn, forgottenAt }: HistorySettings): Promise<void> {
      const row = { is_on: isOn, forgotten_at: forgottenAt ?? null };
      await tx
        .insertInto('history_settings')
        .values({ user_id: userId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute();
    },

    /** What is on the account, newest first. */
    async entries(userId: UserId, on: Db | DbTransaction = db): Promise<readonly HistoryEntry[]> {
      const rows = await on
        .selectFrom('history_entries')
        .select(['kind', 'target_id', 'at'])
        .where('user_id', '=', userId)
        .where('removed', '=', false)
        .orderBy('at', 'desc')
        .orderBy('kind')
        .orderBy('target_id')
        .execute();
      return rows.map(({ kind, target_id, at }) => ({ kind, id: target_id, at }));
    },

    /** The account's last word of each thing. */
    async words(tx: DbTransaction, userId: UserId): Promise<ReadonlyMap<string, HistoryWord>> {
      const rows = await tx.selectFrom('history_entries').select(['kind', 'target_id', 'at', 'removed']).where('user_id', '=', userId).execute();
      const words = rows.map(({ kind, target_id, at, removed }): HistoryWord => ({ kind, id: target_id, at, isRemoved: removed }));
      return new Map(words.map((word) => [historyKey(word), word]));
    },

    /** Writes words, and drops what is beyond the bounds. */
    async write(tx: DbTransaction, userId: UserId, words: readonly HistoryWord[]): Promise<void> {
      if (words.length === 0) return;
      await tx
        .insertInto('history_entries')
        .values(words.map(({ kind, id, at, isRemoved }) => ({ user_id: userId, kind, target_id: id, at, removed: isRemoved })))
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'kind', 'target_id']).doUpdateSet(({ ref }) => ({ at: ref('excluded.at'), removed: ref('excluded.removed') })),
        )
        .execute();
      await trim(tx, userId);
    },

    async empty(tx: DbTransaction, userId: UserId): Promise<void> {
      await tx.deleteFrom('history_entries').where('user_id', '=', userId).execute();
    },

    /** Which of these homes there are, offered or not, with their names in the supplier's words. */
    async houses(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
      if (ids.length === 0) return new Map();
      const houseIds = ids.map((id) => asId<HouseId>(id));
      const rows = await db.selectFrom('houses').select(['id', 'name']).where('id', 'in', houseIds).execute();
      return new Map(rows.map(({ id, name }) => [id, name]));
    },

    /** The later word of either account counts. Where one was switched off, nothing is remembered of both. */
    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      for (const id of [from, into].toSorted((a, b) => a - b)) await lockFor(tx, `history:${id}`);
      await sql`insert into history_settings (user_id, is_on, forgotten_at)
        select ${into}::int, is_on, forgotten_at from history_settings where user_id = ${from}
        on conflict (user_id) do update set
          is_on = history_settings.is_on and excluded.is_on,
          forgotten_at = greatest(history_settings.forgotten_at, excluded.forgotten_at)`.execute(tx);
      await sql`insert into history_entries (user_id, kind, target_id, at, removed)
        select ${into}::int, kind, target_id, at, removed from history_entries where user_id = ${from}
        on conflict (user_id, kind, target_id) do update set at = excluded.at, removed = excluded.removed
          where excluded.at > history_entries.at or (excluded.at = history_entries.at and excluded.removed)`.execute(tx);
      await sql`delete from history_entries where user_id = ${into} and exists (select from history_settings where user_id = ${into} and not is_on)`.execute(
        tx,
      );
      await trim(tx, into);
    },

    /** @returns how many entries of before then were forgotten. */
    async forgetBefore(before: Date): Promise<number> {
      return Number((await db.deleteFrom('history_entries').where('at', '<', before).executeTakeFirst()).numDeletedRows);
    },
  };
}

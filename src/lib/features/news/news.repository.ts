import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { NewsId, UserId } from '#lib/ids/ids.ts';
import { everyNewsKind, newsAbout, newsKinds } from './news.schema.ts';
import type { NewNews, News, NewsKind } from './news.schema.ts';

export type NewsRepository = ReturnType<typeof createNewsRepository>;

export function createNewsRepository(db: Db) {
  return {
    /** Returns whether it is new, and of a kind that goes by mail. */
    async add(
      tx: DbTransaction,
      { userId, kind, about, code, what, facts, once }: NewNews,
      now: Date,
    ): Promise<{ readonly isNew: boolean; readonly byMail: boolean }> {
      const row = { user_id: userId, kind, about, code, what, facts: JSON.stringify(facts), once, told_at: now, read_at: null };
      const { is_new, is_silent } = await tx
        .with('added', (query) =>
          query
            .insertInto('news')
            .values(row)
            .onConflict((conflict) => conflict.doNothing())
            .returning('id'),
        )
        .selectNoFrom(({ exists, selectFrom }) => [
          exists(selectFrom('added').select('id')).as('is_new'),
          exists(selectFrom('news_choices').select('kind').where('user_id', '=', userId).where('kind', '=', kind).where('by_mail', '=', false)).as('is_silent'),
        ])
        .executeTakeFirstOrThrow();
      return { isNew: Boolean(is_new), byMail: !is_silent };
    },

    async ofUser(userId: UserId, most: number): Promise<readonly News[]> {
      const rows = await db.selectFrom('news').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').limit(most).execute();
      return rows.flatMap(({ id, kind: ofKind, about: by, code, what, facts, told_at, read_at }) => {
        const [kind, about] = [everyNewsKind.find((one) => one === ofKind), newsAbout.find((one) => one === by)];
        return kind && about ? [{ id: asId<NewsId>(id), kind, about, code, what, facts, toldAt: told_at, isRead: read_at !== null }] : [];
      });
    },

    async unread(userId: UserId): Promise<number> {
      const { count } = await db
        .selectFrom('news')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('user_id', '=', userId)
        .where('read_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async read(userId: UserId, upTo: NewsId, now: Date): Promise<void> {
      await db.updateTable('news').set({ read_at: now }).where('user_id', '=', userId).where('id', '<=', upTo).where('read_at', 'is', null).execute();
    },

    /** Kinds of which somebody wants no mails. */
    async silent(userId: UserId, on: Db | DbTransaction = db): Promise<ReadonlySet<string>> {
      const rows = await on.selectFrom('news_choices').select('kind').where('user_id', '=', userId).where('by_mail', '=', false).execute();
      return new Set(rows.map(({ kind }) => kind));
    },

    async choose(tx: DbTransaction, userId: UserId, wanted: Readonly<Record<NewsKind, boolean>>): Promise<void> {
      const rows = newsKinds.map((kind) => ({ user_id: userId, kind, by_mail: wanted[kind] }));
      await tx
        .insertInto('news_choices')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(({ ref }) => ({ by_mail: ref('excluded.by_mail') })))
        .execute();
    },

    async forget(before: Date): Promise<void> {
      await db.deleteFrom('news').where('told_at', '<', before).execute();
    },

    /** What was told stays told; of choices those of the account that stays count. */
    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await tx
        .updateTable('news')
        .set({ user_id: into })
        .where('user_id', '=', from)
        .where('once', 'not in', ({ selectFrom }) => selectFrom('news as own').select('own.once').where('own.user_id', '=', into))
        .execute();
      await tx
        .updateTable('news_choices')
        .set({ user_id: into })
        .where('user_id', '=', from)
        .where('kind', 'not in', ({ selectFrom }) => selectFrom('news_choices as own').select('own.kind').where('own.user_id', '=', into))
        .execute();
    },
  };
}

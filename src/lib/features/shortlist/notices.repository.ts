import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CityId, HouseId, UserId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import { money } from '#lib/money/money.ts';
import type { NamedHome } from './saved-news.rules.ts';
import type { SeenHome } from './notices.schema.ts';
import { seenColumns, seenOf } from './seen-homes.repository.ts';
import { awaitedMost } from './notices.schema.ts';
import type { NoticeChoices, NoticeSettings, WatchedHome } from './notices.schema.ts';
import { favouritesMost } from './shortlist.schema.ts';

export type NoticesRepository = ReturnType<typeof createNoticesRepository>;

export function createNoticesRepository(db: Db) {
  const users = (rows: readonly { readonly user_id: number }[]): readonly UserId[] => rows.map(({ user_id }) => asId<UserId>(user_id));

  /**
   * Those who were told nothing today and keep a home that may not be as they know it. The lists say so without its leases being read, so
   * that after an import there is work for homes that changed, and for nobody else.
   */
  async function changedFor(today: string, cityId?: CityId): Promise<readonly { readonly user_id: number }[]> {
    const { rows } = await sql<{ user_id: number }>`
      select distinct f.user_id from favourites f join houses h on h.id = f.house_id left join listings l on l.house_id = f.house_id
      where f.removed_at is null ${cityId === undefined ? sql`` : sql`and h.city_id = ${cityId}`}
        and not exists (select from notice_settings n where n.user_id = f.user_id and n.noted_on = ${today}::date)
        and (f.seen_state, case when f.seen_state = 'free' then f.seen_weekly_minor end) is distinct from
          (case when l.house_id is null then 'gone' when l.weekly_minor is null then 'full' else 'free' end, l.weekly_minor)`.execute(db);
    return rows;
  }

  return {
    /** What somebody wants to hear of; who never chose hears of what they ask for, and of nothing else. */
    async settingsOf(userId: UserId, on: Db | DbTransaction = db): Promise<NoticeSettings> {
      const row = await on.selectFrom('notice_settings').selectAll().where('user_id', '=', userId).executeTakeFirst();
      return {
        asked: row?.asked ?? true,
        priceDrops: row?.price_drops ?? false,
        backInStock: row?.back_in_stock ?? false,
        priceRises: row?.price_rises ?? false,
        ends: row?.ends ?? false,
        mailedOn: row?.mailed_on ?? undefined,
        notedOn: row?.noted_on ?? undefined,
      };
    },

    /**
     * Where mails of what somebody asks for begin again, the next look at their searches takes all it finds as known: what came meanwhile
     * is no news.
     * @param choices those that change.
     */
    async set(tx: DbTransaction, userId: UserId, { asked, priceDrops, priceRises, backInStock, ends }: Partial<NoticeChoices>): Promise<void> {
      if (asked) {
        await tx
          .updateTable('saved_searches')
          .set({ is_wide: true })
          .where('user_id', '=', userId)
          .where(({ exists, selectFrom }) => exists(selectFrom('notice_settings').select('asked').where('user_id', '=', userId).where('asked', '=', false)))
          .execute();
      }
      const values = {
        ...(asked === undefined ? {} : { asked }),
        ...(priceDrops === undefined ? {} : { price_drops: priceDrops }),
        ...(priceRises === undefined ? {} : { price_rises: priceRises }),
        ...(backInStock === undefined ? {} : { back_in_stock: backInStock }),
        ...(ends === undefined ? {} : { ends }),
      };
      await tx
        .insertInto('notice_settings')
        .values({ user_id: userId, ...values })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
        .execute();
    },

    /** @param days (UTC) of a mail, of a message, or of both. */
    async noteTold(tx: DbTransaction, userId: UserId, days: { readonly mailed_on?: string; readonly noted_on?: string }): Promise<void> {
      await tx
        .insertInto('notice_settings')
        .values({ user_id: userId, ...days })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(days))
        .execute();
    },

    /** The favourites of a person, with what is known of each. */
    async watched(userId: UserId): Promise<readonly WatchedHome[]> {
      const rows = await db
        .selectFrom('favourites')
        .select(['house_id', 'kept_weekly_minor', 'kept_currency', 'told_weekly_minor', 'full_since', 'seen_state', 'seen_weekly_minor', 'seen_currency'])
        .where('user_id', '=', userId)
        .where('removed_at', 'is', null)
        .orderBy('kept_at', 'desc')
        .limit(favouritesMost)
        .execute();
      return rows.map((row) => ({
        houseId: asId<HouseId>(row.house_id),
        rentThen:
          row.kept_weekly_minor !== null && row.kept_currency !== null && isCurrency(row.kept_currency)
            ? money(BigInt(row.kept_weekly_minor), row.kept_currency)
            : undefined,
        toldMinor: row.told_weekly_minor === null ? undefined : BigInt(row.told_weekly_minor),
        fullSince: row.full_since ?? undefined,
        seen: seenOf(row),
      }));
    },

    async noteWatched(tx: DbTransaction, userId: UserId, { houseId, toldMinor, fullSince }: Omit<WatchedHome, 'rentThen' | 'seen'>): Promise<void> {
      await tx
        .updateTable('favourites')
        .set({ told_weekly_minor: toldMinor ?? null, full_since: fullSince ?? null })
        .where('user_id', '=', userId)
        .where('house_id', '=', houseId)
        .execute();
    },

    async noteSeen(tx: DbTransaction, userId: UserId, houseId: HouseId, seen: SeenHome): Promise<void> {
      await tx.updateTable('favourites').set(seenColumns(seen)).where('user_id', '=', userId).where('house_id', '=', houseId).execute();
    },

    /** Homes as news name them, offered or not. */
    async named(ids: readonly HouseId[]): Promise<ReadonlyMap<HouseId, NamedHome>> {
      if (ids.length === 0) return new Map();
      const rows = await db.selectFrom('houses').select(['id', 'name', 'name_zh', 'names', 'city_id', 'house_type']).where('id', 'in', ids).execute();
      return new Map(
        rows.map(({ id, name, name_zh, names, city_id, house_type }) => {
          const houseId = asId<HouseId>(id);
          return [houseId, { id: houseId, name, nameZh: name_zh, names, cityId: city_id, houseType: house_type }];
        }),
      );
    },

    /** Homes that a person waits for, the latest first. */
    async awaitedOf(userId: UserId, on: Db | DbTransaction = db): Promise<readonly { readonly houseId: HouseId; readonly askedAt: Date }[]> {
      const rows = await on
        .selectFrom('awaited_homes')
        .select(['house_id', 'asked_at'])
        .where('user_id', '=', userId)
        .orderBy('asked_at', 'desc')
        .orderBy('house_id')
        .limit(awaitedMost)
        .execute();
      return rows.map(({ house_id, asked_at }) => ({ houseId: asId<HouseId>(house_id), askedAt: asked_at }));
    },

    async await(tx: DbTransaction, userId: UserId, ids: readonly HouseId[], now: Date): Promise<void> {
      if (ids.length === 0) return;
      await tx
        .insertInto('awaited_homes')
        .values(ids.map((house_id) => ({ user_id: userId, house_id, asked_at: now })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async awaitNoMore(tx: DbTransaction, userId: UserId, ids: readonly HouseId[]): Promise<void> {
      if (ids.length > 0) await tx.deleteFrom('awaited_homes').where('user_id', '=', userId).where('house_id', 'in', ids).execute();
    },

    /** Gives what one account waits for to another, and its choice of mails where that one has made none. */
    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await sql`insert into awaited_homes (user_id, house_id, asked_at) select ${into}::int, house_id, asked_at from awaited_homes where user_id = ${from}
        on conflict do nothing`.execute(tx);
      await sql`insert into notice_settings (user_id, asked, price_drops, back_in_stock, mailed_on, price_rises, ends, noted_on)
        select ${into}::int, asked, price_drops, back_in_stock, mailed_on, price_rises, ends, noted_on from notice_settings where user_id = ${from} on conflict do nothing`.execute(
        tx,
      );
    },

    /** Those to hear of homes of a city: by what they want of their favourites, because one of these is not as they know it, or because they wait for one. @param today UTC */
    async waitingIn(cityId: CityId, today: string): Promise<readonly UserId[]> {
      const awaited = await db
        .selectFrom('awaited_homes')
        .innerJoin('houses', 'houses.id', 'awaited_homes.house_id')
        .select('user_id')
        .distinct()
        .where('houses.city_id', '=', cityId)
        .execute();
      const favourites = await db
        .selectFrom('favourites')
        .innerJoin('houses', 'houses.id', 'favourites.house_id')
        .innerJoin('notice_settings', 'notice_settings.user_id', 'favourites.user_id')
        .select('favourites.user_id')
        .distinct()
        .where('houses.city_id', '=', cityId)
        .where('removed_at', 'is', null)
        .where(({ or, eb }) => or([eb('price_drops', '=', true), eb('back_in_stock', '=', true)]))
        .execute();
      return users([...awaited, ...favourites, ...(await changedFor(today, cityId))]);
    },

    async waiting(today: string): Promise<readonly UserId[]> {
      const awaited = await db.selectFrom('awaited_homes').select('user_id').distinct().execute();
      const watching = await db
        .selectFrom('notice_settings')
        .select('user_id')
        .where(({ or, eb }) => or([eb('price_drops', '=', true), eb('back_in_stock', '=', true)]))
        .execute();
      return users([...awaited, ...watching, ...(await changedFor(today))]);
    },
  };
}

/** Links of sponsors, as they are kept. */
import type { Selectable } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { OrderId, UserId } from '#lib/ids/ids.ts';
import type { OrdersTables } from './orders.tables.ts';

export type SponsorLink = {
  readonly id: number;
  readonly orderId: OrderId;
  readonly userId: UserId;
  readonly sealed: string;
  readonly locale: Locale;
  readonly showsPrice: boolean;
  readonly madeAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | undefined;
  /** When somebody last began to pay by it: looking writes nothing down. */
  readonly usedAt: Date | undefined;
};

const linkOf = (row: Selectable<OrdersTables['sponsor_links']>): SponsorLink => ({
  id: row.id,
  orderId: asId<OrderId>(row.order_id),
  userId: asId<UserId>(row.user_id),
  sealed: row.sealed,
  locale: locales.find((one) => one === row.locale) ?? 'en-us',
  showsPrice: row.shows_price,
  madeAt: row.made_at,
  expiresAt: row.expires_at,
  endedAt: row.ended_at ?? undefined,
  usedAt: row.used_at ?? undefined,
});

export type SponsorsRepository = ReturnType<typeof createSponsorsRepository>;

export function createSponsorsRepository(db: Db) {
  return {
    async add(tx: DbTransaction, link: Omit<SponsorLink, 'id' | 'endedAt' | 'usedAt'> & { readonly digest: string }): Promise<void> {
      await tx
        .insertInto('sponsor_links')
        .values({
          order_id: link.orderId,
          user_id: link.userId,
          digest: link.digest,
          sealed: link.sealed,
          locale: link.locale,
          shows_price: link.showsPrice,
          made_at: link.madeAt,
          expires_at: link.expiresAt,
        })
        .execute();
    },

    /** With the code of its order. */
    async find(digest: string): Promise<(SponsorLink & { readonly code: string }) | undefined> {
      const row = await db
        .selectFrom('sponsor_links')
        .innerJoin('orders', 'orders.id', 'order_id')
        .selectAll('sponsor_links')
        .select('orders.code')
        .where('digest', '=', digest)
        .executeTakeFirst();
      return row && { ...linkOf(row), code: row.code };
    },

    /** Newest first. */
    async ofOrder(id: OrderId, tx?: DbTransaction): Promise<readonly SponsorLink[]> {
      const rows = await (tx ?? db).selectFrom('sponsor_links').selectAll().where('order_id', '=', id).orderBy('id', 'desc').limit(50).execute();
      return rows.map(linkOf);
    },

    async ofUser(userId: UserId): Promise<readonly SponsorLink[]> {
      return (await db.selectFrom('sponsor_links').selectAll().where('user_id', '=', userId).orderBy('id').execute()).map(linkOf);
    },

    async end(tx: DbTransaction, id: number, now: Date): Promise<void> {
      await tx.updateTable('sponsor_links').set({ ended_at: now }).where('id', '=', id).where('ended_at', 'is', null).execute();
    },

    async used(tx: DbTransaction, id: number, now: Date): Promise<void> {
      await tx.updateTable('sponsor_links').set({ used_at: now }).where('id', '=', id).execute();
    },
  };
}

import type { Selectable } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { Tables } from '#lib/db/tables.ts';
import { defaultLocale, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, OrderId } from '#lib/ids/ids.ts';
import type { LinkedThing, SupplierLink } from './supplier-links.schema.ts';

const localeOf = (text: string): Locale => locales.find((one) => one === text) ?? defaultLocale;

const linkOf = (row: Selectable<Tables['supplier_links']>): SupplierLink => ({
  id: row.id,
  purpose: row.purpose,
  orderId: asId<OrderId>(row.order_id),
  ...(row.review_id === null ? {} : { reviewId: row.review_id }),
  locale: localeOf(row.locale),
  madeBy: row.made_by,
  madeAt: row.made_at,
  expiresAt: row.expires_at,
  endedAt: row.ended_at ?? undefined,
  usedAt: row.used_at ?? undefined,
});

export type SupplierLinksRepository = ReturnType<typeof createSupplierLinksRepository>;

export function createSupplierLinksRepository(db: Db) {
  const ofThing = (on: Db | DbTransaction, { purpose, orderId, reviewId }: LinkedThing) =>
    on
      .selectFrom('supplier_links')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('purpose', '=', purpose)
      .$if(reviewId !== undefined, (query) => query.where('review_id', '=', reviewId ?? 0))
      .orderBy('id', 'desc')
      .limit(50);

  return {
    /** Where the provider of a home is written to; undefined where staff have not said. */
    async contactOf(houseId: HouseId, on: Db | DbTransaction = db): Promise<{ readonly email: string; readonly locale: Locale } | undefined> {
      const row = await on
        .selectFrom('houses')
        .innerJoin('supplier_contacts', 'supplier_contacts.supplier_id', 'houses.supplier_id')
        .select(['email', 'locale'])
        .where('houses.id', '=', houseId)
        .executeTakeFirst();
      return row && { email: row.email, locale: localeOf(row.locale) };
    },

    async add(tx: DbTransaction, link: Omit<SupplierLink, 'id' | 'endedAt' | 'usedAt'> & { readonly digest: string }): Promise<void> {
      await tx
        .insertInto('supplier_links')
        .values({
          purpose: link.purpose,
          order_id: link.orderId,
          review_id: link.reviewId ?? null,
          digest: link.digest,
          locale: link.locale,
          made_by: link.madeBy,
          made_at: link.madeAt,
          expires_at: link.expiresAt,
          ended_at: null,
          used_at: null,
        })
        .execute();
    },

    /** With the code of its order. */
    async find(digest: string, on: Db | DbTransaction = db): Promise<(SupplierLink & { readonly code: string }) | undefined> {
      const row = await on
        .selectFrom('supplier_links')
        .innerJoin('orders', 'orders.id', 'order_id')
        .selectAll('supplier_links')
        .select('orders.code')
        .where('digest', '=', digest)
        .executeTakeFirst();
      return row && { ...linkOf(row), code: row.code };
    },

    /** Newest first. */
    async ofThing(thing: LinkedThing, tx?: DbTransaction): Promise<readonly SupplierLink[]> {
      return (await ofThing(tx ?? db, thing).execute()).map(linkOf);
    },

    /** Ends what is open of a thing. @returns whether something was. */
    async end(tx: DbTransaction, { purpose, orderId, reviewId }: LinkedThing, now: Date): Promise<boolean> {
      const ended = await tx
        .updateTable('supplier_links')
        .set({ ended_at: now })
        .where('order_id', '=', orderId)
        .where('purpose', '=', purpose)
        .$if(reviewId !== undefined, (query) => query.where('review_id', '=', reviewId ?? 0))
        .where('ended_at', 'is', null)
        .returning('expires_at')
        .execute();
      return ended.some(({ expires_at }) => expires_at > now);
    },

    async used(tx: DbTransaction, id: number, now: Date): Promise<void> {
      await tx.updateTable('supplier_links').set({ used_at: now }).where('id', '=', id).execute();
    },
  };
}

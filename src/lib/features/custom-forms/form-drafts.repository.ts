import { lockFor } from '#lib/db/unit-of-work.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { CustomFormId, UserId } from '#lib/ids/ids.ts';

/** Whose it is: digests of the person and of their visit, the one it is written under first. */
export type DraftOwner = { readonly userId: UserId | undefined; readonly digests: readonly string[]; readonly address: string };

export type FormDraftsRepository = ReturnType<typeof createFormDraftsRepository>;

/** What is filled in of forms with steps, until it is sent or its time is over. */
export function createFormDraftsRepository(db: Db) {
  return {
    /** Lets drafts come one after the other until the transaction ends, so that counting them holds. */
    inTurn: (tx: DbTransaction): Promise<void> => lockFor(tx, 'custom form drafts'),

    async count(tx: DbTransaction, address: string, now: Date): Promise<{ readonly ofAddress: number; readonly all: number }> {
      const row = await tx
        .selectFrom('custom_drafts')
        .select(({ fn }) => [fn.countAll<string>().filterWhere('address', '=', address).as('of_address'), fn.countAll<string>().as('all')])
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow();
      return { ofAddress: Number(row.of_address), all: Number(row.all) };
    },

    /** What was written last of those that are one person's. */
    async find(formId: CustomFormId, digests: readonly string[], now: Date, on: Db | DbTransaction = db): Promise<string | undefined> {
      if (digests.length === 0) return undefined;
      const row = await on
        .selectFrom('custom_drafts')
        .select('sealed')
        .where('form_id', '=', formId)
        .where('owner', 'in', [...digests])
        .where('expires_at', '>', now)
        .orderBy('expires_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.sealed;
    },

    async put(tx: DbTransaction, formId: CustomFormId, { userId, digests: [owner], address }: DraftOwner, sealed: string, expiresAt: Date): Promise<void> {
      if (owner === undefined) return;
      await tx
        .insertInto('custom_drafts')
        .values({ form_id: formId, owner, user_id: userId ?? null, address, sealed, expires_at: expiresAt })
        .onConflict((conflict) => conflict.columns(['form_id', 'owner']).doUpdateSet({ sealed, address, expires_at: expiresAt }))
        .execute();
    },

    /** What a visit has begun goes along when it gets a new name. */
    async follow(from: readonly string[], to: string): Promise<void> {
      await db
        .updateTable('custom_drafts')
        .set({ owner: to })
        .where('owner', 'in', [...from])
        .execute();
    },

    async remove(tx: DbTransaction, formId: CustomFormId, digests: readonly string[]): Promise<void> {
      if (digests.length > 0)
        await tx
          .deleteFrom('custom_drafts')
          .where('form_id', '=', formId)
          .where('owner', 'in', [...digests])
          .execute();
    },

    /** Takes those whose time is over. Returns how many. */
    async forget(now: Date): Promise<number> {
      const { numDeletedRows } = await db.deleteFrom('custom_drafts').where('expires_at', '<=', now).executeTakeFirst();
      return Number(numDeletedRows);
    },

    async ofUser(userId: UserId): Promise<readonly { readonly slug: string; readonly sealed: string; readonly expiresAt: Date }[]> {
      return db
        .selectFrom('custom_drafts')
        .innerJoin('custom_forms', 'custom_forms.id', 'custom_drafts.form_id')
        .select(['custom_forms.slug', 'custom_drafts.sealed', 'custom_drafts.expires_at as expiresAt'])
        .where('custom_drafts.user_id', '=', userId)
        .orderBy('custom_drafts.id')
        .limit(200)
        .execute();
    },
  };
}

import { lockFor } from '#lib/db/unit-of-work.ts';
import type { SenderDigests, SentToday } from '#lib/daily-senders.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { installationSalt } from '#lib/db/installation-salt.ts';
import type { StoredFeedback } from './feedback.schema.ts';

export type FeedbackRepository = ReturnType<typeof createFeedbackRepository>;

export function createFeedbackRepository(db: Db) {
  return {
    /** What senders are mixed with: the same for all nodes of an installation. */
    salt: (proposed: string): Promise<string> => installationSalt(db, 'feedback-salt', proposed),

    /** Lets what comes from one address go one after the other until the transaction ends, so that counting it holds. */
    async inTurn(tx: DbTransaction, { address }: SenderDigests): Promise<void> {
      await lockFor(tx, `feedback ${address}`);
    },

    async countToday(tx: DbTransaction, { visitor, address }: SenderDigests): Promise<SentToday> {
      const row = await tx
        .selectFrom('feedback')
        .select(({ fn }) => [
          fn.countAll<string>().filterWhere('visitor', '=', visitor).as('by_visitor'),
          fn.countAll<string>().filterWhere('address', '=', address).as('by_address'),
        ])
        .where(({ or, eb }) => or([eb('visitor', '=', visitor), eb('address', '=', address)]))
        .executeTakeFirstOrThrow();
      return { visitor: Number(row.by_visitor), address: Number(row.by_address) };
    },

    async add(tx: DbTransaction, { reply, createdAt, screenshot, ...row }: StoredFeedback, digests: SenderDigests): Promise<void> {
      await tx
        .insertInto('feedback')
        .values({
          ...row,
          screenshot: screenshot ?? null,
          email: reply?.email ?? null,
          email_consent: reply?.consent ?? null,
          created_at: createdAt,
          ...digests,
        })
        .execute();
    },

    async isStored(reference: string): Promise<boolean> {
      return (await db.selectFrom('feedback').select('id').where('reference', '=', reference).executeTakeFirst()) !== undefined;
    },

    /** Takes senders' addresses and digests off what is older. Returns how many. */
    async forgetSenders(before: Date): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('feedback')
        .set({ email: null, email_consent: null, visitor: null, address: null })
        .where('created_at', '<', before)
        .where(({ or, eb }) => or([eb('email', 'is not', null), eb('address', 'is not', null)]))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  };
}

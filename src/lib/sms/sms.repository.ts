/** How messages to phones fared. */
import type { Db, DbTransaction } from '#lib/db/database.ts';

export type SmsRecord = {
  readonly state: 'due' | 'sent' | 'delivered' | 'failed';
  readonly sealedReceipt: string | undefined;
  readonly createdAt: Date;
  readonly sentAt: Date | undefined;
};

export type SmsRepository = ReturnType<typeof createSmsRepository>;

export function createSmsRepository(db: Db) {
  return {
    async add(tx: DbTransaction, id: string, createdAt: Date): Promise<void> {
      await tx.insertInto('sms_messages').values({ id, state: 'due', sealed_receipt: null, created_at: createdAt, sent_at: null }).execute();
    },

    async find(id: string): Promise<SmsRecord | undefined> {
      const row = await db.selectFrom('sms_messages').selectAll().where('id', '=', id).executeTakeFirst();
      return row && { state: row.state, sealedReceipt: row.sealed_receipt ?? undefined, createdAt: row.created_at, sentAt: row.sent_at ?? undefined };
    },

    async setSent(tx: DbTransaction, id: string, sealedReceipt: string | undefined, sentAt: Date): Promise<void> {
      await tx
        .updateTable('sms_messages')
        .set({ state: 'sent', sealed_receipt: sealedReceipt ?? null, sent_at: sentAt })
        .where('id', '=', id)
        .where('state', '=', 'due')
        .execute();
    },

    /** What is known for good: the number is not needed any more. */
    async settle(id: string, state: 'delivered' | 'failed'): Promise<void> {
      await db.updateTable('sms_messages').set({ state, sealed_receipt: null }).where('id', '=', id).where('state', 'in', ['due', 'sent']).execute();
    },

    /** Forgets messages made before a time. Returns how many. */
    async forgetBefore(time: Date): Promise<number> {
      const { numDeletedRows } = await db.deleteFrom('sms_messages').where('created_at', '<', time).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

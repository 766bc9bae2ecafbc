import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId, StaffPasskeyId } from '#lib/ids/ids.ts';
import { columnsOf, passkeyIn } from '#lib/passkeys/passkey-columns.ts';
import type { PasskeyColumns } from '#lib/passkeys/passkey-columns.ts';
import type { Passkey } from '#lib/passkeys/passkey.schema.ts';
import type { StoredStaffPasskey } from './staff.schema.ts';

type Row = PasskeyColumns & {
  id: number;
  credential: string;
  staff_id: number;
  name: string;
  made_at: Date;
  used_at: Date | null;
};

const passkeyOf = (row: Row): StoredStaffPasskey => ({
  number: asId<StaffPasskeyId>(row.id),
  id: row.credential,
  staffId: asId<StaffId>(row.staff_id),
  ...passkeyIn(row),
  name: row.name,
  madeAt: row.made_at,
  usedAt: row.used_at ?? undefined,
});

export type StaffPasskeysRepository = ReturnType<typeof createStaffPasskeysRepository>;

export function createStaffPasskeysRepository(db: Db) {
  return {
    /** The passkey of a browser's name for it, of a member who is in. */
    async find(credential: string): Promise<StoredStaffPasskey | undefined> {
      const row = await db
        .selectFrom('staff_passkeys')
        .innerJoin('staff_members', 'staff_members.id', 'staff_passkeys.staff_id')
        .selectAll('staff_passkeys')
        .where('credential', '=', credential)
        .where('ended_at', 'is', null)
        .where('enrolled_at', 'is not', null)
        .executeTakeFirst();
      return row && passkeyOf(row);
    },

    async of(staffId: StaffId, on: Db | DbTransaction = db): Promise<readonly StoredStaffPasskey[]> {
      const rows = await on.selectFrom('staff_passkeys').selectAll().where('staff_id', '=', staffId).orderBy('id').execute();
      return rows.map(passkeyOf);
    },

    /** How many each has. */
    async counts(): Promise<ReadonlyMap<StaffId, number>> {
      const rows = await db
        .selectFrom('staff_passkeys')
        .select(({ fn }) => ['staff_id', fn.countAll<number>().as('count')])
        .groupBy('staff_id')
        .execute();
      return new Map(rows.map((row) => [asId<StaffId>(row.staff_id), Number(row.count)]));
    },

    /** Lets one change of a member's passkeys be made at a time. Returns whether the member is in and the session has not ended. */
    async ownerInTurn(tx: DbTransaction, staffId: StaffId, session: number): Promise<boolean> {
      const member = await tx
        .selectFrom('staff_members')
        .select('id')
        .where('id', '=', staffId)
        .where('ended_at', 'is', null)
        .where('enrolled_at', 'is not', null)
        .forUpdate()
        .executeTakeFirst();
      const open = member && (await tx.selectFrom('staff_sessions').select('id').where('id', '=', session).where('staff_id', '=', staffId).executeTakeFirst());
      return open !== undefined;
    },

    /** Returns whether it was new. */
    async add(tx: DbTransaction, staffId: StaffId, passkey: Passkey, name: string, now: Date): Promise<boolean> {
      const row = await tx
        .insertInto('staff_passkeys')
        .values({
          credential: passkey.id,
          staff_id: staffId,
          ...columnsOf(passkey),
          name,
          made_at: now,
          used_at: null,
        })
        .onConflict((conflict) => conflict.column('credential').doNothing())
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /**
     * Keeps that it was used. False where it is gone, its member is not in, or another use came between: of two devices with one key
     * that count alike, one is a copy.
     */
    async use(tx: DbTransaction, before: Pick<StoredStaffPasskey, 'number' | 'counter'>, after: Pick<Passkey, 'counter' | 'isSynced'>, now: Date) {
      const { numUpdatedRows } = await tx
        .updateTable('staff_passkeys')
        .set({ counter: after.counter, is_synced: after.isSynced, used_at: now })
        .where('id', '=', before.number)
        .where('counter', '=', before.counter)
        .where('staff_id', 'in', (members) =>
          members.selectFrom('staff_members').select('id').where('ended_at', 'is', null).where('enrolled_at', 'is not', null),
        )
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Returns whether it was there. */
    async rename(tx: DbTransaction, staffId: StaffId, number: StaffPasskeyId, name: string): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('staff_passkeys')
        .set({ name })
        .where('staff_id', '=', staffId)
        .where('id', '=', number)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Returns whether it was there. */
    async remove(tx: DbTransaction, staffId: StaffId, number: StaffPasskeyId): Promise<boolean> {
      const { numDeletedRows } = await tx.deleteFrom('staff_passkeys').where('staff_id', '=', staffId).where('id', '=', number).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Returns how many there were. */
    async removeAll(tx: DbTransaction, staffId: StaffId): Promise<number> {
      const { numDeletedRows } = await tx.deleteFrom('staff_passkeys').where('staff_id', '=', staffId).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

import type { StaffRole } from '#lib/access.ts';
import { lockFor } from '#lib/db/unit-of-work.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import type { StaffMember } from './staff.schema.ts';

/** What signing in has to know of a member. */
export type StaffCredentials = {
  readonly member: StaffMember;
  readonly passwordHash: string | undefined;
  readonly sealedTotp: string;
  readonly sealedEmail: string;
};

export type NewStaffSession = {
  readonly digest: string;
  readonly staffId: StaffId;
  readonly device: string;
  readonly country: string | undefined;
  readonly now: Date;
  readonly expiresAt: Date;
};

export type StaffRepository = ReturnType<typeof createStaffRepository>;

const memberColumns = ['staff_members.id', 'name', 'role', 'staff_members.created_at', 'enrolled_at', 'ended_at'] as const;
type MemberRow = { id: number; name: string; role: StaffRole; created_at: Date; enrolled_at: Date | null; ended_at: Date | null };
const secretColumns = ['password_hash', 'totp_sealed', 'email_sealed'] as const;
type SecretRow = { password_hash: string | null; totp_sealed: string; email_sealed: string };

const memberOf = (row: MemberRow): StaffMember => ({
  id: asId<StaffId>(row.id),
  name: row.name,
  role: row.role,
  createdAt: row.created_at,
  enrolledAt: row.enrolled_at ?? undefined,
  endedAt: row.ended_at ?? undefined,
});

const credentialsOf = (row: MemberRow & SecretRow): StaffCredentials => ({
  member: memberOf(row),
  passwordHash: row.password_hash ?? undefined,
  sealedTotp: row.totp_sealed,
  sealedEmail: row.email_sealed,
});

export function createStaffRepository(db: Db) {
  return {
    /** Lets one at a time be added, until the transaction ends. */
    async addInTurn(tx: DbTransaction): Promise<void> {
      await lockFor(tx, 'staff members');
    },

    /** Whose address it is, whether or not they have left. */
    async ownerOf(tx: DbTransaction, digests: readonly [string, ...string[]]): Promise<StaffId | undefined> {
      const row = await tx.selectFrom('staff_members').select('id').where('email_digest', 'in', digests).executeTakeFirst();
      return row && asId<StaffId>(row.id);
    },

    async add(
      tx: DbTransaction,
      values: {
        readonly name: string;
        readonly role: StaffRole;
        readonly emailDigest: string;
        readonly sealedEmail: string;
        readonly sealedTotp: string;
        readonly now: Date;
      },
    ): Promise<StaffId> {
      const { name, role, emailDigest, sealedEmail, sealedTotp, now } = values;
      const row = await tx
        .insertInto('staff_members')
        .values({
          name,
          role,
          email_digest: emailDigest,
          email_sealed: sealedEmail,
          totp_sealed: sealedTotp,
          password_hash: null,
          created_at: now,
          enrolled_at: null,
          ended_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return asId<StaffId>(row.id);
    },

    async list(): Promise<readonly StaffCredentials[]> {
      const rows = await db
        .selectFrom('staff_members')
        .select([...memberColumns, ...secretColumns])
        .orderBy('id')
        .limit(1_000)
        .execute();
      return rows.map(credentialsOf);
    },

    async find(id: StaffId): Promise<StaffMember | undefined> {
      const row = await db.selectFrom('staff_members').select(memberColumns).where('id', '=', id).executeTakeFirst();
      return row && memberOf(row);
    },

    /** What a member who is in proves themselves by once more. */
    async credentialsOf(id: StaffId): Promise<StaffCredentials | undefined> {
      const row = await db
        .selectFrom('staff_members')
        .select([...memberColumns, ...secretColumns])
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .where('enrolled_at', 'is not', null)
        .executeTakeFirst();
      return row && credentialsOf(row);
    },

    /** @param digests any of those that the address may have been written with. */
    async byEmail(digests: readonly [string, ...string[]]): Promise<StaffCredentials | undefined> {
      const row = await db
        .selectFrom('staff_members')
        .select([...memberColumns, ...secretColumns])
        .where('email_digest', 'in', digests)
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      return row && credentialsOf(row);
    },

    /** Whose ticket it is, while it is good. */
    /** @param isTaken whether it is what a browser keeps that took the link, or the link itself. */
    async byTicket(on: DbTransaction | undefined, digest: string, isTaken: boolean, now: Date): Promise<StaffCredentials | undefined> {
      const row = await (on ?? db)
        .selectFrom('staff_tickets')
        .innerJoin('staff_members', 'staff_members.id', 'staff_tickets.staff_id')
        .select([...memberColumns, ...secretColumns])
        .where('digest', '=', digest)
        .where('expires_at', '>', now)
        .where('taken_at', isTaken ? 'is not' : 'is', null)
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      return row && credentialsOf(row);
    },

    async putTicket(tx: DbTransaction, id: StaffId, digest: string, expiresAt: Date): Promise<void> {
      const values = { digest, expires_at: expiresAt, taken_at: null, shown_at: null };
      await tx
        .insertInto('staff_tickets')
        .values({ staff_id: id, ...values })
        .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(values))
        .execute();
    },

    /** Exchanges the ticket of a link for another. Returns whether it was there: of two who take it one is too late. */
    async exchangeTicket(tx: DbTransaction, digest: string, next: string, now: Date, expiresAt: Date): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('staff_tickets')
        .set({ digest: next, taken_at: now, expires_at: expiresAt })
        .where('digest', '=', digest)
        .where('taken_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Notes that the key of the device is shown. Returns whether it was not before. */
    async showOnce(digest: string, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('staff_tickets')
        .set({ shown_at: now })
        .where('digest', '=', digest)
        .where('shown_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** A new secret for the device of somebody who has not come in yet. */
    async setTotp(tx: DbTransaction, id: StaffId, sealedTotp: string): Promise<void> {
      await tx.updateTable('staff_members').set({ totp_sealed: sealedTotp, totp_step: 0n }).where('id', '=', id).execute();
    },

    /** Takes a ticket away. Returns whether it was there: of two who come with it one is too late. */
    async takeTicket(tx: DbTransaction, digest: string): Promise<boolean> {
      const { numDeletedRows } = await tx.deleteFrom('staff_tickets').where('digest', '=', digest).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async enrol(tx: DbTransaction, id: StaffId, passwordHash: string, now: Date): Promise<void> {
      await tx.updateTable('staff_members').set({ password_hash: passwordHash, enrolled_at: now }).where('id', '=', id).execute();
    },

    /** Puts a member back to before they came in, also one who had left: a new secret, and no password. */
    async renew(tx: DbTransaction, id: StaffId, sealedTotp: string): Promise<void> {
      await tx
        .updateTable('staff_members')
        .set({ totp_sealed: sealedTotp, password_hash: null, enrolled_at: null, totp_step: 0n, ended_at: null })
        .where('id', '=', id)
        .execute();
    },

    /**
     * Takes the code of a step, once: false for one that was taken, for one before it, and where the password or the device that it was
     * compared with are no longer those of the member.
     */
    async takeStep(tx: DbTransaction, id: StaffId, step: bigint, compared: Pick<StaffCredentials, 'sealedTotp' | 'passwordHash'>): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('staff_members')
        .set({ totp_step: step })
        .where('id', '=', id)
        .where('totp_step', '<', step)
        .where('totp_sealed', '=', compared.sealedTotp)
        .where('password_hash', '=', compared.passwordHash ?? '')
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async setZone(id: StaffId, zone: string): Promise<void> {
      await db.updateTable('staff_members').set({ zone }).where('id', '=', id).execute();
    },

    async setRole(tx: DbTransaction, id: StaffId, role: StaffRole): Promise<void> {
      await tx.updateTable('staff_members').set({ role }).where('id', '=', id).execute();
    },

    async setEnded(tx: DbTransaction, id: StaffId, now: Date): Promise<void> {
      await tx.updateTable('staff_members').set({ ended_at: now }).where('id', '=', id).execute();
    },

    async addSession(tx: DbTransaction, { digest, staffId, device, country, now, expiresAt }: NewStaffSession): Promise<number> {
      const row = await tx
        .insertInto('staff_sessions')
        .values({ digest, staff_id: staffId, device, country: country ?? null, created_at: now, proved_at: now, seen_at: now, expires_at: expiresAt })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },

    /** The session of a token that has not ended and was used since `usedSince`, of a member who has not left. */
    async sessionBy(
      digest: string,
      now: Date,
      usedSince: Date,
    ): Promise<
      | {
          readonly id: number;
          readonly staffId: StaffId;
          readonly role: StaffRole;
          readonly provedAt: Date;
          readonly seenAt: Date;
          readonly zone: string | undefined;
        }
      | undefined
    > {
      const row = await db
        .selectFrom('staff_sessions')
        .innerJoin('staff_members', 'staff_members.id', 'staff_sessions.staff_id')
        .select(['staff_sessions.id', 'staff_id', 'role', 'proved_at', 'seen_at', 'zone'])
        .where('digest', '=', digest)
        .where('expires_at', '>', now)
        .where('seen_at', '>=', usedSince)
        .where('ended_at', 'is', null)
        .where('enrolled_at', 'is not', null)
        .executeTakeFirst();
      return (
        row && { id: row.id, staffId: asId<StaffId>(row.staff_id), role: row.role, provedAt: row.proved_at, seenAt: row.seen_at, zone: row.zone ?? undefined }
      );
    },

    /** Notes that a session was used; one that was noted as used later stays so. */
    async seen(id: number, now: Date): Promise<void> {
      await db.updateTable('staff_sessions').set({ seen_at: now }).where('id', '=', id).where('seen_at', '<', now).execute();
    },

    /** Returns whether the session is still there. */
    async prove(tx: DbTransaction, staffId: StaffId, session: number, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('staff_sessions')
        .set({ proved_at: now })
        .where('id', '=', session)
        .where('staff_id', '=', staffId)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async sessionEnd(id: number): Promise<Date | undefined> {
      const row = await db.selectFrom('staff_sessions').select('expires_at').where('id', '=', id).executeTakeFirst();
      return row?.expires_at;
    },

    async endSession(tx: DbTransaction, id: number): Promise<void> {
      await tx.deleteFrom('staff_sessions').where('id', '=', id).execute();
    },

    async endSessions(tx: DbTransaction, id: StaffId): Promise<void> {
      await tx.deleteFrom('staff_sessions').where('staff_id', '=', id).execute();
    },

    async forget(before: Date): Promise<void> {
      await db.deleteFrom('staff_sessions').where('expires_at', '<', before).execute();
      await db.deleteFrom('staff_tickets').where('expires_at', '<', before).execute();
    },
  };
}

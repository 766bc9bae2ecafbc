import { lockFor } from '#lib/db/unit-of-work.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import type { SenderDigests, SentToday } from '#lib/daily-senders.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { replyAddressOf, sealedReply, sealReplies } from '#lib/db/reply-address.ts';
import type { ReplySecrets } from '#lib/db/reply-address.ts';
import { installationSalt } from '#lib/db/installation-salt.ts';
import { sentToday } from '#lib/db/sent-today.ts';
import { defaultLocale, locales } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, StaffId, UnitId, UserId } from '#lib/ids/ids.ts';
import { reportReasons } from './reports.schema.ts';
import type { ReportReason, ReportCount, SeenReport, StoredReport } from './reports.schema.ts';

export type ReportsRepository = ReturnType<typeof createReportsRepository>;

type ReportRow = {
  id: number;
  reference: string;
  house_id: number;
  unit_id: number | null;
  reason: SeenReport['reason'];
  details: string;
  email: string | null;
  email_sealed: string | null;
  email_consent: string | null;
  locale: string;
  created_at: Date;
  outcome: string | null;
  settled_at: Date | null;
};

const seenColumns = [
  'id',
  'reference',
  'house_id',
  'unit_id',
  'reason',
  'details',
  'email',
  'email_sealed',
  'email_consent',
  'locale',
  'created_at',
  'outcome',
  'settled_at',
] as const;

function seenOf(secrets: ReplySecrets, row: ReportRow): SeenReport {
  const email = replyAddressOf(secrets, row);
  return {
    id: row.id,
    reference: row.reference,
    houseId: asId<HouseId>(row.house_id),
    unitId: row.unit_id === null ? undefined : asId<UnitId>(row.unit_id),
    reason: row.reason,
    details: row.details,
    reply: email === undefined ? undefined : { email, consent: row.email_consent ?? '' },
    locale: locales.find((one) => one === row.locale) ?? defaultLocale,
    createdAt: row.created_at,
    settled: row.settled_at === null ? undefined : { outcome: row.outcome ?? '', at: row.settled_at },
  };
}

/** Of a person's own that are told them at once; there are a few a day at most. */
const mostOwn = 1_000;

export function createReportsRepository(db: Db, secrets: ReplySecrets) {
  return {
    /** Gives what one account reported to another. */
    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await tx.updateTable('reports').set({ user_id: into }).where('user_id', '=', from).execute();
    },

    /** What somebody reported while they were signed in, oldest first. */
    async ofUser(userId: UserId): Promise<readonly SeenReport[]> {
      const rows = await db.selectFrom('reports').select(seenColumns).where('user_id', '=', userId).orderBy('id').limit(mostOwn).execute();
      return rows.map((row) => seenOf(secrets, row));
    },

    /** What senders are mixed with: the same for all nodes of an installation. */
    salt: (proposed: string): Promise<string> => installationSalt(db, 'reports-salt', proposed),

    /** Lets the reports from one address go one after the other until the transaction ends, so that counting them holds. */
    async inTurn(tx: DbTransaction, { address }: SenderDigests): Promise<void> {
      await lockFor(tx, `report ${address}`);
    },

    /** The reference of the same report of the same home or room by the same visitor today. */
    async sameToday(tx: DbTransaction, { houseId, unitId, reason }: StoredReport, { visitor }: SenderDigests): Promise<string | undefined> {
      const row = await tx
        .selectFrom('reports')
        .select('reference')
        .where('visitor', '=', visitor)
        .where('house_id', '=', houseId)
        .where('reason', '=', reason)
        .where('unit_id', unitId === undefined ? 'is' : '=', unitId ?? null)
        .executeTakeFirst();
      return row?.reference;
    },

    /** How many reports this visitor and this address have sent today. */
    countToday: (tx: DbTransaction, digests: SenderDigests): Promise<SentToday> => sentToday(tx, 'reports', digests),

    async add(tx: DbTransaction, report: StoredReport, digests: SenderDigests, userId: UserId | undefined): Promise<void> {
      await tx
        .insertInto('reports')
        .values({
          reference: report.reference,
          house_id: report.houseId,
          unit_id: report.unitId ?? null,
          reason: report.reason,
          details: report.details,
          email: null,
          email_sealed: sealedReply(secrets, report.reply?.email),
          user_id: userId ?? null,
          email_consent: report.reply?.consent ?? null,
          locale: report.locale,
          created_at: report.createdAt,
          ...digests,
        })
        .execute();
    },

    async isStored(houseId: HouseId, reference: string): Promise<boolean> {
      const row = await db.selectFrom('reports').select('id').where('reference', '=', reference).where('house_id', '=', houseId).executeTakeFirst();
      return row !== undefined;
    },

    async count(houseId: HouseId): Promise<ReportCount> {
      const rows = await db
        .selectFrom('reports')
        .select(({ fn }) => ['reason', fn.countAll<string>().as('count')])
        .where('house_id', '=', houseId)
        .groupBy('reason')
        .execute();
      const byReason = Object.fromEntries(reportReasons.map((reason) => [reason, Number(rows.find((row) => row.reason === reason)?.count ?? 0)]));
      return { total: rows.reduce((sum, { count }) => sum + Number(count), 0), byReason: byReason as ReportCount['byReason'] };
    },

    /** Reports for staff, newest first. @param asked `before`: only those with a lower number. */
    async list({
      state,
      reason,
      houseId,
      before,
      most,
    }: {
      readonly state?: 'new' | 'settled';
      readonly reason?: ReportReason | undefined;
      readonly houseId?: HouseId;
      readonly before?: number | undefined;
      readonly most: number;
    }): Promise<readonly SeenReport[]> {
      let asked = db.selectFrom('reports').select(seenColumns).orderBy('id', 'desc').limit(most);
      if (state) asked = asked.where('state', '=', state);
      if (reason) asked = asked.where('reason', '=', reason);
      if (houseId !== undefined) asked = asked.where('house_id', '=', houseId);
      if (before !== undefined) asked = asked.where('id', '<', before);
      return (await asked.execute()).map((row) => seenOf(secrets, row));
    },

    async find(id: number): Promise<SeenReport | undefined> {
      const row = await db.selectFrom('reports').select(seenColumns).where('id', '=', id).executeTakeFirst();
      return row && seenOf(secrets, row);
    },

    /** Returns whether it was new until now. */
    async settle(
      tx: DbTransaction,
      id: number,
      { outcome, staffId, now }: { readonly outcome: string; readonly staffId: StaffId; readonly now: Date },
    ): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('reports')
        .set({ state: 'settled', outcome, settled_at: now, settled_by: staffId })
        .where('id', '=', id)
        .where('state', '=', 'new')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Seals addresses that a version before left in the clear. Returns how many. */
    sealReplies: (): Promise<number> => sealReplies(db, secrets, 'reports'),

    /** Takes senders' addresses and digests off reports that are older. Returns how many. */
    async forgetSenders(before: Date): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('reports')
        .set({ email: null, email_sealed: null, email_consent: null, visitor: null, address: null })
        .where('created_at', '<', before)
        .where(({ or, eb }) => or([eb('email', 'is not', null), eb('email_sealed', 'is not', null), eb('address', 'is not', null)]))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  };
}

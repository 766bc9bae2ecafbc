import { sql } from 'kysely';
import type { SenderDigests, SentToday } from '#lib/daily-senders.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { installationSalt } from '#lib/db/installation-salt.ts';
import { sentToday } from '#lib/db/sent-today.ts';
import { lockFor } from '#lib/db/unit-of-work.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { ResumeId, StaffId, UserId } from '#lib/ids/ids.ts';
import { keptUntil } from './resumes.rules.ts';
import type { ListedResume, ResumeFilter, ResumeRole } from './resumes.schema.ts';

/** A row with what only the service opens. */
export type StoredResume = ListedResume & { readonly sealed: string; readonly file: string | undefined; readonly consent: string };

export type AddedResume = {
  readonly reference: string;
  readonly userId: UserId | undefined;
  readonly sealed: string;
  readonly emailDigest: string;
  readonly role: ResumeRole;
  readonly file: string;
  readonly consent: string;
  readonly locale: Locale;
  readonly createdAt: Date;
};

const listed = ['id', 'reference', 'role', 'locale', 'created_at', 'settled_at', 'settled_by'] as const;
const whole = [...listed, 'sealed', 'file', 'consent'] as const;

type ListedRow = {
  readonly id: number;
  readonly reference: string;
  readonly role: ResumeRole;
  readonly locale: string;
  readonly created_at: Date;
  readonly settled_at: Date | null;
  readonly settled_by: number | null;
};

const listedOf = ({ id, reference, role, locale, created_at, settled_at, settled_by }: ListedRow): ListedResume => ({
  id: asId<ResumeId>(id),
  reference,
  role,
  locale: locales.find((one) => one === locale) ?? 'en-us',
  createdAt: created_at,
  keptUntil: keptUntil(created_at),
  settled: settled_at === null || settled_by === null ? undefined : { at: settled_at, by: asId<StaffId>(settled_by) },
});
const storedOf = ({
  sealed,
  file,
  consent,
  ...row
}: ListedRow & { readonly sealed: string; readonly file: string | null; readonly consent: string }): StoredResume => ({
  ...listedOf(row),
  sealed,
  consent,
  file: file ?? undefined,
});

export type ResumesRepository = ReturnType<typeof createResumesRepository>;

export function createResumesRepository(db: Db) {
  return {
    /** What senders are mixed with: the same for all nodes of an installation. */
    salt: (proposed: string): Promise<string> => installationSalt(db, 'resumes-salt', proposed),

    /** Lets what comes from one address go one after the other until the transaction ends, so that counting it holds. */
    inTurn: (tx: DbTransaction, { address }: SenderDigests): Promise<void> => lockFor(tx, `resumes ${address}`),

    countToday: (tx: DbTransaction, digests: SenderDigests): Promise<SentToday> => sentToday(tx, 'resumes', digests),

    async add(tx: DbTransaction, { userId, emailDigest, createdAt, ...row }: AddedResume, digests: SenderDigests): Promise<ResumeId> {
      const { id } = await tx
        .insertInto('resumes')
        .values({ ...row, user_id: userId ?? null, email_digest: emailDigest, created_at: createdAt, settled_at: null, settled_by: null, ...digests })
        .returning('id')
        .executeTakeFirstOrThrow();
      return asId<ResumeId>(id);
    },

    /** When the one of this reference came; undefined when there is none. */
    async cameAt(reference: string): Promise<Date | undefined> {
      return (await db.selectFrom('resumes').select('created_at').where('reference', '=', reference).executeTakeFirst())?.created_at;
    },

    /** Newest first. */
    async list({ settled, role, locale, before }: ResumeFilter, most: number): Promise<readonly ListedResume[]> {
      const rows = await db
        .selectFrom('resumes')
        .select(listed)
        .where('settled_at', settled ? 'is not' : 'is', null)
        .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'other'))
        .$if(locale !== undefined, (query) => query.where('locale', '=', locale ?? ''))
        .$if(before !== undefined, (query) => query.where('id', '<', Number(before)))
        .orderBy('id', 'desc')
        .limit(most)
        .execute();
      return rows.map(listedOf);
    },

    async find(id: ResumeId): Promise<StoredResume | undefined> {
      const row = await db.selectFrom('resumes').select(whole).where('id', '=', id).executeTakeFirst();
      return row && storedOf(row);
    },

    /** The application that a file came with. */
    async ofFile(file: string): Promise<ResumeId | undefined> {
      const row = await db.selectFrom('resumes').select('id').where('file', '=', file).executeTakeFirst();
      return row && asId<ResumeId>(row.id);
    },

    /** Says that staff have seen to it, or have to again. Returns whether it changed. */
    async settle(tx: DbTransaction, id: ResumeId, settled: { readonly at: Date; readonly by: StaffId } | undefined): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('resumes')
        .set({ settled_at: settled?.at ?? null, settled_by: settled?.by ?? null })
        .where('id', '=', id)
        .where('settled_at', settled ? 'is' : 'is not', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Takes one away. Returns its file; undefined when there was no such application. */
    async remove(tx: DbTransaction, id: ResumeId): Promise<{ readonly file: string | undefined } | undefined> {
      const row = await tx.deleteFrom('resumes').where('id', '=', id).returning('file').executeTakeFirst();
      return row && { file: row.file ?? undefined };
    },

    /** Takes those that came before, at most so many. Returns their files, and how many there were. */
    async removeBefore(tx: DbTransaction, before: Date, most: number): Promise<{ readonly files: readonly string[]; readonly count: number }> {
      const rows = await tx
        .deleteFrom('resumes')
        .where('id', 'in', ({ selectFrom }) => selectFrom('resumes').select('id').where('created_at', '<', before).orderBy('created_at').limit(most))
        .returning('file')
        .execute();
      return { files: rows.flatMap(({ file }) => file ?? []), count: rows.length };
    },

    /** Takes the digests of senders off what came before, where no count of today needs them. */
    async forgetSenders(before: Date): Promise<void> {
      await db.updateTable('resumes').set({ visitor: null, address: null }).where('created_at', '<', before).where('address', 'is not', null).execute();
    },

    /** Gives an account the applications that nobody has and that name a mail address it has proved. Returns their files. */
    async claim(tx: DbTransaction, userId: UserId, emailDigests: readonly string[]): Promise<readonly string[]> {
      if (emailDigests.length === 0) return [];
      const rows = await tx
        .updateTable('resumes')
        .set({ user_id: userId })
        .where('user_id', 'is', null)
        .where('email_digest', 'in', emailDigests)
        .returning('file')
        .execute();
      return rows.flatMap(({ file }) => file ?? []);
    },

    /** Gives the applications of one account to another. */
    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await tx.updateTable('resumes').set({ user_id: into }).where('user_id', '=', from).execute();
    },

    async ofUser(userId: UserId): Promise<readonly StoredResume[]> {
      const rows = await db.selectFrom('resumes').select(whole).where('user_id', '=', userId).orderBy('id').limit(200).execute();
      return rows.map(storedOf);
    },

    /** How many nobody has seen to. */
    async countNew(): Promise<number> {
      const { count } = await db.selectFrom('resumes').select(sql<string>`count(*)`.as('count')).where('settled_at', 'is', null).executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}

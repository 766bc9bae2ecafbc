import { lockFor } from '#lib/db/unit-of-work.ts';
import type { SenderDigests, SentToday } from '#lib/daily-senders.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { replyAddressOf, sealedReply, sealReplies } from '#lib/db/reply-address.ts';
import type { ReplySecrets } from '#lib/db/reply-address.ts';
import { installationSalt } from '#lib/db/installation-salt.ts';
import { sentToday } from '#lib/db/sent-today.ts';
import { locales } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import type { FeedbackFilter, FeedbackKind, SeenFeedback, StoredFeedback } from './feedback.schema.ts';

const columns = [
  'id',
  'reference',
  'kind',
  'text',
  'page',
  'screenshot',
  'email',
  'email_sealed',
  'email_consent',
  'locale',
  'created_at',
  'settled_at',
  'settled_by',
] as const;

type Row = {
  readonly id: number;
  readonly reference: string;
  readonly kind: FeedbackKind;
  readonly text: string;
  readonly page: string;
  readonly screenshot: string | null;
  readonly email: string | null;
  readonly email_sealed: string | null;
  readonly email_consent: string | null;
  readonly locale: string;
  readonly created_at: Date;
  readonly settled_at: Date | null;
  readonly settled_by: number | null;
};

const seenOf = (
  secrets: ReplySecrets,
  { screenshot, email, email_sealed, email_consent, locale, created_at, settled_at, settled_by, ...row }: Row,
): SeenFeedback => {
  const address = replyAddressOf(secrets, { email, email_sealed });
  return {
    ...row,
    screenshot: screenshot ?? undefined,
    reply: address === undefined || email_consent === null ? undefined : { email: address, consent: email_consent },
    locale: locales.find((one) => one === locale) ?? 'en-us',
    createdAt: created_at,
    settled: settled_at === null || settled_by === null ? undefined : { at: settled_at, by: asId<StaffId>(settled_by) },
  };
};

export type FeedbackRepository = ReturnType<typeof createFeedbackRepository>;

/** Of a person's own that are told them at once; there are a few a day at most. */
const mostOwn = 1_000;

export function createFeedbackRepository(db: Db, secrets: ReplySecrets) {
  return {
    /** Gives what one account wrote to another. */
    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await tx.updateTable('feedback').set({ user_id: into }).where('user_id', '=', from).execute();
    },

    /** What somebody wrote while they were signed in, oldest first. */
    async ofUser(userId: UserId): Promise<readonly SeenFeedback[]> {
      const rows = await db.selectFrom('feedback').select(columns).where('user_id', '=', userId).orderBy('id').limit(mostOwn).execute();
      return rows.map((row) => seenOf(secrets, row));
    },

    /** What senders are mixed with: the same for all nodes of an installation. */
    salt: (proposed: string): Promise<string> => installationSalt(db, 'feedback-salt', proposed),

    /** Lets what comes from one address go one after the other until the transaction ends, so that counting it holds. */
    async inTurn(tx: DbTransaction, { address }: SenderDigests): Promise<void> {
      await lockFor(tx, `feedback ${address}`);
    },

    countToday: (tx: DbTransaction, digests: SenderDigests): Promise<SentToday> => sentToday(tx, 'feedback', digests),

    async add(tx: DbTransaction, { reply, createdAt, screenshot, ...row }: StoredFeedback, digests: SenderDigests, userId: UserId | undefined): Promise<void> {
      await tx
        .insertInto('feedback')
        .values({
          ...row,
          screenshot: screenshot ?? null,
          email: null,
          email_sealed: sealedReply(secrets, reply?.email),
          user_id: userId ?? null,
          email_consent: reply?.consent ?? null,
          created_at: createdAt,
          settled_at: null,
          settled_by: null,
          ...digests,
        })
        .execute();
    },

    async isStored(reference: string): Promise<boolean> {
      return (await db.selectFrom('feedback').select('id').where('reference', '=', reference).executeTakeFirst()) !== undefined;
    },

    /** Newest first. */
    async list({ settled, kind, locale, before }: FeedbackFilter, most: number): Promise<readonly SeenFeedback[]> {
      const rows = await db
        .selectFrom('feedback')
        .select(columns)
        .where('settled_at', settled ? 'is not' : 'is', null)
        .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'other'))
        .$if(locale !== undefined, (query) => query.where('locale', '=', locale ?? ''))
        .$if(before !== undefined, (query) => query.where('id', '<', Number(before)))
        .orderBy('id', 'desc')
        .limit(most)
        .execute();
      return rows.map((row) => seenOf(secrets, row));
    },

    async find(id: number): Promise<SeenFeedback | undefined> {
      const row = await db.selectFrom('feedback').select(columns).where('id', '=', id).executeTakeFirst();
      return row && seenOf(secrets, row);
    },

    /** The feedback that a screenshot came with. */
    async ofFile(file: string): Promise<number | undefined> {
      return (await db.selectFrom('feedback').select('id').where('screenshot', '=', file).executeTakeFirst())?.id;
    },

    /** Says that staff have seen to it, or have to again. Returns whether it changed. */
    async settle(tx: DbTransaction, id: number, settled: { readonly at: Date; readonly by: StaffId } | undefined): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('feedback')
        .set({ settled_at: settled?.at ?? null, settled_by: settled?.by ?? null })
        .where('id', '=', id)
        .where('settled_at', settled ? 'is' : 'is not', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Seals addresses that a version before left in the clear. Returns how many. */
    sealReplies: (): Promise<number> => sealReplies(db, secrets, 'feedback'),

    /** Takes senders' addresses and digests off what is older. Returns how many. */
    async forgetSenders(before: Date): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('feedback')
        .set({ email: null, email_sealed: null, email_consent: null, visitor: null, address: null })
        .where('created_at', '<', before)
        .where(({ or, eb }) => or([eb('email', 'is not', null), eb('email_sealed', 'is not', null), eb('address', 'is not', null)]))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  };
}

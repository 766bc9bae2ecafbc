import { sql } from 'kysely';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { lockFor } from '#lib/db/unit-of-work.ts';
import { asId } from '#lib/ids/ids.ts';
import type { EnquiryId, StaffId, UserId } from '#lib/ids/ids.ts';
import { enquiryColumns, storedOf } from './enquiry-rows.repository.ts';
import type { EnquiryRow, StoredEnquiry } from './enquiry-rows.repository.ts';
import type {
  AskedLease,
  AskedPlace,
  ConsentsGiven,
  EnquiryEvent,
  EnquiryEventKind,
  EnquiryMessage,
  EnquirySource,
  EnquiryState,
  EnquiryTeam,
  EnquiryTopic,
  MessageSender,
  ThreadMark,
  Utm,
} from './enquiries.schema.ts';

/** Who asks, as it stands in the database. */
export type SealedAsker = { readonly sealed: string; readonly emailDigest: string | undefined; readonly phoneDigest: string | undefined };

/** A thread that begins. */
export type AddedEnquiry = {
  readonly reference: string;
  readonly secret: string;
  readonly topic: EnquiryTopic;
  readonly source: EnquirySource;
  readonly userId: UserId | undefined;
  readonly asker: SealedAsker;
  readonly page: string;
  readonly locale: string;
  readonly language: string;
  readonly place: AskedPlace;
  readonly lease: AskedLease | undefined;
  readonly orderCode: string | undefined;
  readonly consents: ConsentsGiven;
  readonly utm: Utm;
  readonly team: EnquiryTeam;
  readonly sameness: string;
  readonly openedAt: Date;
  readonly dueAt: Date;
};

/** What of a thread changes. */
export type EnquiryChange = {
  readonly state?: EnquiryState;
  readonly team?: EnquiryTeam;
  readonly staffId?: StaffId | undefined;
  readonly lastAt?: Date;
  readonly firstAnsweredAt?: Date;
  /** Undefined for none. */
  readonly dueAt?: Date | undefined;
  readonly closedAt?: Date | undefined;
  readonly mergedInto?: EnquiryId;
  /** Ends all links. */
  readonly secret?: string;
};

export type EnquiriesRepository = ReturnType<typeof createEnquiriesRepository>;

/** Messages and events of a thread that are read at once: more than anybody writes. */
const mostParts = 500;

export function createEnquiriesRepository(db: Db) {
  async function only(rows: Promise<EnquiryRow | undefined>): Promise<StoredEnquiry | undefined> {
    const row = await rows;
    return row && storedOf(row);
  }

  return {
    /** Gives the enquiries of one account to another. */
    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await tx.updateTable('enquiries').set({ user_id: into }).where('user_id', '=', from).execute();
    },

    /** Lets the same question go one after the other until the transaction ends. */
    sameInTurn: (tx: DbTransaction, sameness: string): Promise<void> => lockFor(tx, `enquiry ${sameness}`),

    /** The thread that the same was asked in since. */
    async same(sameness: string, since: Date, on: Db | DbTransaction = db): Promise<StoredEnquiry | undefined> {
      return only(
        on
          .selectFrom('enquiries')
          .select(enquiryColumns)
          .where('sameness', '=', sameness)
          .where('opened_at', '>', since)
          .orderBy('opened_at', 'desc')
          .limit(1)
          .executeTakeFirst(),
      );
    },

    async add(tx: DbTransaction, one: AddedEnquiry): Promise<EnquiryId> {
      const row = await tx
        .insertInto('enquiries')
        .values({
          reference: one.reference,
          secret: one.secret,
          topic: one.topic,
          source: one.source,
          user_id: one.userId ?? null,
          contact_sealed: one.asker.sealed,
          email_digest: one.asker.emailDigest ?? '',
          phone_digest: one.asker.phoneDigest ?? null,
          page: one.page,
          locale: one.locale,
          language: one.language,
          house_id: one.place.houseId ?? null,
          unit_id: one.place.unitId ?? null,
          city_id: one.place.cityId ?? null,
          school_id: one.place.schoolId ?? null,
          place_words: one.place.words,
          tenancy_id: one.lease?.tenancyId ?? null,
          move_in: one.lease?.moveIn ?? null,
          move_out: one.lease?.moveOut ?? null,
          total_minor: one.lease?.total.minor ?? null,
          currency: one.lease?.total.currency ?? null,
          order_code: one.orderCode ?? null,
          consents: JSON.stringify(one.consents),
          utm: JSON.stringify(one.utm),
          team: one.team,
          staff_id: null,
          sameness: one.sameness,
          opened_at: one.openedAt,
          last_at: one.openedAt,
          first_answered_at: null,
          due_at: one.dueAt,
          closed_at: null,
          merged_into: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return asId<EnquiryId>(row.id);
    },

    /** Returns which message it is. */
    async say(
      tx: DbTransaction,
      id: EnquiryId,
      message: {
        readonly sender: MessageSender;
        readonly text: string;
        readonly language: string;
        readonly at: Date;
        readonly staffId?: StaffId | undefined;
        /** Digest of the mail that it came by. */
        readonly mail?: string | undefined;
      },
    ): Promise<number> {
      const { sender, text, language, at, staffId, mail } = message;
      const said = await tx
        .insertInto('enquiry_messages')
        .values({ enquiry_id: id, sender, text, language, at, staff_id: staffId ?? null, mail_digest: mail ?? null })
        .returning('id')
        .executeTakeFirstOrThrow();
      return said.id;
    },

    /** Whether a mail is a message of the thread already. */
    async hasMail(tx: DbTransaction, id: EnquiryId, mail: string): Promise<boolean> {
      const row = await tx.selectFrom('enquiry_messages').select('id').where('enquiry_id', '=', id).where('mail_digest', '=', mail).executeTakeFirst();
      return row !== undefined;
    },

    async record(tx: DbTransaction, id: EnquiryId, kind: EnquiryEventKind, at: Date, staffId?: StaffId, about = ''): Promise<void> {
      await tx
        .insertInto('enquiry_events')
        .values({ enquiry_id: id, kind, at, staff_id: staffId ?? null, about })
        .execute();
    },

    /** What of a thread staff decide on, as it is in a transaction. */
    async mark(tx: DbTransaction, id: EnquiryId): Promise<ThreadMark | undefined> {
      const row = await tx
        .selectFrom('enquiries')
        .select(['state', 'team', 'staff_id', 'due_at', 'closed_at', 'last_at'])
        .select(({ selectFrom }) =>
          selectFrom('enquiry_events')
            .select(({ fn }) => fn.max('enquiry_events.id').as('event'))
            .whereRef('enquiry_id', '=', 'enquiries.id')
            .as('event'),
        )
        .where('id', '=', id)
        .executeTakeFirst();
      return (
        row && {
          state: row.state,
          team: row.team,
          staffId: row.staff_id === null ? null : asId<StaffId>(row.staff_id),
          dueAt: row.due_at?.toISOString() ?? null,
          closedAt: row.closed_at?.toISOString() ?? null,
          lastAt: row.last_at.toISOString(),
          event: row.event ?? 0,
        }
      );
    },

    find: (id: EnquiryId): Promise<StoredEnquiry | undefined> =>
      only(db.selectFrom('enquiries').select(enquiryColumns).where('id', '=', id).executeTakeFirst()),

    /** Those of these that there are. */
    async some(ids: readonly EnquiryId[]): Promise<readonly StoredEnquiry[]> {
      const rows = ids.length === 0 ? [] : await db.selectFrom('enquiries').select(enquiryColumns).where('id', 'in', ids).execute();
      return rows.map(storedOf);
    },

    /** Threads about an order, the latest first. */
    async ofOrder(orderCode: string, userId: UserId, most: number): Promise<readonly StoredEnquiry[]> {
      const rows = await db
        .selectFrom('enquiries')
        .select(enquiryColumns)
        .where('order_code', '=', orderCode)
        .where('user_id', '=', userId)
        .where('merged_into', 'is', null)
        .orderBy('id', 'desc')
        .limit(most)
        .execute();
      return rows.map(storedOf);
    },

    findByReference: (reference: string): Promise<StoredEnquiry | undefined> =>
      only(db.selectFrom('enquiries').select(enquiryColumns).where('reference', '=', reference).executeTakeFirst()),

    /** As it stands, kept from others until the transaction ends. */
    take: (tx: DbTransaction, id: EnquiryId): Promise<StoredEnquiry | undefined> =>
      only(tx.selectFrom('enquiries').select(enquiryColumns).where('id', '=', id).forUpdate().executeTakeFirst()),

    async change(tx: DbTransaction, id: EnquiryId, change: EnquiryChange): Promise<void> {
      const set = {
        ...(change.state === undefined ? {} : { state: change.state }),
        ...(change.team === undefined ? {} : { team: change.team }),
        ...('staffId' in change ? { staff_id: change.staffId ?? null } : {}),
        ...(change.lastAt === undefined ? {} : { last_at: change.lastAt }),
        ...(change.firstAnsweredAt === undefined ? {} : { first_answered_at: change.firstAnsweredAt }),
        ...('dueAt' in change ? { due_at: change.dueAt ?? null } : {}),
        ...('closedAt' in change ? { closed_at: change.closedAt ?? null } : {}),
        ...(change.mergedInto === undefined ? {} : { merged_into: change.mergedInto }),
        ...(change.secret === undefined ? {} : { secret: change.secret }),
      };
      await tx.updateTable('enquiries').set(set).where('id', '=', id).execute();
    },

    /** Moves what is said in one thread into another. */
    async moveMessages(tx: DbTransaction, from: EnquiryId, to: EnquiryId): Promise<void> {
      await tx.updateTable('enquiry_messages').set({ enquiry_id: to }).where('enquiry_id', '=', from).execute();
    },

    async countMessages(tx: DbTransaction, id: EnquiryId): Promise<number> {
      const { count } = await tx
        .selectFrom('enquiry_messages')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('enquiry_id', '=', id)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** What is said in a thread, the oldest first. @param withNotes what staff alone see. */
    async messages(id: EnquiryId, withNotes: boolean): Promise<readonly EnquiryMessage[]> {
      const rows = await db
        .selectFrom('enquiry_messages')
        .select(['id', 'sender', 'text', 'language', 'at', 'staff_id'])
        .where('enquiry_id', '=', id)
        .$if(!withNotes, (query) => query.where('sender', '!=', 'note'))
        .orderBy('at')
        .orderBy('id')
        .limit(mostParts)
        .execute();
      return rows.map(({ staff_id, ...row }) => ({ ...row, staffId: staff_id === null ? undefined : asId<StaffId>(staff_id) }));
    },

    async events(id: EnquiryId): Promise<readonly EnquiryEvent[]> {
      const rows = await db
        .selectFrom('enquiry_events')
        .select(['kind', 'at', 'staff_id', 'about'])
        .where('enquiry_id', '=', id)
        .orderBy('id')
        .limit(mostParts)
        .execute();
      return rows.map(({ staff_id, ...row }) => ({ ...row, staffId: staff_id === null ? undefined : asId<StaffId>(staff_id) }));
    },

    /** Threads of an account, what was said last first; without those merged into another. */
    async ofUser(userId: UserId, most: number): Promise<readonly StoredEnquiry[]> {
      const rows = await db
        .selectFrom('enquiries')
        .select(enquiryColumns)
        .where('user_id', '=', userId)
        .where('merged_into', 'is', null)
        .orderBy('last_at', 'desc')
        .orderBy('id', 'desc')
        .limit(most)
        .execute();
      return rows.map(storedOf);
    },

    /**
     * Gives an account the threads that nobody has yet and that were asked with a mail address it has proved. By numbers none is
     * given: who mistypes one must not hand what they wrote to a stranger, and mails go to the address alone. The links of claimed
     * threads end, for somebody else may have asked with the address before.
     * @returns how many.
     */
    async claim(userId: UserId, emailDigests: readonly string[]): Promise<number> {
      if (emailDigests.length === 0) return 0;
      const { numUpdatedRows } = await db
        .updateTable('enquiries')
        .set({ user_id: userId, secret: sql<string>`replace(gen_random_uuid()::text, '-', '')` })
        .where('user_id', 'is', null)
        .where('email_digest', 'in', emailDigests)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    /** Closes threads that wait for a student who has not written since. @param most at most so many. @returns how many. */
    async closeSilent(tx: DbTransaction, since: Date, now: Date, most: number): Promise<number> {
      const rows = await tx
        .updateTable('enquiries')
        .set({ state: 'closed', due_at: null, closed_at: now })
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('enquiries')
            .select('id')
            .where('state', '=', 'waiting')
            .where('last_at', '<', since)
            .orderBy('last_at')
            .limit(most)
            .forUpdate()
            .skipLocked(),
        )
        .returning('id')
        .execute();
      if (rows.length > 0)
        await tx
          .insertInto('enquiry_events')
          .values(rows.map(({ id }) => ({ enquiry_id: id, kind: 'closed' as const, at: now, staff_id: null, about: 'silent' })))
          .execute();
      return rows.length;
    },

    /** Deletes threads that were closed, or put away as spam, before a day. @returns how many. */
    async forget(before: Date): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('enquiries')
        .where('state', 'in', ['closed', 'spam'])
        .where(({ fn }) => fn.coalesce('closed_at', 'last_at'), '<', before)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

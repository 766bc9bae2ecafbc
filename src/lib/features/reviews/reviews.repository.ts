import type { HouseNames } from '#lib/features/catalogue/local-texts.rules.ts';
import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, OrderId, StaffId, UserId } from '#lib/ids/ids.ts';
import { aspectsIn } from './reviews.schema.ts';
import type { AnswerRefusal, PublicKind, ReviewAnswer, StayReview, StayReviewKind, StayReviewState } from './reviews.schema.ts';

/** What its author says. */
type Said = Pick<StayReview, 'score' | 'aspects' | 'language' | 'text' | 'files' | 'locale' | 'consent' | 'writtenAt'>;
export type NewStayReview = Said & Pick<StayReview, 'code' | 'orderId' | 'houseId' | 'kind' | 'stayedFrom'> & { readonly userId: UserId };
type Decision = Pick<StayReview, 'state'> & Partial<Pick<StayReview, 'decidedAt' | 'decidedBy' | 'reason' | 'shown'>>;

const columns = [
  'stay_reviews.id',
  'stay_reviews.code',
  'stay_reviews.order_id',
  'stay_reviews.user_id',
  'stay_reviews.house_id',
  'stay_reviews.kind',
  'stay_reviews.state',
  'stay_reviews.score',
  'stay_reviews.aspects',
  'stay_reviews.language',
  'stay_reviews.body',
  'stay_reviews.files',
  'stay_reviews.shown',
  'stay_reviews.stayed_from',
  'stay_reviews.locale',
  'stay_reviews.consent',
  'stay_reviews.written_at',
  'stay_reviews.decided_at',
  'stay_reviews.decided_by',
  'stay_reviews.reason',
  'stay_reviews.reply',
  'review_answers.state as answer_state',
  'review_answers.language as answer_language',
  'review_answers.body as answer_body',
  'review_answers.changes as answer_changes',
  'review_answers.written_at as answer_written_at',
  'review_answers.reason as answer_reason',
  'orders.code as order_code',
  'orders.home',
] as const;

const namesOf = ({ name, nameZh, names }: HouseNames): HouseNames => ({ name, nameZh, names });

export type ReviewsRepository = ReturnType<typeof createReviewsRepository>;

export function createReviewsRepository(db: Db) {
  const rows = (on: Db | DbTransaction) =>
    on
      .selectFrom('stay_reviews')
      .innerJoin('orders', 'orders.id', 'stay_reviews.order_id')
      .leftJoin('review_answers', 'review_answers.review_id', 'stay_reviews.id')
      .select(columns);
  type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];
  function answerOf(row: Row): ReviewAnswer | undefined {
    const { answer_state: state, answer_language: language, answer_body: text, answer_changes: changes, answer_written_at: writtenAt } = row;
    if (state === null || language === null || text === null || changes === null || writtenAt === null) return undefined;
    return { state, language, text, changes, writtenAt, reason: row.answer_reason ?? undefined };
  }
  const reviewOf = (row: Row): StayReview => ({
    id: row.id,
    code: row.code,
    orderId: asId<OrderId>(row.order_id),
    orderCode: row.order_code,
    userId: row.user_id === null ? undefined : asId<UserId>(row.user_id),
    houseId: asId<HouseId>(row.house_id),
    home: namesOf(row.home),
    kind: row.kind,
    state: row.state,
    score: row.score,
    aspects: aspectsIn(row.aspects),
    language: row.language,
    text: row.body,
    files: row.files,
    shown: row.shown,
    stayedFrom: row.stayed_from,
    locale: locales.find((one) => one === row.locale) ?? 'en-us',
    consent: row.consent,
    writtenAt: row.written_at,
    decidedAt: row.decided_at ?? undefined,
    decidedBy: row.decided_by === null ? undefined : asId<StaffId>(row.decided_by),
    reason: row.reason ?? undefined,
    reply: row.reply ?? undefined,
    answer: answerOf(row),
  });
  const saidOf = ({ score, aspects, language, text, files, locale, consent, writtenAt }: Said) => ({
    score,
    aspects: JSON.stringify(aspects),
    language,
    body: text,
    files: JSON.stringify(files),
    locale,
    consent,
    written_at: writtenAt,
  });

  return {
    async add(tx: DbTransaction, review: NewStayReview): Promise<void> {
      const { code, orderId, userId, houseId, kind, stayedFrom } = review;
      await tx
        .insertInto('stay_reviews')
        .values({
          ...saidOf(review),
          code,
          order_id: orderId,
          user_id: userId,
          house_id: houseId,
          kind,
          state: 'waiting',
          stayed_from: stayedFrom,
          shown: '[]',
          decided_at: null,
          decided_by: null,
          reason: null,
          reply: null,
        })
        .execute();
    },

    async change(tx: DbTransaction, id: number, said: Said): Promise<void> {
      await tx.updateTable('stay_reviews').set(saidOf(said)).where('id', '=', id).execute();
    },

    async find(code: string, tx?: DbTransaction): Promise<StayReview | undefined> {
      const row = await rows(tx ?? db)
        .where('stay_reviews.code', '=', code)
        .executeTakeFirst();
      return row && reviewOf(row);
    },

    async ofOrder(orderId: OrderId, tx?: DbTransaction): Promise<readonly StayReview[]> {
      return (
        await rows(tx ?? db)
          .where('stay_reviews.order_id', '=', orderId)
          .orderBy('stay_reviews.id')
          .execute()
      ).map(reviewOf);
    },

    async ofUser(userId: UserId): Promise<readonly StayReview[]> {
      return (await rows(db).where('stay_reviews.user_id', '=', userId).orderBy('stay_reviews.id', 'desc').limit(1_000).execute()).map(reviewOf);
    },

    /** Which kinds were written of these orders. */
    async written(orderIds: readonly OrderId[]): Promise<ReadonlyMap<OrderId, readonly StayReviewKind[]>> {
      if (orderIds.length === 0) return new Map();
      const found = await db.selectFrom('stay_reviews').select(['order_id', 'kind']).where('order_id', 'in', orderIds).execute();
      return new Map(orderIds.map((id) => [id, found.filter(({ order_id }) => order_id === id).map(({ kind }) => kind)]));
    },

    /** Those that wait oldest first, others newest first; `beyond`: those after that number. */
    async list(states: readonly StayReviewState[], kinds: readonly StayReviewKind[], beyond: number | undefined, most: number): Promise<readonly StayReview[]> {
      const isQueue = states.includes('waiting');
      const found = await rows(db)
        .where('stay_reviews.state', 'in', states)
        .where('stay_reviews.kind', 'in', kinds)
        .$if(beyond !== undefined, (query) => query.where('stay_reviews.id', isQueue ? '>' : '<', beyond ?? 0))
        .orderBy('stay_reviews.id', isQueue ? 'asc' : 'desc')
        .limit(most)
        .execute();
      return found.map(reviewOf);
    },

    async decide(tx: DbTransaction, id: number, { state, decidedAt, decidedBy, reason, shown }: Decision): Promise<void> {
      await tx
        .updateTable('stay_reviews')
        .set({
          state,
          decided_at: decidedAt ?? null,
          decided_by: decidedBy ?? null,
          reason: reason ?? null,
          ...(shown === undefined ? {} : { shown: JSON.stringify(shown) }),
        })
        .where('id', '=', id)
        .execute();
    },

    async reply(tx: DbTransaction, id: number, reply: StayReview['reply'] & {}): Promise<void> {
      await tx
        .updateTable('stay_reviews')
        .set({ reply: JSON.stringify(reply) })
        .where('id', '=', id)
        .execute();
    },

    /** The review of this number. */
    async byId(id: number, tx?: DbTransaction): Promise<StayReview | undefined> {
      const row = await rows(tx ?? db)
        .where('stay_reviews.id', '=', id)
        .executeTakeFirst();
      return row && reviewOf(row);
    },

    /** Published reviews whose provider's answer waits for staff, oldest first; `beyond`: those after that number. */
    async withAnswers(beyond: number | undefined, most: number): Promise<readonly StayReview[]> {
      const found = await rows(db)
        .where('review_answers.state', '=', 'waiting')
        .where('stay_reviews.state', '=', 'published')
        .where('stay_reviews.id', '>', beyond ?? 0)
        .orderBy('stay_reviews.id')
        .limit(most)
        .execute();
      return found.map(reviewOf);
    },

    /** Keeps what a provider says, in the place of what they said before. */
    async answer(tx: DbTransaction, id: number, { language, text, changes, writtenAt }: Omit<ReviewAnswer, 'state' | 'reason'>): Promise<void> {
      const said = { state: 'waiting' as const, language, body: text, changes, written_at: writtenAt, decided_at: null, decided_by: null, reason: null };
      await tx
        .insertInto('review_answers')
        .values({ review_id: id, ...said })
        .onConflict((conflict) => conflict.column('review_id').doUpdateSet(said))
        .execute();
    },

    async decideAnswer(
      tx: DbTransaction,
      id: number,
      { state, at, by, reason }: { readonly state: 'shown' | 'refused'; readonly at: Date; readonly by: StaffId; readonly reason: AnswerRefusal | undefined },
    ): Promise<void> {
      const decision = { state, decided_at: at, decided_by: by, reason: reason ?? null };
      await tx.updateTable('review_answers').set(decision).where('review_id', '=', id).execute();
    },

    /** The review that a file came with. */
    async ofFile(file: string): Promise<number | undefined> {
      const row = await db
        .selectFrom('stay_reviews')
        .select('id')
        .where(sql<boolean>`files @> ${JSON.stringify([file])}::jsonb`)
        .executeTakeFirst();
      return row?.id;
    },

    /** Stays of which somebody is to be asked, once, how they are. @param from days between which moving in, or the end, lies. */
    async uninvited(kind: PublicKind, { from, to }: { readonly from: string; readonly to: string }, most: number) {
      const day = kind === 'check-in' ? ('orders.period_from' as const) : ('orders.period_to' as const);
      const found = await db
        .selectFrom('orders')
        .select(['orders.id', 'orders.code', 'orders.user_id', 'orders.home', 'orders.locale'])
        .where('orders.state', '=', kind === 'check-in' ? 'checked_in' : 'completed')
        .where(day, '>=', from)
        .where(day, '<=', to)
        .where('orders.user_id', 'is not', null)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('review_invitations as i').select('i.order_id').whereRef('i.order_id', '=', 'orders.id').where('i.kind', '=', kind))),
        )
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('stay_reviews as r').select('r.id').whereRef('r.order_id', '=', 'orders.id').where('r.kind', '=', kind))),
        )
        .orderBy('orders.id')
        .limit(most)
        .execute();
      return found.flatMap(({ id, code, user_id, home, locale }) =>
        user_id === null
          ? []
          : [
              {
                orderId: asId<OrderId>(id),
                code,
                userId: asId<UserId>(user_id),
                home: namesOf(home),
                locale: locales.find((one) => one === locale) ?? 'en-us',
              },
            ],
      );
    },

    /** Notes that somebody was invited. Returns false where they had been. */
    async noteInvited(tx: DbTransaction, orderId: OrderId, kind: PublicKind, now: Date): Promise<boolean> {
      const made = await tx
        .insertInto('review_invitations')
        .values({ order_id: orderId, kind, invited_at: now })
        .onConflict((conflict) => conflict.columns(['order_id', 'kind']).doNothing())
        .returning('order_id')
        .executeTakeFirst();
      return made !== undefined;
    },

    /** Reviews whose photographs pages do not show any more, or whose author is gone. */
    async stale(most: number): Promise<readonly StayReview[]> {
      const found = await rows(db)
        .where(
          sql<boolean>`(stay_reviews.shown <> '[]' and (stay_reviews.state <> 'published' or stay_reviews.user_id is null))
            or (stay_reviews.user_id is null and stay_reviews.state <> 'published' and stay_reviews.body <> '')`,
        )
        .orderBy('stay_reviews.id')
        .limit(most)
        .execute();
      return found.map(reviewOf);
    },

    /** Takes its photographs, and of one that nobody sees and nobody wrote its words. */
    async clear(tx: DbTransaction, id: number, { text }: { readonly text: boolean }): Promise<void> {
      await tx
        .updateTable('stay_reviews')
        .set({ shown: '[]', ...(text ? { body: '', files: '[]', reply: null } : {}) })
        .where('id', '=', id)
        .execute();
      // What was said to it may repeat what it said.
      if (text) await tx.deleteFrom('review_answers').where('review_id', '=', id).execute();
    },

    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await tx.updateTable('stay_reviews').set({ user_id: into }).where('user_id', '=', from).execute();
    },
  };
}

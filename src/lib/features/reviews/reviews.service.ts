/**
 * What people say of homes that they lived in: taken from who has an order alone, read by staff, shown on pages as one voice for each
 * stay, and counted where it is not shown.
 */
import type { HouseNames } from '#lib/features/catalogue/local-texts.rules.ts';
import { addDays, todayIn } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Catalogue } from '#lib/features/catalogue/catalogue.service.ts';
import type { StaffRemoval } from '#lib/features/catalogue/listings.schema.ts';
import type { Order } from '#lib/features/orders/orders.schema.ts';
import type { OrdersService } from '#lib/features/orders/orders.service.ts';
import type { Photographs } from '#lib/features/photographs/photographs.service.ts';
import type { SupplierLinksService } from '#lib/features/supplier-links/supplier-links.service.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { OrderId, StaffId, UserId } from '#lib/ids/ids.ts';
import { apart } from '#lib/jobs/apart.ts';
import { newReference } from '#lib/ids/reference.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { ReviewsRepository } from './reviews.repository.ts';
import { catalogueRef, commentOf, kindsOpen, mayAnswer, mayChange, mayWithdraw, staffActsFor, voiceOf } from './reviews.rules.ts';
import { answerRefusals, inviteAfter, inviteWithin, mostPhotos } from './reviews.schema.ts';
import type { AnswerRefusal, PublicKind, ReviewAnswer, StaffReviewAct, StayReview, StayReviewKind, StayReviewState } from './reviews.schema.ts';

/** Of what its author is told by mail. */
export type ReviewNews = 'published' | 'answered' | 'removed';

export type SaidOfStay = Pick<StayReview, 'score' | 'aspects' | 'language' | 'text' | 'locale' | 'consent'> & {
  /** Files of the author's, in their order. */
  readonly files: readonly string[];
};

export type Invitation = {
  readonly orderId: OrderId;
  readonly userId: UserId;
  readonly code: string;
  readonly home: HouseNames;
  readonly locale: Locale;
  readonly kind: PublicKind;
};

export type ReviewsService = ReturnType<typeof createReviewsService>;

type Parts = {
  readonly repository: ReviewsRepository;
  readonly orders: Pick<OrdersService, 'own' | 'list' | 'find'>;
  readonly links: SupplierLinksService;
  readonly uploads: Pick<UploadsService, 'claim' | 'release' | 'openForStaff'>;
  readonly photographs: Pick<Photographs, 'keepOwn' | 'dropOwn'>;
  readonly catalogue: Pick<Catalogue, 'putReview'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>, lockOf?: string) => Promise<T>;
  /** Tells the author, as part of the transaction that makes it true. */
  readonly tell: (tx: DbTransaction, review: StayReview, news: ReviewNews) => Promise<void>;
  /** Tells the provider what became of their answer. */
  readonly tellProvider: (
    tx: DbTransaction,
    order: Order,
    news: { readonly state: 'shown' | 'refused'; readonly reason: AnswerRefusal | undefined },
  ) => Promise<void>;
  /** Invites somebody to write; false where they want no such mail. */
  readonly invite: (tx: DbTransaction, invitation: Invitation) => Promise<boolean>;
};

/** What its author is told of what staff did. */
const newsOf: Readonly<Partial<Record<StaffReviewAct, ReviewNews>>> = { publish: 'published', remove: 'removed', reply: 'answered', 'show-answer': 'answered' };

const batch = 200;
const day = (at: Date): string => at.toISOString().slice(0, 10);

export function createReviewsService({ repository, orders, links, uploads, photographs, catalogue, audit, transact, tell, tellProvider, invite }: Parts) {
  const lockOf = (orderId: OrderId): string => `reviews of ${orderId}`;

  /** Has pages show what speaks for a stay now, or nothing. */
  async function show(tx: DbTransaction, { orderId, houseId }: Pick<StayReview, 'orderId' | 'houseId'>, now: Date): Promise<void> {
    const voice = voiceOf(await repository.ofOrder(orderId, tx));
    await catalogue.putReview(
      tx,
      houseId,
      catalogueRef(orderId),
      voice && {
        language: voice.language,
        stayedFrom: voice.stayedFrom,
        writtenOn: day(voice.writtenAt),
        score: voice.score,
        aspects: voice.aspects,
        text: voice.text,
        reply: voice.reply,
        pictures: voice.shown,
      },
      now,
    );
  }

  /** Thrown to undo what was claimed before one of several files was found gone. */
  class NoFileError extends Error {}

  async function claimed(tx: DbTransaction, given: readonly string[], former: readonly string[], userId: UserId, visit: string | undefined, now: Date) {
    const files = [...new Set(given)].slice(0, mostPhotos);
    for (const file of files)
      if (!former.includes(file) && !(await uploads.claim(tx, file, 'review', { userId, visit }, now))) throw new NoFileError('a file is gone');
    for (const file of former) if (!files.includes(file)) await uploads.release(tx, file, now);
    return files;
  }

  /** Takes the photographs of one that pages show no longer. */
  async function unshow({ id, shown }: Pick<StayReview, 'id' | 'shown'>): Promise<void> {
    if (shown.length === 0) return;
    await photographs.dropOwn(shown);
    await transact((tx) => repository.clear(tx, id, { text: false }));
  }

  async function openAnswer(key: string, now: Date): Promise<{ readonly review: StayReview; readonly order: Order } | undefined> {
    const link = await links.open('review', key, now);
    const [review, order] = link?.reviewId === undefined ? [] : [await repository.byId(link.reviewId), await orders.find(link.code)];
    return review?.state === 'published' && order ? { review, order } : undefined;
  }

  async function shownOf({ files, code }: StayReview, now: Date): Promise<readonly string[]> {
    const paths: string[] = [];
    for (const file of files) {
      const opened = await uploads.openForStaff(file, now);
      if (opened) paths.push(await photographs.keepOwn(opened.content, code));
    }
    return paths;
  }

  return {
    /** What can be said of an order of somebody's, with what was; undefined where it is not theirs. */
    async ofOrder(userId: UserId, orderCode: string, now: Date) {
      const order = await orders.own(userId, orderCode);
      if (!order) return undefined;
      const all = await repository.ofOrder(order.id);
      return { order, open: kindsOpen(order, todayIn(order.home.zone, now)), reviews: all };
    },

    ofUser: (userId: UserId): Promise<readonly StayReview[]> => repository.ofUser(userId),

    /** Which comment each of these orders asks for. */
    async commentsOf(of: readonly Order[], now: Date): Promise<ReadonlyMap<OrderId, ReturnType<typeof commentOf>>> {
      const written = await repository.written(of.map(({ id }) => id));
      return new Map(of.map((order) => [order.id, commentOf(order, todayIn(order.home.zone, now), written.get(order.id) ?? [])]));
    },

    /** Orders of somebody of which something can be said. */
    async openOf(userId: UserId, now: Date): Promise<readonly { readonly order: Order; readonly kinds: readonly StayReviewKind[] }[]> {
      const all = await orders.list(userId, 'all');
      const written = await repository.written(all.map(({ id }) => id));
      return all.flatMap((order) => {
        const kinds = kindsOpen(order, todayIn(order.home.zone, now)).filter((kind) => !written.get(order.id)?.includes(kind));
        return kinds.length > 0 ? [{ order, kinds }] : [];
      });
    },

    /** Writes a review, or changes one that staff have not read. */
    async write(
      { userId, visit }: { readonly userId: UserId; readonly visit: string | undefined },
      orderCode: string,
      kind: StayReviewKind,
      { files: given, ...said }: SaidOfStay,
      now: Date,
    ): Promise<Outcome<{ readonly review: string }, 'unknown' | 'not-now' | 'decided' | 'no-file'>> {
      const order = await orders.own(userId, orderCode);
      if (!order) return refused('unknown');
      if (!kindsOpen(order, todayIn(order.home.zone, now)).includes(kind)) return refused('not-now');
      try {
        return await transact(async (tx) => {
          const before = (await repository.ofOrder(order.id, tx)).find((one) => one.kind === kind);
          if (before && !mayChange(before)) return refused('decided');
          const files = await claimed(tx, given, before?.files ?? [], userId, visit, now);
          if (before) {
            await repository.change(tx, before.id, { ...said, files, writtenAt: now });
            return done({ review: before.code });
          }
          const code = newReference();
          const { id: orderId, houseId, from: stayedFrom } = order;
          await repository.add(tx, { ...said, files, code, orderId, houseId, stayedFrom, kind, userId, writtenAt: now });
          return done({ review: code });
        }, lockOf(order.id));
      } catch (error) {
        if (error instanceof NoFileError) return refused('no-file');
        throw error;
      }
    },

    /** Takes a review of one's own back. */
    async withdraw(userId: UserId, code: string, now: Date): Promise<Outcome<{ readonly orderCode: string }, 'unknown' | 'not-now'>> {
      const seen = await repository.find(code);
      if (seen?.userId !== userId) return refused('unknown');
      const outcome = await transact(async (tx): Promise<Outcome<StayReview, 'unknown' | 'not-now'>> => {
        const review = await repository.find(code, tx);
        if (!review || !mayWithdraw(review)) return refused('not-now');
        await repository.decide(tx, review.id, { state: 'withdrawn', decidedAt: now, reason: 'author' });
        for (const file of review.files) await uploads.release(tx, file, now);
        await show(tx, review, now);
        return done(review);
      }, lockOf(seen.orderId));
      if (!outcome.ok) return outcome;
      await unshow(outcome.value);
      return done({ orderCode: seen.orderCode });
    },

    // For staff.
    find: (code: string): Promise<StayReview | undefined> => repository.find(code),
    list: (states: readonly StayReviewState[], kinds: readonly StayReviewKind[], beyond: number | undefined, most: number): Promise<readonly StayReview[]> =>
      repository.list(states, kinds, beyond, most),
    withAnswers: (beyond: number | undefined, most: number): Promise<readonly StayReview[]> => repository.withAnswers(beyond, most),
    linksOf: ({ id, orderId }: Pick<StayReview, 'id' | 'orderId'>) => links.ofThing({ purpose: 'review', orderId, reviewId: id }),
    ofFile: (file: string): Promise<number | undefined> => repository.ofFile(file),

    async act(
      code: string,
      act: StaffReviewAct,
      given: { readonly reason: StaffRemoval | undefined; readonly reply: StayReview['reply']; readonly seen: string },
      by: StaffId,
      now: Date,
    ): Promise<Outcome<null, 'unknown' | 'not-now' | 'no-reason' | 'no-reply' | 'no-address' | 'too-many'>> {
      const seen = await repository.find(code);
      if (!seen) return refused('unknown');
      if (!staffActsFor(seen).includes(act)) return refused('not-now');
      if (act === 'remove' && given.reason === undefined) return refused('no-reason');
      const refusal = answerRefusals.find((one) => one === given.reason);
      if (act === 'refuse-answer' && refusal === undefined) return refused('no-reason');
      const order = await orders.find(seen.orderCode);
      if (act === 'reply' && given.reply === undefined) return refused('no-reply');
      // Made before it is shown: encoding takes longer than a lock should be held.
      const pictures = act === 'publish' ? await shownOf(seen, now) : undefined;
      const outcome = await transact(async (tx): Promise<Outcome<StayReview, 'not-now' | 'no-address' | 'too-many'>> => {
        const review = await repository.find(code, tx);
        if (!review || !staffActsFor(review).includes(act) || review.writtenAt.getTime() !== seen.writtenAt.getTime()) return refused('not-now');
        const decision = { decidedAt: now, decidedBy: by };
        if (act === 'publish') await repository.decide(tx, review.id, { ...decision, state: 'published', shown: pictures ?? [] });
        if (act === 'note') await repository.decide(tx, review.id, { ...decision, state: 'noted' });
        if (act === 'remove') await repository.decide(tx, review.id, { ...decision, state: 'removed', reason: given.reason });
        if (act === 'reply' && given.reply) await repository.reply(tx, review.id, { ...given.reply, on: day(now) });
        if (act === 'show-answer' || act === 'refuse-answer') {
          const { answer } = review;
          // Changed since it was read, or decided on by somebody else.
          if (answer?.state !== 'waiting' || answer.writtenAt.toISOString() !== given.seen) return refused('not-now');
          const state = act === 'show-answer' ? ('shown' as const) : ('refused' as const);
          const reason = state === 'refused' ? refusal : undefined;
          await repository.decideAnswer(tx, review.id, { state, at: now, by, reason });
          if (state === 'shown') await repository.reply(tx, review.id, { language: answer.language, text: answer.text, on: day(answer.writtenAt) });
          if (order) await tellProvider(tx, order, { state, reason });
        }
        if (act === 'ask') {
          if (!order) return refused('not-now');
          const made = await links.make(tx, order, { purpose: 'review', reviewId: review.id }, { by: 'staff', actor: `staff:${by}` }, now);
          if (!made.ok) return made;
        }
        if (review.kind !== 'service') await show(tx, review, now);
        await audit.append(tx, { actor: `staff:${by}`, action: 'review-decided', subject: `review:${review.id}`, data: { deed: act } });
        if (act === 'publish' && order && voiceOf(await repository.ofOrder(review.orderId, tx))?.id === review.id)
          // Without an address, or asked often enough, nobody is asked: the review is shown all the same.
          await links.make(tx, order, { purpose: 'review', reviewId: review.id }, { by: 'review' }, now);
        const news = newsOf[act];
        if (news) await tell(tx, { ...review, reason: given.reason }, news);
        return done(review);
      }, lockOf(seen.orderId));
      if (!outcome.ok) {
        // Its files are called alike whoever publishes it: those that somebody else has just shown stay.
        const shown = (await repository.find(code))?.shown ?? [];
        if (pictures) await photographs.dropOwn(pictures.filter((path) => !shown.includes(path)));
        return outcome;
      }
      if (act === 'remove') await unshow(outcome.value);
      return done(null);
    },

    /** What a provider's link opens: a review that pages show; undefined for one that is none, has ended, or whose review is gone. */
    openAnswer,

    /** Takes what a provider says, or changes it once; staff read it before it is shown. */
    async answer(key: string, said: Pick<ReviewAnswer, 'language' | 'text'>, now: Date): Promise<Outcome<null, 'unknown' | 'shut'>> {
      const opened = await openAnswer(key, now);
      if (!opened) return refused('unknown');
      return transact(async (tx) => {
        const link = await links.open('review', key, now, tx);
        const review = link && (await repository.byId(opened.review.id, tx));
        if (!link || review?.state !== 'published') return refused('unknown');
        const { answer } = review;
        // Pressed twice, it is the same answer and no change of it.
        if (answer?.text === said.text && answer.language === said.language) return done(null);
        if (!mayAnswer(answer)) return refused('shut');
        await repository.answer(tx, review.id, { ...said, changes: answer ? answer.changes + 1 : 0, writtenAt: now });
        await links.used(tx, link, now);
        return done(null);
      }, lockOf(opened.review.orderId));
    },

    /** Invites those who moved in or out some days ago, each once. Returns how many were. */
    async inviteDue(now: Date): Promise<number> {
      let count = 0;
      const rows = apart();
      for (const kind of ['check-in', 'stay'] as const) {
        const to = addDays(day(now), -inviteAfter[kind]);
        for (const one of await repository.uninvited(kind, { from: addDays(to, -inviteWithin), to }, batch)) {
          const isInvited = await rows.run(() =>
            transact(async (tx) => (await repository.noteInvited(tx, one.orderId, kind, now)) && (await invite(tx, { ...one, kind }))),
          );
          if (isInvited) count += 1;
        }
      }
      rows.end();
      return count;
    },

    /** Takes photographs that pages show no longer, and words of which nobody is the author. Returns of how many reviews. */
    async tidy(now: Date): Promise<number> {
      const found = await repository.stale(batch);
      const rows = apart();
      for (const review of found)
        await rows.run(async () => {
          const isGone = review.userId === undefined;
          if (review.shown.length > 0) await photographs.dropOwn(review.shown);
          await transact(async (tx) => {
            await repository.clear(tx, review.id, { text: isGone && review.state !== 'published' });
            if (review.kind !== 'service') await show(tx, review, now);
          }, lockOf(review.orderId));
        });
      rows.end();
      return found.length;
    },
  };
}

/** What the pages of reviews show. */
import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import { refusalOf } from '#lib/access.ts';
import { formatDate } from '#lib/dates/dates.ts';
import { staffFileHref } from '#lib/features/desk/submissions.schema.ts';
import { reviewAspects } from '#lib/features/catalogue/listings.schema.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import type { Order } from '#lib/features/orders/orders.schema.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { KeptFile } from '#lib/forms/files.schema.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { HouseId, StaffId, UserId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import { sayLink } from '#lib/features/supplier-links/supplier-links.words.ts';
import { supplierLinkPath } from '#lib/features/supplier-links/supplier-links.rules.ts';
import { mayAnswer, mayChange, mayWithdraw, staffActsFor } from './reviews.rules.ts';
import { languageOf } from './reviews.schema.ts';
import type { PublicKind, StayReview, StayReviewKind, StayReviewState } from './reviews.schema.ts';
import type { ReviewsService } from './reviews.service.ts';
import { staffReviewActLabels } from './reviews.words.ts';

export type ReviewReader = Reader & {
  readonly page: { readonly name: string; readonly params: Readonly<Record<string, string>> };
  readonly visitor: Visitor | undefined;
};
export type ReviewTab = 'waiting' | 'answers' | 'published' | 'gone' | 'service';
export type ReviewsLoader = ReturnType<typeof createReviewsLoader>;

type Parts = {
  readonly reviews: ReviewsService;
  readonly houses: { named(id: HouseId, reader: Reader): Promise<ReadHouse | undefined> };
  readonly uploads: Pick<UploadsService, 'find'>;
  /** Writes down that a member of staff has read what is not shown. */
  readonly seen: (id: number, by: StaffId) => Promise<void>;
};

const pageLength = 30;
const day = (at: Date, { intl }: Reader): string => formatDate(at.toISOString().slice(0, 10), intl);
const tabs: Readonly<Record<ReviewTab, { readonly states: readonly StayReviewState[]; readonly kinds: readonly StayReviewKind[] }>> = {
  waiting: { states: ['waiting'], kinds: ['check-in', 'stay'] },
  answers: { states: ['published'], kinds: ['check-in', 'stay'] },
  published: { states: ['published'], kinds: ['check-in', 'stay'] },
  gone: { states: ['removed', 'withdrawn'], kinds: ['check-in', 'stay'] },
  service: { states: ['waiting', 'noted'], kinds: ['service'] },
};

export function createReviewsLoader({ reviews, houses, uploads, seen }: Parts) {
  const userOf = (visitor: Visitor | undefined): UserId | undefined => visitor?.session && asId<UserId>(visitor.session.userId);
  const memberOf = ({ visitor }: ReviewReader): StaffId | undefined =>
    visitor?.staff && refusalOf('staff-homes', visitor.staff.standing) === undefined ? asId<StaffId>(visitor.staff.staffId) : undefined;
  const codeIn = ({ query }: ReviewReader): string => query.get('id') ?? query.get('orderCode') ?? '';

  const titleOf = async ({ houseId, home }: Order, reader: Reader): Promise<string> => (await houses.named(houseId, reader))?.title ?? home.name;

  async function opened(reader: ReviewReader) {
    const userId = userOf(reader.visitor);
    const found = userId === undefined ? undefined : await reviews.ofOrder(userId, codeIn(reader), reader.now);
    return found && userId !== undefined ? { ...found, userId, title: await titleOf(found.order, reader) } : undefined;
  }

  async function filesOf(review: StayReview, userId: UserId, now: Date): Promise<Readonly<Record<string, KeptFile>>> {
    const found = await Promise.all(review.files.map((file) => uploads.find(file, { userId, visit: undefined }, now)));
    return Object.fromEntries(found.flatMap((file, at) => (file ? [[`photo_${at + 1}`, { id: file.id, name: file.name, bytes: file.bytes }]] : [])));
  }

  const valuesOf = (review: StayReview): Readonly<Record<string, string>> => ({
    score: String(review.score),
    text: review.text,
    language: review.language,
    ...Object.fromEntries(reviewAspects.map((one) => [`aspect_${one}`, String(review.aspects[one] ?? '')])),
  });

  return {
    /** The form for a stay, filled in with what was said as long as that can be changed. */
    async form(reader: ReviewReader, kind: PublicKind) {
      const found = await opened(reader);
      if (!found) return undefined;
      const { order, open, userId, title } = found;
      const review = found.reviews.find((one) => one.kind === kind);
      return {
        code: order.code,
        title,
        /** Set where nothing can be written: it was read, or it is too early or too late. */
        shut: review && !mayChange(review) ? ('decided' as const) : open.includes(kind) ? undefined : ('not-now' as const),
        isChange: review !== undefined,
        values: { code: order.code, kind, ...(review ? valuesOf(review) : { language: languageOf(reader.locale) }) },
        files: review ? await filesOf(review, userId, reader.now) : {},
      };
    },

    /** What was said of our service, or the form for it. */
    async service(reader: ReviewReader) {
      const found = await opened(reader);
      if (!found) return undefined;
      const review = found.reviews.find((one) => one.kind === 'service');
      return {
        code: found.order.code,
        title: found.title,
        isOpen: review ? mayChange(review) : found.open.includes('service'),
        isWritten: review !== undefined,
        values: { code: found.order.code, ...(review ? { score: String(review.score), text: review.text } : {}) },
      };
    },

    /** One's own reviews of an order. */
    async own(reader: ReviewReader) {
      const found = await opened(reader);
      if (!found) return undefined;
      return {
        code: found.order.code,
        title: found.title,
        reviews: found.reviews.map((review) => ({
          ...review,
          written: formatDate(review.writtenAt.toISOString().slice(0, 10), reader.intl),
          mayChange: mayChange(review) && found.open.includes(review.kind),
          mayWithdraw: mayWithdraw(review),
        })),
      };
    },

    /** Stays of which something can be said, and all that was. */
    async list(reader: ReviewReader) {
      const userId = userOf(reader.visitor);
      if (userId === undefined) return undefined;
      const [open, all] = await Promise.all([reviews.openOf(userId, reader.now), reviews.ofUser(userId)]);
      return {
        open: await Promise.all(open.map(async ({ order, kinds }) => ({ code: order.code, title: await titleOf(order, reader), kinds }))),
        written: await Promise.all(
          all.map(async (review) => ({ ...review, title: (await houses.named(review.houseId, reader))?.title ?? nameFor(review.home, reader.locale) })),
        ),
      };
    },

    /** A review, for the provider of its home by their link, with what they said to it. */
    async answering(reader: ReviewReader) {
      const key = reader.query.get('key') ?? '';
      const opened = await reviews.openAnswer(key, reader.now);
      if (!opened) return undefined;
      const { review, order } = opened;
      const { answer } = review;
      return {
        title: await titleOf(order, reader),
        supplier: order.home.supplier,
        review: { kind: review.kind, score: review.score, text: review.text, language: review.language, stayedFrom: review.stayedFrom },
        written: day(review.writtenAt, reader),
        answer: answer && { ...answer, written: day(answer.writtenAt, reader) },
        mayAnswer: mayAnswer(answer),
        path: supplierLinkPath(reader.paths, 'review', key),
        values: { key, text: answer?.text ?? '', language: answer?.language ?? languageOf(reader.locale) },
      };
    },

    async staffList(reader: ReviewReader) {
      if (memberOf(reader) === undefined) return undefined;
      const tab = (['answers', 'published', 'gone', 'service'] as const).find((one) => one === reader.query.get('tab')) ?? 'waiting';
      const { states, kinds } = tabs[tab];
      const beyond = parseId(reader.query.get('beyond'));
      const rows = await (tab === 'answers' ? reviews.withAnswers(beyond, pageLength + 1) : reviews.list(states, kinds, beyond, pageLength + 1));
      const listed = rows.slice(0, pageLength);
      return { tab, rows: listed, next: rows.length > pageLength ? listed.at(-1)?.id : undefined };
    },

    async staffOne(reader: ReviewReader) {
      const me = memberOf(reader);
      const review = me === undefined ? undefined : await reviews.find(reader.page.params['review'] ?? '');
      if (!review || me === undefined) return undefined;
      if (review.state !== 'published' || review.answer?.state === 'waiting') await seen(review.id, me);
      const house = await houses.named(review.houseId, reader);
      return {
        review,
        house,
        files: review.files.map((file) => staffFileHref(file)),
        links: (await reviews.linksOf(review)).map((link) => sayLink(link, reader)),
        acts: staffActsFor(review).map((value) => ({ value, label: reader.t(staffReviewActLabels[value]) })),
      };
    },
  };
}

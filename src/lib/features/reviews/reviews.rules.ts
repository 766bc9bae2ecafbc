/** Decisions about reviews, and the pages of their forms. Pure, browser-safe. */
import { addDays } from '#lib/dates/dates.ts';
import type { Order } from '#lib/features/orders/orders.schema.ts';
import { supplierLinkPath } from '#lib/features/supplier-links/supplier-links.rules.ts';
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import type { OrderId } from '#lib/ids/ids.ts';
import type { Paths } from '#lib/paths.ts';
import { answerReviewContract, evaluateServiceContract, reviewContract, staffReviewContract, withdrawReviewContract } from './reviews.contract.ts';
import * as forms from './reviews.schema.ts';
import { stayFromDays, stayUntilDays } from './reviews.schema.ts';
import type { PublicKind, ReviewAnswer, StaffReviewAct, StayReview, StayReviewKind } from './reviews.schema.ts';

type Stay = Pick<Order, 'state' | 'from' | 'to'>;

/**
 * What somebody can tell of a stay now: how moving in went while they live there, what living there was like once it is over or after
 * two months of it.
 * @param today where the home is.
 */
export function kindsOpen({ state, from, to }: Stay, today: string): readonly StayReviewKind[] {
  // Whatever its state says: nobody has lived there yet.
  if (today < from) return [];
  if (state === 'checked_in') return today >= addDays(from, stayFromDays) ? ['check-in', 'stay', 'service'] : ['check-in', 'service'];
  return state === 'completed' && today <= addDays(to ?? today, stayUntilDays) ? ['stay', 'service'] : [];
}

/**
 * Which comment an order asks for (R3.56): the one of moving in first, the one of the stay where that is written, or its time is over.
 * @param written kinds that somebody has written.
 */
export function commentOf(order: Stay, today: string, written: readonly StayReviewKind[]): { readonly isCheckIn: boolean; readonly isAllowed: boolean } {
  const open = kindsOpen(order, today).filter((kind) => !written.includes(kind));
  return { isCheckIn: open.includes('check-in'), isAllowed: open.includes('stay') };
}

/** Which comment each of these orders asks for. */
export type CommentsOf = (of: readonly Order[], now: Date) => Promise<ReadonlyMap<OrderId, ReturnType<typeof commentOf>>>;

const q = (code: string): string => `?${new URLSearchParams({ id: code })}`;

/** R4.057, R4.058: where the comment action of an order leads; undefined where nothing is to be said. */
export function commentPath(paths: Paths, code: string, { isCheckIn, isAllowed }: ReturnType<typeof commentOf>): string | undefined {
  if (isCheckIn) return writePath(paths, code, 'check-in');
  return isAllowed ? writePath(paths, code, 'stay') : undefined;
}

export const writePath = (paths: Paths, code: string, kind: PublicKind): string =>
  `${paths.to(kind === 'check-in' ? 'profile_order/oldComment' : 'service_commentary')}${q(code)}`;

/** One's own reviews of an order. */
export const ownReviewsPath = (paths: Paths, code: string): string => `${paths.to('profile_order/myComment')}${q(code)}`;

/** Where somebody says how we did with an order. */
export const evaluationPath = (paths: Paths, code: string): string => `${paths.to('profile_service-evaluation')}${q(code)}`;

/** Where somebody tells what of an order. */
export const tellPath = (paths: Paths, code: string, kind: StayReviewKind): string =>
  kind === 'service' ? evaluationPath(paths, code) : writePath(paths, code, kind);

/** Where its author fetches a photograph of a review. @example photoHref('1b2c') // '/users/files/1b2c' */
export const photoHref = (file: string): string => `/users/files/${file}`;

/** What staff can do with a review now. */
export function staffActsFor({ state, kind, answer }: Pick<StayReview, 'state' | 'kind' | 'answer'>): readonly StaffReviewAct[] {
  if (kind === 'service') return state === 'waiting' ? ['note'] : [];
  if (state === 'waiting') return ['publish', 'remove'];
  if (state !== 'published') return [];
  return [...(answer?.state === 'waiting' ? (['show-answer', 'refuse-answer'] as const) : []), 'reply', 'ask', 'remove'];
}

/** Whether the provider may write an answer, or change the one they sent. */
export const mayAnswer = (answer: Pick<ReviewAnswer, 'changes'> | undefined): boolean => answer === undefined || answer.changes < forms.mostAnswerChanges;

/** Whether its author may still change it. */
export const mayChange = ({ state }: Pick<StayReview, 'state'>): boolean => state === 'waiting';
export const mayWithdraw = ({ state, kind }: Pick<StayReview, 'state' | 'kind'>): boolean =>
  kind !== 'service' && (state === 'waiting' || state === 'published');

/**
 * Which review speaks for a stay on pages: one stay has one voice, so that nobody counts twice. What living there was like goes before
 * how moving in went.
 */
export function voiceOf<R extends Pick<StayReview, 'kind' | 'state'>>(ofOrder: readonly R[]): R | undefined {
  const published = ofOrder.filter(({ state, kind }) => state === 'published' && kind !== 'service');
  return published.find(({ kind }) => kind === 'stay') ?? published[0];
}

/** What the catalogue calls the review of a stay. */
export const catalogueRef = (orderId: number): string => `stay:${orderId}`;

export const reviewPages = {
  review: formPage({
    definition: forms.reviewForm,
    contract: reviewContract,
    done: ({ code, kind }, { paths }) => `${paths.to(kind === 'check-in' ? 'profile_order/comment-result' : 'service_commentary_result')}${q(code)}`,
  }),
  'service-evaluation': formPage({
    definition: forms.serviceForm,
    contract: evaluateServiceContract,
    done: ({ code }, { paths }) => `${paths.to('profile_service-evaluation')}${q(code)}&done=sent`,
  }),
  'withdraw-review': formPage({
    definition: forms.withdrawForm,
    contract: withdrawReviewContract,
    done: ({ code }, { paths }) => `${ownReviewsPath(paths, code)}&done=withdrawn`,
  }),
  'review-answer': formPage({
    definition: forms.answerForm,
    contract: answerReviewContract,
    done: (_, { paths, values }) => `${supplierLinkPath(paths, 'review', values['key'] ?? '')}&done=sent`,
  }),
  'desk-review': formPage({
    definition: forms.staffReviewForm,
    contract: staffReviewContract,
    valuesOf: ({ review = '' }) => ({ review }),
    done: (_, { paths }) => `${paths.to('staff_reviews')}?done=saved`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;

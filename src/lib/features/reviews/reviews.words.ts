/** What is said of reviews. Browser-safe. */
import type { MessageKey } from '#lib/i18n/t.ts';
import type { Removal } from '#lib/features/catalogue/listings.schema.ts';
import type { ReviewAnswerState, StaffReviewAct, StayReviewKind, StayReviewState } from './reviews.schema.ts';

export const kindLabels = {
  'check-in': 'reviews.kind_check_in',
  stay: 'reviews.kind_stay',
  service: 'reviews.kind_service',
} as const satisfies Record<StayReviewKind, MessageKey>;

export const reviewStateLabels = {
  waiting: 'reviews.state_waiting',
  published: 'reviews.state_published',
  noted: 'reviews.state_noted',
  removed: 'reviews.state_removed',
  withdrawn: 'reviews.state_withdrawn',
} as const satisfies Record<StayReviewState, MessageKey>;

export const removalLabels = {
  personal: 'reviews.reason_personal',
  abuse: 'reviews.reason_abuse',
  'off-topic': 'reviews.reason_off_topic',
  'not-a-stay': 'reviews.reason_not_a_stay',
  law: 'reviews.reason_law',
  author: 'reviews.reason_author',
} as const satisfies Record<Removal, MessageKey>;

export const answerStateLabels = {
  waiting: 'reviews.answer_waiting',
  shown: 'reviews.answer_shown',
  refused: 'reviews.answer_refused',
} as const satisfies Record<ReviewAnswerState, MessageKey>;

export const staffReviewActLabels = {
  publish: 'reviews.act_publish',
  note: 'reviews.act_note',
  remove: 'reviews.act_remove',
  reply: 'reviews.act_reply',
  'show-answer': 'reviews.act_show_answer',
  'refuse-answer': 'reviews.act_refuse_answer',
  ask: 'reviews.act_ask',
} as const satisfies Record<StaffReviewAct, MessageKey>;

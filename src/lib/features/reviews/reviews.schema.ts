/** What people say of a home that they lived in, and of our service. Browser-safe. */
import type { HouseNames } from '#lib/features/catalogue/local-texts.rules.ts';
import { reviewAspects } from '#lib/features/catalogue/listings.schema.ts';
import type { Removal, ReviewAspect } from '#lib/features/catalogue/listings.schema.ts';
import type { ReviewLanguage } from '#lib/features/house/house.schema.ts';
import { orderCodePattern } from '#lib/features/orders/orders.schema.ts';
import { linkKeyField } from '#lib/features/supplier-links/supplier-links.schema.ts';
import { fileMessages } from '#lib/forms/files.schema.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { referencePattern } from '#lib/ids/patterns.ts';
import type { HouseId, OrderId, StaffId, UserId } from '#lib/ids/ids.ts';

/** `check-in`: how moving in went; `stay`: what living there was like; `service`: how we did, which is read by staff alone. */
export const stayReviewKinds = ['check-in', 'stay', 'service'] as const;
export type StayReviewKind = (typeof stayReviewKinds)[number];
/** Those that pages show. */
export type PublicKind = Exclude<StayReviewKind, 'service'>;

/** `noted`: of our service, and read. `withdrawn`: taken back by who wrote it. */
export const stayReviewStates = ['waiting', 'published', 'noted', 'removed', 'withdrawn'] as const;
export type StayReviewState = (typeof stayReviewStates)[number];

/** Days after moving in from which living there can be told of, and after the end until which it can. */
export const stayFromDays = 60;
export const stayUntilDays = 365;
/** Days after moving in, and after the end, on which somebody is invited to write; nobody is invited later than that by more than `inviteWithin`. */
export const inviteAfter: Readonly<Record<PublicKind, number>> = { 'check-in': 7, stay: 3 };
export const inviteWithin = 30;
export const mostPhotos = 4;
export const mostText = 3_000;
/** Of the wording of the consent; it changes whenever that does. */
export const reviewConsentVersion = '2026-12-01';

/** The language of the catalogue that readers of a locale write in. */
export const languageOf = (locale: Locale): ReviewLanguage =>
  (({ 'en-us': 'en', 'zh-cn': 'zh-CN', 'zh-hk': 'zh-HK', 'zh-tw': 'zh-TW', 'vi-vn': 'vi' }) as const)[locale];
const languageChoices = [
  { value: 'en', label: { given: localeFacts['en-us'].selfName } },
  { value: 'zh-CN', label: { given: localeFacts['zh-cn'].selfName } },
  { value: 'zh-TW', label: { given: localeFacts['zh-tw'].selfName } },
  { value: 'zh-HK', label: { given: localeFacts['zh-hk'].selfName } },
  { value: 'vi', label: { given: localeFacts['vi-vn'].selfName } },
] as const;

const order = {
  kind: 'hidden',
  name: 'code',
  label: 'orders.code',
  required: true,
  maxLength: 9,
  rules: [{ kind: 'reg', pattern: orderCodePattern }],
} as const;
const score = {
  kind: 'radio',
  name: 'score',
  label: 'reviews.score',
  required: true,
  choices: [
    { value: '5', label: 'reviews.score_5' },
    { value: '4', label: 'reviews.score_4' },
    { value: '3', label: 'reviews.score_3' },
    { value: '2', label: 'reviews.score_2' },
    { value: '1', label: 'reviews.score_1' },
  ],
} as const;
const marks = [
  { value: '5', label: { given: '5' } },
  { value: '4', label: { given: '4' } },
  { value: '3', label: { given: '3' } },
  { value: '2', label: { given: '2' } },
  { value: '1', label: { given: '1' } },
] as const;
const aspect = <Name extends ReviewAspect, Label extends string>(name: Name, label: Label) =>
  ({ kind: 'select', name: `aspect_${name}`, label, none: 'reviews.no_mark', choices: marks }) as const;
const photo = <N extends number>(at: N) =>
  ({ kind: 'file', name: `photo_${at}`, purpose: 'review', label: { key: 'reviews.photo', values: { at: String(at) } } }) as const;

export const reviewForm = formDefinition({
  id: 'review',
  fields: [
    order,
    { kind: 'hidden', name: 'kind', label: 'reviews.kind', required: true, maxLength: 8, rules: [{ kind: 'reg', pattern: /^(?:check-in|stay)$/ }] },
    score,
    aspect('location', 'codes.review_aspect_location'),
    aspect('cleanliness', 'codes.review_aspect_cleanliness'),
    aspect('staff', 'codes.review_aspect_staff'),
    aspect('value', 'codes.review_aspect_value'),
    aspect('facilities', 'codes.review_aspect_facilities'),
    aspect('noise', 'codes.review_aspect_noise'),
    { kind: 'textarea', name: 'text', label: 'reviews.text', hint: 'reviews.text_hint', required: true, maxLength: mostText, rows: 8 },
    { kind: 'select', name: 'language', label: 'reviews.language', required: true, choices: languageChoices },
    photo(1),
    photo(2),
    photo(3),
    photo(4),
  ],
  consents: [{ id: 'publish', version: reviewConsentVersion, text: 'reviews.consent_publish', required: true }],
  submit: 'reviews.send',
  answers: [...fileMessages, 'reviews.not_now', 'reviews.decided'],
});

export const serviceForm = formDefinition({
  id: 'service-evaluation',
  fields: [
    order,
    { ...score, label: 'reviews.service_score' },
    { kind: 'textarea', name: 'text', label: 'reviews.service_text', hint: 'reviews.service_text_hint', maxLength: 2_000, rows: 6 },
  ],
  submit: 'reviews.send',
  answers: ['reviews.not_now', 'reviews.decided'],
});

const reviewCode = {
  kind: 'hidden',
  name: 'review',
  label: 'reviews.review',
  required: true,
  maxLength: 9,
  rules: [{ kind: 'reg', pattern: referencePattern }],
} as const;

export const withdrawForm = formDefinition({
  id: 'withdraw-review',
  fields: [reviewCode],
  submit: 'reviews.withdraw',
  ends: { asks: 'step' },
  answers: ['reviews.not_now'],
});

export const staffReviewActs = ['publish', 'note', 'remove', 'reply', 'show-answer', 'refuse-answer', 'ask'] as const;
export type StaffReviewAct = (typeof staffReviewActs)[number];
export const staffReviewForm = formDefinition({
  id: 'desk-review',
  fields: [
    reviewCode,
    // Which answer of the provider's was read: another one is not decided on unseen.
    { kind: 'hidden', name: 'seen', label: 'reviews.answer', maxLength: 30 },
    { kind: 'select', name: 'act', label: 'staff.action', required: true, choices: { given: true, maxLength: 15 } },
    {
      kind: 'select',
      name: 'reason',
      label: 'reviews.reason',
      hint: 'reviews.reason_hint',
      choices: [
        { value: 'personal', label: 'reviews.reason_personal' },
        { value: 'abuse', label: 'reviews.reason_abuse' },
        { value: 'off-topic', label: 'reviews.reason_off_topic' },
        { value: 'not-a-stay', label: 'reviews.reason_not_a_stay' },
        { value: 'law', label: 'reviews.reason_law' },
      ],
    },
    { kind: 'textarea', name: 'reply', label: 'reviews.reply', hint: 'reviews.reply_hint', maxLength: 2_000, rows: 5 },
    { kind: 'select', name: 'language', label: 'reviews.language', choices: languageChoices },
  ],
  submit: 'staff.do_it',
  ends: { when: { field: 'act', is: ['remove', 'refuse-answer'] }, asks: 'step' },
  answers: ['staff.not_now', 'forms.choose', 'reviews.reply_needed', 'evidence.link_no_address', 'evidence.link_too_many'],
});

/** What becomes of what a provider says by their link. */
export type ReviewAnswerState = 'waiting' | 'shown' | 'refused';
/** Why an answer is not shown: the same as for reviews, as far as they fit. */
export const answerRefusals = ['personal', 'abuse', 'off-topic', 'law'] as const;
export type AnswerRefusal = (typeof answerRefusals)[number];
export const mostAnswer = 2_000;
/** How often an answer can be changed after it was sent. */
export const mostAnswerChanges = 1;

export type ReviewAnswer = {
  readonly state: ReviewAnswerState;
  readonly language: ReviewLanguage;
  readonly text: string;
  readonly changes: number;
  readonly writtenAt: Date;
  readonly reason: AnswerRefusal | undefined;
};

export const answerForm = formDefinition({
  id: 'review-answer',
  fields: [
    linkKeyField,
    { kind: 'textarea', name: 'text', label: 'reviews.answer', hint: 'reviews.answer_hint', required: true, maxLength: mostAnswer, rows: 8 },
    { kind: 'select', name: 'language', label: 'reviews.language', required: true, choices: languageChoices },
  ],
  submit: 'reviews.send',
  answers: ['reviews.answer_shut'],
});

export type ReviewAspects = Readonly<Partial<Record<ReviewAspect, number>>>;
export const aspectsIn = (given: Readonly<Record<string, number>>): ReviewAspects =>
  Object.fromEntries(reviewAspects.flatMap((one) => (given[one] === undefined ? [] : [[one, given[one]]])));

export type StayReview = {
  readonly id: number;
  readonly code: string;
  readonly orderId: OrderId;
  readonly orderCode: string;
  readonly userId: UserId | undefined;
  readonly houseId: HouseId;
  /** As the order has it. */
  readonly home: HouseNames;
  readonly kind: StayReviewKind;
  readonly state: StayReviewState;
  readonly score: number;
  readonly aspects: ReviewAspects;
  readonly language: ReviewLanguage;
  readonly text: string;
  readonly files: readonly string[];
  /** Paths of the photographs that pages show. */
  readonly shown: readonly string[];
  readonly stayedFrom: string;
  readonly locale: Locale;
  readonly consent: string;
  readonly writtenAt: Date;
  readonly decidedAt: Date | undefined;
  readonly decidedBy: StaffId | undefined;
  readonly reason: Removal | undefined;
  /** What the provider says to it, as pages show it; `on`: the day on which they said it. */
  readonly reply: { readonly language: ReviewLanguage; readonly text: string; readonly on?: string } | undefined;
  /** What they said by their link, shown or not. */
  readonly answer: ReviewAnswer | undefined;
};

/** Rows of reviews after a stay. */
import type { Day, Generated, Instant, Json } from '#lib/db/columns.ts';
import type { ReviewLanguage } from '#lib/features/house/house.schema.ts';
import type { Removal } from '#lib/features/catalogue/listings.schema.ts';
import type { AnswerRefusal, ReviewAnswerState, StayReviewKind, StayReviewState } from './reviews.schema.ts';

type StayReviewsTable = {
  id: Generated<number>;
  code: string;
  order_id: number;
  /** Null where the account was erased. */
  user_id: number | null;
  house_id: number;
  kind: StayReviewKind;
  state: StayReviewState;
  score: number;
  aspects: Json<Record<string, number>>;
  language: ReviewLanguage;
  body: string;
  /** The author's files. */
  files: Json<string[]>;
  /** Paths of photographs that pages show, made of them. */
  shown: Json<string[]>;
  stayed_from: Day;
  locale: string;
  /** Version of the wording of the consent. */
  consent: string;
  written_at: Instant;
  decided_at: Instant | null;
  decided_by: number | null;
  reason: Removal | null;
  /** What the provider says to it, as pages show it; `on`: when it was said, where that is known. */
  reply: Json<{ language: ReviewLanguage; text: string; on?: string }> | null;
};

type ReviewInvitationsTable = { order_id: number; kind: 'check-in' | 'stay'; invited_at: Instant };

/** What a provider says by their link, until staff have read it. */
type ReviewAnswersTable = {
  review_id: number;
  state: ReviewAnswerState;
  language: ReviewLanguage;
  body: string;
  changes: Generated<number>;
  written_at: Instant;
  decided_at: Instant | null;
  decided_by: number | null;
  reason: AnswerRefusal | null;
};

type ReviewsFeatureTables = { stay_reviews: StayReviewsTable; review_invitations: ReviewInvitationsTable; review_answers: ReviewAnswersTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends ReviewsFeatureTables {}
}

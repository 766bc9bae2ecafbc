/** Rows of reviews after a stay. */
import type { Day, Generated, Instant, Json } from '#lib/db/columns.ts';
import type { ReviewLanguage } from '#lib/features/house/house.schema.ts';
import type { Removal } from '#lib/features/catalogue/listings.schema.ts';
import type { StayReviewKind, StayReviewState } from './reviews.schema.ts';

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
  /** What the provider says to it, as staff entered it. */
  reply: Json<{ language: ReviewLanguage; text: string }> | null;
};

type ReviewInvitationsTable = { order_id: number; kind: 'check-in' | 'stay'; invited_at: Instant };

type ReviewsFeatureTables = { stay_reviews: StayReviewsTable; review_invitations: ReviewInvitationsTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends ReviewsFeatureTables {}
}

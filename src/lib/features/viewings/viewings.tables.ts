/** Rows of video viewings. */
import type { Generated, Instant, Later } from '#lib/db/columns.ts';
import type { ViewingState } from './viewings.process.rules.ts';

type ViewingSlotsTable = {
  id: Generated<number>;
  city_id: number;
  starts_at: Instant;
  minutes: number;
  places: number;
  made_by: number;
  closed_at: Instant | null;
};

type ViewingsTable = {
  id: Generated<number>;
  code: string;
  user_id: number;
  house_id: number;
  slot_id: number;
  /** Which of the slot's places, from 1. */
  place: number;
  state: ViewingState;
  amount_minor: bigint;
  currency: string;
  locale: string;
  /** What the reader wants to see, encrypted. */
  sealed: string;
  /** Version of the wording of the consent. */
  consent: string;
  made_at: Instant;
  pay_until: Instant;
  paid_at: Instant | null;
  ended_at: Instant | null;
  /** What was seen, encrypted. */
  result: string | null;
  seen_by: number | null;
  /** How often it was moved to another time. */
  moves: Generated<number>;
  moved_at: Later;
  /** Which member of staff gave it the time that it has; null where its reader chose it. */
  moved_by: number | null;
  /** When its reader was reminded, a day and an hour before the time that it has now. */
  day_told_at: Later;
  hour_told_at: Later;
};

type ViewingsTables = { viewing_slots: ViewingSlotsTable; viewings: ViewingsTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends ViewingsTables {}
}

/** Rows of what people look for. */
import type { Day, Instant } from '#lib/db/columns.ts';

type WishesTable = {
  user_id: number;
  place_kind: 'city' | 'school';
  place_id: number;
  /** In the place's own time. */
  move_in: Day | null;
  weeks: number | null;
  /** Most a week, in whole units of the place's currency. */
  rent: number | null;
  /** Names of `unitTypes`; one that is known no more is left out. */
  types: string[];
  updated_at: Instant;
};

type WishesTables = { wishes: WishesTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends WishesTables {}
}

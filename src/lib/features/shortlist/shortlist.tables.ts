/** Rows of what people keep on their accounts. */
import type { Generated, Instant } from '#lib/db/columns.ts';

type FavouritesTable = {
  user_id: number;
  house_id: number;
  kept_at: Instant;
  note: Generated<string>;
  /** When it was taken off; null while it is kept. */
  removed_at: Instant | null;
  /** The lowest weekly rent when it was kept; null where nothing was free. */
  kept_weekly_minor: bigint | null;
  kept_currency: string | null;
};

type SharedListsTable = {
  id: Generated<number>;
  user_id: number;
  name: string;
  with_notes: boolean;
  with_name: boolean;
  created_at: Instant;
  expires_at: Instant;
};

export type ShortlistTables = { favourites: FavouritesTable; shared_lists: SharedListsTable };

/** Rows of what people keep on their accounts. */
import type { Generated, Instant } from '#lib/db/columns.ts';
import type { SeenHome } from './notices.schema.ts';
import type { Pace, PlaceRef } from './saved-searches.schema.ts';
import type { Shown } from './shared-lists.schema.ts';

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
  /** The lowest weekly rent, in that currency, of which they were told by mail. */
  told_weekly_minor: bigint | null;
  /** Since when it is known that nothing is free; null while something is. */
  full_since: Instant | null;
  /** What they were told last in their messages; null where nobody looked yet. */
  seen_state: SeenHome['state'] | null;
  seen_weekly_minor: bigint | null;
  seen_currency: string | null;
};

type SharedListsTable = {
  id: Generated<number>;
  user_id: number;
  shows: Generated<Shown>;
  name: string;
  with_notes: boolean;
  with_name: boolean;
  created_at: Instant;
  expires_at: Instant;
};

/** `homes`: as the address of the comparison has them. */
type ComparisonsTable = { user_id: number; homes: string; changed_at: Instant };

type SavedSearchesTable = {
  id: Generated<number>;
  user_id: number;
  place_kind: PlaceRef['kind'];
  place_id: number;
  city_id: number;
  /** Filter code, without order and page. */
  ask: string;
  pace: Pace;
  /** Homes that fitted when it was looked at last, and before; empty while too many do. */
  known: number[];
  is_wide: boolean;
  looked_at: Instant;
  created_at: Instant;
};

/** Homes of which somebody wants to hear once something is free. */
type AwaitedHomesTable = { user_id: number; house_id: number; asked_at: Instant };

type NoticeSettingsTable = {
  user_id: number;
  /** Whether what they asked to be told is told: saved searches, and homes they wait for. */
  asked: Generated<boolean>;
  price_drops: Generated<boolean>;
  back_in_stock: Generated<boolean>;
  /** Day (UTC) of the last mail. */
  mailed_on: string | null;
  /** Null as the version before leaves it: no. */
  price_rises: boolean | null;
  ends: boolean | null;
  /** Day (UTC) of the last message about homes. */
  noted_on: string | null;
};

type ShortlistTables = {
  favourites: FavouritesTable;
  shared_lists: SharedListsTable;
  comparisons: ComparisonsTable;
  saved_searches: SavedSearchesTable;
  awaited_homes: AwaitedHomesTable;
  notice_settings: NoticeSettingsTable;
};

declare module '#lib/db/tables.ts' {
  interface Tables extends ShortlistTables {}
}

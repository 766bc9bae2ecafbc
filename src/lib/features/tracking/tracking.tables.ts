/** Rows of events of visits. */
import type { Instant, Json } from '#lib/db/columns.ts';

/** Events of visits. `key` and `device` are digests. */
type TrackEventsTable = {
  key: string;
  at: Instant;
  event: string;
  device: string | null;
  locale: string;
  /** Name of the page's route. */
  route: string | null;
  /** Family of the browser, environment, width of the window. */
  client: Json<Record<string, string>>;
  fields: Json<Record<string, string | number>>;
  marketing: Json<Record<string, string>>;
};

type TrackingTables = {
  track_events: TrackEventsTable;
};

declare module '#lib/db/tables.ts' {
  interface Tables extends TrackingTables {}
}

import { dayMs } from '#lib/dates/dates.ts';
import type { Db } from '#lib/db/database.ts';
import { installationSalt } from '#lib/db/installation-salt.ts';
import type { QueuedEvent } from './queue.rules.ts';
import { keptDays } from './tracking.rules.ts';
import type { Marketing } from './marketing.rules.ts';

export type TrackedEvent = Pick<QueuedEvent, 'event' | 'fields'> & {
  /** Digest that tells a repeat. */
  readonly key: string;
  readonly at: Date;
  /** Digest of the device id; undefined when none was sent. */
  readonly device: string | undefined;
  readonly locale: string;
  readonly route: string | undefined;
  readonly client: Readonly<Record<string, string>>;
  readonly marketing: Marketing;
};

export type TrackingRepository = {
  /** What device ids are mixed with: the same for all nodes of an installation, made by the first that asks. */
  salt(proposed: string): Promise<string>;
  /** Writes events. Returns how many were new. */
  add(events: readonly TrackedEvent[]): Promise<number>;
  /** Deletes what is older than it may be. Returns how many. */
  forget(now: Date): Promise<number>;
};

export function createTrackingRepository(db: Db): TrackingRepository {
  return {
    salt: (proposed) => installationSalt(db, 'tracking-salt', proposed),

    async add(events) {
      if (events.length === 0) return 0;
      const rows = events.map(({ key, at, event, device, locale, route, client, fields, marketing }) => ({
        key,
        at,
        event,
        device: device ?? null,
        locale,
        route: route ?? null,
        client: JSON.stringify(client),
        fields: JSON.stringify(fields),
        marketing: JSON.stringify(marketing),
      }));
      const written = await db
        .insertInto('track_events')
        .values(rows)
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning('key')
        .execute();
      return written.length;
    },

    async forget(now) {
      const { numDeletedRows } = await db
        .deleteFrom('track_events')
        .where('at', '<', new Date(now.getTime() - keptDays * dayMs))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** Records what happens on pages, without who: no address, no agent string, no query, no device id as it is. */
import { createHash, randomBytes } from 'node:crypto';
import type { Locale } from '#lib/i18n/locales.ts';
import type { TrackingRepository } from './tracking.repository.ts';
import { browserFamily, readEvent, readMarketing } from './tracking.rules.ts';

/** Who sends events and in which surroundings. */
export type TrackedVisit = {
  readonly now: Date;
  readonly locale: Locale;
  readonly deviceId: string | undefined;
  readonly userAgent: string;
  readonly isCrawler: boolean;
  /** Whether the reader has said yes to optional cookies. */
  readonly isAllowed: boolean;
  readonly environment: string;
  readonly screen: 'narrow' | 'wide' | undefined;
  readonly marketing: Readonly<Record<string, string | undefined>>;
};

export type Tracking = {
  /** Records known events once each. What is unknown, repeated, from a crawler or without the reader's yes is dropped. */
  record(visit: TrackedVisit, given: readonly unknown[]): Promise<{ readonly recorded: number; readonly dropped: number }>;
  /** Deletes events past their time. */
  forget(now: Date): Promise<number>;
};

/** @param routeOfPath the name of a page's route, by path and locale; undefined for what is no page. */
export function createTracking(repository: TrackingRepository, routeOfPath: (path: string, locale: Locale) => string | undefined): Tracking {
  let salt: Promise<string> | undefined;
  function saltOf(): Promise<string> {
    salt ??= repository.salt(randomBytes(32).toString('base64url')).catch((error: unknown) => {
      salt = undefined;
      throw error;
    });
    return salt;
  }

  return {
    async record(visit, given) {
      if (visit.isCrawler || !visit.isAllowed) return { recorded: 0, dropped: given.length };
      const events = given.flatMap((one) => readEvent(one, visit.now.getTime()) ?? []);
      if (events.length === 0) return { recorded: 0, dropped: given.length };
      const mixed = await saltOf();
      const digest = (text: string): string => createHash('sha256').update(`${mixed} ${text}`).digest('base64url');
      const client = { browser: browserFamily(visit.userAgent), environment: visit.environment, ...(visit.screen ? { screen: visit.screen } : {}) };
      const rows = events.map(({ id, event, at, path, fields }) => ({
        key: digest(`event ${visit.deviceId ?? ''} ${id || randomBytes(16).toString('hex')}`),
        at: new Date(at),
        event,
        device: visit.deviceId === undefined ? undefined : digest(`device ${visit.deviceId}`),
        locale: visit.locale,
        route: path === '' ? undefined : routeOfPath(path, visit.locale),
        client,
        fields,
        marketing: readMarketing(visit.marketing),
      }));
      // One statement may not name a key twice with different outcomes; the first of each counts.
      const unique = [...new Map(rows.toReversed().map((row) => [row.key, row])).values()].toReversed();
      const recorded = await repository.add(unique);
      return { recorded, dropped: given.length - recorded };
    },
    forget: (now) => repository.forget(now),
  };
}

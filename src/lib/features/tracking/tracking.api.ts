import type { BoundCall } from '#lib/api/bind.ts';
import { bind } from '#lib/api/bind.ts';
import { isCrawler } from '#lib/crawler.ts';
import { environmentOf } from '#lib/user-agent.ts';
import { allowsTracking, consent } from './consent.rules.ts';
import { trackContract } from './tracking.contract.ts';
import type { Tracking } from './tracking.service.ts';

/** Binds the tracking call. */
export function trackingCalls(tracking: Tracking): readonly BoundCall[] {
  return [
    bind(trackContract, async ({ event, fields, id, at, path, logs, screen, ...sent }, caller) => {
      const single = event === undefined ? [] : [{ event, fields, id, at, path }];
      const visit = {
        now: caller.now,
        locale: caller.locale,
        deviceId: caller.deviceId,
        userAgent: caller.userAgent,
        isCrawler: isCrawler(caller.userAgent),
        isAllowed: allowsTracking(caller.cookie(consent.cookie)),
        environment: environmentOf(caller.userAgent),
        screen,
        marketing: sent,
      };
      return { ok: true, data: await tracking.record(visit, [...single, ...(logs ?? [])]) };
    }),
  ];
}

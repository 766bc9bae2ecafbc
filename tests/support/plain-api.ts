/** The API over some calls, with nothing in front: no limits, no upstreams, nothing remembered. */
import type { JWK } from 'jose';
import { pino } from 'pino';
import { createApiHandler } from '#server/api/api-handler.ts';
import { createApi } from '#lib/api/bind.ts';
import type { ApiRuntime, BoundCall } from '#lib/api/bind.ts';
import type { Csrf } from '#lib/api/gates/csrf.ts';
import type { SessionReaders } from '#lib/api/gates/session.ts';
import { createRateLimits } from '#lib/api/rate-limits.ts';
import type { Refusal } from '#lib/log/security-log.ts';

type Parts = {
  readonly calls: readonly BoundCall[];
  readonly sealKey: JWK;
  readonly now?: () => Date;
  readonly sessions?: SessionReaders;
  readonly csrf?: Csrf;
  readonly onRefused?: (refusal: Refusal) => void;
};

/** Repeats are done again, and nothing runs in a transaction. */
export const nothingKept: ApiRuntime['idempotency'] = {
  async once({ execution }) {
    if (execution.kind === 'within') throw new Error('There is no database here');
    return { kind: 'first', value: (await execution.run()).value };
  },
  unkeyed: () => Promise.reject(new Error('There is no database here')),
};

/** A call that fails fails the test. */
export function plainApi({ calls, sealKey, now = () => new Date(), sessions, csrf, onRefused }: Parts): ReturnType<typeof createApi> {
  return createApi({
    calls,
    limits: createRateLimits(0),
    ...(sessions ? { sessions } : {}),
    ...(csrf ? { csrf } : {}),
    ...(onRefused ? { onRefused } : {}),
    idempotency: nothingKept,
    sealKey,
    ownOrigins: new Set(),
    now,
    onFailure: ({ error }) => {
      throw error;
    },
  });
}

/** As `plainApi`, for a server. */
export function plainHandler(parts: Parts): ReturnType<typeof createApiHandler> {
  return createApiHandler({
    api: plainApi(parts),
    upstreams: new Map(),
    trustedProxies: 0,
    countryHeader: undefined,
    ownOrigins: new Set(),
    limits: createRateLimits(0),
    log: pino({ level: 'silent' }),
  });
}

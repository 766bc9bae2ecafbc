/** The wire itself: its clock, key and constants, and the keys of repeated writes. */
import type { JWK } from 'jose';
import type { BoundCall } from '#lib/api/bind.ts';
import { createIdempotency } from '#lib/api/gates/idempotency.ts';
import type { Db } from '#lib/db/database.ts';
import { createIdempotencyRepository, forgetOldKeys } from './idempotency.repository.ts';
import { transportCalls } from './transport.api.ts';
import { transportJobs } from './transport.jobs.ts';

/** What the process is told about itself: its version, and the key to which clients encrypt. */
export type Process = { readonly version: string; readonly sealKey: JWK };

/** @param onUnkept is told when a write was done and its answer could not be kept. */
export function createTransport({
  db,
  serverRegion,
  onUnkept,
}: {
  readonly db: Db;
  readonly serverRegion: string;
  readonly onUnkept: (error: unknown) => void;
}) {
  return {
    callsOf: (self: Process): readonly BoundCall[] => transportCalls({ ...self, serverRegion }),
    idempotency: createIdempotency(createIdempotencyRepository(db), { onUnkept }),
    jobs: transportJobs(() => forgetOldKeys(db)),
  };
}

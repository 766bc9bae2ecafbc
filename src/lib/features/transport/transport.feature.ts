/** The wire itself: its clock, key and constants, and the keys of repeated writes. */
import type { JWK } from 'jose';
import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { createIdempotencyRepository, forgetOldKeys } from './idempotency.repository.ts';
import { transportCalls } from './transport.api.ts';
import { transportJobs } from './transport.jobs.ts';

/** What the process is told about itself: its version, and the key to which clients encrypt. */
export type Process = { readonly version: string; readonly sealKey: JWK };

export function createTransport({ db, serverRegion }: { readonly db: Db; readonly serverRegion: string }) {
  return {
    callsOf: (self: Process): readonly BoundCall[] => transportCalls({ ...self, serverRegion }),
    idempotency: createIdempotencyRepository(db),
    jobs: transportJobs((now) => forgetOldKeys(db, now)),
  };
}

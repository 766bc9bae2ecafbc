/** Brings the schema up to date. Each migration is one transaction, so one killed half-way runs again. */
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Migration } from 'kysely/migration';
import type { Db } from './database.ts';
import * as catalogue from './migrations/001_catalogue.ts';
import * as transport from './migrations/002_transport.ts';
import * as search from './migrations/003_search.ts';
import * as tracking from './migrations/004_tracking.ts';
import * as audit from './migrations/006_audit.ts';
import * as rateLimits from './migrations/007_rate_limits.ts';
import * as idempotency from './migrations/008_idempotency.ts';

const migrations: Record<string, Migration> = {
  '001_catalogue': catalogue,
  '002_transport': transport,
  '003_search': search,
  '004_tracking': tracking,
  '006_audit': audit,
  '007_rate_limits': rateLimits,
  '008_idempotency': idempotency,
};

/** Applies what is missing. Returns the names applied. Throws the first migration's error. */
export async function migrate(db: Db): Promise<readonly string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/** Whether the database answers. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Renews the planner's picture of the tables after many rows were written: the embedded database never does so by itself. */
export async function analyze(db: Db): Promise<void> {
  await sql`analyze`.execute(db);
}

/** Another node over a test's database: a pool of its own on Postgres; the embedded database has one connection, which both use. */
import { sql } from 'kysely';
import { databaseOver } from '#lib/db/database.ts';
import type { Database } from '#lib/db/database.ts';
import { openPostgres } from '#lib/db/postgres.ts';
import type { TestDatabase } from './database.ts';

export type SecondNode = { readonly db: Database['db']; close(): Promise<void> };

export async function secondNode({ db }: TestDatabase): Promise<SecondNode> {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) return { db, close: async () => undefined };
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const own = new URL(url);
  own.pathname = `/${rows[0]?.name}`;
  const database = await databaseOver(await openPostgres(own.href, 12));
  return { db: database.db, close: () => database.close() };
}

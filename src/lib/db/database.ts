/** Opens the database the configuration names and gives Kysely over it. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Config } from '#lib/config.ts';
import { changeChannel } from './connection.ts';
import type { ConnectionSource } from './connection.ts';
import { openEmbedded } from './embedded.ts';
import { FolderInUseError } from './lock.ts';
import { openPostgres } from './postgres.ts';
import { borrowConnections } from './share.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type DbTransaction = Transaction<Tables>;

export type Database = {
  readonly db: Db;
  readonly engine: 'pglite' | 'postgres';
  /** Queries sent so far; tests and `Server-Timing` read it. */
  readonly queryCount: () => number;
  /** Calls back with the page tags of each change committed here or by another process. */
  onChange(listener: (tags: readonly string[]) => void): Promise<void>;
  close(): Promise<void>;
};

/** Kysely over any connection source. */
export async function databaseOver(source: ConnectionSource): Promise<Database> {
  let queries = 0;
  const pool = {
    options: {},
    connect: () => source.connect(),
    end: () => source.end(),
  };
  const db = new Kysely<Tables>({
    // The dialect asks for pg's pool; ours has the part of it that Kysely uses.
    dialect: new PostgresDialect({ pool: pool as unknown as ConstructorParameters<typeof PostgresDialect>[0]['pool'] }),
    // The job queue is asked now and then whoever reads which page.
    log: ({ query }) => void (query.sql.includes('pgboss') || queries++),
  });
  return {
    db,
    engine: source.engine,
    queryCount: () => queries,
    onChange: (listener) => source.onChange((payload) => listener(JSON.parse(payload) as string[])),
    close: () => db.destroy(),
  };
}

/**
 * @param manner `alone`: this process is the server and refuses a folder in use;
 *   `beside`: a command that may work through the running server.
 * @throws {FolderInUseError} {FolderError} {DatabaseUnreachableError}
 */
export async function openDatabase(config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePool'>, manner: 'alone' | 'beside'): Promise<Database> {
  if (config.databaseUrl) return databaseOver(await openPostgres(config.databaseUrl, config.databasePool));
  try {
    return await databaseOver(await openEmbedded(config.dataDir));
  } catch (error) {
    if (manner === 'beside' && error instanceof FolderInUseError) return databaseOver(await borrowConnections(error.holder.socket));
    throw error;
  }
}

/**
 * Announces, as part of the transaction, which page tags it changes (`house:12`, `city:7`, `rates`).
 * Payloads of a notice end at 8,000 bytes, so long lists go out in parts.
 */
export async function announceChange(transaction: Db | DbTransaction, tags: readonly string[]): Promise<void> {
  const unique = [...new Set(tags)];
  for (let start = 0; start < unique.length; start += 200) {
    await sql`select pg_notify(${changeChannel}, ${JSON.stringify(unique.slice(start, start + 200))})`.execute(transaction);
  }
}

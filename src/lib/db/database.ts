/** Opens the database the configuration names and gives Kysely over it. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Config } from '#lib/config.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { gatherChanges, noticesOf } from './changes.ts';
import type { ChangeListener, ChangePace } from './changes.ts';
import { DatabaseUnreachableError, changeChannel, openingConnection } from './connection.ts';
import type { ConnectionSource } from './connection.ts';
import { openEmbedded } from './embedded.ts';
import type { EmbeddedOptions } from './embedded.ts';
import { FolderInUseError } from './lock.ts';
import { openPostgres } from './postgres.ts';
import { borrowConnections } from './share.ts';
import type { Db, DbTransaction, Tables } from './tables.ts';
import { refuseInsideTransaction, registerDatabase, transact, wakesTold } from './unit-of-work.ts';
import type { TransactOptions } from './unit-of-work.ts';

export type { Db, DbTransaction } from './tables.ts';

export type Database = {
  readonly db: Db;
  readonly engine: 'pglite' | 'postgres';
  /** Runs work in a transaction (see `transact` in unit-of-work.ts). */
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>, options?: TransactOptions) => Promise<T>;
  /** Queries sent so far; tests and `Server-Timing` read it. */
  readonly queryCount: () => number;
  /** Calls back with the page tags of each change committed here or by another process; of a series, once a moment. */
  onChange(listener: ChangeListener): Promise<void>;
  /** Resolves when the database answers. @throws {DatabaseUnreachableError} */
  readonly ping: () => Promise<void>;
  /** False when only a new start of this process would bring the database back. */
  readonly isResponsive: () => boolean;
  close(): Promise<void>;
};

/** Kysely over any connection source. */
export async function databaseOver(source: ConnectionSource): Promise<Database> {
  let queries = 0;
  const pool = {
    options: {},
    async connect() {
      refuseInsideTransaction(db);
      return openingConnection(await source.connect(), source.engine);
    },
    end: async () => undefined,
  };
  const db: Db = new Kysely<Tables>({
    // The dialect asks for pg's pool; ours has the part of it that Kysely uses.
    dialect: new PostgresDialect({ pool: pool as unknown as ConstructorParameters<typeof PostgresDialect>[0]['pool'] }),
    // The job queue is asked now and then whoever reads which page.
    log: ({ query }) => void (query.sql.includes('pgboss') || queries++),
  });
  registerDatabase(db, source.engine);
  // One ear for all, so that everybody hears of a change in the same turn, in the order in which they asked to.
  const listeners: ChangeListener[] = [];
  let hearing: Promise<void> | undefined;
  const hear = gatherChanges((tags, pace) => listeners.forEach((listener) => listener(tags, pace)));
  return {
    db,
    engine: source.engine,
    transact: (work, options) => transact(db, work, options),
    queryCount: () => queries,
    async onChange(listener) {
      listeners.push(listener);
      await (hearing ??= source.onChange(hear));
    },
    async ping() {
      if (source.ping) await source.ping();
      else await sql`select 1`.execute(db);
    },
    isResponsive: () => source.isResponsive(),
    async close() {
      await Promise.race([wakesTold(db), wait(wakesWithin, undefined, { ref: false })]);
      await db.destroy();
      // Kysely ends its pool only if it was ever used.
      await source.end();
    },
  };
}

/** How long closing waits until who is to be woken has been told, in milliseconds: they look by the clock too. */
const wakesWithin = 1_000;

/** How long a command waits for a server that is just starting to lend its database, in milliseconds. */
const lendsWithin = 30_000;

/** What a command that has the database to itself gives it for pages of its files: it reads few of them twice. Megabytes. */
const buffersOfCommands = 8;

/** The embedded database through the process that has it, or by ourselves when that one has gone meanwhile. */
async function openBeside(dataDir: string, options: EmbeddedOptions): Promise<ConnectionSource> {
  for (const until = performance.now() + lendsWithin; ; await wait(100)) {
    try {
      return await openEmbedded(dataDir, { sharedBuffers: buffersOfCommands, ...options });
    } catch (error) {
      if (!(error instanceof FolderInUseError) || !error.holder) throw error;
      try {
        return await borrowConnections(error.holder.socket);
      } catch (reason) {
        // One that starts or stops has the folder, but lends nothing yet, or any more.
        if (!(reason instanceof DatabaseUnreachableError)) throw reason;
        if (performance.now() > until) throw error;
      }
    }
  }
}

/**
 * @param manner `alone`: this process is the server and refuses a folder in use;
 *   `beside`: a command that may work through the running server.
 * @throws {FolderInUseError} {FolderError} {DatabaseUnreachableError}
 */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePool'>,
  manner: 'alone' | 'beside',
  options: EmbeddedOptions = {},
): Promise<Database> {
  if (config.databaseUrl) return databaseOver(await openPostgres(config.databaseUrl, config.databasePool));
  return databaseOver(await (manner === 'beside' ? openBeside : openEmbedded)(config.dataDir, options));
}

/**
 * Announces, as part of the transaction, which page tags it changes (`house:12`, `city:7`, `rates`).
 * @param pace `many` for one of a series of changes: readers may be shown what was kept for a few seconds more.
 */
export async function announceChange(transaction: Db | DbTransaction, tags: readonly string[], pace: ChangePace = 'single'): Promise<void> {
  for (const notice of noticesOf(tags, pace)) await sql`select pg_notify(${changeChannel}, ${notice})`.execute(transaction);
}

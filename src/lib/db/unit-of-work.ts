/** Work that is done as a whole or not at all. The only way to a transaction. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { DatabaseUnreachableError, statementLimit, withStatementLimit } from './connection.ts';
import type { ConnectionSource } from './connection.ts';
import type { Db, DbTransaction } from './tables.ts';

/**
 * A query, or another transaction, went past the transaction that is under way. The embedded database has one connection and
 * would wait for itself for ever; on Postgres the query would see nothing of the transaction, and stay when that is undone.
 */
export class RootConnectionError extends Error {
  override name = 'RootConnectionError';
}

/** What a transaction locks works at `read committed` alone: the other levels read as of the moment before the lock was had. */
export type TransactOptions = (
  | {
      readonly isolation?: 'read committed' /** Names such as `order:17`: of all work that names one, a single piece is under way at a time, on any node. */;
      readonly lockOf?: string | readonly string[];
    }
  | { readonly isolation: 'repeatable read' | 'serializable'; readonly lockOf?: undefined }
) & {
  /** How often the work may be begun when it collides with other work; 3 unless said otherwise. */
  readonly attempts?: number;
  /** Milliseconds each statement may take, and the work may pause between two; 30,000 unless said otherwise. */
  readonly limit?: number;
  /** Milliseconds each lock may be waited for; 10,000 unless said otherwise. */
  readonly lockLimit?: number;
};

/** Mean pause before the second attempt, in milliseconds; it doubles with each further one. */
const firstPause = 25;

/** Postgres: could not serialize access; deadlock detected. The work itself is not to blame, and may succeed when begun again. */
const collisions = new Set(['40001', '40P01']);
const lockNotAvailable = '55P03';

/** A transaction under way, and those of other databases around it. */
type Unit = { readonly db: Db; readonly around: Unit | undefined; isOpen: boolean };

const underWay = new AsyncLocalStorage<Unit>();
/** Under a name that all copies of this module share: the development server loads files anew over one open database. */
const engineKey = Symbol.for('loftling.engine');

/** Makes a database known to `transact`. */
export function registerDatabase(db: Db, engine: ConnectionSource['engine']): void {
  Reflect.set(db, engineKey, engine);
}

function engineOf(db: Db): ConnectionSource['engine'] {
  const engine: unknown = Reflect.get(db, engineKey);
  if (engine !== 'pglite' && engine !== 'postgres') throw new TypeError('this database was not opened by databaseOver()');
  return engine;
}

/**
 * To be called before a connection is taken for anything but a transaction's own statements.
 * @throws {RootConnectionError} inside a transaction of the same database.
 */
export function refuseInsideTransaction(db: Db): void {
  for (let unit = underWay.getStore(); unit; unit = unit.around) {
    // What was started inside and goes on after the end, such as a timer, is free again.
    if (unit.db === db && unit.isOpen) throw new RootConnectionError('Inside a transaction every query goes through it: pass `tx` on.');
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** Waits until no other work holds the name; held until the transaction ends. For locks that are only known inside it. */
export async function lockFor(tx: DbTransaction, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

async function prepare(
  tx: DbTransaction,
  engine: ConnectionSource['engine'],
  { lockOf = [], limit = statementLimit, lockLimit = 10_000 }: TransactOptions,
): Promise<void> {
  // The embedded engine knows none of these limits; its thread has its own.
  if (engine === 'postgres') {
    await sql`select set_config('statement_timeout', ${String(limit)}, true),
      set_config('lock_timeout', ${String(lockLimit)}, true),
      set_config('idle_in_transaction_session_timeout', ${String(limit)}, true)`.execute(tx);
  }
  // One order for everybody, so that two who lock the same names wait for each other instead of deadlocking.
  const names = [...new Set(typeof lockOf === 'string' ? [lockOf] : lockOf)].sort();
  for (const name of names) await lockFor(tx, name);
}

/**
 * Runs `work` in a transaction, which is kept when its promise resolves and undone when it rejects. Work that collides with
 * other work (40001, 40P01) is begun again, so it must leave nothing behind but what it writes through `tx`.
 * @throws {RootConnectionError} when the work uses the database past `tx`, or begins a transaction inside one.
 * @throws {DatabaseUnreachableError} (503) when a lock was not to be had in time.
 * @example await transact(db, async (tx) => reserve(tx, bed), { lockOf: `bed:${bed}` })
 */
export async function transact<T>(db: Db, work: (tx: DbTransaction) => Promise<T>, options: TransactOptions = {}): Promise<T> {
  const { isolation = 'read committed', attempts = 3, limit } = options;
  if (db.isTransaction) throw new RootConnectionError('This is a transaction already: pass `tx` on instead of beginning another.');
  refuseInsideTransaction(db);
  const engine = engineOf(db);

  async function attempt(): Promise<T> {
    const unit: Unit = { db, around: underWay.getStore(), isOpen: true };
    const begun = db
      .transaction()
      .setIsolationLevel(isolation)
      .execute(async (tx) => {
        await prepare(tx, engine, options);
        return underWay.run(unit, () => work(tx));
      });
    return begun.finally(() => (unit.isOpen = false));
  }

  for (let number = 1; ; number++) {
    try {
      return await (limit === undefined ? attempt() : withStatementLimit(limit, attempt));
    } catch (error) {
      if (codeOf(error) === lockNotAvailable) throw new DatabaseUnreachableError('Other work keeps what this one has to lock', { cause: error });
      if (!collisions.has(codeOf(error)) || number >= attempts) throw error;
      await wait(firstPause * 2 ** (number - 1) * (0.5 + Math.random()));
    }
  }
}

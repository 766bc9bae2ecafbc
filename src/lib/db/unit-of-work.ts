/** Work that is done as a whole or not at all. The only way to a transaction. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { together } from '#lib/together.ts';
import { DatabaseUnreachableError, changeChannel, statementLimit, withOpening, withStatementLimit } from './connection.ts';
import { noticesOf } from './changes.ts';
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

/** A transaction under way, and those of other databases around it. `wakes`: who is to be woken once it is kept. */
type Unit = { readonly db: Db; readonly around: Unit | undefined; readonly wakes: Set<string>; isOpen: boolean };

const underWay = new AsyncLocalStorage<Unit>();
/** Under a name that all copies of this module share: the development server loads files anew over one open database. */
const engineKey = Symbol.for('loftling.engine');

/** Makes a database known to `transact`. */
export function registerDatabase(db: Db, engine: ConnectionSource['engine']): void {
  Reflect.set(db, engineKey, engine);
}

function checkOpened(db: Db): void {
  if (Reflect.get(db, engineKey) === undefined) throw new TypeError('this database was not opened by databaseOver()');
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

/** Units by their transactions. */
const units = new WeakMap<DbTransaction, Unit>();

/** Of each database, how who is to be woken is told: by one notice at a time, with whoever is to be woken meanwhile in the next. */
const wakers = new WeakMap<Db, (tags: ReadonlySet<string>) => Promise<void>>();

async function notify(on: Db | DbTransaction, tags: readonly string[]): Promise<void> {
  for (const notice of noticesOf(tags, 'single')) await sql`select pg_notify(${changeChannel}, ${notice})`.execute(on);
}

function wakerOf(db: Db): (tags: ReadonlySet<string>) => Promise<void> {
  const waker = wakers.get(db) ?? together((lot) => notify(db, [...new Set(lot.flatMap((tags) => [...tags]))]));
  wakers.set(db, waker);
  return waker;
}

/** Of each database, until when the last who were to be woken have been told. */
const told = new WeakMap<Db, Promise<void>>();

/** Waits until all have been told who were to be woken so far: a process that ends would otherwise leave them asleep. */
export async function wakesTold(db: Db): Promise<void> {
  await told.get(db);
}

/**
 * Wakes on all nodes, once the transaction is kept, who carries out what it left behind. For work that stands in the database and is looked
 * for by the clock too: the notice may be lost with the process. A notice inside the transaction, as `announceChange` gives, would have
 * Postgres write such transactions to disk one after the other; this one lets them go together, and many share one notice.
 */
export async function wakeAfter(tx: DbTransaction, tag: string): Promise<void> {
  const unit = units.get(tx);
  if (unit?.isOpen) unit.wakes.add(tag);
  else await notify(tx, [tag]);
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** Waits until no other work holds the name; held until the transaction ends. For locks that are only known inside it. */
export async function lockFor(tx: DbTransaction, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/**
 * Runs `work` in a transaction, which is kept when its promise resolves and undone when it rejects. Work that collides with
 * other work (40001, 40P01) is begun again, so it must leave nothing behind but what it writes through `tx`.
 * @throws {RootConnectionError} when the work uses the database past `tx`, or begins a transaction inside one.
 * @throws {DatabaseUnreachableError} (503) when a lock was not to be had in time.
 * @example await transact(db, async (tx) => reserve(tx, bed), { lockOf: `bed:${bed}` })
 */
export async function transact<T>(db: Db, work: (tx: DbTransaction) => Promise<T>, options: TransactOptions = {}): Promise<T> {
  const { isolation = 'read committed', attempts = 3, limit, lockLimit = 10_000, lockOf = [] } = options;
  if (db.isTransaction) throw new RootConnectionError('This is a transaction already: pass `tx` on instead of beginning another.');
  refuseInsideTransaction(db);
  checkOpened(db);
  // One order for everybody, so that two who lock the same names wait for each other instead of deadlocking.
  const names = [...new Set(typeof lockOf === 'string' ? [lockOf] : lockOf)].sort();
  const opening = { statement: limit ?? statementLimit, lock: lockLimit, pause: limit ?? statementLimit, names };

  async function attempt(): Promise<T> {
    const unit: Unit = { db, around: underWay.getStore(), wakes: new Set(), isOpen: true };
    const begun = db
      .transaction()
      .setIsolationLevel(isolation)
      .execute(async (tx) => {
        units.set(tx, unit);
        return underWay.run(unit, () => work(tx));
      });
    const done = await begun.finally(() => (unit.isOpen = false));
    // What was kept is kept, also where nobody could be woken: they look by the clock too.
    if (unit.wakes.size > 0)
      told.set(
        db,
        wakerOf(db)(unit.wakes).catch(() => undefined),
      );
    return done;
  }

  for (let number = 1; ; number++) {
    try {
      return await withOpening(opening, () => (limit === undefined ? attempt() : withStatementLimit(limit, attempt)));
    } catch (error) {
      if (codeOf(error) === lockNotAvailable) throw new DatabaseUnreachableError('Other work keeps what this one has to lock', { cause: error });
      if (!collisions.has(codeOf(error)) || number >= attempts) throw error;
      await wait(firstPause * 2 ** (number - 1) * (0.5 + Math.random()));
    }
  }
}

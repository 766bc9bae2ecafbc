/**
 * What every way to the database offers: exclusive use of one connection at a time, in the shape
 * that Kysely's Postgres dialect and `pg` share, and notices of changes committed elsewhere.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export type QueryResult = { command: 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'MERGE'; rowCount: number; rows: unknown[] };

export interface Connection {
  query(sql: string, parameters: readonly unknown[]): Promise<QueryResult>;
  /** Gives the connection back. `destroy` drops whatever transaction is open. */
  release(destroy?: boolean): void;
}

export interface ConnectionSource {
  /** Which engine answers, as `/server_status` names it. */
  readonly engine: 'pglite' | 'postgres';
  connect(): Promise<Connection>;
  /** Calls back for each notice on the channel of changes. */
  onChange(listener: (payload: string) => void): Promise<void>;
  /** Whether the engine answers, whoever has its connection meanwhile; without it, whoever gets a connection is answered. */
  ping?(): Promise<void>;
  /** False when the engine of this process has been silent for long although it was asked, and only a restart would help. */
  isResponsive(): boolean;
  end(): Promise<void>;
}

/** The database cannot be reached. The message is meant for the operator; whoever asked is told to come back (503). */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError';
  readonly statusCode = 503;
}

/** Channel on which every committed change names the page tags it touches. */
export const changeChannel = 'loftling_changes';

/** How long a statement may take, in milliseconds, unless `withStatementLimit` says otherwise. */
export const statementLimit = 30_000;

const limits = new AsyncLocalStorage<number>();

/** Runs work whose statements may take up to `milliseconds` each: building an index takes longer than reading a page's rows. */
export function withStatementLimit<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  return limits.run(milliseconds, work);
}

/** The limit that `withStatementLimit` has set for who asks; undefined otherwise. */
export function limitOfCaller(): number | undefined {
  return limits.getStore();
}

/** The one connection is kept by somebody for longer than so many milliseconds. */
export const keptTooLong = (patience: number): DatabaseUnreachableError =>
  new DatabaseUnreachableError(`The database is away: another use of its connection has not ended for ${Math.round(patience / 1_000)} s`);

/** What a transaction begins with: its limits in milliseconds (each statement, each wait for a lock, each pause), and names that it locks. */
export type Opening = { readonly statement: number; readonly lock: number; readonly pause: number; readonly names: readonly string[] };

const openings = new AsyncLocalStorage<Opening>();

/** Has the transaction that `work` begins open like this, in the message that begins it: each way to the database and back takes time. */
export function withOpening<T>(opening: Opening, work: () => Promise<T>): Promise<T> {
  return openings.run(opening, work);
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** What begins a transaction, with what `withOpening` has said to who asks. */
function opened(begin: string, engine: ConnectionSource['engine']): string {
  const opening = openings.getStore();
  if (!opening) return begin;
  const { statement, lock, pause, names } = opening;
  const settings = { statement_timeout: statement, lock_timeout: lock, idle_in_transaction_session_timeout: pause };
  return [
    begin,
    // The embedded engine knows none of these limits; its thread has its own.
    ...(engine === 'postgres' ? Object.entries(settings).map(([name, value]) => `set local ${name} = ${Math.round(value)}`) : []),
    ...names.map((name) => `select pg_advisory_xact_lock(hashtextextended(${literal(name)}, 0))`),
  ].join('; ');
}

/** A connection that opens transactions as `withOpening` says. One that could not be opened is undone: the next user finds none. */
export function openingConnection(connection: Connection, engine: ConnectionSource['engine']): Connection {
  return {
    async query(text, parameters) {
      if (!text.startsWith('start transaction')) return connection.query(text, parameters);
      const begin = opened(text, engine);
      return connection.query(begin, parameters).catch(async (error: unknown) => {
        if (begin !== text) await connection.query('rollback', []).catch(() => undefined);
        throw error;
      });
    },
    release: (destroy) => connection.release(destroy),
  };
}

type InLine = { readonly admit: () => void; readonly refuse: (error: Error) => void; timer?: NodeJS.Timeout };

/** First come, first served use of a single resource. */
export class Turnstile {
  readonly #line: InLine[] = [];
  #isTaken = false;
  #lastTurn = performance.now();

  /**
   * Resolves with the function that lets the next one in. Calling it twice is harmless.
   * @param patience how long to wait, in milliseconds, while nobody's turn ends: a long line that moves is waited in.
   * @throws {DatabaseUnreachableError} when that was too long.
   */
  enter(patience?: number): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const one: InLine = { admit: () => resolve(this.#begin()), refuse: reject };
      if (!this.#isTaken) {
        one.admit();
        return;
      }
      this.#line.push(one);
      if (patience !== undefined) this.#wait(one, patience, patience);
    });
  }

  /** Milliseconds since the turn under way began; 0 when nobody has it. */
  get heldFor(): number {
    return this.#isTaken ? performance.now() - this.#lastTurn : 0;
  }

  #begin(): () => void {
    this.#isTaken = true;
    this.#lastTurn = performance.now();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#isTaken = false;
      const next = this.#line.shift();
      clearTimeout(next?.timer);
      next?.admit();
    };
  }

  #wait(one: InLine, patience: number, milliseconds: number): void {
    one.timer = setTimeout(() => {
      const still = patience - (performance.now() - this.#lastTurn);
      if (still > 1) {
        this.#wait(one, patience, still);
        return;
      }
      this.#line.splice(this.#line.indexOf(one), 1);
      one.refuse(keptTooLong(patience));
    }, milliseconds);
  }
}

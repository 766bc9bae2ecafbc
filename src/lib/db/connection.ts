/**
 * What every way to the database offers: exclusive use of one connection at a time, in the shape
 * that Kysely's Postgres dialect and `pg` share, and notices of changes committed elsewhere.
 */
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
  end(): Promise<void>;
}

/** Channel on which every committed change names the page tags it touches. */
export const changeChannel = 'loftling_changes';

/** First come, first served use of a single resource. */
export class Turnstile {
  #tail: Promise<void> = Promise.resolve();

  /** Resolves with the function that lets the next one in. Calling it twice is harmless. */
  async enter(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#tail;
    this.#tail = before.then(() => promise);
    await before;
    return resolve;
  }
}

/** Postgres ≥ 15 as a connection source. */
import pg from 'pg';
import { DatabaseUnreachableError, changeChannel, limitOfCaller, statementLimit } from './connection.ts';
import type { ConnectionSource, QueryResult } from './connection.ts';
import { createPreparedNames, isOfFailedTransaction, isStale } from './prepared.ts';

// The same JavaScript types as the embedded database gives: int8 → bigint, date → 'YYYY-MM-DD'.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text));
types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** How long after its limit a statement's answer counts as lost, in milliseconds. */
const lostAfter = 5_000;

/** Codes of sockets, and of Postgres (class 08: connection; 57P0x: shut down, crashed, starting; 53300: full; 57014: took longer than its limit). */
const awayCode = /^(?:57014|ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|08|57P0[1-5]|53300)/;
/** What `pg` says of a connection that broke, or was not to be had in time, without giving it a code. */
const awayMessage = /^(?:Query read timeout|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Errors that tell of the database being away, rather than of the query, get one name. */
function named(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (!awayCode.test(code ?? '') && !awayMessage.test(message)) return error;
  return new DatabaseUnreachableError(`The database is away: ${message || code}`, { cause: error });
}

function manyResults(results: readonly pg.QueryResult[]): QueryResult {
  const rows: unknown[] = results.flatMap((result) => result.rows);
  return { command: 'SELECT', rowCount: rows.length, rows };
}

/**
 * @param connections how many connections the pool may open.
 * @throws {DatabaseUnreachableError} when the first connection fails.
 */
export async function openPostgres(url: string, connections: number): Promise<ConnectionSource> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementLimit,
    // Beyond the server's own limit: an answer that got lost on its way is waited for no longer.
    query_timeout: statementLimit + lostAfter,
    // A transaction that nobody goes on with gives its locks back.
    idle_in_transaction_session_timeout: 60_000,
    // Compiling plans costs more than these short queries take.
    options: '-c timezone=UTC -c jit=off',
    application_name: 'loftling',
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
  });
  // An idle connection that breaks is replaced at next use; without a listener it would end the process.
  pool.on('error', () => undefined);
  // One that breaks while it is lent out fails the query; that it also tells everybody must not end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    const { hostname, port, pathname } = new URL(url);
    throw new DatabaseUnreachableError(
      `The database at ${hostname}:${port || 5432}${pathname} cannot be reached: ${(error as Error).message}\nCheck DATABASE_URL and that the server runs, or unset it to use the embedded database.`,
    );
  }
  const names = createPreparedNames();
  const listeners: ((payload: string) => void)[] = [];
  let listening: pg.Client | undefined;
  let ended = false;

  /** One connection hears the notices for all listeners. */
  async function listen(): Promise<void> {
    // A connection that was cut in silence would never hear a notice again, so the system is to ask now and then.
    const client = new pg.Client({ connectionString: url, application_name: 'loftling-changes', keepAlive: true, keepAliveInitialDelayMillis: 30_000 });
    client.on('error', () => {
      // Notices may have been lost meanwhile, so after a break everything is declared changed.
      const again = (): void => {
        if (ended) return;
        setTimeout(() => listen().then(() => listeners.forEach((listener) => listener('["*"]')), again), 1_000).unref();
      };
      again();
    });
    client.on('notification', ({ payload }) => listeners.forEach((listener) => listener(payload ?? '[]')));
    await client.connect();
    await client.query(`listen ${changeChannel}`);
    listening = client;
  }

  return {
    engine: 'postgres',
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw named(error);
      });
      // One that is waiting for an answer that never comes is of no use to the next.
      let isLost = false;
      return {
        async query(sql, parameters) {
          const limit = limitOfCaller();
          const wait = limit === undefined ? {} : { query_timeout: limit + lostAfter };
          const name = names.of(sql);
          const send = (how: { readonly name?: string }) => client.query({ text: sql, values: [...parameters], ...wait, ...how });
          const result = await send(name === undefined ? {} : { name })
            .catch((error: unknown) => {
              if (name === undefined || !isStale(error)) throw error;
              names.forget(sql);
              // Inside a transaction, which has failed with it, nothing more can be asked: the reason is the first one.
              return send({}).catch((reason: unknown) => {
                throw isOfFailedTransaction(reason) ? error : reason;
              });
            })
            .catch((reason: unknown) => {
              const error = named(reason);
              isLost ||= error instanceof DatabaseUnreachableError;
              throw error;
            });
          // Several statements at once are answered by as many results.
          if (Array.isArray(result)) return manyResults(result);
          return { command: result.command as QueryResult['command'], rowCount: result.rowCount ?? 0, rows: result.rows };
        },
        release: (destroy) => client.release(isLost || destroy),
      };
    },
    async onChange(listener) {
      listeners.push(listener);
      if (listeners.length === 1) await listen();
    },
    // The engine is not in this process: starting this one again would help nobody.
    isResponsive: () => true,
    async end() {
      ended = true;
      await listening?.end();
      await pool.end();
    },
  };
}

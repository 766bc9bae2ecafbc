/** The embedded database as a connection source: a worker thread behind a lock and a turnstile. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Turnstile } from './connection.ts';
import type { Connection, ConnectionSource, QueryResult } from './connection.ts';
import { claimFolder } from './lock.ts';
import { shareConnections } from './share.ts';

type Reply = { id: number; result: QueryResult | null } | { id: number; error: { message: string } } | { change: string } | { ready: true };
type Waiting = { resolve: (result: QueryResult | null) => void; reject: (error: Error) => void };

/**
 * Opens PGlite on `dataDir`, or in memory when that is undefined.
 * Other processes of the same machine may work through this one (see share.ts).
 * @throws {FolderInUseError} {FolderError}
 */
export async function openEmbedded(dataDir: string | undefined): Promise<ConnectionSource> {
  const claim = dataDir === undefined ? undefined : claimFolder(dataDir);
  const waiting = new Map<number, Waiting>();
  const listeners: ((payload: string) => void)[] = [];
  const turnstile = new Turnstile();
  const worker = new Worker(new URL('./pglite.worker.ts', import.meta.url), {
    workerData: { folder: dataDir === undefined ? undefined : join(dataDir, 'database') },
  });
  let nextId = 1;
  let failure: Error | undefined;

  const ready = Promise.withResolvers<void>();
  function fail(error: Error): void {
    failure = error;
    ready.reject(error);
    for (const one of waiting.values()) one.reject(error);
    waiting.clear();
  }
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => fail(failure ?? new Error('the embedded database has stopped')));
  worker.on('message', (reply: Reply) => {
    if ('ready' in reply) return ready.resolve();
    if ('change' in reply) return listeners.forEach((listener) => listener(reply.change));
    const one = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('error' in reply) one?.reject(Object.assign(new Error(reply.error.message), reply.error));
    else one?.resolve(reply.result);
  });

  function ask(message: { sql: string; parameters: readonly unknown[] } | { close: true }): Promise<QueryResult | null> {
    if (failure) return Promise.reject(failure);
    const id = nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult | null>();
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, ...message });
    return promise;
  }

  async function connect(): Promise<Connection> {
    const leave = await turnstile.enter();
    return {
      async query(sql, parameters) {
        const result = await ask({ sql, parameters });
        return result ?? { command: 'SELECT', rowCount: 0, rows: [] };
      },
      release(destroy) {
        if (destroy) ask({ sql: 'rollback', parameters: [] }).then(leave, leave);
        else leave();
      },
    };
  }

  try {
    await ready.promise;
  } catch (error) {
    claim?.release();
    throw error;
  }
  const source: ConnectionSource = {
    engine: 'pglite',
    connect,
    onChange: async (listener) => void listeners.push(listener),
    async end() {
      await stopSharing?.();
      const leave = await turnstile.enter();
      await ask({ close: true }).catch(() => undefined);
      leave();
      await worker.terminate();
      claim?.release();
    },
  };
  const stopSharing = claim ? await shareConnections(claim.socket, source) : undefined;
  return source;
}

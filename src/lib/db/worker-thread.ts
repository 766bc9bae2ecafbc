/** One thread with PGlite in it, from its start to its end. What it is asked has a time limit: a hung engine never answers. */
import { Worker } from 'node:worker_threads';
import { DatabaseUnreachableError } from './connection.ts';
import type { QueryResult } from './connection.ts';

type Reply = { id: number; result: QueryResult | null } | { id: number; error: { message: string; code?: string } } | { change: string } | { ready: true };
type Asked = { resolve: (result: QueryResult | null) => void; reject: (error: Error) => void; timer: NodeJS.Timeout };

/** What the thread is started with. */
export type DatabaseFiles = {
  /** In memory when undefined. */
  readonly folder: string | undefined;
  /** Megabytes of memory for pages of the files. */
  readonly sharedBuffers: number;
};

export type DatabaseThread = {
  /** @throws {DatabaseUnreachableError} when the thread has ended, or has not answered within `limit` milliseconds. */
  ask(message: { sql: string; parameters: readonly unknown[] } | { close: true }, limit: number): Promise<QueryResult | null>;
  /** When it last answered anything, by `performance.now()`. */
  answeredAt(): number;
  terminate(): Promise<void>;
};

/**
 * Opens the database in a thread of its own.
 * @param events `onSilence` is called once, when an answer did not come in time or the thread ended by itself.
 * @param startLimit milliseconds within which it must be open: taking up a log of writes after a crash takes its time.
 * @throws what PGlite says when it cannot open the folder.
 */
export async function startDatabaseThread(
  files: DatabaseFiles,
  events: { onChange(payload: string): void; onSilence(error: Error): void },
  startLimit = 120_000,
): Promise<DatabaseThread> {
  const worker = new Worker(new URL('./pglite.worker.ts', import.meta.url), { workerData: files });
  const asked = new Map<number, Asked>();
  const ready = Promise.withResolvers<void>();
  let nextId = 1;
  let failure: Error | undefined;
  let isOpen = false;
  let answeredAt = 0;

  function fail(error: Error): void {
    if (failure) return;
    failure = error;
    ready.reject(error);
    for (const one of asked.values()) {
      clearTimeout(one.timer);
      one.reject(error);
    }
    asked.clear();
    if (isOpen) events.onSilence(error);
  }
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => fail(new DatabaseUnreachableError('The embedded database has stopped')));
  worker.on('message', (reply: Reply) => {
    if ('ready' in reply) return ready.resolve();
    if ('change' in reply) return events.onChange(reply.change);
    answeredAt = performance.now();
    const one = asked.get(reply.id);
    asked.delete(reply.id);
    clearTimeout(one?.timer);
    if ('error' in reply) one?.reject(Object.assign(new Error(reply.error.message), reply.error));
    else one?.resolve(reply.result);
  });

  const late = setTimeout(() => ready.reject(new DatabaseUnreachableError(`The embedded database did not open within ${startLimit / 1_000} s`)), startLimit);
  try {
    await ready.promise;
    isOpen = true;
  } catch (error) {
    await worker.terminate();
    throw error;
  } finally {
    clearTimeout(late);
  }
  return {
    ask(message, limit) {
      if (failure) return Promise.reject(failure);
      const id = nextId++;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => fail(new DatabaseUnreachableError(`The embedded database has not answered for ${Math.round(limit / 1_000)} s`)), limit);
        asked.set(id, { resolve, reject, timer });
        worker.postMessage({ id, ...message });
      });
    },
    answeredAt: () => answeredAt,
    async terminate() {
      isOpen = false;
      await worker.terminate();
    },
  };
}

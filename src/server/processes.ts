/**
 * Several processes of one server on one port: each of them is a node as if it ran alone, and one more starts another for one that ends, and
 * ends when they have ended. They share nothing but the port, the database, the storage and the data folder.
 */
import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import type { Registry } from 'prom-client';

/** What a process of the server and the one that looks after it tell each other. */
type Told = { readonly ready: string; readonly port: number } | { readonly figures: number; readonly text?: string };

/** Whether another process looks after this one. */
export const isLookedAfter = cluster.isWorker;

/** Says where this process serves. */
export function tellReady({ url, port }: { readonly url: string; readonly port: number }): void {
  process.send?.({ ready: url, port } satisfies Told);
}

/** Pause before another process takes the place of one that ended, in milliseconds: doubled for each that ended soon after its start. */
const [firstPause, longestPause] = [250, 30_000];
/** A process that lived this long was none that cannot start. Milliseconds. */
const soon = 60_000;

export type Processes = {
  /** Where they serve, once all of them do. Rejects when one of them cannot start; then none is left, and it has said why. */
  readonly ready: Promise<string>;
  /** The status to end with, once all of them have ended. */
  readonly ended: Promise<number>;
  /** Has all of them end what is under way, as each would by itself. */
  stop(signal: NodeJS.Signals): void;
};

/** The sum of what all processes have counted, for whichever of them is asked. */
function addUpFigures(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', (worker, told: Told) => {
    if (!('figures' in told)) return;
    all.clusterMetrics().then(
      (text) => worker.send({ figures: told.figures, text } satisfies Told),
      // One that ends meanwhile answers nothing: the asker tells its own.
      () => worker.send({ figures: told.figures } satisfies Told),
    );
  });
}

/**
 * Starts `count` processes of a program, the first one alone: it brings schema and places up to date.
 * @param say receives a line for what the operator should know.
 * @param settings of all of them, beyond those of this process.
 */
export function startProcesses(program: string, count: number, say: (line: string) => void, settings: Readonly<Record<string, string>> = {}): Processes {
  cluster.setupPrimary({ exec: program, args: [] });
  addUpFigures();
  const finished = Promise.withResolvers<number>();
  let stopping: NodeJS.Signals | undefined;
  let isOpen = false;
  let running = 0;
  let status = 0;
  /** Processes in a row that ended soon after their start. */
  let failures = 0;
  /** Where the first one listens, which was to choose a port where none was named. */
  let shared: { PORT?: string } = {};

  /** Starts one, and another in its place whenever it ends, unless all are to end or it was never ready while the server starts. */
  function begin(): Promise<string> {
    const worker = cluster.fork({ ...settings, ...shared });
    const since = performance.now();
    const ready = Promise.withResolvers<string>();
    let wasReady = false;
    running++;
    worker.on('message', (told: Told) => {
      if (!('ready' in told)) return;
      wasReady = true;
      shared = { PORT: String(told.port) };
      ready.resolve(told.ready);
    });
    worker.once('exit', (code: number | null, signal: NodeJS.Signals | null) => {
      running--;
      ready.reject(new Error(`a process ended with ${code ?? signal} before it was ready`));
      if (stopping !== undefined) {
        // One that was not ready yet had nothing under way that it could have finished.
        if (code !== 0 && wasReady) status = 1;
        if (running === 0) finished.resolve(status);
      } else if (wasReady || isOpen) void replace(`Process ${worker.process.pid} ended with ${code ?? signal}`, performance.now() - since < soon);
    });
    return ready.promise;
  }

  async function replace(what: string, isEarly: boolean): Promise<void> {
    failures = isEarly ? failures + 1 : 0;
    say(`${what}; another takes its place.`);
    await wait(Math.min(longestPause, firstPause * 2 ** failures));
    // One that cannot start is replaced in its turn.
    if (stopping === undefined) await begin().catch(() => undefined);
  }

  function stop(signal: NodeJS.Signals): void {
    stopping = signal;
    if (running === 0) finished.resolve(status);
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
  }

  async function beginAll(): Promise<string> {
    try {
      const url = await begin();
      await Promise.all(Array.from({ length: count - 1 }, begin));
      isOpen = true;
      return url;
    } catch (error) {
      stop('SIGTERM');
      await finished.promise;
      throw error;
    }
  }

  return { ready: beginAll(), ended: finished.promise, stop };
}

/**
 * What `/metrics` tells: the figures of this process, and where there are several of all of them together, whichever is asked.
 * @returns how to read them.
 */
export function sharedFigures(registry: Registry): () => Promise<string> {
  if (!isLookedAfter) return () => registry.metrics();
  AggregatorRegistry.setRegistries(registry);
  // Answers the one that adds up.
  void new AggregatorRegistry();
  const waiting = new Map<number, (text: string | undefined) => void>();
  let last = 0;
  process.on('message', (told: Told) => {
    if (!('figures' in told)) return;
    waiting.get(told.figures)?.(told.text);
    waiting.delete(told.figures);
  });
  return async () => {
    const id = ++last;
    const text = await new Promise<string | undefined>((resolve) => {
      waiting.set(id, resolve);
      process.send?.({ figures: id } satisfies Told);
    });
    return text ?? registry.metrics();
  };
}

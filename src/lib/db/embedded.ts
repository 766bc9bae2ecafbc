/** The embedded database as a connection source: a worker thread behind a lock and a turnstile. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseUnreachableError, Turnstile, keptTooLong, limitOfCaller, statementLimit } from './connection.ts';
import type { Connection, ConnectionSource } from './connection.ts';
import { claimFolder } from './lock.ts';
import { shareConnections } from './share.ts';
import type { SharingLimits } from './share.ts';
import { startDatabaseThread } from './worker-thread.ts';
import type { DatabaseThread } from './worker-thread.ts';

export type EmbeddedOptions = SharingLimits & {
  /** Milliseconds a statement may take; a thread that takes longer is ended and the database opened anew. */
  readonly statementLimit?: number;
  /** Megabytes of the database's own that hold pages of its files, which the system's memory holds too. */
  readonly sharedBuffers?: number;
  /** Milliseconds to wait for the connection while nobody gives it back. */
  readonly patience?: number;
  /** Milliseconds that the stop waits for a turn. */
  readonly lastTurn?: number;
  /** Called when the database fell silent and could not be opened anew: this process is of no more use. */
  readonly onLost?: (error: Error) => void;
};

/** How long the stop waits for the engine to close, in milliseconds. What was committed is on disk already. */
const closingLimit = 6_000;
/** How long a command waits for its turn: nobody sits before a page meanwhile. Milliseconds. */
const patienceOfCommands = 30_000;
/** How long new files may take to be closed before the database is opened on them, in milliseconds. */
const makingLimit = 60_000;
/** How long opening anew may take before the process counts as silent, in milliseconds. */
const reopeningLimit = 30_000;

/**
 * Opens PGlite on `dataDir`, or in memory when that is undefined.
 * Other processes of the same machine may work through this one (see share.ts).
 * @throws {FolderInUseError} {FolderError}
 */
export async function openEmbedded(dataDir: string | undefined, options: EmbeddedOptions = {}): Promise<ConnectionSource> {
  const { statementLimit: limit = statementLimit, sharedBuffers = 32, patience = 5_000, lastTurn = 2_000, onLost } = options;
  const claim = dataDir === undefined ? undefined : await claimFolder(dataDir);
  const folder = dataDir === undefined ? undefined : join(dataDir, 'database');
  const listeners: ((payload: string) => void)[] = [];
  const turnstile = new Turnstile();
  let state: 'open' | 'ended' | Error = 'open';
  /** The thread in use; another one after each silence, so that no transaction goes on in a thread that did not begin it. */
  let current: Promise<DatabaseThread>;
  let reopeningSince: number | undefined;

  const tell = (payload: string): void => listeners.forEach((listener) => listener(payload));
  const start = (): Promise<DatabaseThread> => startDatabaseThread({ folder, sharedBuffers }, { onChange: tell, onSilence });

  /** The first thread. One that had to make the files of the database never gives back what that took, so another goes on. */
  async function startFirst(): Promise<DatabaseThread> {
    const isMade = folder === undefined || existsSync(join(folder, 'PG_VERSION'));
    const thread = await start();
    if (isMade) return thread;
    await thread.ask({ close: true }, makingLimit);
    await thread.terminate();
    return start();
  }

  function onSilence(silence: Error): void {
    if (state !== 'open') return;
    const silent = current;
    reopeningSince = performance.now();
    current = (async () => {
      await (await silent).terminate();
      // In memory there is nothing to open anew.
      if (folder === undefined) throw silence;
      return start();
    })();
    void settle(current, silence);
  }

  async function settle(reopened: Promise<DatabaseThread>, silence: Error): Promise<void> {
    try {
      await reopened;
      reopeningSince = undefined;
      // Notices may have been lost with the thread, so everything is declared changed.
      tell('["*"]');
    } catch (reason) {
      const why = reason instanceof Error ? reason.message : String(reason);
      state = new DatabaseUnreachableError(`${silence.message}, and it could not be opened anew: ${why}`, { cause: reason });
      onLost?.(state);
    }
  }

  async function connect(longest = patience): Promise<Connection> {
    const leave = await turnstile.enter(longest);
    let thread: DatabaseThread;
    try {
      if (state === 'ended') throw new DatabaseUnreachableError('The embedded database has stopped');
      thread = await current;
    } catch (error) {
      leave();
      throw state instanceof Error ? state : error;
    }
    return {
      async query(sql, parameters) {
        const result = await thread.ask({ sql, parameters }, limitOfCaller() ?? limit);
        return result ?? { command: 'SELECT', rowCount: 0, rows: [] };
      },
      release(destroy) {
        if (destroy) thread.ask({ sql: 'rollback', parameters: [] }, limit).then(leave, leave);
        else leave();
      },
    };
  }

  current = startFirst();
  const source: ConnectionSource = {
    engine: 'pglite',
    connect: () => connect(),
    onChange: async (listener) => void listeners.push(listener),
    // Not in line: a command's transaction may take longer than whoever asks has patience, and the engine answers all the same.
    async ping() {
      if (state === 'ended') throw new DatabaseUnreachableError('The embedded database has stopped');
      if (turnstile.heldFor > patience) throw keptTooLong(patience);
      const thread = await current;
      if (performance.now() - thread.answeredAt() < patience) return;
      // Inside a transaction that has failed, the refusal is an answer too.
      await thread.ask({ sql: 'select 1', parameters: [] }, limit).catch((error: unknown) => {
        if ((error as { code?: string }).code !== '25P02') throw error;
      });
    },
    isResponsive: () => !(state instanceof Error) && (reopeningSince === undefined || performance.now() - reopeningSince < reopeningLimit),
    async end() {
      await stopSharing?.();
      // Whoever does not give the connection back keeps nothing from closing: the log of writes holds all that was committed.
      const leave = await turnstile.enter(lastTurn).catch(() => undefined);
      state = 'ended';
      const thread = await current.catch(() => undefined);
      if (leave) await thread?.ask({ close: true }, closingLimit).catch(() => undefined);
      leave?.();
      await thread?.terminate();
      claim?.release();
    },
  };
  let stopSharing: (() => Promise<void>) | undefined;
  try {
    await current;
    claim?.keepPrivate();
    if (claim) stopSharing = await shareConnections(claim.socket, () => connect(patienceOfCommands), options);
    return source;
  } catch (error) {
    state = 'ended';
    await current.then(
      (thread) => thread.terminate(),
      () => undefined,
    );
    claim?.release();
    throw error;
  }
}

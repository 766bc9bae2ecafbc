/**
 * Lets a command such as the importer work on the embedded database while the server has it open: the server listens on a
 * socket readable only by its own user, and lends out its connection. Whoever borrows it and falls silent, because it was
 * suspended or lost, loses it: the one connection is everybody's.
 */
import { chmodSync } from 'node:fs';
import { connect as connectSocket, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { DatabaseUnreachableError, Turnstile, limitOfCaller, withStatementLimit } from './connection.ts';
import type { Connection, ConnectionSource, QueryResult } from './connection.ts';
import { onFrames, sendFrame } from './frames.ts';

type Call = { id: number } & (
  | { do: 'acquire' }
  | { do: 'release'; destroy: boolean }
  | { do: 'query'; sql: string; parameters: readonly unknown[]; limit?: number | undefined }
);
/** `isAway`: the database, rather than the statement, is to blame. */
type Failure = { message: string; code?: string | undefined; detail?: string | undefined; constraint?: string | undefined; isAway?: boolean };
type Answer = { id: number; result?: QueryResult; error?: Failure };

export type SharingLimits = {
  /** Milliseconds a borrower may hold the connection without asking anything. */
  readonly lease?: number;
};

function failureOf(error: unknown): Failure {
  const { message, code, detail, constraint } = error as Failure;
  return { message, code, detail, constraint, isAway: error instanceof DatabaseUnreachableError };
}

/** One borrower, for as long as its socket lives. */
function lendTo(socket: Socket, connect: () => Promise<Connection>, lease: number): void {
  let held: Connection | undefined;
  let underWay = 0;
  let silence: NodeJS.Timeout | undefined;
  const order = new Turnstile();

  /** Takes the connection back, without the transaction that was left open in it. */
  function takeBack(): void {
    held?.release(true);
    held = undefined;
  }
  function watch(): void {
    clearTimeout(silence);
    if (held && underWay === 0) {
      silence = setTimeout(() => {
        takeBack();
        socket.destroy();
      }, lease);
    }
  }
  async function carryOut(call: Call): Promise<QueryResult | undefined> {
    switch (call.do) {
      case 'acquire': {
        if (held) throw new Error('this socket has a connection already');
        const connection = await connect();
        // A client may have died while it waited its turn: nobody is left to give the connection back.
        if (socket.destroyed) connection.release();
        else held = connection;
        return undefined;
      }
      case 'release':
        held?.release(call.destroy);
        held = undefined;
        return undefined;
      case 'query': {
        const connection = held;
        if (!connection) throw new Error('this socket has no connection');
        const ask = (): Promise<QueryResult> => connection.query(call.sql, call.parameters);
        return call.limit === undefined ? ask() : withStatementLimit(call.limit, ask);
      }
    }
  }

  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    clearTimeout(silence);
    takeBack();
  });
  onFrames(socket, async (message) => {
    const call = message as Call;
    clearTimeout(silence);
    underWay++;
    const next = await order.enter();
    try {
      const result = await carryOut(call);
      sendFrame(socket, result ? { id: call.id, result } : { id: call.id });
    } catch (error) {
      sendFrame(socket, { id: call.id, error: failureOf(error) });
    } finally {
      underWay--;
      next();
      if (!socket.destroyed) watch();
    }
  });
}

/** Lends connections on a local socket. Returns how to stop. */
export async function shareConnections(path: string, connect: () => Promise<Connection>, { lease = 15_000 }: SharingLimits = {}): Promise<() => Promise<void>> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    lendTo(socket, connect, lease);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  chmodSync(path, 0o600);
  server.unref();
  return () =>
    new Promise((resolve) => {
      for (const socket of open) socket.destroy();
      server.close(() => resolve());
    });
}

const gone = (cause?: unknown): DatabaseUnreachableError => new DatabaseUnreachableError('The process that held the database has stopped.', { cause });

/** A socket over which a connection is borrowed, one at a time. */
type Borrower = { readonly socket: Socket; acquire(): Promise<Connection> };

/** @param giveBack is told when a connection has been given back, and the socket may borrow another. */
function borrower(socket: Socket, giveBack: () => void): Borrower {
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  let nextId = 1;
  socket.on('close', () => {
    for (const one of waiting.values()) one.reject(gone());
    waiting.clear();
  });
  onFrames(socket, (message) => {
    const answer = message as Answer;
    const one = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (!answer.error) one?.resolve(answer);
    else if (answer.error.isAway) one?.reject(new DatabaseUnreachableError(answer.error.message));
    else one?.reject(Object.assign(new Error(answer.error.message), answer.error));
  });
  const ask = (call: Call): Promise<Answer> =>
    new Promise((resolve, reject) => {
      // A closed socket says so once only: whoever asks later would wait for ever.
      if (!socket.writable) return reject(gone());
      sendFrame(socket, call);
      waiting.set(call.id, { resolve, reject });
    });
  return {
    socket,
    async acquire() {
      await ask({ id: nextId++, do: 'acquire' });
      return {
        async query(sql, parameters) {
          const { result } = await ask({ id: nextId++, do: 'query', sql, parameters, limit: limitOfCaller() });
          return result ?? { command: 'SELECT', rowCount: 0, rows: [] };
        },
        release(destroy = false) {
          ask({ id: nextId++, do: 'release', destroy }).then(giveBack, () => socket.destroy());
        },
      };
    },
  };
}

/** Sockets that wait for the next who borrows: a new one costs more than most questions. */
const mostIdle = 8;

/**
 * A connection source that borrows from the process listening at `path`.
 * @throws {DatabaseUnreachableError} when nobody listens there.
 */
export async function borrowConnections(path: string): Promise<ConnectionSource> {
  const open = new Set<Socket>();
  const idle: Borrower[] = [];
  let isEnding = false;

  async function reach(): Promise<Borrower> {
    const socket = connectSocket(path);
    await new Promise<void>((resolve, reject) => socket.once('error', (error) => reject(gone(error))).once('connect', resolve));
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
    const made = borrower(socket, () => {
      if (isEnding || idle.length >= mostIdle) return void socket.end();
      // A command ends when it has done its work.
      socket.unref();
      idle.push(made);
    });
    return made;
  }
  async function acquireBy(one: Borrower): Promise<Connection> {
    one.socket.ref();
    return one.acquire().catch((error: unknown) => {
      one.socket.destroy();
      throw error;
    });
  }
  (await reach()).socket.end();
  return {
    engine: 'pglite',
    async connect() {
      const one = idle.pop();
      if (!one) return acquireBy(await reach());
      one.socket.ref();
      return one.acquire().catch(async (error: unknown) => {
        // Whoever listens may be another by now: then what waited is of no use, and a new one is. What is refused stays refused.
        const isGone = !one.socket.writable;
        one.socket.destroy();
        if (!isGone) throw error;
        return acquireBy(await reach());
      });
    },
    onChange: async () => undefined,
    isResponsive: () => true,
    end: async () => {
      isEnding = true;
      for (const socket of open) socket.end();
    },
  };
}

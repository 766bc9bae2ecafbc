/**
 * Lets a command such as the importer work on the embedded database while the server has it open:
 * the server listens on a socket inside its data folder, readable only by its own user, and lends out
 * its connection. Frames are a length (uint32, big-endian) and a `v8.serialize`d message.
 */
import { chmodSync } from 'node:fs';
import { connect as connectSocket, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { deserialize, serialize } from 'node:v8';
import type { Connection, ConnectionSource, QueryResult } from './connection.ts';
import { Turnstile } from './connection.ts';

type Call = { id: number } & ({ do: 'acquire' } | { do: 'release'; destroy: boolean } | { do: 'query'; sql: string; parameters: readonly unknown[] });
type Answer = { id: number; result?: QueryResult; error?: { message: string; code?: string } };

function send(socket: Socket, message: Call | Answer): void {
  const body = serialize(message);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  socket.write(Buffer.concat([head, body]));
}

function onFrames(socket: Socket, handle: (message: unknown) => void): void {
  let buffered: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    while (buffered.length >= 4) {
      const length = buffered.readUInt32BE(0);
      if (buffered.length < 4 + length) return;
      handle(deserialize(buffered.subarray(4, 4 + length)));
      buffered = buffered.subarray(4 + length);
    }
  });
}

/** Serves `source` on a local socket. Returns how to stop. */
export async function shareConnections(path: string, source: ConnectionSource): Promise<() => Promise<void>> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    let held: Connection | undefined;
    const order = new Turnstile();
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      open.delete(socket);
      // A client that died inside a transaction must not leave it open for the next one.
      held?.release(true);
      held = undefined;
    });
    onFrames(socket, async (message) => {
      const call = message as Call;
      const next = await order.enter();
      try {
        if (call.do === 'acquire') {
          const connection = await source.connect();
          // A client may have died while it waited its turn: nobody is left to give the connection back.
          if (socket.destroyed) connection.release();
          else held = connection;
        }
        if (call.do === 'release') {
          held?.release(call.destroy);
          held = undefined;
        }
        const result = call.do === 'query' ? await held?.query(call.sql, call.parameters) : undefined;
        send(socket, result ? { id: call.id, result } : { id: call.id });
      } catch (error) {
        const { message: text, code } = error as { message: string; code?: string };
        send(socket, { id: call.id, error: code === undefined ? { message: text } : { message: text, code } });
      } finally {
        next();
      }
    });
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

/** A connection source that borrows from the process listening at `path`. */
export async function borrowConnections(path: string): Promise<ConnectionSource> {
  const open = new Set<Socket>();
  async function connect(): Promise<Connection> {
    const socket = connectSocket(path);
    const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
    let nextId = 1;
    await new Promise<void>((resolve, reject) => socket.once('error', reject).once('connect', resolve));
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      open.delete(socket);
      for (const one of waiting.values()) one.reject(new Error('the process that holds the database has stopped'));
    });
    onFrames(socket, (message) => {
      const answer = message as Answer;
      const one = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (answer.error) one?.reject(Object.assign(new Error(answer.error.message), answer.error));
      else one?.resolve(answer);
    });
    const ask = (call: Call): Promise<Answer> =>
      new Promise((resolve, reject) => {
        waiting.set(call.id, { resolve, reject });
        send(socket, call);
      });
    await ask({ id: nextId++, do: 'acquire' });
    return {
      async query(sql, parameters) {
        const { result } = await ask({ id: nextId++, do: 'query', sql, parameters });
        return result ?? { command: 'SELECT', rowCount: 0, rows: [] };
      },
      release(destroy = false) {
        ask({ id: nextId++, do: 'release', destroy }).then(
          () => socket.end(),
          () => socket.destroy(),
        );
      },
    };
  }
  return {
    engine: 'pglite',
    connect,
    onChange: async () => undefined,
    end: async () => {
      for (const socket of open) socket.end();
    },
  };
}

/**
 * The embedded database, alone in its thread so that a long query never stops the web server.
 * Speaks `{ id, sql, parameters }` → `{ id, result } | { id, error }`, and posts `{ change }` for notices.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, types } from '@electric-sql/pglite';
import { changeChannel } from './connection.ts';
import type { DatabaseFiles } from './worker-thread.ts';

type Request = { id: number; sql: string; parameters: unknown[] } | { id: number; close: true };

const port = parentPort;
if (!port) throw new Error('pglite.worker.ts runs as a worker thread');
const { folder, sharedBuffers } = workerData as DatabaseFiles;

const database = await PGlite.create({
  ...(folder === undefined ? {} : { dataDir: folder }),
  // One process on one machine: the write-ahead log is still written, a crash of the machine can lose the last moments only.
  relaxedDurability: false,
  // The system keeps the files in its memory already; the usual 128 MB of its own would be a second copy of what a small server has.
  startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${sharedBuffers}MB`],
  parsers: { [types.INT8]: (text: string) => BigInt(text), [types.DATE]: (text: string) => text },
});
await database.query("set timezone = 'UTC'");
await database.listen(changeChannel, (change) => port.postMessage({ change }));

/** Several statements at once go by the simple protocol, which takes no values; their rows come one after another. */
async function ask(sql: string, parameters: unknown[]): Promise<{ rows: unknown[]; affectedRows?: number | undefined }> {
  if (parameters.length > 0 || !/;\s*\S/.test(sql)) return database.query(sql, parameters);
  return { rows: (await database.exec(sql)).flatMap(({ rows }) => rows) };
}

port.on('message', async (request: Request) => {
  const { id } = request;
  try {
    if ('close' in request) {
      await database.close();
      port.postMessage({ id, result: null });
      port.close();
      return;
    }
    const result = await ask(request.sql, request.parameters);
    const command = /^\s*(\w+)/.exec(request.sql)?.[1]?.toUpperCase() ?? 'SELECT';
    port.postMessage({ id, result: { command, rowCount: result.affectedRows || result.rows.length, rows: result.rows } });
  } catch (error) {
    const { message, code, detail, constraint } = error as { message: string; code?: string; detail?: string; constraint?: string };
    port.postMessage({ id, error: { message, code, detail, constraint } });
  }
});
port.postMessage({ ready: true });

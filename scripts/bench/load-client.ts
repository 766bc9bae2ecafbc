/** The asking side of load.ts, in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';
import type { LoadOptions, LoadTaken } from './load.ts';

const { origin, connections, seconds, headers, paths }: LoadOptions = workerData;
const pool = new Pool(origin, { connections, pipelining: 1 });
const took: number[] = [];
let failed = 0;
let asked = 0;
let bytes = 0;

/** One request and its answer, whose body is thrown away unread. */
function ask(): Promise<void> {
  const path = (paths[asked % paths.length] ?? '/').replace('{n}', String(asked));
  asked++;
  return new Promise((resolve) => {
    const since = performance.now();
    let isSuccess = false;
    const end = (): void => {
      if (isSuccess) took.push(performance.now() - since);
      else failed++;
      resolve();
    };
    pool.dispatch(
      { path, method: 'GET', headers: { ...headers } },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, status) => void (isSuccess = status >= 200 && status < 300),
        onResponseData: (_, chunk) => void (bytes += chunk.length),
        onResponseEnd: end,
        onResponseError() {
          isSuccess = false;
          end();
        },
      },
    );
  });
}

const since = performance.now();
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (seconds === undefined ? asked < paths.length : performance.now() < since + seconds * 1_000) await ask();
  }),
);
const taken: LoadTaken = { took, failed, spent: performance.now() - since, bytes };
await pool.close();
parentPort?.postMessage(taken);

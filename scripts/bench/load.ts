/**
 * Load on a server: as many requests as it answers, over connections that are kept open. The client shares the machine
 * with the server; it throws bodies away unread, for reading them took more of the processor than the server did.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { percentile } from './part.ts';

export type LoadOptions = {
  readonly origin: string;
  readonly connections: number;
  /** How long; without it, each path is asked for once. */
  readonly seconds?: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Asked for in turn, again and again; `{n}` in one becomes the number of the request, which makes each another. */
  readonly paths: readonly string[];
};

/** Milliseconds of each success, the number of other answers, milliseconds of the whole, bytes of all bodies. */
export type LoadTaken = { readonly took: readonly number[]; readonly failed: number; readonly spent: number; readonly bytes: number };

export type Load = { readonly perSecond: number; readonly p50: number; readonly p95: number; readonly p99: number; readonly failed: number };

async function take(options: LoadOptions): Promise<LoadTaken> {
  const worker = new Worker(new URL('./load-client.ts', import.meta.url), { workerData: options });
  const [taken]: [LoadTaken] = (await once(worker, 'message')) as [LoadTaken];
  return taken;
}

/** Asks for each path once. */
export function askEach(options: Omit<LoadOptions, 'seconds'>): Promise<LoadTaken> {
  return take(options);
}

export async function load(options: LoadOptions & { readonly seconds: number }): Promise<Load> {
  const { took, failed, spent } = await take(options);
  const rounded = (share: number): number => Number(percentile(took, share).toFixed(1));
  return { perSecond: Math.round(took.length / (spent / 1_000)), p50: rounded(0.5), p95: rounded(0.95), p99: rounded(0.99), failed };
}

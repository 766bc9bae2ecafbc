/** Health endpoints: `/livez`, `/readyz`, `/server_status` (R2.112), `/metrics`. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { PageCache } from '#server/pages/page-cache.ts';
import { asksFromHere } from './asks-here.ts';
import { sharedFigures } from './processes.ts';
import { send } from './respond.ts';
import type { Handler } from '#server/handler.ts';

export type HealthOptions = {
  readonly version: string;
  readonly engine: 'pglite' | 'postgres';
  readonly started: Date;
  readonly cache: PageCache;
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
  /** Whether the disk of the embedded database has room for what is going to be written. */
  readonly hasRoom: () => Promise<boolean>;
  /** False when only a new start of this process would bring the database back. */
  readonly isResponsive: () => boolean;
  /** False while starting or stopping. */
  readonly isOpen: () => boolean;
  /** Figures of other parts. */
  readonly measures?: readonly ((registry: Registry) => void)[];
  /** With it figures are told to who brings it; without, to this machine alone. */
  readonly metricsToken?: string | undefined;
};

export type Health = { readonly handler: Handler; readonly onRequest: (status: number, milliseconds: number, by: string) => void };

/** How long the database may take to answer before the server calls itself not ready, in milliseconds. */
const patience = 2_000;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export function createHealth(options: HealthOptions): Health {
  const { cache } = options;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const measure of options.measures ?? []) measure(registry);
  const requests = new Counter({
    name: 'loftling_requests_total',
    help: 'Answers by status and what gave them.',
    labelNames: ['status', 'by'],
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'loftling_request_seconds',
    help: 'Time to answer.',
    labelNames: ['by'],
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.3, 1, 3],
    registers: [registry],
  });
  new Gauge({
    name: 'loftling_page_cache_bytes',
    help: 'Compressed bytes of kept pages.',
    registers: [registry],
    collect() {
      this.set(cache.size.bytes);
    },
  });

  const figures = sharedFigures(registry);

  async function databaseAnswers(): Promise<boolean> {
    const timeout = Promise.withResolvers<false>();
    const timer = setTimeout(() => timeout.resolve(false), patience);
    try {
      return await Promise.race([options.ping().then(() => true), timeout.promise]);
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  function maySeeFigures(request: IncomingMessage): boolean {
    const { metricsToken } = options;
    if (metricsToken === undefined) return asksFromHere(request);
    // Digests have one length, so that comparing them tells nothing of the token's.
    return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${metricsToken}`));
  }

  const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  return {
    onRequest(status, milliseconds, by) {
      requests.inc({ status, by });
      duration.observe({ by }, milliseconds / 1000);
    },
    handler: async (request, response, { pathname }) => {
      switch (pathname) {
        case '/livez': {
          const live = options.isResponsive();
          send(request, response, { status: live ? 200 : 503, headers: json, body: JSON.stringify({ live }) });
          return 'health';
        }
        case '/readyz': {
          const [answers, room] = await Promise.all([databaseAnswers(), options.hasRoom()]);
          const ready = options.isOpen() && answers && room;
          send(request, response, { status: ready ? 200 : 503, headers: json, body: JSON.stringify(room ? { ready } : { ready, why: 'disk' }) });
          return 'health';
        }
        case '/server_status': {
          const database = await databaseAnswers();
          const status = database ? 'ok' : 'degraded';
          const told = maySeeFigures(request) && {
            version: options.version,
            started: options.started.toISOString(),
            uptime_seconds: Math.floor(process.uptime()),
            database: { engine: options.engine, reachable: database },
            page_cache: { ...cache.size, ...cache.counts },
          };
          send(request, response, { status: database ? 200 : 503, headers: json, body: JSON.stringify({ status, ...told }, null, 2) });
          return 'health';
        }
        case '/metrics':
          if (!maySeeFigures(request)) {
            send(request, response, { status: 403, headers: json, body: '{"error":"Figures are for this machine, or for who brings METRICS_TOKEN."}' });
            return 'health';
          }
          send(request, response, {
            status: 200,
            headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' },
            body: await figures(),
          });
          return 'health';
        default:
          return undefined;
      }
    },
  };
}

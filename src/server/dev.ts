/**
 * The server's parts inside Astro's development server: every page, call and picture answers as in production, from the
 * code as it is saved. Pages are rendered by Astro's own development renderer; all else is `assemble`, loaded through
 * Vite and put together anew, over the same open database, when a file it is made of has changed.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import type { Logger } from 'pino';
import type { ViteDevServer } from 'vite';
import type { Config } from '#lib/config.ts';
import type { Database } from '#lib/db/database.ts';
import { routeOf } from '#lib/routes.ts';
import type { Outcome, View } from '#lib/view.ts';
import type { Assembled, AssembleParts } from './assemble.ts';
import type { PageRenderer } from './pages/render-page.ts';

/** Where Astro's development server looks for the locals of a request. */
const localsOf = Symbol.for('astro.locals');
/** Names a page that the server's own part asks the development renderer for. */
const ticketHeader = 'x-loftling-page';
/** What belongs to Vite and its browser client. */
const ofVite = /^\/(?:@|src\/|node_modules\/|\.astro\/|__)|[?&](?:astro|import|url|worker|v=|t=)/;

type Assemble = (parts: AssembleParts) => Promise<Assembled>;

export type DevParts = {
  readonly config: Config;
  readonly version: string;
  readonly log: Logger;
  readonly progress: (line: string) => void;
  /** Open for as long as the development server runs. */
  readonly database: Database;
};

/** Vite and React put scripts of their own into pages, which the policy of the site rightly refuses. */
function withoutPolicy(response: ServerResponse): void {
  const isPolicy = (name: string): boolean => name.toLowerCase() === 'content-security-policy';
  const { setHeader, writeHead } = response;
  response.setHeader = (name, value) => (isPolicy(name) ? response : setHeader.call(response, name, value));
  const written = (status: number, headers: Readonly<Record<string, string | number>> = {}): ServerResponse =>
    writeHead.call(response, status, Object.fromEntries(Object.entries(headers).filter(([name]) => !isPolicy(name))));
  // The server's parts write a status with headers as an object, and in no other way.
  response.writeHead = written as typeof response.writeHead;
}

/** The database, whose listeners end with the parts that added them, and which no part closes. */
function lent(database: Database): { readonly database: Database; readonly takeBack: () => void } {
  let isLent = true;
  return {
    database: {
      ...database,
      onChange: (listener) => database.onChange((tags, pace) => void (isLent && listener(tags, pace))),
      close: async () => undefined,
    },
    takeBack: () => {
      isLent = false;
    },
  };
}

/** Ends what was put together. What could not be put together has nothing to end. */
async function stopped(running: Promise<Assembled> | undefined): Promise<void> {
  try {
    const parts = await running;
    await parts?.stop();
  } catch {
    return;
  }
}

/** The integration that puts the server's parts in front of Astro's own. */
export function devIntegration({ database, config, ...parts }: DevParts): AstroIntegration {
  const orders = new Map<string, { readonly file: string; readonly view: View; readonly outcome: Outcome }>();
  // Files of a build must not stand in front of what is being written.
  const settings = { ...config, buildDir: mkdtempSync(join(tmpdir(), 'loftling-dev-')) };
  /** HTML of blocks is cached for as long as what was put together is there. */
  let hasNewBlocks = false;
  let made: { readonly assemble: Assemble; readonly running: Promise<Assembled>; readonly takeBack: () => void } | undefined;

  function rendererOf(server: ViteDevServer): PageRenderer {
    return (_request, file, view, outcome) => {
      const ticket = randomUUID();
      orders.set(ticket, { file, view, outcome });
      const address = server.httpServer?.address();
      const port = typeof address === 'object' && address ? address.port : config.port;
      return fetch(`http://127.0.0.1:${port}${file}`, { headers: { [ticketHeader]: ticket }, redirect: 'manual' }).finally(() => orders.delete(ticket));
    };
  }

  /** What is put together of the code as it is now. */
  async function current(server: ViteDevServer): Promise<Assembled> {
    const { assemble } = (await server.ssrLoadModule('/src/server/assemble.ts')) as { assemble: Assemble };
    if (made?.assemble === assemble && !hasNewBlocks) return made.running;
    hasNewBlocks = false;
    const before = made;
    const { database: ours, takeBack } = lent(database);
    const running = (async () => {
      before?.takeBack();
      await stopped(before?.running);
      const fresh = await assemble({ ...parts, config: settings, render: rendererOf(server), openDatabase: async () => ours });
      await fresh.begin();
      return fresh;
    })();
    made = { assemble, running, takeBack };
    // What could not be put together is tried again with the next request, when the file may be mended.
    running.catch(() => (made = undefined));
    return running;
  }

  async function answer(server: ViteDevServer, request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): Promise<void> {
    const ticket = request.headers[ticketHeader];
    const order = typeof ticket === 'string' ? orders.get(ticket) : undefined;
    if (order) {
      Object.assign(request, { [localsOf]: { view: order.view, outcome: order.outcome } });
      next();
      return;
    }
    const { pathname } = new URL(request.url ?? '/', config.siteUrl);
    const inPublic = pathname !== '/' && existsSync(join('public', pathname));
    if (ofVite.test(request.url ?? '') || inPublic) {
      next();
      return;
    }
    const now = await current(server);
    const found = await now.rendering.locate(new URL(request.url ?? '/', config.siteUrl));
    // What editors write is rendered by Astro alone, as the build does.
    if (found.kind === 'page' && routeOf(found.page.name).render === 'built') {
      next();
      return;
    }
    withoutPolicy(response);
    now.server.emit('request', request, response);
  }

  /** As `answer`; what fails is told to the developer, at the terminal and in the browser. */
  async function answerOrSay(...asked: Parameters<typeof answer>): Promise<void> {
    const [server, , , next] = asked;
    try {
      await answer(...asked);
    } catch (error) {
      parts.log.error({ error: error instanceof Error ? error.message : String(error) }, 'the development server could not answer');
      if (error instanceof Error) server.ssrFixStacktrace(error);
      next(error);
    }
  }

  return {
    name: 'loftling-dev',
    hooks: {
      'astro:server:setup': ({ server }) => {
        // Blocks are components, functions that write markup, and what editors write.
        server.watcher.on('change', (path) => (hasNewBlocks ||= /\.astro$|[\\/]src[\\/](?:layouts|content)[\\/]/.test(path)));
        server.middlewares.use((request, response, next) => void answerOrSay(server, request, response, next));
      },
      'astro:server:done': async () => {
        await stopped(made?.running);
        await database.close();
      },
    },
  };
}

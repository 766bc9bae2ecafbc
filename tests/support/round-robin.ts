/**
 * A proxy in front of several nodes, as small as one can be: by turns, and only to nodes whose `/readyz` says 200. A request
 * that no node has taken yet goes to the next one; one that a node took and did not answer is asked again when it only reads.
 */
import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

export type RoundRobin = {
  readonly baseUrl: string;
  /** Answers by node. */
  readonly answers: Map<string, number>;
  add(node: string): void;
  remove(node: string): void;
  /** Resolves when just these nodes are ready. */
  until(nodes: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

/** The proxy's own answer, in the envelope of the API. */
const failure = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'application/json', 'retry-after': '1' },
  body: Buffer.from(JSON.stringify({ error_code: status, message: '', data: null })),
});

/** Between two looks at a node, and the longest wait for its answer, in milliseconds. */
const [lookEvery, lookLimit] = [100, 3_000];

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A request of its own connection, so that one that is refused was taken by nobody. */
async function pass(node: string, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
  const { hostname, port } = new URL(node);
  const onward = ask({ hostname, port, method, path: url, headers: { ...headers, connection: 'close' }, agent: false });
  onward.end(body);
  const [message] = (await once(onward, 'response')) as [IncomingMessage];
  return { status: message.statusCode ?? 502, headers: message.headers, body: await readAll(message) };
}

async function isReady(node: string): Promise<boolean> {
  try {
    return (await fetch(`${node}/readyz`, { signal: AbortSignal.timeout(lookLimit) })).status === 200;
  } catch {
    return false;
  }
}

/** Listens on a free loopback port. Nodes are told who asks by `x-forwarded-for`. */
export async function roundRobin(nodes: readonly string[]): Promise<RoundRobin> {
  const ready = new Map<string, boolean>(nodes.map((node) => [node, false]));
  const answers = new Map<string, number>();
  const waiting: { readonly wanted: string; readonly resolve: () => void }[] = [];
  let turn = 0;

  const readyNodes = (): string[] => [...ready].filter(([, is]) => is).map(([node]) => node);
  function mark(node: string, is: boolean): void {
    if (ready.has(node)) ready.set(node, is);
    const now = readyNodes().sort().join(' ');
    for (const one of waiting.filter(({ wanted }) => wanted === now)) {
      waiting.splice(waiting.indexOf(one), 1);
      one.resolve();
    }
  }
  let isOver = false;
  const looks = new Map<string, Promise<void>>();
  function look(): void {
    for (const node of ready.keys()) {
      if (looks.has(node)) continue;
      const seen = isReady(node).then((is) => {
        looks.delete(node);
        mark(node, is);
      });
      looks.set(node, seen);
    }
  }

  async function answer(asked: IncomingMessage, body: Buffer): Promise<Answer> {
    // When none seems ready, any may be: looking itself fails on a machine that has too much to do.
    const seen = readyNodes();
    const candidates = seen.length > 0 ? seen : [...ready.keys()];
    // Others take their turn while this one waits.
    const first = turn++;
    for (let at = 0; at < candidates.length; at++) {
      const node = candidates[(first + at) % candidates.length] ?? '';
      try {
        const given = await pass(node, asked, body);
        answers.set(node, (answers.get(node) ?? 0) + 1);
        return given;
      } catch (error) {
        mark(node, false);
        const refused = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
        if (!refused && asked.method !== 'GET') return failure(502);
      }
    }
    return failure(503);
  }

  const server = createServer(async (asked, response) => {
    // Who asks is told by this proxy alone. One machine plays many clients here, so it may name one.
    asked.headers['x-forwarded-for'] = String(asked.headers['x-client'] ?? asked.socket.remoteAddress);
    const { status, headers, body } = await answer(asked, await readAll(asked));
    const { 'transfer-encoding': _chunked, connection: _connection, ...kept } = headers;
    response.writeHead(status, { ...kept, 'content-length': body.length }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const timer = setInterval(() => isOver || look(), lookEvery);
  look();
  return {
    // By number: look-ups of a name come one after another.
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    add: (node) => void ready.set(node, false),
    remove: (node) => void ready.delete(node),
    until: (wanted) =>
      new Promise((resolve) => {
        waiting.push({ wanted: wanted.toSorted().join(' '), resolve });
        mark('', false);
      }),
    async close() {
      isOver = true;
      clearInterval(timer);
      await Promise.all(looks.values());
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

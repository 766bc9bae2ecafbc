/**
 * A site as it is, seen through a door that hears what its pages complain of: the protocol of browser drivers has no
 * way to a console. Each page gets one script more, from the same origin and before all others.
 */
import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const script = '/_complaints.js';
const inbox = '/_complaints';

/** Runs in every page. What is heard is sent at once, so that a page that is left has told all. */
function hear(to: string): void {
  const tell = (what: string): void => void navigator.sendBeacon(to, `${location.pathname}: ${what}`);
  addEventListener('error', ({ message, filename, lineno }) => tell(`${message} (${filename}:${lineno})`));
  addEventListener('unhandledrejection', ({ reason }) => tell(`unhandled ${String(reason)}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => tell(`policy ${violatedDirective} ${blockedURI}`));
  const { error } = console;
  console.error = (...said: unknown[]) => {
    tell(`console ${said.map(String).join(' ')}`);
    error(...said);
  };
}

export type WatchedSite = {
  readonly baseUrl: string;
  /** What pages have complained of, each with its path; who has judged them takes them out. */
  readonly complaints: string[];
  stop(): Promise<void>;
};

/** Opens the door to a running site, on a free loopback port. */
export async function watchSite(siteUrl: string): Promise<WatchedSite> {
  const complaints: string[] = [];

  const pass = (asked: IncomingMessage, answer: ServerResponse): void => {
    const { hostname, port } = new URL(siteUrl);
    const options = { hostname, port, path: asked.url, method: asked.method, headers: { ...asked.headers, 'accept-encoding': 'identity' } };
    const onward = request(options, async (given) => {
      const isPage = given.headers['content-type']?.startsWith('text/html') === true;
      if (given.statusCode && given.statusCode >= 400 && !isPage) complaints.push(`status ${given.statusCode}: ${asked.url}`);
      if (!isPage) {
        answer.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(answer);
        return;
      }
      const html = Buffer.concat(await given.toArray()).toString();
      const body = html.replace(/<head[^>]*>/, (head) => `${head}<script src="${script}"></script>`);
      const headers = { ...given.headers };
      delete headers['content-length'];
      delete headers['transfer-encoding'];
      answer.writeHead(given.statusCode ?? 502, headers).end(asked.method === 'HEAD' ? undefined : body);
    });
    onward.on('error', (error) => answer.headersSent || answer.writeHead(502).end(error.message));
    asked.pipe(onward);
  };

  const door = createServer(async (asked, answer) => {
    if (asked.url === script) answer.writeHead(200, { 'content-type': 'text/javascript' }).end(`(${String(hear)})(${JSON.stringify(inbox)})`);
    else if (asked.url === inbox) {
      complaints.push(Buffer.concat(await asked.toArray()).toString());
      answer.writeHead(204).end();
    } else pass(asked, answer);
  });
  await new Promise<void>((resolve) => void door.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    complaints,
    stop: () =>
      new Promise((resolve) => {
        door.close(() => resolve());
        door.closeAllConnections();
      }),
  };
}

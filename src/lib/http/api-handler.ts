/** API requests: read with a bound on the body, answered by the bundle, never kept. */
import type { IncomingMessage } from 'node:http';
import type { RenderContext } from '#lib/render-context.ts';
import { localeOfHeader } from './bind.ts';
import { apiPrefixes } from './contract.ts';
import { apiErrors } from './envelope.ts';
import type { PageRenderer } from './pages-handler.ts';
import { send } from './respond.ts';
import type { Handler } from './server.ts';
import { translator } from '#lib/i18n/t.ts';

/** Largest body an API call may have, in bytes. */
const maxBody = 1_048_576;
const prefixes = new Set<string>(apiPrefixes);

/** Whether the path belongs to the API. */
export function isApiPath(pathname: string): boolean {
  return prefixes.has(pathname.split('/', 2)[1] ?? '');
}

/** The whole body, or undefined when it is larger than allowed. */
async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBody) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function createApiHandler(render: PageRenderer, context: RenderContext): Handler {
  return async (request, response, url) => {
    if (!isApiPath(url.pathname)) return undefined;
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value);
    const body = request.method === 'POST' ? await readBody(request) : Buffer.alloc(0);
    if (!body) {
      const { code, status, message } = apiErrors['too-large'];
      const text = translator(localeOfHeader(request.headers['accept-language']))(message);
      send(request, response, {
        status,
        headers: { 'content-type': 'application/json; charset=utf-8', connection: 'close' },
        body: JSON.stringify({ error_code: code, message: text, data: null }),
      });
      return 'api';
    }
    const method = request.method ?? 'GET';
    const answer = await render(new Request(url, { method, headers, ...(method === 'POST' ? { body } : {}) }), context);
    send(request, response, {
      status: answer.status,
      headers: { 'content-type': answer.headers.get('content-type') ?? 'application/json; charset=utf-8', 'cache-control': 'no-store' },
      body: Buffer.from(await answer.arrayBuffer()),
    });
    return 'api';
  };
}

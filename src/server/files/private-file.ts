/** Files for one person alone: kept by nobody on the way, and shown in no page of another site. Another's is not there, as one that never was. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { send } from '../respond.ts';

/** What every answer about such a file says. */
export const closed = { 'cache-control': 'private, no-store', 'cross-origin-resource-policy': 'same-origin' } as const;
const pdf = 'application/pdf';

/** Why there is no file, in a sentence for a person. @param seconds after which to come again. */
export function sendNoFile(request: IncomingMessage, response: ServerResponse, status: 404 | 503, why: string, seconds?: number): void {
  const later = seconds === undefined ? {} : { 'retry-after': String(seconds) };
  send(request, response, { status, headers: { ...closed, 'content-type': 'text/plain; charset=utf-8', ...later }, body: why });
}

/** Gives out a file to be saved under a name of plain letters, or says that there is none. */
export function sendPrivateFile(request: IncomingMessage, response: ServerResponse, name: string, body: Buffer | undefined, type = pdf): void {
  if (!body) {
    sendNoFile(request, response, 404, 'Not found.');
    return;
  }
  send(request, response, { status: 200, headers: { ...closed, 'content-type': type, 'content-disposition': `attachment; filename="${name}"` }, body });
}

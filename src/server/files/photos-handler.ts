/** Suppliers' photographs, copied by the importer under names made of their content: the same address never changes. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { send } from '../respond.ts';
import { picturePolicy } from '#server/pages/security-headers.ts';
import type { Handler } from '#server/handler.ts';
import { contentTypeOf } from './static-files.ts';

/** @param folder where the importer keeps them; nothing else of it is served. */
export function createPhotosHandler(folder: string): Handler {
  return async (request, response, { pathname }) => {
    if (!pathname.startsWith('/photos/')) return undefined;
    const name = /^\/photos\/([\w-]{8,100}\.(?:jpg|jpeg|png|webp|avif))$/.exec(pathname)?.[1];
    const body = name === undefined ? undefined : await readFile(join(folder, name)).catch(() => undefined);
    if (body)
      send(request, response, {
        status: 200,
        headers: { 'content-type': contentTypeOf(pathname), 'cache-control': 'public, max-age=31536000, immutable', ...picturePolicy },
        body,
      });
    else
      send(request, response, {
        status: 404,
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
        body: 'No such photograph.',
      });
    return 'photo';
  };
}

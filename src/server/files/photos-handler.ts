/** Suppliers' photographs, stored by the importer under names made of their content: the same address never changes. */
import type { Storage } from '#lib/ports/storage/storage.ts';
import { picturePolicy } from '#server/pages/security-headers.ts';
import { send } from '../respond.ts';
import type { Handler } from '../handler.ts';

const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };

/** @param storage where the importer keeps them; nothing else of it is served. */
export function createPhotosHandler(storage: Pick<Storage, 'get'>): Handler {
  return async (request, response, { pathname }) => {
    if (!pathname.startsWith('/photos/')) return undefined;
    const name = /^\/photos\/([A-Za-z\d][\w-]{7,99}\.(?:jpg|jpeg|png|webp|avif))$/.exec(pathname)?.[1];
    const file = name === undefined ? undefined : await storage.get(`photos/${name}`).catch(() => 'away' as const);
    if (file === 'away') send(request, response, { status: 503, headers: { ...plain, 'retry-after': '5' }, body: 'Photographs cannot be read just now.' });
    else if (file)
      send(request, response, {
        status: 200,
        headers: { 'content-type': file.type, 'cache-control': 'public, max-age=31536000, immutable', ...picturePolicy },
        body: file.bytes,
      });
    else send(request, response, { status: 404, headers: plain, body: 'No such photograph.' });
    return 'photo';
  };
}

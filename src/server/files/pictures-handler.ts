/** Pictures by address. Each address always gives the same picture, so browsers may keep it for ever. */
import type { Pictures } from '#lib/features/pictures/pictures.service.ts';
import { send } from '../respond.ts';
import { picturePolicy } from '#server/pages/security-headers.ts';
import type { Handler } from '#server/handler.ts';
import { contentTypeOf } from './static-files.ts';

export function createPicturesHandler(pictures: Pictures): Handler {
  return async (request, response, { pathname }) => {
    if (!pathname.startsWith('/pictures/')) return undefined;
    // Nobody traces a picture, and a page has many of them.
    response.removeHeader('x-trace-id');
    const body = await pictures.find(pathname);
    const headers = { 'content-type': contentTypeOf(pathname), 'cache-control': 'public, max-age=31536000, immutable', ...picturePolicy };
    if (body) send(request, response, { status: 200, headers, body });
    else
      send(request, response, { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }, body: 'No such picture.' });
    return 'picture';
  };
}

/** Pictures by address. Each address always gives the same picture, so browsers may keep it for ever. */
import { picturesAtOnce } from '#lib/features/pictures/pictures.service.ts';
import type { Pictures } from '#lib/features/pictures/pictures.service.ts';
import { picturePolicy } from '#server/pages/security-headers.ts';
import type { Handler } from '#server/handler.ts';
import { drawnAnswers } from './drawn-answer.ts';
import type { DrawnOptions } from './drawn-answer.ts';
import { createRenderQueue } from './render-queue.ts';
import { contentTypeOf } from './static-files.ts';

export function createPicturesHandler(pictures: Pictures, options: DrawnOptions): Handler {
  const answer = drawnAnswers(createRenderQueue(picturesAtOnce), options);
  return async (request, response, { pathname }) => {
    if (!pathname.startsWith('/pictures/')) return undefined;
    // Nobody traces a picture, and a page has many of them.
    response.removeHeader('x-trace-id');
    await answer(request, response, {
      pathname,
      headers: { 'content-type': contentTypeOf(pathname), 'cache-control': 'public, max-age=31536000, immutable', ...picturePolicy },
      kept: () => pictures.kept(pathname),
      make: () => pictures.make(pathname),
    });
    return 'picture';
  };
}

/** Pictures of link previews and mails. Drawing one takes half a second of a core, so each is kept, and one is drawn at a time. */
import { dayMs } from '#lib/dates/dates.ts';
import { LRUCache } from 'lru-cache';
import type { OgPictures } from '#lib/features/pictures/og-picture.service.ts';
import { sharedPicture } from '../pages/security-headers.ts';
import type { Handler } from '#server/handler.ts';
import { contentTypeOf } from './static-files.ts';
import { drawnAnswers } from './drawn-answer.ts';
import type { DrawnOptions } from './drawn-answer.ts';
import { createRenderQueue } from './render-queue.ts';

/** @param cacheBytes bound on the pictures kept in memory; the figures on them are up to a day old. */
export function createOgHandler(pictures: OgPictures, cacheBytes: number, options: DrawnOptions): Handler {
  const kept = new LRUCache<string, Buffer>({ maxSize: cacheBytes, sizeCalculation: (body) => body.length, ttl: dayMs });
  const answer = drawnAnswers(createRenderQueue(1), options);
  return async (request, response, { pathname }) => {
    if (!pathname.startsWith('/og/')) return undefined;
    await answer(request, response, {
      pathname,
      headers: { 'content-type': contentTypeOf(pathname), 'cache-control': 'public, max-age=86400', ...sharedPicture },
      kept: async () => kept.get(pathname),
      async make() {
        const picture = await pictures.render(pathname);
        if (picture) kept.set(pathname, picture.body);
        return picture?.body;
      },
    });
    return 'og-picture';
  };
}

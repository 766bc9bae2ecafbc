/** Link-preview pictures. Drawing one takes half a second of a core, so each is kept, and one is drawn at a time. */
import { LRUCache } from 'lru-cache';
import type { OgPictures } from '#lib/features/pictures/og-picture.service.ts';
import { sharedPicture } from '../pages/security-headers.ts';
import { send } from '../respond.ts';
import type { Handler } from '#server/handler.ts';

const day = 86_400_000;

/** @param cacheBytes bound on the pictures kept in memory; the figures on them are up to a day old. */
export function createOgHandler(pictures: OgPictures, cacheBytes: number): Handler {
  const kept = new LRUCache<string, Buffer>({ maxSize: cacheBytes, sizeCalculation: (body) => body.length, ttl: day });
  const inFlight = new Map<string, Promise<Buffer | undefined>>();
  let tail: Promise<unknown> = Promise.resolve();

  function draw(pathname: string): Promise<Buffer | undefined> {
    const running = inFlight.get(pathname);
    if (running) return running;
    const work = tail
      .then(async () => {
        const picture = await pictures.render(pathname);
        if (picture) kept.set(pathname, picture.body);
        return picture?.body;
      })
      .finally(() => inFlight.delete(pathname));
    tail = work.catch(() => undefined);
    inFlight.set(pathname, work);
    return work;
  }

  return async (request, response, { pathname }) => {
    if (!pathname.startsWith('/og/')) return undefined;
    const body = kept.get(pathname) ?? (await draw(pathname));
    if (body)
      send(request, response, { status: 200, headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400', ...sharedPicture }, body });
    else
      send(request, response, { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }, body: 'No such picture.' });
    return 'og-picture';
  };
}

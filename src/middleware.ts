/**
 * Gives the pages of the build their view. Pages that are rendered on demand come with theirs: the server asks the route
 * table what a path means before anything is rendered (`server/pages/pages-handler.ts`).
 */
import { defineMiddleware } from 'astro:middleware';
import { buildContext } from '#lib/render-context.ts';
import { resolvePath } from '#lib/resolve.ts';
import { createView } from '#lib/view-of.ts';

export const onRequest = defineMiddleware(async ({ locals, url }, next) => {
  if (locals.view) return next();
  const context = await buildContext();
  // The build asks for its pages as folders, `/en/guides/`; readers are answered without the slash.
  const pathname = url.pathname.replace(/(.)\/$/, '$1');
  const found = await context.locate(url, resolvePath(context.geo, pathname, context.hostLocale(url)));
  if (found.kind !== 'page') throw new Error(`${pathname} is built, and the route table has no such page`);
  locals.view = createView(context, found.page, { query: url.searchParams });
  return next();
});

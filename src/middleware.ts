/**
 * The one router: asks the route table what a path means, redirects other spellings, and hands the page
 * file its `View`. Page files have neutral addresses of their own (`/catalogue/list`) that nobody can ask for.
 */
import { defineMiddleware } from 'astro:middleware';
import { renderContext } from '#lib/render-context.ts';
import { resolvePath } from '#lib/resolve.ts';
import { routeOf } from '#lib/routes.ts';
import { createView } from '#lib/view-of.ts';

export const onRequest = defineMiddleware(async (context, next) => {
  // A rewrite below comes through here again with its view already made.
  if (context.locals.view) return next();
  const render = await renderContext(context.locals);
  // The build asks for its pages as folders, `/en/guides/`; readers are answered without the slash.
  const pathname = context.isPrerendered ? context.url.pathname.replace(/(.)\/$/, '$1') : context.url.pathname;
  const found = await render.locate(context.url, resolvePath(render.geo, pathname, render.hostLocale(context.url)));
  if (found.kind === 'redirect') return context.redirect(found.location, 308);
  context.locals.view = createView(render, found.page, context.url);
  const { page, render: rendering } = routeOf(found.page.name);
  const response = found.kind === 'missing' ? await next('/404') : rendering === 'built' ? await next() : await next(`/${page}`);
  // The server keeps the page under these tags and drops the header.
  if (!context.isPrerendered) response.headers.set('x-tags', [...context.locals.view.tags].join(' '));
  return response;
});

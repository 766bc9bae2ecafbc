/** Where a request enters the application: the API's prefixes first, then Astro's pages. */
import { getFetchState, astro } from 'astro/hono';
import { Hono } from 'hono';
import { apiPrefixes } from '#lib/api/contract.ts';

const app = new Hono();
for (const prefix of apiPrefixes) {
  // The server answers these before it asks for a page (api-handler.ts); here for hosts that only know the bundle.
  app.all(`/${prefix}/*`, (context) => getFetchState(context).locals.context?.api?.fetch(context.req.raw) ?? context.notFound());
}
app.use((context, next) => {
  // A page is compressed and kept whole. A handler of one's own loses what the entry says about streaming.
  getFetchState(context).streaming = false;
  return next();
});
app.use(astro());

export default app;

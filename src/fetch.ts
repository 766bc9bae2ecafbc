/** Where a request enters the application: the API's prefixes first, then Astro's pages. */
import { getFetchState, astro } from 'astro/hono';
import { Hono } from 'hono';
import { mountCalls } from '#lib/http/bind.ts';
import type { BoundCall } from '#lib/http/bind.ts';
import { apiPrefixes } from '#lib/http/contract.ts';

/** The API of one process; made once per set of calls. */
const apis = new WeakMap<readonly BoundCall[], Hono>();
function apiOf(calls: readonly BoundCall[]): Hono {
  let app = apis.get(calls);
  if (!app) {
    app = new Hono();
    mountCalls(app, calls, apiPrefixes);
    apis.set(calls, app);
  }
  return app;
}

const app = new Hono();
for (const prefix of apiPrefixes) {
  app.all(`/${prefix}/*`, (context) => apiOf(getFetchState(context).locals.context?.calls ?? []).fetch(context.req.raw));
}
app.use(astro());

export default app;

/** What the built server bundle exports: the pages as a function from an admitted request to a response. */
import { createApp } from 'astro/app/entrypoint';
import type { Outcome, View } from '#lib/view.ts';

const app = createApp({ streaming: false });

const { csp } = app.manifest;
/** Digests of the few lines that wake islands. The build has worked them out; the server writes them into its own policy. */
const islandPolicy = `script-src ${(csp?.scriptDirective.hashes ?? []).map((entry) => `'${typeof entry === 'string' ? entry : entry.hash}'`).join(' ')}`;
// Without this, every render would digest the page's styles anew, for a policy that nobody reads.
app.manifest.shouldInjectCspMetaTags = false;

/** Page files by their neutral address, `/catalogue/list`, which nobody can ask for. */
const routes = new Map(app.manifest.routes.map(({ routeData }) => [routeData.route, routeData]));

/**
 * Renders the page file at `file` for the view. The file is named here, not found by the address: the route table decides.
 * @throws when there is no such file.
 */
export async function render(request: Request, file: string, view: View, outcome: Outcome): Promise<Response> {
  const routeData = routes.get(file);
  if (!routeData) throw new Error(`there is no page file ${file}`);
  const response = await app.render(request, { routeData, locals: { view, outcome } });
  response.headers.set('content-security-policy', islandPolicy);
  return response;
}

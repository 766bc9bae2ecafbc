/** What the built server bundle exports: the pages as a function from an admitted request to a response. */
import { createApp } from 'astro/app/entrypoint';
import type { Outcome, View } from '#lib/view.ts';

const app = createApp({ streaming: false });

/** Page files by their neutral address, `/catalogue/list`, which nobody can ask for. */
const routes = new Map(app.manifest.routes.map(({ routeData }) => [routeData.route, routeData]));

/**
 * Renders the page file at `file` for the view. The file is named here, not found by the address: the route table decides.
 * @throws when there is no such file.
 */
export function render(request: Request, file: string, view: View, outcome: Outcome): Promise<Response> {
  const routeData = routes.get(file);
  if (!routeData) throw new Error(`there is no page file ${file}`);
  return app.render(request, { routeData, locals: { view, outcome } });
}

/** What the built server bundle exports: the pages as a function from request to response. */
import { createApp } from 'astro/app/entrypoint';
import type { RenderContext } from '#lib/render-context.ts';

const app = createApp({ streaming: false });

/** Renders one page, or runs one API call, with the services of the process that serves it. */
export function render(request: Request, context: RenderContext): Promise<Response> {
  return app.render(request, { locals: { context } });
}

/** What the built server bundle exports: the pages as a function from an admitted request to a response. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createApp } from 'astro/app/entrypoint';
import islandElement from 'astro/runtime/server/astro-island.prebuilt.js';
import { renderToString } from 'astro/runtime/server/index.js';
import { PageText, withoutMarks } from '#lib/page-text.ts';
import type { Outcome, View } from '#lib/view.ts';

const app = createApp({ streaming: false });

const { csp } = app.manifest;
/** Digests of the few lines that wake islands. The build has worked them out; the server writes them into its own policy. */
const islandPolicy = `script-src ${(csp?.scriptDirective.hashes ?? []).map((entry) => `'${typeof entry === 'string' ? entry : entry.hash}'`).join(' ')}`;
// Without this, every render would digest the page's styles anew, for a policy that nobody reads.
app.manifest.shouldInjectCspMetaTags = false;

const directive = app.manifest.clientDirectives.get('intent') ?? '';
/** What wakes islands, as Astro writes it into each page that has one. */
const written = `<script>${directive}</script><script>${islandElement}</script>`;
const waking = `${directive};${islandElement}`;

/** The same as a file of the build, which browsers keep: its path, which changes with what it holds, and its text. */
export const islandFile = { path: `/_assets/islands.${createHash('sha256').update(waking).digest('base64url').slice(0, 8)}.js`, text: waking };

/** Asked for before anything that stands in the page, and run as soon as it is there: an island that has been parsed by then is found. */
const asked = `<script async src="${islandFile.path}"></script></head>`;

const moduleScript = /<script type="module" src="([^"]+)">/;
/** Files of the build that others name in their first lines: they would be asked for when those have come. */
const imported = /^(?:import|export)[^;("'`]*["'`]\.\/([\w.-]+\.js)["'`]/gm;
const scriptTags = new Map<string, string>();

/** What asks for a page's script and what it imports, all at once. As scripts: whoever has these turned off is asked for none, as they are for preloads. */
function scriptTag(src: string): string {
  let tag = scriptTags.get(src);
  if (tag === undefined) {
    const folder = src.slice(0, src.lastIndexOf('/') + 1);
    const text = readFileSync(new URL(`../client${src}`, import.meta.url), 'utf8');
    const parts = [...text.replaceAll(';', '\n').matchAll(imported)].map(([, name]) => `<script type=module fetchpriority=low src=${folder}${name}></script>`);
    tag = `${parts.join('')}<script type=module fetchpriority=low src="${src}">`;
    scriptTags.set(src, tag);
  }
  return tag;
}

/**
 * The page with its script asked for after what is seen: it runs once all is parsed, whenever it comes, and would take the line from the
 * first picture (docs/decisions/0128).
 */
export const withLateScript = (html: string): string => html.replace(moduleScript, (_, src: string) => scriptTag(src));

const headEnd = '</head>';

/**
 * The page as it goes out: its script late, and what wakes islands as the file in place of the lines, where an island stands; in
 * development these are others, and stay.
 * @param texts what of the page is its own: its head stands in the first of them.
 */
function finished(texts: readonly string[]): readonly string[] {
  const island = texts.findIndex((text) => text.includes(written));
  return texts.map((text, index) => {
    const own = index === island ? text.replace(written, '') : text;
    const head = index === 0 ? own.indexOf(headEnd) : -1;
    if (head < 0) return own;
    const top = withLateScript(own.slice(0, head));
    return island < 0 ? `${top}${own.slice(head)}` : `${top}${asked}${own.slice(head + headEnd.length)}`;
  });
}

type Load = Parameters<NonNullable<typeof app.manifest.pageMap>['set']>[1];
type Module = Awaited<ReturnType<Load>>;
type Factory = Parameters<typeof renderToString>[1];

/** Answers that Astro would put its page of errors in place of, had they no body. */
const isReplaced = (status: number): boolean => status === 404 || status >= 500;

/**
 * Makes a page's text go beside its Response instead of through it. A body is copied three times on its way through a stream,
 * and what stands in one is let go by full garbage collections alone, which then are most of what a page costs
 * (docs/decisions/0092).
 */
function writtenBeside(factory: Factory): Factory {
  const write = async (...[result, props, slots]: Parameters<Factory>): Promise<Response> => {
    const { outcome }: { outcome?: Outcome } = result.createAstro(props, slots).locals;
    if (outcome) outcome.kept = [];
    const text = await renderToString(result, factory, props, slots, true);
    if (text instanceof Response) return text;
    const { status = 200, headers } = result.response;
    if (!outcome || isReplaced(status)) return new Response(withLateScript(withoutMarks(text, { outcome })), { status, headers });
    outcome.html = PageText.of(text, outcome.kept, finished);
    return new Response(null, { status, headers });
  };
  return Object.assign(write, factory);
}

async function loadBeside(load: Load): Promise<Module> {
  const module = await load();
  const page = await module.page();
  // Files that are no pages, such as a feed, have none.
  if (typeof page.default !== 'function') return module;
  const beside = { ...page, default: writtenBeside(page.default as Factory) };
  return { ...module, page: async () => beside };
}

const { pageMap } = app.manifest;
for (const [file, load] of pageMap ?? []) {
  let loading: Promise<Module> | undefined;
  pageMap?.set(file, () => (loading ??= loadBeside(load)));
}

/** Page files by their neutral address, `/catalogue/list`, which nobody can ask for. */
const routes = new Map(app.manifest.routes.map(({ routeData }) => [routeData.route, routeData]));

/**
 * Renders the page file at `file` for the view. The file is named here, not found by the address: the route table decides.
 * What it says stands in `outcome.html`, where the Response has no body.
 * @throws when there is no such file.
 */
export async function render(request: Request, file: string, view: View, outcome: Outcome): Promise<Response> {
  const routeData = routes.get(file);
  if (!routeData) throw new Error(`there is no page file ${file}`);
  const response = await app.render(request, { routeData, locals: { view, outcome } });
  response.headers.set('content-security-policy', islandPolicy);
  return response;
}

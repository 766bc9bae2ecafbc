/**
 * Writes the catalogue's pages as files, from the same components as the server renders, for hosts that serve
 * only files. Addresses are streamed from the database, so memory does not grow with the catalogue; a page whose
 * content version has not changed since the last run is left alone.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RenderContext } from '#lib/render-context.ts';
import type { PageRenderer } from './pages-handler.ts';

/** A page to write: its path, and what its content depends on. Lists are followed to their last page. */
export type ExportPage = { readonly path: string; readonly version: string };

export type ExportReport = { written: number; unchanged: number; removed: number; failed: { path: string; status: number }[]; seconds: number };

export type ExportOptions = {
  readonly render: PageRenderer;
  readonly context: RenderContext;
  readonly origin: string;
  /** Folder of the built client, where prerendered pages already are. */
  readonly folder: string;
  readonly pages: AsyncIterable<ExportPage> | Iterable<ExportPage>;
  /** Pages rendered at once. */
  readonly width: number;
  readonly progress: (report: ExportReport) => void;
};

const manifestName = '.catalogue-pages.json';

function fileOf(folder: string, path: string): string {
  return join(folder, path === '/' ? '' : path, 'index.html');
}

/** What was written: the version's fingerprint, and the path of a list's next page. */
type Manifest = Record<string, { version: string; next?: string }>;

async function readManifest(folder: string): Promise<Manifest> {
  try {
    const manifest: Manifest = JSON.parse(await readFile(join(folder, manifestName), 'utf8'));
    return manifest;
  } catch {
    return {};
  }
}

/** Renders and writes what has changed, removes what is gone. */
export async function exportPages(options: ExportOptions): Promise<ExportReport> {
  const { render, context, origin, folder, progress } = options;
  const before = await readManifest(folder);
  const after: Manifest = {};
  const report: ExportReport = { written: 0, unchanged: 0, removed: 0, failed: [], seconds: 0 };
  const started = performance.now();

  /** Writes one page and returns the path of the next one of its list. */
  async function writeOne(path: string, version: string): Promise<string | undefined> {
    const kept = before[path];
    if (kept?.version === version) {
      after[path] = kept;
      report.unchanged++;
      return kept.next;
    }
    const answer = await render(new Request(new URL(path, origin)), context);
    const html = await answer.text();
    if (answer.status !== 200) {
      report.failed.push({ path, status: answer.status });
      return undefined;
    }
    const file = fileOf(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, html);
    const next = /<link rel="next" href="([^"]+)"/.exec(html)?.[1];
    after[path] = { version, ...(next ? { next: new URL(next, origin).pathname } : {}) };
    report.written++;
    if (report.written % 1000 === 0) progress({ ...report, seconds: (performance.now() - started) / 1000 });
    return after[path]?.next;
  }

  async function write({ path, version }: ExportPage): Promise<void> {
    const fingerprint = createHash('sha256').update(version).digest('base64url').slice(0, 16);
    for (let next: string | undefined = path; next !== undefined; ) next = await writeOne(next, fingerprint);
  }

  const running = new Set<Promise<void>>();
  for await (const page of options.pages) {
    const work = write(page).finally(() => running.delete(work));
    running.add(work);
    if (running.size >= options.width) await Promise.race(running);
  }
  await Promise.all(running);
  for (const path of Object.keys(before)) {
    if (path in after) continue;
    await rm(fileOf(folder, path), { force: true });
    report.removed++;
  }
  await writeFile(join(folder, manifestName), JSON.stringify(after));
  report.seconds = (performance.now() - started) / 1000;
  return report;
}

/**
 * Writes the catalogue's pages as files, from the same components as the server renders, for hosts that serve
 * only files. Addresses are streamed from the database, so memory does not grow with the catalogue; a page whose
 * content version has not changed since the last run is left alone.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { routeOf } from '#lib/routes.ts';
import type { PageRendering } from './render-page.ts';

/** A page to write: its path, what its content depends on, and what it shares its rows with. Lists are followed to their last page. */
export type ExportPage = { readonly path: string; readonly version: string; readonly group: string };

export type ExportReport = { written: number; unchanged: number; removed: number; failed: { path: string; status: number }[]; seconds: number };

/** What came of a page: written when the status is 200; `next` is the path of its list's next page. */
export type WrittenPage = { readonly status: number; readonly next?: string | undefined };
export type PageWriter = (path: string, group: string) => Promise<WrittenPage>;

const manifestName = '.catalogue-pages.json';

function fileOf(folder: string, path: string): string {
  return join(folder, path === '/' ? '' : path, 'index.html');
}

export type PageWriterParts = {
  readonly rendering: PageRendering;
  readonly origin: string;
  /** Folder of the built client, where prerendered pages already are. */
  readonly folder: string;
};

/** Renders a page and writes its file. */
export function createPageWriter({ rendering, origin, folder }: PageWriterParts): PageWriter {
  return async (path) => {
    const address = new URL(path, origin);
    const found = await rendering.locate(address);
    if (found.kind !== 'page') return { status: found.kind === 'missing' ? 404 : 308 };
    const answer = await rendering.render({ file: `/${routeOf(found.page.name).page}`, page: found.page, address, environment: 'web' }, '');
    if (answer.status !== 200) return { status: answer.status };
    const html = answer.body.toString();
    const file = fileOf(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, html);
    const next = /<link rel="next" href="([^"]+)"/.exec(html)?.[1];
    return { status: answer.status, next: next && new URL(next, origin).pathname };
  };
}

export type ExportOptions = {
  readonly write: PageWriter;
  readonly folder: string;
  readonly pages: AsyncIterable<ExportPage> | Iterable<ExportPage>;
  /** Pages under way at once. */
  readonly width: number;
  readonly progress: (report: ExportReport) => void;
};

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

/**
 * Writes what has changed, removes what is gone.
 * @throws what `write` throws; what was written before that is known to the next run.
 */
export async function exportPages({ write, folder, pages, width, progress }: ExportOptions): Promise<ExportReport> {
  const before = await readManifest(folder);
  const after: Manifest = {};
  const report: ExportReport = { written: 0, unchanged: 0, removed: 0, failed: [], seconds: 0 };
  const started = performance.now();

  /** Sees to one page and returns the path of the next one of its list. */
  async function writeOne(path: string, version: string, group: string): Promise<string | undefined> {
    const kept = before[path];
    if (kept?.version === version) {
      after[path] = kept;
      report.unchanged++;
      return kept.next;
    }
    const { status, next } = await write(path, group);
    if (status !== 200) {
      report.failed.push({ path, status });
      return undefined;
    }
    after[path] = { version, ...(next ? { next } : {}) };
    report.written++;
    if (report.written % 1000 === 0) progress({ ...report, seconds: (performance.now() - started) / 1000 });
    return next;
  }

  async function writeAll({ path, version, group }: ExportPage): Promise<void> {
    const fingerprint = createHash('sha256').update(version).digest('base64url').slice(0, 16);
    for (let next: string | undefined = path; next !== undefined; ) next = await writeOne(next, fingerprint, group);
  }

  const running = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  for await (const page of pages) {
    const work = writeAll(page)
      .catch((error: unknown) => void (failure ??= { error }))
      .finally(() => running.delete(work));
    running.add(work);
    if (running.size >= width) await Promise.race(running);
    if (failure) break;
  }
  await Promise.all(running);
  if (failure) {
    await writeFile(join(folder, manifestName), JSON.stringify({ ...before, ...after }));
    throw failure.error;
  }
  for (const path of Object.keys(before)) {
    if (path in after) continue;
    await rm(fileOf(folder, path), { force: true });
    report.removed++;
  }
  await writeFile(join(folder, manifestName), JSON.stringify(after));
  report.seconds = (performance.now() - started) / 1000;
  return report;
}

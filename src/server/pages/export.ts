/**
 * Writes the catalogue's pages as files, from the same components as the server renders, for hosts that serve
 * only files. Addresses are streamed from the database, so memory does not grow with the catalogue; a page whose
 * content version has not changed since the last run is left alone.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { routeOf } from '#lib/routes.ts';
import type { PageRequest } from '#lib/resolve.ts';
import { readFilePage } from './file-page.ts';
import type { FilePage } from './file-page.ts';
import type { PageText } from '#lib/page-text.ts';
import { bytesOfPage } from './page-bytes.ts';
import type { PageRendering } from './render-page.ts';

/** A page to write: its path, what its content depends on, and what it shares its rows with. Lists are followed to their last page. */
export type ExportPage = { readonly path: string; readonly version: string; readonly group: string };

export type ExportReport = { written: number; unchanged: number; removed: number; failed: { path: string; status: number }[]; seconds: number };

/** What came of a page: written when the status is 200; `next` is the path of its list's next page. */
export type WrittenPage = { readonly status: number; readonly next?: string | undefined };
export type PageWriter = (path: string, group: string) => Promise<WrittenPage>;

const manifestName = '.catalogue-pages.json';

/** Of a large catalogue, what is linked to from many pages comes early. */
const mostVerdicts = 200_000;
const mostFolders = 10_000;

function fileOf(folder: string, path: string): string {
  return join(folder, path === '/' ? '' : path, 'index.html');
}

/** The text as one of its own: what is cut out of a page keeps all of that page in memory. */
const owned = (text: string): string => Buffer.from(text).toString();

export type PageWriterParts = {
  readonly rendering: PageRendering;
  readonly origin: string;
  /** Folder of the built client, where prerendered pages already are. */
  readonly folder: string;
  /** Whether a page is there as a file when all is written. */
  readonly isWritten: (page: PageRequest) => boolean;
  /** The same as far as a path says it by itself. */
  readonly mayBeWritten: (path: string) => boolean;
  /** The bytes of a picture by its path; undefined when there is none. */
  readonly picture: (path: string) => Promise<Uint8Array | undefined>;
};

export type Writer = {
  readonly write: PageWriter;
  /** Bytes that a page takes, and those of its pictures; undefined when it does not answer. Writes nothing. */
  weigh(path: string): Promise<{ readonly page: number; readonly pictures: number } | undefined>;
};

/** Renders a page and writes its file, and those that it names: pictures, styles. */
export function createPageWriter({ rendering, origin, folder, isWritten, mayBeWritten, picture }: PageWriterParts): Writer {
  const built = new Map<string, boolean>();
  /** Whether a link leads to a file: the same all through a run, and most pages link to the same ones. */
  const verdicts = new Map<string, boolean>();
  const kept = new Set<string>();
  const folders = new Set<string>();

  /** Whether the build has made it: a page, or a file such as a feed. */
  function isBuilt(path: string): boolean {
    const known = built.get(path);
    if (known !== undefined) return known;
    const found = existsSync(fileOf(folder, path)) || (path !== '/' && statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() === true);
    built.set(path, found);
    return found;
  }

  async function leadsToFile(path: string): Promise<boolean> {
    const found = await rendering.locate(new URL(path, origin));
    if (found.kind !== 'page') return false;
    return routeOf(found.page.name).render === 'built' ? isBuilt(path) : isWritten(found.page);
  }

  async function leads(paths: Iterable<string>): Promise<ReadonlySet<string>> {
    const good = new Set<string>();
    for (const path of paths) {
      if (!mayBeWritten(path)) continue;
      let verdict = verdicts.get(path);
      if (verdict === undefined) {
        verdict = await leadsToFile(path);
        if (verdicts.size < mostVerdicts) verdicts.set(owned(path), verdict);
      }
      if (verdict) good.add(path);
    }
    return good;
  }

  /** Writes a file into its folder, which is made once. At once: nobody else waits here, and by way of other threads it costs thrice the time. */
  function store(file: string, content: Uint8Array | string): void {
    const parent = dirname(file);
    if (!folders.has(parent)) mkdirSync(parent, { recursive: true });
    // Pages have folders of their own; those of what they share are few.
    if (folders.size < mostFolders) folders.add(parent);
    writeFileSync(file, content);
  }

  async function make(path: string): Promise<{ readonly status: number; readonly page?: FilePage & { readonly html: PageText } }> {
    const address = new URL(path, origin);
    const found = await rendering.locate(address);
    if (found.kind !== 'page') return { status: found.kind === 'missing' ? 404 : 308 };
    const answer = await rendering.render({ file: `/${routeOf(found.page.name).page}`, page: found.page, address, environment: 'web' }, '');
    if (answer.status !== 200) return { status: answer.status };
    const page = readFilePage(answer.html);
    const good = await leads(page.links);
    return { status: answer.status, page: { ...page, html: page.write((one) => good.has(one)) } };
  }

  /** Writes a file that pages name, once: its address changes with what it holds. */
  async function keepFile(path: string, read: () => Promise<Uint8Array | string | undefined>): Promise<void> {
    if (kept.has(path)) return;
    kept.add(owned(path));
    const file = join(folder, path);
    if (existsSync(file)) return;
    const bytes = await read();
    if (!bytes) return;
    // Beside it and moved: what is there counts as whole in every later run, also when this one is killed. Another process may write the same.
    const draft = `${file}.${process.pid}.part`;
    store(draft, bytes);
    renameSync(draft, file);
  }

  return {
    async write(path) {
      const { status, page } = await make(path);
      if (!page) return { status };
      store(fileOf(folder, path), bytesOfPage(page.html));
      for (const one of page.pictures) await keepFile(one, () => picture(one));
      for (const [one, text] of page.shared) await keepFile(one, async () => text);
      return { status, next: page.next && owned(new URL(page.next, origin).pathname) };
    },
    async weigh(path) {
      const { page } = await make(path);
      if (!page) return undefined;
      let pictures = 0;
      for (const one of page.pictures) pictures += onDisk((await picture(one))?.length ?? 0);
      return { page: onDisk(bytesOfPage(page.html).length), pictures };
    },
  };
}

/** What a file of so many bytes takes of a disk. */
const onDisk = (bytes: number): number => Math.ceil(bytes / 4_096) * 4_096;

/** The disk has not the room that the pages need. The message is meant for the operator's terminal. */
export class ExportError extends Error {
  override name = 'ExportError';
}

export type ExportNeed = { readonly pages: number /** With their pictures, on disk. */; readonly bytes: number; readonly missingBytes: number };

/** Pages of each kind that are rendered to learn how much one takes. */
const samples = 4;

/**
 * How many pages there are to write, and about how much they take: some of each kind are rendered, and kept nowhere.
 * @returns `missingBytes`: of that, what an earlier run has not written yet.
 */
export async function needOf(
  folder: string,
  pages: AsyncIterable<ExportPage & { readonly kind: string; readonly pages: number }>,
  weigh: Writer['weigh'],
): Promise<ExportNeed> {
  const before = await readManifest(folder);
  const kinds = new Map<string, { pages: number; missing: number; groups: number; paths: string[] }>();
  for await (const { kind, path, group, pages: count } of pages) {
    const known = kinds.get(kind) ?? { pages: 0, missing: 0, groups: 0, paths: [] };
    kinds.set(kind, known);
    known.pages += count;
    if (!(path in before)) known.missing += count;
    // All languages of a page show the same pictures; the first of them stands for it. What lists and parts of homes show, homes do.
    if (path === group && kind !== 'list' && kind !== 'part') known.groups++;
    // Spread over what comes: every page whose number doubles takes the place of an earlier one.
    if (known.paths.length < samples) known.paths.push(path);
    else if (Number.isInteger(Math.log2(known.pages))) known.paths[Math.log2(known.pages) % samples] = path;
  }
  const need = { pages: 0, bytes: 0, missingBytes: 0 };
  for (const { pages: count, missing, groups, paths } of kinds.values()) {
    const weights = (await Promise.all(paths.map((path) => weigh(path)))).filter((weight) => weight !== undefined);
    const mean = (what: 'page' | 'pictures'): number => weights.reduce((sum, weight) => sum + weight[what], 0) / Math.max(1, weights.length);
    const bytes = count * mean('page') + groups * mean('pictures');
    need.pages += count;
    need.bytes += bytes;
    need.missingBytes += count === 0 ? 0 : (bytes * missing) / count;
  }
  return need;
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

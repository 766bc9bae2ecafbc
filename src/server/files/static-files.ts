/**
 * Files of the build: scripts, fonts, prerendered pages. Compressed variants (`.br`, `.gz`) are written by the
 * build beside them. Only paths found on disk below the root are served; nothing climbs out of it.
 */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { LRUCache } from 'lru-cache';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.pdf': 'application/pdf',
  '.csv': 'text/csv; charset=utf-8',
};

export type StaticFile = {
  readonly type: string;
  readonly etag: string;
  readonly immutable: boolean;
  readonly plain: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
};

/** Content type by file name; octets when unknown. */
export function contentTypeOf(name: string): string {
  return contentTypes[extname(name).toLowerCase()] ?? 'application/octet-stream';
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch {
    return undefined;
  }
}

export type StaticFileOptions = {
  /** Pages that this server renders: what was written of them is for hosts without one, and of another moment. */
  readonly isRendered?: (pathname: string) => boolean;
  /** Roots of other builds of this site: a page that was opened before an upgrade asks for its scripts after it. */
  readonly others?: () => readonly string[];
};

/** Names of these change with what they hold, so any build may give them. */
const isImmutable = (path: string): boolean => path.startsWith('/_assets/') || path.startsWith('/fonts/');

/** @param cacheBytes bound on file contents kept in memory. */
export function createStaticFiles(
  root: string,
  cacheBytes: number,
  { isRendered = () => false, others = () => [] }: StaticFileOptions = {},
): { find(pathname: string): Promise<StaticFile | undefined> } {
  const cache = new LRUCache<string, StaticFile>({
    maxSize: cacheBytes,
    sizeCalculation: (file) => file.plain.length + (file.br?.length ?? 0) + (file.gzip?.length ?? 0) + 256,
  });
  const missing = new LRUCache<string, true>({ max: 20_000 });

  async function load(pathname: string): Promise<StaticFile | undefined> {
    const relative = normalize(join(sep, pathname));
    const own = await loadFrom(root, relative);
    if (own || !isImmutable(relative)) return own;
    for (const other of others()) {
      const found = await loadFrom(other, relative);
      if (found) return found;
    }
    return undefined;
  }

  async function loadFrom(folder: string, relative: string): Promise<StaticFile | undefined> {
    const path = join(folder, relative);
    if (!path.startsWith(folder)) return undefined;
    const info = await stat(path).catch(() => undefined);
    if (!info?.isFile()) return undefined;
    const plain = await readFile(path);
    const [br, gzip] = await Promise.all([readIfThere(`${path}.br`), readIfThere(`${path}.gz`)]);
    return {
      type: contentTypeOf(path),
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      immutable: isImmutable(relative),
      plain,
      br,
      gzip,
    };
  }

  return {
    /** The file at a decoded path, or the prerendered page in the folder of that name. */
    async find(pathname) {
      const known = cache.get(pathname);
      if (known) return known;
      if (missing.has(pathname) || pathname.includes('\0')) return undefined;
      const isFile = /\.\w{1,12}$/.test(pathname);
      // Asked before the disk, which takes ten times as long.
      const found = !isFile && isRendered(pathname) ? undefined : await load(isFile ? pathname : `${pathname === '/' ? '' : pathname}/index.html`);
      if (found) cache.set(pathname, found);
      else missing.set(pathname, true);
      return found;
    },
  };
}

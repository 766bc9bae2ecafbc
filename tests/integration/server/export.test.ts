/** The catalogue as files: only what changed is written, and what is gone is removed. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportPages, needOf } from '#server/pages/export.ts';
import type { ExportPage, ExportReport, PageWriter } from '#server/pages/export.ts';

import { createStaticFiles } from '#server/files/static-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loftling-export-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Lists of so many pages; what is not in it answers 404. */
function site(lists: Readonly<Record<string, number>>): { readonly write: PageWriter; readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async write(path) {
      asked.push(path);
      const [list = '', page = '1'] = path.split('/pg');
      const pages = lists[list];
      if (pages === undefined) return { status: 404 };
      const file = join(folder, path, 'index.html');
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, path);
      return { status: 200, next: Number(page) < pages ? `${list}/pg${Number(page) + 1}` : undefined };
    },
  };
}

const page = (path: string, version: string): ExportPage => ({ path, version, group: path });
const run = (write: PageWriter, pages: readonly ExportPage[]): Promise<ExportReport> =>
  exportPages({ write, folder, pages, width: 2, progress: () => undefined });

test('lists are followed to their last page; a second run writes only what has another version, and removes what is gone', async () => {
  const first = site({ '/leeds': 3, '/london': 2, '/york': 1 });
  expect(await run(first.write, [page('/leeds', 'a'), page('/london', 'a'), page('/york', 'a')])).toMatchObject({
    written: 6,
    unchanged: 0,
    removed: 0,
    failed: [],
  });
  const second = site({ '/leeds': 2, '/london': 2 });
  expect(await run(second.write, [page('/leeds', 'b'), page('/london', 'a')])).toMatchObject({ written: 2, unchanged: 2, removed: 2, failed: [] });
  expect(second.asked).toEqual(['/leeds', '/leeds/pg2']);
  expect(['leeds/pg3', 'york', 'leeds/pg2', 'london/pg2'].map((path) => existsSync(join(folder, path, 'index.html')))).toEqual([false, false, true, true]);
});

test('a page that does not answer 200 is told and not written', async () => {
  const { write } = site({ '/leeds': 1 });
  expect(await run(write, [page('/leeds', 'a'), page('/nowhere', 'a')])).toMatchObject({ written: 1, failed: [{ path: '/nowhere', status: 404 }] });
});

test('when writing fails midway, the next run knows what was written before and loses nothing', async () => {
  const { write } = site({ '/leeds': 1, '/london': 1, '/york': 1 });
  await run(write, [page('/york', 'a')]);
  const broken: PageWriter = async (path, group) => {
    if (path === '/london') throw new Error('disk full');
    return write(path, group);
  };
  await expect(run(broken, [page('/leeds', 'a'), page('/london', 'a'), page('/york', 'a')])).rejects.toThrow('disk full');
  expect(readFileSync(join(folder, 'york', 'index.html'), 'utf8')).toBe('/york');
  const again = site({ '/leeds': 1, '/london': 1, '/york': 1 });
  expect(await run(again.write, [page('/leeds', 'a'), page('/london', 'a'), page('/york', 'a')])).toMatchObject({ written: 1, unchanged: 2, removed: 0 });
  expect(again.asked).toEqual(['/london']);
});

test('beforehand it is said how many pages there are, what they take, and how much of that is new', async () => {
  async function* pages() {
    for (const kind of ['list', 'house'])
      for (let number = 0; number < 30; number++)
        for (const locale of ['', '/en'])
          yield { kind, path: `${locale}/${kind}${number}`, version: 'a', group: `/${kind}${number}`, pages: kind === 'list' ? 3 : 1 };
  }
  const weighed: string[] = [];
  const weigh = async (path: string): Promise<{ page: number; pictures: number }> => {
    weighed.push(path);
    // What lists show belongs to homes, and is counted with them.
    return path.includes('list') ? { page: 8_192, pictures: 81_920 } : { page: 4_096, pictures: 40_960 };
  };
  const bytes = 180 * 8_192 + 60 * 4_096 + 30 * 40_960;
  expect(await needOf(folder, pages(), weigh)).toEqual({ pages: 240, bytes, missingBytes: bytes });
  expect(weighed.length).toBeLessThanOrEqual(8);
  // Half of the lists were written before.
  const before = Object.fromEntries(Array.from({ length: 30 }, (_, number) => [`/list${number}`, { version: 'x' }]));
  writeFileSync(join(folder, '.catalogue-pages.json'), JSON.stringify(before));
  expect(await needOf(folder, pages(), weigh)).toEqual({ pages: 240, bytes, missingBytes: bytes - 90 * 8_192 });
});

test('a server over the same folder never serves what was written of the pages that it renders', async () => {
  for (const path of ['en/uk/leeds', 'en/guides']) mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, 'en/uk/leeds/index.html'), 'written');
  writeFileSync(join(folder, 'en/guides/index.html'), 'built');
  const files = createStaticFiles(folder, 1_000_000, { isRendered: (pathname) => pathname.startsWith('/en/uk') });
  expect(await files.find('/en/uk/leeds')).toBeUndefined();
  expect((await files.find('/en/guides'))?.plain.toString()).toBe('built');
});

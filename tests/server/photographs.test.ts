/** A supplier's photographs on pages: ours, or a drawing, and never a picture of another host. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openDatabase } from '#lib/db/database.ts';
import { asCsv, feedHouseWith } from '#tests/support/feed-files.ts';
import { startSite } from '#tests/support/site.ts';

/** Addresses of the pictures that a page shows. */
const picturesOf = (html: string): string[] =>
  [...html.matchAll(/<(?:img|source)\b[^>]*>/g)].flatMap(([tag]) =>
    [...tag.matchAll(/\s(?:src|srcset)="([^"]*)"/g)].flatMap(([, list = '']) => list.split(',').map((one) => one.trim().split(/\s/)[0] ?? '')),
  );

test('a page shows photographs from here alone, and its policy allows no other', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loftling-photographs-'));
  const site = await startSite();
  try {
    const environment = { ...process.env, DATA_DIR: site.dataDir, DATABASE_URL: '' };
    const run = (script: string, ...rest: readonly string[]): string => {
      const { stdout, stderr } = spawnSync(process.execPath, [script, ...rest], { env: environment, encoding: 'utf8' });
      return stdout + stderr;
    };
    const feed = join(folder, 'feed.csv');
    await sharp({ create: { width: 1000, height: 700, channels: 3, background: '#0b5d66' } })
      .jpeg()
      .toFile(join(folder, 'front.jpg'));
    // What a supplier names by address cannot be had here: `.invalid` is nobody's.
    const photos = { photos: 'front.jpg;https://img.invalid/a.jpg', house_name: 'Teapot Yard of the test' };
    writeFileSync(feed, asCsv([feedHouseWith('A', photos), feedHouseWith('B', { ...photos, photos: 'https://img.invalid/b.jpg' })]));
    expect(run('scripts/import.ts', feed, '--supplier', 'Blue Teapot')).toContain('added 2');
    // The server may be about to fetch them itself.
    await expect
      .poll(() => run('scripts/photos.ts', '--fetch'), { timeout: 60_000 })
      .toMatch(/1 photographs are kept, 0 are waiting to be fetched, 2 could not be had/);

    const { db, close } = await openDatabase({ dataDir: site.dataDir, databaseUrl: undefined, databasePool: 1 }, 'beside');
    const houses = await db.selectFrom('houses').select(['id', 'ref']).where('name', '=', photos.house_name).orderBy('ref').execute();
    await close();
    const shown = new Map<string, readonly string[]>();
    for (const { id, ref } of houses) {
      const answer = await fetch(`${site.baseUrl}/en/uk/london/detail-apartments-${id}`);
      expect([ref, answer.status]).toEqual([ref, 200]);
      expect(answer.headers.get('content-security-policy')).toContain("img-src 'self' data:;");
      shown.set(ref, picturesOf(await answer.text()));
    }
    for (const [ref, addresses] of shown) expect([ref, addresses.filter((one) => !/^(?:\/(?!\/)|data:)/.test(one))]).toEqual([ref, []]);
    const photographs = shown.get('A')?.filter((one) => one.startsWith('/photos/')) ?? [];
    expect(photographs.length).toBeGreaterThan(0);
    // What could not be had is drawn.
    expect(shown.get('B')?.some((one) => one.startsWith('/pictures/'))).toBe(true);
    // Side by side, as in lists: the photograph where there is one, each with its words.
    const compared = await (await fetch(`${site.baseUrl}/en/house-compare?ids=${houses.map(({ id }) => id).join(',')}`)).text();
    const covers = /<tr class="?pictures.*?<\/tr>/s.exec(compared)?.[0] ?? '';
    expect([...covers.matchAll(/<img\b[^>]*\ssrc="\/(\w+)\/[^>]*\salt="([^"]*)"/g)].map(([, kind, alt]) => [kind, alt])).toEqual([
      ['photos', `Photo of ${photos.house_name}`],
      ['pictures', `Drawing of ${photos.house_name}`],
    ]);
    for (const path of new Set([...photographs, ...picturesOf(covers).filter((one) => one.startsWith('/photos/'))])) {
      const answer = await fetch(`${site.baseUrl}${path}`);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, path.endsWith('.avif') ? 'image/avif' : 'image/webp']);
    }
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The whole site as files: written by several processes beside a running server, and again only where something changed. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { announceChange, openDatabase } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import { builtFolder } from '#server/builds.ts';
import { startSite } from '#tests/support/site.ts';

/** Serves a folder as any host of files does. */
async function fileServer(root: string): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://files').pathname);
    const file = [join(root, path), join(root, path, 'index.html')].find((one) => statSync(one, { throwIfNoEntry: false })?.isFile());
    response.writeHead(file ? 200 : 404).end(file ? readFileSync(file) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

test('a small catalogue is written with every page in five languages; a second run writes nothing, a third what changed', { timeout: 300_000 }, async () => {
  mkdirSync('.data', { recursive: true });
  // Below the project, so that the built pages still find their packages.
  const folder = mkdtempSync(join('.data', 'export-'));
  const site = await startSite({}, mkdtempSync(join('.data', 'export-data-')));
  const attempt = (given: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    spawnSync(process.execPath, [...given], {
      env: { ...process.env, DATA_DIR: site.dataDir, DATABASE_URL: '', BUILD_DIR: join(folder, 'dist'), SITE_URL: 'https://homes.example.org', ...more },
      encoding: 'utf8',
    });
  const run = (program: string, ...given: string[]): string => {
    const { status, stdout, stderr } = attempt([program, ...given]);
    expect(status, `${stdout}${stderr}`).toBe(0);
    return stderr;
  };
  const written = (told: string): readonly number[] => (/(\d+) written, (\d+) unchanged/.exec(told.trim().split('\n').at(-1) ?? '') ?? []).slice(1).map(Number);
  try {
    run('scripts/import.ts', 'examples/feeds/teapot.csv', '--supplier', 'Teapot');
    cpSync(builtFolder(process.env['BUILD_DIR'] ?? 'dist') ?? expect.unreachable('nothing is built'), join(folder, 'dist'), { recursive: true });
    const refused = attempt(['scripts/export.ts', '--all'], { DISK_RESERVE_MB: '1048576' });
    expect([refused.status, refused.stderr.match(/The pages need about .* GB more .* GB free.*DISK_RESERVE_MB/)?.length]).toEqual([1, 1]);
    expect(refused.stderr).toMatch(/\d+ pages, about \d+\.\d\d GB with their pictures/);
    expect(existsSync(join(folder, 'dist', 'client', 'en', 'uk', 'london', 'index.html'))).toBe(false);
    const [first = 0, before] = written(run('scripts/export.ts', '--all'));
    expect([first > 300, before]).toEqual([true, 0]);
    const read = (path: string): string => readFileSync(join(folder, 'dist', 'client', path, 'index.html'), 'utf8');
    const { db, close } = await openDatabase({ dataDir: site.dataDir, databaseUrl: undefined, databasePool: 1 }, 'beside');
    const { id } = await db.selectFrom('houses').select('id').where('name', '=', 'Teapot Yard').executeTakeFirstOrThrow();
    for (const prefix of ['', 'en', 'hk', 'tw', 'vn']) {
      for (const path of ['', 'city', 'country/uk', 'uk/rent', 'uk/london', `uk/london/detail-apartments-${id}`, `uk/london/detail-apartments-${id}/offers`]) {
        const page = read(join(prefix, path));
        expect(page, path).toContain(
          `<link rel="canonical" href="https://homes.example.org${['', prefix, path].filter((part, at) => at === 0 || part !== '').join('/')}`,
        );
      }
    }
    expect(existsSync(join(folder, 'dist', 'client', 'uk', 'leeds', 'index.html'))).toBe(false);

    expect(written(run('scripts/export.ts', '--all'))).toEqual([0, first]);

    await transact(db, async (transaction) => {
      await transaction.updateTable('houses').set({ name: 'Teapot Court', updated_at: new Date() }).where('id', '=', id).execute();
      await announceChange(transaction, [`house:${id}`]);
    });
    await close();
    const [again = 0, unchanged = 0] = written(run('scripts/export.ts', '--all'));
    expect([again > 0, unchanged > 0, again + unchanged]).toEqual([true, true, first]);
    expect(read(`en/uk/london/detail-apartments-${id}`)).toContain('Teapot Court');

    // Without --all only what search engines may have stays, and all of it works where there are files only.
    const [indexable = 0] = written(run('scripts/export.ts'));
    expect(indexable).toBeLessThan(first / 2);
    expect(existsSync(join(folder, 'dist', 'client', 'en', 'uk', 'london', `detail-apartments-${id}`, 'offers', 'index.html'))).toBe(false);
    const host = await fileServer(join(folder, 'dist', 'client'));
    const manifest: Record<string, unknown> = JSON.parse(readFileSync(join(folder, 'dist', 'client', '.catalogue-pages.json'), 'utf8'));
    const [queue, faults, locales] = [new Set(['/', `/en/uk/london/detail-apartments-${id}`]), [] as string[], new Set<string>()];
    const known = new Map<string, number>();
    for (const path of queue) {
      if (queue.size > 400) break;
      const html = await (await fetch(`${host.origin}${path}`)).text();
      expect(html.match(/<form(?![^>]*\shidden\b)[^>]*\s(?:action|method)=[^>]*>/g), path).toBeNull();
      locales.add(/<html [^>]*lang="([^"]+)"/.exec(html)?.[1] ?? 'none');
      for (const [, kind = '', address = ''] of html.matchAll(/<(a|img|script|link|source) [^>]*?(?:href|src)="(\/[^"]*)"/g)) {
        const [target = ''] = address.split(/[?#]/);
        const status = known.get(target) ?? (await fetch(`${host.origin}${target}`)).status;
        known.set(target, status);
        if (status !== 200) faults.push(`${path}: ${kind} ${target} ${status}`);
        if (kind === 'a' && target in manifest) queue.add(target);
      }
    }
    await host.close();
    expect(faults).toEqual([]);
    expect([...locales].sort()).toEqual(['en', 'vi', 'zh-CN', 'zh-Hant-HK', 'zh-Hant-TW']);
    expect(queue.size).toBeGreaterThan(50);
    for (const kind of ['/pictures/', '/_assets/shared.']) expect([...known.keys()].some((path) => path.startsWith(kind))).toBe(true);
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
    rmSync(site.dataDir, { recursive: true, force: true });
  }
});

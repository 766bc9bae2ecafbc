/** A newer build in the folder of a running server, a second server beside it, and what a reader sees when even the page of errors is gone. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { builtFolder, isUsed, keepBuild, placeToBuild, pointTo, pruneBuilds } from '#server/builds.ts';
import { nestedErrorText } from '#server/pages/last-resort.ts';
import { ensureBuilt, startSite } from '#tests/support/site.ts';
import type { Site } from '#tests/support/site.ts';

mkdirSync('.data', { recursive: true });
// Below the project, so that the built pages still find their packages.
const root = resolve(mkdtempSync(join('.data', 'upgrade-')));
const newer = 'f'.repeat(64);
let site: Site;
/** Started after the newer build. */
let second: Site;
let former = '';
let latest = '';

/** Without the names of who reads the original: other tests ask a site of it meanwhile. */
function copyBuild(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  rmSync(join(to, '.users'), { recursive: true, force: true });
}

beforeAll(async () => {
  const built = ensureBuilt();
  former = join(root, basename(built));
  copyBuild(built, former);
  pointTo(root, former);
  site = await startSite({ BUILD_DIR: root });
  // What `npm run build` does once the newer pages are written.
  const place = placeToBuild(root);
  copyBuild(built, place);
  writeFileSync(join(place, 'client/_assets/of-the-newer.js'), 'export {};');
  latest = keepBuild(root, place, newer);
  pointTo(root, latest);
  pruneBuilds(root, latest);
});
afterAll(async () => {
  await Promise.all([site, second].map((one) => one?.stop('SIGKILL')));
  rmSync(root, { recursive: true, force: true });
});

const status = async (path: string, of: Pick<Site, 'baseUrl'> = site): Promise<number> => (await fetch(`${of.baseUrl}${path}`, { redirect: 'manual' })).status;
/** Pages of several kinds, opened by nobody before. */
const unopened = [
  ['/en/intent/askform', 200],
  ['/en/house-compare?ids=1,2', 200],
  ['/vn/no-such-page', 404],
  ['/en/uk/leeds', 200],
  ['/hk/users/login', 200],
  ['/en/blog', 200],
  ['/docs/api', 200],
] as const;

test('a running server keeps the build that it began with, for pages that nobody had opened as well', async () => {
  expect([isUsed(former), isUsed(latest), builtFolder(root)]).toEqual([true, false, latest]);
  for (const [path, expected] of unopened) expect([path, await status(path)]).toEqual([path, expected]);
});

test('a second server takes the new build and disturbs nobody; one on the same data says why it does not begin', async () => {
  second = await startSite({ BUILD_DIR: root });
  expect(isUsed(latest)).toBe(true);
  const refused: unknown = await startSite({ BUILD_DIR: root }, site.dataDir).catch((error: unknown) => error);
  expect(String(refused)).toMatch(/status 1[\s\S]*The data folder .* is in use by process \d+/);
  // `npm start` says so before it builds anything, and of a port that is taken as well.
  const { port } = new URL(site.baseUrl);
  for (const [environment, said] of [
    [{ DATA_DIR: site.dataDir, PORT: '0' }, `in use by the server at http://localhost:${port}`],
    [{ DATA_DIR: join(root, 'data'), PORT: port }, `Port ${port} on 127.0.0.1 is taken`],
  ] as const) {
    const { status: ended, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'start'], {
      env: { ...process.env, HOST: '127.0.0.1', DATABASE_URL: '', SITE_URL: 'https://homes.example.org', BUILD_DIR: root, ...environment },
      encoding: 'utf8',
    });
    expect([ended, stderr]).toEqual([1, expect.stringContaining(said)]);
    expect(stderr).not.toContain('Building');
  }
  expect([await status('/en/uk/manchester'), await status('/en/uk/manchester', second)]).toEqual([200, 200]);
  expect(isUsed(former)).toBe(true);
});

test('scripts of either build are given to pages that were opened before the upgrade, or from a node that has it', async () => {
  const own = readdirSync(join(former, 'client/_assets')).find((name) => name.endsWith('.js')) ?? '';
  rmSync(join(latest, 'client/_assets', own));
  for (const [path, of] of [
    [`/_assets/${own}`, second],
    ['/_assets/of-the-newer.js', site],
  ] as const) {
    const answer = await fetch(`${of.baseUrl}${path}`);
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'public, max-age=31536000, immutable']);
  }
  expect(await status('/_assets/of-nobody.js', second)).toBe(404);
});

test('the link of a new member of staff leads to where the server listens, although the command was told of no port', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['scripts/staff.ts', 'add', '--email', 'ann@example.org', '--name', 'Ann Lee', '--role', 'support'], {
    env: { ...process.env, DATA_DIR: site.dataDir, DATABASE_URL: '', PORT: '', SITE_URL: '' },
    encoding: 'utf8',
  });
  expect(stdout, stderr).toContain(`${site.baseUrl.replace('127.0.0.1', 'localhost')}/`);
});

test('[R8.44] when rendering fails and the page of errors too, readers see a page of ours in their language', async () => {
  // The worst that can happen to what a server has not read yet.
  renameSync(join(latest, 'server/chunks'), join(latest, 'server/gone'));
  for (const locale of locales) {
    const { prefix, lang } = localeFacts[locale];
    const answer = await fetch(`${second.baseUrl}${prefix ? `/${prefix}` : ''}/city`);
    const page = await answer.text();
    expect([answer.status, answer.headers.get('content-type')], locale).toEqual([500, 'text/html; charset=utf-8']);
    for (const part of [`<html lang="${lang}"`, translator(locale)('errors.failed_title'), translator(locale)('errors.home_link'), nestedErrorText])
      expect(page, locale).toContain(part);
  }
  expect(await second.stop()).toEqual({ code: 0 });
  expect([isUsed(latest), isUsed(former)]).toEqual([false, true]);
});

test('what nobody uses any more is removed once no page of it can be open', async () => {
  expect(await site.stop()).toEqual({ code: 0 });
  pruneBuilds(root, latest);
  expect([isUsed(former), existsSync(former)]).toEqual([false, true]);
  pruneBuilds(root, latest, Date.now() + 2 * 86_400_000);
  expect(readdirSync(root).sort()).toEqual(['current', basename(latest)].sort());
});

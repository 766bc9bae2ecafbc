/** Builds live side by side: each in a folder of its own, kept while somebody uses it, and found again by what it was made from. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { spawn, spawnSync } from 'node:child_process';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildOf, builtFolder, isUsed, keepBuild, otherBuilds, placeToBuild, pointTo, pruneBuilds, rootOfBuilds, takeBuild, useBuild } from '#server/builds.ts';
import { thisProcess } from '#lib/seen-process.ts';
import { build, inputsOfBuild } from '../../scripts/setup/build.ts';

const [ofOne, ofOther, ofThird] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [string, string, string];
const day = 86_400_000;

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'loftling-builds-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

/** What a build that came to its end leaves. */
function made(digest: string): string {
  const place = placeToBuild(root);
  mkdirSync(join(place, 'server'));
  writeFileSync(join(place, 'server/entry.mjs'), `export const render = ${JSON.stringify(digest)};`);
  return keepBuild(root, place, digest);
}

test('a build is found by what it was made from, and a second one of the same goes before it', () => {
  const [one, other] = [made(ofOne), made(ofOther)];
  expect([buildOf(root, ofOne), buildOf(root, ofOther), buildOf(root, ofThird), buildOf(join(root, 'nowhere'), ofOne)]).toEqual([
    one,
    other,
    undefined,
    undefined,
  ]);
  const again = made(ofOne);
  expect([again === one, buildOf(root, ofOne)]).toEqual([false, again]);
  // A name alone says nothing.
  writeFileSync(join(again, '.built-from'), 'of other files\n');
  expect(buildOf(root, ofOne)).toBe(one);
});

test('a build that was ended in the middle leaves nothing that a start takes, and the next one clears it away', () => {
  const place = placeToBuild(root);
  mkdirSync(join(place, 'server'));
  writeFileSync(join(place, 'server/entry.mjs'), '');
  expect([buildOf(root, ofOne), builtFolder(root), takeBuild(root)]).toEqual([undefined, undefined, undefined]);
  // The build itself renders pages of the catalogue with it.
  expect(builtFolder(place)).toBe(place);
  const one = made(ofOne);
  pointTo(root, one);
  pruneBuilds(root, one);
  expect(readdirSync(root).sort()).toEqual([basename(one), 'current'].sort());
});

test('a server keeps the build that it began with, and the next start takes the new one', () => {
  const one = made(ofOne);
  pointTo(root, one);
  const first = takeBuild(root) ?? expect.unreachable('nothing is built');
  const other = made(ofOther);
  pointTo(root, other);
  for (let more = 0; more < 3; more++) pruneBuilds(root, other);
  expect([first.folder, builtFolder(first.folder), builtFolder(root)]).toEqual([one, one, other]);
  expect(otherBuilds(one)).toEqual([other]);
  expect(rootOfBuilds(one)).toBe(root);
  first.release();
  expect([isUsed(one), existsSync(one)]).toEqual([false, true]);
});

test('of those that nobody uses the last stays for a day, for pages that are open in browsers', () => {
  const [one, other, third] = [made(ofOne), made(ofOther), made(ofThird)];
  pointTo(root, third);
  const past = (folder: string, milliseconds: number): void => utimesSync(folder, new Date(), new Date(Date.now() - milliseconds));
  past(one, 5_000);
  past(other, 1_000);
  expect(pruneBuilds(root, third)).toEqual([one]);
  expect([existsSync(one), existsSync(other)]).toEqual([false, true]);
  expect(pruneBuilds(root, third, Date.now() + 2 * day)).toEqual([other]);
  expect(readdirSync(root).sort()).toEqual([basename(third), 'current'].sort());
});

test('marks of processes that are gone keep nothing, and those of other machines do for a day', () => {
  const one = made(ofOne);
  const users = join(one, '.users');
  mkdirSync(users);
  const mark = (name: string, told: object): void => writeFileSync(join(users, name), JSON.stringify(told));
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  mark('ended', { pid: ended, started: '1', host: hostname() });
  // The number of a process that has it from another.
  mark('reused', { ...thisProcess(), started: '1' });
  expect([isUsed(one), readdirSync(users)]).toEqual([false, []]);
  mark('elsewhere', { pid: 1, started: '1', host: 'another-machine' });
  expect([isUsed(one), isUsed(one, Date.now() + 2 * day), readdirSync(users)]).toEqual([true, false, []]);
  writeFileSync(join(users, 'being-written'), '');
  expect([isUsed(one), isUsed(one, Date.now() + 2 * day)]).toEqual([true, false]);
  const { release } = useBuild(one);
  expect(isUsed(one)).toBe(true);
  release();
  expect(isUsed(one)).toBe(false);
});

test('a process that is killed uses nothing any more', async () => {
  const one = made(ofOne);
  const program = `const { useBuild } = await import('#server/builds.ts'); useBuild(${JSON.stringify(one)}); console.log('marked'); setInterval(() => 0, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => void child.stdout.once('data', resolve));
  expect(isUsed(one)).toBe(true);
  child.kill('SIGKILL');
  await new Promise((resolve) => void child.once('exit', resolve));
  expect(isUsed(one)).toBe(false);
});

test('the build of the settings of now is taken, whichever the last command took, and the folder that BUILD_DIR names holds it', async () => {
  vi.stubEnv('BUILD_DIR', root);
  const plain = made(inputsOfBuild());
  vi.stubEnv('SITE_URL', 'https://homes.example.org');
  const named = made(inputsOfBuild());
  expect(named).not.toBe(plain);
  expect(await build()).toEqual({ folder: named, isNew: false });
  expect(builtFolder(root)).toBe(named);
  vi.stubEnv('SITE_URL', '');
  expect(await build()).toEqual({ folder: plain, isNew: false });
  expect([builtFolder(root), existsSync(named)]).toEqual([plain, true]);
  // A command that was started by one of ours has the build itself in BUILD_DIR.
  vi.stubEnv('BUILD_DIR', named);
  expect(await build()).toEqual({ folder: plain, isNew: false });
});

test('a folder that is a build itself is served, as one that was copied', () => {
  const one = made(ofOne);
  expect(builtFolder(one)).toBe(one);
  symlinkSync('nowhere', join(root, 'current'));
  expect(builtFolder(root)).toBeUndefined();
  pointTo(root, one);
  expect([builtFolder(root), statSync(join(root, 'current')).isDirectory(), readFileSync(join(root, 'current/.built-from'), 'utf8')]).toEqual([
    one,
    true,
    `${ofOne}\n`,
  ]);
});

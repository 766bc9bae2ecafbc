/**
 * Folders of built pages (docs/decisions/0159). Each build has a folder of its own below BUILD_DIR, named by a digest of what it was made
 * from; `current` leads to the one that was asked for last. A server reads parts of its pages when they are first wanted, so it names
 * itself in its folder, and what somebody uses is not taken away. Imports nothing that has to be installed: the build comes through here.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { isFromHere, isSeen, thisProcess } from '#lib/seen-process.ts';
import type { NamedProcess } from '#lib/seen-process.ts';

/** Characters of the digest in a folder's name. */
const nameLength = 16;
/** A build that was made although there was one already has a number behind the digest. */
const buildName = /^[0-9a-f]{16}(?:-(\d{1,6}))?$/;
const beingBuilt = /^(?:being-built|going)-/;
/** In a built folder: what it was built from. Written last. */
const stamp = '.built-from';
/** In a built folder: a file for each process that reads it. */
const users = '.users';
const pointer = 'current';

/** Scripts of a build that nobody serves any more are kept this long for pages that are still open in browsers. Milliseconds. */
const keptFor = 86_400_000;
/** A process of another machine says again that it is there, each hour; after a day without a word it is gone. Milliseconds. */
const [toldEvery, gone] = [3_600_000, 86_400_000];

const hasPages = (folder: string): boolean => existsSync(join(folder, 'server/entry.mjs'));
const isComplete = (folder: string): boolean => existsSync(join(folder, stamp)) && hasPages(folder);
const madeFrom = (folder: string): string | undefined => {
  try {
    return readFileSync(join(folder, stamp), 'utf8').trim();
  } catch {
    return undefined;
  }
};
const numberOf = (name: string): number => Number(buildName.exec(name)?.[1] ?? 0);
const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);
const byNumber = (a: string, b: string): number => numberOf(a) - numberOf(b);

/** The folder that holds builds, where a setting names it or one of them. */
export const rootOfBuilds = (buildDir: string): string => (buildName.test(basename(buildDir)) && madeFrom(buildDir) ? dirname(buildDir) : buildDir);

/**
 * The build to serve: the one that `current` leads to, or the folder itself where it is one.
 * @param buildDir as the setting names it.
 * @returns an absolute path, which names the same build for ever; undefined where there is none.
 */
export function builtFolder(buildDir: string): string | undefined {
  const real = (folder: string): string | undefined => {
    try {
      return realpathSync(folder);
    } catch {
      // It leads nowhere.
      return undefined;
    }
  };
  const current = real(join(buildDir, pointer));
  if (current !== undefined && isComplete(current)) return current;
  // One that is named itself may still be at work: the build writes pages of the catalogue with what it has built so far.
  const named = real(buildDir);
  return named !== undefined && hasPages(named) ? named : undefined;
}

/** The newest whole build of these inputs. @param digest in hexadecimal digits. */
export function buildOf(root: string, digest: string): string | undefined {
  const name = namesIn(root)
    .filter((one) => buildName.test(one) && one.startsWith(digest.slice(0, nameLength)) && madeFrom(join(root, one)) === digest && isComplete(join(root, one)))
    .sort(byNumber)
    .at(-1);
  return name === undefined ? undefined : resolve(root, name);
}

/** Says in a folder that it was built from these inputs, all of it. */
const markBuilt = (folder: string, digest: string): void => writeFileSync(join(folder, stamp), `${digest}\n`);

/** Of this process, so far. */
let places = 0;

/** Where to build: a folder that no start takes, whatever becomes of the build. */
export function placeToBuild(root: string): string {
  const folder = resolve(root, `being-built-${process.pid}-${Date.now()}-${(places += 1)}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Gives what was built its name, all at once. @returns the build. */
export function keepBuild(root: string, folder: string, digest: string): string {
  markBuilt(folder, digest);
  const short = digest.slice(0, nameLength);
  const taken = namesIn(root).filter((name) => buildName.test(name) && name.startsWith(short));
  const place = resolve(root, taken.length === 0 ? short : `${short}-${Math.max(...taken.map(numberOf)) + 1}`);
  renameSync(folder, place);
  return place;
}

/** Has `current` lead to this build. Nobody finds it leading nowhere. */
export function pointTo(root: string, folder: string): void {
  const fresh = join(root, `going-${pointer}-${process.pid}`);
  rmSync(fresh, { force: true });
  symlinkSync(basename(folder), fresh, 'dir');
  renameSync(fresh, join(root, pointer));
}

const markOf = (folder: string): string => join(folder, users, `${hostname()}-${process.pid}`);
const held = new Map<string, () => void>();

/**
 * Says that this process reads a build, until it ends or takes it back. A folder that cannot be written is left as it is: nobody could
 * remove it either.
 */
export function useBuild(folder: string): { release(): void } {
  const known = held.get(folder);
  if (known) return { release: known };
  const mark = markOf(folder);
  try {
    mkdirSync(join(folder, users), { recursive: true });
    writeFileSync(mark, JSON.stringify(thisProcess()));
  } catch {
    return { release: () => undefined };
  }
  const still = setInterval(() => {
    try {
      utimesSync(mark, new Date(), new Date());
    } catch {
      clearInterval(still);
    }
  }, toldEvery).unref();
  const release = (): void => {
    clearInterval(still);
    process.removeListener('exit', release);
    held.delete(folder);
    rmSync(mark, { force: true });
  };
  process.once('exit', release);
  held.set(folder, release);
  return { release };
}

/** The build that a setting names, kept for this process from now on; undefined where there is none. */
export function takeBuild(buildDir: string): { readonly folder: string; release(): void } | undefined {
  // The one it led to may have gone in the moment before it was marked.
  for (let attempt = 0; attempt < 3; attempt++) {
    const folder = builtFolder(buildDir);
    if (folder === undefined) return undefined;
    const { release } = useBuild(folder);
    if (hasPages(folder)) return { folder, release };
    release();
  }
  return undefined;
}

/** Whether a process reads this build. Marks of those that are gone are taken away. */
export function isUsed(folder: string, now = Date.now()): boolean {
  let used = false;
  for (const name of namesIn(join(folder, users))) {
    const mark = join(folder, users, name);
    try {
      const named = JSON.parse(readFileSync(mark, 'utf8')) as NamedProcess;
      if (isFromHere(named) ? isSeen(named) : now - statSync(mark).mtimeMs < gone) used = true;
      else rmSync(mark, { force: true });
    } catch {
      // One that is being written says nothing yet; one that never says anything is gone after a day.
      const since = statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      if (now - since < gone) used = true;
      else rmSync(mark, { force: true });
    }
  }
  return used;
}

/** When somebody last began or ended to read it. */
const lastUse = (folder: string): number => (statSync(join(folder, users), { throwIfNoEntry: false }) ?? statSync(folder)).mtimeMs;

/**
 * Removes builds that nobody uses, and what builds that came to no end left. The one that `current` leads to stays, and so does the one
 * used last before it, for a day. To be called while nobody builds.
 */
export function pruneBuilds(root: string, keep?: string, now = Date.now()): readonly string[] {
  const current = builtFolder(root);
  const unused: string[] = [];
  for (const name of namesIn(root)) {
    const folder = resolve(root, name);
    if (beingBuilt.test(name)) rmSync(folder, { recursive: true, force: true });
    else if (buildName.test(name) && folder !== keep && folder !== current && !isUsed(folder, now)) unused.push(folder);
  }
  const [former, ...older] = unused.sort((a, b) => lastUse(b) - lastUse(a));
  const out = former !== undefined && now - lastUse(former) > keptFor ? [former, ...older] : older;
  for (const folder of out) {
    // Out of the way at once: half a build is never to be found under its name.
    const going = join(root, `going-${basename(folder)}`);
    renameSync(folder, going);
    rmSync(going, { recursive: true, force: true });
  }
  return out;
}

/** The other builds beside this one: a page that was opened before an upgrade asks for its scripts after it. */
export function otherBuilds(folder: string): readonly string[] {
  if (!buildName.test(basename(folder))) return [];
  const root = dirname(folder);
  return namesIn(root).flatMap((name) => (buildName.test(name) && name !== basename(folder) ? [join(root, name)] : []));
}

/** Dependencies as package-lock.json lists them, installed when it is another than the one installed. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quietly, say, took } from './quietly.ts';

type Locked = { readonly version?: string; readonly integrity?: string; readonly optional?: boolean; readonly devOptional?: boolean };
export type LockedPackages = Readonly<Record<string, Locked>>;

const stamp = 'node_modules/.loftling-installed';
const record = 'node_modules/.package-lock.json';
/** Where packages are put while a running server may read those that are there, and where these go when they are replaced. */
const [beside, former] = ['.runtime/being-installed', '.runtime/installed-before'];

export function packagesOf(lock: string): LockedPackages {
  const { packages }: { packages: LockedPackages } = JSON.parse(lock);
  return packages;
}

/** Whether node_modules holds exactly what the lock file lists, by npm's own record of it. */
function holdsAll(lock: string): boolean {
  if (!existsSync(record)) return false;
  const wanted = packagesOf(lock);
  const there = packagesOf(readFileSync(record, 'utf8'));
  return (
    Object.entries(there).every(([path, entry]) => {
      const asked = wanted[path];
      // Where the lock has no sum, npm's record has the one that the registry named.
      return asked?.version === entry.version && (asked?.integrity === undefined || asked.integrity === entry.integrity);
    }) && Object.entries(wanted).every(([path, entry]) => path === '' || entry.optional === true || entry.devOptional === true || there[path] !== undefined)
  );
}

/** Packages that stand in node_modules although the lock file has no sum to check them by. */
export function unchecked(lock: LockedPackages, installed: LockedPackages): string[] {
  return Object.keys(installed).filter((path) => path !== '' && lock[path] !== undefined && lock[path].integrity === undefined);
}

/** No dependency needs its install script; none is run. @param prefix another folder than this one. */
const npmCi = (...prefix: readonly string[]): Promise<void> =>
  quietly(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...prefix],
    'Check the network and that the npm registry can be reached ("npm ping"), then run the command again.',
  );

/**
 * Puts other packages in the place of those that are there, in a moment: `npm ci` empties the folder first, and a running server reads
 * fonts and parts of packages when it first needs them.
 */
async function replacePackages(): Promise<void> {
  for (const folder of [beside, former]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(beside, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) if (existsSync(file)) copyFileSync(file, join(beside, file));
  try {
    await npmCi('--prefix', beside);
    renameSync('node_modules', former);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A folder that is mounted stays where it is.
    if (code !== 'EBUSY' && code !== 'EXDEV' && code !== 'EACCES' && code !== 'EPERM') throw error;
    await npmCi();
    return;
  } finally {
    if (existsSync(former)) renameSync(join(beside, 'node_modules'), 'node_modules');
    for (const folder of [beside, former]) rmSync(folder, { recursive: true, force: true });
  }
}

/** `npm ci`, when the lock file is another than the one installed. */
export async function install(): Promise<void> {
  const lock = readFileSync('package-lock.json', 'utf8');
  const wanted = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === wanted) return;
  if (!holdsAll(lock)) {
    const since = performance.now();
    say('Installing dependencies …');
    if (!existsSync('node_modules')) await npmCi();
    else await replacePackages();
    say(`Dependencies installed (${took(since)})`);
    const onTrust = existsSync(record) ? unchecked(packagesOf(lock), packagesOf(readFileSync(record, 'utf8'))) : [];
    if (onTrust.length > 0)
      say(
        `${onTrust.length} packages for this platform have no checksum in package-lock.json, so the registry was taken at its word: ${onTrust.join(', ')}. "npm install" on this platform writes their sums into the lock.`,
      );
  }
  writeFileSync(stamp, `${wanted}\n`);
}

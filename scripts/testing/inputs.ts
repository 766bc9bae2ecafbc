/**
 * What a file of tests reads, as a digest: the files that it imports, the files that these import, and the files and folders of the project that
 * they name. `npm test -- --changed` leaves out what passed with the same digest. A path that is put together at run time is followed as far as
 * it is written down; that is a guess, and so CI runs everything.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { buildFiles } from '../setup/build.ts';
import type { SuiteName } from '../test-plan.ts';

const aliases: Readonly<Record<string, string>> = {
  '#lib/': 'src/lib/',
  '#islands/': 'src/islands/',
  '#layouts/': 'src/layouts/',
  '#server/': 'src/server/',
  '#tests/': 'tests/',
};

/** Folders of the project; what is made, as `dist` and `.data`, is none of them. */
const folders = ['src', 'tests', 'scripts', 'docs', 'public', 'deploy', 'examples', '.ci'] as const;

/** What decides how every test runs. */
const always = ['package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts', 'playwright.config.ts'] as const;

/** What a suite reads beyond what its files do. `.` is everything. */
const ofSuite: Readonly<Partial<Record<SuiteName, readonly string[]>>> = {
  guards: ['.'],
  unit: ['tests/support/each-file.ts'],
  integration: ['tests/support/template.ts', 'tests/support/each-file.ts'],
  'integration-postgres': ['tests/support/postgres-setup.ts', 'tests/support/postgres-address.ts', 'tests/support/each-file.ts'],
  site: ['src', 'public', 'scripts', 'server.ts', 'tests/support/site-setup.ts', 'tests/support/asks-after-rest.ts', ...buildFiles],
  browser: ['src', 'public', 'scripts', 'server.ts', 'tests/support/browser-setup.ts', ...buildFiles],
  journeys: ['.'],
  faults: ['.'],
  engines: ['.'],
};

const code = /\.(?:ts|tsx|mjs|astro|css)$/;
const imported = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*['"]([^'"]+)['"]/g;
const named = new RegExp(String.raw`['"\`]((?:${folders.map((one) => one.replace('.', String.raw`\.`)).join('|')})/[\w./[\]-]*)`, 'g');
/** Folders and files of the project's own folder are told by the call that reads them: their names are ordinary words. */
const topmost = /(?:filesBelow|readdirSync|readFileSync|existsSync|cpSync|readFile)\(\[?((?:\s*'[\w.-]+',?)+)/g;

type Read = { readonly digest: string; readonly leads: readonly string[] };

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Every file below a folder, or the file itself; of `.`, those of the project. */
export function below(path: string): string[] {
  if (path === '.') return [...readdirSync('.').filter(isFile), ...folders.flatMap(below)];
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found ? [path] : [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** What a specifier or a written path leads to: a file, or the nearest folder that there is. */
function existing(path: string): string | undefined {
  for (let one = path.replace(/\?.*$/, '').replace(/\/$/, ''); one.includes('/'); one = dirname(one)) if (existsSync(one)) return one;
  return undefined;
}

function leadsOf(path: string, text: string): string[] {
  const leads = [...text.matchAll(imported)].flatMap(([, specifier = '']) => {
    const alias = Object.keys(aliases).find((one) => specifier.startsWith(one));
    if (alias !== undefined) return [`${aliases[alias]}${specifier.slice(alias.length)}`];
    return specifier.startsWith('.') ? [normalize(join(dirname(path), specifier))] : [];
  });
  const written = [...text.matchAll(named)].map(([, one = '']) => one);
  const above = path.startsWith('src/')
    ? []
    : [...text.matchAll(topmost)].flatMap(([, list = '']) => [...list.matchAll(/'([\w.-]+)'/g)].map(([, one = '']) => one)).filter((one) => existsSync(one));
  return [...leads.flatMap((one) => (isFile(one) ? [one] : (existing(one) ?? []))), ...written.flatMap((one) => existing(one) ?? []), ...above];
}

export type Inputs = {
  /** Every file that a file of tests reads in a suite, itself included. */
  readBy(suite: SuiteName, file: string): ReadonlySet<string>;
  /** A digest of these and of the version of Node. */
  digestOf(suite: SuiteName, file: string): string;
  /** A digest of some files, and of all below some folders. */
  digestBelow(paths: readonly string[]): string;
};

/**
 * What files of tests read. What is read from the disk is read once for all of them.
 * @param bytesOf reads a file.
 */
export function createInputs(bytesOf: (path: string) => Buffer = (path) => readFileSync(path)): Inputs {
  const known = new Map<string, Read>();
  const ofSuites = new Map<SuiteName, ReadonlySet<string>>();
  const digests = new Map<SuiteName, string>();

  function read(path: string): Read {
    const before = known.get(path);
    if (before) return before;
    const bytes = bytesOf(path);
    const one = { digest: createHash('sha256').update(bytes).digest('hex'), leads: code.test(path) ? leadsOf(path, bytes.toString('utf8')) : [] };
    known.set(path, one);
    return one;
  }

  /** Every file that one of these leads to. Of a folder that is only named, the files count, and not what they lead to. */
  function reached(starts: readonly string[]): Set<string> {
    const seen = new Set<string>();
    const next = [...starts];
    for (let path = next.pop(); path !== undefined; path = next.pop()) {
      if (seen.has(path)) continue;
      if (known.has(path) || (path !== '.' && isFile(path))) {
        seen.add(path);
        next.push(...read(path).leads);
      } else for (const file of below(path)) seen.add(file);
    }
    return seen;
  }

  function digest(files: ReadonlySet<string>): string {
    const hash = createHash('sha256').update(process.version);
    for (const file of [...files].toSorted()) hash.update(`${file}\0${known.has(file) || isFile(file) ? read(file).digest : ''}\0`);
    return hash.digest('hex');
  }

  /** What every file of a suite reads. */
  function readByAll(suite: SuiteName): ReadonlySet<string> {
    const all = ofSuites.get(suite) ?? new Set([...reached(ofSuite[suite] ?? []), ...always]);
    ofSuites.set(suite, all);
    return all;
  }

  return {
    readBy: (suite, file) => new Set([...reached([file]), ...readByAll(suite)]),
    digestOf(suite, file) {
      const ofAll = digests.get(suite) ?? digest(readByAll(suite));
      digests.set(suite, ofAll);
      return createHash('sha256')
        .update(ofAll)
        .update(digest(reached([file])))
        .digest('hex');
    },
    digestBelow: (paths) => digest(new Set(paths.flatMap(below))),
  };
}

/** What `npm test` runs for the words after it: names of suites, files and folders of tests. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MisuseError } from './command.ts';

export const suiteNames = [
  'check',
  'guards',
  'unit',
  'integration',
  'integration-postgres',
  'build',
  'site',
  'browser',
  'journeys',
  'faults',
  'engines',
] as const;
export type SuiteName = (typeof suiteNames)[number];

/** A suite, or some files of it. */
export type TestPlan = { readonly suite: SuiteName; readonly files: readonly string[] };

/** Suites that take part only when they are named: one repeats another at length, one breaks things, one needs a second browser. */
const apart: ReadonlySet<SuiteName> = new Set(['journeys', 'faults', 'engines']);

/** Which suite runs the tests of a folder below `tests`. */
export const suiteOfFolder: Readonly<Record<string, SuiteName>> = {
  unit: 'unit',
  guards: 'guards',
  integration: 'integration',
  embedded: 'integration',
  postgres: 'integration-postgres',
  crawl: 'site',
  server: 'site',
  browser: 'browser',
  faults: 'faults',
  engines: 'engines',
};

const isSuite = (word: string): word is SuiteName => suiteNames.some((name) => name === word);

/** The suite of a path below `tests`, or what is wrong with it. */
function suiteOf(path: string): SuiteName {
  const [top = '', folder = ''] = path.split('/');
  const suite = top === 'tests' ? suiteOfFolder[folder] : undefined;
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new MisuseError(`There is no suite and no file ${path}. Suites: ${suiteNames.join(', ')}.`);
  if (!suite || !(found.isDirectory() || /\.test\.tsx?$/.test(path)))
    throw new MisuseError(`${path} is no test. Tests are the files below ${Object.keys(suiteOfFolder).join(', ')} in tests/ that end in .test.ts.`);
  return suite;
}

/**
 * The suites to run, in their order.
 * @throws {MisuseError} for a word that is neither a suite nor a path of tests.
 * @example planOf([]).length // 8
 * @example planOf(['tests/unit/money.test.ts']) // [{ suite: 'unit', files: ['tests/unit/money.test.ts'] }]
 */
export function planOf(words: readonly string[]): TestPlan[] {
  if (words.length === 0) return suiteNames.filter((name) => !apart.has(name)).map((suite) => ({ suite, files: [] }));
  const files = new Map<SuiteName, string[]>();
  for (const word of words) {
    if (isSuite(word)) continue;
    const path = word.replace(/^\.\//, '').replace(/\/$/, '');
    const suite = suiteOf(path);
    files.set(suite, [...(files.get(suite) ?? []), path]);
  }
  // A suite that is named is run whole.
  return suiteNames.flatMap((suite) => (words.includes(suite) ? [{ suite, files: [] }] : files.has(suite) ? [{ suite, files: files.get(suite) ?? [] }] : []));
}

/** Whether a plan is all that runs where nothing is named. */
export const isWhole = (plan: readonly TestPlan[]): boolean =>
  suiteNames.every((name) => apart.has(name) || plan.some(({ suite, files }) => suite === name && files.length === 0));

/** Suites that are made of files of tests; of the others there is nothing to leave out. */
const made: ReadonlySet<SuiteName> = new Set(Object.values(suiteOfFolder));

/**
 * Every file that a suite runs, in order; undefined for a suite that is no files of tests.
 * @param leftOut files of tests/integration that the suite leaves to another one.
 */
export function filesOf(suite: SuiteName, leftOut: ReadonlySet<string>): readonly string[] | undefined {
  if (!made.has(suite)) return undefined;
  const folders = Object.entries(suiteOfFolder).flatMap(([folder, own]) => (own === suite ? [folder] : []));
  // Most of what runs on the embedded database runs on Postgres too.
  const all = suite === 'integration-postgres' ? ['integration', ...folders] : folders;
  return all
    .flatMap((folder) => readdirSync(join('tests', folder), { recursive: true, encoding: 'utf8' }).map((name) => join('tests', folder, name)))
    .filter((path) => /\.test\.tsx?$/.test(path) && !leftOut.has(path))
    .toSorted();
}

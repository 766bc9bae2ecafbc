/** Which tests run on both databases: those that ask one, unless others ask it the same. And what those that share a process leave alone. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apart } from '../support/apart.ts';
import { withOwnSites } from '../support/own-sites.ts';
import { onPostgresAlone, withoutDatabase } from '../support/one-database.ts';
import { expectNone, filesBelow, importsOf } from './source-files.ts';

const read = (path: string): string => readFileSync(path, 'utf8');

/** Whether a file of tests, or what it imports of tests/, asks the database that the run was given. */
function asksDatabase(path: string): boolean {
  const seen = new Set([path]);
  for (const one of seen) {
    const text = read(one);
    if (one === 'tests/support/database.ts' || text.includes('TEST_DATABASE_URL')) return true;
    for (const { to, typeOnly } of importsOf({ path: one, text })) if (!typeOnly && to.startsWith('tests/') && existsSync(to)) seen.add(to);
  }
  return false;
}

const files = filesBelow(['tests/integration'], /\.test\.tsx?$/).map(({ path }) => path);

test('what asks a database runs on both, and what asks none runs once', () => {
  expect(files.length).toBeGreaterThan(withoutDatabase.length);
  const alone = new Set(withoutDatabase);
  expectNone(
    files.filter((path) => alone.has(path) && asksDatabase(path)),
    'Take it out of tests/support/one-database.ts: it would be proved on one database only.',
  );
  expectNone(
    files.filter((path) => !alone.has(path) && !asksDatabase(path)),
    'It asks no database: name it in tests/support/one-database.ts, so that it runs once.',
  );
  expectNone(
    [...withoutDatabase, ...onPostgresAlone].filter((path, at, all) => !files.includes(path) || all.indexOf(path) < at),
    'Take it out of tests/support/one-database.ts.',
  );
});

test('what asks the one site of the run does so in turn with others that do, and what starts its own does not wait for them', () => {
  const asks = filesBelow(['tests/crawl', 'tests/server'], /\.test\.tsx?$/).filter(({ text }) => text.includes("inject('baseUrl')"));
  const all = filesBelow(['tests/crawl', 'tests/server'], /\.test\.tsx?$/).map(({ path }) => path);
  expect(all.filter((path) => !asks.some((one) => one.path === path)).toSorted(), 'tests/support/own-sites.ts').toEqual(withOwnSites.toSorted());
});

/** What changes a module for all that is loaded in a process. */
const takesAway = /\bvi\.(?:mock|doMock|resetModules)\(/;
const sharing = filesBelow(['tests/integration', 'tests/embedded', 'tests/postgres', 'tests/unit', 'tests/guards'], /\.tsx?$/);

test('no test takes away what others of its process have imported', () => {
  expectNone(
    sharing.filter(({ path, text }) => !(path in apart) && takesAway.test(text)).map(({ path }) => path),
    'Files of these tests share what they import (decision 0084): hand a stand-in over as an argument, or name a unit test in tests/support/apart.ts.',
  );
});

test('a unit test that has a process of its own needs one', () => {
  expectNone(
    Object.keys(apart).filter((path) => !path.startsWith('tests/unit/') || !takesAway.test(existsSync(path) ? read(path) : '')),
    'Take it out of tests/support/apart.ts: in a process with others it takes less time.',
  );
});

test('a test that stops the clock of its process sets it going again', () => {
  expectNone(
    sharing.filter(({ path, text }) => !(path in apart) && text.includes('vi.useFakeTimers(') && !text.includes('vi.useRealTimers(')).map(({ path }) => path),
    'Call vi.useRealTimers() in afterEach(): the files behind it share the clock.',
  );
});

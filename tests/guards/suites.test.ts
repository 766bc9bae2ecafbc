/** Which tests run on both databases: every one that asks one. And what those that share a process leave alone. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withoutDatabase } from '../support/without-database.ts';
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
    'Take it out of tests/support/without-database.ts: it would be proved on one database only.',
  );
  expectNone(
    files.filter((path) => !alone.has(path) && !asksDatabase(path)),
    'It asks no database: name it in tests/support/without-database.ts, so that it runs once.',
  );
  expectNone(
    withoutDatabase.filter((path) => !files.includes(path)),
    'Take it out of tests/support/without-database.ts.',
  );
});

test('no integration test takes away what others of its process have imported', () => {
  const findings = filesBelow(['tests/integration', 'tests/embedded', 'tests/postgres'], /\.tsx?$/)
    .filter(({ text }) => /\bvi\.(?:mock|doMock|resetModules)\(/.test(text))
    .map(({ path }) => path);
  expectNone(findings, 'Files of integration tests share what they import (decision 0084): hand a stand-in over as an argument instead.');
});

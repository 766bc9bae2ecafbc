/** What `npm test` makes of a run: what a file of tests reads, which shard runs it, what it took, and what reports say. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import fc from '#tests/support/properties.ts';
import { formOf } from '#tests/support/statements.ts';
import { filesOf, isWhole, planOf } from '../../scripts/test-plan.ts';
import { complaint, unproven } from '../../scripts/testing/both-databases.ts';
import { createInputs } from '../../scripts/testing/inputs.ts';
import { readPassed } from '../../scripts/testing/passed.ts';
import { processorSeconds, secondsIn } from '../../scripts/testing/processor.ts';
import { readPlaywright, readVitest } from '../../scripts/testing/reports.ts';
import { readShard } from '../../scripts/testing/shard.ts';
import { overBudget, readRecord, shardOf, slowest, slowness, weightOf, writeRecord } from '../../scripts/testing/times.ts';
import type { TimesRecord } from '../../scripts/testing/times.ts';

const folder = mkdtempSync(join(tmpdir(), 'loftling-runner-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const written = (content: unknown): string => {
  const path = join(folder, `${(files += 1)}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

describe('what a file of tests reads', () => {
  const inputs = createInputs();
  const reads = (suite: 'unit' | 'site' | 'guards' | 'integration', file: string) => [...inputs.readBy(suite, file)];

  test('is what it imports, what that imports, and what it names', () => {
    const ofMoney = reads('unit', 'tests/unit/money.test.ts');
    expect(ofMoney).toContain('tests/unit/money.test.ts');
    expect(ofMoney).toContain('src/lib/money/money.ts');
    expect(ofMoney).toContain('package-lock.json');
    expect(ofMoney).not.toContain('src/lib/mail/mailer.ts');
    expect(reads('unit', 'tests/unit/majority.test.ts')).toContain('src/content/majority.yaml');
    // A folder that the product names.
    expect(reads('unit', 'tests/unit/places.test.ts')).toContain('src/content/places/uk/leeds.yaml');
  });

  test('is every file for a guard, and all that is built for a test of the site', () => {
    expect(reads('guards', 'tests/guards/style.test.ts')).toEqual(expect.arrayContaining(['README.md', 'docs/plan.md', 'src/env.d.ts', '.ci/run']));
    expect(reads('site', 'tests/server/queries.test.ts')).toEqual(expect.arrayContaining(['src/pages/404.astro', 'server.ts', 'tests/server/queries.json']));
  });

  test('has another digest when any of it changes, and the same when nothing of it does', () => {
    const before = inputs.digestOf('unit', 'tests/unit/money.test.ts');
    const after = (changed: string): string =>
      createInputs((path) => Buffer.concat([readFileSync(path), Buffer.from(path === changed ? '\n' : '')])).digestOf('unit', 'tests/unit/money.test.ts');
    for (const one of ['tests/unit/money.test.ts', 'src/lib/money/money.ts', 'package-lock.json', 'tests/support/each-file.ts'])
      expect(after(one), one).not.toBe(before);
    expect(after('src/lib/mail/mailer.ts')).toBe(before);
  });
});

describe('what passed is kept', () => {
  test('by what it read, until it fails', () => {
    const path = join(folder, 'kept.json');
    readPassed(path).keep('unit', new Map([['a', { passed: true, digest: '1' }]]));
    readPassed(path).keep('guards', new Map([['b', { passed: true, digest: '2' }]]));
    expect([readPassed(path).has('unit', 'a', '1'), readPassed(path).has('unit', 'a', '2'), readPassed(path).has('unit', 'b', '2')]).toEqual([
      true,
      false,
      false,
    ]);
    readPassed(path).keep('unit', new Map([['a', { passed: false, digest: '1' }]]));
    expect([readPassed(path).has('unit', 'a', '1'), readPassed(path).has('guards', 'b', '2')]).toEqual([false, true]);
  });

  test('and a file that is broken, or none of ours, counts as nothing kept', () => {
    for (const content of ['', '{', '[]', '{"unit":{"a":1}}']) expect(readPassed(written(content)).has('unit', 'a', '1'), content).toBe(false);
  });
});

describe('shards', () => {
  test('are written as the part and the number of parts', () => {
    expect(readShard('2/3')).toEqual({ index: 2, count: 3 });
    for (const text of ['', '0/3', '4/3', '1/0', '-1/2', '1', '1/2/3', '1.5/2', ' 1/2', '1/1000']) expect(readShard(text), text).toBeUndefined();
  });

  const piece = fc.record({ suite: fc.constantFrom('unit', 'site', 'browser'), file: fc.option(fc.stringMatching(/^[a-e]{1,3}$/), { nil: undefined }) });

  test('have every piece once, in its order, and the same on every machine', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(piece, { selector: ({ suite, file }) => `${suite} ${file}`, maxLength: 40 }),
        fc.integer({ min: 1, max: 6 }),
        (pieces, count) => {
          const record: TimesRecord = { suites: { site: { seconds: 30, processor: 20 } }, files: { unit: { a: 60, b: 1 }, browser: { c: 5 } } };
          const shards = Array.from({ length: count }, (_, at) => shardOf(pieces, { index: at + 1, count }, record));
          const names = (list: typeof pieces) => list.map(({ suite, file }) => `${suite} ${file}`);
          expect(names(shards.flat()).toSorted()).toEqual(names(pieces).toSorted());
          for (const shard of shards) expect(shard).toEqual(pieces.filter((one) => shard.includes(one)));
        },
      ),
    );
  });

  test('are of like weight', () => {
    const pieces = Array.from({ length: 60 }, (_, at) => ({ suite: 'unit', file: `f${at}` }));
    const record: TimesRecord = { suites: {}, files: { unit: Object.fromEntries(pieces.map(({ file }, at) => [file, (at % 7) + 1])) } };
    const weights = [1, 2, 3].map((index) => shardOf(pieces, { index, count: 3 }, record).reduce((sum, one) => sum + weightOf(one, record), 0));
    expect(Math.max(...weights) - Math.min(...weights)).toBeLessThanOrEqual(7);
  });

  test('weigh a file that nobody has timed like the usual one of its suite', () => {
    expect(weightOf({ suite: 'unit', file: 'new' }, { suites: {}, files: { unit: { a: 1, b: 4, c: 90 } } })).toBe(4);
  });
});

describe('what a run took', () => {
  const suite = (name: string, processor: number, ofFiles: Readonly<Record<string, number>> = {}) => ({
    suite: name,
    seconds: processor,
    processor,
    files: Object.entries(ofFiles).map(([file, seconds]) => ({ file, seconds })),
  });

  test('is within its budget, or the suites and files that grew are named', () => {
    const record: TimesRecord = { suites: { unit: { seconds: 50, processor: 50 }, site: { seconds: 40, processor: 40 } }, files: { unit: { a: 10, b: 10 } } };
    const run = [suite('unit', 90, { a: 11, b: 49 }), suite('site', 35)];
    expect(overBudget(run, record, 1, 125)).toBeUndefined();
    const said = overBudget(run, record, 1, 124) ?? '';
    expect(said).toContain('125 s of the processor of the recorded machine; 124 s is the limit');
    expect(said).toContain('unit: 90 s of the processor, 50 s recorded');
    expect(said).toMatch(/b: 49\.0 s, 10\.0 s recorded\n.*a: 11\.0 s/);
    expect(said).not.toContain('site');
    // On a machine that was half as fast, the same is half as much.
    expect(slowness([52, 40, 47], { ...record, pace: 23.5 })).toBe(2);
    expect(overBudget(run, record, 2, 63)).toBeUndefined();
    expect(slowness([52], record)).toBe(1);
  });

  test('is recorded by suite and file, and what did not run keeps its record', () => {
    const path = join(folder, 'times.json');
    writeRecord([suite('unit', 10, { b: 1.26, a: 2 })], [21, 23, 90], path);
    writeRecord([suite('site', 5, { c: 3 })], [], path);
    expect(readRecord(path)).toEqual({
      pace: 23,
      suites: { site: { seconds: 5, processor: 5 }, unit: { seconds: 10, processor: 10 } },
      files: { site: { c: 3 }, unit: { a: 2, b: 1.3 } },
    });
    expect(Object.keys(readRecord(path).files['unit'] ?? {})).toEqual(['a', 'b']);
    expect(readRecord(join(folder, 'none.json'))).toEqual({ suites: {}, files: {} });
  });

  test('is told of the slowest files, with what they waited', () => {
    const lines = slowest(
      [
        {
          suite: 'unit',
          seconds: 9,
          processor: 9,
          files: [
            { file: 'a', seconds: 2, processor: 1.5 },
            { file: 'b', seconds: 7 },
          ],
        },
      ],
      2,
    );
    expect(lines.map((line) => line.trim())).toEqual(['7.0 s  b (unit)', '2.0 s  a (unit, of which it waited 0.5 s)']);
  });

  test('of the processor is what Linux counts for a process and its children', () => {
    expect(secondsIn('7 (a (b) c) S 1 7 7 0 -1 0 0 0 0 0 150 50 200 100 20 0')).toBe(5);
    expect(process.platform === 'linux' ? processorSeconds() : 1).toBeGreaterThan(0);
  });
});

describe('reports', () => {
  test('of vitest name what failed, what lost its process, and what each file took', () => {
    const at = (name: string): string => join(process.cwd(), name);
    const report = written({
      numPassedTests: 3,
      numFailedTests: 1,
      numPendingTests: 1,
      testResults: [
        { name: at('tests/unit/a.test.ts'), status: 'passed', assertionResults: [{ fullName: 'x', status: 'passed' }] },
        {
          name: at('tests/unit/b.test.ts'),
          status: 'failed',
          assertionResults: [{ fullName: 'y is so', status: 'failed', failureMessages: ['no\n  it is not'] }],
        },
        { name: at('tests/unit/c.test.ts'), status: 'failed', message: '', assertionResults: [{ fullName: 'z', status: 'passed' }] },
        { name: at('tests/unit/d.test.ts'), status: 'failed', message: 'cannot be read', assertionResults: [] },
      ],
    });
    const outcome = readVitest(
      report,
      written({
        errors: ['gone'],
        files: [
          { file: 'tests/unit/a.test.ts', seconds: 2, processor: 1 },
          { file: 'tests/unit/b.test.ts', seconds: 1 },
        ],
      }),
    );
    expect(outcome.counts).toEqual({ passed: 3, failed: 1, skipped: 1 });
    expect(outcome.notes).toEqual(['✗ tests/unit/b.test.ts: y is so\n    no · it is not', '✗ tests/unit/d.test.ts\n    cannot be read']);
    expect([...outcome.abandoned]).toEqual([['tests/unit/c.test.ts', 1]]);
    expect(outcome.errors).toEqual(['gone']);
    expect(outcome.files).toEqual([
      { file: 'tests/unit/a.test.ts', seconds: 2, processor: 1, passed: true },
      { file: 'tests/unit/b.test.ts', seconds: 1, passed: false },
    ]);
  });

  test('of Playwright name what failed and what passed on its second try, and sum the tests of a file', () => {
    const spec = (file: string, title: string, status: string, ...durations: number[]) => ({
      title,
      file,
      line: 3,
      tests: [{ status, results: durations.map((duration) => ({ duration, error: { message: 'why' } })) }],
    });
    const report = written({
      stats: { expected: 2, unexpected: 1, flaky: 1, skipped: 0 },
      suites: [
        {
          specs: [spec('a.test.ts', 'one', 'expected', 1_000), spec('a.test.ts', 'two', 'flaky', 500, 500)],
          suites: [{ specs: [spec('b.test.ts', 'three', 'unexpected', 2_000)] }],
        },
      ],
    });
    const outcome = readPlaywright(report, 'tests/browser');
    expect(outcome.counts).toEqual({ passed: 3, failed: 1, skipped: 0 });
    expect(outcome.notes).toEqual(['! passed on the second try only: a.test.ts:3 two', '✗ b.test.ts:3 three\n    why']);
    expect(outcome.files).toEqual([
      { file: 'tests/browser/a.test.ts', seconds: 2, passed: false },
      { file: 'tests/browser/b.test.ts', seconds: 2, passed: false },
    ]);
  });

  test('that were never written count as nothing', () => {
    expect(readVitest(join(folder, 'none'), join(folder, 'none')).counts).toEqual({ passed: 0, failed: 0, skipped: 0 });
    expect(readPlaywright(join(folder, 'none'), 'tests/browser').counts).toEqual({ passed: 0, failed: 0, skipped: 0 });
  });
});

describe('both databases', () => {
  test('know a statement by its form, whatever its values and however many', () => {
    expect(formOf('select "a"\n  from "t" where "id" in ($1, $2, $3) limit 20')).toBe(formOf('select "a" from "t" where "id" in ($1) limit 5'));
    expect(formOf('insert into "t" ("a", "b") values ($1, $2), ($3, $4)')).toBe(formOf('insert into "t" ("a", "b") values ($1, $2)'));
    expect(formOf(`select 'it''s' as x`)).toBe(formOf(`select 'other' as x`));
    expect(formOf('select "a" from "t" where "a" = $1')).not.toBe(formOf('select "a" from "t" where "b" = $1'));
    expect(formOf('select "a" from "t" order by "a"')).not.toBe(formOf('select "a" from "t" order by "a" desc'));
  });

  test('begin a transaction alike: the limits that Postgres alone is told are no difference', () => {
    expect(formOf('start transaction; set local statement_timeout = 3000; set local lock_timeout = 10')).toBe('start transaction');
  });

  test('are both asked what a file asks that runs on Postgres alone', () => {
    const asked = [
      { file: 'both', engine: 'pglite', forms: ['one'] },
      { file: 'both', engine: 'postgres', forms: ['one', 'sometimes'] },
      { file: 'alone', engine: 'postgres', forms: ['one', 'two'] },
    ] as const;
    expect(unproven(asked, ['alone'])).toEqual([{ form: 'two', file: 'alone' }]);
    expect(complaint(asked, ['alone'])).toMatch(/^1 statements ran on Postgres alone\.[^]*alone: two$/);
    expect(complaint([...asked, { file: 'other', engine: 'pglite', forms: ['two'] }], ['alone'])).toBeUndefined();
  });
});

describe('a plan', () => {
  test('is whole where nothing is named, and not where anything is', () => {
    expect(isWhole(planOf([]))).toBe(true);
    expect(isWhole(planOf(['unit', 'guards']))).toBe(false);
    expect(isWhole(planOf(['tests/unit/money.test.ts']))).toBe(false);
  });

  test('has the files of its suites', () => {
    expect(filesOf('unit', new Set())).toContain('tests/unit/money.test.ts');
    expect(filesOf('check', new Set())).toBeUndefined();
    const onPostgres = filesOf('integration-postgres', new Set(['tests/integration/orders/orders.test.ts'])) ?? [];
    expect(onPostgres).toContain('tests/postgres/stock.test.ts');
    expect(onPostgres).toContain('tests/integration/orders/paying.test.ts');
    expect(onPostgres).not.toContain('tests/integration/orders/orders.test.ts');
  });
});

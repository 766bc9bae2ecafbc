/** What vitest and Playwright report of a run, in one shape: counts, what failed and why, and what each file took. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';
import type { FileTime } from './times.ts';

export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

export type FileOutcome = FileTime & { readonly passed: boolean };

/** What a suite came to. `notes` is worth reading at the end of a long log: failures with the first lines of why. */
export type Outcome = { readonly counts: Counts; readonly notes: readonly string[]; readonly files: readonly FileOutcome[] };

const noteLength = 300;
const ansiCodes = new RegExp(String.raw`\u001B\[[\d;]*m`, 'g');

/** A failed test with the first lines of why. */
export const failureOf = (name: string, why: string): string =>
  `✗ ${name}\n    ${why
    .replaceAll(ansiCodes, '')
    .replaceAll(/\s*\n\s*/g, ' · ')
    .slice(0, noteLength)}`;

export const none: Counts = { passed: 0, failed: 0, skipped: 0 };

export const added = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});

/** A suite that ended badly without naming a failed test has failed all the same. */
export const atLeastOneFailure = (counts: Counts, status: number): Counts => (status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts);

const readReport = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

const vitestReport = z.object({
  numPassedTests: z.number().default(0),
  numFailedTests: z.number().default(0),
  numPendingTests: z.number().default(0),
  numTodoTests: z.number().default(0),
  testResults: z
    .array(
      z.object({
        name: z.string(),
        status: z.string().default('passed'),
        message: z.string().default(''),
        assertionResults: z.array(z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).default([]) })).default([]),
      }),
    )
    .default([]),
});

type VitestFile = z.infer<typeof vitestReport>['testResults'][number];

/** Tests that failed, and files that could not be read as tests. */
function failures({ name, message, assertionResults }: VitestFile): string[] {
  const file = relative(process.cwd(), name);
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return message === '' ? [] : [failureOf(file, message)];
  return failed.map(({ fullName, failureMessages }) => failureOf(`${file}: ${fullName}`, failureMessages.join('\n')));
}

/** What `vitest-report.ts` writes. */
const filesReport = z.object({
  errors: z.array(z.string()).default([]),
  files: z.array(z.object({ file: z.string(), seconds: z.number(), processor: z.number().optional() })).default([]),
});

export type VitestOutcome = Outcome & {
  /** What went wrong outside of tests. */
  readonly errors: readonly string[];
  /** Files whose process ended under them, with the number of their tests that had passed: no test of theirs says why. */
  readonly abandoned: ReadonlyMap<string, number>;
};

/** @param report vitest's own JSON. @param files what `vitest-report.ts` wrote beside it. */
export function readVitest(report: string, files: string): VitestOutcome {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = vitestReport.parse(readReport(report));
  const { errors, files: times } = filesReport.parse(readReport(files));
  const abandoned = testResults
    .filter(({ status, message, assertionResults }) => status === 'failed' && message === '' && !assertionResults.some((one) => one.status === 'failed'))
    .map(({ name, assertionResults }) => [relative(process.cwd(), name), assertionResults.filter((one) => one.status === 'passed').length] as const);
  const passed = new Set(testResults.filter(({ status }) => status === 'passed').map(({ name }) => relative(process.cwd(), name)));
  return {
    counts: { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests },
    notes: testResults.flatMap(failures),
    files: times.map(({ file, seconds, processor }) => ({ file, seconds, ...(processor === undefined ? {} : { processor }), passed: passed.has(file) })),
    errors,
    abandoned: new Map(abandoned),
  };
}

const playwrightSuite = z.object({
  specs: z
    .array(
      z.object({
        title: z.string(),
        file: z.string(),
        line: z.number(),
        tests: z.array(
          z.object({
            status: z.string(),
            results: z.array(z.object({ duration: z.number().default(0), error: z.object({ message: z.string().default('') }).optional() })).default([]),
          }),
        ),
      }),
    )
    .default([]),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});

type Spec = z.infer<typeof playwrightSuite>['specs'][number];

const playwrightReport = z.object({
  stats: z
    .object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() })
    .default({ expected: 0, unexpected: 0, flaky: 0, skipped: 0 }),
  suites: z.array(playwrightSuite).default([]),
});

const specsOf = (suites: readonly z.infer<typeof playwrightSuite>[]): Spec[] => suites.flatMap(({ specs, suites: inner }) => [...specs, ...specsOf(inner)]);

/** Tests that failed, and those that passed on their second try only: no failure of the run, but somebody's work. */
function unsteady({ file, line, title, tests }: Spec): string[] {
  const name = `${file}:${line} ${title}`;
  return tests.flatMap(({ status, results }) => {
    if (status === 'flaky') return [`! passed on the second try only: ${name}`];
    return status === 'unexpected' ? [failureOf(name, results.map(({ error }) => error?.message ?? '').join('\n'))] : [];
  });
}

/** @param folder where the files of the report are. */
export function readPlaywright(report: string, folder: string): Outcome {
  const { stats, suites } = playwrightReport.parse(readReport(report));
  const specs = specsOf(suites);
  const files = new Map<string, FileOutcome>();
  for (const { file: name, tests } of specs) {
    const file = `${folder}/${name}`;
    const { seconds, passed } = files.get(file) ?? { seconds: 0, passed: true };
    const took = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration / 1_000, 0);
    files.set(file, { file, seconds: seconds + took, passed: passed && tests.every(({ status }) => status === 'expected' || status === 'skipped') });
  }
  return {
    counts: { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
    notes: specs.flatMap(unsteady),
    files: [...files.values()],
  };
}

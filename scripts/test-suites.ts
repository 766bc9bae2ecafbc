/** The suites of `npm test`: each is a program whose report is counted; a check counts as one test. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { checks, runChecks } from './checks.ts';
import type { SuiteName, TestPlan } from './test-plan.ts';

type Counts = { passed: number; failed: number; skipped: number };

const results = 'test-results';
/** What is worth knowing beside the counts, told once more at the end, where the end of a long log is all that somebody has. */
const notes: string[] = [];
const noteLength = 300;
/** Where more files than these lose their process, something is wrong with all of them. */
const mostRunAgain = 2;
const ansiCodes = new RegExp(String.raw`\u001B\[[\d;]*m`, 'g');

/** A failed test with the first lines of why. */
const failureOf = (name: string, why: string): string =>
  `✗ ${name}\n    ${why
    .replaceAll(ansiCodes, '')
    .replaceAll(/\s*\n\s*/g, ' · ')
    .slice(0, noteLength)}`;

/** Runs a program with its output shown. Gives its exit status. */
function shown(program: string, parameters: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { stdio: 'inherit', env: { ...process.env, ...more } });
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** A suite that ended badly without naming a failed test has failed all the same. */
const atLeastOneFailure = (counts: Counts, status: number): Counts => (status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts);

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

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

type VitestReport = z.infer<typeof vitestReport>;

/** Tests that failed, and files that could not be read as tests. */
function failures({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return message === '' ? [] : [failureOf(file, message)];
    return failed.map(({ fullName, failureMessages }) => failureOf(`${file}: ${fullName}`, failureMessages.join('\n')));
  });
}

/** Files whose process ended under them: they failed, and no test of theirs says why. */
const abandoned = ({ testResults }: VitestReport): string[] =>
  testResults
    .filter(({ status, message, assertionResults }) => status === 'failed' && message === '' && !assertionResults.some((one) => one.status === 'failed'))
    .map(({ name }) => relative(process.cwd(), name));

/** What went wrong beside tests, as `vitest-errors.ts` writes it. */
const errorsReport = z.object({ errors: z.array(z.string()).default([]) });

const added = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});

/** @param again are files whose process ended under them before: a second time is a failure. */
async function vitest(project: string, files: readonly string[], again = false): Promise<Counts> {
  const report = join(results, `${project}${again ? '-again' : ''}.json`);
  const errorsFile = join(results, `${project}${again ? '-again' : ''}-errors.json`);
  const status = await shown(
    'node_modules/.bin/vitest',
    [
      'run',
      '--project',
      project,
      '--reporter=dot',
      '--reporter=json',
      '--reporter=./scripts/vitest-errors.ts',
      `--outputFile.json=${report}`,
      ...(files.length > 0 ? files : ['--passWithNoTests']),
    ],
    { VITEST_ERRORS_FILE: errorsFile },
  );
  const told = vitestReport.parse(readReport(report));
  const { errors } = errorsReport.parse(readReport(errorsFile));
  const ended = abandoned(told);
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = told;
  const counts = { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  notes.push(...failures(told));
  // The process of one file of a hundred that dies says nothing of the tests that it did not come to.
  const dead = !again && numFailedTests === 0 && ended.length > 0 && ended.length <= mostRunAgain;
  if (!dead) {
    notes.push(...errors.map((error) => failureOf(`${project}, beside its tests`, error)));
    return atLeastOneFailure(counts, status);
  }
  notes.push(`! run again, for its process had ended: ${ended.join(', ')} (${errors.join(' · ')})`);
  const passedThere = told.testResults
    .filter(({ name }) => ended.includes(relative(process.cwd(), name)))
    .flatMap(({ assertionResults }) => assertionResults.filter((one) => one.status === 'passed')).length;
  return added({ ...counts, passed: counts.passed - passedThere }, await vitest(project, ended, true));
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
            results: z.array(z.object({ error: z.object({ message: z.string().default('') }).optional() })).default([]),
          }),
        ),
      }),
    )
    .default([]),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});

const playwrightReport = z.object({
  stats: z
    .object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() })
    .default({ expected: 0, unexpected: 0, flaky: 0, skipped: 0 }),
  suites: z.array(playwrightSuite).default([]),
});

/** Tests that failed, and those that passed on their second try only: no failure of the run, but somebody's work. */
function unsteady(suites: readonly z.infer<typeof playwrightSuite>[]): string[] {
  return suites.flatMap(({ specs, suites: inner }) => [
    ...specs.flatMap(({ file, line, title, tests }) => {
      const name = `${file}:${line} ${title}`;
      return tests.flatMap(({ status, results }) => {
        if (status === 'flaky') return [`! passed on the second try only: ${name}`];
        return status === 'unexpected' ? [failureOf(name, results.map(({ error }) => error?.message ?? '').join('\n'))] : [];
      });
    }),
    ...unsteady(inner),
  ]);
}

async function playwright(files: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Counts> {
  const report = join(results, 'browser.json');
  const status = await shown('node_modules/.bin/playwright', ['test', '--reporter=dot,json', ...files], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    ...more,
  });
  const { stats, suites } = playwrightReport.parse(readReport(report));
  notes.push(...unsteady(suites));
  return atLeastOneFailure({ passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }, status);
}

async function allChecks(): Promise<Counts> {
  const outcome = await runChecks([], (line) => console.log(line));
  const passed = outcome.filter((one) => one.passed).length;
  return { passed, failed: checks.length - passed, skipped: 0 };
}

async function build(): Promise<Counts> {
  const failed = (await shown(process.execPath, ['scripts/run.mjs', 'build'])) === 0 ? 0 : 1;
  return { passed: 1 - failed, failed, skipped: 0 };
}

/** How each suite is run; those of one program are given files, too. */
const runners: Readonly<Record<SuiteName, (files: readonly string[]) => Promise<Counts>>> = {
  check: allChecks,
  guards: (files) => vitest('guards', files),
  unit: (files) => vitest('unit', files),
  integration: (files) => vitest('integration', files),
  'integration-postgres': (files) => vitest('integration-postgres', files),
  build,
  site: (files) => vitest('site', files),
  browser: (files) => playwright(files),
  journeys: () => playwright([], { JOURNEYS: 'full' }),
  faults: (files) => vitest('faults', files),
  engines: (files) => vitest('engines', files),
};

/** Runs a plan, suite after suite. The last line sums up. Gives the exit status. */
export async function runPlan(plan: readonly TestPlan[]): Promise<number> {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const lines: string[] = [];
  const sum: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { suite, files } of plan) {
    console.log(`\n━━ ${suite}${files.length > 0 ? `: ${files.join(' ')}` : ''}`);
    const since = performance.now();
    const counts = await runners[suite](files).catch((error: unknown) => {
      console.error(error);
      return { passed: 0, failed: 1, skipped: 0 };
    });
    for (const key of ['passed', 'failed', 'skipped'] as const) sum[key] += counts[key];
    lines.push(
      `${counts.failed > 0 ? '✗' : '✓'} ${suite.padEnd(22)} ${String(counts.passed).padStart(5)} passed ${String(counts.failed).padStart(4)} failed ${String(counts.skipped).padStart(4)} skipped  ${((performance.now() - since) / 1000).toFixed(0).padStart(4)} s`,
    );
  }
  console.log(`\n${[...lines, ...notes].join('\n')}\n`);
  console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
  return sum.failed > 0 ? 1 : 0;
}

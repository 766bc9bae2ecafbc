/**
 * `npm test`: the checks, then every suite, one after the other on two workers. The very last line sums up:
 * "N passed, N failed, N skipped"; a check counts as one test.
 * `npm test -- unit guards` runs some of them; `npm run test:faults` those that break things and take their time.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { checks, runChecks } from './checks.ts';

type Counts = { passed: number; failed: number; skipped: number };
/** `apart`: takes part only when it is named. */
type Suite = { readonly name: string; readonly run: () => Promise<Counts>; readonly apart?: true };

const results = 'test-results';
/** What is worth knowing of a run that is no failure. */
const notes: string[] = [];

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
});

async function vitest(project: string): Promise<Counts> {
  const report = join(results, `${project}.json`);
  const status = await shown('node_modules/.bin/vitest', [
    'run',
    '--project',
    project,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--passWithNoTests',
  ]);
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = vitestReport.parse(readReport(report));
  return atLeastOneFailure({ passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }, status);
}

const playwrightSuite = z.object({
  specs: z.array(z.object({ title: z.string(), file: z.string(), line: z.number(), tests: z.array(z.object({ status: z.string() })) })).default([]),
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

/** Tests that passed on their second try only: no failure of the run, but somebody's work. */
function unsteady(suites: readonly z.infer<typeof playwrightSuite>[]): string[] {
  return suites.flatMap(({ specs, suites: inner }) => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ file, line, title }) => `${file}:${line} ${title}`),
    ...unsteady(inner),
  ]);
}

async function playwright(): Promise<Counts> {
  const report = join(results, 'browser.json');
  const status = await shown('node_modules/.bin/playwright', ['test', '--reporter=dot,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  const { stats, suites: files } = playwrightReport.parse(readReport(report));
  for (const name of unsteady(files)) notes.push(`! passed on the second try only: ${name}`);
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

const suites: readonly Suite[] = [
  { name: 'check', run: allChecks },
  ...['guards', 'unit', 'integration', 'integration-postgres'].map((project) => ({ name: project, run: () => vitest(project) })),
  { name: 'build', run: build },
  { name: 'site', run: () => vitest('site') },
  { name: 'browser', run: playwright },
  { name: 'faults', run: () => vitest('faults'), apart: true },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}. Suites: ${suites.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const lines: string[] = [];
const sum: Counts = { passed: 0, failed: 0, skipped: 0 };
for (const { name, run } of suites.filter(({ name, apart }) => (wanted.length === 0 ? !apart : wanted.includes(name)))) {
  console.log(`\n━━ ${name}`);
  const since = performance.now();
  const counts = await run().catch((error: unknown) => {
    console.error(error);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  for (const key of ['passed', 'failed', 'skipped'] as const) sum[key] += counts[key];
  lines.push(
    `${counts.failed > 0 ? '✗' : '✓'} ${name.padEnd(22)} ${String(counts.passed).padStart(5)} passed ${String(counts.failed).padStart(4)} failed ${String(counts.skipped).padStart(4)} skipped  ${((performance.now() - since) / 1000).toFixed(0).padStart(4)} s`,
  );
}
console.log(`\n${[...lines, ...notes].join('\n')}\n`);
process.exitCode = sum.failed > 0 ? 1 : 0;
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);

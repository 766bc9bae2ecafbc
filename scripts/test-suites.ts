/** The suites of `npm test`: each is a program whose report is counted; a check counts as one test. */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onPostgresAlone, withoutDatabase } from '#tests/support/one-database.ts';
import { withOwnSites } from '#tests/support/own-sites.ts';
import { checks, runChecks } from './checks.ts';
import { filesOf, isWhole } from './test-plan.ts';
import type { SuiteName, TestPlan } from './test-plan.ts';
import { complaint, readStatements } from './testing/both-databases.ts';
import { createInputs } from './testing/inputs.ts';
import { readPassed } from './testing/passed.ts';
import { processorSeconds, workers } from './testing/processor.ts';
import { added, atLeastOneFailure, failureOf, none, readPlaywright, readVitest } from './testing/reports.ts';
import type { Counts, Outcome } from './testing/reports.ts';
import type { Shard } from './testing/shard.ts';
import { pace } from './testing/pace.ts';
import { overBudget, processorBudget, readRecord, shardOf, slowest, slowness, writeRecord } from './testing/times.ts';
import type { Piece, SuiteTime } from './testing/times.ts';

export type RunOptions = {
  /** Leave out what passed with what it reads. */
  readonly changed: boolean;
  readonly shard: Shard | undefined;
  /** Keep what everything took in tests/times.json. */
  readonly record: boolean;
};

const results = 'test-results';
const statements = join(results, 'statements');
/** Where more files than these lose their process, something is wrong with all of them. */
const mostRunAgain = 2;

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

/** @param again are files whose process ended under them before: a second time is a failure. */
async function vitest(projects: readonly string[], files: readonly string[], again = false): Promise<Outcome> {
  const [name = ''] = projects;
  const report = join(results, `${name}${again ? '-again' : ''}.json`);
  const filesReport = join(results, `${name}${again ? '-again' : ''}-files.json`);
  const status = await shown(
    'node_modules/.bin/vitest',
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=dot',
      '--reporter=json',
      '--reporter=./scripts/testing/vitest-report.ts',
      `--outputFile.json=${report}`,
      ...(files.length > 0 ? files : ['--passWithNoTests']),
    ],
    { VITEST_REPORT_FILE: filesReport, STATEMENTS_FOLDER: statements },
  );
  const { counts, notes, files: times, errors, abandoned } = readVitest(report, filesReport);
  // The process of one file of a hundred that dies says nothing of the tests that it did not come to.
  const isWorthAnother = !again && counts.failed === 0 && abandoned.size > 0 && abandoned.size <= mostRunAgain;
  if (!isWorthAnother) {
    const beside = errors.map((error) => failureOf(`${name}, outside of its tests`, error));
    return { counts: atLeastOneFailure(counts, status), notes: [...notes, ...beside], files: times };
  }
  const passedThere = [...abandoned.values()].reduce((sum, count) => sum + count, 0);
  const second = await vitest(projects, [...abandoned.keys()], true);
  return {
    counts: added({ ...counts, passed: counts.passed - passedThere }, second.counts),
    notes: [...notes, `! run again, for its process had ended: ${[...abandoned.keys()].join(', ')} (${errors.join(' · ')})`, ...second.notes],
    files: [...times.filter(({ file }) => !abandoned.has(file)), ...second.files],
  };
}

async function playwright(files: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  const report = join(results, 'browser.json');
  const status = await shown('node_modules/.bin/playwright', ['test', '--reporter=dot,json', ...files], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    ...more,
  });
  const outcome = readPlaywright(report, 'tests/browser');
  return { ...outcome, counts: atLeastOneFailure(outcome.counts, status) };
}

async function allChecks(): Promise<Outcome> {
  const outcome = await runChecks([], (line) => console.log(line));
  const passed = outcome.filter((one) => one.passed).length;
  return {
    counts: { passed, failed: checks.length - passed, skipped: 0 },
    notes: outcome.filter((one) => !one.passed).map(({ name, output }) => failureOf(`check ${name}`, output)),
    files: outcome.map(({ name, seconds, passed: isPassed }) => ({ file: name, seconds, passed: isPassed })),
  };
}

async function build(): Promise<Outcome> {
  const failed = (await shown(process.execPath, ['scripts/run.mjs', 'build'])) === 0 ? 0 : 1;
  return { counts: { passed: 1 - failed, failed, skipped: 0 }, notes: [], files: [] };
}

/** Files of tests/integration that a suite leaves to the other one. */
const leftOutOf = (suite: SuiteName): ReadonlySet<string> =>
  new Set(suite === 'integration' ? onPostgresAlone : suite === 'integration-postgres' ? withoutDatabase : []);

/** The files of a suite that are these, or below these folders; all of them when nothing is named. */
const chosenOf = (suite: SuiteName, paths: readonly string[]): readonly string[] =>
  (filesOf(suite, leftOutOf(suite)) ?? []).filter((file) => paths.length === 0 || paths.some((path) => file === path || file.startsWith(`${path}/`)));

/** Files that ask the one site of the run, in turn, and next to them those that start sites of their own. */
async function sites(files: readonly string[]): Promise<Outcome> {
  // What both begin with is made once: the built site, and its homes.
  const { ensureBuilt, seededFolder } = await import('#tests/support/site.ts');
  ensureBuilt();
  seededFolder();
  const chosen = chosenOf('site', files);
  const own = (isOwn: boolean): readonly string[] => chosen.filter((file) => withOwnSites.includes(file) === isOwn);
  const nothing: Outcome = { counts: none, notes: [], files: [] };
  const run = (project: string, ones: readonly string[]): Promise<Outcome> | Outcome => (ones.length === 0 ? nothing : vitest([project], ones));
  const [one, other] = await Promise.all([run('site', own(false)), run('servers', own(true))]);
  return { counts: added(one.counts, other.counts), notes: [...one.notes, ...other.notes], files: [...one.files, ...other.files] };
}

/** How each suite is run; those of one program are given files, too. */
const runners: Readonly<Record<SuiteName, (files: readonly string[]) => Promise<Outcome>>> = {
  check: allChecks,
  guards: (files) => vitest(['guards'], files),
  unit: (files) => vitest(['unit', 'unit-apart'], files),
  integration: (files) => vitest(['integration'], files),
  'integration-postgres': (files) => vitest(['integration-postgres'], files),
  build,
  site: (files) => sites(files),
  browser: (files) => playwright(files),
  journeys: () => playwright([], { JOURNEYS: 'full' }),
  faults: (files) => vitest(['faults'], files),
  engines: (files) => vitest(['engines'], files),
};

/** What a suite came to, and what it took. */
type Ran = Omit<SuiteTime, 'files'> & Outcome;

/** The pieces of a plan: its files, and suites that are no files. */
const piecesOf = (plan: readonly TestPlan[]): (Piece & { readonly suite: SuiteName })[] =>
  plan.flatMap(({ suite, files }): (Piece & { readonly suite: SuiteName })[] => {
    if (filesOf(suite, leftOutOf(suite)) === undefined) return [{ suite, file: undefined }];
    return chosenOf(suite, files).map((file) => ({ suite, file }));
  });

/** A plan of pieces; suites without any are left out. */
const planOfPieces = (plan: readonly TestPlan[], pieces: readonly (Piece & { readonly suite: SuiteName })[]): TestPlan[] =>
  plan.flatMap(({ suite }) => {
    const own = pieces.filter((piece) => piece.suite === suite);
    return own.length === 0 ? [] : [{ suite, files: own.flatMap(({ file }) => file ?? []) }];
  });

async function timed(suite: SuiteName, files: readonly string[]): Promise<Ran> {
  console.log(`\n━━ ${suite}${files.length > 0 ? `: ${files.length > 3 ? `${files.length} files` : files.join(' ')}` : ''}`);
  const [since, processor] = [performance.now(), processorSeconds()];
  const outcome = await runners[suite](files).catch((error: unknown): Outcome => {
    console.error(error);
    return { counts: { ...none, failed: 1 }, notes: [failureOf(suite, String(error))], files: [] };
  });
  const now = processorSeconds();
  const took = processor === undefined || now === undefined ? undefined : now - processor;
  return { suite, seconds: (performance.now() - since) / 1_000, processor: took, ...outcome };
}

function lineOf({ suite, counts, seconds, processor }: Ran): string {
  const took = processor === undefined ? '' : `  ${processor.toFixed(0).padStart(4)} s of the processor, which waited ${idle(seconds, processor)}`;
  return `${counts.failed > 0 ? '✗' : '✓'} ${suite.padEnd(22)} ${String(counts.passed).padStart(5)} passed ${String(counts.failed).padStart(4)} failed ${String(counts.skipped).padStart(4)} skipped  ${seconds.toFixed(0).padStart(4)} s${took}`;
}

/** How much of what the processor could have done in that time it did not. */
const idle = (seconds: number, processor: number): string => `${Math.max(0, Math.round(100 - (100 * processor) / (seconds * workers)))} %`;

/** What only a whole run can say: whether both databases were asked everything, and what all of it took. */
function judgements(all: readonly Ran[], slower: number): Outcome {
  const problems = [
    complaint(readStatements(statements), onPostgresAlone),
    ...(processorSeconds() === undefined ? [] : [overBudget(all, readRecord(), slower)]),
  ];
  const failed = problems.filter((one) => one !== undefined);
  return { counts: { passed: problems.length - failed.length, failed: failed.length, skipped: 0 }, notes: failed.map((one) => `✗ ${one}`), files: [] };
}

/** Installs what suites need, once and before any of them. Gives what a person has to do, where that failed. */
async function madeReady(suites: ReadonlySet<SuiteName>): Promise<string | undefined> {
  const { prepare } = await import('#tests/support/prepare.ts');
  try {
    prepare(suites);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Runs a plan, suite after suite. The last line sums up. Gives the exit status. */
export async function runPlan(plan: readonly TestPlan[], { changed, shard, record }: RunOptions): Promise<number> {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  // CI runs everything, on a copy of its own: nobody would ask what passed there.
  const keeps = !process.env['CI'];
  const inputs = createInputs();
  const passed = readPassed();
  const digests = new Map<string, string>();
  const digestOf = ({ suite, file }: { readonly suite: SuiteName; readonly file: string }): string => {
    const key = `${suite} ${file}`;
    const digest = digests.get(key) ?? inputs.digestOf(suite, file);
    digests.set(key, digest);
    return digest;
  };
  let pieces = piecesOf(plan);
  if (shard) pieces = shardOf(pieces, shard, readRecord());
  const isLeftOut = ({ suite, file }: (typeof pieces)[number]): boolean => file !== undefined && passed.has(suite, file, digestOf({ suite, file }));
  const leftOut = changed ? pieces.filter(isLeftOut).length : 0;
  if (changed) pieces = pieces.filter((piece) => !isLeftOut(piece));
  const problem = await madeReady(new Set(pieces.map(({ suite }) => suite)));
  if (problem !== undefined) {
    console.log(`\n${failureOf('making ready', problem)}\n\n0 passed, 1 failed, 0 skipped`);
    return 1;
  }
  const isEverything = isWhole(plan) && !changed && !shard;
  const narrowed = changed || shard ? planOfPieces(plan, pieces) : plan;
  const ran: Ran[] = [];
  const paces = [pace()];
  for (const { suite, files } of narrowed) {
    // Before it runs: what is changed meanwhile was not what passed.
    const before = new Map(keeps ? (filesOf(suite, leftOutOf(suite)) ?? []).map((file) => [file, digestOf({ suite, file })]) : []);
    const one = await timed(suite, files);
    ran.push(one);
    paces.push(pace());
    // Where a failure is no file's, any of them may have caused it.
    const isNamed = one.counts.failed === 0 || one.files.some((file) => !file.passed);
    const kept = one.files.map(({ file, passed: isPassed }) => [file, { passed: isPassed && isNamed, digest: before.get(file) ?? '' }] as const);
    if (keeps) passed.keep(suite, new Map(kept));
  }
  const slower = slowness(paces, readRecord());
  const judged = isEverything ? judgements(ran, slower) : undefined;
  if (record) writeRecord(ran, paces);
  const sum = [...ran, ...(judged ? [judged] : [])].reduce<Counts>((all, { counts }) => added(all, counts), none);
  const seconds = ran.reduce((all, one) => all + one.seconds, 0);
  const processor = ran.reduce((all, one) => all + (one.processor ?? 0), 0);
  if (ran.length > 0) console.log(`\nThe slowest files:\n${slowest(ran).join('\n')}\n`);
  console.log(ran.map(lineOf).join('\n'));
  const judgedBy = `on the recorded machine ${(processor / slower).toFixed(0)} s, of which a whole run may take ${processorBudget}`;
  console.log(`In all ${seconds.toFixed(0)} s, ${processor.toFixed(0)} s of the processor; ${judgedBy}.`);
  if (leftOut > 0) console.log(`Left out: ${leftOut} of ${leftOut + pieces.length}, which passed with what they read. CI runs them all.`);
  const notes = [...ran, ...(judged ? [judged] : [])].flatMap((one) => one.notes);
  if (notes.length > 0) console.log(`\n${notes.join('\n')}`);
  console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
  return sum.failed > 0 ? 1 : 0;
}

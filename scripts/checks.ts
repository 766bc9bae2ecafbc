/** The checks of `npm run check`: each is a program that ends with 0 when all is well. */
import { spawn } from 'node:child_process';
import { checkNames } from './check-names.ts';
import type { CheckName } from './check-names.ts';
import { below, createInputs } from './testing/inputs.ts';
import type { Inputs } from './testing/inputs.ts';
import { readPassed } from './testing/passed.ts';

export type Check = {
  readonly name: CheckName;
  /** Files and folders that it reads; `.` is everything. With `--changed` it runs when any of them is another than when it passed last. */
  readonly reads: readonly string[];
  /** It looks at each file by itself: with `--changed` it is given those that are others than when it passed last. Which it takes, by name. */
  readonly each?: RegExp;
  /** Program and parameters. Programs are those of node_modules/.bin, or scripts of ours. */
  readonly run: readonly [string, ...string[]];
  /** What to do when it fails. */
  readonly mend: string;
};

export type CheckResult = Check & { readonly passed: boolean; readonly output: string; readonly seconds: number };

const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.check.json'] as const;
const configs = [
  'server.ts',
  'astro.config.mjs',
  'vitest.config.ts',
  'playwright.config.ts',
  'knip.json',
  'biome.json',
  '.oxlintrc.json',
  '.prettierrc.json',
] as const;
const code = ['src', 'scripts', 'tests', ...configs, ...settings, '.dependency-cruiser.mjs'] as const;

/** The longest first: two lanes take them in turn. */
export const checks: readonly Check[] = [
  { name: 'types', run: ['node', 'scripts/check-types.ts'], reads: code, mend: 'Mend the types; casts and `any` only move the fault.' },
  { name: 'dead-code', run: ['knip', '--no-progress', '--no-config-hints'], reads: code, mend: 'Remove what nobody uses, or use it.' },
  {
    name: 'boundaries',
    run: ['depcruise', 'src', 'server.ts', 'scripts', 'tests', '--config', '.dependency-cruiser.mjs', '--output-type', 'err-long'],
    reads: code,
    mend: 'Each finding says where the code belongs; docs/architecture.md has the table.',
  },
  {
    name: 'format',
    run: ['node', 'scripts/format.ts', '--check'],
    reads: ['.'],
    each: /\.(?:ts|tsx|js|mjs|json|css|astro)$/,
    mend: 'Format the tree: npm run format',
  },
  { name: 'lint', run: ['oxlint', '--deny-warnings'], reads: code, mend: 'Many findings mend themselves: npx oxlint --fix' },
  { name: 'places', run: ['node', 'scripts/check-places.ts'], reads: ['src', 'scripts', ...settings], mend: 'Mend the place files named above.' },
  {
    name: 'messages',
    run: ['node', 'scripts/check-messages.ts'],
    reads: ['src', 'scripts', ...settings],
    mend: 'Every message stands in every language, and nothing else does.',
  },
  {
    name: 'test-names',
    run: ['node', 'scripts/check-tests.ts'],
    reads: ['tests', 'scripts', 'docs/requirements.tsv'],
    mend: 'Tests name rows of docs/requirements.tsv.',
  },
];

function runCheck(check: Check): Promise<CheckResult> {
  const [name, ...parameters] = check.run;
  const program = name === 'node' ? process.execPath : `node_modules/.bin/${name}`;
  const since = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const finish = (passed: boolean): void => resolve({ ...check, passed, output: output.trim(), seconds: (performance.now() - since) / 1000 });
    child.on('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
  });
}

/** A check as it is run now, with what it is to keep when it passes; undefined when it passed with what it reads now. */
type Due = { readonly check: Check; readonly kept: ReadonlyMap<string, string> };

/** Which files a check that looks at each by itself would be given; beyond so many, all are as quick. */
const mostGiven = 300;

function dueOf(check: Check, inputs: Inputs, changed: boolean): Due | undefined {
  const passed = readPassed();
  const whole = inputs.digestBelow(check.reads);
  const kept = new Map<string, string>([[check.name, whole]]);
  if (changed && passed.has('check', check.name, whole)) return undefined;
  const { each } = check;
  if (!each) return { check, kept };
  const files = check.reads.flatMap(below).filter((path) => each.test(path));
  for (const path of files) kept.set(`${check.name} ${path}`, inputs.digestBelow([path]));
  const others = files.filter((path) => !passed.has('check', `${check.name} ${path}`, kept.get(`${check.name} ${path}`) ?? ''));
  const isGiven = changed && others.length < files.length && others.length <= mostGiven;
  return { check: isGiven ? { ...check, run: [...check.run, ...others] } : check, kept };
}

/** Keeps what passed; of what failed, everything that it looked at is looked at again. */
function keep({ passed }: CheckResult, { kept }: Due): void {
  readPassed().keep('check', new Map([...kept].map(([name, digest]) => [name, { passed, digest }])));
}

/**
 * Runs checks on two lanes and reports each as it ends; what failed is shown in full afterwards.
 * @param names which ones; all when empty.
 * @param changed leave out what passed with what it reads.
 */
export async function runChecks(names: readonly string[], report: (line: string) => void, changed = false): Promise<readonly CheckResult[]> {
  const unknown = names.filter((name) => !checkNames.some((one) => one === name));
  if (unknown.length > 0) throw new Error(`There is no check ${unknown.join(', ')}. Checks: ${checkNames.join(', ')}`);
  const inputs = createInputs();
  const queue = checks.filter(({ name }) => names.length === 0 || names.includes(name)).values();
  const results: CheckResult[] = [];
  const lane = async (): Promise<void> => {
    for (const check of queue) {
      const due = dueOf(check, inputs, changed);
      if (!due) {
        results.push({ ...check, passed: true, output: '', seconds: 0 });
        report(`= ${check.name.padEnd(12)} as it passed`);
        continue;
      }
      const result = await runCheck(due.check);
      keep(result, due);
      results.push(result);
      report(`${result.passed ? '✓' : '✗'} ${check.name.padEnd(12)} ${result.seconds.toFixed(1)} s`);
    }
  };
  await Promise.all([lane(), lane()]);
  for (const { name, output, mend } of results.filter(({ passed }) => !passed)) report(`\n── ${name} ──\n${output}\n→ ${mend}`);
  return results;
}

/** The checks of `npm run check`: each is a program that ends with 0 when all is well. */
import { spawn } from 'node:child_process';

export type Check = {
  readonly name: string;
  /** Program and parameters. Programs are those of node_modules/.bin, or scripts of ours. */
  readonly run: readonly [string, ...string[]];
  /** What to do when it fails. */
  readonly mend: string;
};

export type CheckResult = Check & { readonly passed: boolean; readonly output: string; readonly seconds: number };

/** The first is the longest and has a core to itself; the others share the second core in turn. */
export const checks: readonly Check[] = [
  { name: 'types', run: ['astro', 'check', '--minimumFailingSeverity', 'error'], mend: 'Mend the types; casts and `any` only move the fault.' },
  { name: 'lint', run: ['oxlint', '--deny-warnings'], mend: 'Many findings mend themselves: npx oxlint --fix' },
  { name: 'format', run: ['node', 'scripts/format.ts', '--check'], mend: 'Format the tree: npm run format' },
  {
    name: 'boundaries',
    run: ['depcruise', 'src', 'server.ts', 'scripts', 'tests', '--config', '.dependency-cruiser.mjs', '--output-type', 'err-long'],
    mend: 'Each finding says where the code belongs; docs/architecture.md has the table.',
  },
  { name: 'dead-code', run: ['knip', '--no-progress', '--no-config-hints'], mend: 'Remove what nobody uses, or use it.' },
  { name: 'messages', run: ['node', 'scripts/check-messages.ts'], mend: 'Every message stands in every language, and nothing else does.' },
  { name: 'test-names', run: ['node', 'scripts/check-tests.ts'], mend: 'Tests name rows of docs/requirements.tsv.' },
  { name: 'places', run: ['node', 'scripts/check-places.ts'], mend: 'Mend the place files named above.' },
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

/**
 * Runs checks on two lanes and reports each as it ends; what failed is shown in full afterwards.
 * @param names which ones; all when empty.
 */
export async function runChecks(names: readonly string[], report: (line: string) => void): Promise<readonly CheckResult[]> {
  const unknown = names.filter((name) => !checks.some((check) => check.name === name));
  if (unknown.length > 0) throw new Error(`There is no check ${unknown.join(', ')}. Checks: ${checks.map(({ name }) => name).join(', ')}`);
  const queue = checks.filter(({ name }) => names.length === 0 || names.includes(name)).values();
  const results: CheckResult[] = [];
  const lane = async (): Promise<void> => {
    for (const check of queue) {
      const result = await runCheck(check);
      results.push(result);
      report(`${result.passed ? '✓' : '✗'} ${check.name.padEnd(12)} ${result.seconds.toFixed(1)} s`);
    }
  };
  await Promise.all([lane(), lane()]);
  for (const { name, output, mend } of results.filter(({ passed }) => !passed)) report(`\n── ${name} ──\n${output}\n→ ${mend}`);
  return results;
}

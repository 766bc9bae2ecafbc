/** The Node that is fetched where the machine has none that fits: a pinned binary, and nothing else under its name. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { fits, isPinned, pinned } from '../../scripts/setup/node.mjs';

const folder = (): string => mkdtempSync(join(tmpdir(), 'loftling-node-'));

/** Asks setup/node.mjs for a Node with an `npm` of ours in front, which installs `content` as the binary. */
function fetchWith(content: string): { readonly status: number | null; readonly output: string; readonly asked: string; readonly root: string } {
  const root = folder();
  const bin = join(root, 'stand-in');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'npm'),
    `#!/bin/sh\necho "$@" > "${root}/asked"\nmkdir -p node_modules/node/bin\nprintf '%s' '${content}' > node_modules/node/bin/node\nchmod +x node_modules/node/bin/node\n`,
    { mode: 0o755 },
  );
  const program = `import { fetchedNode } from './scripts/setup/node.mjs'; console.log(fetchedNode(${JSON.stringify(root)}, 'linux-x64'));`;
  const environment = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { env: environment, encoding: 'utf8' });
  return { status, output: stdout + stderr, asked: readFileSync(join(root, 'asked'), 'utf8'), root };
}

test('a binary that is not the pinned one is refused and removed before it ever runs', () => {
  const { status, output, root } = fetchWith('#!/bin/sh\ntouch "$0.ran"');
  expect(status).toBe(1);
  expect(output).toContain('is not the Node that was pinned');
  expect(spawnSync('ls', ['-A', root], { encoding: 'utf8' }).stdout).not.toContain('.runtime');
});

test('npm is told to run no install script', () => {
  expect(fetchWith('').asked).toContain('--ignore-scripts');
});

test('a binary is the pinned one by its sum alone', () => {
  const file = join(folder(), 'node');
  writeFileSync(file, 'a binary');
  const sum = createHash('sha256').update('a binary').digest('hex');
  expect([isPinned(file, sum), isPinned(file, sum.replace(/^./, 'x')), isPinned(`${file}-missing`, sum)]).toEqual([true, false, false]);
});

test('each pinned Node names one exact package, a version that fits, and a whole SHA-256', () => {
  expect(Object.keys(pinned).sort()).toEqual(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64']);
  for (const [platform, one] of Object.entries(pinned)) {
    expect([platform, fits(one.version)]).toEqual([platform, true]);
    expect(one.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(one.version).toMatch(/^\d+\.\d+\.\d+$/);
  }
  expect(new Set(Object.values(pinned).map(({ sha256 }) => sha256)).size).toBe(5);
});

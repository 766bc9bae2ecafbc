/** Packages are replaced in a moment, so that a running server always finds those that it reads later. `npm` is a script of this test. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const stub = `#!/bin/sh
echo "$@ $(cat node_modules/dep/version 2>/dev/null)" >> asked
test -e broken && exit 1
for word in "$@"; do test "$before" = --prefix && prefix=$word; before=$word; done
rm -rf "\${prefix:-.}/node_modules"
mkdir -p "\${prefix:-.}/node_modules/dep"
echo new > "\${prefix:-.}/node_modules/dep/version"
printf '{"packages":{"node_modules/dep":{"version":"2.0.0"}}}' > "\${prefix:-.}/node_modules/.package-lock.json"
`;

test('other packages are made ready beside those that are there, and a failure leaves these as they were', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loftling-install-'));
  const at = (...path: readonly string[]): string => join(folder, ...path);
  mkdirSync(at('bin'));
  writeFileSync(at('bin', 'npm'), stub, { mode: 0o755 });
  writeFileSync(at('package.json'), '{}');
  writeFileSync(at('package-lock.json'), '{"packages":{"node_modules/dep":{"version":"2.0.0","integrity":"sha512-x"}}}');
  const program = `const { install } = await import(${JSON.stringify(pathToFileURL(resolve('scripts/setup/install.ts')).href)}); await install();`;
  const install = (): number | null =>
    spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: folder,
      env: { ...process.env, PATH: `${at('bin')}${delimiter}${process.env['PATH']}` },
      encoding: 'utf8',
    }).status;
  const version = (): string => readFileSync(at('node_modules/dep/version'), 'utf8').trim();
  const asked = (): readonly string[] => readFileSync(at('asked'), 'utf8').trim().split('\n');

  expect([install(), version(), asked()]).toEqual([0, 'new', ['ci --ignore-scripts --no-audit --no-fund']]);

  for (const [what, status, found] of [
    ['broken', 1, 'old'],
    ['whole', 0, 'new'],
  ] as const) {
    rmSync(at('asked'));
    rmSync(at('broken'), { force: true });
    writeFileSync(at('node_modules/dep/version'), 'old');
    writeFileSync(at('node_modules/.package-lock.json'), '{"packages":{}}');
    rmSync(at('node_modules/.loftling-installed'), { force: true });
    if (what === 'broken') writeFileSync(at('broken'), '');
    expect([install(), version()], what).toEqual([status, found]);
    // Those that were there are there while others are fetched.
    expect(asked()).toEqual(['ci --ignore-scripts --no-audit --no-fund --prefix .runtime/being-installed old']);
    expect([existsSync(at('.runtime/being-installed')), existsSync(at('.runtime/installed-before'))]).toEqual([false, false]);
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Who installs what: reading a configuration nothing at all, and what suites need of the machine is known before they run. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { suiteOfFolder } from '../../scripts/test-plan.ts';
import { browserNeeds } from '../support/ensure-browser.ts';
import { postgresNeed } from '../support/postgres-server.ts';
import { needsOf } from '../support/prepare.ts';
import { webKitNeed } from '../support/web-driver.ts';
import { expectNone, filesBelow, importsOf } from './source-files.ts';

const configurations = readdirSync('.').filter((name) => /\.config\.\w+$/.test(name));

/** The ways from a file to those that start programs, which installing does: each as `from → … → file`. */
function waysToPrograms(from: string): string[] {
  const ways = new Map([[from, from]]);
  const found: string[] = [];
  for (const [path, way] of ways) {
    for (const { to, typeOnly } of importsOf({ path, text: readFileSync(path, 'utf8') })) {
      if (typeOnly || ways.has(to)) continue;
      if (/^(?:node:)?child_process$/.test(to)) found.push(way);
      else if (/\.m?tsx?$|\.mjs$/.test(to) && existsSync(to)) ways.set(to, `${way} → ${to}`);
    }
  }
  return found;
}

test('nothing that is read as configuration can install anything', () => {
  expect(configurations).toEqual(expect.arrayContaining(['astro.config.mjs', 'playwright.config.ts', 'vitest.config.ts']));
  // It finds what is there to be found.
  expect(waysToPrograms('tests/support/prepare.ts')).toContain('tests/support/prepare.ts → tests/support/debian.ts');
  expectNone(
    configurations.flatMap(waysToPrograms),
    'Checks read configurations, too. Find things there (tests/support/chromium.ts), and install them in tests/support/prepare.ts.',
  );
});

test('the configuration of browser tests is read on a machine without a browser, and installs none', () => {
  const bare = mkdtempSync(join(tmpdir(), 'loftling-bare-'));
  writeFileSync(join(bare, 'apt-get'), `#!/bin/sh\n: > "${bare}/asked"\n`, { mode: 0o755 });
  const program = "const { default: read } = await import('./playwright.config.ts'); console.log(JSON.stringify(read.use.launchOptions));";
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH: bare, PLAYWRIGHT_BROWSERS_PATH: bare },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  const { executablePath = '' }: { executablePath?: string } = JSON.parse(stdout);
  // Browsers of macOS are found without any setting.
  expect(executablePath).toMatch(/^(?:\/Applications\/.*)?$/);
  expect(existsSync(join(bare, 'asked'))).toBe(false);
});

test('what the tests of a suite start is installed before the suite runs', () => {
  const needs = { startPostgres: postgresNeed, startWebKit: webKitNeed, chromiumPath: browserNeeds[0] };
  const findings = filesBelow(['tests'], /\.test\.tsx?$/).flatMap(({ path, text }) => {
    const suite = suiteOfFolder[path.split('/')[1] ?? ''] ?? '';
    const prepared = needsOf(new Set([suite]));
    return Object.entries(needs).flatMap(([name, need]) =>
      new RegExp(String.raw`\b${name}\(`).test(text) && need && !prepared.includes(need) ? [`${path}: ${name} in suite ${suite}`] : [],
    );
  });
  expectNone(findings, 'Name the suite in needsOf of tests/support/prepare.ts.');
});

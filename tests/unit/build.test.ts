/** A folder of the build says what it was built from. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { build, isBuilt, markBuilt } from '../../scripts/setup/build.ts';

let root = '';
const folder = (): string => mkdtempSync(join(root, 'build-'));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'loftling-builds-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

test('a folder is built where it says so itself, whatever another one says', () => {
  const [one, other] = [folder(), folder()];
  markBuilt(one);
  expect([isBuilt(one), isBuilt(other), isBuilt(join(root, 'nowhere'))]).toEqual([true, false, false]);
  writeFileSync(join(one, '.built-from'), 'of other files\n');
  expect(isBuilt(one)).toBe(false);
});

test('a setting that ends up in built files makes it stale, and the name of the folder does not', () => {
  const one = folder();
  markBuilt(one);
  vi.stubEnv('BUILD_DIR', one);
  expect(isBuilt(one)).toBe(true);
  vi.stubEnv('SITE_URL', 'https://homes.example.org');
  expect(isBuilt(one)).toBe(false);
});

test('the build looks at the folder that BUILD_DIR names', async () => {
  const one = folder();
  markBuilt(one);
  vi.stubEnv('BUILD_DIR', one);
  expect(await build()).toBe(false);
});

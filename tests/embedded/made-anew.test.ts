/** What making the files of a database takes in memory is given back before anybody works with it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'loftling-made-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Opens the database in a process of its own, and says the least memory, in MB, that it came down to within a few looks. */
function memoryOfOpening(): number {
  const { stdout, stderr } = spawnSync(process.execPath, ['tests/support/open-embedded.ts', folder], { encoding: 'utf8' });
  const [megabytes, rows] = stdout.trim().split(' ').map(Number);
  expect(rows, stderr.slice(-2_000)).toBe(1);
  return megabytes ?? Number.NaN;
}

test('a process that makes the database goes on with little more memory than one that finds it', () => {
  const [making, finding] = [memoryOfOpening(), memoryOfOpening()];
  // In one thread it was 390 MB more.
  expect(making - finding).toBeLessThan(250);
}, 120_000);

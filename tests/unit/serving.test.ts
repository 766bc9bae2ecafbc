/** Where the server of a data folder listens is known to commands beside it. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { thisProcess } from '#lib/seen-process.ts';
import { tellWhere, whereServed } from '#lib/serving.ts';

test('a server says where it is until it takes that back, and the word of one that is gone counts for nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loftling-serving-'));
  const note = join(folder, 'serving.json');
  expect(whereServed(folder)).toBeUndefined();
  const { takeBack } = tellWhere(folder, 'http://localhost:42171');
  expect(whereServed(folder)).toBe('http://localhost:42171');
  for (const other of [{ started: '1' }, { host: 'another-machine' }, { url: 'nothing' }]) {
    writeFileSync(note, JSON.stringify({ ...thisProcess(), url: 'http://localhost:1', ...other }));
    expect(whereServed(folder), JSON.stringify(other)).toBeUndefined();
  }
  takeBack();
  expect(existsSync(note)).toBe(false);
  // Another that began later is not taken back.
  writeFileSync(note, JSON.stringify({ ...thisProcess(), pid: 1, url: 'http://localhost:1' }));
  takeBack();
  expect(existsSync(note)).toBe(true);
  rmSync(folder, { recursive: true, force: true });
  tellWhere(folder, 'http://localhost:1').takeBack();
  expect(existsSync(folder)).toBe(false);
});

/** docs/caches.md knows every cache of the process. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { codeOf, filesBelow, visit } from './source-files.ts';

const kinds = new Set(['LRUCache', 'TagCache', 'PageCache']);

/** The path of a file, once for each cache that it makes. */
const made = filesBelow(['src'], /\.(?:ts|tsx|astro)$/).flatMap((file) => {
  const found: string[] = [];
  visit(codeOf(file), (node) => {
    if (ts.isNewExpression(node) && kinds.has(node.expression.getText())) found.push(file.path);
  });
  return found;
});

const rows = [...readFileSync('docs/caches.md', 'utf8').matchAll(/^\| (?!cache |-)([^|]+) \| (.*) \|$/gm)].map(([, name = '', rest = '']) => ({
  name,
  cells: rest.split(' | '),
}));

test('docs/caches.md has a row for every cache, and none for a file that makes none', () => {
  expect(rows.map(({ cells: [file = ''] }) => file.replaceAll('`', '')).toSorted()).toEqual(made.toSorted());
});

test('a row of docs/caches.md has a name of its own and says what, key, bound and who empties it', () => {
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  for (const { name, cells } of rows) expect([name, cells.filter((cell) => cell.trim() !== '').length]).toEqual([name, 5]);
});

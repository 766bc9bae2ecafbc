/** docs/caches.md knows every cache of the process. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { codeOf, expectNone, filesBelow, visit } from './source-files.ts';

const kinds = new Set(['LRUCache', 'TagCache', 'PageCache']);

/** A number as code writes it, or a product of such; undefined for what is not told by the text alone. */
function numberOf(text: string): number | undefined {
  const factors = text.split('*').map((factor) => factor.trim());
  return factors.every((factor) => /^\d[\d_]*$/.test(factor))
    ? factors.reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1)
    : undefined;
}

/** The bound that a cache is made with (`max`, `maxSize`), where its own file says it: a number, or a constant that is one. */
function boundOf(made: ts.NewExpression, code: ts.SourceFile): number | undefined {
  const [options] = made.arguments ?? [];
  if (!options || !ts.isObjectLiteralExpression(options)) return undefined;
  const property = options.properties.find(({ name }) => name && /^max(?:Size)?$/.test(name.getText()));
  const told = property && (ts.isPropertyAssignment(property) ? property.initializer.getText() : property.name?.getText());
  if (told === undefined) return undefined;
  const constant = new RegExp(`^const ${told.replaceAll(/\W/g, '\\$&')} = (.+);$`, 'm').exec(code.text)?.[1];
  return numberOf(constant ?? told);
}

/** The file and the bound of each cache that is made. */
const made = filesBelow(['src'], /\.(?:ts|tsx|astro)$/).flatMap((file) => {
  const found: { readonly path: string; readonly bound: number | undefined }[] = [];
  if (![...kinds].some((kind) => file.text.includes(kind))) return found;
  const code = codeOf(file);
  visit(code, (node) => {
    if (ts.isNewExpression(node) && kinds.has(node.expression.getText())) found.push({ path: file.path, bound: boundOf(node, code) });
  });
  return found;
});

const rows = [...readFileSync('docs/caches.md', 'utf8').matchAll(/^\| (?!cache |-)([^|]+) \| (.*) \|$/gm)].map(([, name = '', rest = '']) => ({
  name,
  cells: rest.split(' | '),
}));

test('docs/caches.md has a row for every cache, and none for a file that makes none', () => {
  expect(rows.map(({ cells: [file = ''] }) => file.replaceAll('`', '')).toSorted()).toEqual(made.map(({ path }) => path).toSorted());
});

test('a row of docs/caches.md has a name of its own and says what, key, bound and who empties it', () => {
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  for (const { name, cells } of rows) expect([name, cells.filter((cell) => cell.trim() !== '').length]).toEqual([name, 5]);
});

test('a bound that the code says as a number is the one that docs/caches.md tells', () => {
  const before = new Map<string, number>();
  const findings = made.flatMap(({ path, bound }) => {
    // Caches of one file stand in the table in the order of the code.
    const nth = before.get(path) ?? 0;
    before.set(path, nth + 1);
    const told = rows.filter(({ cells }) => cells[0] === `\`${path}\``)[nth]?.cells[3] ?? '';
    if (bound === undefined) return [];
    const [, digits = '', mebi] = /^([\d,]+)( Mi)?/.exec(told) ?? [];
    const number = Number(digits.replaceAll(',', '')) * (mebi ? 1_048_576 : 1);
    return number === bound ? [] : [`${path}: the table tells "${told}", the code ${bound}`];
  });
  expect(made.filter(({ bound }) => bound !== undefined).length).toBeGreaterThan(5);
  expectNone(findings, 'Tell the bound in docs/caches.md as the code has it.');
});

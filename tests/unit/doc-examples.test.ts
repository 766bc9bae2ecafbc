/** Examples in doc comments are true: `@example expression // result` is run, and what it gives compared. */
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { runInThisContext } from 'node:vm';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { codeOf, filesBelow, lineOf, visit } from '../guards/source-files.ts';
import { exampleScope } from '../support/example-scope.ts';

type Example = { readonly path: string; readonly line: number; readonly expression: string; readonly result: string | undefined };

/** The examples of what a file exports. */
function examplesOf(path: string, text: string): Example[] {
  const code = codeOf({ path, text });
  const found: Example[] = [];
  visit(code, (node) => {
    const isExported = ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return;
    for (const tag of ts.getJSDocTags(node)) {
      if (tag.tagName.text !== 'example') continue;
      const comment = (ts.getTextOfJSDocComment(tag.comment) ?? '').trim();
      const [expression = '', result] = comment.split(/\s+\/\/\s+/);
      // What is awaited touches the world: it shows a use, and tests of its own prove it.
      if (!expression.startsWith('await ')) found.push({ path, line: lineOf(code, tag), expression, result });
    }
  });
  return found;
}

const examples = filesBelow(['src/lib', 'scripts'], /\.ts$/).flatMap(({ path, text }) => (text.includes('@example') ? examplesOf(path, text) : []));

test('there are examples', () => {
  expect(examples.length).toBeGreaterThan(50);
});

/** What an expression gives when the names are there. */
function valueOf(expression: string, names: Readonly<Record<string, unknown>>): unknown {
  const run: unknown = runInThisContext(`(${Object.keys(names).join(', ')}) => (${expression})`);
  return typeof run === 'function' ? (run as (...values: unknown[]) => unknown)(...Object.values(names)) : undefined;
}

describe('an example in a comment gives what the comment says', () => {
  test.each(examples.map((example) => [`${example.path}:${example.line}`, example] as const))('%s', async (_, { path, expression, result }) => {
    if (result === undefined) throw new Error(`"${expression}" says no result: write @example expression // result`);
    const own: Readonly<Record<string, unknown>> = await import(pathToFileURL(resolve(path)).href);
    const names = { ...exampleScope(), ...own };
    expect(valueOf(expression, names)).toEqual(valueOf(result, names));
  });
});

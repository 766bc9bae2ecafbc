/** Recipes are true: their TypeScript compiles in this tree, as the files that they name. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { API } from 'typescript-native/unstable/sync';
import type { Diagnostic } from 'typescript-native/unstable/sync';
import { expect, test } from 'vitest';
import { expectNone, filesBelow } from './source-files.ts';

type Block = { readonly recipe: string; readonly line: number; readonly path: string; readonly text: string };

/** Blocks that begin with ```ts and a file name, without their indentation. */
function blocksOf(recipe: string, text: string): Block[] {
  return [...text.matchAll(/^( *)```tsx? (\S+)\n([\s\S]*?)^\1```$/gm)].map((match) => {
    const [, indent = '', path = '', code = ''] = match;
    return { recipe, line: text.slice(0, match.index).split('\n').length + 1, path, text: code.replaceAll(new RegExp(`^${indent}`, 'gm'), '') };
  });
}

const recipes = filesBelow(['docs/recipes'], /\.md$/);
const tables = filesBelow(['src/lib'], /\.tables\.ts$/).map(({ path }) => path);
const blocks = recipes.flatMap(({ path, text }) => blocksOf(path, text));

test('there are blocks, and each is another file', () => {
  expect(blocks.length).toBeGreaterThan(10);
  expect(new Set(blocks.map(({ path }) => path)).size).toBe(blocks.length);
});

test('a file that a recipe makes up is not one of the tree', () => {
  expectNone(
    blocks.filter(({ path }) => existsSync(path)).map(({ recipe, line, path }) => `${recipe}:${line}: ${path}`),
    'The block would be checked instead of the file. Give it the name of a file that is not there.',
  );
});

/** A finding of the compiler with what it says of its causes. */
const saidOf = ({ text, messageChain = [] }: Diagnostic): string => [text, ...messageChain.map(saidOf)].join(' ');

test('the TypeScript of recipes compiles', () => {
  const given = new Map(blocks.map((block) => [resolve(block.path), block]));
  const project = resolve('tsconfig.recipes.json');
  const files = [
    ...[...given].map(([name, { text }]) => [name, text] as const),
    // Nobody imports the tables of features, which belong to the type of the database.
    [project, JSON.stringify({ extends: './tsconfig.json', include: [], files: ['src/env.d.ts', ...tables, ...blocks.map(({ path }) => path)] })] as const,
  ];
  // They lie over the tree, which the compiler reads where these say nothing; a feature that only a recipe has brings its folder along.
  const texts = new Map(files);
  const folders = new Set(files.flatMap(([name]) => name.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'))));
  const api = new API({
    cwd: process.cwd(),
    fs: { readFile: (name) => texts.get(name), fileExists: (name) => texts.has(name) || undefined, directoryExists: (name) => folders.has(name) || undefined },
  });
  try {
    const { program } = api.updateSnapshot({ openProjects: [project] }).getProject(project) ?? expect.unreachable('the compiler opens no project');
    expect(program.getConfigFileParsingDiagnostics()).toEqual([]);
    const findings = [...given].flatMap(([name, { recipe, line, text }]) =>
      [...program.getSyntacticDiagnostics(name), ...program.getSemanticDiagnostics(name)].map((diagnostic) => {
        const at = line + text.slice(0, diagnostic.pos).split('\n').length - 1;
        return `${recipe}:${at}: ${saidOf(diagnostic)}`;
      }),
    );
    expectNone(findings, 'Mend the recipe: somebody will copy it.');
  } finally {
    api.close();
  }
});

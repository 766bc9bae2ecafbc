/** Recipes are true: their TypeScript compiles in this tree, as the files that they name. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
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

test('the TypeScript of recipes compiles', { timeout: 180_000 }, () => {
  const given = new Map(blocks.map((block) => [resolve(block.path), block]));
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
  const host = ts.createCompilerHost({ ...options, skipLibCheck: true });
  const inTree = { fileExists: host.fileExists, readFile: host.readFile, directoryExists: host.directoryExists };
  host.fileExists = (name) => given.has(resolve(name)) || inTree.fileExists(name);
  host.readFile = (name) => given.get(resolve(name))?.text ?? inTree.readFile(name);
  // The folder of a feature that only a recipe has.
  host.directoryExists = (name) => [...given.keys()].some((path) => path.startsWith(`${resolve(name)}/`)) || inTree.directoryExists?.(name) === true;
  // Nobody imports the tables of features, which belong to the type of the database.
  const ambient = ['src/env.d.ts', ...tables].map((path) => resolve(path));
  const program = ts.createProgram([...given.keys(), ...ambient], { ...options, skipLibCheck: true }, host);
  const findings = [...given].flatMap(([name, { recipe, line }]) => {
    const source = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(({ start = 0, messageText }) => {
      const at = line + (source?.getLineAndCharacterOfPosition(start).line ?? 0);
      return `${recipe}:${at}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  });
  expectNone(findings, 'Mend the recipe: somebody will copy it.');
});

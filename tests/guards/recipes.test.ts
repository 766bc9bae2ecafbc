/**
 * Recipes are true: followed to the letter, in the order of their list, they make a tree that compiles. Blocks are files, changes of
 * files, and messages (docs/recipes/README.md); they are laid over this tree, which is not touched.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { convertToTsx } from '@astrojs/astro2tsx';
import { API } from 'typescript-native/unstable/sync';
import type { Diagnostic } from 'typescript-native/unstable/sync';
import { describe, expect, test } from 'vitest';
import { placeOf, sourceOffset } from '../../scripts/check-types.ts';
import { expectNone } from './source-files.ts';

type Kind = 'ts' | 'tsx' | 'astro' | 'diff' | 'json';
type Block = { readonly recipe: string; readonly line: number; readonly kind: Kind; readonly path: string; readonly text: string };

/** Blocks that begin with three backticks, a kind and a file name, without their indentation. */
function blocksOf(recipe: string, text: string): Block[] {
  return [...text.matchAll(/^( *)```(tsx?|astro|diff|json) (\S+)\n([\s\S]*?)^\1```$/gm)].map((match) => {
    const [, indent = '', kind = '', path = '', code = ''] = match;
    const line = text.slice(0, match.index).split('\n').length + 1;
    return { recipe, line, kind: kind as Kind, path, text: code.replaceAll(new RegExp(`^${indent}`, 'gm'), '') };
  });
}

const list = readFileSync('docs/recipes/README.md', 'utf8');
const recipes = [...list.matchAll(/^- \[[^\]]+\]\(([\w-]+\.md)\)$/gm)].map(([, name = '']) => `docs/recipes/${name}`);
const blocks = recipes.flatMap((recipe) => blocksOf(recipe, readFileSync(recipe, 'utf8')));
const made = blocks.filter(({ kind }) => kind === 'ts' || kind === 'tsx' || kind === 'astro');

/** A place of a change that is not to be found, or not once. */
class ChangeError extends Error {
  override name = 'ChangeError';
}

/** A file with the lines of one place changed. Lines are told by what stands in them, not by how far they are set in. */
function withChange(text: string, change: string): string {
  const wanted = change
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ sign: /^[+-]/.exec(line)?.[0] ?? ' ', says: line.replace(/^[+-]/, '').trim() }));
  const before = wanted.filter(({ sign }) => sign !== '+');
  const lines = text.split('\n');
  const places = lines.flatMap((_, at) => (before.length > 0 && before.every(({ says }, offset) => lines[at + offset]?.trim() === says) ? [at] : []));
  const [place] = places;
  if (place === undefined || places.length > 1) throw new ChangeError(`${places.length} places have the lines ${before.map(({ says }) => says).join(' / ')}`);
  let at = place;
  const after = wanted.flatMap(({ sign, says }) => {
    const own = lines[at] ?? '';
    if (sign !== '+') at += 1;
    return sign === '-' ? [] : sign === '+' ? [`${/^\s*/.exec(own)?.[0] ?? ''}${says}`] : [own];
  });
  return [...lines.slice(0, place), ...after, ...lines.slice(place + before.length)].join('\n');
}

const withKeys = (text: string, more: string): string => JSON.stringify({ ...(JSON.parse(text) as object), ...(JSON.parse(more) as object) }, undefined, 2);

/** The files that are there once every recipe was followed, by path, and what could not be followed. */
function followed(): { readonly files: ReadonlyMap<string, string>; readonly stuck: readonly string[] } {
  const files = new Map<string, string>();
  const stuck: string[] = [];
  for (const { recipe, line, kind, path, text } of blocks) {
    const now = files.get(path) ?? (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
    try {
      if (kind !== 'diff' && kind !== 'json') files.set(path, text);
      else if (now === undefined) throw new ChangeError(`${path} is not there yet`);
      else files.set(path, kind === 'json' ? withKeys(now, text) : text.split(/^@@.*$/m).reduce(withChange, now));
    } catch (error) {
      if (!(error instanceof ChangeError) && !(error instanceof SyntaxError)) throw error;
      stuck.push(`${recipe}:${line}: ${path}: ${error.message}`);
    }
  }
  return { files, stuck };
}

test('the list names every recipe, and a file is made once', () => {
  expect(recipes.length).toBeGreaterThan(10);
  expect(recipes.filter((path) => !existsSync(path))).toEqual([]);
  expect(made.length).toBeGreaterThan(10);
  expect(new Set(made.map(({ path }) => path)).size).toBe(made.length);
  expect(blocks.some(({ kind }) => kind === 'diff')).toBe(true);
});

test('a file that a recipe makes up is not one of the tree', () => {
  expectNone(
    made.filter(({ path }) => existsSync(path)).map(({ recipe, line, path }) => `${recipe}:${line}: ${path}`),
    'The block would be checked instead of the file. Give it the name of a file that is not there.',
  );
});

test('a step needs nothing that only a later recipe makes', () => {
  const there = new Set<string>();
  const early: string[] = [];
  for (const recipe of recipes) {
    const own = blocks.filter((block) => block.recipe === recipe);
    for (const { path } of own) there.add(path);
    for (const { line, path, text } of own)
      for (const [, to = ''] of text.matchAll(/from '(\.[^']+|#(?:lib|islands|layouts|server)\/[^']+)'/g)) {
        const target = to.startsWith('#') ? to.replace(/^#(\w+)\//, 'src/$1/') : join(dirname(path), to);
        if (!existsSync(target) && !there.has(target)) early.push(`${recipe}:${line}: ${path} imports ${to}`);
      }
  }
  expectNone(
    early,
    'Whoever follows this recipe alone, or in the order of the list, has no such file. Make it here, or change the file where the other is made.',
  );
});

describe('what stands in a change', () => {
  test.each([
    ['a\n  b\nc', '  b\n+ x', 'a\n  b\nx\nc'],
    ['a\n  b\n  c', '+ x\n  b', 'a\n  x\n  b\n  c'],
    ['a\n  b\nc', '- b\n+ x', 'a\n  x\nc'],
  ])('%j with %j', (text, change, after) => {
    expect(withChange(text, change).replaceAll(' ', '')).toBe(after.replaceAll(' ', ''));
  });

  test.each([
    ['a\nb', ' c\n+ x'],
    ['a\na', ' a\n+ x'],
  ])('%j has not one place for %j', (text, change) => {
    expect(() => withChange(text, change)).toThrow(ChangeError);
  });
});

test('every change finds its place in the tree', () => {
  expectNone(followed().stuck, 'The tree has changed: write the lines as they are now.');
});

/** A finding of the compiler with what it says of its causes. */
const saidOf = ({ text, messageChain = [] }: Diagnostic): string => [text, ...messageChain.map(saidOf)].join(' ');

/** What is right in a template and wrong in TSX: `return` outside a function. */
const rightInTemplates = new Set([1108, 1208, 17_001]);

test('followed to the letter, recipes make a tree that compiles', () => {
  const { files } = followed();
  const templates = new Map(
    [...files].flatMap(([path, text]) =>
      path.endsWith('.astro') ? [[resolve('.astro/tsx', `${path}.tsx`), { path, text, tsx: convertToTsx(text, { filename: path }) }] as const] : [],
    ),
  );
  const code = [...files].filter(([path]) => /\.tsx?$/.test(path));
  const project = resolve('tsconfig.recipes.json');
  const config = {
    extends: './tsconfig.check.json',
    include: ['src/lib/**/*.tables.ts'],
    files: [
      ...['.astro/types.d.ts', 'node_modules/astro/env.d.ts', 'node_modules/astro/astro-jsx.d.ts', 'src/env.d.ts'],
      ...code.map(([path]) => path),
      ...templates.keys(),
    ],
    compilerOptions: { incremental: false },
  };
  // They lie over the tree, which the compiler reads where these say nothing; a feature that only a recipe has brings its folder along.
  const texts = new Map<string, string>([
    ...[...files].map(([path, text]) => [resolve(path), text] as const),
    ...[...templates].map(([path, { tsx }]) => [path, tsx.code] as const),
    [project, JSON.stringify(config)],
  ]);
  const folders = new Set([...texts.keys()].flatMap((name) => name.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'))));
  const api = new API({
    cwd: process.cwd(),
    fs: { readFile: (name) => texts.get(name), fileExists: (name) => texts.has(name) || undefined, directoryExists: (name) => folders.has(name) || undefined },
  });
  try {
    const { program } = api.updateSnapshot({ openProjects: [project] }).getProject(project) ?? expect.unreachable('the compiler opens no project');
    expect(program.getConfigFileParsingDiagnostics()).toEqual([]);
    const found = (name: string): readonly Diagnostic[] => [...program.getSyntacticDiagnostics(name), ...program.getSemanticDiagnostics(name)];
    /** Where a place of a file stands in its recipe; of a file that was changed, in the file. */
    const inRecipe = (path: string, text: string, offset: number): string => {
      const block = made.find((one) => one.path === path);
      const [line] = placeOf(text, offset);
      return block ? `${block.recipe}:${block.line + line - 1}` : `${path}:${line}`;
    };
    expectNone(
      [
        ...code.flatMap(([path, text]) => found(resolve(path)).map((diagnostic) => `${inRecipe(path, text, diagnostic.pos)}: ${saidOf(diagnostic)}`)),
        ...[...templates].flatMap(([name, { path, text, tsx }]) =>
          found(name)
            .filter(({ code: number }) => !rightInTemplates.has(number))
            .map((diagnostic) => `${inRecipe(path, text, sourceOffset(tsx.mappings, diagnostic.pos))}: ${saidOf(diagnostic)}`),
        ),
      ],
      'Mend the recipe: somebody will copy it.',
    );
  } finally {
    api.close();
  }
});

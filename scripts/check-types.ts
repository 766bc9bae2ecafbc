/**
 * Checks the types of TypeScript and of .astro files with the native compiler: templates are turned into TSX first, as editors do,
 * and what is found there is reported at its place in the template. `astro check` finds the same and takes ten times as long.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { convertToTsx } from '@astrojs/astro2tsx';
import type { ConvertToTsxResult } from '@astrojs/astro2tsx';

/** Beside Astro's own generated types; `tsconfig.check.json` lays it over the tree. */
const mirror = '.astro/tsx';

/** What is right in a template and wrong in TSX: the same attribute twice, `return` outside a function. */
const rightInTemplates: ReadonlySet<string> = new Set(['TS17001', 'TS1108', 'TS1208']);

type Mappings = Pick<ConvertToTsxResult, 'mappings'>['mappings'];
type Template = { readonly source: string; readonly tsx: ConvertToTsxResult };

/** Line and column, from 1, of a place in a text. @example placeOf('a\nbc', 3) // [2, 2] */
export function placeOf(text: string, offset: number): readonly [line: number, column: number] {
  const before = text.slice(0, offset).split('\n');
  return [before.length, (before.at(-1) ?? '').length + 1];
}

/** The place in a text of a line and a column, from 1. @example offsetOf('a\nbc', 2, 2) // 3 */
export function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split('\n');
  return lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
}

/** Where a place of the generated code is in the template; the nearest one before it, where it was generated from nothing. */
export function sourceOffset(mappings: Mappings, generated: number): number {
  let nearest = 0;
  for (const [start = 0, length = 0, source = 0, sourceLength = 0] of mappings) {
    if (start > generated) continue;
    if (generated <= start + length) return source + Math.min(generated - start, sourceLength);
    nearest = Math.max(nearest, source + sourceLength);
  }
  return nearest;
}

/** The native one; `node_modules/.bin/tsc` may be either. */
const compiler = join(dirname(fileURLToPath(import.meta.resolve('typescript-native/package.json'))), 'bin/tsc');

/** What Astro writes its types of content from. */
const typeInputs = ['src/content.config.ts', 'astro.config.mjs', 'package-lock.json'] as const;

/** Has Astro write the types of content, unless they are of the files that are there. @returns what went wrong. */
function writeContentTypes(): readonly string[] {
  const stamp = '.astro/types-from';
  const hash = createHash('sha256');
  for (const path of typeInputs) hash.update(readFileSync(path));
  const wanted = hash.digest('hex');
  if (existsSync('.astro/content.d.ts') && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return [];
  const { status, stdout, stderr } = spawnSync('node_modules/.bin/astro', ['sync'], {
    encoding: 'utf8',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' },
  });
  if (status !== 0) return [`astro sync failed:\n${stdout}${stderr}`.trim()];
  writeFileSync(stamp, wanted);
  return [];
}

/** Files are written only when they change, so that the compiler's record of them holds. */
function keep(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

/** Writes the TSX of every template, and takes away what has no template any more. @returns templates by the path of their TSX. */
function writeMirror(): { readonly templates: ReadonlyMap<string, Template>; readonly broken: readonly string[] } {
  const templates = new Map<string, Template>();
  const written = new Set<string>();
  const broken: string[] = [];
  for (const path of filesBelow('src').filter((one) => one.endsWith('.astro'))) {
    const source = readFileSync(path, 'utf8');
    const tsx = convertToTsx(source, { filename: path });
    broken.push(...tsx.diagnostics.map(({ message, position }) => `${path}:${placeOf(source, position?.start ?? 0).join(':')}: ${message}`));
    const target = join(mirror, `${path}.tsx`);
    keep(target, tsx.code);
    written.add(target);
    templates.set(target, { source, tsx });
    for (const [at, script] of tsx.scripts.entries()) {
      if (script.type !== 'processed-module') continue;
      const scriptPath = join(mirror, `${path}.${at}.mts`);
      keep(scriptPath, script.content);
      written.add(scriptPath);
    }
  }
  for (const path of filesBelow(mirror)) if (!written.has(path)) rmSync(path);
  return { templates, broken };
}

/** A line of the compiler as a person reads it, or nothing where it holds for TSX alone. Lines that go on another are kept. */
export function atSource(line: string, templates: ReadonlyMap<string, Template>): string | undefined {
  const found = /^(?<path>[^(\s][^(]*)\((?<line>\d+),(?<column>\d+)\): (?<rest>error (?<code>TS\d+).*)$/.exec(line)?.groups;
  const template = found?.['path'] === undefined ? undefined : templates.get(found['path']);
  if (!found || !template) return line;
  if (rightInTemplates.has(found['code'] ?? '')) return undefined;
  const generated = offsetOf(template.tsx.code, Number(found['line']), Number(found['column']));
  const [at, column] = placeOf(template.source, sourceOffset(template.tsx.mappings, generated));
  return `${(found['path'] ?? '').slice(mirror.length + 1, -'.tsx'.length)}(${at},${column}): ${found['rest']}`;
}

function main(): void {
  const unsynced = writeContentTypes();
  const { templates, broken: unread } = writeMirror();
  const broken = [...unsynced, ...unread];
  const { stdout, stderr, status } = spawnSync(compiler, ['-p', 'tsconfig.check.json', '--pretty', 'false', '--singleThreaded'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 ** 2,
  });
  const lines = `${stdout ?? ''}${stderr ?? ''}`.split('\n').filter((line) => line !== '');
  let isLeftOut = false;
  const told = lines.flatMap((line) => {
    // What goes on a finding goes with it.
    if (/^\s/.test(line)) return isLeftOut ? [] : [line];
    const one = atSource(line, templates);
    isLeftOut = one === undefined;
    return one === undefined ? [] : [one];
  });
  for (const line of [...broken, ...told]) console.log(line);
  if (told.length === 0 && broken.length === 0 && status !== 0 && lines.length === 0) console.log('The compiler ended without a word.');
  process.exitCode = told.length > 0 || broken.length > 0 || (status !== 0 && lines.length === 0) ? 1 : 0;
}

if (import.meta.main) main();

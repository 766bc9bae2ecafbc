/**
 * Astro marks each element of a component with styles of its own as `data-astro-cid-` and eight letters: a fifth of the
 * HTML of a list. After the build each mark gets a short name, the same in templates, styles and written pages.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

const mark = /data-astro-cid-[a-z0-9]{8}/g;
/** Where marks may be: templates of the server and pages the build wrote. */
const endings = new Set(['.mjs', '.html']);
/** Files named by their content must not change after they are named. */
const named = /[\\/]_assets[\\/]/;

async function textsIn(folder: string): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile() && endings.has(extname(entry.name))).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(paths.filter((path) => !named.test(path)).map(async (path) => ({ path, text: await readFile(path, 'utf8') })));
}

/** a … z, then a0 … z9. @throws {Error} beyond those. */
export function shortName(index: number): string {
  if (index >= 26 * 11) throw new Error(`${index} marks of scoped styles: there are names for ${26 * 11}`);
  const letter = String.fromCodePoint(97 + (index % 26));
  return index < 26 ? letter : `${letter}${Math.floor(index / 26) - 1}`;
}

/** Renames the marks in all of a build. Gives how many there are. */
export async function shortenScopes(folder: string): Promise<number> {
  const files = await textsIn(folder);
  const counts = new Map<string, number>();
  for (const { text } of files) for (const name of text.match(mark) ?? []) counts.set(name, (counts.get(name) ?? 0) + 1);
  // The most used get the shortest. No attribute of ours is one letter, or a letter and a digit.
  const marks = [...counts.keys()].sort((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0) || (one < other ? -1 : 1));
  const names = new Map(marks.map((name, index) => [name, `data-${shortName(index)}`]));
  for (const { path, text } of files) {
    const shorter = text.replaceAll(mark, (name) => names.get(name) ?? name);
    if (shorter !== text) await writeFile(path, shorter);
  }
  return names.size;
}

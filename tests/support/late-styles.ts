/** The style sheets that come after the first screen (`*.late.css`), and what they style. */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export type LateSheet = {
  /** Project path of the `*.late.css`. */
  readonly path: string;
  /** Its name in the build begins so: `after-main.late`. */
  readonly name: string;
  /** Sheets that it is put together from, itself among them. */
  readonly parts: readonly string[];
  /** The classes that its rules begin with. */
  readonly classes: ReadonlySet<string>;
};

function partsOf(path: string): string[] {
  const imported = [...readFileSync(path, 'utf8').matchAll(/@import '([^']+)'/g)].map(([, to = '']) => normalize(join(dirname(path), to)));
  return [path, ...imported.flatMap(partsOf)];
}

/** What a rule begins with: `.footer` of `.footer .row a`; nothing of `main` and of `body:has(.card)`. */
function classesOf(css: string): string[] {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?<=^|[{};])\s*([^{};@]+)\{/g);
  return [...rules].flatMap(([, selectors = '']) =>
    selectors
      .replaceAll(/\([^()]*\)/g, '')
      .split(',')
      .flatMap((one) => /^\s*\.([\w-]+)/.exec(one)?.[1] ?? []),
  );
}

export const lateSheets: readonly LateSheet[] = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.late.css'))
  .map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const parts = partsOf(path);
    return { path, name: entry.name.replace(/\.css$/, ''), parts, classes: new Set(parts.flatMap((part) => classesOf(readFileSync(part, 'utf8')))) };
  });

/** The register of requirements (docs/requirements.tsv) and the tests that name its rows. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export type Requirement = { readonly id: string; readonly area: string; readonly text: string };

export type NamedTest = { readonly file: string; readonly line: number; readonly title: string; readonly ids: readonly string[] };

/** Rows of the register in its order. */
export function readRegister(): Requirement[] {
  const [, ...rows] = readFileSync('docs/requirements.tsv', 'utf8').trim().split('\n');
  return rows.map((row) => {
    const [id = '', area = '', text = ''] = row.split('\t');
    return { id, area, text };
  });
}

/** A title: the first argument of a call. Skipped and planned tests prove nothing, so theirs do not count. */
const titleCall = /(\.(?:skip|todo|fails|fixme))?\(\s*(['"`])(\[R\d(?:\\.|(?!\2)[^\\])*)\2/g;

/**
 * Rows of a table of cases whose title begins with what the case is called:
 * `test.each(cases)('[%s] …')` over `['R2.046', …]`, or `'%s …'` over `['[R1.18][R1.20] inside the app', …]`.
 */
const titleOfCases = /\(\s*(['"`])\[?%s/;
const caseRow = /\[\s*(['"])(R\d+\.\d+|(?:\[R\d+\.\d+\] ?)+[^'"]*)\1,/g;

/** Tests whose title names register rows: `test('[R2.221] …')`, several as `[R4.082][R4.083]` or `[R4.082, R4.083]`. */
export function namedTests(): NamedTest[] {
  if (!existsSync('tests')) return [];
  const files = readdirSync('tests', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name));
  return files.flatMap((entry) => {
    const file = join(entry.parentPath, entry.name);
    const source = readFileSync(file, 'utf8');
    const lineAt = (index: number): number => source.slice(0, index).split('\n').length;
    const cases = titleOfCases.test(source)
      ? [...source.matchAll(caseRow)].map(({ index, 2: title = '' }) => ({ file, line: lineAt(index), title, ids: title.match(/R\d+\.\d+/g) ?? [] }))
      : [];
    const titled = [...source.matchAll(titleCall)].flatMap((match) => {
      const [, skipped, , title = ''] = match;
      if (skipped) return [];
      const ids = [...title.matchAll(/\[(R[^\]]*)\]/g)].flatMap(([, list = '']) => list.split(/[,;\s]+/).filter(Boolean));
      return [{ file, line: lineAt(match.index), title, ids }];
    });
    return [...titled, ...cases];
  });
}

/** The project's files as guards read them: text, code of .astro files, imports. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { expect } from 'vitest';

export type SourceFile = { readonly path: string; readonly text: string };

/** Files below the folders whose names end as asked, with forward slashes, relative to the project. */
export function filesBelow(folders: readonly string[], endings: RegExp): SourceFile[] {
  return folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && endings.test(entry.name))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return { path, text: readFileSync(path, 'utf8') };
      }),
  );
}

/** Files of the project's own folder whose names are as asked; what is installed below it is not looked at. */
export const topmost = (names: RegExp): SourceFile[] =>
  readdirSync('.', { withFileTypes: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map(({ name }) => ({ path: name, text: readFileSync(name, 'utf8') }));

/** The frontmatter of an .astro file, without its fences. */
export function frontmatter(text: string): string {
  return /^---\r?\n([\s\S]*?)\r?\n?---/.exec(text)?.[1] ?? '';
}

/** The markup of an .astro file; lines keep their numbers. */
export function markup(text: string): string {
  return text.replace(/^---\r?\n[\s\S]*?\r?\n?---/, (matter) => matter.replaceAll(/[^\n]/g, ''));
}

/** What was made of a file, and of which text: guards share a process, and most of them read the same files. */
function onceForEach<Made>(make: (file: SourceFile) => Made): (file: SourceFile) => Made {
  const made = new Map<string, { readonly text: string; readonly result: Made }>();
  return (file) => {
    const before = made.get(file.path);
    if (before?.text === file.text) return before.result;
    const result = make(file);
    made.set(file.path, { text: file.text, result });
    return result;
  };
}

/** The TypeScript of a file, parsed: all of a .ts file, the frontmatter of an .astro file. */
export const codeOf = onceForEach(({ path, text }): ts.SourceFile => {
  const code = path.endsWith('.astro') ? `\n${frontmatter(text)}` : text;
  return ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
});

/** Visits every node of a file. */
export function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  node.forEachChild((child) => visit(child, see));
}

export const lineOf = (file: ts.SourceFile, node: ts.Node): number => file.getLineAndCharacterOfPosition(node.getStart()).line + 1;

/** Lines of a text that fit a pattern, as `path:line: text`. */
export function linesLike({ path, text }: SourceFile, pattern: RegExp): string[] {
  return text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 120)}`] : []));
}

export type Import = {
  readonly from: string;
  readonly to: string;
  readonly line: number;
  readonly typeOnly: boolean;
  /** Made while the code runs, by `import()`. */
  readonly late: boolean;
};

const aliases: Readonly<Record<string, string>> = {
  '#lib/': 'src/lib/',
  '#islands/': 'src/islands/',
  '#layouts/': 'src/layouts/',
  '#tests/': 'tests/',
  '#server/': 'src/server/',
};

function resolved(from: string, specifier: string): string {
  for (const [alias, folder] of Object.entries(aliases)) if (specifier.startsWith(alias)) return folder + specifier.slice(alias.length);
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier)).replaceAll('\\', '/') : specifier;
}

/** What a file imports, as project paths or package names. */
export const importsOf = onceForEach((file): readonly Import[] => {
  const code = codeOf(file);
  const found: Import[] = [];
  const see = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const specifier = node.moduleSpecifier;
      if (!specifier || !ts.isStringLiteral(specifier)) return;
      const typeOnly = ts.isImportDeclaration(node) ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword : node.isTypeOnly;
      found.push({ from: file.path, to: resolved(file.path, specifier.text), line: lineOf(code, node), typeOnly, late: false });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteral(argument))
        found.push({ from: file.path, to: resolved(file.path, argument.text), line: lineOf(code, node), typeOnly: false, late: true });
    }
  };
  // Deeper than the statements of a file there are only imports while it runs, and those of modules that it declares.
  if (/\bimport\s*\(|\b(?:declare|module|namespace)\b/.test(code.text)) visit(code, see);
  else code.statements.forEach(see);
  return found;
});

/** Fails with every finding on a line of its own, and what to do about them. */
export function expectNone(findings: readonly string[], mend: string): void {
  expect(findings.length === 0 ? '' : `${findings.join('\n')}\n→ ${mend}`).toBe('');
}

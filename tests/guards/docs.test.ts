/** Documentation that says what the code does. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { codeOf, expectNone, filesBelow, visit } from './source-files.ts';

const operations = readFileSync('docs/operations.md', 'utf8');

/** Settings of config.ts with the text of their default; `none` for optional ones. */
function settingsOfCode(): Map<string, string> {
  const path = 'src/lib/config.ts';
  const found = new Map<string, string>();
  visit(codeOf({ path, text: readFileSync(path, 'utf8') }), (node) => {
    if (!ts.isPropertyAssignment(node) || !/^[A-Z][A-Z_]+$/.test(node.name.getText())) return;
    const shown = /\.default\((?:'([^']*)'|([\d_]+)|(true|false)|new Map\(\))\)/.exec(node.initializer.getText());
    const [, text, number, flag] = shown ?? [];
    found.set(node.name.getText(), text ?? number?.replaceAll('_', '') ?? (flag === undefined ? 'none' : flag === 'true' ? 'on' : 'off'));
  });
  return found;
}

test('docs/operations.md lists every setting with its default, and no other', () => {
  const settings = operations.slice(operations.indexOf('## Settings'), operations.indexOf('## Health'));
  const documented = new Map([...settings.matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]*)`|none) \|/gm)].map(([, name = '', value = 'none']) => [name, value]));
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(settingsOfCode()));
});

test('docs/operations.md lists every command, and no other', () => {
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(readFileSync('package.json', 'utf8'));
  const commands = operations.slice(operations.indexOf('## Commands'), operations.indexOf('## Settings'));
  const documented = [...commands.matchAll(/^\| `npm (?:run )?([\w:-]+)` \|/gm)].map(([, name = '']) => name);
  expect(documented.sort()).toEqual(Object.keys(scripts).sort());
});

test('links between documents lead somewhere', () => {
  const documents = [...filesBelow(['docs'], /\.md$/), ...filesBelow(['.'], /^[A-Z]+\.md$/).filter(({ path }) => !path.includes('/'))];
  const findings = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      .filter(([, target = '']) => !existsSync(join(dirname(path), target)))
      .map(([, target = '']) => `${path}: ${target}`),
  );
  expectNone(findings, 'Mend the link.');
});

test('files that documents name exist', () => {
  const findings = filesBelow(['docs'], /\.md$/).flatMap(({ path, text }) =>
    [...text.matchAll(/`((?:src|scripts|tests|docs)\/[\w./[\]-]+\.(?:ts|tsx|mjs|astro|md|json|css|tsv))`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !existsSync(name) && !existsSync(name.replaceAll('\\', '')))
      .map((name) => `${path}: ${name}`),
  );
  expectNone(
    findings.filter((finding) => !finding.endsWith('docs/benchmarks.md')),
    'Name the file as it is called now, or take the mention out.',
  );
});

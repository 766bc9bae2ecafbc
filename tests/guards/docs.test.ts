/** Documentation that says what the code does. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { intro } from '../../scripts/bench/intro.ts';
import { codeOf, expectNone, filesBelow, linesLike, topmost, visit } from './source-files.ts';

const documents = [...filesBelow(['docs'], /\.md$/), ...topmost(/^[A-Z]+\.md$/)];

const operations = readFileSync('docs/operations.md', 'utf8');

/** Settings of settings.ts with the text of their default; `none` for optional ones. */
function settingsOfCode(): Map<string, string> {
  const path = 'src/lib/settings.ts';
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
  const findings = documents.flatMap(({ path, text }) =>
    // What is written as code is what somebody else would write.
    [...text.replaceAll(/`[^`\n]+`/g, 'code').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
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

/** Everything that has comments. */
const commented = [...filesBelow(['src', 'scripts', 'tests'], /\.(ts|tsx|mjs|astro|css)$/), ...topmost(/^(?:server\.ts|astro\.config\.mjs)$/)];

/** Headings of a document. */
const headings = (path: string): Set<string> => new Set([...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading));

test('what a comment cites is in the tree: the document, and the heading in it', () => {
  const findings = commented.flatMap(({ path, text }) =>
    [...text.matchAll(/\(?(docs\/[\w./-]+\.(?:md|tsv))(?:, "([^"]+)")?/g)].flatMap(([, cited = '', heading]) => {
      if (!existsSync(cited)) return [`${path}: ${cited} does not exist`];
      return heading === undefined || headings(cited).has(heading) ? [] : [`${path}: ${cited} has no heading "${heading}"`];
    }),
  );
  expectNone(findings, 'Cite the document as it is called now, or write down what the comment leans on.');
});

test('a decision that a document or a comment cites is there', () => {
  const known = new Set(filesBelow(['docs/decisions'], /\.md$/).map(({ path }) => /\/(\d{4})-/.exec(path)?.[1]));
  const findings = [...documents, ...commented].flatMap(({ path, text }) =>
    // A list of numbers may go on in the next line of a comment.
    [...text.matchAll(/\bdecisions?[\s*]+(\d{1,4}(?:(?:,| and)[\s*]+\d{1,4}\b)*)(?!\d)/gi)].flatMap(([, numbers = '']) =>
      (numbers.match(/\d+/g) ?? []).filter((number) => !known.has(number.padStart(4, '0'))).map((number) => `${path}: decision ${number}`),
    ),
  );
  expectNone(findings, 'Cite the record of docs/decisions that says it.');
});

test('comments cite nothing that only its writer has', () => {
  const elsewhere = /\((?:decisions|quality|experience|architecture|search[ -]engines?)(?:, "|: | rule|, rule)/;
  expectNone(
    commented.filter(({ path }) => path !== 'tests/guards/docs.test.ts').flatMap((file) => linesLike(file, elsewhere)),
    'Put what it says into docs/domain.md or docs/decisions, and cite that: (docs/domain.md, "Money").',
  );
});

test('docs/benchmarks.md begins as the bench would write it, so that the figures to reach outlast its next run', () => {
  expect(readFileSync('docs/benchmarks.md', 'utf8').startsWith(`${intro}\n\n## `)).toBe(true);
});

test('docs/domain.md defines no term twice', () => {
  const terms = [...readFileSync('docs/domain.md', 'utf8').matchAll(/^\| (?!word |-)([^|]+) \| [^|]+\|/gm)].flatMap(([, term = '']) =>
    term.split(',').map((one) => one.trim().toLowerCase()),
  );
  expect(terms.length).toBeGreaterThan(100);
  expectNone(
    terms.filter((term, at) => terms.indexOf(term) !== at),
    'Write one row that says both, or say in brackets which it is of: "due (of a price)".',
  );
});

test('docs/plan.md counts the places as the files do', () => {
  const cities = filesBelow(['src/content/places'], /\.yaml$/).filter(({ path }) => !path.endsWith('/country.yaml'));
  const count = (pattern: RegExp): string => cities.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0).toLocaleString('en');
  const told = `${cities.length} cities, ${count(/^ {4}slug: /gm)} universities and colleges, ${count(/\bkind: (?:neighbourhood|station|landmark|postal)\b/g)} neighbourhoods`;
  expect(readFileSync('docs/plan.md', 'utf8')).toContain(told);
});

test('decisions are numbered, dated, and say context, decision and consequence', () => {
  const findings = filesBelow(['docs/decisions'], /\.md$/).flatMap(({ path, text }) => {
    const [, number = ''] = /\/(\d{4})-[\w-]+\.md$/.exec(path) ?? [];
    const lacks = [
      ...(number && text.startsWith(`# ${number} `) ? [] : ['has another number in its title']),
      ...(/^Status: (?:accepted|superseded by \[\d{4}\]\([^)]+\)), \d{4}-\d{2}-\d{2}$/m.test(text) ? [] : ['has no status with a date']),
    ];
    return lacks.map((lack) => `${path}: ${lack}`);
  });
  expectNone(findings, 'The form is that of docs/decisions/0003: number and title, status with date, context, decision, consequence.');
});

test('every decision of more than a page has its three parts', () => {
  const findings = filesBelow(['docs/decisions'], /\.md$/).filter(
    ({ text }) => /^## /m.test(text) && !['## Context', '## Decision', '## Consequence'].every((part) => text.includes(`\n${part}\n`)),
  );
  expectNone(
    findings.map(({ path }) => path),
    'Call the parts Context, Decision and Consequence.',
  );
});

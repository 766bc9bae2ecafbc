/** One word for each thing (docs/domain.md): other words for it do not occur in names. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { codeOf, expectNone, filesBelow, lineOf, visit } from './source-files.ts';

type Word = {
  /** Names, or parts of names, that say the thing otherwise. */
  readonly not: RegExp;
  /** The word of docs/domain.md, and what is meant by it. */
  readonly but: string;
  /** Held to from here on; `false` while names of the tree are still to follow. */
  readonly held: boolean;
};

const words: readonly Word[] = [
  { not: /(?:^|[a-z])(?:Landlord|landlord)(?!$|s$)/, but: 'supplier: landlord is one kind of it', held: true },
  { not: /[pP]ropert(?:y|ies)(?!Type|_type|Link|Value|Of|Name|s?$)/, but: 'house, or unit', held: true },
  { not: /(?:^|[a-z])(?:Accommodation|accommodation|Dwelling|dwelling)/, but: 'house', held: true },
  { not: /(?:^|[a-z_])(?:University|university|Universities|universities|College)(?![a-z_])/, but: 'school', held: true },
  { not: /(?:^|[a-z])(?:Apartment|apartment)Id(?:$|[A-Z])/, but: 'house id', held: true },
  { not: /[lL]easeOption|[rR]entOption/, but: 'tenancy', held: true },
  { not: /(?:^|[a-z])(?:Town|town)(?:Id|Slug|s)?$/, but: 'city', held: true },
  { not: /Home[A-Z]\w*|(?<![a-z])homes?[A-Z]\w*/, but: 'house for a building, offers for its units and prices, front page for the page /', held: true },
  { not: /(?<!In)Memory$|(?<![a-z])[rR]emember(?:ed|ing)?(?![a-z])|(?<![a-z])[rR]ecall/, but: 'cache', held: true },
];

/** Names that a file of the server gives to things. */
function namesIn(path: string, text: string): { readonly name: string; readonly line: number }[] {
  const code = codeOf({ path, text });
  const found: { name: string; line: number }[] = [];
  visit(code, (node) => {
    const isNaming =
      ts.isVariableDeclaration(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isPropertySignature(node) ||
      ts.isMethodSignature(node);
    if (isNaming && node.name && ts.isIdentifier(node.name)) found.push({ name: node.name.text, line: lineOf(code, node) });
  });
  return found;
}

/** Files whose names are those of the wire, of the database or of a foreign interface. */
const atTheEdge = /\.(?:wire|contract|tables|json-ld)\.ts$|\/migrations\/|src\/lib\/ports\//;
const names = filesBelow(['src/lib', 'src/server'], /\.ts$/)
  .filter(({ path }) => !atTheEdge.test(path))
  .flatMap(({ path, text }) => namesIn(path, text).map(({ name, line }) => ({ name, where: `${path}:${line}` })));

test.each(words.filter(({ held }) => held))('names say $but, not $not', ({ not, but }) => {
  const findings = names.flatMap(({ name, where }) => (not.test(name) ? [`${where}: ${name}`] : []));
  expectNone(findings, `The word is ${but} (docs/domain.md).`);
});

test('every word to use is one that docs/domain.md explains', () => {
  const glossary = readFileSync('docs/domain.md', 'utf8').toLowerCase();
  for (const { but } of words) expect(glossary).toContain(but.split(/[:,]| for | id/)[0]);
});

/** The words readers meet (docs/glossary): one for each thing in every language, and no other for the same thing. */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseYaml } from '#lib/yaml.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { textsOf } from './reader-texts.ts';
import { expectNone } from './source-files.ts';

const termShape = z.object({
  use: z.string(),
  /** Words that mean the same and are not used; in languages with spaces a trailing `*` is any ending. */
  not: z.array(z.string()).optional(),
  /** Phrases in which such a word means something else. */
  except: z.array(z.string()).optional(),
});
type Term = z.infer<typeof termShape>;

const folder = 'docs/glossary';
const terms: Readonly<Record<string, string>> = z.record(z.string(), z.string()).parse(parseYaml(readFileSync(`${folder}/terms.yaml`, 'utf8')));
const glossary = (locale: Locale): Readonly<Record<string, Term>> =>
  z.record(z.string(), termShape).parse(parseYaml(readFileSync(`${folder}/${locale}.yaml`, 'utf8')));

test('the glossary has forty terms or more, each explained once and said in all five languages', () => {
  const names = Object.keys(terms);
  expect(names.length).toBeGreaterThanOrEqual(40);
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml') && name !== 'terms.yaml');
  expect(files.sort()).toEqual(locales.map((locale) => `${locale}.yaml`).sort());
  for (const locale of locales) {
    const words = glossary(locale);
    expect(Object.keys(words).sort(), locale).toEqual(names.toSorted());
    for (const [name, { use, not = [] }] of Object.entries(words)) {
      expect(use, `${locale} ${name}`).toMatch(/\S/);
      // A word of one thing may be wrong for another, but not for itself.
      expect(
        not.filter((word) => use.toLowerCase().split(' / ').includes(word)),
        `${locale} ${name}`,
      ).toEqual([]);
    }
  }
});

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** How a word of `not` is found: as a whole word where words have spaces between them, anywhere in Chinese. */
function finder(word: string): RegExp {
  const stem = word.endsWith('*') ? word.slice(0, -1) : word;
  if (/\p{Script=Han}/u.test(word)) return new RegExp(escaped(stem), 'u');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(stem)}${word.endsWith('*') ? '' : '(?![\\p{L}\\p{N}])'}`, 'iu');
}

/** The text without what no reader reads as words: addresses of links, placeholders, and the exceptions. */
function readable(text: string, exceptions: readonly string[]): string {
  let rest = text.replaceAll(/\]\([^)]*\)/g, ']').replaceAll(/\{\{.*?\}\}|\{\w+\}/g, '·');
  for (const phrase of exceptions) rest = rest.replaceAll(new RegExp(escaped(phrase), 'giu'), '·');
  return rest;
}

test.each(locales)('%s: messages and texts keep to the words of the glossary', (locale) => {
  const texts = textsOf(locale);
  const findings = Object.entries(glossary(locale)).flatMap(([name, { use, not = [], except = [] }]) =>
    not.flatMap((word) => {
      const found = finder(word);
      return texts.flatMap(({ where, text }) =>
        text.toLowerCase().includes(word.replace('*', '').toLowerCase()) && found.test(readable(text, except))
          ? [`${where}: "${word}" (${name}: "${use}") in: ${text.slice(0, 100)}`]
          : [],
      );
    }),
  );
  expectNone(findings, `Say it with the word of ${folder}/${locale}.yaml, or add the phrase to "except" if it means something else.`);
});

/** The brand is written in src/lib/brand.ts alone, and the icons are of its mark: docs/go-live.md, "Logo and brand". */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brand, brandMark } from '#lib/brand.ts';
import { staleIcons } from '../../scripts/draw-icons.ts';
import { expectNone, filesBelow } from './source-files.ts';

const names = [...new Set([brand.name, brand.company, ...Object.values(brand.names)])];
const written = new RegExp(names.map((name) => (/^\w+$/.test(name) ? String.raw`\b${name}\b` : name)).join('|'));

/** What the program calls itself to operators and to other programs, whatever the site is called. */
const program: Readonly<Record<string, string>> = {
  'src/lib/secrets.ts': 'an error on the operator’s terminal',
  'src/lib/db/migrate.ts': 'an error on the operator’s terminal',
  'src/lib/ports/public-web/public-web.ts': 'the user agent by which suppliers’ hosts know the program',
  'src/lib/dates/calendar-file.ts': 'the name of the program that made a calendar file (PRODID)',
};

/** Lines of code without comments. */
const codeLines = (text: string): string[] =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .split('\n')
    .map((line) => line.replace(/(^|\s)\/\/.*$/, ''));

test('no name of the brand is written in code, pages, styles or the worker of browsers', () => {
  const files = filesBelow(['src', 'public'], /\.(?:ts|tsx|astro|css|mjs|js|svg)$/).filter(({ path }) => path !== 'src/lib/brand.ts' && !(path in program));
  expect(files.length).toBeGreaterThan(1_000);
  expectNone(
    files.flatMap(({ path, text }) => codeLines(text).flatMap((line, at) => (written.test(line) ? [`${path}:${at + 1}: ${line.trim().slice(0, 120)}`] : []))),
    'Take it from brandName(locale) of src/lib/brand.ts, or say in this test why it is the program’s own name.',
  );
});

test('no message, mail or text of editors has a name of the brand: {{brand}} and {brand} stand for it', () => {
  const messages = filesBelow(['src/lib/i18n/catalogues'], /\.json$/).flatMap(({ path, text }) =>
    Object.entries<string>(JSON.parse(text))
      .filter(([, message]) => written.test(message))
      .map(([key, message]) => `${path}: ${key}: ${message}`),
  );
  const texts = filesBelow(['src/content'], /\.(?:md|yaml)$/).flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => (written.test(line) ? [`${path}:${at + 1}: ${line.trim().slice(0, 120)}`] : [])),
  );
  expectNone([...messages, ...texts], 'Write {{brand}} in messages and {brand} in texts of editors.');
});

test('the mark is drawn in one place', () => {
  const plain = (text: string): string => text.replaceAll(/(\.\d*?)0+(?=\D|$)/g, '$1');
  const starts = brandMark.shapes.map(({ path }) => plain(path).slice(0, 14));
  expectNone(
    filesBelow(['src'], /\.(?:ts|tsx|astro|css|svg)$/)
      .filter(({ path, text }) => path !== 'src/lib/brand.ts' && starts.some((start) => plain(text).includes(start)))
      .map(({ path }) => path),
    'Draw it with src/lib/brand-mark.ts.',
  );
});

test('icons are of the mark that brand.ts has', async () => {
  expect(await staleIcons(), 'npm run icons draws them').toEqual([]);
});

test('the colours of the mark are those of pages, in both schemes', () => {
  const tokens = readFileSync('src/layouts/tokens.css', 'utf8');
  for (const { token, light, dark } of Object.values(brandMark.colours)) {
    const [first, second] = [...tokens.matchAll(new RegExp(`${token}: (#[0-9a-f]{6})`, 'g'))].map(([, colour]) => colour);
    expect([token, first, second]).toEqual([token, light, dark]);
  }
});

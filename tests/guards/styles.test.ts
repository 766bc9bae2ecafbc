/** Styles that come after the first screen come so everywhere (docs/architecture.md, "Rendering classes"). */
import { expect, test } from 'vitest';
import { lateSheets } from '#tests/support/late-styles.ts';
import { codeOf, expectNone, filesBelow, importsOf, markup } from './source-files.ts';

const files = filesBelow(['src'], /\.(?:ts|tsx|astro)$/);
const importedBy = new Map(files.map((file) => [file.path, importsOf(file)]));

test('there are late styles', () => {
  expect(lateSheets.map(({ name }) => name)).toContain('after-main.late');
});

/** Files that a page is made of, by their paths: what its code imports, and what that does. */
function partsOfPage(page: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const see = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { to, typeOnly } of importedBy.get(path) ?? []) if (!typeOnly) see(to);
  };
  see(page);
  return seen;
}

test('no page has styles both at once and late', () => {
  expectNone(
    files
      .filter(({ path }) => path.startsWith('src/pages/') && path.endsWith('.astro'))
      .flatMap(({ path }) => {
        const parts = partsOfPage(path);
        return lateSheets
          .filter((sheet) => parts.has(`${sheet.path}?url`))
          .flatMap((sheet) => sheet.parts.filter((part) => parts.has(part)).map((part) => `${path}: ${part}, of ${sheet.path}`));
      }),
    'What a *.late.css of a page holds is imported by no other part of that page',
  );
});

test('a late sheet itself is never part of a page', () => {
  expectNone(
    files.flatMap((file) =>
      importsOf(file)
        .filter(({ to }) => to.endsWith('.late.css'))
        .map(({ from, line, to }) => `${from}:${line}: ${to}`),
    ),
    'A *.late.css is imported with ?url and put on the page by <LateStyles>',
  );
});

test('late styles are put on the page by <LateStyles>, right before what they style', () => {
  expectNone(
    files.flatMap((file) =>
      importsOf(file)
        .filter(({ to }) => to.endsWith('.late.css?url'))
        .flatMap(({ to, line }) => {
          const name = new RegExp(`import (\\w+) from '[^']*${to.slice(to.lastIndexOf('/')).replaceAll(/[.?]/g, '\\$&')}'`).exec(codeOf(file).text)?.[1];
          return name && markup(file.text).includes(`<LateStyles href={${name}} />`) ? [] : [`${file.path}:${line}`];
        }),
    ),
    'Write <LateStyles href={…} /> where the first element stands that the sheet is for',
  );
});

test('no page is given the same styles by two late sheets', () => {
  expectNone(
    files
      .filter(({ path }) => path.startsWith('src/pages/') && path.endsWith('.astro'))
      .flatMap(({ path }) => {
        const parts = partsOfPage(path);
        const given = lateSheets.filter((sheet) => parts.has(`${sheet.path}?url`)).flatMap((sheet) => sheet.parts);
        return given.filter((part, index) => given.indexOf(part) !== index).map((part) => `${path}: ${part}`);
      }),
    'Give the page one of the *.late.css, or put what both hold into a third',
  );
});

test('what scripts bring loads its own sheet', () => {
  expectNone(
    files
      .filter(({ path }) => path.startsWith('src/scripts/') || path.startsWith('src/islands/browser/'))
      .flatMap((file) =>
        importsOf(file)
          .filter(({ to }) => to.endsWith('.css'))
          .map(({ from, line, to }) => `${from}:${line}: ${to}`),
      ),
    'Import the sheet with ?url and give it to loadStyles(): imported as it is it stands in every page, whatever loads the script',
  );
});

test('English within a Chinese contract has Latin letters', () => {
  const [sheet = { text: '' }] = filesBelow(['src/layouts'], /paper\.css$/);
  const faces = /\.contract:lang\(zh\) :lang\(en\) \{\s*font-family: ([^;]+);/.exec(sheet.text)?.[1];
  expect(faces).toContain('Arial');
  expect(faces).not.toMatch(/PingFang|YaHei|JhengHei|Noto|var\(/);
});

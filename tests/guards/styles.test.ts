/** Styles that come after the first screen come so everywhere (docs/architecture.md, "Rendering classes"). */
import { expect, test } from 'vitest';
import { lateSheets } from '#tests/support/late-styles.ts';
import { codeOf, expectNone, filesBelow, importsOf, markup } from './source-files.ts';

const files = filesBelow(['src'], /\.(?:ts|tsx|astro)$/);
const late = new Set(lateSheets.flatMap(({ parts }) => parts));

test('there are late styles', () => {
  expect(lateSheets.map(({ name }) => name)).toContain('after-main.late');
});

test('a sheet that comes late is in no page besides', () => {
  expectNone(
    files
      .flatMap((file) => importsOf(file).filter(({ to }) => late.has(to.replace(/\?.*/, '')) && !to.endsWith('.late.css?url')))
      .map(({ from, line, to }) => `${from}:${line}: ${to}`),
    'A *.late.css is imported with ?url and put on the page by <LateStyles>; its parts are imported by it alone',
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

test('no two late sheets carry the same styles', () => {
  const all = lateSheets.flatMap(({ parts }) => parts);
  expect(all.filter((part, index) => all.indexOf(part) !== index)).toEqual([]);
});

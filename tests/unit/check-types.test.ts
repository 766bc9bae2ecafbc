/** Findings of the type checker are reported where they are in the template, and only what is wrong there. */
import { expect, test } from 'vitest';
import { convertToTsx } from '@astrojs/astro2tsx';
import { atSource, offsetOf, placeOf, sourceOffset } from '../../scripts/check-types.ts';

const source = `---
import { t } from './t.ts';
const title: string = 5;
---
<h1>
  {title.nothing}
</h1>
`;
const tsx = convertToTsx(source, { filename: 'src/pages/x.astro' });
const path = '.astro/tsx/src/pages/x.astro.tsx';
const templates = new Map([[path, { source, tsx }]]);
const found = (what: string): string => placeOf(tsx.code, tsx.code.indexOf(what)).join(',');
const expected = (what: string): string => placeOf(source, source.indexOf(what)).join(',');

test('places of a text are lines and columns, there and back', () => {
  for (const offset of [0, 1, 5, source.length - 1]) {
    const [line, column] = placeOf(source, offset);
    expect(offsetOf(source, line, column)).toBe(offset);
  }
});

test('a finding in the front matter or in the markup has its place in the template', () => {
  for (const what of ['title: string', 'nothing'])
    expect(atSource(`${path}(${found(what)}): error TS2322: It is wrong.`, templates)).toBe(`src/pages/x.astro(${expected(what)}): error TS2322: It is wrong.`);
});

test('what was generated from nothing is reported at the nearest place before it', () => {
  expect(sourceOffset(tsx.mappings, tsx.code.length)).toBeLessThanOrEqual(source.length);
  expect(sourceOffset([[10, 5, 2, 5, 0]], 100)).toBe(7);
});

test('what is right in a template alone is left out, and findings of other files are as they are', () => {
  expect(atSource(`${path}(1,1): error TS17001: JSX elements cannot have multiple attributes with the same name.`, templates)).toBeUndefined();
  expect(atSource('src/lib/a.ts(1,2): error TS17001: Here it is wrong.', templates)).toBe('src/lib/a.ts(1,2): error TS17001: Here it is wrong.');
  expect(atSource('error TS5083: Cannot read file.', templates)).toBe('error TS5083: Cannot read file.');
});

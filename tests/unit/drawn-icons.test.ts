/** Icons that styles draw as masks are those of icons.ts. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { icons } from '#layouts/blocks/chrome/icons.ts';

const pathsIn = (css: string): readonly string[] => [...css.matchAll(/%3Cpath[^%]*(?:%23000'[^%]*)? d='([^']+)'/g)].map(([, path = '']) => path);

const entries = 'src/layouts/blocks/house/entry-icons.css';
const dock = 'src/layouts/blocks/chrome/dock-icons.css';

/** The drawing is as wide as its icons, and the last of them stands at its end. */
function expectOneDrawing(css: string): void {
  const { length } = pathsIn(css);
  expect(css).toContain(`viewBox='0 0 ${length * 24} 24'`);
  expect(css).toContain(`calc(100% * var(--nth, 0) / ${length - 1})`);
}

test.each(['src/layouts/blocks/lists/house-card.css', 'src/layouts/blocks/kept/keep.css', 'src/layouts/blocks/lists/filters.late.css', entries, dock])(
  '%s draws what icons.ts says',
  (file) => {
    const drawn = pathsIn(readFileSync(file, 'utf8'));
    const known = new Set<string>(Object.values(icons));
    expect(drawn.length).toBeGreaterThan(0);
    expect(drawn.filter((path) => !known.has(path))).toEqual([]);
  },
);

test('a button that keeps a home shows the heart, filled once it is pressed, and the one that compares shows two homes', () => {
  const css = readFileSync('src/layouts/blocks/kept/keep.css', 'utf8');
  const shown = [...css.matchAll(/^\.keep\[data-keep='(\w+)'\](\[aria-pressed='true'\])?::before \{\s*--nth: (\d);/gm)];
  expectOneDrawing(css);
  expect(pathsIn(css)).toEqual([icons.heart, icons.compare, icons.heart]);
  expect(shown.map(([, what, pressed, at]) => [what, pressed !== undefined, at])).toEqual([
    ['compared', false, '1'],
    ['favourite', true, '2'],
  ]);
});

test('house-card.css shows of its drawing what each name says', () => {
  const css = readFileSync('src/layouts/blocks/lists/house-card.css', 'utf8');
  const drawn = pathsIn(css);
  const shown = [...css.matchAll(/^\.i-(\w+)[^{,]*::before \{\s*--nth: (\d+);/gm)];
  expectOneDrawing(css);
  expect(shown.length).toBe(drawn.length - 1);
  for (const [, name = '', nth = ''] of shown) expect(drawn[Number(nth)], name).toBe(icons[name as keyof typeof icons]);
});

test('entries of a home show of their drawing what the sheet says', () => {
  const css = readFileSync(entries, 'utf8');
  const drawn = pathsIn(css);
  const shown = [...css.matchAll(/--nth: (\d+); \/\* (\w+) \*\//g)];
  expectOneDrawing(css);
  expect(shown.length).toBe(css.match(/--nth:/g)?.length);
  for (const [, nth = '', name = ''] of shown) expect(drawn[Number(nth)], name).toBe(icons[name as keyof typeof icons]);
});

test('what follows main shows of its drawing what `data-icon` names', () => {
  const css = readFileSync(dock, 'utf8');
  const drawn = pathsIn(css);
  const shown = [...css.matchAll(/^\[data-icon='(\w+)'\]::before \{\s*--nth: (\d+);/gm)];
  expectOneDrawing(css);
  expect(drawn[0]).toBe(icons.chat);
  expect(shown.length).toBe(drawn.length - 1);
  for (const [, name = '', nth = ''] of shown) expect(drawn[Number(nth)], name).toBe(icons[name as keyof typeof icons]);
});

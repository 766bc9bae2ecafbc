/** Icons that styles draw as masks are those of icons.ts. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { icons } from '#layouts/blocks/chrome/icons.ts';

/** Of a drawing in a sheet, or in a file of its own. */
const pathsIn = (drawing: string): readonly string[] =>
  [...drawing.matchAll(/(?:%3C|<)path[^%/>]*(?:%23000'[^%]*)? d=['"]([^'"]+)/g)].map(([, path = '']) => path);

const entries = ['src/layouts/blocks/house/entry-icons.css', 'src/layouts/blocks/house/unit-facts.css'];
const entriesDrawn = 'src/layouts/blocks/house/entry-icons.svg';
const dock = 'src/layouts/blocks/chrome/dock-icons.css';
const dockDrawn = 'src/layouts/blocks/chrome/dock-icons.svg';

const read = (file: string): string => readFileSync(file, 'utf8');

/** The drawing is as wide as its icons, and the last of them stands at its end. */
function expectOneDrawing(css: string, drawing = css): void {
  const { length } = pathsIn(drawing);
  expect(drawing.replaceAll('"', "'")).toContain(`viewBox='0 0 ${length * 24} 24'`);
  expect(css).toContain(`calc(100% * var(--nth, 0) / ${length - 1})`);
}

test.each([
  'src/layouts/blocks/lists/house-card.css',
  'src/layouts/blocks/kept/keep.css',
  'src/layouts/blocks/lists/filters.late.css',
  entriesDrawn,
  dockDrawn,
])('%s draws what icons.ts says', (file) => {
  const drawn = pathsIn(readFileSync(file, 'utf8'));
  const known = new Set<string>(Object.values(icons));
  expect(drawn.length).toBeGreaterThan(0);
  expect(drawn.filter((path) => !known.has(path))).toEqual([]);
});

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
  const css = entries.map(read).join('\n');
  const drawn = pathsIn(read(entriesDrawn));
  const shown = [...css.matchAll(/--nth: (\d+); \/\* (\w+) \*\//g)];
  for (const sheet of entries) expectOneDrawing(read(sheet), read(entriesDrawn));
  expect(shown.length).toBe(css.match(/--nth:/g)?.length);
  for (const [, nth = '', name = ''] of shown) expect(drawn[Number(nth)], name).toBe(icons[name as keyof typeof icons]);
});

test('what follows main shows of its drawing what `data-icon` names', () => {
  const css = read(dock);
  const drawn = pathsIn(read(dockDrawn));
  const shown = [...css.matchAll(/^\[data-icon='(\w+)'\]::before \{\s*--nth: (\d+);/gm)];
  expectOneDrawing(css, read(dockDrawn));
  expect(drawn[0]).toBe(icons.chat);
  expect(shown.length).toBe(drawn.length - 1);
  for (const [, name = '', nth = ''] of shown) expect(drawn[Number(nth)], name).toBe(icons[name as keyof typeof icons]);
});

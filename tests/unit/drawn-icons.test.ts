/** Icons that styles draw as masks are those of icons.ts. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { icons } from '#layouts/blocks/chrome/icons.ts';

const pathsIn = (css: string): readonly string[] => [...css.matchAll(/%3Cpath[^%]*(?:%23000'[^%]*)? d='([^']+)'/g)].map(([, path = '']) => path);

const entries = 'src/layouts/blocks/house/entry-icons.css';

test.each(['src/layouts/blocks/lists/house-card.css', 'src/layouts/blocks/kept/keep.css', 'src/layouts/blocks/lists/filters.late.css', entries])(
  '%s draws what icons.ts says',
  (file) => {
    const drawn = pathsIn(readFileSync(file, 'utf8'));
    const known = new Set<string>(Object.values(icons));
    expect(drawn.length).toBeGreaterThan(0);
    expect(drawn.filter((path) => !known.has(path))).toEqual([]);
  },
);

test.each(['src/layouts/blocks/lists/house-card.css', 'src/layouts/blocks/kept/keep.css'])('%s shows of its drawing what each name says', (file) => {
  const css = readFileSync(file, 'utf8');
  const drawn = pathsIn(css);
  const [, width = ''] = /viewBox='0 0 (\d+) 24'/.exec(css) ?? [];
  expect(Number(width)).toBe(drawn.length * 24);
  const shown = [...css.matchAll(/^\.i-(\w+)[^{,]*::before \{\s*mask-position: ([\d.]+)% 0;/gm)];
  expect(shown.length).toBe(drawn.length - 1);
  for (const [, name = '', at = ''] of shown) expect(drawn[Math.round((Number(at) / 100) * (drawn.length - 1))], name).toBe(icons[name as keyof typeof icons]);
});

test('entries of a home show of their drawing what the sheet says', () => {
  const css = readFileSync(entries, 'utf8');
  const drawn = pathsIn(css);
  const shown = [...css.matchAll(/mask-position: ([\d.]+)% 0; \/\* (\w+) \*\//g)];
  expect(shown.length).toBe(css.match(/mask-position/g)?.length);
  for (const [, at = '', name = ''] of shown) expect(drawn[Math.round((Number(at) / 100) * (drawn.length - 1))], name).toBe(icons[name as keyof typeof icons]);
});

/** Icons that styles draw as masks are those of icons.ts. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { icons } from '#layouts/blocks/chrome/icons.ts';

test.each(['src/layouts/blocks/lists/house-card.css', 'src/layouts/blocks/kept/keep.css', 'src/layouts/blocks/lists/filters.css'])(
  '%s draws what icons.ts says',
  (file) => {
    const css = readFileSync(file, 'utf8');
    const known = new Set<string>(Object.values(icons));
    const drawn = [...css.matchAll(/%3Cpath d='([^']+)'/g)].map(([, path = '']) => path);
    expect(drawn.length).toBeGreaterThan(0);
    expect(drawn.filter((path) => !known.has(path))).toEqual([]);
    for (const [, name = '', path = ''] of css.matchAll(/^\.i-(\w+) \{\s*--icon: url\("[^"]*%3Cpath d='([^']+)'/gm))
      expect(path, name).toBe(icons[name as keyof typeof icons]);
  },
);

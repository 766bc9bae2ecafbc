/** Names that a build makes short: design tokens and marks of scoped styles. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shortName } from '../../scripts/short-scopes.ts';
import { createShortener } from '../../scripts/short-tokens.ts';

const sheet = (name: string): string => readFileSync(`src/layouts/${name}.css`, 'utf8');

test('a token gets a letter, and a length that paper does not change stands as it is', () => {
  const shorten = createShortener(':root { --paper: #fff; --s2: 8px; --s4: 16px; --paper-soft: #eee; }', '@page { } :root { --s4: 4px; }');
  expect(shorten('a{color:var(--paper);margin:var(--s2) var(--s4);background:var(--paper-soft)}')).toBe(
    'a{color:var(--a);margin:8px var(--c);background:var(--d)}',
  );
  // As scripts and sheets declare or read them; other properties are left alone.
  expect(shorten('of(\'--paper\'); style="--wall:#fff"; --papers: 1; x--paper; --s2: 8px')).toBe(
    'of(\'--a\'); style="--wall:#fff"; --papers: 1; x--paper; --b: 8px',
  );
});

test('no property has a name that a token gets', () => {
  const shorten = createShortener(sheet('tokens'), sheet('print'));
  const tokens = [...sheet('tokens').matchAll(/--([a-z][\w-]*)\s*:/g)].map(([, name = '']) => name);
  const given = new Set(tokens.map((name) => shorten(`--${name}:`)));
  const files = readdirSync('src', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && /\.(?:css|astro|tsx?)$/.test(entry.name));
  const own = files.flatMap((file) =>
    [...readFileSync(join(file.parentPath, file.name), 'utf8').matchAll(/--[a-z][\w-]*(?=\s*[:),])/g)].map(([name]) => `${name}:`),
  );
  expect(own.filter((name) => given.has(name) && !tokens.includes(name.slice(2, -1)))).toEqual([]);
  expect(own.length).toBeGreaterThan(500);
});

test('marks of scoped styles have a letter, and then a digit, each its own', () => {
  const names = Array.from({ length: 286 }, (_, index) => shortName(index));
  expect([names[0], names[25], names[26], names[285]]).toEqual(['a', 'z', 'a0', 'z9']);
  expect(new Set(names).size).toBe(286);
  expect(() => shortName(286)).toThrow('286');
});

/** Pages of places say something of their own: what two of them share is furniture, not text (docs/domain.md, "Search engines"). */
import { expect, inject, test } from 'vitest';
import { createPaths } from '#lib/paths.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { elements, parseHtml, texts } from './html.ts';
import { oneLine } from './page-reader.ts';

const geo = loadGeo();
/** Runs of so many words, or characters where words are not spaced, are compared. */
const run = 6;
/** Names of filters, table headings and the like recur; sentences and figures must not. */
const mostShared = 0.5;

async function runsOf(path: string, spaced: boolean): Promise<Set<string>> {
  const answer = await fetch(`${inject('baseUrl')}${path}`);
  expect(answer.status, path).toBe(200);
  const [main] = elements(parseHtml(await answer.text()), ({ name }) => name === 'main');
  const text = main ? oneLine([...texts(main, '')].map((one) => one.text).join(' ')) : '';
  const pieces = spaced ? text.split(' ') : [...text.replaceAll(' ', '')];
  return new Set(pieces.slice(0, -run + 1).map((_, at) => pieces.slice(at, at + run).join(' ')));
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((one) => b.has(one)).length / Math.min(a.size, b.size);
}

test.each(['zh-cn', 'en-us', 'vi-vn'] as const)('%s: pages of two cities, and of schools of two cities, share at most half of their text', async (locale) => {
  const paths = createPaths(locale, false);
  const cities = geo.cities.slice(0, 4);
  // Two schools next door to each other list the same homes; what they share then is the homes.
  const schools = cities.flatMap(({ schools: all }) => all.slice(0, 1));
  for (const places of [cities, schools]) {
    const runs: Set<string>[] = [];
    for (const place of places) runs.push(await runsOf(paths.place(place), locale !== 'zh-cn'));
    for (const [at, one] of runs.entries()) for (const other of runs.slice(at + 1)) expect(shared(one, other)).toBeLessThan(mostShared);
  }
});

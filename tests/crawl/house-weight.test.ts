/** What the pages of homes and of their units weigh before anything is compressed: bytes and elements do not grow by oversight. */
import { expect, inject, test } from 'vitest';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { findPagePaths } from '#tests/support/page-types.ts';

const baseUrl = inject('baseUrl');
const prefixes = locales.map((locale) => `/${localeFacts[locale].prefix}`.replace(/\/$/, ''));

/** The aims for homes. */
const most = { bytes: 110 * 1_024, elements: 1_400 };

type Weight = { readonly path: string; readonly bytes: number; readonly elements: number; readonly units: number };

/** Of a whole page, in bytes of UTF-8. What is folded is text to a browser with script, not elements. */
async function weightOf(path: string): Promise<Weight> {
  const html = await (await fetch(`${baseUrl}${path}`)).text();
  const shown = html.replaceAll(/<(style|script|template)\b[\s\S]*?<\/\1>/g, '<$1>').replaceAll(/<noscript>[\s\S]*?<\/noscript>/g, '<noscript>');
  const count = (pattern: RegExp): number => shown.match(pattern)?.length ?? 0;
  return { path, bytes: Buffer.byteLength(html), elements: count(/<[a-z]/g), units: count(/<article class="?unit\b/g) };
}

test('homes, those with many units among them, stay within bytes and elements', { timeout: 120_000 }, async () => {
  const list = await (await fetch(`${baseUrl}/uk/london`)).text();
  const homes = [...new Set([...list.matchAll(/href="(\/uk\/london\/detail-(?:apartments|rent)-\d+)"/g)].map(([, path = '']) => path))];
  const weights = await Promise.all(prefixes.flatMap((prefix) => homes.map((home) => weightOf(`${prefix}${home}`))));
  expect(Math.max(...weights.map(({ units }) => units))).toBeGreaterThanOrEqual(6);
  expect(weights.filter(({ bytes, elements }) => bytes === 0 || bytes > most.bytes || elements > most.elements)).toEqual([]);
});

test('units stay within bytes and elements', async () => {
  const { unit_detail: unit = '' } = await findPagePaths(baseUrl);
  const weights = await Promise.all(prefixes.map((prefix) => weightOf(`${prefix}${unit}`)));
  expect(weights.filter(({ bytes, elements }) => bytes === 0 || bytes > 52 * 1_024 || elements > 630)).toEqual([]);
});

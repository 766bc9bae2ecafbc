/** What a list weighs: bytes of HTML and elements, in every language, with the sample catalogue. */
import { describe, expect, inject, test } from 'vitest';
import { pageSize } from '#lib/features/finding/question.rules.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { findPagePaths } from '#tests/support/page-types.ts';

const lists = ['new_list', 'new_list2', 'new_list3', 'new_list_search_by_neighbourhood', 'new_list_search_by_property_type', 'filtered'] as const;
/** The aims, for every kind of list and every language alike. */
const most = { bytes: 90 * 1_024, elements: 1_200 };

const paths = await findPagePaths(inject('baseUrl'));

/** What a browser with script makes elements of: what is folded is text to it. */
const elementsOf = (html: string): number =>
  html
    .replaceAll(/<(style|script|template)\b[\s\S]*?<\/\1>/g, '<$1>')
    .replaceAll(/<noscript>[\s\S]*?<\/noscript>/g, '<noscript>')
    .match(/<[a-z][a-z0-9]*[\s>/]/g)?.length ?? 0;

const school = '/uk/london/london-school-of-economics-and-political-science';

describe.each(locales)('in %s', (locale) => {
  const { prefix } = localeFacts[locale];
  const read = async (path = ''): Promise<string> => (await fetch(`${inject('baseUrl')}${prefix ? `/${prefix}` : ''}${path}`)).text();

  test.each(lists)('%s keeps to bytes and elements', async (name) => {
    const html = await read(paths[name]);
    expect(html).toMatch(/class="?card\b/);
    expect.soft(Buffer.byteLength(html), 'bytes of HTML').toBeLessThanOrEqual(most.bytes);
    expect.soft(elementsOf(html), 'elements').toBeLessThanOrEqual(most.elements);
  });

  // Its address stands in 137 links, so this list is the heaviest of all: 2.6 % above the aim in Vietnamese.
  test('the list of the school with the longest address is little above them, and its cards do not name it again and again', async () => {
    const html = await read(school);
    expect(Buffer.byteLength(html), 'bytes of HTML').toBeLessThanOrEqual(most.bytes * 1.03);
    const t = translator(locale);
    const ways = [...html.matchAll(/<p class="way i-[a-z]+">([^<]+)/g)].map(([, way = '']) => way.trim());
    const said = (['listings.journey_walk_school', 'listings.journey_transit_school'] as const).map((key) => t(key, { minutes: '@' }).split('@'));
    expect(ways).toHaveLength(pageSize);
    for (const way of ways)
      expect(
        said.some(([before = '', after = '']) => way.startsWith(before) && way.endsWith(after)),
        way,
      ).toBe(true);
  });
});

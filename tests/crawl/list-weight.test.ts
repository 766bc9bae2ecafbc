/** What a list weighs: bytes of HTML and elements, in every language, with the sample catalogue. */
import { describe, expect, inject, test } from 'vitest';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
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

describe.each(locales)('in %s', (locale) => {
  const { prefix } = localeFacts[locale];
  test.each(lists)('%s keeps to bytes and elements', async (name) => {
    const html = await (await fetch(`${inject('baseUrl')}${prefix ? `/${prefix}` : ''}${paths[name]}`)).text();
    expect(html).toContain('class="card row"');
    expect.soft(Buffer.byteLength(html), 'bytes of HTML').toBeLessThanOrEqual(most.bytes);
    expect.soft(elementsOf(html), 'elements').toBeLessThanOrEqual(most.elements);
  });
});

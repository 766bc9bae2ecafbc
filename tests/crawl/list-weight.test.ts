/** What a list weighs: bytes of HTML and elements, in three languages, with the sample catalogue. */
import { describe, expect, inject, test } from 'vitest';
import { localeFacts } from '#lib/i18n/locales.ts';
import { findPagePaths } from '#tests/support/page-types.ts';

const lists = ['new_list', 'new_list2', 'new_list3', 'new_list_search_by_neighbourhood', 'filtered'] as const;
const most = { bytes: 110 * 1_024, elements: 1_350 };

const paths = await findPagePaths(inject('baseUrl'));

/** What a browser with script makes elements of: what is folded is text to it. */
const elementsOf = (html: string): number =>
  html
    .replaceAll(/<(style|script|template)\b[\s\S]*?<\/\1>/g, '<$1>')
    .replaceAll(/<noscript>[\s\S]*?<\/noscript>/g, '<noscript>')
    .match(/<[a-z][a-z0-9]*[\s>/]/g)?.length ?? 0;

describe.each(['zh-cn', 'en-us', 'vi-vn'] as const)('in %s', (locale) => {
  const { prefix } = localeFacts[locale];
  test.each(lists)('%s keeps to bytes and elements', async (name) => {
    const html = await (await fetch(`${inject('baseUrl')}${prefix ? `/${prefix}` : ''}${paths[name]}`)).text();
    expect(html).toContain('class="card row"');
    expect.soft(Buffer.byteLength(html), 'bytes of HTML').toBeLessThanOrEqual(most.bytes);
    expect.soft(elementsOf(html), 'elements').toBeLessThanOrEqual(most.elements);
  });
});

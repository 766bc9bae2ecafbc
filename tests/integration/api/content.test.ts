/** Calls that give out what editors wrote: the same texts as the pages, in each language, as plain text. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brand } from '#lib/brand.ts';
import * as contracts from '#lib/features/editorial/editorial.contract.ts';
import { readEditorialEntries } from '#lib/features/editorial/editorial.files.ts';
import { plainLine, sectionsOf } from '#lib/features/editorial/plain-text.rules.ts';
import { locales } from '#lib/i18n/locales.ts';
import { openTestApi } from '#tests/support/test-api.ts';
import type { TestApi } from '#tests/support/test-api.ts';

let on: TestApi;
beforeAll(async () => {
  on = await openTestApi();
});
afterAll(() => on.close());

const entries = readEditorialEntries('src/content');
const markup = /\*\*|\]\(|^#|^- |\{(?:brand|company|operator|email|phone|hours)\}/m;

test.each(locales)('[R7.165] the help in %s, in its order, or one of it by its number', async (locale) => {
  const written = entries.filter(({ kind, locale: of }) => kind === 'help' && of === locale);
  const { data } = await on.call(contracts.helpContentContract, {}, locale);
  expect(data.items.map(({ id }) => String(id)).toSorted()).toEqual(written.map(({ key }) => key).toSorted());
  for (const { id, title, url, sections } of data.items) {
    expect(written.find(({ key }) => key === String(id))?.title).toBe(title);
    expect(url).toBe(on.services.site.paths(locale).to('help', { id }));
    expect(sections.length).toBeGreaterThan(1);
    expect(JSON.stringify(sections)).not.toMatch(markup);
  }
  const [first] = data.items;
  expect((await on.call(contracts.helpContentContract, { id: first?.id ?? 0 }, locale)).data.items).toEqual([first]);
  expect((await on.call(contracts.helpContentContract, { id: 1 }, locale)).status).toBe(404);
});

test.each([
  ['R7.166', contracts.aboutContentContract, 'about-uhomes', 'about'],
  ['R7.168', contracts.partnersContentContract, 'partners', 'partners'],
  ['R7.169', contracts.consultantsContentContract, 'consultants', 'consultants'],
  ['R7.167', contracts.contactContentContract, 'contact-us', 'contact_us'],
] as const)('[%s] a call gives out the text of its page in every language', async (_, contract, slug, route) => {
  const titles = new Set<string>();
  for (const locale of locales) {
    const { data, error_code } = await on.call(contract as typeof contracts.aboutContentContract, {}, locale);
    const entry = entries.find(({ kind, key, locale: of }) => kind === 'pages' && key === slug && of === locale);
    expect([error_code, data.url, data.updated]).toEqual([0, on.services.site.paths(locale).to(route), entry?.updated]);
    expect(data.sections.length).toBeGreaterThan(1);
    expect(JSON.stringify(data)).not.toMatch(markup);
    titles.add(`${data.title} ${data.description}`);
  }
  expect(titles.size).toBe(locales.length);
});

test('[R7.167] how to reach a person is told by itself', async () => {
  for (const locale of locales) {
    const { data } = await on.call(contracts.contactContentContract, {}, locale);
    expect([data.email, data.phone]).toEqual([brand.email, brand.phones[locale].e164]);
    expect(data.hours).toMatch(/\d/);
  }
});

test('headings, entries, links and bold words become plain text', () => {
  expect(sectionsOf('Before.\n\n## One {x}\n\n- **a**: [b](/c)\n- d\n\n### Two\ne\n', (text) => text.replace('{x}', 'y'))).toEqual([
    { heading: '', text: 'Before.' },
    { heading: 'One y', text: 'a: b\nd' },
    { heading: 'Two', text: 'e' },
  ]);
  expect(plainLine('1. first')).toBe('first');
});

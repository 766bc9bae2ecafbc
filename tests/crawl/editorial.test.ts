/** What editors wrote, as the running site shows it in every language. */
import { readdirSync } from 'node:fs';
import { describe, expect, inject, test } from 'vitest';
import { brand, serviceHoursFor } from '#lib/brand.ts';
import { cookiePolicyId, faqId, privacyPolicyId, serviceAgreementId } from '#lib/features/editorial/editorial.schema.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { hiddenValues } from './json-ld-reader.ts';
import { oneLine, readPage } from './page-reader.ts';
import type { ReadPage } from './page-reader.ts';

async function ask(path: string): Promise<ReadPage> {
  const answer = await fetch(`${inject('baseUrl')}${path}`, { redirect: 'manual' });
  return readPage(path, answer.status, answer.headers.get('location') ?? undefined, await answer.text());
}

const inLocale = (locale: Locale, path: string): string => createPaths(locale, false).local(path);
const askAll = (path: string): Promise<ReadPage[]> => Promise.all(locales.map((locale) => ask(inLocale(locale, path))));
/** A day as the five languages write it. */
const dates = /\d{1,2} [A-Z][a-z]+ \d{4}|\d{4} ?年 ?\d{1,2} ?月 ?\d{1,2} ?日|\d{1,2}\/\d{1,2}\/\d{4}/g;

const documents: readonly (readonly [string, string])[] = [
  ['R2.046', '/general-pages/about-uhomes'],
  ['R2.047', '/general-pages/partners'],
  ['R2.048', '/general-pages/contact-us'],
  ['R2.049', '/general-pages/join-us'],
  ['R2.050', '/general-pages/helps/123889'],
  ['R2.050', '/general-pages/helps'],
  ['R2.051', `/general-pages/helps/${faqId}`],
  ['R2.052', `/general-pages/${privacyPolicyId}`],
  ['R2.053', `/general-pages/${cookiePolicyId}`],
  ['R2.054', `/general-pages/${serviceAgreementId}`],
  ['R2.055', '/general-pages/consultants'],
  ['R2.056', '/general-pages/appdownload'],
];
const posts = readdirSync('src/content/blog/en-us').map((file) => `/blog/${file.replace(/\.md$/, '')}`);
const articles = ['/guides', '/guides/uk/london', '/blog', ...posts];

async function expectWholePages(path: string): Promise<void> {
  const pages = await askAll(path);
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(pages.map(({ lang }) => lang)).toEqual(locales.map((locale) => localeFacts[locale].lang));
  expect(new Set(pages.map(({ descriptions }) => descriptions.join())).size, 'descriptions that differ').toBeGreaterThanOrEqual(4);
  for (const page of pages) {
    expect(page.h1s, page.path).toHaveLength(1);
    expect(page.text, page.path).not.toMatch(/\{[a-z]+\}/);
    expect(
      page.alternates.map(([hreflang]) => hreflang),
      page.path,
    ).toEqual([...locales.map((locale) => localeFacts[locale].hreflang), 'x-default']);
  }
}

test.each(documents)('[%s] %s is a whole page in five languages, with its particulars filled in', async (_, path) => {
  await expectWholePages(path);
});

test.each(articles)('%s is a whole page in five languages', async (path) => {
  await expectWholePages(path);
});

describe('texts', () => {
  test('[R9.61] documents say when they were last changed, in the reader’s words and as YYYY-MM-DD for machines', async () => {
    for (const page of [
      ...(await askAll(`/general-pages/${cookiePolicyId}`)),
      ...(await askAll('/general-pages/helps/123891')),
      ...(await askAll('/guides/fr/paris')),
    ]) {
      expect(page.text.match(dates), page.path).not.toBeNull();
      expect(page.html, page.path).toMatch(/<time datetime="\d{4}-\d{2}-\d{2}"/);
    }
  });

  test('[R2.051] the FAQ alone tells search engines of its questions, and shows all of them with their answers', async () => {
    for (const page of await askAll(`/general-pages/helps/${faqId}`)) {
      const [graph] = page.jsonLd.map((text): unknown => JSON.parse(text));
      expect(page.html.match(/"@type":"Question"/g)?.length, page.path).toBeGreaterThanOrEqual(12);
      expect(hiddenValues(graph, page.text), page.path).toEqual([]);
    }
    for (const page of await askAll('/general-pages/helps/123889')) expect(page.html).not.toContain('FAQPage');
  });

  test('[R1.58][R9.59] the contact page gives the locale’s line, e-mail and the hours from 9 to 21 on the reader’s clock', async () => {
    for (const locale of locales) {
      const page = await ask(inLocale(locale, '/general-pages/contact-us'));
      expect(page.text).toContain(brand.phones[locale].shown);
      expect(page.text).toContain(brand.email);
      expect(page.text).toContain(oneLine(translator(locale)('editorial.hours', serviceHoursFor(locale, new Date()))));
    }
  });

  test('[R2.203] the contact page offers WhatsApp everywhere but on zh-cn', async () => {
    const pages = await askAll('/general-pages/contact-us');
    expect(pages.map(({ html }) => html.includes('https://wa.me/'))).toEqual(locales.map((locale) => locale !== 'zh-cn'));
  });

  test('a guide leads on to the homes of its city and of its universities, in its own language', async () => {
    for (const locale of locales) {
      const page = await ask(inLocale(locale, '/guides/uk/london'));
      expect(page.links).toContain(inLocale(locale, '/uk/london'));
      expect(page.links).toContain(inLocale(locale, '/uk/london/university-college-london'));
    }
  });

  test('short addresses are sent to the page', async () => {
    for (const [short, long] of [
      ['/about-uhomes', '/general-pages/about-uhomes'],
      [`/helps/${faqId}`, `/general-pages/helps/${faqId}`],
      [`/${cookiePolicyId}`, `/general-pages/${cookiePolicyId}`],
    ] as const) {
      for (const locale of locales) expect(await ask(inLocale(locale, short))).toMatchObject({ status: 308, location: inLocale(locale, long) });
    }
  });

  test('a number no document has is missing', async () => {
    for (const path of ['/general-pages/999999', '/en/general-pages/helps/999999', '/vn/guides/uk/atlantis', '/en/blog/nothing'])
      expect(await ask(path)).toMatchObject({ status: 404 });
  });
});

describe('topics of posts', () => {
  /** The links of the row with what they say, and which of them is where the reader is. */
  const rowOf = ({ html }: ReadPage) => {
    const row = /<nav class="?chip-links"?[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';
    return [...row.matchAll(/<a href="?([^">\s]+)"?([^>]*)>[^<]*<span>(\d+)<\/span>/g)].map(([, href = '', more = '', count = '']) => ({
      href,
      count: Number(count),
      isCurrent: more.includes('aria-current'),
    }));
  };

  test('stand above blog and guides as links, each with how many posts it has, and lead to those', async () => {
    for (const locale of locales) {
      const [blog, guides] = [await ask(inLocale(locale, '/blog')), await ask(inLocale(locale, '/guides'))];
      const row = rowOf(blog);
      expect(row.filter(({ isCurrent }) => isCurrent).map(({ href }) => href)).toEqual([blog.path]);
      expect(rowOf(guides).map(({ href, count }) => [href, count])).toEqual(row.map(({ href, count }) => [href, count]));
      expect(rowOf(guides).some(({ isCurrent }) => isCurrent)).toBe(false);
      expect(row.length).toBeGreaterThan(2);
      for (const { href, count } of row.slice(1)) {
        const page = await ask(href);
        expect([page.status, page.html.match(/<article class="?post/g)?.length], href).toEqual([200, count]);
        expect(count).toBeGreaterThan(0);
        // A part of a list points to the whole, and search engines are shown that alone.
        expect([page.noindex, new URL(page.canonicals[0] ?? '', 'https://x').pathname], href).toEqual([true, blog.path]);
        expect(
          rowOf(page)
            .filter(({ isCurrent }) => isCurrent)
            .map((one) => one.href),
        ).toEqual([href]);
      }
    }
  });

  test('of a post lead back to the posts about them', async () => {
    for (const locale of locales) {
      const page = await ask(inLocale(locale, '/blog/deposit-protection-by-country'));
      for (const topic of ['deposit', 'law']) expect(page.links).toContain(inLocale(locale, `/blog/topics/${topic}`));
      expect((await ask(inLocale(locale, '/blog/topics/nothing'))).status).toBe(404);
    }
  });
});

describe('pages in English only', () => {
  const kinds = readdirSync('src/content/providers/en-us').map((file) => `/providers/${file.replace(/\.md$/, '')}`);

  test('[R2.059] are there in English and name no other language', async () => {
    for (const path of kinds) {
      const page = await ask(inLocale('en-us', path));
      expect(page, path).toMatchObject({ status: 200, lang: 'en', noindex: false });
      expect(
        page.alternates.map(([hreflang]) => hreflang).filter((hreflang) => hreflang !== 'en' && hreflang !== 'x-default'),
        path,
      ).toEqual([]);
    }
  });

  test.each([['R2.059', '/providers/landlords']])('[%s] %s is missing in the other languages', async (_, path) => {
    const others = locales.filter((locale) => locale !== 'en-us');
    const pages = await Promise.all(others.map((locale) => ask(inLocale(locale, path))));
    expect(pages.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe('the blog', () => {
  test('[R2.060] a post names its author, a role that is said to be a sample, and its day, on the page and for search engines', async () => {
    const page = await ask(inLocale('en-us', posts[0] ?? ''));
    expect(page.text).toMatch(/By Loftling editors ?sample byline Published \d{1,2} [A-Z][a-z]+ \d{4} \d+ min read/);
    expect(page.jsonLd.join()).toContain('"datePublished":"');
  });

  test('[R2.060] a post has its contents, its sources and homes to go on to, in every language', async () => {
    for (const page of await askAll('/blog/read-a-uk-tenancy-contract')) {
      const anchors = [...page.html.matchAll(/<a href="#([^"]+)"/g)].map(([, id = '']) => decodeURIComponent(id));
      expect(anchors.filter((id) => page.html.includes(`id="${id}"`)).length, page.path).toBeGreaterThanOrEqual(5);
      expect(page.html, page.path).toContain('href="https://www.legislation.gov.uk/ukpga/2025/26/contents"');
      expect(page.html.match(/\/detail-(?:apartments|rent)-\d+/g)?.length, page.path).toBeGreaterThanOrEqual(2);
    }
  });

  test('[R2.060] the feed of each language lists every post by its absolute address', async () => {
    for (const locale of locales) {
      const answer = await fetch(`${inject('baseUrl')}${inLocale(locale, '/blog/rss.xml')}`);
      const feed = await answer.text();
      expect(answer.headers.get('content-type'), locale).toContain('xml');
      expect(feed, locale).toContain(`<language>${localeFacts[locale].hreflang}</language>`);
      for (const post of posts) expect(feed).toMatch(new RegExp(`<link>https?://[^<]+${inLocale(locale, post)}</link>`));
    }
  });
});

test('a guide tells what rent costs by area and by kind of room, with the number of homes, and leads to lists', async () => {
  for (const page of await askAll('/guides/uk/london')) {
    const [rents = ''] = /<section class="rents"[\s\S]*?<\/section>/.exec(page.html) ?? [];
    expect(rents.match(/<th scope="row"/g)?.length, page.path).toBeGreaterThanOrEqual(6);
    expect(rents, page.path).toContain('/uk/london/');
    expect(page.html.match(/\/detail-(?:apartments|rent)-\d+/g)?.length, page.path).toBeGreaterThanOrEqual(2);
  }
});

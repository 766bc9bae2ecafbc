import { describe, expect, test } from 'vitest';
import { refusalOf, standingOf } from '#lib/access.ts';
import { brand, brandName } from '#lib/brand.ts';
import { readEditorialEntries } from '#lib/features/editorial/editorial.files.ts';
import { faqPart } from '#lib/features/editorial/editorial.json-ld.ts';
import {
  contentsOf,
  coverPicture,
  fillText,
  linkTarget,
  localiseHtml,
  newestFirst,
  nextInOrder,
  plainText,
  questionsOf,
  readingMinutes,
  relatedPosts,
  rssFeed,
  sectionsOfArticle,
} from '#lib/features/editorial/editorial.rules.ts';
import type { Fillings } from '#lib/features/editorial/editorial.rules.ts';
import { blogSchema, cookiePolicyId, faqId, privacyPolicyId, serviceAgreementId } from '#lib/features/editorial/editorial.schema.ts';
import { sectionsOf } from '#lib/features/editorial/plain-text.rules.ts';
import { readPicturePath } from '#lib/features/pictures/picture-source.rules.ts';
import { particulars, whatsappLink } from '#lib/features/editorial/particulars.rules.ts';
import { createGeoIndex } from '#lib/features/geo/geo.index.ts';
import { readPlaceFiles } from '#lib/features/geo/place.files.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { routeOf } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';
import { resolvePath } from '#lib/resolve.ts';

const geo = createGeoIndex(readPlaceFiles('src/content/places'));
const contextOf = (locale: Locale) => ({ paths: createPaths(locale, false), geo });
const fillings: Fillings = {
  brand: { text: '栖学' },
  company: { text: 'Loft & Nest' },
  operator: { text: 'Acme runs this site.' },
  email: { text: 'hello@site.example', href: 'mailto:hello@site.example' },
  phone: { text: '+44 20 0000', href: 'tel:+44200000' },
  hours: { text: '每天 9:00–21:00（北京时间）' },
};

describe('the routes of editorial pages', () => {
  const expected: readonly (readonly [string, string, RouteName])[] = [
    ['R2.046', '/general-pages/about-uhomes', 'about'],
    ['R2.047', '/general-pages/partners', 'partners'],
    ['R2.048', '/general-pages/contact-us', 'contact_us'],
    ['R2.049', '/general-pages/join-us', 'join_us'],
    ['R2.050', '/general-pages/helps/123889', 'help'],
    ['R2.051', `/general-pages/helps/${faqId}`, 'help'],
    ['R2.052', `/general-pages/${privacyPolicyId}`, 'document'],
    ['R2.053', `/general-pages/${cookiePolicyId}`, 'document'],
    ['R2.054', `/general-pages/${serviceAgreementId}`, 'document'],
    ['R2.055', '/general-pages/consultants', 'consultants'],
    ['R2.056', '/general-pages/appdownload', 'appdownload'],
  ];
  test.each(expected)('[%s] %s is a page of every locale, written by the build but for the one that counts homes', (_, path, name) => {
    expect(routeOf(name).render).toBe(name === 'about' ? 'cached' : 'built');
    for (const locale of locales) {
      expect(resolvePath(geo, createPaths(locale, false).local(path))).toMatchObject({ kind: 'page', name, locale });
    }
  });

  test('[R2.057] apartment-apply is the form of a question, for everybody, in every locale', () => {
    expect(routeOf('apartment_apply')).toMatchObject({ access: 'public', render: 'private', form: 'ask', indexable: false });
    for (const locale of locales) {
      const found = resolvePath(geo, createPaths(locale, false).local('/general-pages/apartment-apply'), locale);
      expect(found).toMatchObject({ kind: 'page', name: 'apartment_apply', locale });
    }
  });

  test('[R1.25] consultants have a standing of their own, and a page that says how to tell one', () => {
    expect(standingOf({ identity: 6, partnerStatus: 0, partnerRole: 'owner' })).toBe('consultant');
    expect([refusalOf('login', 'consultant'), refusalOf('partner', 'consultant')]).toEqual([undefined, 'not-found']);
    const pages = readEditorialEntries('src/content').filter(({ kind, key }) => kind === 'pages' && key === 'consultants');
    expect(pages.map(({ locale }) => locale).toSorted()).toEqual([...locales].toSorted());
  });

  test('[R2.059] providers exist in every locale, the texts about kinds of them in English alone', () => {
    for (const locale of locales) {
      const { local } = createPaths(locale, false);
      expect(resolvePath(geo, local('/providers'))).toMatchObject({ kind: 'page', name: 'providers' });
      expect(resolvePath(geo, local('/providers/landlords'))).toMatchObject(locale === 'en-us' ? { kind: 'page', name: 'provider' } : { kind: 'missing' });
    }
  });

  test.each([
    ['/blog', 'blog', 'built'],
    ['/blog/a-post', 'blog_entry', 'cached'],
    ['/blog/topics/deposit', 'blog_topic', 'built'],
    ['/blog/rss.xml', 'blog_feed', 'built'],
  ] as const)('[R2.060] %s exists in every locale', (path, name, render) => {
    expect(routeOf(name).render).toBe(render);
    for (const locale of locales) expect(resolvePath(geo, createPaths(locale, false).local(path))).toMatchObject({ kind: 'page', name, locale });
  });

  test('[R2.044] [R2.045] the list of topics and each topic exist in every locale', () => {
    for (const locale of locales) {
      const paths = createPaths(locale, false);
      expect(resolvePath(geo, paths.to('list_topic'))).toMatchObject({ kind: 'page', name: 'list_topic' });
      expect(resolvePath(geo, paths.to('topic', { slug: 'room-types' }))).toMatchObject({ kind: 'page', name: 'topic', params: { slug: 'room-types' } });
    }
  });
});

describe('links', () => {
  test.each([
    ['/', '/en'],
    ['/city', '/en/city'],
    ['/about-uhomes', '/en/general-pages/about-uhomes'],
    ['/contact-us', '/en/general-pages/contact-us'],
    ['/helps/123888', '/en/general-pages/helps/123888'],
    ['/180720', '/en/general-pages/180720'],
    ['/180721', '/en/general-pages/180721'],
    ['/158809', '/en/general-pages/158809'],
    ['/uk/london', '/en/uk/london'],
    ['/hongkong/hong-kong', '/en/hongkong/hong-kong'],
    ['/helps/123888#deposit', '/en/general-pages/helps/123888#deposit'],
  ])('%s leads to %s in English', (href, target) => {
    expect(linkTarget(href, contextOf('en-us'))).toBe(target);
  });

  test('a link keeps the language of its page', () => {
    expect(locales.map((locale) => linkTarget('/contact-us', contextOf(locale)))).toEqual([
      '/general-pages/contact-us',
      '/en/general-pages/contact-us',
      '/hk/general-pages/contact-us',
      '/tw/general-pages/contact-us',
      '/vn/general-pages/contact-us',
    ]);
  });

  test('other sites, addresses to write to and places in the page stay as they are', () => {
    for (const href of ['https://www.gov.uk/', '//cdn.example/x', 'mailto:a@b.example', '#deposit']) expect(linkTarget(href, contextOf('vi-vn'))).toBe(href);
  });

  test.each(['/nowhere', '/helps/abc', '/uk/atlantis', '/topic'])('%s, which leads nowhere, stops the build', (href) => {
    expect(() => linkTarget(href, contextOf('en-us'))).toThrow(href);
  });

  test('an English-only page cannot be linked from another language', () => {
    expect(linkTarget('/providers/landlords', contextOf('en-us'))).toBe('/en/providers/landlords');
    expect(() => linkTarget('/providers/landlords', contextOf('vi-vn'))).toThrow('vi-vn');
  });
});

describe('placeholders', () => {
  test('are filled in text and become links in bodies', () => {
    const html = '<p>Write to {email} or ring {phone}. {company} answers.</p>';
    expect(localiseHtml(html, contextOf('en-us'), fillings)).toBe(
      '<p>Write to <a href="mailto:hello@site.example">hello@site.example</a> or ring <a href="tel:+44200000">+44 20 0000</a>. Loft &amp; Nest answers.</p>',
    );
    expect(fillText('Write to {email}', fillings)).toBe('Write to hello@site.example');
  });

  test('no space is left beside a Chinese name, one beside a Latin name', () => {
    expect(fillText('{company} 以 {brand} 的名义运营，服务时间 {hours}。', fillings)).toBe(
      'Loft & Nest 以栖学的名义运营，服务时间每天 9:00–21:00（北京时间）。',
    );
  });

  test('nothing else in braces is touched, and tags keep their attributes', () => {
    const html = '<h2 id="{brand}">{other}</h2>';
    expect(localiseHtml(html, contextOf('en-us'), fillings)).toBe(html);
  });

  test('an English name keeps a narrow apostrophe in Chinese', () => {
    expect(localiseHtml('<p>King’s Cross</p>', contextOf('zh-tw'), fillings)).toBe("<p>King's Cross</p>");
    expect(localiseHtml('<p>King’s Cross</p>', contextOf('en-us'), fillings)).toBe('<p>King’s Cross</p>');
  });

  test('a picture gets its size, its address and its words, and one that is not there is not built', () => {
    const pictures = new Map([['desk.webp', { src: '/_assets/desk.1a2b.webp', width: 1_200, height: 800 }]]);
    const html = '<p><img src="/pictures/desk.webp" alt="A desk &#x26; a window, {hours}"></p>';
    expect(localiseHtml(html, { ...contextOf('en-us'), pictures }, fillings)).toMatch(
      /^<p><img src="\/_assets\/desk\.1a2b\.webp" alt="A desk &#x26; a window,[^"{]+" width="1200" height="800" loading="lazy" decoding="async"><\/p>$/,
    );
    for (const src of ['/pictures/door.webp', 'https://elsewhere.example/desk.webp', '/desk.webp'])
      expect(() => localiseHtml(`<img src="${src}" alt="x">`, { ...contextOf('en-us'), pictures }, fillings)).toThrow(src);
  });

  test('links in a body are rewritten whatever attributes they carry', () => {
    expect(localiseHtml('<a class="x" href="/contact-us" title="y">z</a>', contextOf('zh-hk'), fillings)).toBe(
      '<a class="x" href="/hk/general-pages/contact-us" title="y">z</a>',
    );
  });
});

describe('the operator’s particulars', () => {
  const now = new Date('2026-11-21T04:00:00Z');
  const shown = (locale: Locale) => particulars(locale, translator(locale), now);

  test('[R1.58] each locale has its own line', () => {
    for (const locale of locales) expect(shown(locale).phone).toEqual({ text: brand.phones[locale].shown, href: `tel:${brand.phones[locale].e164}` });
  });

  test('a reader meets one name, in the script of the language, while the company is called as the product', () => {
    for (const locale of locales) {
      expect(shown(locale).company.text).toBe(brandName(locale));
      expect(shown(locale).operator.text, locale).toContain(brandName(locale));
      if (brandName(locale) !== brand.company) expect(shown(locale).operator.text, locale).not.toContain(brand.company);
    }
  });

  test('[R9.59] service hours, 9 to 21 in Beijing, are told on the reader’s clock', () => {
    for (const locale of ['zh-cn', 'zh-hk', 'zh-tw'] as const) expect(shown(locale).hours.text).toContain('9:00–21:00');
    expect(shown('vi-vn').hours.text).toContain('8:00–20:00');
    expect(shown('en-us').hours.text).toContain('1\u00A0am–1\u00A0pm');
    expect(particulars('en-us', translator('en-us'), new Date('2027-07-01T12:00:00Z')).hours.text).toContain('2\u00A0am–2\u00A0pm');
  });

  test('[R2.203] WhatsApp is offered everywhere but on zh-cn', () => {
    expect(locales.filter((locale) => whatsappLink(locale) === undefined)).toEqual(['zh-cn']);
  });
});

describe('questions and contents', () => {
  const html =
    '<p>Before.</p><h2 id="a">Is it <em>whole</em>?</h2><p>Yes, rent &amp; fees.</p><ul><li>One</li><li>Two</li></ul><h2 id="b">And then?</h2><p>See <a href="/x">this</a>.</p>';

  test('[R2.051] each heading is a question and what follows is its answer, as plain text', () => {
    expect(questionsOf(html)).toEqual([
      { question: 'Is it whole?', answer: 'Yes, rent & fees. One Two' },
      { question: 'And then?', answer: 'See this.' },
    ]);
    expect(faqPart(questionsOf(html))).toMatchObject({
      '@type': 'FAQPage',
      mainEntity: [{ '@type': 'Question', name: 'Is it whole?' }, { name: 'And then?' }],
    });
  });

  test('entities are read as characters', () => {
    expect(plainText('<p>&lt;b&gt; &amp;lt; &quot;x&quot;</p>')).toBe('<b> &lt; "x"');
  });

  test('a long text has a table of contents of its sections, a short one has none', () => {
    const sections = (count: number) =>
      Array.from({ length: count }, (_, index) => [
        { depth: 2, slug: `s${index}`, text: 'S' },
        { depth: 3, slug: `t${index}`, text: 'T' },
      ]).flat();
    expect(contentsOf(sections(6)).map(({ slug }) => slug)).toEqual(['s0', 's1', 's2', 's3', 's4', 's5']);
    expect(contentsOf(sections(5))).toEqual([]);
    expect(contentsOf(sections(sectionsOfArticle), sectionsOfArticle)).toHaveLength(sectionsOfArticle);
    expect(contentsOf(sections(sectionsOfArticle - 1), sectionsOfArticle)).toEqual([]);
  });

  test('how long a text takes counts words, and characters of Chinese; never less than a minute', () => {
    expect(readingMinutes('<p>Bed &amp; desk</p>')).toBe(1);
    expect(readingMinutes(`<p>${'word '.repeat(660)}</p>`)).toBe(3);
    expect(readingMinutes(`<p>${'房'.repeat(1200)}，£210</p>`)).toBe(3);
  });
});

describe('covers and sources', () => {
  const entry = {
    title: 'A post',
    description: 'What it is about',
    published: '2026-11-21',
    updated: '2026-11-21',
    author: 'editors',
    topics: ['law'],
    cover: 'room-12',
  };

  test('a cover names a view and a drawing, and is a picture of ours with its evening', () => {
    expect(blogSchema.parse(entry).cover).toEqual({ view: 'room', drawing: 12 });
    const picture = coverPicture({ view: 'lounge', drawing: 31 });
    expect(readPicturePath(picture.url(640, 'avif'))).toMatchObject({ order: { kind: 'facade', facade: { shot: 'lounge', seed: 31 } } });
    expect(picture.dark).toBeDefined();
    for (const cover of ['room', 'attic-1', 'room-1234', 'https://x.example/a.png'])
      expect(blogSchema.safeParse({ ...entry, cover }).success, cover).toBe(false);
  });

  test('a source has a title and an https address', () => {
    const url = 'https://www.legislation.gov.uk/ukpga/2019/4/contents';
    expect(blogSchema.parse({ ...entry, sources: [{ title: 'Tenant Fees Act 2019', url }] }).sources).toHaveLength(1);
    for (const wrong of ['http://www.legislation.gov.uk/', '/helps/123888', 'javascript:alert(1)'])
      expect(blogSchema.safeParse({ ...entry, sources: [{ title: 'Tenant Fees Act 2019', url: wrong }] }).success, wrong).toBe(false);
  });

  test('who writes is a role, not a name', () => {
    expect(blogSchema.safeParse({ ...entry, author: 'Jane Doe' }).success).toBe(false);
  });
});

describe('what to read next', () => {
  const post = (slug: string, published: string, ...topics: string[]) => ({ slug, published, topics });
  const posts = [post('a', '2026-01-01', 'cost'), post('b', '2026-03-01', 'law'), post('c', '2026-02-01', 'cost', 'law'), post('d', '2026-03-01', 'safety')];

  test('[R2.060] the blog shows the newest entry first, by name on the same day', () => {
    expect(posts.toSorted(newestFirst).map(({ slug }) => slug)).toEqual(['b', 'd', 'c', 'a']);
  });

  test('posts that share most topics come first, and never the post itself', () => {
    expect(relatedPosts(post('c', '2026-02-01', 'cost', 'law'), posts).map(({ slug }) => slug)).toEqual(['b', 'a', 'd']);
  });

  test('entries go on from the present one and start again', () => {
    expect(nextInOrder(['a', 'b', 'c', 'd'], (entry) => entry === 'c', 3)).toEqual(['d', 'a', 'b']);
    expect(nextInOrder(['a', 'b'], (entry) => entry === 'a', 3)).toEqual(['b']);
  });
});

test('[R2.060] the feed escapes what it quotes and dates its entries', () => {
  const feed = rssFeed({ title: 'Blog', description: 'D', url: 'https://s.example/en/blog', feedUrl: 'https://s.example/en/blog/rss.xml', language: 'en' }, [
    { title: 'Rent & <fees>', description: '"x"', url: 'https://s.example/en/blog/a', published: '2026-11-21', author: 'The editors' },
  ]);
  expect(feed).toContain('<title>Rent &amp; &lt;fees&gt;</title><link>https://s.example/en/blog/a</link>');
  expect(feed).toContain('<pubDate>Sat, 21 Nov 2026 00:00:00 GMT</pubDate>');
});

test('a table of a text is read line by line, without the line that only draws it', () => {
  expect(sectionsOf('## Limits\n\n| Place | Limit |\n|---|---|\n| Ontario | one **month** |', (text) => text)).toEqual([
    { heading: 'Limits', text: 'Place · Limit\nOntario · one month' },
  ]);
});

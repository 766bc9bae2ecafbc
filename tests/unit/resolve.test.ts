import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import { locales } from '#lib/i18n/locales.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { createPaths, createSite } from '#lib/paths.ts';
import { createRenderContext } from '#lib/render-context.ts';
import { resolvePath } from '#lib/resolve.ts';
import { isOpen, matchRoute, routeOf, routes } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';

const geo = loadGeo();
const page = (path: string): string => {
  const found = resolvePath(geo, path);
  return found.kind === 'page' ? `${found.locale} ${found.name}` : found.kind === 'redirect' ? `${found.locale} → ${found.path}` : found.kind;
};

test('[R1.14] a path without prefix is Simplified Chinese', () => {
  expect(page('/')).toBe('zh-cn index');
  expect(page('/uk/london')).toBe('zh-cn new_list2');
});

test('[R1.13] [R2.008] each of the five languages has its prefix', () => {
  expect(['/', '/en', '/hk', '/tw', '/vn'].map(page)).toEqual(['zh-cn index', 'en-us index', 'zh-hk index', 'zh-tw index', 'vi-vn index']);
});

test('[R2.001] the glued three-character prefix leads to the canonical form', () => {
  expect(page('/en-uk/london')).toBe('en-us → /uk/london');
  expect(page('/en-/uk/london')).toBe('en-us → /uk/london');
  expect(page('/cn-uk/london')).toBe('zh-cn → /uk/london');
  expect(page('/vn-')).toBe('vi-vn → /');
});

test('prefixes and pages of the build in capitals move to their one spelling', () => {
  expect(page('/EN')).toBe('en-us → /');
  expect(page('/Vn/uk/london')).toBe('vi-vn → /uk/london');
  expect(page('/EN/UK/London')).toBe('en-us → /UK/London');
  expect(page('/en/UK/London')).toBe('en-us → /uk/london');
  expect(page('/en/blog/UPPER-CASE')).toBe('en-us → /blog/upper-case');
  expect(page('/HK/hong-kong')).toBe('zh-hk → /hong-kong');
});

test('only the known prefixes are languages', () => {
  expect(page('/xx-uk/london')).toBe('missing');
  expect(page('/ai-london')).toBe('missing');
});

test('[R2.002] country codes are two letters, gb is another spelling of uk', () => {
  expect(page('/gb/london')).toBe('zh-cn → /uk/london');
  expect(page('/en/gb/rent')).toBe('en-us → /uk/rent');
  expect(page('/en/uk')).toBe('en-us → /country/uk');
});

test('Hong Kong is a country where it cannot be a language', () => {
  expect(page('/hk')).toBe('zh-hk index');
  expect(page('/hk/hong-kong')).toBe('zh-cn → /hongkong/hong-kong');
  expect(page('/hk/rent')).toBe('zh-cn → /hongkong/rent');
  expect(page('/hk/uk/london')).toBe('zh-hk new_list2');
  expect(page('/en/hk/hong-kong')).toBe('en-us → /hongkong/hong-kong');
  expect(page('/en/country/hk')).toBe('en-us country_page');
});

test('[R2.016] the country page takes a two-letter code', () => {
  expect(page('/country/uk')).toBe('zh-cn country_page');
  expect(page('/en/country/gb')).toBe('en-us → /country/uk');
  expect(page('/country/zz')).toBe('missing');
});

test('a country in another spelling moves to its page', () => {
  for (const [path, to] of [
    ['/country/gb', 'zh-cn → /country/uk'],
    ['/en/country/hongkong', 'en-us → /country/hk'],
    ['/country/hong-kong', 'zh-cn → /country/hk'],
    ['/vn/country/HK', 'vi-vn → /country/hk'],
    ['/en/hong-kong/hong-kong', 'en-us → /hongkong/hong-kong'],
  ] as const)
    expect(page(path)).toBe(to);
});

test('names that objects inherit are no addresses', () => {
  for (const path of ['/constructor', '/__proto__', '/constructor/london', '/uk/constructor', '/country/constructor']) expect(page(path)).toBe('missing');
});

test('[R2.072] [R2.077] [R2.078] [R2.079] [R2.080] lists by country, city, school, neighbourhood and property type', () => {
  expect(page('/en/uk/rent')).toBe('en-us new_list');
  expect(page('/en/uk/manchester')).toBe('en-us new_list2');
  expect(page('/en/uk/manchester/university-of-manchester')).toBe('en-us new_list3');
  expect(page('/en/uk/manchester/place/fallowfield')).toBe('en-us new_list_search_by_neighbourhood');
  expect(page('/en/uk/manchester/studio')).toBe('en-us new_list_search_by_property_type');
  expect(page('/en/uk/studio')).toBe('en-us new_list_search_by_property_type');
});

test('[R2.079] a neighbourhood whose name is unique has a short address', () => {
  expect(page('/place/fallowfield')).toBe('zh-cn → /uk/manchester/place/fallowfield');
  expect(page('/place/nowhere-at-all')).toBe('missing');
});

test('[R2.081] [R2.082] [R2.083] every list takes a filter code and a category', () => {
  for (const base of ['/uk/rent', '/uk/manchester', '/uk/manchester/university-of-manchester', '/uk/manchester/place/fallowfield', '/uk/manchester/studio']) {
    expect(page(`${base}/u1001a2`), base).toMatch(/^zh-cn new_list/);
    expect(page(`${base}/buy-old`), base).toMatch(/^zh-cn new_list/);
    expect(page(`${base}/buy-new/u1001a2-pga2`), base).toMatch(/^zh-cn new_list/);
  }
});

test('a code in another order, with duplicates or unknown keys leads to the one spelling', () => {
  expect(page('/uk/manchester/u1001a2-u1000a202709')).toBe('zh-cn → /uk/manchester/u1000a202709-u1001a2');
  expect(page('/uk/manchester/pga1')).toBe('zh-cn → /uk/manchester');
  expect(page('/uk/manchester/u9999a1')).toBe('zh-cn → /uk/manchester');
  expect(page('/en/uk/rent/u1004a1')).toBe('en-us → /uk/studio');
});

test('malformed codes and unknown slugs are nothing', () => {
  for (const path of [
    '/uk/manchester/u1000a',
    '/uk/manchester/u1000a209913',
    '/uk/manchester/pga0',
    '/uk/nowhere',
    '/zz/london',
    '/uk/manchester/no-such-school',
    '/uk/manchester/place',
    '/uk/manchester/studio/x',
    '/a%ZZ',
    '/uk/manchester/%00',
    '/uk/manchester/buy-old/buy-new',
  ]) {
    expect(page(path), path).toBe('missing');
  }
});

test('[R2.065] both words of the detail address are accepted', () => {
  expect(page('/uk/manchester/detail-apartments-12')).toBe('zh-cn house_detail');
  expect(page('/uk/manchester/detail-rent-12')).toBe('zh-cn house_detail');
  expect(page('/uk/manchester/detail-hotel-12')).toBe('missing');
  expect(page('/uk/manchester/detail-rent-0')).toBe('missing');
  expect(page('/uk/manchester/detail-rent-99999999999')).toBe('missing');
});

test.each([
  ['R2.084', 'map', 'house_map'],
  ['R2.085', 'street', 'house_street'],
  ['R2.086', 'community-amenities', 'house_community_amenities'],
  ['R2.087', 'review', 'house_review'],
  ['R2.088', 'review-media', 'house_review_media'],
  ['R2.089', 'media', 'house_media'],
  ['R2.090', 'mattress-size', 'house_mattress_size'],
  ['R2.091', 'offers', 'house_offers'],
  ['R2.092', 'price-trend', 'house_price_trend'],
  ['R2.093', 'faq', 'house_faq'],
])('[%s] the detail page has the sub-page %s', (_, segment, name) => {
  expect(page(`/en/uk/manchester/detail-apartments-12/${segment}`)).toBe(`en-us ${name}`);
});

test('[R2.067] [R2.068] unit detail and room list, and their short forms', () => {
  expect(page('/uk/manchester/h1u2hcr3')).toBe('zh-cn unit_detail');
  expect(page('/uk/manchester/h1u2hcr0')).toBe('zh-cn unit_detail');
  expect(page('/uk/manchester/u2h1')).toBe('zh-cn room_list');
  expect(resolvePath(geo, '/en/h1u2hcr3')).toEqual({ kind: 'home-alias', locale: 'en-us', segment: 'h1u2hcr3', houseId: 1 });
});

test('one spelling of case and slash: others are redirected', () => {
  expect(page('/UK/London')).toBe('zh-cn → /uk/london');
  expect(page('/en/uk/london/')).toBe('en-us → /uk/london');
  expect(page('/en/')).toBe('en-us → /');
  expect(page('/en/City')).toBe('en-us → /city');
});

test('a document of ours has one address, in English, below no language prefix', () => {
  expect(page('/docs/api')).toBe('en-us api_reference');
  for (const prefix of ['/en', '/hk', '/tw', '/vn']) expect(page(`${prefix}/docs/api`), prefix).toBe('missing');
  // What answers no page of a language is under none: nothing renders it there.
  for (const prefix of ['/en', '/hk', '/tw', '/vn']) expect(page(`${prefix}/server_status`), prefix).toBe('missing');
  for (const locale of locales) expect(createPaths(locale, false).to('api_reference')).toBe('/docs/api');
});

test('[R2.059] providers have an index in every language and their own pages; the texts about kinds of them are English only', () => {
  expect(page('/en/providers')).toBe('en-us providers');
  expect(page('/vn/providers')).toBe('vi-vn providers');
  expect(page('/tw/providers/record/paper-kite')).toBe('zh-tw provider_record');
  expect(page('/en/providers/record/Paper-Kite')).toBe('en-us → /providers/record/paper-kite');
  expect(page('/en/providers/landlords')).toBe('en-us provider');
  for (const path of ['/providers/landlords', '/vn/providers/landlords', '/hk/providers/landlords', '/tw/providers/x'])
    expect(page(path), path).toBe('missing');
});

test('[R2.060] the blog is there in every language, its feed and its entries too', () => {
  expect(page('/blog')).toBe('zh-cn blog');
  expect(page('/en/blog')).toBe('en-us blog');
  expect(page('/hk/blog/rss.xml')).toBe('zh-hk blog_feed');
  expect(page('/vn/blog/x')).toBe('vi-vn blog_entry');
});

test('[R2.050] [R2.052] short forms of editorial addresses lead to the documents', () => {
  expect(page('/helps/123888')).toBe('zh-cn → /general-pages/helps/123888');
  expect(page('/en/180720')).toBe('en-us → /general-pages/180720');
  expect(page('/vn/contact-us')).toBe('vi-vn → /general-pages/contact-us');
});

test('pages that do not exist yet answer as missing, whatever their place in the table', () => {
  const waiting = (Object.keys(routes) as RouteName[]).filter((name) => !isOpen(name));
  expect(waiting.length).toBeGreaterThan(50);
  for (const name of waiting) {
    const { pattern } = routeOf(name);
    if (pattern) expect(page(pattern.replaceAll(/:\w+/g, 'x')), name).toBe('missing');
  }
});

test('every fixed pattern of the table finds its own route', () => {
  for (const name of Object.keys(routes) as RouteName[]) {
    const { pattern } = routeOf(name);
    if (pattern) expect(matchRoute(pattern.replaceAll(/:\w+/g, 'x').split('/').filter(Boolean))?.name, pattern).toBe(name);
  }
});

test('a locale on a host of its own has no prefix', () => {
  expect(createPaths('en-us', true).to('city')).toBe('/city');
  expect(createPaths('en-us', false).to('city')).toBe('/en/city');
  const found = resolvePath(geo, '/uk/london', 'en-us');
  expect(found.kind === 'page' && found.locale).toBe('en-us');
});

test('wherever an address of any script leads, that can stand in a header and is of this site', async () => {
  const site = createSite('http://localhost:4321', new Map());
  const context = createRenderContext({ geo, site, localeHosts: new Map(), loaders: undefined, siteVariant: 'main' });
  const led = async (path: string): Promise<void> => {
    // As the server has it: percent-encoded.
    const url = new URL(`http://localhost:4321${path}`);
    const found = await context.locate(url, resolvePath(geo, url.pathname));
    if (found.kind !== 'redirect') return;
    expect([path, found.location]).toEqual([path, expect.stringMatching(/^\/(?![/\\])[\x21-\x7e]*$/)]);
    expect(() => new Headers({ location: found.location })).not.toThrow();
  };
  for (const path of ['/cn/伦敦', '/en-uk/伦', '/cn-伦/x', '/hk/rent/伦', '/gb/伦敦', '/cn/café', '/EN/Luân Đôn', '/en-/\\evil.example', '/cn//evil.example'])
    await led(path);
  const segment = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom('cn', 'en', 'hk', 'EN', 'cn-uk', 'en-', 'rent', 'uk', 'gb', 'London', '', '..'),
  );
  await fc.assert(fc.asyncProperty(fc.array(segment, { maxLength: 5 }), (segments) => led(`/${segments.join('/').replaceAll(/[?#]/g, '')}`)));
});

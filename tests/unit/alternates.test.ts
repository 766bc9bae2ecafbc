import { expect, test } from 'vitest';
import { createSite } from '#lib/paths.ts';
import { routeOf } from '#lib/routes.ts';
import { alternatesOf, hreflangLinks, languageLinks } from '#lib/seo/alternates.ts';

const site = createSite('https://homes.example', new Map());
const head = { title: 'T', description: 'D' };

test('a page has its address in every language, with x-default in the default one', () => {
  const alternates = alternatesOf({ ...head, canonical: '/en/uk/london' }, routeOf('new_list2'), 'en-us', site);
  expect(Object.fromEntries(hreflangLinks(alternates, site).map(({ hreflang, href }) => [hreflang, href]))).toEqual({
    'zh-CN': 'https://homes.example/uk/london',
    en: 'https://homes.example/en/uk/london',
    'zh-HK': 'https://homes.example/hk/uk/london',
    'zh-TW': 'https://homes.example/tw/uk/london',
    vi: 'https://homes.example/vn/uk/london',
    'x-default': 'https://homes.example/uk/london',
  });
});

test('the home page of a language is its bare prefix', () => {
  expect(alternatesOf({ ...head, canonical: '/' }, routeOf('index'), 'zh-cn', site).map(({ path }) => path)).toEqual(['/', '/en', '/hk', '/tw', '/vn']);
  expect(alternatesOf({ ...head, canonical: '/vn' }, routeOf('index'), 'vi-vn', site).map(({ path }) => path)).toEqual(['/', '/en', '/hk', '/tw', '/vn']);
});

test('a page that is English only points nowhere else, and its switcher leads to the homes of the others', () => {
  const alternates = alternatesOf({ ...head, canonical: '/en/providers/landlords' }, routeOf('provider'), 'en-us', site);
  expect(hreflangLinks(alternates, site)).toEqual([]);
  expect(languageLinks(alternates, 'en-us', site).map(({ href }) => href)).toEqual(['/', '/en/providers/landlords', '/hk', '/tw', '/vn']);
});

test('[R4.083] the switcher leads to the host of a language that has its own', () => {
  const hosted = createSite('https://homes.example', new Map([['vi-vn', 'https://vn.example']]));
  const links = languageLinks(alternatesOf({ ...head, canonical: '/en/city' }, routeOf('city'), 'en-us', hosted), 'en-us', hosted);
  expect(links.find(({ locale }) => locale === 'vi-vn')?.href).toBe('https://vn.example/city');
  expect(links.find(({ locale }) => locale === 'zh-hk')?.href).toBe('/hk/city');
});

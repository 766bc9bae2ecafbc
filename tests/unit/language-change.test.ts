/** A change of language keeps the question. */
import { describe, expect, test } from 'vitest';
import { addressInLanguage, isTranslated, languageToOffer, withoutVisit } from '../../src/scripts/language.rules.ts';

const here = (address: string) => {
  const { pathname, search, hash } = new URL(address, 'https://site.example');
  return { pathname, search, hash };
};
const fromEnglish = (address: string, own: string, target: string): string => addressInLanguage({ here: here(address), home: '/en', own, target });

describe('[R2.194] a change of language', () => {
  test('keeps filters, order and page, which stand in the path', () => {
    expect(fromEnglish('/en/uk/london/u1002a200-pga2?currency=EUR', '/en/uk/london', '/uk/london')).toBe('/uk/london/u1002a200-pga2?currency=EUR');
    expect(addressInLanguage({ here: here('/uk/london/e199'), home: '/', own: '/uk/london', target: '/vn/uk/london' })).toBe('/vn/uk/london/e199');
  });

  test('keeps what stands in the query, but not what led here', () => {
    expect(fromEnglish('/en/house-compare?ids=12,15-101&schoolunique=ucl', '/en/house-compare', '/hk/house-compare')).toBe(
      '/hk/house-compare?ids=12,15-101&schoolunique=ucl',
    );
    expect(fromEnglish('/en/search?q=曼大&utm_source=x', '/en/search', '/tw/search')).toBe(`/tw/search?q=${encodeURIComponent('曼大')}`);
    expect(fromEnglish('/en/house-share/list?city_id=826001', '/en/house-share/list', '/vn/house-share/list')).toBe('/vn/house-share/list?city_id=826001');
    expect(withoutVisit('?supplier_id=3&gclid=1')).toBe('?supplier_id=3');
  });

  test('leads from front page to front page', () => {
    expect(fromEnglish('/en?cityId=826001', '/en', '/')).toBe('/?cityId=826001');
    expect(addressInLanguage({ here: here('/'), home: '/', own: '/', target: '/vn' })).toBe('/vn');
  });

  test('goes to the other host where languages have hosts of their own', () => {
    const change = { here: here('/uk/london/e199?q=1#x'), home: '/', own: '/uk/london', target: 'https://tw.example/uk/london' };
    expect(addressInLanguage(change)).toBe('https://tw.example/uk/london/e199?q=1#x');
  });

  test('keeps filters where a map wrote its place behind the links, behind both or behind one', () => {
    const moved = '/en/uk/london/e199?map=1&at=51.5,-0.1,12';
    for (const [own, target] of [
      ['/en/uk/london?at=51.5,-0.1,12', '/uk/london?at=51.5,-0.1,12'],
      ['/en/uk/london?at=51.5,-0.1,12', '/uk/london'],
      ['/en/uk/london', '/uk/london?at=51.6,-0.2,11'],
    ] as const)
      expect(decodeURIComponent(fromEnglish(moved, own, target))).toBe('/uk/london/e199?map=1&at=51.5,-0.1,12');
  });

  test('follows the bare link where the page has no translation', () => {
    expect(fromEnglish('/en/blog/a-post?x=1', '/en/blog/a-post', '/vn')).toBe('/vn');
  });
});

describe('the language that is offered', () => {
  test('is the one chosen before, whatever the browser speaks', () => {
    expect(languageToOffer('en-us', 'vi-vn', ['en-GB'])).toBe('vi-vn');
    expect(languageToOffer('vi-vn', 'vi-vn', ['en-GB'])).toBeUndefined();
    expect(languageToOffer('zh-cn', 'klingon', ['zh'])).toBeUndefined();
  });

  test('is else the first of the browser’s that we have, each Chinese its own', () => {
    const offered = (page: string, ...browser: string[]) => languageToOffer(page, undefined, browser);
    expect(offered('zh-cn', 'fr-FR', 'en-GB', 'zh-CN')).toBe('en-us');
    expect(offered('zh-cn', 'fr-FR', 'ko')).toBeUndefined();
    expect(offered('en-us')).toBeUndefined();
    expect(['zh', 'zh-SG', 'zh-Hans-HK', 'zh-HK', 'zh-MO', 'yue', 'zh-Hant', 'zh-TW', 'zh-Hant-HK', 'vi'].map((tag) => offered('en-us', tag))).toEqual([
      'zh-cn',
      'zh-cn',
      'zh-cn',
      'zh-hk',
      'zh-hk',
      'zh-hk',
      'zh-tw',
      'zh-tw',
      'zh-hk',
      'vi-vn',
    ]);
  });

  test('only where the page is in that language', () => {
    expect(isTranslated({ home: '/en', own: '/en/uk', target: '/uk' })).toBe(true);
    expect(isTranslated({ home: '/en', own: '/en', target: '/' })).toBe(true);
    expect(isTranslated({ home: '/en', own: '/en/blog', target: '/' })).toBe(false);
  });
});

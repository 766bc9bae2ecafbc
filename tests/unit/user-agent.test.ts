import { expect, test } from 'vitest';
import { isCrawler } from '#lib/crawler.ts';
import { searchEngineOf } from '#lib/features/tracking/search-engine.rules.ts';
import { environmentOf, isMobileAppType } from '#lib/user-agent.ts';

test('[R6.27] four environments are told apart', () => {
  expect(environmentOf('Mozilla/5.0 (X11; Linux x86_64) Chrome/150')).toBe('desktop');
  expect(environmentOf('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148')).toBe('mobile-web');
  expect(environmentOf('Mozilla/5.0 (iPhone) Mobile LoftlingApp/7.63.0')).toBe('app-web-view');
  expect(environmentOf('Mozilla/5.0 (iPhone) MicroMessenger/8.0.50 miniProgram')).toBe('mini-program');
});

test('[R6.28] app types 4 and 64 are mobile', () => {
  expect([4, 64, 13, 63].map(isMobileAppType)).toEqual([true, true, false, false]);
});

test('[R6.26] crawlers are recognised', () => {
  for (const agent of ['Googlebot/2.1', 'Mozilla/5.0 (compatible; Baiduspider/2.0)', 'bingbot/2.0', 'facebookexternalhit/1.1'])
    expect(isCrawler(agent), agent).toBe(true);
  for (const agent of ['Mozilla/5.0 (iPhone) Safari', 'CUBOT NOTE 9']) expect(isCrawler(agent), agent).toBe(false);
});

test('[R9.69] six search engines have source codes', () => {
  expect(
    ['www.google.com.hk', 'cn.bing.com', 'm.baidu.com', 'www.sogou.com', 'www.so.com', 'search.yahoo.co.jp'].map((host) => searchEngineOf(host)?.code),
  ).toEqual([1, 2, 3, 4, 5, 6]);
  expect(searchEngineOf('example.org')).toBeUndefined();
  expect(searchEngineOf('notgoogle.example')).toBeUndefined();
});

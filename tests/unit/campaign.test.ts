import { campaignOf, carrying } from '#lib/campaign.rules.ts';
import { expect, test } from 'vitest';

test('[R2.225] the code of a visit goes along, once, and nothing that is no code', () => {
  expect(campaignOf(new URLSearchParams('?semcode=spring-1&currency=EUR'))).toBe('spring-1');
  for (const search of ['', '?semcode=', '?semcode=a%20b', '?semcode=%3Cscript%3E']) expect(campaignOf(new URLSearchParams(search)), search).toBeUndefined();
  expect(carrying('https://a.example/en/uk/london', 'spring')).toBe('https://a.example/en/uk/london?semcode=spring');
  expect(carrying('https://a.example/en/uk?supplier_id=4#results', 'spring')).toBe('https://a.example/en/uk?supplier_id=4&semcode=spring#results');
  expect(carrying('https://a.example/en/uk?semcode=old', 'spring')).toBe('https://a.example/en/uk?semcode=old');
  expect(carrying('https://a.example/en/uk', undefined)).toBe('https://a.example/en/uk');
});

test('[R2.225] a path takes the code as a whole address does, before its place and beside another parameter that ends alike', () => {
  expect(carrying('/en/uk#results', 'spring')).toBe('/en/uk?semcode=spring#results');
  expect(carrying('/en/uk?', 'spring')).toBe('/en/uk?semcode=spring');
  expect(carrying('/en/uk?oldsemcode=1', 'spring')).toBe('/en/uk?oldsemcode=1&semcode=spring');
  expect(carrying('/en/uk#semcode=1', 'spring')).toBe('/en/uk?semcode=spring#semcode=1');
  expect(carrying('/en/uk?semcode=', 'spring')).toBe('/en/uk?semcode=');
});

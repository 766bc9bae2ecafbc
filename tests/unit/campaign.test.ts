import { expect, test } from 'vitest';
import { campaignOf, carrying } from '../../src/scripts/campaign.rules.ts';

test('[R2.225] the code of a visit goes along, once, and nothing that is no code', () => {
  expect(campaignOf('?semcode=spring-1&currency=EUR')).toBe('spring-1');
  for (const search of ['', '?semcode=', '?semcode=a%20b', '?semcode=%3Cscript%3E']) expect(campaignOf(search), search).toBeUndefined();
  expect(carrying('https://a.example/en/uk/london', 'spring')).toBe('https://a.example/en/uk/london?semcode=spring');
  expect(carrying('https://a.example/en/uk?supplier_id=4#results', 'spring')).toBe('https://a.example/en/uk?supplier_id=4&semcode=spring#results');
  expect(carrying('https://a.example/en/uk?semcode=old', 'spring')).toBe('https://a.example/en/uk?semcode=old');
  expect(carrying('https://a.example/en/uk', undefined)).toBe('https://a.example/en/uk');
});

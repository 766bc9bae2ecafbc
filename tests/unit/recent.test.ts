import { expect, test } from 'vitest';
import { mostRecent, readListedHouses, withHouse } from '#islands/recent/recent.rules.ts';

test('the home looked at last comes first, once, and twenty are kept', () => {
  expect(withHouse(null, 7)).toBe('7');
  expect(withHouse('12,7,3', 7)).toBe('7,12,3');
  const many = Array.from({ length: 40 }, (_, at) => at + 1).reduce<string | null>(withHouse, null);
  expect(readListedHouses(many)).toEqual(Array.from({ length: mostRecent }, (_, at) => 40 - at));
});

test('what another script wrote there does no harm', () => {
  expect(readListedHouses('12,<b>,,-3,99999999999,8')).toEqual([12, 8]);
});

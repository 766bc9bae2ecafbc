import { expect, test } from 'vitest';
import { canonicalListName, parseShortlist, shortlistMost } from '#lib/features/lists/shortlist.rules.ts';

test('a shortlist takes each home once and thirty at most', () => {
  expect(parseShortlist('12,x,12,15-3,15')).toEqual([12, 15]);
  expect(parseShortlist(Array.from({ length: 5_000 }, (_, at) => at + 1).join(','))).toHaveLength(shortlistMost);
  expect(parseShortlist(null)).toEqual([]);
});

test('the name of a list can say nothing that looks like ours', () => {
  for (const name of ['Leeds, với Linh', '利兹，和小林合租', 'UCL 2027']) expect(canonicalListName(name)).toBe(name);
  for (const bad of ['<b>x</b>', 'evil.example', 'pay £200 now!', 'IBAN 123456789', 'x'.repeat(41), ' ']) expect(canonicalListName(bad), bad).toBeUndefined();
});

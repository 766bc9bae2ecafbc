/** What a board of saved homes can be asked. */
import { expect, test } from 'vitest';
import { sayLease, stayOptions } from '#lib/features/lists/board.rules.ts';
import { translator } from '#lib/i18n/t.ts';

const words = { t: translator('en-us'), intl: 'en-GB', locale: 'en-us' } as const;
const lease = (moveIn: string, moveOut: string) => ({ moveIn, moveOut });
const year = lease('2027-09-04', '2028-08-26');
const half = lease('2028-01-08', '2028-06-17');

test('offers each month and length that a home lets, once, and the one that is shown', () => {
  const options = stayOptions([year, year, half, lease('2026-09-01', '2027-09-01')], { month: 202709, lease: 4 }, '2026-11-30', words);
  expect(options.map(({ value, current }) => [value, current])).toEqual([
    ['202709a5', true],
    [expect.stringMatching(/^202801a\d$/), false],
  ]);
  // What nobody lets, and was asked for, can still be seen and left.
  expect(stayOptions([half], { month: 202709, lease: 4 }, '2026-11-30', words).find(({ current }) => current)?.value).toBe('202709a5');
});

test('has few enough to choose from, and never loses the chosen one', () => {
  const many = Array.from({ length: 60 }, (_, at) => {
    const year4 = 2027 + Math.floor(at / 12);
    const month = String((at % 12) + 1).padStart(2, '0');
    return lease(`${year4}-${month}-01`, `${year4 + 1}-${month}-01`);
  });
  const options = stayOptions(many, { month: 203112, lease: 4 }, '2026-11-30', words);
  expect(options).toHaveLength(41);
  expect(options.at(-1)).toMatchObject({ value: '203112a5', current: true });
});

test('names a stay that no home has by its month and length', () => {
  expect(sayLease(undefined, { month: 202709, lease: 4 }, words)).toMatch(/^September 2027, /);
  expect(sayLease(undefined, undefined, words)).toBeUndefined();
});

/** Answers of pure functions, kept. */
import { expect, test } from 'vitest';
import { memo, memoBy } from '#lib/memo.ts';

test('what was asked is not worked out again, and no more is kept than was said', () => {
  const asked: number[] = [];
  const square = memo((number: number) => {
    asked.push(number);
    return number * number;
  }, 2);
  expect([square(3), square(3), square(4)]).toEqual([9, 9, 16]);
  expect(asked).toEqual([3, 4]);
  expect(square(5)).toBe(25);
  // The third was one too many: all are forgotten, and known again when they are asked for.
  expect([square(5), square(3)]).toEqual([25, 9]);
  expect(asked).toEqual([3, 4, 5, 3]);
});

test('a name has answers of its own, amounts are the same by their value, and what fails is not kept', () => {
  const shown = memoBy((amount: bigint, name: string) => `${name} ${amount}`);
  expect([shown(5n, 'a'), shown(2n + 3n, 'a'), shown(5n, 'b')]).toEqual(['a 5', 'a 5', 'b 5']);
  let times = 0;
  const failing = memo((_: string): string => {
    times++;
    throw new RangeError('no');
  });
  expect(() => failing('x')).toThrow('no');
  expect(() => failing('x')).toThrow('no');
  expect(times).toBe(2);
});

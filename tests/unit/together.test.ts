/** What is asked for one by one and done together. */
import { expect, test } from 'vitest';
import { together } from '#lib/together.ts';

test('what comes while a lot is under way goes as the next one, and each asker hears of their own lot', async () => {
  const lots: (readonly number[])[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const write = together<number>((lot) => {
    lots.push(lot);
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  });
  const first = [write(1), write(2)];
  await expect.poll(() => lots).toEqual([[1, 2]]);
  const second = [write(3), write(4)];
  const third = new Error('the lot failed');
  ends[0]?.resolve();
  await Promise.all(first);
  await expect
    .poll(() => lots)
    .toEqual([
      [1, 2],
      [3, 4],
    ]);
  ends[1]?.reject(third);
  expect((await Promise.allSettled(second)).map((one) => one.status === 'rejected' && one.reason)).toEqual([third, third]);
  // One that failed keeps the next from nothing.
  const last = write(5);
  await expect.poll(() => lots.length).toBe(3);
  ends[2]?.resolve();
  await last;
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchQuietHeap } from '#server/quiet-heap.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const seconds = (count: number): Promise<unknown> => vi.advanceTimersByTimeAsync(count * 1_000);

test('what a start and each busy while leave is collected once it is quiet, once each', async () => {
  const collect = vi.fn<() => void>();
  const quiet = watchQuietHeap(collect);
  await seconds(10);
  expect(collect).toHaveBeenCalledTimes(1);
  for (let second = 0; second < 20; second++) {
    quiet.onRequest('page');
    await seconds(1);
  }
  // It takes a moment in which nobody is answered, so somebody who asks now and then does not cause it each time.
  await seconds(20);
  expect(collect).toHaveBeenCalledTimes(1);
  await seconds(20);
  expect(collect).toHaveBeenCalledTimes(2);
  await seconds(600);
  expect(collect).toHaveBeenCalledTimes(2);
  quiet.onRequest('api');
  quiet.stop();
  await seconds(600);
  expect(collect).toHaveBeenCalledTimes(2);
});

test('whoever looks whether the process is well keeps nothing from being collected, and causes nothing to be', async () => {
  const collect = vi.fn<() => void>();
  const quiet = watchQuietHeap(collect);
  for (let second = 0; second < 600; second++) {
    quiet.onRequest('health');
    await seconds(1);
  }
  expect(collect).toHaveBeenCalledTimes(1);
  quiet.stop();
});

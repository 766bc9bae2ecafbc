/** A code that a phone scans: how often the desk asks, with a stand-in for the page and the server. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchScan } from '../../src/scripts/scan.ts';

const asked: { answers: ('waiting' | 'confirmed' | 'over' | Error)[]; calls: number } = { answers: [], calls: 0 };

async function answer() {
  asked.calls += 1;
  const next = asked.answers.shift() ?? 'waiting';
  if (next instanceof Error) throw next;
  return { status: next };
}

/** A step with a code, and what became of it. */
function place() {
  const seen = { sent: 0, gone: false, over: false, isConnected: true };
  const parts: Readonly<Record<string, unknown>> = {
    form: { requestSubmit: () => (seen.sent += 1) },
    '[data-shown]': { remove: () => (seen.gone = true) },
    '[data-over]': { removeAttribute: () => (seen.over = true) },
  };
  const element = {
    get isConnected() {
      return seen.isConnected;
    },
    querySelector: (selector: string) => parts[selector] ?? null,
  };
  return { seen, element: element as unknown as HTMLElement };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  asked.answers = [];
  asked.calls = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('[R4.042] [R9.25] it is asked each second, also after an answer that did not come, until the phone has confirmed', async () => {
  asked.answers = ['waiting', new Error('no connection'), 'waiting', 'confirmed'];
  const { seen, element } = place();
  await watchScan(element, answer);
  expect(asked.calls).toBe(1);
  for (const calls of [2, 3]) {
    await vi.advanceTimersByTimeAsync(999);
    expect(asked.calls).toBe(calls - 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.calls).toBe(calls);
  }
  expect(seen.sent).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked.calls, seen.sent]).toEqual([4, 1]);
});

test('it is asked no more when its time is over or the step is gone, and seldom while nobody looks', async () => {
  asked.answers = ['over'];
  const ended = place();
  await watchScan(ended.element, answer);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.calls).toBe(1);
  expect(ended.seen).toMatchObject({ gone: true, over: true });

  const left = place();
  await watchScan(left.element, answer);
  left.seen.isConnected = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.calls).toBe(2);

  vi.stubGlobal('document', { hidden: true });
  await watchScan(place().element, answer);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(asked.calls).toBe(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked.calls).toBe(4);
});

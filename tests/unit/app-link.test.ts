/** The way into the operator's app. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openOrFollow } from '../../src/scripts/app-link.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function tried(): { readonly went: string[]; readonly hide: () => void } {
  const went: string[] = [];
  let hide = (): void => undefined;
  openOrFollow('loftling://open', '/en/uk/london', '/en/general-pages/appdownload', {
    go: (href) => void went.push(href),
    whenHidden: (hidden) => (hide = hidden),
  });
  return { went, hide: () => hide() };
}

test('[R9.40] an app that does not answer within 1200 ms is passed over for the page', () => {
  const { went } = tried();
  expect(went).toEqual(['loftling://open/en/uk/london']);
  vi.advanceTimersByTime(1_199);
  expect(went).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(went).toEqual(['loftling://open/en/uk/london', '/en/general-pages/appdownload']);
});

test('[R9.40] an app that opens is left alone', () => {
  const { went, hide } = tried();
  hide();
  vi.advanceTimersByTime(5_000);
  expect(went).toHaveLength(1);
});

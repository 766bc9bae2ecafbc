/** The named steps of a booking. */
import { expect, test } from 'vitest';
import { bookingSteps, stepsOf } from '#lib/features/orders/booking-steps.rules.ts';
import { createPaths } from '#lib/paths.ts';

const paths = createPaths('en-us', false);

test('one step is now, those before it are done, and those after it come later', () => {
  for (const [at, now] of bookingSteps.entries()) {
    const states = stepsOf(paths, now, 'ABCD-1234', false).map(({ state }) => state);
    expect(states).toEqual(bookingSteps.map((_, place) => (place < at ? 'done' : place === at ? 'now' : 'later')));
  }
});

test('done steps lead back until the application is sent, and nothing leads ahead', () => {
  expect(stepsOf(paths, 'review', 'ABCD-1234', false).map(({ href }) => href)).toEqual([
    paths.to('order_change', { code: 'ABCD-1234' }),
    `${paths.to('fill_info')}?orderCode=ABCD-1234`,
    paths.to('apply_form', { code: 'ABCD-1234' }),
    undefined,
    undefined,
    undefined,
  ]);
  expect(stepsOf(paths, 'sign', 'ABCD-1234', true).every(({ href }) => href === undefined)).toBe(true);
  expect(stepsOf(paths, 'choose', undefined, false).every(({ href }) => href === undefined)).toBe(true);
});

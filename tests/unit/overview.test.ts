/** What an account is told to do next, and how far a booking is. */
import { describe, expect, test } from 'vitest';
import { dayMs } from '#lib/dates/dates.ts';
import { orderStates } from '#lib/features/orders/order.process.rules.ts';
import { orderMatterKinds } from '#lib/features/orders/own-matters.schema.ts';
import { accountNav } from '#lib/features/overview/account-nav.rules.ts';
import { daysTo, inOrder, isToDo, stepsOf } from '#lib/features/overview/overview.rules.ts';
import { courseSteps, matterKinds } from '#lib/features/overview/overview.schema.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import fc from '#tests/support/properties.ts';

const kinds = [...orderMatterKinds, ...matterKinds];
const now = new Date('2027-03-01T10:00:00Z');
const matter = fc.record({
  kind: fc.constantFrom(...kinds),
  by: fc.option(
    fc.integer({ min: -400, max: 400 }).map((days) => new Date(now.getTime() + days * dayMs)),
    { nil: undefined },
  ),
});
const time = ({ by }: { readonly by: Date | undefined }): number => by?.getTime() ?? Number.POSITIVE_INFINITY;

describe('the next step', () => {
  test('is something to do wherever there is any, and nothing to do is nearer', () => {
    fc.assert(
      fc.property(fc.array(matter, { minLength: 1 }), (all) => {
        const [next] = inOrder(all);
        const todo = all.filter(isToDo);
        expect(next && isToDo(next)).toBe(todo.length > 0);
        for (const one of todo.length > 0 ? todo : all) expect(time(next ?? { by: undefined })).toBeLessThanOrEqual(time(one));
      }),
    );
  });

  test('stays the same whatever else comes later, and in whatever order things are known', () => {
    fc.assert(
      fc.property(fc.array(matter, { minLength: 1 }), (all) => {
        const [next] = inOrder(all);
        const later = { kind: 'move-in', by: undefined } as const;
        expect(time(inOrder([...all, later])[0] ?? later)).toBe(time(next ?? later));
        expect(inOrder(all.toReversed()).map(time)).toEqual(inOrder(all).map(time));
        expect(inOrder(all)).toHaveLength(all.length);
      }),
    );
  });

  test('days are counted on the clocks of the home, and the end of a day is that day', () => {
    expect(daysTo(new Date('2027-03-02T00:00:00Z'), 'UTC', now)).toBe(0);
    expect(daysTo(new Date('2027-03-02T00:00:01Z'), 'UTC', now)).toBe(1);
    expect(daysTo(new Date('2027-02-27T00:00:00Z'), 'UTC', now)).toBe(-3);
    expect(daysTo(new Date('2027-03-01T20:00:00Z'), 'Asia/Shanghai', now)).toBe(1);
  });
});

describe('the line of a booking', () => {
  const order = (state: (typeof orderStates)[number]) =>
    ({ state, from: '2027-09-04', deadline: new Date('2027-03-03T00:00:00Z'), home: { zone: 'Europe/London' } }) as never;
  const amount = { minor: 100n, currency: 'GBP' } as const;
  const parts = (isPaid: boolean) => [
    { on: 'booking', amount, isPaid },
    { on: '2027-11-01', amount, isPaid: false },
  ];

  test('has what is done before what is now, one step that is now until all are done, and what is later behind it', () => {
    for (const state of orderStates)
      for (const paid of [parts(true), parts(false), parts(true).slice(0, 1)]) {
        const steps = stepsOf(order(state), [], { parts: paid });
        if (!steps) {
          expect(['cancelled', 'refunding', 'refunded', 'expired']).toContain(state);
          continue;
        }
        expect(steps.map(({ step }) => step)).toEqual(courseSteps);
        const present = steps.filter((one) => one.state === 'now');
        expect(present.length).toBe(steps.every((one) => one.state === 'done') ? 0 : 1);
        const first = steps.findIndex((one) => one.state !== 'done');
        if (first !== -1) expect(steps[first]?.state).toBe('now');
      }
  });

  test('says until when something is to be signed or paid, when rent is due, and when somebody moves in', () => {
    const on = (state: (typeof orderStates)[number], isPaid: boolean) =>
      Object.fromEntries((stepsOf(order(state), [], { parts: parts(isPaid) }) ?? []).map((one) => [one.step, one.on]));
    expect(on('offered', false)).toMatchObject({ signed: '2027-03-02', paid: undefined, keys: '2027-09-04' });
    expect(on('to_pay', false)).toMatchObject({ paid: '2027-03-02' });
    expect(on('confirmed', true)).toMatchObject({ rent: '2027-11-01' });
  });
});

test('every page of an account is one step away, each once, and the one that is open is marked', () => {
  const t = translator('en-us');
  const paths = createPaths('en-us', false);
  const { places, rest } = accountNav(t, paths, 'account/orders', 3);
  const hrefs = [...places, ...rest].map(({ href }) => href);
  expect(new Set(hrefs).size).toBe(hrefs.length);
  expect(places).toHaveLength(9);
  expect(places.filter(({ isFirst }) => isFirst)).toHaveLength(4);
  expect(places.filter(({ isHere }) => isHere).map(({ href }) => href)).toEqual([paths.to('profile_order/rentalOrder')]);
  expect(places.filter(({ count }) => count > 0)).toEqual([expect.objectContaining({ href: paths.to('profile_messages'), count: 3 })]);
  for (const [file, name] of [
    ['account/profile', 'profile'],
    ['account/order-sign', 'profile_order/rentalOrder'],
    ['account/viewing-time', 'viewings'],
    ['account/rent-pay', 'rental'],
    ['account/account-password', 'profile_account'],
    ['account/account-devices', 'account_devices'],
    ['account/groups', 'profile_order/group-list'],
    ['account/favourites', 'profile_favourites'],
  ] as const) {
    const shown = accountNav(t, paths, file, 0);
    expect(
      [...shown.places, ...shown.rest].filter(({ isHere }) => isHere).map(({ href }) => href),
      file,
    ).toEqual([paths.to(name)]);
  }
});

/** Times of states: every edge of every graph, at all times around its dates, by everybody. What the database holds of them `orders/times.test.ts` asks. */
import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import { addDays } from '#lib/dates/dates.ts';
import { eventsOpen, isOpenAt, nextState, orderActors, orderEvents, orderGraph, orderStates } from '#lib/features/orders/order.process.rules.ts';
import { keepsBed, staffActsFor } from '#lib/features/orders/orders.rules.ts';
import { actsOf } from '#lib/features/groups/groups.rules.ts';
import { nextRentState, rentActors, rentEdges } from '#lib/features/payrent/payrent.process.rules.ts';
import { kindsOpen } from '#lib/features/reviews/reviews.rules.ts';
import { nextViewingState, viewingActors, viewingEdges } from '#lib/features/viewings/viewings.process.rules.ts';

const first = '2027-09-04';
const moments = fc.record({
  today: fc.integer({ min: -400, max: 800 }).map((days) => addDays(first, days)),
  from: fc.constant(first),
  to: fc.constantFrom('2028-07-01', undefined),
  isLate: fc.boolean(),
});

test('[R4.100] orders: nobody is let in before the first day, no stay is over before its last, and nothing lapses before its deadline', () => {
  fc.assert(
    fc.property(moments, fc.constantFrom(...orderStates), fc.constantFrom(...orderEvents), fc.constantFrom(...orderActors), (moment, from, event, by) => {
      const to = nextState(from, event, by, moment);
      const edge = orderGraph.find((one) => one.from === from && one.event === event && one.by.includes(by));
      expect(to).toBe(edge && isOpenAt(edge.time, moment) ? edge.to : undefined);
      expect(eventsOpen(from, by, moment).includes(event)).toBe(to !== undefined);
      if (to === undefined) return;
      if (to === 'checked_in') expect(moment.today >= moment.from).toBe(true);
      if (event === 'lapse') expect(moment.isLate).toBe(true);
      if (to === 'paid' || to === 'to_pay') expect(moment.to === undefined || moment.today <= moment.to).toBe(true);
      // A stay that ends with its bed let go is one whose last day is over; whatever else lets go of a sold bed gives money back, or has none.
      if (to === 'completed' && event !== 'end-early') expect(moment.to !== undefined && moment.today > moment.to).toBe(true);
      if (keepsBed(from) && !keepsBed(to) && from === 'checked_in' && to !== 'completed') expect(to).toBe('refunding');
    }),
    { numRuns: 3_000 },
  );
});

test('orders: the desk is offered nothing that cannot be done now', () => {
  fc.assert(
    fc.property(moments, fc.constantFrom(...orderStates), (moment, state) => {
      for (const act of staffActsFor(state, moment, false, false, [], true)) {
        const event = orderEvents.find((one) => one === act);
        if (event) expect(nextState(state, event, 'staff', moment)).toBeDefined();
      }
    }),
  );
});

test('viewings: what was seen is told once it has begun, and neither cancelled nor booked from then on', () => {
  const start = Date.parse('2027-03-28T01:00:00Z');
  const hours = fc.integer({ min: -72, max: 72 });
  fc.assert(
    fc.property(hours, fc.integer({ min: -72, max: 0 }), fc.constantFrom(...viewingEdges), fc.constantFrom(...viewingActors), (since, pay, edge, by) => {
      const moment = { now: new Date(start + since * 3_600_000), startsAt: new Date(start), payUntil: new Date(start + pay * 3_600_000) };
      const to = nextViewingState(edge.from, edge.event, by, moment);
      if (to === undefined) return;
      if (to === 'done') expect(since >= 0).toBe(true);
      if (to === 'booked') expect(since < 0).toBe(true);
      if (to === 'expired') expect(since >= pay).toBe(true);
      if (by === 'customer' && edge.from === 'booked') expect(since < 0).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('rents: nothing lapses that can still be paid, and nothing else waits for a time', () => {
  for (const { from, event, to } of rentEdges)
    for (const by of rentActors)
      for (const isLate of [false, true]) {
        const edge = rentEdges.find((one) => one.from === from && one.event === event && one.by === by);
        expect(nextRentState(from, event, by, isLate)).toBe(edge && (event !== 'lapse' || isLate) ? to : undefined);
      }
});

test('groups: their link and their end are open as long as beds are kept, and no longer', () => {
  const until = new Date('2027-01-05T12:00:00Z');
  const group = { madeBy: 1, until, endedAt: undefined } as unknown as Parameters<typeof actsOf>[0];
  const me = { userId: 1, state: 'draft', leftAt: undefined } as unknown as Parameters<typeof actsOf>[1];
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 100_000 }), (ms) => {
      const acts = actsOf(group, me, new Date(until.getTime() + ms));
      expect(acts.some((act) => act !== 'leave')).toBe(ms < 0);
    }),
  );
});

test('reviews: nothing is told of a stay that has not begun', () => {
  fc.assert(
    fc.property(moments, fc.constantFrom(...orderStates), ({ today, from, to }, state) => {
      if (kindsOpen({ state, from, to }, today).length > 0) expect(today >= from).toBe(true);
    }),
  );
});

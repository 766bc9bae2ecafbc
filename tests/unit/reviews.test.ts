/** Rules of reviews after a stay: when what can be told, and which review speaks for a stay. */
import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import { addDays } from '#lib/dates/dates.ts';
import { orderStates } from '#lib/features/orders/order.process.rules.ts';
import { commentOf, kindsOpen, staffActsFor, voiceOf } from '#lib/features/reviews/reviews.rules.ts';
import { stayReviewKinds, stayReviewStates } from '#lib/features/reviews/reviews.schema.ts';

const days = fc.integer({ min: -400, max: 900 });
const order = fc.record({ state: fc.constantFrom(...orderStates), from: fc.constant('2027-09-01'), to: fc.constantFrom('2028-06-30', undefined) });

test('[R4.057] [R4.058] [R3.56] nothing is told of a home that nobody of the order has lived in, and no comment is asked for twice', () => {
  fc.assert(
    fc.property(order, days, fc.subarray([...stayReviewKinds]), (one, since, written) => {
      const today = addDays(one.from, since);
      const open = kindsOpen(one, today);
      if (one.state !== 'checked_in' && one.state !== 'completed') expect(open).toEqual([]);
      const { isCheckIn, isAllowed } = commentOf(one, today, written);
      expect(isCheckIn).toBe(one.state === 'checked_in' && since >= 0 && !written.includes('check-in'));
      if (isAllowed) expect([open.includes('stay'), written.includes('stay')]).toEqual([true, false]);
    }),
  );
});

test('[R3.69] a stay has one voice at most, which was published and is not about our service', () => {
  const review = fc.record({ kind: fc.constantFrom(...stayReviewKinds), state: fc.constantFrom(...stayReviewStates), answer: fc.constant(undefined) });
  fc.assert(
    fc.property(fc.uniqueArray(review, { selector: ({ kind }) => kind }), (all) => {
      const voice = voiceOf(all);
      const shown = all.filter(({ kind, state }) => kind !== 'service' && state === 'published');
      expect(voice === undefined).toBe(shown.length === 0);
      if (voice) expect([shown.includes(voice), voice.kind === 'stay' || !shown.some(({ kind }) => kind === 'stay')]).toEqual([true, true]);
      for (const one of all) if (one.state === 'removed' || one.state === 'withdrawn') expect(staffActsFor(one)).toEqual([]);
    }),
  );
});

/** Two people for money that goes back: however a sum is split, one person alone never comes to the limit. */
import { describe, expect, test } from 'vitest';
import { needsSecond } from '#lib/features/payments/payments.rules.ts';
import type { GivenAlone } from '#lib/features/payments/payments.rules.ts';
import type { Money } from '#lib/money/money.ts';
import fc from '#tests/support/properties.ts';

const limits = new Map([
  ['GBP', 100_000n],
  ['JPY', 200_000n],
]);
const gbp = (minor: bigint): Money => ({ minor, currency: 'GBP' });
const nothing: GivenAlone = { ofThing: [], toPayee: [], inDay: [] };

describe('a second person', () => {
  test('is asked for from the limit on, and for every sum of a currency without one', () => {
    expect([99_999n, 100_000n, 100_001n].map((minor) => needsSecond(limits, gbp(minor), nothing))).toEqual([false, true, true]);
    expect(needsSecond(limits, { minor: 1n, currency: 'USD' }, nothing)).toBe(true);
  });

  test('is asked for whichever of thing, payee and day comes to it first', () => {
    for (const of of ['ofThing', 'toPayee', 'inDay'] as const) {
      expect([of, needsSecond(limits, gbp(40_000n), { ...nothing, [of]: [gbp(60_000n)] })]).toEqual([of, true]);
      expect([of, needsSecond(limits, gbp(39_999n), { ...nothing, [of]: [gbp(60_000n)] })]).toEqual([of, false]);
    }
  });

  test('is not spared by splitting a sum over parts, things, payees and currencies', () => {
    const part = fc.record({
      minor: fc.bigInt({ min: 1n, max: 150_000n }),
      currency: fc.constantFrom('GBP' as const, 'JPY' as const),
      thing: fc.nat(3),
      payee: fc.nat(2),
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 30 }), (parts) => {
        // All within one day: what went by one person alone.
        const alone: (typeof parts)[number][] = [];
        for (const one of parts) {
          const before: GivenAlone = {
            ofThing: alone.filter(({ thing }) => thing === one.thing),
            toPayee: alone.filter(({ payee }) => payee === one.payee),
            inDay: alone,
          };
          if (!needsSecond(limits, one, before)) alone.push(one);
        }
        const shares = alone.map(({ minor, currency }) => Number(minor) / Number(limits.get(currency)));
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThan(1);
      }),
    );
  });
});

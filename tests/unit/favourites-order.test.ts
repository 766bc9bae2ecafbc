import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import { orderOf, ordered, rentChange } from '#lib/features/shortlist/favourites-order.rules.ts';
import { money } from '#lib/money/money.ts';

const figure = fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined });
const home = fc.record({ keptAt: fc.integer({ min: 0, max: 9 }).map((at) => new Date(at)), rent: figure, metres: figure });

test('favourites are put in order by what was asked for; what has no figure stands last', () => {
  fc.assert(
    fc.property(fc.array(home), fc.constantFrom('newest', 'rent', 'distance'), (homes, order) => {
      const [asked, list] = [orderOf(order), ordered(homes, orderOf(order))];
      expect(list).toHaveLength(homes.length);
      for (const [at, one] of list.entries()) {
        const next = list[at + 1];
        if (!next) continue;
        const [a, b] = asked === 'rent' ? [one.rent, next.rent] : [one.metres, next.metres];
        if (asked === 'newest' || a === b) expect(one.keptAt.getTime()).toBeGreaterThanOrEqual(next.keptAt.getTime());
        else expect(b === undefined || (a !== undefined && a < b)).toBe(true);
      }
    }),
  );
  expect(orderOf('price; drop')).toBe('newest');
});

test('what became of a rent is said where both are known and of one currency', () => {
  const [then, now] = [money(22_500n, 'GBP'), money(21_000n, 'GBP')];
  expect(rentChange(then, now)).toEqual({ kind: 'lower', by: money(1_500n, 'GBP') });
  expect(rentChange(now, then)).toEqual({ kind: 'higher', by: money(1_500n, 'GBP') });
  expect(rentChange(now, now)?.kind).toBe('same');
  expect(rentChange(then, money(1n, 'EUR'))).toBeUndefined();
  expect(rentChange(undefined, now)).toBeUndefined();
});

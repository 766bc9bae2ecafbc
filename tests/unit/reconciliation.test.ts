/** A provider's list held against the books: what is named, and that the names explain the sums. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { compared, effectOf, movedBy, readEffect } from '#lib/features/payments/reconciliation.rules.ts';
import type { BookLine } from '#lib/features/payments/reconciliation.rules.ts';
import type { ProviderLine } from '#lib/ports/payment/payment.ts';

const noon = (day: number): Date => new Date(Date.UTC(2026, 10, day, 12));
const isWithin = (at: Date): boolean => at >= new Date('2026-11-10T00:00:00Z') && at < new Date('2026-11-13T00:00:00Z');
const kinds = ['payment', 'refund', 'refund-back', 'dispute', 'dispute-back'] as const;

type Told = ProviderLine & { readonly effect: string | undefined };
const told = (line: Partial<ProviderLine> & Pick<ProviderLine, 'reference'>): Told => {
  const whole = {
    kind: 'payment',
    providerRef: `p_${line.reference}`,
    amount: { minor: 1_000n, currency: 'GBP' },
    fee: undefined,
    at: noon(11),
    ...line,
  } as const;
  return { ...whole, effect: effectOf('stripe', whole) };
};
const booked = (line: Told, change: Partial<BookLine> = {}): BookLine => ({ effect: line.effect ?? '', amount: movedBy(line), at: line.at, ...change });
const given = { isWithin, known: new Set<string>(), isWhole: true };
const named = (theirs: readonly Told[], ours: readonly BookLine[], change: Partial<typeof given> = {}) => {
  const { differences, ...rest } = compared({ theirs, ours, ...given, ...change });
  return { ...rest, names: differences.map(({ what, kind, reference }) => `${what} ${kind} ${reference}`) };
};

describe('a comparison', () => {
  test('names each kind of difference, with the sums of both sides', () => {
    const [same, more, other, twice, alone, seen] = ['A', 'B', 'C', 'D', 'E', 'F'].map((reference) => told({ reference }));
    if (!same || !more || !other || !twice || !alone || !seen) throw new Error('no lines');
    const later = { ...twice, at: noon(12) };
    const gone = booked(told({ reference: 'G', kind: 'refund' }));
    const ours = [
      booked(same),
      booked(more, { amount: { minor: 900n, currency: 'GBP' } }),
      booked(other, { amount: { minor: 1_000n, currency: 'EUR' } }),
      booked(twice),
      gone,
    ];
    expect(named([later, same, more, other, twice, alone, seen], ours, { known: new Set(['F']) })).toEqual({
      names: ['amount payment B', 'currency payment C', 'missing-here payment E', 'unbooked payment F', 'missing-there refund G', 'twice payment D'],
      matched: 2,
      sums: [
        { currency: 'EUR', theirs: 0n, ours: 1_000n, fees: 0n },
        { currency: 'GBP', theirs: 7_000n, ours: 1_900n, fees: 0n },
      ],
    });
  });

  test('what they moved in these days and we booked beside them is the same, and the other way round counts for the other days', () => {
    const [late, before] = [told({ reference: 'A', at: noon(12) }), told({ reference: 'B', at: noon(9) })];
    const ours = [booked(late, { at: noon(14) }), booked(before, { at: noon(10) })];
    expect(named([late, before], ours)).toEqual({ names: [], matched: 1, sums: [{ currency: 'GBP', theirs: 1_000n, ours: 1_000n, fees: 0n }] });
  });

  test('a list that is not all says of nothing that it is missing there', () => {
    const ours = [booked(told({ reference: 'A' }))];
    expect(named([], ours).names).toEqual(['missing-there payment A']);
    expect(named([], ours, { isWhole: false })).toEqual({ names: [], matched: 0, sums: [] });
  });

  test('fees stand apart, in the currency they were taken in', () => {
    const line = told({ reference: 'A', fee: { minor: 40n, currency: 'EUR' } });
    expect(named([line], [booked(line)]).sums).toEqual([
      { currency: 'EUR', theirs: 0n, ours: 0n, fees: 40n },
      { currency: 'GBP', theirs: 1_000n, ours: 1_000n, fees: 0n },
    ]);
  });

  const lines = fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      reference: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
      minor: fc.bigInt(1n, 5n),
      currency: fc.constantFrom('GBP', 'EUR'),
      day: fc.integer({ min: 8, max: 14 }),
      isBooked: fc.boolean(),
      isTold: fc.boolean(),
      as: fc.bigInt(1n, 5n),
    }),
    { maxLength: 30 },
  );

  test('its differences explain the difference of the sums, and the order of the lines says nothing', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 0, max: 5 }), (all, turn) => {
        const theirs = all.flatMap(({ kind, reference, minor, currency, day, isTold }) =>
          isTold ? [told({ kind, reference, providerRef: reference, amount: { minor, currency }, at: noon(day) })] : [],
        );
        const ours = new Map<string, BookLine>();
        for (const { kind, reference, as, currency, day, isBooked } of all) {
          const line = told({ kind, reference, providerRef: reference, amount: { minor: as, currency }, at: noon(day) });
          if (isBooked && !ours.has(line.effect ?? '')) ours.set(line.effect ?? '', booked(line));
        }
        const result = compared({ theirs, ours: [...ours.values()], ...given });
        const explained = new Map<string, bigint>();
        const count = (amount: { readonly minor: bigint; readonly currency: string } | undefined, sign: bigint): void => {
          if (amount) explained.set(amount.currency, (explained.get(amount.currency) ?? 0n) + sign * amount.minor);
        };
        for (const one of result.differences) {
          count(one.theirs, 1n);
          count(one.ours, -1n);
        }
        for (const { currency, theirs: one, ours: other } of result.sums) expect(one - other).toBe(explained.get(currency) ?? 0n);
        const shift = <T>(list: readonly T[]): readonly T[] => [...list.slice(turn), ...list.slice(0, turn)];
        const byDay = (list: typeof theirs) => list.toSorted((a, b) => a.at.getTime() - b.at.getTime());
        // Of two lines for one effect on one moment, either may be called the second.
        if (new Set(theirs.map(({ effect }) => effect)).size === theirs.length) {
          const again = compared({ theirs: shift(byDay(theirs)), ours: shift([...ours.values()]), ...given });
          expect(again.sums).toEqual(result.sums);
          expect(new Set(again.differences.map((one) => `${one.what} ${one.kind} ${one.reference}`))).toEqual(
            new Set(result.differences.map((one) => `${one.what} ${one.kind} ${one.reference}`)),
          );
        }
      }),
    );
  });

  test('a provider that says what our books say has no differences', () => {
    fc.assert(
      fc.property(lines, (all) => {
        const theirs = new Map(
          all.map(({ kind, reference, minor, currency, day }) => [
            `${kind} ${reference}`,
            told({ kind, reference, providerRef: reference, amount: { minor, currency }, at: noon(day) }),
          ]),
        );
        const list = [...theirs.values()];
        expect(compared({ theirs: list, ours: list.map((line) => booked(line)), ...given }).differences).toEqual([]);
      }),
    );
  });
});

test('the name of an effect says again what it was made of', () => {
  for (const kind of kinds) {
    const effect = effectOf('stripe', { kind, reference: 'K7QM-2XPA', providerRef: 'du_1' });
    expect(readEffect(effect ?? '')).toEqual({ kind, reference: kind.startsWith('dispute') ? 'du_1' : 'K7QM-2XPA' });
  }
  expect(effectOf('stripe', { kind: 'payment', reference: '', providerRef: 'pi_1' })).toBeUndefined();
  expect(readEffect('refund:K7QM-2XPA:by-hand')).toEqual({ kind: 'other', reference: 'refund:K7QM-2XPA:by-hand' });
});

/** The rooms of a home as cards, and its refunds by what happens. */
import { describe, expect, test } from 'vitest';
import { addDays } from '#lib/dates/dates.ts';
import { readCancellationPolicies } from '#lib/features/house/cancellation.files.ts';
import { cancellationRows } from '#lib/features/house/cancellation.rules.ts';
import { cancellationEvents } from '#lib/features/house/cancellation.schema.ts';
import { effectiveWeekly, isOffered } from '#lib/features/house/house.rules.ts';
import type { Tenancy, UnitWithTenancies } from '#lib/features/house/house.schema.ts';
import { refundCases } from '#lib/features/house/refund-cases.rules.ts';
import { mostLeases, roomCards } from '#lib/features/house/room-cards.rules.ts';
import { asId } from '#lib/ids/ids.ts';
import { money } from '#lib/money/money.ts';
import fc from '#tests/support/properties.ts';

const today = '2027-03-01';
const house = { status: 'open', today } as const;
const policies = readCancellationPolicies('src/content/cancellation-policies');

const anyLease = fc.record({
  start: fc.integer({ min: 0, max: 600 }),
  nights: fc.integer({ min: 28, max: 380 }),
  stock: fc.integer({ min: 0, max: 3 }),
  rent: fc.bigInt({ min: 5_000n, max: 90_000n }),
});

const anyUnits = fc.array(fc.array(anyLease, { maxLength: 7 }), { minLength: 1, maxLength: 6 }).map((units) =>
  units.map((leases, at): UnitWithTenancies => {
    const id = asId<UnitWithTenancies['id']>(at + 1);
    return {
      id,
      houseId: asId(1),
      name: `Room ${at}`,
      unitType: 'studio',
      sizeSqm: 20,
      bedSize: undefined,
      maxOccupants: 1,
      bathroom: 'private',
      kitchen: 'private',
      status: 'open',
      rooms: [],
      tenancies: leases.map(({ start, nights, stock, rent }, nth): Tenancy => {
        const moveIn = addDays(today, start);
        return {
          id: asId(at * 10 + nth + 1),
          unitId: id,
          moveIn,
          moveOut: addDays(moveIn, nights),
          rent: money(rent, 'GBP'),
          unit: 'WEEK',
          promoRent: undefined,
          deposit: money(25_000n, 'GBP'),
          bookingFee: money(0n, 'GBP'),
          stock,
          policyCode: 'standard',
          source: 'sample',
          confirmedAt: new Date('2027-02-28T12:00:00Z'),
          status: 'open',
        };
      }),
    };
  }),
);

describe('rooms as cards', () => {
  const anyAsked = anyUnits.chain((units) => {
    const offers = units.flatMap((unit) => unit.tenancies.filter((one) => isOffered(one, today)).map((tenancy) => ({ unit, tenancy })));
    return fc.record({
      units: fc.constant(units),
      shown: offers.length > 0 ? fc.constantFrom(...offers) : fc.constant(undefined),
      fitting: fc.option(fc.subarray(units.flatMap(({ tenancies }) => tenancies.map(({ id }) => id)))),
    });
  });

  test('the lease of the price box stands first, in the first card; nothing is lost, and what is full stands behind what is free', () => {
    fc.assert(
      fc.property(anyAsked, ({ units, shown, fitting }) => {
        const answer = fitting ? { offer: shown, fits: (_unit: unknown, { id }: Tenancy) => fitting.includes(id) } : undefined;
        const cards = roomCards(units, house, { shown, answer });
        expect(cards.map(({ unit }) => unit.id).toSorted()).toEqual(units.map(({ id }) => id).toSorted());
        if (shown) expect([cards[0]?.leases[0]?.tenancy.id, cards[0]?.leases[0]?.isShown]).toEqual([shown.tenancy.id, true]);
        for (const { unit, leases, others, cheapest, misses } of cards) {
          expect(leases.length).toBeLessThanOrEqual(mostLeases);
          expect(leases.length + others.free + others.full).toBe(unit.tenancies.length);
          const free = unit.tenancies.filter((one) => isOffered(one, today));
          expect(cheapest && effectiveWeekly(cheapest).minor).toBe(
            free
              .map((one) => effectiveWeekly(one).minor)
              .reduce<bigint | undefined>((least, one) => (least === undefined || one < least ? one : least), undefined),
          );
          // A full lease is among the chips only where nothing of the room is free.
          if (free.length > 0) expect(leases.every(({ isFree }) => isFree)).toBe(true);
          expect(misses).toBe(fitting !== null && !free.some(({ id }) => fitting.includes(id)));
        }
        const isFull = cards.map(({ cheapest }) => cheapest === undefined);
        expect(isFull).toEqual(isFull.toSorted((a, b) => Number(a) - Number(b)));
      }),
    );
  });

  test('a home that is closed has no lease to choose', () => {
    fc.assert(
      fc.property(anyUnits, (units) => {
        const cards = roomCards(units, { status: 'closed', today }, { shown: undefined, answer: undefined });
        expect(cards.flatMap(({ leases, cheapest }) => [...leases.map(({ isFree }) => isFree), cheapest !== undefined])).not.toContain(true);
      }),
    );
  });
});

describe('refunds by case', () => {
  const anyRows = fc
    .record({ policy: fc.constantFrom(...policies.values()), start: fc.integer({ min: -60, max: 400 }), nights: fc.integer({ min: 30, max: 380 }) })
    .map(({ policy, start, nights }) => {
      const moveIn = addDays(today, start);
      const terms = {
        moveIn,
        moveOut: addDays(moveIn, nights),
        rent: money(22_500n, 'GBP'),
        unit: 'WEEK',
        promoRent: undefined,
        deposit: money(25_000n, 'GBP'),
        bookingFee: money(5_000n, 'GBP'),
      } as const;
      return cancellationRows(policy, terms, today);
    });

  test('every case is told once, visas first, and on each day the first step that still holds is the best of all rows', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 0, max: 800 }), (rows, days) => {
        const cases = refundCases(rows);
        expect(cases[0]?.event).toBe('visa-refused');
        expect(cases.map(({ event }) => event).toSorted()).toEqual(cancellationEvents.toSorted());
        const day = addDays(today, days);
        for (const { event, steps } of cases) {
          const totals = steps.map(({ total }) => total.minor);
          expect(totals).toEqual([...new Set(totals)].toSorted((a, b) => Number(b - a)));
          const holding = rows.filter((row) => row.event === event && row.until >= day);
          const best = holding.reduce<bigint | undefined>((most, { total }) => (most === undefined || total.minor > most ? total.minor : most), undefined);
          expect(steps.find(({ until }) => until >= day)?.total.minor).toBe(best);
        }
      }),
    );
  });
});

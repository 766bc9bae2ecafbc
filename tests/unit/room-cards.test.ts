/** The rooms of a home as cards, and its refunds by what happens. */
import { describe, expect, test } from 'vitest';
import { addDays, monthOf } from '#lib/dates/dates.ts';
import { noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { isOfIntake } from '#lib/features/finding/intake.rules.ts';
import { noQuestion } from '#lib/features/finding/reader-question.rules.ts';
import { readCancellationPolicies } from '#lib/features/house/cancellation.files.ts';
import { cancellationRows } from '#lib/features/house/cancellation.rules.ts';
import { cancellationEvents } from '#lib/features/house/cancellation.schema.ts';
import { effectiveWeekly, isOffered } from '#lib/features/house/house.rules.ts';
import type { Tenancy, UnitWithTenancies } from '#lib/features/house/house.schema.ts';
import { moveInMonths } from '#lib/features/house/move-in-months.rules.ts';
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
          const fits = free.filter(({ id }) => fitting?.includes(id));
          expect(cheapest && effectiveWeekly(cheapest).minor).toBe(
            (fits.length > 0 ? fits : free)
              .map((one) => effectiveWeekly(one).minor)
              .reduce<bigint | undefined>((least, one) => (least === undefined || one < least ? one : least), undefined),
          );
          // A full lease is among the chips only where nothing of the room is free.
          if (free.length > 0) expect(leases.every(({ isFree }) => isFree)).toBe(true);
          // One month at a time, unless what was asked for begins in another.
          const lead = shown && monthOf(shown.tenancy.moveIn);
          const ofLead = free.filter(({ moveIn }) => monthOf(moveIn) === lead);
          if (ofLead.length > 0 && (fits.length === 0 || ofLead.some((one) => fits.includes(one))))
            expect(leases.every(({ tenancy }) => monthOf(tenancy.moveIn) === lead)).toBe(true);
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

describe('months of move-in', () => {
  const everyMonth = (units: readonly UnitWithTenancies[]): readonly number[] =>
    [
      ...new Set(units.flatMap(({ tenancies }) => tenancies.filter((one) => isOffered(one, today) && one.moveIn > today).map(({ moveIn }) => monthOf(moveIn)))),
    ].toSorted((a, b) => a - b);
  const anyAsked = anyUnits.chain((units) => {
    const offers = units.flatMap(({ tenancies }) => tenancies.filter((one) => isOffered(one, today)));
    return fc.record({ units: fc.constant(units), shown: offers.length > 0 ? fc.constantFrom(...offers) : fc.constant(undefined), fits: fc.boolean() });
  });
  const question = { ...noQuestion, filter: { ...noFilter, bathroom: 'private', months: [202_901], availableNow: true }, currency: 'USD' } as const;

  test('are those of all leases that can be taken, once and in order; none where there is nothing to choose', () => {
    fc.assert(
      fc.property(anyAsked, ({ units, shown, fits }) => {
        const months = everyMonth(units);
        const found = moveInMonths(
          units,
          { ...house, question },
          shown,
          () => fits,
          () => undefined,
        );
        const isChoice = shown !== undefined && months.some((month) => shown.moveIn === today || month !== monthOf(shown.moveIn));
        expect(found.map(({ month }) => month)).toEqual(isChoice ? months : []);
        expect(found.filter(({ isShown }) => isShown).map(({ month }) => month)).toEqual(isChoice && shown.moveIn > today ? [monthOf(shown.moveIn)] : []);
      }),
    );
  });

  test('ask for their month and for all else that was asked; where nothing of it fits, for a lease that begins in it', () => {
    fc.assert(
      fc.property(anyAsked, ({ units, shown, fits }) => {
        for (const { month, question: asked } of moveInMonths(
          units,
          { ...house, question },
          shown,
          () => fits,
          () => undefined,
        )) {
          const { intake, ...rest } = asked;
          expect(rest).toEqual({ ...question, filter: { ...question.filter, months: [month], availableNow: false } });
          if (fits) expect(intake).toBeUndefined();
          // A lease longer than any band has no code.
          else if (intake) expect(units.some(({ tenancies }) => tenancies.some((one) => isOffered(one, today) && isOfIntake(intake, one)))).toBe(true);
        }
      }),
    );
  });

  test('a home that is closed has none', () => {
    fc.assert(
      fc.property(anyAsked, ({ units, shown }) => {
        expect(
          moveInMonths(
            units,
            { status: 'closed', today, question },
            shown,
            () => true,
            () => undefined,
          ),
        ).toEqual([]);
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

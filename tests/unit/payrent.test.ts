/** Rules of rent that is passed on: states, what it costs, accounts, days. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { addMonths, isDate, nightsBetween } from '#lib/dates/dates.ts';
import { backEntries, takenEntries } from '#lib/features/payments/payments.rules.ts';
import { nextRentState, rentActors, rentEdges, rentEvents, rentStates } from '#lib/features/payrent/payrent.process.rules.ts';
import type { RentState } from '#lib/features/payrent/payrent.process.rules.ts';
import { daysAfter, endOf, nextRemindOn, readAccount, readBankCode, takesVoucher, totalOf } from '#lib/features/payrent/payrent.rules.ts';
import { customerAccount, imbalanceOf } from '#lib/features/ledger/ledger.rules.ts';
import { money } from '#lib/money/money.ts';
import { feeOf } from '#lib/money/rent-fee.ts';
import { resolvePath } from '#lib/resolve.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';

describe('states', () => {
  test('[R3.71] only what the table names leads on, and only for whom it names; every state is reached', () => {
    for (const from of rentStates)
      for (const event of rentEvents)
        for (const by of rentActors)
          expect(nextRentState(from, event, by, true)).toBe(rentEdges.find((one) => one.from === from && one.event === event && one.by === by)?.to);
    const reached = new Set<RentState>(['draft', ...rentEdges.map(({ to }) => to)]);
    expect(rentStates.filter((state) => !reached.has(state))).toEqual([]);
    expect(new Set(rentEdges.map(({ from, event, by }) => `${from} ${event} ${by}`)).size).toBe(rentEdges.length);
  });

  test('whatever happens in whatever order, it is passed on only after it was paid, once more only after it came back, and never after it went back', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(...rentEvents), fc.constantFrom(...rentActors)), { maxLength: 40 });
    fc.assert(
      fc.property(steps, (all) => {
        let state: RentState = 'draft';
        let [isPaid, withLandlord] = [false, 0];
        for (const [event, by] of all) {
          const to = nextRentState(state, event, by, true);
          if (!to) continue;
          if (to === 'paid') isPaid = true;
          if (to === 'paid_out') {
            expect(isPaid).toBe(true);
            expect(['staff', 'payout']).toContain(by);
            withLandlord += 1;
          }
          if (state === 'paid_out') {
            // Nothing but the landlord's bank brings it back, and it is held again then.
            expect([event, by, to]).toEqual(['return', 'payout', 'paid']);
            withLandlord -= 1;
          }
          if (state === 'refunded') throw new Error('money that is gone cannot move again');
          state = to;
        }
        expect(withLandlord).toBe(state === 'paid_out' ? 1 : 0);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('what it costs', () => {
  const rents = fc.bigInt({ min: 100n, max: 100_000_000n }).map((minor) => money(minor, 'GBP'));

  test('[R7.113] a share is rounded once, is never less than nothing, and rent and fee are the whole', () => {
    fc.assert(
      fc.property(rents, fc.bigInt({ min: 0n, max: 9_999n }), (rent, basisPoints) => {
        const fee = feeOf(rent, { kind: 'share', basisPoints });
        const exact = rent.minor * basisPoints;
        expect(fee.minor).toBeGreaterThanOrEqual(0n);
        const off = fee.minor * 10_000n - exact;
        expect(off <= 5_000n && off >= -5_000n).toBe(true);
        expect(totalOf({ rent, fee }).minor - fee.minor).toBe(rent.minor);
      }),
    );
    const flat = { kind: 'flat', sums: new Map([['GBP', 500n]]) } as const;
    expect([feeOf(money(1n, 'GBP'), flat).minor, feeOf(money(1n, 'JPY'), flat).minor]).toEqual([500n, 0n]);
  });

  test('what is taken and what goes back balance, and the rent goes from the landlord’s own account', () => {
    fc.assert(
      fc.property(rents, fc.bigInt({ min: 0n, max: 9_999n }), fc.double({ min: 0, max: 1, noNaN: true }), (rent, basisPoints, part) => {
        const fee = feeOf(rent, { kind: 'share', basisPoints });
        const shares = [
          { payee: 'landlord', supplierId: undefined, rentId: 7, what: 'rent', amount: rent },
          { payee: 'operator', supplierId: undefined, what: 'fee', amount: fee },
        ] as const;
        const taken = takenEntries(customerAccount(1), shares);
        expect(imbalanceOf(taken)).toBeUndefined();
        expect(taken.find(({ account }) => account === 'landlord:7')?.amount.minor).toBe(-rent.minor);
        const whole = totalOf({ rent, fee }).minor;
        const back = money(BigInt(Math.floor(Number(whole) * part)), 'GBP');
        const gone = backEntries(shares, 0n, back);
        expect(gone.reduce((sum, { amount }) => sum + amount.minor, 0n)).toBe(back.minor);
      }),
    );
  });
});

describe('proofs of transfers', () => {
  const [card, transfer] = [
    { method: 'card', state: 'succeeded' },
    { method: 'bank-transfer', state: 'pending' },
  ] as const;

  test('whoever paid by card is not asked whether they have transferred it', () => {
    expect(takesVoucher('paid', [card])).toBe(false);
    expect(takesVoucher('paid', [card, { ...transfer, state: 'expired' }])).toBe(false);
    expect(takesVoucher('paid', [{ ...transfer, state: 'succeeded' }])).toBe(true);
  });

  test('a proof is asked for while a transfer is awaited, or was the last that was tried', () => {
    expect(takesVoucher('to_pay', [])).toBe(false);
    expect(takesVoucher('to_pay', [{ ...card, state: 'failed' }])).toBe(false);
    expect(takesVoucher('to_pay', [{ ...card, state: 'failed' }, transfer])).toBe(true);
    expect(takesVoucher('to_pay', [transfer])).toBe(true);
    expect(takesVoucher('expired', [{ ...transfer, state: 'expired' }])).toBe(true);
    for (const state of ['draft', 'paid_out', 'cancelled', 'refunded'] as const) expect(takesVoucher(state, [transfer])).toBe(false);
  });
});

describe('accounts and days', () => {
  test('an IBAN with any one sign changed is none, and other numbers are taken as they are', () => {
    const good = ['GB29NWBK60161331926819', 'DE89370400440532013000', 'FR1420041010050500013M02606', 'NL91ABNA0417164300'];
    for (const one of good) expect(readAccount(one.replaceAll(/(.{4})/g, '$1 '))).toBe(one);
    fc.assert(
      fc.property(fc.constantFrom(...good), fc.nat(), fc.integer({ min: 1, max: 9 }), (iban, at, by) => {
        const places = [...iban].flatMap((sign, index) => (index > 3 && /\d/.test(sign) ? [index] : []));
        const place = places[at % places.length] ?? 4;
        const changed = `${iban.slice(0, place)}${(Number(iban[place]) + by) % 10}${iban.slice(place + 1)}`;
        expect(readAccount(changed)).toBeUndefined();
      }),
    );
    expect(readAccount('12-345678')).toBe('12345678');
    for (const bad of ['', '123', 'ABCDEFGH', '12345678901234567890123456789012345', '1234;5678']) expect([bad, readAccount(bad)]).toEqual([bad, undefined]);
    expect([readBankCode('60-16-13'), readBankCode(''), readBankCode('x'), readBankCode('12 34 56 78 90 12')]).toEqual(['601613', '', undefined, undefined]);
    expect(endOf('GB29NWBK60161331926819')).toBe('6819');
  });

  test('what begins like an IBAN must be a whole one, as long as those of its country', () => {
    for (const bad of ['GB00 1234', 'GB29 NWBK 6016', 'GB29NWBK601613319268', 'DE8937040044053201', 'XX00123456789'])
      expect([bad, readAccount(bad)]).toEqual([bad, undefined]);
    // The rest by 97 is right, and a German one has 22 signs.
    const rest = (digits: string): bigint => 98n - (BigInt(`${digits}131400`) % 97n);
    const short = `DE${String(rest('3704004405320')).padStart(2, '0')}3704004405320`;
    expect(readAccount(short)).toBeUndefined();
    const [norway, malta] = ['NO9386011117947', 'MT84MALT011000012345MTLCAST001S'];
    expect([readAccount(norway), readAccount(malta)]).toEqual([norway, malta]);
  });

  test('the next reminder is within a month, after the day, and on the day of the month that was chosen', () => {
    const days = fc.date({ min: new Date('2026-01-01'), max: new Date('2035-12-31'), noInvalidDate: true }).map((at) => at.toISOString().slice(0, 10));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 28 }), days, (day, after) => {
        const next = nextRemindOn(day, after);
        expect(isDate(next)).toBe(true);
        expect(next > after).toBe(true);
        expect(nightsBetween(after, next)).toBeLessThanOrEqual(31);
        expect(Number(next.slice(8))).toBe(day);
      }),
    );
  });

  test('the days that follow begin where the last ones ended and are as long', () => {
    expect(daysAfter({ from: '2026-12-01', to: '2027-01-01' })).toEqual({ from: '2027-01-01', to: '2027-02-01' });
    expect(daysAfter({ from: '2026-12-01', to: '2026-12-15' })).toEqual({ from: '2026-12-15', to: '2026-12-29' });
    expect(daysAfter({ from: '2027-01-31', to: '2027-02-28' })).toEqual({ from: '2027-02-28', to: addMonths('2027-02-28', 1) });
  });
});

test.each([
  ['/payrent-basic-info', '/payrentBasicInfo'],
  ['/payrent-rental-info', '/payrentRentalInfo'],
  ['/payrent-order', '/payrentOrder'],
])('[R2.182] [R2.183] [R2.184] %s leads to the address of the register', (former, path) => {
  const geo = loadGeo();
  expect(resolvePath(geo, former)).toMatchObject({ kind: 'redirect', path });
  expect(resolvePath(geo, path)).toMatchObject({ kind: 'page' });
});

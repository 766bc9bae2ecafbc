/** Coupons: what they take off, whose it is, and where they hold. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { addDays } from '#lib/dates/dates.ts';
import { offOf, readCouponCode, refusedFor } from '#lib/features/coupons/coupons.rules.ts';
import type { Coupon } from '#lib/features/coupons/coupons.schema.ts';
import { sharesOf } from '#lib/features/orders/orders.rules.ts';
import { areShares, backEntries, sumOfShares, takenEntries } from '#lib/features/payments/payments.rules.ts';
import { quoteOf } from '#lib/features/quotes/quote.rules.ts';
import { dueToBook, ownFeesOf, paymentPlans } from '#lib/features/quotes/quote.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { money } from '#lib/money/money.ts';

const today = '2026-11-23';
const gbp = (minor: bigint) => money(minor, 'GBP');
const supplier = asId<Parameters<typeof sharesOf>[1]>(7);

/** A price with something taken off, by whoever gives it. */
const discounted = fc
  .record({
    nights: fc.integer({ min: 1, max: 500 }),
    rent: fc.bigInt({ min: 100n, max: 900_000n }),
    deposit: fc.bigInt({ min: 0n, max: 500_000n }),
    fee: fc.bigInt({ min: 0n, max: 50_000n }),
    off: fc.bigInt({ min: 1n, max: 9_000_000n }),
    payee: fc.constantFrom('operator' as const, 'supplier' as const),
    plan: fc.constantFrom(...paymentPlans),
  })
  .map(({ nights, rent, deposit, fee, off, payee, plan }) => {
    const moveIn = addDays(today, 30);
    const terms = {
      moveIn,
      moveOut: addDays(moveIn, nights),
      rent: gbp(rent),
      unit: 'WEEK' as const,
      promoRent: undefined,
      deposit: gbp(deposit),
      bookingFee: gbp(fee),
    };
    const place = { country: 'nowhere', state: undefined, kind: 'purpose-built' } as const;
    const guarantor = { name: 'G', country: 'nowhere', perMilleOfRent: 50, least: gbp(1_000n), isSample: true, source: 'https://example.org', since: today };
    return {
      quote: quoteOf({ terms, plan, today, place, law: [], guarantor, coupon: { amount: gbp(off), payee, code: 'WARMBED7' } }),
      full: quoteOf({ terms, plan, today, place, law: [], guarantor }),
    };
  });

describe('whose the money is where a coupon takes something off', () => {
  test('the shares are what is due; the supplier bears its own coupon, and gets the whole rent where the operator gives it', () => {
    fc.assert(
      fc.property(discounted, ({ quote, full }) => {
        const due = dueToBook(quote);
        const shares = sharesOf(quote, supplier);
        if (due.minor > 0n) expect(areShares(shares, due)).toBe(true);
        const line = quote.lines.find(({ kind }) => kind === 'coupon');
        const off = -(line?.amount.minor ?? 0n);
        const rentOf = (one: typeof shares) => one.filter(({ what }) => what === 'rent').reduce((sum, { amount }) => sum + amount.minor, 0n);
        const later = quote.dues.filter(({ on }) => on !== 'booking').reduce((sum, { amount }) => sum + amount.minor, 0n);
        const laterFull = full.dues.filter(({ on }) => on !== 'booking').reduce((sum, { amount }) => sum + amount.minor, 0n);
        const whole = rentOf(sharesOf(full, supplier)) + laterFull;
        expect(rentOf(shares) + later).toBe(line?.payee === 'operator' ? whole : whole - off);
      }),
    );
  });
});

test('of a provider who collects nothing is shared out but our own fees, and a coupon of ours does not hold for their homes', () => {
  fc.assert(
    fc.property(discounted, ({ full }) => {
      const shares = sharesOf({ ...full, collects: 'supplier' }, supplier);
      expect(shares.every(({ payee, what, amount }) => payee === 'operator' && what === 'fee' && amount.minor > 0n)).toBe(true);
      const own = ownFeesOf(full);
      expect(sumOfShares(shares)).toBe(own.minor);
      if (own.minor > 0n) {
        expect(areShares(shares, own)).toBe(true);
        const accounts = [...takenEntries('customer:1', shares), ...backEntries(shares, 0n, own)].map(({ account }) => account);
        expect(accounts.filter((account) => account.startsWith('supplier:') || account.startsWith('deposit:'))).toEqual([]);
      }
    }),
  );
});

describe('what a coupon takes off', () => {
  const anyCoupon = fc.record({
    percent: fc.option(fc.integer({ min: 1, max: 90 }), { nil: undefined }),
    mostOff: fc.bigInt({ min: 1n, max: 10n ** 9n }).map(gbp),
  });

  test('[R3.72] is never more than nine tenths of the rent, its limit or its share rounded half up, and never less than nothing', () => {
    fc.assert(
      fc.property(anyCoupon, fc.bigInt({ min: 0n, max: 10n ** 9n }), (coupon, rent) => {
        const off = offOf(coupon, gbp(rent)).minor;
        expect(off >= 0n && off <= coupon.mostOff.minor && off * 10n <= rent * 9n).toBe(true);
        const share = coupon.percent === undefined ? coupon.mostOff.minor : (rent * BigInt(coupon.percent) + 50n) / 100n;
        const bounds = [share, coupon.mostOff.minor, (rent * 9n) / 10n].toSorted((a, b) => Number(a - b));
        expect(off).toBe(bounds[0]);
      }),
    );
    expect(offOf({ percent: 15, mostOff: gbp(1_000n) }, gbp(1_010n)).minor).toBe(152n);
  });

  test('[R3.72] holds where every list that is not empty names the place, on its days alone', () => {
    const place = { country: 'uk', city: 'london', houseId: asId<HouseId>(3), supplierId: 7 };
    const coupon: Coupon = {
      id: asId<Coupon['id']>(1),
      code: 'WARMBED10',
      percent: undefined,
      mostOff: gbp(5_000n),
      leastTotal: gbp(100n),
      payer: 'operator',
      holds: { countries: [], cities: [], houses: [], suppliers: [] },
      startsOn: '2026-11-01',
      endsOn: '2026-11-30',
      most: 2,
      mostEach: 1,
      firstOnly: false,
      taken: 0,
      endedAt: undefined,
    };
    const quote = { contractTotal: gbp(100n) };
    const said = (more: Partial<Coupon>, on = today) => refusedFor({ ...coupon, ...more }, place, quote, on);
    const ofTheirs = (payer: Coupon['payer']) => refusedFor({ ...coupon, payer }, place, { ...quote, collects: 'supplier' }, today);
    expect([ofTheirs('operator'), ofTheirs('supplier')]).toEqual(['coupon-place', undefined]);
    const bound = (holds: Partial<Coupon['holds']>) => said({ holds: { ...coupon.holds, ...holds } });
    expect([said({}), said({}, '2026-11-01'), said({}, '2026-11-30')]).toEqual([undefined, undefined, undefined]);
    expect([said({}, '2026-10-31'), said({}, '2026-12-01'), said({ endedAt: new Date(0) })]).toEqual(['coupon-early', 'coupon-over', 'coupon-over']);
    expect([bound({ countries: ['uk'], cities: ['uk/london', 'au/perth'], houses: [3], suppliers: [7] }), bound({ cities: ['au/london'] })]).toEqual([
      undefined,
      'coupon-place',
    ]);
    expect([bound({ houses: [4] }), bound({ suppliers: [8] }), bound({ countries: ['au'] })]).toEqual(['coupon-place', 'coupon-place', 'coupon-place']);
    expect([said({ taken: 2 }), said({ leastTotal: gbp(101n) }), said({ mostOff: money(1n, 'USD') })]).toEqual([
      'coupon-used-up',
      'coupon-least',
      'coupon-currency',
    ]);
  });

  test('[R7.161] a code is one however it is typed', () => {
    const sign = fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ');
    fc.assert(
      fc.property(fc.array(sign, { minLength: 6, maxLength: 16 }), fc.array(fc.nat(3), { minLength: 16, maxLength: 16 }), (signs, ways) => {
        const typed = signs.map((one, at) => {
          const looks = one === '0' ? ['0', 'o', 'O', '0 '] : one === '1' ? ['1', 'l', 'I', 'i'] : [one, one.toLowerCase(), ` ${one}`, `${one}-`];
          return looks[ways[at] ?? 0] ?? one;
        });
        expect(readCouponCode(typed.join(''))).toBe(signs.join(''));
      }),
    );
    for (const wrong of ['', 'ABCDE', 'A'.repeat(17), 'ABCDEU', 'ABC_DEF', '<script>']) expect(readCouponCode(wrong)).toBeUndefined();
  });
});

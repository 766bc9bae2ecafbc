/** Coupons: what they take off, whose it is, and where they hold. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#lib/dates/dates.ts';
import { sharesOf } from '#lib/features/orders/orders.rules.ts';
import { areShares } from '#lib/features/payments/payments.rules.ts';
import { quoteOf } from '#lib/features/quotes/quote.rules.ts';
import { dueToBook, paymentPlans } from '#lib/features/quotes/quote.schema.ts';
import { asId } from '#lib/ids/ids.ts';
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

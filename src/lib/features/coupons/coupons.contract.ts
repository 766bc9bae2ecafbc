/** Calls of coupons and promos (R7.161). */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { couponActs, changeCouponForm, keepCouponForm, makeCouponForm, useCouponForm } from './coupons.schema.ts';

const amount = z.object({ amount: z.string(), abbr: z.string() });
const mine = { access: 'login', fulfils: ['R7.161', 'R3.72'] } as const;

export const promosContract = contract({
  name: 'promos',
  summary: 'What a home promises to all who book it now: vouchers, money back, and rents that are lower for a while.',
  method: 'GET',
  path: '/_appApi/promos',
  input: z.object({ house_id: z.string().check(z.regex(/^[1-9]\d{0,9}$/)) }),
  output: z.object({
    promos: z.array(z.object({ kind: z.string(), price: amount, starts_on: z.string(), ends_on: z.string() })),
    rents: z.array(z.object({ unit_id: z.int(), tenancy_id: z.int(), rent: amount, promo_rent: amount, unit: z.string().check(z.describe('Of time')) })),
  }),
  access: 'public',
  errors: ['not-found'],
  fulfils: ['R7.161'],
});

export const couponsContract = contract({
  ...mine,
  name: 'coupons',
  summary: 'Coupons that who is signed in keeps for later, and those they have used.',
  method: 'GET',
  path: '/_appApi/coupons',
  input: z.object({}),
  output: z.object({
    kept: z.array(
      z.object({
        coupon: z.string(),
        percent: z.nullable(z.int()),
        most_off: amount,
        least_total: amount,
        starts_on: z.string(),
        ends_on: z.string().check(z.describe('Last day in UTC')),
        is_over: z.boolean(),
      }),
    ),
    used: z.array(z.object({ coupon: z.string(), order: z.string(), off: amount, taken_at: z.string(), is_back: z.boolean() })),
  }),
});

export const keepCouponContract = contract({
  ...mine,
  name: 'coupon-keep',
  summary: 'Keeps the coupon of a code for an application to come.',
  method: 'POST',
  path: '/_appApi/coupons/keep',
  input: inputOf(keepCouponForm),
  output: z.object({ coupon: z.string() }),
});

export const useCouponContract = contract({
  ...mine,
  name: 'coupon-use',
  summary: 'Takes the coupon of a code off the price of an application that was not sent yet; without one, takes none off.',
  method: 'POST',
  path: '/_appApi/rentalApply/coupon',
  input: inputOf(useCouponForm),
  output: z.object({ code: z.string().check(z.describe('Names the application')), off: z.nullable(amount) }),
  errors: ['not-found', 'not-now', 'sold-out'],
});

const ofStaff = { method: 'POST', access: 'staff-money', fulfils: ['R7.161', 'R3.72'] } as const;

export const makeCouponContract = contract({
  ...ofStaff,
  name: 'coupon-make',
  proof: 'fresh',
  summary: 'Makes a coupon; without a code it gets one.',
  path: '/_appApi/staff/coupons/make',
  input: inputOf(makeCouponForm),
  output: z.object({ coupon_id: z.int(), coupon: z.string() }),
});

export const changeCouponContract = contract({
  ...ofStaff,
  name: 'coupon-change',
  proof: 'fresh',
  summary: 'Ends a coupon, or gives one back to who used it for an order that is over.',
  path: '/_appApi/staff/coupons/change',
  input: inputOf(changeCouponForm),
  output: z.object({ coupon_id: z.int(), act: z.enum(couponActs) }),
  errors: ['not-found'],
});

/** Coupons: codes that take something off the rent of one application. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';
import type { CouponId, HouseId, OrderId, UserId } from '#lib/ids/ids.ts';
import { readersCurrencies } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import { orderCodePattern } from '#lib/features/orders/orders.schema.ts';
import type { OrderState } from '#lib/features/orders/order.process.rules.ts';

/** Letters and digits of which none is taken for another: no I, L, O or U. */
export const couponCodePattern = /^[0-9A-HJKMNP-TV-Z]{6,16}$/;
/** Wrong codes that one person may type in a day (UTC). */
export const mostGuesses = 10;
/** Coupons that one person may keep for later. */
export const mostKept = 30;
/** About so many pounds a coupon takes off at most, and may ask a contract to cost at least. */
export const [mostCouponPounds, mostTotalPounds] = [20_000n, 1_000_000n] as const;
/** Days for which a coupon can be used. */
export const mostCouponDays = 5 * 366;
/** Names in each list of where a coupon holds. */
export const mostPlaces = 50;

/** Where a coupon holds; an empty list bounds nothing. Cities as `country/city`. */
export type CouponHolds = {
  readonly countries: readonly string[];
  readonly cities: readonly string[];
  readonly houses: readonly number[];
  readonly suppliers: readonly number[];
};

export type Coupon = {
  readonly id: CouponId;
  readonly code: string;
  /** The share it takes off; undefined where it is a fixed amount. */
  readonly percent: number | undefined;
  /** What it takes off, or no more than that where it is a share. */
  readonly mostOff: Money;
  /** The contract total from which on it holds; nothing: any. */
  readonly leastTotal: Money;
  /** Who bears it. */
  readonly payer: 'operator' | 'supplier';
  readonly holds: CouponHolds;
  /** First and last day (UTC) on which it can be used. */
  readonly startsOn: string;
  readonly endsOn: string;
  /** How many there are, and how many of them one person may use. */
  readonly most: number;
  readonly mostEach: number;
  /** For those alone who have not booked here before. */
  readonly firstOnly: boolean;
  readonly taken: number;
  readonly endedAt: Date | undefined;
};

/** What an application is for, as far as a coupon asks. */
export type CouponPlace = { readonly country: string; readonly city: string; readonly houseId: HouseId; readonly supplierId: number };

/** What a coupon takes off of a quote. */
export type CouponOff = { readonly amount: Money; readonly payee: 'operator' | 'supplier'; readonly code: string };

/** Why a coupon takes nothing off. `guessed`: too many wrong codes were typed. */
export const couponRefusals = [
  'coupon-unknown',
  'coupon-early',
  'coupon-over',
  'coupon-used-up',
  'coupon-yours',
  'coupon-place',
  'coupon-currency',
  'coupon-least',
  'coupon-first',
  'coupon-guessed',
] as const;
export type CouponRefusal = (typeof couponRefusals)[number];
/** Whether it is the coupon for which something was refused. */
export const isCouponRefusal = (reason: string): reason is CouponRefusal => couponRefusals.some((one) => one === reason);

export type CouponUse = {
  readonly orderId: OrderId;
  readonly order: string;
  readonly state: OrderState;
  readonly userId: UserId | undefined;
  readonly off: Money;
  readonly takenAt: Date;
  /** Since when the coupon can be used again. */
  readonly backAt: Date | undefined;
};

const typed = { kind: 'text', name: 'coupon', label: 'coupons.code', hint: 'coupons.code_hint', maxLength: 40, autocomplete: 'off' } as const;
const refusals = [
  'coupons.no_unknown',
  'coupons.no_early',
  'coupons.no_over',
  'coupons.no_used_up',
  'coupons.no_yours',
  'coupons.no_place',
  'coupons.no_currency',
  'coupons.no_least',
  'coupons.no_first',
] as const;

/** The field of forms in which a code may stand. */
export const couponField = typed;
/** What is said of a code that takes nothing off. */
export const couponAnswers = refusals;

/** R7.161: a code that somebody keeps for an application to come. */
export const keepCouponForm = formDefinition({
  id: 'coupon-keep',
  fields: [{ ...typed, required: true }],
  submit: 'coupons.keep',
  answers: [...refusals, 'coupons.no_room'],
});

/** A coupon for an application that was not sent yet; none where the field stays empty. */
export const useCouponForm = formDefinition({
  id: 'coupon-use',
  fields: [{ kind: 'hidden', name: 'code', label: 'orders.code', required: true, maxLength: 9, rules: [{ kind: 'reg', pattern: orderCodePattern }] }, typed],
  submit: 'coupons.use',
  answers: [...refusals, 'orders.not_now'],
});

const list = (name: string, label: 'coupons.countries' | 'coupons.cities' | 'coupons.houses' | 'coupons.suppliers') =>
  ({ kind: 'text', name, label, maxLength: 1_000 }) as const;

export const makeCouponForm = formDefinition({
  id: 'coupon-make',
  fields: [
    { kind: 'text', name: 'coupon', label: 'coupons.code', hint: 'coupons.make_code_hint', maxLength: 16, autocomplete: 'off' },
    {
      kind: 'radio',
      name: 'kind',
      label: 'coupons.kind',
      required: true,
      choices: [
        { value: 'fixed', label: 'coupons.kind_fixed' },
        { value: 'percent', label: 'coupons.kind_percent' },
      ],
    },
    { kind: 'number', name: 'percent', label: 'coupons.percent', hint: 'coupons.percent_hint', maxLength: 2 },
    { kind: 'text', name: 'amount', label: 'coupons.most_off', hint: 'coupons.most_off_hint', required: true, maxLength: 16, inputmode: 'text' },
    {
      kind: 'select',
      name: 'currency',
      label: 'coupons.currency',
      required: true,
      choices: readersCurrencies.map((value) => ({ value, label: { given: value } })),
    },
    { kind: 'text', name: 'least', label: 'coupons.least', hint: 'coupons.least_hint', maxLength: 16 },
    {
      kind: 'radio',
      name: 'payer',
      label: 'coupons.payer',
      required: true,
      choices: [
        { value: 'operator', label: 'coupons.payer_operator' },
        { value: 'supplier', label: 'coupons.payer_supplier' },
      ],
    },
    { ...list('countries', 'coupons.countries'), name: 'countries', hint: 'coupons.countries_hint' },
    { ...list('cities', 'coupons.cities'), name: 'cities', hint: 'coupons.cities_hint' },
    { ...list('houses', 'coupons.houses'), name: 'houses', hint: 'coupons.numbers_hint' },
    { ...list('suppliers', 'coupons.suppliers'), name: 'suppliers', hint: 'coupons.numbers_hint' },
    { kind: 'date', name: 'starts_on', label: 'coupons.starts_on', required: true },
    { kind: 'date', name: 'ends_on', label: 'coupons.ends_on', hint: 'coupons.ends_hint', required: true },
    { kind: 'number', name: 'most', label: 'coupons.most', required: true, maxLength: 7 },
    { kind: 'number', name: 'most_each', label: 'coupons.most_each', required: true, maxLength: 2 },
    { kind: 'checkbox', name: 'first_only', label: 'coupons.first_only' },
  ],
  submit: 'coupons.make',
  answers: [
    'coupons.code_wrong',
    'coupons.code_taken',
    'coupons.percent_wrong',
    'coupons.amount_wrong',
    'payments.amount_unclear',
    'coupons.days_wrong',
    'coupons.number_wrong',
    'coupons.place_wrong',
    'coupons.supplier_needed',
  ],
});

export const couponActs = ['end', 'give-back'] as const;

export const changeCouponForm = formDefinition({
  id: 'coupon-change',
  fields: [
    { kind: 'hidden', name: 'coupon_id', label: 'coupons.coupon', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] },
    {
      kind: 'radio',
      name: 'act',
      label: 'staff.action',
      required: true,
      choices: [
        { value: 'end', label: 'coupons.act_end' },
        { value: 'give-back', label: 'coupons.act_give_back' },
      ],
    },
    {
      kind: 'text',
      name: 'order',
      label: 'coupons.order',
      hint: 'coupons.order_hint',
      maxLength: 9,
      required: { field: 'act', is: 'give-back' },
      when: { field: 'act', is: 'give-back' },
      rules: [{ kind: 'reg', pattern: orderCodePattern }],
    },
  ],
  submit: 'staff.do_it',
  ends: { when: { field: 'act', is: ['end', 'give-back'] }, asks: 'step' },
  answers: ['coupons.no_such_use', 'staff.not_now'],
});

/** Decisions about coupons, and the pages of their forms. Pure, browser-safe. */
import { isDate, nightsBetween } from '#lib/dates/dates.ts';
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import type { Quote } from '#lib/features/quotes/quote.schema.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { scale } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import { isMeant, readAmount } from '#lib/money/typed-amounts.ts';
import { changeCouponContract, keepCouponContract, makeCouponContract, useCouponContract } from './coupons.contract.ts';
import {
  changeCouponForm,
  couponCodePattern,
  keepCouponForm,
  makeCouponForm,
  mostCouponDays,
  mostCouponPounds,
  mostPlaces,
  mostTotalPounds,
  useCouponForm,
} from './coupons.schema.ts';
import type { Coupon, CouponHolds, CouponPlace, CouponRefusal } from './coupons.schema.ts';

/**
 * A code as it is kept, however it was typed: signs that look like another are read as the one that codes have.
 * @example readCouponCode('warm-bed lo') // 'WARMBED10'
 * @example readCouponCode('short') // undefined
 */
export function readCouponCode(text: string): string | undefined {
  const code = text.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase().replaceAll(/[IL]/g, '1').replaceAll('O', '0');
  return couponCodePattern.test(code) ? code : undefined;
}

/** The rent that a quote asks for, less what is promised to all. */
export function rentOf({ lines, contractTotal }: Pick<Quote, 'lines' | 'contractTotal'>): Money {
  const minor = lines.filter(({ kind }) => kind === 'rent' || kind === 'promo').reduce((sum, { amount }) => sum + amount.minor, 0n);
  return { minor, currency: contractTotal.currency };
}

/**
 * What a coupon takes off a rent: its amount, or its share of the rent rounded half up and no more than its limit; and never more than nine
 * tenths of the rent, so that there is something to be paid.
 */
export function offOf({ percent, mostOff }: Pick<Coupon, 'percent' | 'mostOff'>, rent: Money): Money {
  const wanted = percent === undefined ? mostOff : scale(rent, BigInt(percent), 100n);
  const least = [wanted.minor, mostOff.minor, (rent.minor * 9n) / 10n].reduce((one, other) => (other < one ? other : one));
  return { minor: least > 0n ? least : 0n, currency: rent.currency };
}

const bounds = <T>(list: readonly T[], value: T): boolean => list.length > 0 && !list.includes(value);

/** Why a coupon does not hold for an application, whoever asks; undefined where it does. @param today the day in UTC */
export function refusedFor(coupon: Coupon, place: CouponPlace, quote: Pick<Quote, 'contractTotal' | 'collects'>, today: string): CouponRefusal | undefined {
  const { holds, startsOn, leastTotal, mostOff } = coupon;
  if (isOver(coupon, today)) return 'coupon-over';
  if (today < startsOn) return 'coupon-early';
  if (coupon.taken >= coupon.most) return 'coupon-used-up';
  const isElsewhere =
    bounds(holds.countries, place.country) ||
    bounds(holds.cities, `${place.country}/${place.city}`) ||
    bounds(holds.houses, place.houseId) ||
    bounds(holds.suppliers, place.supplierId);
  // Where the supplier collects, what the operator gives would never pass through anybody's hands.
  if (isElsewhere || (coupon.payer === 'operator' && quote.collects === 'supplier')) return 'coupon-place';
  if (quote.contractTotal.currency !== mostOff.currency) return 'coupon-currency';
  return quote.contractTotal.minor < leastTotal.minor ? 'coupon-least' : undefined;
}

export const isOver = ({ endedAt, endsOn }: Pick<Coupon, 'endedAt' | 'endsOn'>, today: string): boolean => endedAt !== undefined || today > endsOn;

/** Words of a list as staff write it, each once. @example readWords('uk, au uk') // ['uk', 'au'] */
export const readWords = (text: string): readonly string[] => [...new Set(text.split(/[\s,;，、]+/).filter((word) => word !== ''))];

export type NewCoupon = Omit<Coupon, 'id' | 'taken' | 'endedAt' | 'code'> & { readonly code: string | undefined };
type Fault = { readonly field: string; readonly message: MessageKey };

const within = (text: string, least: number, most: number): number | undefined => {
  const value = Number(text);
  return /^\d{1,7}$/.test(text) && value >= least && value <= most ? value : undefined;
};

const numbersOf = (text: string): readonly number[] | undefined => {
  const words = readWords(text);
  return words.length <= mostPlaces && words.every((word) => /^[1-9]\d{0,8}$/.test(word)) ? words.map(Number) : undefined;
};
const slugsOf = (text: string, pattern: RegExp): readonly string[] | undefined => {
  const words = readWords(text).map((word) => word.toLowerCase());
  return words.length <= mostPlaces && words.every((word) => pattern.test(word)) ? words : undefined;
};

/** A coupon as staff wrote it, or what is wrong with it. Amounts with some noughts too many and years of days were not meant. */
export function readCoupon(given: Readonly<Record<string, string>>, currency: CurrencyCode): NewCoupon | Fault {
  const { coupon = '', kind, percent = '', amount = '', least = '', payer, starts_on: startsOn = '', ends_on: endsOn = '' } = given;
  const code = coupon === '' ? undefined : coupon.toUpperCase();
  // Who makes one writes it as it is: what is read as another sign would surprise whoever prints it.
  if (code !== undefined && !couponCodePattern.test(code)) return { field: 'coupon', message: 'coupons.code_wrong' };
  const share = kind === 'percent' ? within(percent, 1, 90) : undefined;
  if (kind === 'percent' && share === undefined) return { field: 'percent', message: 'coupons.percent_wrong' };
  const mostOff = readAmount(amount, currency);
  if (!mostOff || mostOff.minor === 0n || !isMeant(mostOff, mostCouponPounds)) return { field: 'amount', message: 'coupons.amount_wrong' };
  const leastTotal = readAmount(least === '' ? '0' : least, currency);
  if (!leastTotal || !isMeant(leastTotal, mostTotalPounds)) return { field: 'least', message: 'coupons.amount_wrong' };
  const areDays = isDate(startsOn) && isDate(endsOn) && endsOn >= startsOn && nightsBetween(startsOn, endsOn) <= mostCouponDays;
  if (!areDays) return { field: 'ends_on', message: 'coupons.days_wrong' };
  const [most, mostEach] = [within(given['most'] ?? '', 1, 1_000_000), within(given['most_each'] ?? '', 1, 20)];
  if (most === undefined) return { field: 'most', message: 'coupons.number_wrong' };
  if (mostEach === undefined) return { field: 'most_each', message: 'coupons.number_wrong' };
  const countries = slugsOf(given['countries'] ?? '', /^[a-z-]{2,40}$/);
  if (!countries) return { field: 'countries', message: 'coupons.place_wrong' };
  const cities = slugsOf(given['cities'] ?? '', /^[a-z-]{2,40}\/[a-z0-9-]{1,60}$/);
  if (!cities) return { field: 'cities', message: 'coupons.place_wrong' };
  const houses = numbersOf(given['houses'] ?? '');
  if (!houses) return { field: 'houses', message: 'coupons.place_wrong' };
  const suppliers = numbersOf(given['suppliers'] ?? '');
  if (!suppliers) return { field: 'suppliers', message: 'coupons.place_wrong' };
  // Nobody's share is made smaller who was not named.
  if (payer === 'supplier' && suppliers.length === 0) return { field: 'suppliers', message: 'coupons.supplier_needed' };
  const holds: CouponHolds = { countries, cities, houses, suppliers };
  return {
    code,
    percent: share,
    mostOff,
    leastTotal,
    payer: payer === 'supplier' ? 'supplier' : 'operator',
    holds,
    startsOn,
    endsOn,
    most,
    mostEach,
    firstOnly: given['first_only'] === 'yes',
  };
}

export const couponPages = {
  'coupon-keep': formPage({
    definition: keepCouponForm,
    contract: keepCouponContract,
    done: (_, { paths }) => `${paths.to('profile_coupons')}?done=kept`,
  }),
  'coupon-use': formPage({
    definition: useCouponForm,
    contract: useCouponContract,
    valuesOf: ({ code = '' }) => ({ code }),
    done: ({ code }, { paths }) => paths.to('apply_review_info', { code }),
  }),
  'coupon-make': formPage({
    definition: makeCouponForm,
    contract: makeCouponContract,
    done: ({ coupon_id }, { paths }) => `${paths.to('staff_coupon', { coupon: String(coupon_id) })}?done=made`,
  }),
  'coupon-change': formPage({
    definition: changeCouponForm,
    contract: changeCouponContract,
    valuesOf: ({ coupon = '' }) => ({ coupon_id: coupon }),
    done: ({ coupon_id, act }, { paths }) => `${paths.to('staff_coupon', { coupon: String(coupon_id) })}?done=${act}`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;

/** Decisions about rent that is passed on. Pure, browser-safe. */
import { addDays, addMonths, isDate, nightsBetween } from '#lib/dates/dates.ts';
import type { Money } from '#lib/money/money.ts';
import { isTransfer } from '#lib/money/payment-methods.ts';
import type { PaymentMethod } from '#lib/money/payment-methods.ts';
import type { PaymentState } from '#lib/features/payments/payment-states.schema.ts';
import type { RentState } from './payrent.process.rules.ts';
import { mostRentNights, rentBounds } from './payrent.schema.ts';
import type { Rent, RentStep, RentTerms } from './payrent.schema.ts';

/** A percentage as readers write it. @example shareWords(150n, 'en-GB') // '1.5%' */
export const shareWords = (basisPoints: bigint, intl: string): string =>
  new Intl.NumberFormat(intl, { style: 'percent', maximumFractionDigits: 2 }).format(Number(basisPoints) / 10_000);

export const totalOf = ({ rent, fee }: Pick<RentTerms, 'rent' | 'fee'>): Money => ({ minor: rent.minor + fee.minor, currency: rent.currency });

export const isAmountTaken = ({ minor }: Money): boolean => minor >= rentBounds.least && minor <= rentBounds.most;

/**
 * Days that rent can be for: at least a night, not many more than a year, and none of a year that somebody mistyped.
 * @example areDaysTaken('2026-12-01', '2027-01-01', '2026-11-29') // true
 * @example areDaysTaken('2062-12-01', '2063-01-01', '2026-11-29') // false
 */
export const areDaysTaken = (from: string, to: string, today: string): boolean =>
  isDate(from) &&
  isDate(to) &&
  nightsBetween(from, to) > 0 &&
  nightsBetween(from, to) <= mostRentNights &&
  nightsBetween(from, today) <= mostRentNights &&
  nightsBetween(today, to) <= 2 * mostRentNights;

/** The first step that something is missing of. */
export function nextStepOf({ terms, address, tenant, lease, landlord }: Pick<Rent, 'terms' | 'address' | 'tenant' | 'lease' | 'landlord'>): RentStep {
  if (!terms || address === '') return 'terms';
  if (tenant === '' || lease === undefined) return 'tenant';
  return landlord === '' ? 'landlord' : 'review';
}

/** The rest of a number divided by 97, taken digit by digit: it may have more digits than a number holds. */
const restOf97 = (digits: string): number => [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);

/** Signs of an IBAN, by country: the registry of SWIFT. Of a country that is not here, the bounds of the standard hold. */
const ibanLengths: Readonly<Record<number, string>> = {
  15: 'NO',
  16: 'BE',
  18: 'DK FI FK FO GL NL SD',
  19: 'MK SI',
  20: 'AT BA EE KZ LT LU MN XK',
  21: 'CH HR LI LV',
  22: 'BG BH CR DE GB GE IE ME RS VA',
  23: 'AE GI IL IQ OM SO TL',
  24: 'AD CZ ES MD PK RO SA SE SK TN VG',
  25: 'LY PT ST',
  26: 'IS TR',
  27: 'BI DJ FR GR IT MC MR SM',
  28: 'AL AZ BY CY DO GT HN HU LB NI PL SV',
  29: 'BR EG PS QA UA',
  30: 'JO KW MU YE',
  31: 'MT SC',
  32: 'LC',
  33: 'RU',
};
const lengthOf = new Map(Object.entries(ibanLengths).flatMap(([length, countries]) => countries.split(' ').map((one) => [one, Number(length)] as const)));

const isIban = (account: string): boolean => {
  const due = lengthOf.get(account.slice(0, 2));
  if (due === undefined ? account.length < 15 : account.length !== due) return false;
  const turned = `${account.slice(4)}${account.slice(0, 4)}`;
  return restOf97([...turned].map((sign) => String(Number.parseInt(sign, 36))).join('')) === 1;
};

/**
 * An account as banks write it, without blanks; undefined where it is none. What begins like an IBAN must be one, a whole one:
 * half of one that was pasted is no other kind of number.
 * @example readAccount('GB29 NWBK 6016 1331 9268 19') // 'GB29NWBK60161331926819'
 * @example readAccount('GB29 NWBK 6016 1331 9268 18') // undefined
 * @example readAccount('GB00 1234') // undefined
 */
export function readAccount(text: string): string | undefined {
  const account = text.replaceAll(/[\s-]+/g, '').toUpperCase();
  if (!/^[A-Z\d]{4,34}$/.test(account) || !/\d{4}/.test(account)) return undefined;
  return /^[A-Z]{2}\d{2}/.test(account) && !isIban(account) ? undefined : account;
}

/** A sort code, routing number, BSB or BIC; empty for none. @example readBankCode('60-16-13') // '601613' */
export function readBankCode(text: string): string | undefined {
  const code = text.replaceAll(/[\s-]+/g, '').toUpperCase();
  return code === '' || /^[A-Z\d]{3,11}$/.test(code) ? code : undefined;
}

/** @example endOf('GB29NWBK60161331926819') // '6819' */
export const endOf = (account: string): string => account.slice(-4);

/** The next day of a month that has the number, after a day. @example nextRemindOn(5, '2026-11-05') // '2026-12-05' */
export function nextRemindOn(day: number, after: string): string {
  const here = `${after.slice(0, 8)}${String(day).padStart(2, '0')}`;
  return here > after ? here : addMonths(here, 1);
}

/** The days that follow, as many months or nights as those before. */
export function daysAfter({ from, to }: Pick<RentTerms, 'from' | 'to'>): { readonly from: string; readonly to: string } {
  for (let months = 1; months <= 12; months++) if (addMonths(from, months) === to) return { from: to, to: addMonths(to, months) };
  return { from: to, to: addDays(to, nightsBetween(from, to)) };
}

/** What can be taken out of the list for good: nothing is owed or held for it. */
export const isDeletable = (state: RentState): boolean => state === 'draft' || state === 'cancelled' || state === 'expired' || state === 'refunded';

/** What the tenant can still call off. */
export const isCancellable = (state: RentState): boolean => state === 'to_pay' || state === 'paid';

/** An attempt to pay rent, as far as it says whether a transfer was made. */
type Attempt = { readonly method: PaymentMethod; readonly state: PaymentState };

/**
 * While it is still of use to see that a transfer was made, and one may have been: the last attempt is one, or one is still awaited.
 * @param attempts the newest first
 */
export function takesVoucher(state: RentState, attempts: readonly Attempt[]): boolean {
  const isOf = ({ method }: Attempt): boolean => isTransfer(method);
  switch (state) {
    case 'to_pay':
    case 'expired':
      return attempts.slice(0, 1).some(isOf) || attempts.some((one) => isOf(one) && (one.state === 'created' || one.state === 'pending'));
    case 'paid':
      return attempts.filter((one) => one.state === 'succeeded').some(isOf);
    default:
      return false;
  }
}

/** The landlord has it, which is what the receipt says. */
export const hasReceipt = (state: RentState): boolean => state === 'paid_out';

/** What calls about orders answer alike: refusals, prices, and an order as lists tell it. Pure, browser-safe. */
import { refusalLabels } from '#lib/features/coupons/coupons.words.ts';
import { isCouponRefusal } from '#lib/features/coupons/coupons.schema.ts';
import type { CouponRefusal } from '#lib/features/coupons/coupons.schema.ts';
import type { commentOf } from '#lib/features/reviews/reviews.rules.ts';
import { waysPast } from '#lib/features/stock/sold-out.rules.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import type { HouseId, TenancyId } from '#lib/ids/ids.ts';
import { toDecimal } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { Paths } from '#lib/paths.ts';
import type { NoLease } from './lease-faults.rules.ts';
import { wholeOf } from './orders.rules.ts';
import type { Order, SignedContract } from './orders.schema.ts';

type Lease = { readonly houseId: HouseId; readonly tenancyId: TenancyId };

export const notFound = { ok: false, error: 'not-found' } as const;
export const notNow = { ok: false, error: 'not-now' } as const;

/** Why a proof was not taken. */
export const proofRefused = {
  unknown: notFound,
  'not-now': notNow,
  'no-file': fault('file', 'files.gone'),
  'offer-changed': fault('file', 'orders.offer_changed'),
};

/** Why an order was not left, or a fee of it not given back: another sum comes back than was agreed to. */
export const leaveRefused = { unknown: notFound, 'not-now': notNow, changed: fault('back', 'orders.back_changed') };

/** Why a coupon takes nothing off. Of guessing not even that is told. */
export const couponFault = (why: CouponRefusal) =>
  why === 'coupon-guessed' ? ({ ok: false, error: 'too-many' } as const) : fault('coupon', refusalLabels[why]);

/** @example priced(money(123_450n, 'GBP')) // { amount: '1234.50', abbr: 'GBP' } */
export const priced = (amount: Money) => ({ amount: toDecimal(amount), abbr: amount.currency });

/** No bed of a lease is left: with where one waits for one, and where the other rooms of its home are. */
export const soldOut = (lease: Lease, paths: Pick<Paths, 'to'>) => ({ ok: false, error: 'sold-out', data: waysPast(lease, paths) }) as const;

/** The same of what an order is for; one that is not theirs who ask is not found. */
export const soldOutFor = (order: Lease | undefined, paths: Pick<Paths, 'to'>) => (order ? soldOut(order, paths) : notFound);

type NotAgain = Exclude<NoLease, 'sold-out'> | 'unknown' | 'not-now' | 'too-many' | 'no-email' | CouponRefusal;

/** Why an application that is over could not be taken up again, where its lease is not full. @param field of the call that is told so */
export function notAgain(reason: NotAgain, field: string) {
  // It is taken up with no code, so none is refused.
  if (isCouponRefusal(reason)) return notNow;
  switch (reason) {
    case 'unknown':
      return notFound;
    case 'not-now':
      return notNow;
    case 'too-many':
      return fault(field, 'orders.too_many');
    case 'no-email':
      return fault(field, 'orders.no_email');
    case 'not-let':
    case 'outside':
    case 'no-plan':
      return fault(field, 'orders.not_let');
  }
}

type Beside = {
  /** What its home is called; undefined where that is gone. */
  readonly home: string | undefined;
  readonly signed: readonly Pick<SignedContract, 'hash' | 'signedAt'>[];
  /** R4.057, R4.058: which comment it asks for. */
  readonly comment: ReturnType<typeof commentOf> | undefined;
};

/** An order as its owner's list tells it. */
export const orderItem = ({ code, from, to, state, quote, deadline }: Order, { home = '', signed, comment }: Beside) => ({
  id: code,
  house_name: home,
  move_in: from,
  move_out: to ?? '',
  state,
  price: priced(wholeOf(quote)),
  deadline: deadline?.toISOString() ?? null,
  contract_lists: signed.map(({ hash, signedAt }) => ({ hash, signed_at: signedAt.toISOString() })),
  is_check_in_comment: comment?.isCheckIn ?? false,
  allow_order_comments: comment?.isAllowed ?? false,
  intent_id: null,
});

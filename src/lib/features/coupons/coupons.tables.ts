/** Rows of coupons, and of who keeps, chose and used which. */
import type { Day, Generated, Instant, Json } from '#lib/db/columns.ts';
import type { CouponHolds } from './coupons.schema.ts';

type CouponsTable = {
  id: Generated<number>;
  code: string;
  kind: 'fixed' | 'percent';
  percent: number | null;
  currency: string;
  /** What it takes off, or no more than that where it is a share. */
  most_off: bigint;
  least_total: bigint;
  payer: 'operator' | 'supplier';
  holds: Json<CouponHolds>;
  starts_on: Day;
  ends_on: Day;
  most: number;
  most_each: number;
  first_only: boolean;
  taken: Generated<number>;
  made_by: number;
  made_at: Instant;
  ended_at: Instant | null;
};

type CouponUsesTable = {
  id: Generated<number>;
  coupon_id: number;
  order_id: number;
  /** Null where the account was erased. */
  user_id: number | null;
  /** Which of a person's uses it is. */
  nth: number;
  minor: bigint;
  currency: string;
  taken_at: Instant;
  back_at: Instant | null;
  /** Set where staff gave it back. */
  back_by: number | null;
};

export type CouponsTables = {
  coupons: CouponsTable;
  kept_coupons: { user_id: number; coupon_id: number; kept_at: Instant };
  coupon_choices: { order_id: number; coupon_id: number };
  coupon_uses: CouponUsesTable;
};

declare module '#lib/db/tables.ts' {
  interface Tables extends CouponsTables {}
}

/** Branded ids: a house id cannot be passed where a unit id is expected. */
import { idDigits } from './patterns.ts';

declare const brand: unique symbol;
type Id<Name extends string> = number & { readonly [brand]: Name };

export type CountryId = Id<'country'>;
export type CityId = Id<'city'>;
export type SchoolId = Id<'school'>;
export type PlaceId = Id<'place'>;
export type SupplierId = Id<'supplier'>;
export type HouseId = Id<'house'>;
export type UnitId = Id<'unit'>;
export type TenancyId = Id<'tenancy'>;
export type UserId = Id<'user'>;
export type StaffId = Id<'staff'>;
export type StaffPasskeyId = Id<'staff passkey'>;
export type NewsId = Id<'news'>;
export type EnquiryId = Id<'enquiry'>;
export type ResumeId = Id<'resume'>;
export type CustomFormId = Id<'custom form'>;
export type CustomAnswerId = Id<'custom answer'>;
export type HoldId = Id<'hold'>;
export type WaitingId = Id<'place in line'>;
export type StockCaseId = Id<'stock case'>;
export type OrderId = Id<'order'>;
export type CouponId = Id<'coupon'>;
export type FeedRunId = Id<'feed run'>;
export type GroupId = Id<'group'>;
export type PaymentRequestId = Id<'payment request'>;
export type PaymentId = Id<'payment'>;

/** Marks a checked positive integer as an id of the kind the context expects. */
export function asId<T extends Id<string>>(value: number): T {
  return value as T;
}

/** Reads an id from a path or query: 1 to 10 digits, positive, fits int4; undefined otherwise. */
export function parseId<T extends Id<string>>(text: string | null | undefined): T | undefined {
  if (!text || !idDigits.test(text)) return undefined;
  const value = Number(text);
  return value > 0 && value <= 2_147_483_647 ? (value as T) : undefined;
}

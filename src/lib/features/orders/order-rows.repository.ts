/** Rows of orders as they are stored and read. */
import { quoteSchema } from '#lib/features/quotes/quote.schema.ts';
import type { Quote } from '#lib/features/quotes/quote.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, OrderId, StaffId, TenancyId, UnitId, UserId } from '#lib/ids/ids.ts';
import type { OrderState } from './order.process.rules.ts';
import type { AskedBooking, Order, OrderHome } from './orders.schema.ts';

/** An order with what only the service opens. */
export type StoredOrder = Order & {
  readonly sealed: string | undefined;
  /** Parts of the price asked for after the one that books. */
  readonly askedDues: number;
  /** Until when it had to be paid before it waited for staff to look for a transfer; undefined where it never did. */
  readonly payBy: Date | undefined;
  /** What was changed of its home since it was offered, and kept by the provider's word; undefined where nothing was. */
  readonly keptTerms: string | undefined;
};

export type NewOrder = {
  readonly code: string;
  readonly userId: UserId;
  readonly houseId: HouseId;
  readonly unitId: UnitId;
  readonly tenancyId: TenancyId;
  readonly from: string;
  readonly to: string | undefined;
  readonly quote: Quote;
  readonly home: OrderHome;
  readonly asked: AskedBooking;
  readonly locale: Locale;
  readonly template: string;
  readonly sealed: string;
  readonly deadline: Date;
  readonly againOf: OrderId | undefined;
};

/** What is agreed on: a lease, a time and a price. */
export type AgreedLease = Pick<NewOrder, 'unitId' | 'tenancyId' | 'from' | 'to' | 'quote' | 'home'>;

/** The name under which an order is locked: the one payments lock, so that neither waits for the other in a circle. */
export const lockOfOrder = (code: string): string => `order:${code}`;

export const columns = [
  'id',
  'code',
  'user_id',
  'house_id',
  'unit_id',
  'tenancy_id',
  'period_from',
  'period_to',
  'state',
  'quote',
  'home',
  'asked',
  'asked_dues',
  'locale',
  'template',
  'sealed',
  'deadline',
  'pay_by',
  'kept_terms',
  'staff_id',
  'created_at',
  'moved_at',
] as const;

type Row = {
  readonly id: number;
  readonly code: string;
  readonly user_id: number | null;
  readonly house_id: number;
  readonly unit_id: number;
  readonly tenancy_id: number;
  readonly period_from: string;
  readonly period_to: string | null;
  readonly state: OrderState;
  readonly quote: unknown;
  readonly home: OrderHome;
  readonly asked: AskedBooking;
  readonly asked_dues: number;
  readonly locale: string;
  readonly template: string;
  readonly sealed: string | null;
  readonly deadline: Date | null;
  readonly pay_by: Date | null;
  readonly kept_terms: string | null;
  readonly staff_id: number | null;
  readonly created_at: Date;
  readonly moved_at: Date;
};

export const orderOf = (row: Row): StoredOrder => ({
  askedDues: row.asked_dues,
  payBy: row.pay_by ?? undefined,
  keptTerms: row.kept_terms ?? undefined,
  id: asId<OrderId>(row.id),
  code: row.code,
  userId: row.user_id === null ? undefined : asId<UserId>(row.user_id),
  houseId: asId<HouseId>(row.house_id),
  unitId: asId<UnitId>(row.unit_id),
  tenancyId: asId<TenancyId>(row.tenancy_id),
  from: row.period_from,
  to: row.period_to ?? undefined,
  state: row.state,
  quote: quoteSchema.parse(row.quote),
  home: row.home,
  asked: row.asked,
  locale: locales.find((one) => one === row.locale) ?? 'en-us',
  template: row.template,
  sealed: row.sealed ?? undefined,
  deadline: row.deadline ?? undefined,
  staffId: row.staff_id === null ? undefined : asId<StaffId>(row.staff_id),
  createdAt: row.created_at,
  movedAt: row.moved_at,
});

/** A quote as the database keeps it: amounts as texts. */
export const stored = (quote: Quote): string => JSON.stringify(quote, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

export const leaseRow = ({ unitId, tenancyId, from, to, quote, home }: AgreedLease) => ({
  unit_id: unitId,
  tenancy_id: tenancyId,
  period_from: from,
  period_to: to ?? null,
  plan: quote.plan,
  quote: stored(quote),
  home: JSON.stringify(home),
});

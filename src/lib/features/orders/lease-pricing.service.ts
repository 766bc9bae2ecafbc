/** What a lease costs who wants it: whether it can be had, on which days, by which way of paying, and what a coupon takes off. */
import { todayIn } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { CouponOff, CouponRefusal } from '#lib/features/coupons/coupons.schema.ts';
import type { CouponAsk, CouponsService } from '#lib/features/coupons/coupons.service.ts';
import type { GroupKeeping } from '#lib/features/groups/groups.schema.ts';
import { isFull, isOffered } from '#lib/features/house/house.rules.ts';
import type { House, Tenancy, Unit } from '#lib/features/house/house.schema.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { PaymentPlan, Quote } from '#lib/features/quotes/quote.schema.ts';
import type { QuotesService } from '#lib/features/quotes/quotes.service.ts';
import type { Holding } from '#lib/features/stock/stock.schema.ts';
import type { SupplierTerms } from '#lib/features/supplier-terms/supplier-terms.schema.ts';
import type { SupplierTermsService } from '#lib/features/supplier-terms/supplier-terms.service.ts';
import type { HouseId, OrderId, TenancyId, UnitId, UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { NoLease } from './lease-faults.rules.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import { isWithin, keepsBed } from './orders.rules.ts';
import type { AskedBooking, Order, OrderHome } from './orders.schema.ts';
import type { OrdersService } from './orders.service.ts';

/** A lease, with what its supplier's terms are now. */
export type Lease = { readonly house: House; readonly unit: Unit; readonly tenancy: Tenancy; readonly terms: SupplierTerms };
export type Days = { readonly from: string; readonly to: string };
/** What a lease costs on some days, by one way of paying, less what a coupon takes off. */
export type QuoteFor = (lease: Lease, days: Days, plan: PaymentPlan, now: Date, coupon?: CouponOff) => Promise<Quote | undefined>;

/** Whose bed may be kept for them by a hold, and whether an order keeps one already. */
export type Mine = { readonly userId?: UserId | undefined; readonly hasBed?: boolean };

/** A lease that can be had, also where its last bed is kept for this person already; or why it cannot: full, or let no more. */
export type LeaseOf = (houseId: HouseId, unitId: UnitId, tenancyId: TenancyId, now: Date, mine: Mine) => Promise<Outcome<Lease, 'sold-out' | 'not-let'>>;

/** What somebody wants to book. */
export type Wanted = Days & {
  readonly houseId: HouseId;
  readonly unitId: UnitId;
  readonly tenancyId: TenancyId;
  readonly plan: PaymentPlan;
  readonly asked: AskedBooking;
};

/** Why a lease cannot be had on any days. */
export type NoRoom = Extract<NoLease, 'sold-out' | 'not-let'>;
/** A lease with its price on some days. */
type Priced = { readonly lease: Lease; readonly quote: Quote };

/** What an order is for. */
export const wantedOf = (order: Order): Wanted => ({ ...order, to: order.to ?? '', plan: order.quote.plan });

export type LeasePricing = ReturnType<typeof createLeasePricing>;

type Parts = {
  readonly repository: Pick<OrdersRepository, 'putLease'>;
  readonly orders: Pick<OrdersService, 'own'>;
  readonly houses: Pick<HouseService, 'lease'>;
  /** Who collects for the supplier of a home, and how long their orders wait. */
  readonly terms: Pick<SupplierTermsService, 'of'>;
  readonly quotes: Pick<QuotesService, 'ways'>;
  readonly coupons: Pick<CouponsService, 'check' | 'choose' | 'offFor'>;
  readonly beds: Pick<Holding, 'holdOf'>;
  readonly groups: Pick<GroupKeeping, 'hasBed'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export function createLeasePricing({ repository, orders, houses, terms, quotes, coupons, beds, groups, transact }: Parts) {
  const leaseOf: LeaseOf = async (houseId, unitId, tenancyId, now, { userId, hasBed }) => {
    const found = await houses.lease(houseId, unitId, tenancyId);
    if (found?.house.status !== 'open' || found.house.category !== 'rent' || found.unit.status !== 'open') return refused('not-let');
    const { house, unit, tenancy } = found;
    // The last bed may be the one that is kept for whoever asks: nobody else finds one left.
    const isTheirs =
      tenancy.stock <= 0 &&
      (hasBed === true ||
        (userId !== undefined && ((await beds.holdOf(userId, tenancyId, now)) !== undefined || (await groups.hasBed(userId, tenancyId, now)))));
    const counted = isTheirs ? { ...tenancy, stock: 1 } : tenancy;
    const today = todayIn(house.city.timeZone, now);
    if (!isOffered(counted, today)) return refused(isFull(counted, today) ? 'sold-out' : 'not-let');
    return done({ house, unit, tenancy, terms: await terms.of(house.supplier.id) });
  };
  const quoteFor: QuoteFor = async ({ house, tenancy, terms: { collects } }, { from, to }, plan, now, coupon) => {
    const ask = {
      house,
      terms: { ...tenancy, moveIn: from, moveOut: to },
      policyCode: tenancy.policyCode,
      today: todayIn(house.city.timeZone, now),
      coupon,
      collects,
    };
    return quotes.ways(ask).find((quote) => quote.plan === plan);
  };

  /** A lease with its price on some days. */
  async function priced(wanted: Omit<Wanted, 'asked'>, now: Date, mine: Mine): Promise<Outcome<Priced, NoLease>> {
    const found = await leaseOf(wanted.houseId, wanted.unitId, wanted.tenancyId, now, mine);
    if (!found.ok) return found;
    const lease = found.value;
    if (!isWithin(lease.tenancy, wanted.from, wanted.to, todayIn(lease.house.city.timeZone, now))) return refused('outside');
    const quote = await quoteFor(lease, wanted, wanted.plan, now);
    return quote ? done({ lease, quote }) : refused('no-plan');
  }
  /** What a coupon is asked about. */
  const askOf = ({ lease: { house }, quote }: Priced, userId: UserId, orderId: OrderId | undefined): CouponAsk => ({
    userId,
    orderId,
    quote,
    place: { country: house.city.country.slug, city: house.city.slug, houseId: house.id, supplierId: house.supplier.id },
  });
  const lessCoupon = async ({ lease, quote }: Priced, wanted: Days & { readonly plan: PaymentPlan }, off: CouponOff | undefined, now: Date): Promise<Quote> =>
    (off && off.amount.minor > 0n ? await quoteFor(lease, wanted, wanted.plan, now, off) : undefined) ?? quote;

  /** The price of an application, less what the coupon takes off that was chosen for it; and why that takes nothing off, where it does not. */
  async function pricedFor(
    order: Pick<StoredOrder, 'id' | 'userId'>,
    wanted: Omit<Wanted, 'asked'>,
    now: Date,
    mine: Mine,
  ): Promise<Outcome<Priced & { readonly noCoupon: CouponRefusal | undefined; readonly before: Quote }, NoLease>> {
    const found = await priced(wanted, now, mine);
    if (!found.ok || order.userId === undefined) return found.ok ? done({ ...found.value, before: found.value.quote, noCoupon: undefined }) : found;
    const held = await coupons.offFor({ ...askOf(found.value, order.userId, order.id), orderId: order.id }, now);
    const quote = await lessCoupon(found.value, wanted, held?.ok ? held.value : undefined, now);
    return done({ lease: found.value.lease, quote, before: found.value.quote, noCoupon: held?.ok === false ? held.reason : undefined });
  }
  const factsOf = ({ house, unit, tenancy, terms }: Lease): OrderHome => ({
    name: house.name,
    nameZh: house.nameZh,
    names: house.names,
    place: { country: house.city.country.slug, state: house.city.state },
    unit: unit.name,
    zone: house.city.timeZone,
    supplierId: house.supplier.id,
    supplier: house.supplier.name,
    policy: tenancy.policyCode ?? '',
    ...(terms.id === undefined ? {} : { terms: terms.id }),
    ...(terms.waitHours === undefined ? {} : { waitHours: terms.waitHours }),
  });

  /** Why what an application is for cannot be had any more; undefined where it can. */
  async function noRoom(
    { houseId, unitId, tenancyId, userId }: Pick<StoredOrder, 'houseId' | 'unitId' | 'tenancyId' | 'userId'>,
    now: Date,
  ): Promise<NoRoom | undefined> {
    const found = await leaseOf(houseId, unitId, tenancyId, now, { userId });
    return found.ok ? undefined : found.reason;
  }

  return {
    leaseOf,
    quoteFor,
    priced,
    pricedFor,
    askOf,
    lessCoupon,
    /** What an order keeps of its home, as it was when it was agreed on. */
    factsOf,
    noRoom,

    /** What it costs today, be that another price than the one it was begun with; or why it cannot be had any more. */
    async priceNow(order: StoredOrder, now: Date): Promise<Outcome<Quote, NoLease>> {
      const found = await pricedFor(order, wantedOf(order), now, { userId: order.userId, hasBed: keepsBed(order.state) });
      return found.ok ? done(found.value.quote) : found;
    },

    /** Of an application that was not sent: its price without a coupon, and what its coupon does; undefined where it is not let any more. */
    async couponOf(order: StoredOrder, userId: UserId, now: Date) {
      const found = await pricedFor(order, wantedOf(order), now, { userId });
      if (!found.ok) return undefined;
      const { lease, quote, before, noCoupon } = found.value;
      return { quote, noCoupon, ask: askOf({ lease, quote: before }, userId, order.id) };
    },

    /** Takes the coupon of a code off the price of an application; with none, the one that was chosen before goes. */
    async useCoupon(userId: UserId, code: string, coupon: string, now: Date): Promise<Outcome<Quote, 'unknown' | 'not-now' | NoLease | CouponRefusal>> {
      const seen = await orders.own(userId, code);
      if (!seen) return refused('unknown');
      if (seen.state !== 'draft') return refused('not-now');
      const found = await priced(wantedOf(seen), now, { userId });
      if (!found.ok) return found;
      const checked = coupon === '' ? undefined : await coupons.check(coupon, askOf(found.value, userId, seen.id), now);
      if (checked?.ok === false) return checked;
      const quote = await lessCoupon(found.value, wantedOf(seen), checked?.value.off, now);
      return transact(async (tx) => {
        const order = await orders.own(userId, code, tx);
        if (order?.state !== 'draft') return refused('not-now');
        await coupons.choose(tx, order.id, checked?.value.id);
        await repository.putLease(tx, order.id, { ...wantedOf(order), quote, home: factsOf(found.value.lease) });
        return done(quote);
      });
    },
  };
}

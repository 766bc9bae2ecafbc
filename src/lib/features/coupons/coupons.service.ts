/**
 * Coupons: made and ended by staff, kept and chosen by readers, taken when an application is sent, and given back where it ends before it is
 * paid. Whoever takes one does so in the transaction that sends the application.
 */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import { keepsBed } from '#lib/features/orders/orders.rules.ts';
import type { Quote } from '#lib/features/quotes/quote.schema.ts';
import type { CouponId, HouseId, OrderId, StaffId, UserId } from '#lib/ids/ids.ts';
import { newReference } from '#lib/ids/reference.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { CouponsRepository } from './coupons.repository.ts';
import { isOver, offOf, readCouponCode, refusedFor, rentOf } from './coupons.rules.ts';
import type { NewCoupon } from './coupons.rules.ts';
import { mostKept } from './coupons.schema.ts';
import type { Coupon, CouponOff, CouponPlace, CouponRefusal } from './coupons.schema.ts';

/** What somebody applies for, with its price before anything is taken off. */
export type CouponAsk = {
  readonly userId: UserId;
  /** The application, once there is one. */
  readonly orderId: OrderId | undefined;
  readonly place: CouponPlace;
  readonly quote: Quote;
};

export type CouponsService = ReturnType<typeof createCouponsService>;

type Parts = {
  readonly repository: CouponsRepository;
  readonly audit: Pick<Audit, 'append'>;
  /** Counts a wrong code; false where somebody has typed too many. With 0: only asks. */
  readonly mayGuess: (userId: UserId, wrong: 0 | 1) => Promise<boolean>;
  readonly isCountry: (slug: string) => boolean;
  readonly isCity: (country: string, city: string) => boolean;
  readonly isHouse: (id: HouseId) => Promise<boolean>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

export function createCouponsService({ repository, audit, mayGuess, isCountry, isCity, isHouse, transact }: Parts) {
  /** The coupon of a code; who types many wrong ones is told nothing for the rest of the day. */
  async function named(userId: UserId, text: string): Promise<Outcome<Coupon, 'coupon-unknown' | 'coupon-guessed'>> {
    if (!(await mayGuess(userId, 0))) return refused('coupon-guessed');
    const code = readCouponCode(text);
    const coupon = code === undefined ? undefined : await repository.ofCode(code);
    if (coupon) return done(coupon);
    return refused((await mayGuess(userId, 1)) ? 'coupon-unknown' : 'coupon-guessed');
  }

  /** Why somebody may not use a coupon, whatever for. */
  async function refusedTo(coupon: Coupon, userId: UserId, orderId: OrderId | undefined, on?: DbTransaction): Promise<CouponRefusal | undefined> {
    if ((await repository.numbersOf(coupon.id, userId, on)).length >= coupon.mostEach) return 'coupon-yours';
    return coupon.firstOnly && (await repository.hasOther(userId, orderId, on)) ? 'coupon-first' : undefined;
  }

  const offBy = (coupon: Coupon, { quote }: Pick<CouponAsk, 'quote'>): CouponOff => ({
    amount: offOf(coupon, rentOf(quote)),
    payee: coupon.payer,
    code: coupon.code,
  });

  async function holding(coupon: Coupon, ask: CouponAsk, now: Date): Promise<Outcome<CouponOff, CouponRefusal>> {
    const { userId, orderId, place, quote } = ask;
    const why = refusedFor(coupon, place, quote, dayOf(now)) ?? (await refusedTo(coupon, userId, orderId));
    return why ? refused(why) : done(offBy(coupon, ask));
  }

  return {
    /** What the coupon of a code would take off; `coupon-unknown` also counts as a guess. */
    async check(text: string, ask: CouponAsk, now: Date): Promise<Outcome<{ readonly id: CouponId; readonly off: CouponOff }, CouponRefusal>> {
      const found = await named(ask.userId, text);
      if (!found.ok) return found;
      const held = await holding(found.value, ask, now);
      return held.ok ? done({ id: found.value.id, off: held.value }) : held;
    },

    choose: (tx: DbTransaction, orderId: OrderId, id: CouponId | undefined): Promise<void> => repository.choose(tx, orderId, id),

    /** What the coupon that an application chose takes off today, or why it does not; undefined where none was chosen. */
    async offFor(ask: CouponAsk & { readonly orderId: OrderId }, now: Date): Promise<Outcome<CouponOff, CouponRefusal> | undefined> {
      const coupon = await repository.chosen(ask.orderId);
      if (!coupon) return undefined;
      // What is taken stays taken: it neither ends nor runs out for who has it.
      const isTaken = (await repository.takenBy(ask.orderId)) === coupon.id;
      return isTaken && ask.quote.contractTotal.currency === coupon.mostOff.currency ? done(offBy(coupon, ask)) : holding(coupon, ask, now);
    },

    chosen: (orderId: OrderId): Promise<Coupon | undefined> => repository.chosen(orderId),

    /**
     * Takes the coupon whose line stands in an order's quote; nothing where there is none.
     * @param isLate the price was agreed to before, and was paid late: only how many are left counts then.
     */
    async take(
      tx: DbTransaction,
      { id: orderId, userId, quote }: { readonly id: OrderId; readonly userId: UserId | undefined; readonly quote: Quote },
      isLate: boolean,
      now: Date,
    ): Promise<boolean> {
      const line = quote.lines.find(({ kind }) => kind === 'coupon');
      if (!line || (await repository.takenBy(orderId, tx)) !== undefined) return true;
      const coupon = await repository.chosen(orderId, tx);
      if (!coupon || userId === undefined || coupon.code !== line.code) return false;
      await repository.inTurn(tx, userId);
      if (await refusedTo(coupon, userId, orderId, tx)) return false;
      if (!(await repository.takeOne(tx, coupon.id, isLate ? undefined : dayOf(now)))) return false;
      const had = await repository.numbersOf(coupon.id, userId, tx);
      const nth = Array.from({ length: had.length + 1 }, (_, at) => at + 1).find((one) => !had.includes(one)) ?? had.length + 1;
      await repository.addUse(tx, { couponId: coupon.id, orderId, userId, nth, off: { ...line.amount, minor: -line.amount.minor } }, now);
      return true;
    },

    /** Gives back what an order took that ends before it is paid. */
    giveBack: (tx: DbTransaction, orderId: OrderId, now: Date): Promise<boolean> => repository.giveBack(tx, orderId, undefined, now),

    /** Keeps a coupon for an application to come. */
    async keep(userId: UserId, text: string, now: Date): Promise<Outcome<Coupon, CouponRefusal | 'no-room'>> {
      const found = await named(userId, text);
      if (!found.ok) return found;
      if (isOver(found.value, dayOf(now))) return refused('coupon-over');
      const kept = await repository.keptBy(userId);
      if (kept.some(({ id }) => id === found.value.id)) return found;
      if (kept.length >= mostKept) return refused('no-room');
      await transact((tx) => repository.keep(tx, userId, found.value.id, now));
      return found;
    },

    keptBy: (userId: UserId) => repository.keptBy(userId),
    usesBy: (userId: UserId) => repository.usesBy(userId),
    /** Coupons that somebody keeps and that hold for what they apply for. */
    async openFor(ask: CouponAsk, now: Date): Promise<readonly CouponOff[]> {
      const kept = await repository.keptBy(ask.userId);
      const held = await Promise.all(kept.map((coupon) => holding(coupon, ask, now)));
      return held.flatMap((one) => (one.ok ? [one.value] : []));
    },

    find: (id: CouponId) => repository.find(id),
    list: (before: CouponId | undefined, most: number) => repository.list(before, most),
    usesOf: (id: CouponId, most: number) => repository.usesOf(id, most),
    figures: (id: CouponId) => repository.figures(id),

    async make(
      coupon: NewCoupon,
      by: StaffId,
      now: Date,
    ): Promise<Outcome<{ readonly id: CouponId; readonly code: string }, 'taken' | 'countries' | 'cities' | 'houses' | 'suppliers'>> {
      const { countries, cities, houses, suppliers } = coupon.holds;
      if (!countries.every(isCountry)) return refused('countries');
      if (!cities.every((city) => isCity(...(city.split('/', 2) as [string, string])))) return refused('cities');
      const areThere = await Promise.all(houses.map((id) => isHouse(id as HouseId)));
      if (areThere.includes(false)) return refused('houses');
      if ((await repository.suppliers(suppliers)) < suppliers.length) return refused('suppliers');
      const code = coupon.code ?? newReference().replace('-', '');
      return transact(async (tx) => {
        const id = await repository.add(tx, code, coupon, by, now);
        if (id === undefined) return refused('taken');
        await audit.append(tx, { actor: `staff:${by}`, action: 'coupon-changed', subject: `coupon:${id}`, data: { deed: 'make' } });
        return done({ id, code });
      });
    },

    /** Nobody can take it from now on; who has taken it has it. */
    async end(id: CouponId, by: StaffId, now: Date): Promise<Outcome<undefined, 'unknown' | 'not-now'>> {
      return transact(async (tx) => {
        if (!(await repository.find(id, tx))) return refused('unknown');
        if (!(await repository.end(tx, id, now))) return refused('not-now');
        await audit.append(tx, { actor: `staff:${by}`, action: 'coupon-changed', subject: `coupon:${id}`, data: { deed: 'end' } });
        return done(undefined);
      });
    },

    /** Gives a coupon back to who used it for an order that is over: who had paid gets it back only if staff say so. */
    async giveBackByStaff(id: CouponId, order: string, by: StaffId, now: Date): Promise<Outcome<undefined, 'unknown' | 'no-use' | 'not-now'>> {
      if (!(await repository.find(id))) return refused('unknown');
      const use = (await repository.usesOf(id, 10_000)).find((one) => one.order === order && !one.backAt);
      if (!use) return refused('no-use');
      if (keepsBed(use.state)) return refused('not-now');
      return transact(async (tx) => {
        if (!(await repository.giveBack(tx, use.orderId, by, now))) return refused('no-use');
        await audit.append(tx, { actor: `staff:${by}`, action: 'coupon-changed', subject: `coupon:${id}`, data: { deed: 'give-back' } });
        return done(undefined);
      });
    },
  };
}

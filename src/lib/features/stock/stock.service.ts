/**
 * Keeps beds. Which bed is free, and whether it still is, the database says: who comes at the same moment takes another, until none is left.
 * Nothing waits but those for whom somebody is taking the last there is.
 */
import type { DbTransaction } from '#lib/db/database.ts';
import { lockFor } from '#lib/db/unit-of-work.ts';
import type { HoldId, HouseId, TenancyId, UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { BedsRepository, ClaimOwner } from './beds.repository.ts';
import type { HoldsRepository } from './holds.repository.ts';
import { becomesOf, holdEnds, isNearViewing, isWithin, samePeriod, viewingHoldEnds } from './stock.rules.ts';
import { holdMinutes } from './stock.schema.ts';
import type { BedKeeping, BookedViewing, GroupBeds, Hold, Holding, NoBed, NoViewingHold, Period, ViewingBeds } from './stock.schema.ts';
import type { WaitingRepository } from './waiting.repository.ts';

/** Claims that are let go in one transaction. */
const batch = 200;

type Wanted = { readonly tenancyId: TenancyId; readonly period: Period; readonly userId: UserId; readonly until: Date | undefined };

type Parts = {
  readonly beds: BedsRepository;
  readonly holds: HoldsRepository;
  readonly waiting: Pick<WaitingRepository, 'endOfHolds' | 'endTaken'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** The next viewing of a home that somebody has booked. */
  readonly viewingOf: (tx: DbTransaction, userId: UserId, houseId: HouseId, now: Date) => Promise<BookedViewing | undefined>;
  /** Days within which a viewing must begin for a bed to be kept until then; 0: none is. */
  readonly viewingDays: number;
  readonly clock: () => Date;
};

export type StockService = ReturnType<typeof createStockService>;

export function createStockService({ beds, holds, waiting, transact, viewingOf, viewingDays, clock }: Parts) {
  /** The bed that an order gets in place of what it, or its reader's hold, has: that one stays where no other is to be had. */
  async function replace(tx: DbTransaction, claimId: number, wanted: Wanted & ClaimOwner, isInLine: boolean, now: Date): Promise<Outcome<HouseId, NoBed>> {
    await beds.release(tx, { claimId }, now);
    const kept = await beds.keep(tx, wanted, isInLine, now);
    if (!kept.ok) await beds.restore(tx, claimId);
    return kept;
  }

  async function endHold(tx: DbTransaction, id: HoldId, as: 'order' | 'released', now: Date): Promise<void> {
    const ended = await holds.end(tx, [id], as, now);
    await waiting.endOfHolds(tx, ended, as === 'order' ? 'taken' : 'left', now);
  }

  const keeping: Omit<BedKeeping, 'moveHold'> = {
    async claim(tx, wanted, now) {
      const { orderId, tenancyId, period, userId, until, groupId } = wanted;
      const { own, hold, waits } = await beds.before(tx, wanted, now);
      if (own) {
        if (own.tenancyId === tenancyId && samePeriod(own.period, period)) {
          const houses = await beds.keepUntil(tx, { orderId }, until, now);
          await beds.changed(tx, houses);
          // Let go between the two looks: it is as if there had been none.
          if (houses.length > 0) return done(undefined);
        } else {
          const kept = await replace(tx, own.id, wanted, false, now);
          if (!kept.ok) return kept;
          await beds.changed(tx, [...new Set([own.houseId, kept.value])]);
          return done(undefined);
        }
      }
      const ofGroup = groupId && (await beds.takeOfGroup(tx, groupId, { orderId, tenancyId, period, userId, until }, now));
      if (ofGroup !== undefined) {
        await beds.changed(tx, [ofGroup]);
        return done(undefined);
      }
      if (hold?.claim) {
        const lease = await beds.lease(tx, tenancyId, now);
        if (!lease?.isLet || !isWithin(period, lease.period, lease.today)) return refused('gone');
        if (samePeriod(hold.claim.period, period)) {
          if (await beds.handOver(tx, hold.claim.id, orderId, until, now)) {
            await endHold(tx, hold.id, 'order', now);
            await beds.changed(tx, [lease.houseId]);
            return done(undefined);
          }
        } else {
          const kept = await replace(tx, hold.claim.id, wanted, true, now);
          if (!kept.ok) return kept;
          await endHold(tx, hold.id, 'order', now);
          await beds.changed(tx, [kept.value]);
          return done(undefined);
        }
      }
      const kept = await beds.keep(tx, wanted, false, now);
      if (!kept.ok) return kept;
      if (waits) await waiting.endTaken(tx, userId, tenancyId, now);
      await beds.changed(tx, [kept.value]);
      return done(undefined);
    },

    async keepUntil(tx, orderId, until) {
      const houses = await beds.keepUntil(tx, { orderId }, until, clock());
      await beds.changed(tx, houses);
      return houses.length > 0;
    },

    async free(tx, orderId, now) {
      await beds.changed(tx, await beds.release(tx, { orderId }, now));
    },
  };

  /** Keeps a bed as a hold; undefined where the account has as many as it may, or one of this lease. */
  async function hold(
    tx: DbTransaction,
    wanted: {
      readonly userId: UserId;
      readonly tenancyId: TenancyId;
      readonly kind: Hold['kind'];
      readonly until: Date;
      readonly period: Period;
      readonly viewingId?: number | undefined;
    },
    now: Date,
  ): Promise<Outcome<Hold, NoBed> | undefined> {
    const made = await holds.add(tx, wanted, now);
    if (!made) return undefined;
    const kept = await beds.keep(tx, { ...wanted, holdId: made.id }, wanted.kind === 'waiting', now);
    if (kept.ok) {
      await beds.changed(tx, [kept.value]);
      return done(made);
    }
    await holds.remove(tx, made.id);
    return kept;
  }

  const moveHold: BedKeeping['moveHold'] = async (tx, { userId, from, to, period }, now) => {
    await holds.expire(tx, { userId }, now);
    const former = await holds.ofLease(tx, userId, from, now);
    if (!former || from === to) return done('none');
    const move = becomesOf(former, await holds.ofLease(tx, userId, to, now));
    // First: the two may be leases of one unit, and its last bed.
    await endHold(tx, former.id, 'released', now);
    await beds.changed(tx, await beds.release(tx, { holdId: former.id }, now));
    if (move === 'let-go') return done(move);
    const { kind, until, viewingId } = former;
    const made = await hold(tx, { userId, tenancyId: to, kind, until, viewingId, period }, now);
    if (!made) return done('let-go');
    if (!made.ok) return made;
    // What was lengthened before is not lengthened anew.
    if (former.extended) await holds.setExtended(tx, made.value.id);
    return done(move);
  };

  const groupBeds: GroupBeds = {
    async keepAll(tx, wanted, count, now) {
      const houses = new Set<HouseId>();
      // Who keeps one at checkout has it among these from now on.
      const hold = await holds.ofLease(tx, wanted.userId, wanted.tenancyId, now);
      if (hold) {
        await endHold(tx, hold.id, 'order', now);
        for (const house of await beds.release(tx, { holdId: hold.id }, now)) houses.add(house);
      }
      for (let kept = 0; kept < count; kept++) {
        const bed = await beds.keep(tx, wanted, false, now);
        if (!bed.ok) return kept > 0 && bed.reason === 'sold-out' ? refused('too-few') : bed;
        houses.add(bed.value);
      }
      await beds.changed(tx, [...houses]);
      return done(undefined);
    },
    async handBack(tx, orderId, groupId, until, now) {
      const houses = await beds.giveToGroup(tx, orderId, groupId, until, now);
      await beds.changed(tx, houses);
      return houses.length > 0;
    },
    async freeOne(tx, groupId, tenancyId, now) {
      const houses = await beds.releaseOne(tx, groupId, tenancyId, now);
      await beds.changed(tx, houses);
      return houses.length > 0;
    },
    async freeAll(tx, groupId, now) {
      await beds.changed(tx, await beds.release(tx, { groupId }, now));
    },
  };

  const holding: Holding = {
    async take({ userId, tenancyId, period }, now) {
      return transact(async (tx): Promise<Outcome<Hold, NoBed | 'too-many'>> => {
        await holds.expire(tx, { userId }, now);
        const lease = await beds.lease(tx, tenancyId, now);
        if (!lease?.isLet) return refused('gone');
        const before = await holds.ofLease(tx, userId, tenancyId, now);
        if (before) return done(before);
        const made = await hold(tx, { userId, tenancyId, kind: 'checkout', until: holdEnds(now), period: period ?? lease.period }, now);
        if (made) return made;
        // Pressed twice at once: the other one made it.
        const other = await holds.ofLease(tx, userId, tenancyId, now);
        return other ? done(other) : refused('too-many');
      });
    },

    async extend(userId, holdId, now) {
      return transact(async (tx): Promise<Outcome<Hold, 'over' | 'extended'>> => {
        const longer = await holds.extend(tx, userId, holdId, holdMinutes, now);
        if (!longer) return refused((await holds.find(tx, userId, holdId, now)) ? 'extended' : 'over');
        // Its time was not over, so that nobody else can have let it go.
        await beds.keepUntil(tx, { holdId }, longer.until, now);
        return done(longer);
      });
    },

    async release(userId, holdId, now) {
      return transact(async (tx) => {
        const ended = await holds.end(tx, [holdId], 'released', now, userId);
        if (ended.length === 0) return false;
        await waiting.endOfHolds(tx, ended, 'left', now);
        await beds.changed(tx, await beds.release(tx, { holdId }, now));
        return true;
      });
    },

    async keepUntilViewing(userId, tenancyId, now) {
      return transact(async (tx): Promise<Outcome<Hold, NoViewingHold>> => {
        // Pressed twice at once, or of two homes: one after the other.
        await lockFor(tx, `viewing hold of ${userId}`);
        await holds.expire(tx, { userId }, now);
        const lease = await beds.lease(tx, tenancyId, now);
        if (!lease?.isLet) return refused('gone');
        const viewing = await viewingOf(tx, userId, lease.houseId, now);
        if (!viewing) return refused('no-viewing');
        if (!isNearViewing(viewing, viewingDays, now)) return refused('too-far');
        const before = await holds.ofLease(tx, userId, tenancyId, now);
        if (before?.kind === 'viewing') return done(before);
        if (before?.kind === 'waiting') return refused('others-wait');
        if (await holds.untilViewing(tx, userId, now)) return refused('one-kept');
        const { since = now } = await holds.ofViewing(tx, viewing.id, now);
        const until = viewingHoldEnds(viewing, viewingDays, since);
        if (until <= now || (await holds.sawBefore(tx, userId, lease.houseId, viewing.id))) return refused('seen-before');
        if (!before) {
          const wanted = { userId, tenancyId, kind: 'viewing', until, period: lease.period, viewingId: viewing.id } as const;
          return (await hold(tx, wanted, now)) ?? refused('one-kept');
        }
        await beds.changed(tx, await beds.keepUntil(tx, { holdId: before.id }, until, now));
        return done(await holds.setViewing(tx, before.id, viewing.id, until));
      });
    },

    holdOf: (userId, tenancyId, now) => transact((tx) => holds.ofLease(tx, userId, tenancyId, now)),
  };

  const viewingBeds: ViewingBeds = {
    async follow(tx, viewing, now) {
      const { live, since = now } = await holds.ofViewing(tx, viewing.id, now);
      if (!live) return;
      const until = viewingHoldEnds(viewing, viewingDays, since);
      await holds.setUntil(tx, live.id, until);
      await beds.changed(tx, await beds.keepUntil(tx, { holdId: live.id }, until, now));
    },
    async letGo(tx, viewingId, now) {
      const { live } = await holds.ofViewing(tx, viewingId, now);
      if (!live) return;
      await endHold(tx, live.id, 'released', now);
      await beds.changed(tx, await beds.release(tx, { holdId: live.id }, now));
    },
  };

  return {
    ...keeping,
    moveHold,
    ...groupBeds,
    ...holding,
    viewingBeds,
    /** Keeps a bed for the next in line, as part of what found it free. */
    offer: async (tx: DbTransaction, userId: UserId, tenancyId: TenancyId, until: Date, now: Date): Promise<Outcome<Hold, NoBed | 'has-one'>> => {
      const lease = await beds.lease(tx, tenancyId, now);
      if (!lease) return refused('gone');
      return (await hold(tx, { userId, tenancyId, kind: 'waiting', until, period: lease.period }, now)) ?? refused('has-one');
    },

    holdsOf: (userId: UserId, now: Date): Promise<readonly Hold[]> => holds.ofUser(userId, now),

    /** Lets go all claims and holds whose time is over. Returns how many claims. */
    async expire(now: Date): Promise<number> {
      let all = 0;
      for (;;) {
        const { claims, ended } = await transact(async (tx) => {
          const over = await holds.expire(tx, { most: batch }, now);
          await waiting.endOfHolds(tx, over, 'lapsed', now);
          const { houses, count } = await beds.expire(tx, batch, now);
          await beds.changed(tx, houses);
          return { claims: count, ended: over.length };
        });
        all += claims;
        if (claims < batch && ended < batch) return all;
      }
    },
  };
}

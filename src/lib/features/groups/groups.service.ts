/**
 * Groups: beds of one home that are kept together, all or none, for people who each apply for themselves. Each place is a bed of the lease that
 * was chosen for it. Whoever sends an application takes the group's bed of that lease with it; what nobody took by the group's deadline is free
 * again. Which places are left is told by the claims alone: those of the group, less those that its members are about to take.
 */
import { dayMs, todayIn } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import { isFull, isOffered } from '#lib/features/house/house.rules.ts';
import type { Tenancy, Unit } from '#lib/features/house/house.schema.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { ApplicationsService } from '#lib/features/orders/applications.service.ts';
import type { LeasePricing, Wanted } from '#lib/features/orders/lease-pricing.service.ts';
import type { OrdersService } from '#lib/features/orders/orders.service.ts';
import { orderCodePattern } from '#lib/features/orders/orders.schema.ts';
import { paymentPlans } from '#lib/features/quotes/quote.schema.ts';
import type { PaymentPlan, Quote } from '#lib/features/quotes/quote.schema.ts';
import type { GroupBeds } from '#lib/features/stock/stock.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { HouseId, TenancyId, UserId } from '#lib/ids/ids.ts';
import { newReference } from '#lib/ids/reference.ts';
import { countApart } from '#lib/jobs/apart.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { GroupsRepository, StoredMember } from './groups.repository.ts';
import { actsOf, daysWithin, hasLeft, isOpen, placesLeft } from './groups.rules.ts';
import { mostMade } from './groups.schema.ts';
import type { Group, GroupKeeping, KeptPlaces, Member, Place } from './groups.schema.ts';

/** What the others are told of. */
export type GroupNews = 'joined' | 'left' | 'ended' | 'over';

type Parts = {
  readonly repository: GroupsRepository;
  readonly beds: GroupBeds;
  readonly orders: Pick<OrdersService, 'own'>;
  readonly applications: Pick<ApplicationsService, 'begin'>;
  readonly pricing: Pick<LeasePricing, 'priced'>;
  readonly houses: Pick<HouseService, 'record'>;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt' | 'sign' | 'verify'>;
  /** Hours for which beds are kept for a group, where its provider says nothing else. */
  readonly waitingHours: number;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Tells one member. `about`: whom of the others it is about; undefined where it is about all. `rooms`: those that it is about. */
  readonly tell: (
    tx: DbTransaction,
    group: Group,
    to: Member,
    news: GroupNews,
    about: { readonly member: Member | undefined; readonly rooms: readonly string[] },
    now: Date,
  ) => Promise<void>;
};

/** A lease that a place of a group may be of. */
type Choice = { readonly unit: Unit; readonly tenancy: Tenancy; readonly place: Place };
type Begun = { readonly group: string; readonly code: string };
/** Why no application could be begun for a member. */
export type NotBegun = Extract<Awaited<ReturnType<ApplicationsService['begin']>>, { readonly ok: false }>['reason'];

/** Why a lease cannot be had: it is full, has fewer beds than were asked for, or is none of those that go together. */
type NoPlace = 'sold-out' | 'too-few' | 'no-place';
/** Which lease cannot be had. */
type WithoutPlace = { readonly ok: false; readonly reason: NoPlace; readonly lease: { readonly houseId: HouseId; readonly tenancyId: TenancyId } };
/** Beds cannot be kept: undoes those that were. */
class BedsMissing extends Error {
  override name = 'BedsMissing';
  readonly none: WithoutPlace;
  constructor(none: WithoutPlace) {
    super(`lease ${none.lease.tenancyId} cannot be had: ${none.reason}`);
    this.none = none;
  }
}

type NoneLeft = 'full' | 'choose' | 'place-gone';
type OwnGroup = { readonly group: Group; readonly members: readonly Member[]; readonly places: readonly KeptPlaces[]; readonly me: Member };

/** The place that somebody gets who wants one of a lease; where one kind is left alone, it goes without saying. */
function chosenOf(places: readonly KeptPlaces[], lease: TenancyId | undefined): Outcome<Place, NoneLeft> {
  const left = places.filter((one) => one.left > 0);
  const [only, more] = left;
  if (!only) return refused('full');
  if (lease === undefined) return more ? refused('choose') : done(only);
  const place = left.find(({ tenancyId }) => tenancyId === lease);
  return place ? done(place) : refused('place-gone');
}
/** As beds are taken: by unit, for everybody in the same order. */
const inTurn = (places: readonly Place[]): readonly Place[] => places.toSorted((a, b) => a.unitId - b.unitId || a.tenancyId - b.tenancyId);

/** Groups that one run of the clock sees to. */
const most = 100;

export type GroupsService = ReturnType<typeof createGroupsService>;

export function createGroupsService({ repository, beds, orders, applications, pricing, houses, secrets, waitingHours, transact, tell }: Parts) {
  const seal = (called: string): string => secrets.encrypt('orders', called);
  const opened = ({ sealed, ...member }: StoredMember): Member => ({ ...member, called: secrets.decrypt('orders', sealed) ?? '' });
  const membersOf = async (group: Pick<Group, 'id'>, tx?: DbTransaction): Promise<readonly Member[]> => (await repository.members(group.id, tx)).map(opened);
  const wantedOf = ({ houseId }: Pick<Group, 'houseId'>, { unitId, tenancyId, from, to }: Place, plan: PaymentPlan): Wanted => ({
    houseId,
    unitId,
    tenancyId,
    from,
    to,
    plan,
    asked: {},
  });
  /**
   * What a link is signed over. `isMixed`: the group keeps places of other leases too; then it is another text, so that a program which knows one
   * lease of a group alone opens none of these links (decision 0115). Links of both forms are read until their group ends.
   */
  const signedText = ({ code, link }: Pick<Group, 'code' | 'link'>, isMixed: boolean): string => `group ${code} ${link}${isMixed ? ' places' : ''}`;

  /** What a bed that is kept already costs, by each way of paying that there is. */
  async function quotesOf(group: Pick<Group, 'houseId'>, place: Place, userId: UserId, now: Date): Promise<readonly Quote[]> {
    const quotes: Quote[] = [];
    for (const plan of paymentPlans) {
      const found = await pricing.priced(wantedOf(group, place, plan), now, { userId, hasBed: true });
      if (found.ok) quotes.push(found.value.quote);
    }
    return quotes;
  }

  /** Leases of a home that are let and go with these days, each with its own, be there a bed or none. */
  async function letWith(houseId: HouseId, days: Pick<Place, 'from' | 'to'>, now: Date): Promise<readonly (Choice & { readonly isFree: boolean })[]> {
    const record = await houses.record(houseId);
    if (!record) return [];
    const today = todayIn(record.house.city.timeZone, now);
    return record.units.flatMap((unit) =>
      unit.tenancies.flatMap((tenancy) => {
        const isFree = isOffered(tenancy, today);
        const own = isFree || isFull(tenancy, today) ? daysWithin(tenancy, days) : undefined;
        return own ? [{ unit, tenancy, place: { unitId: unit.id, tenancyId: tenancy.id, ...own }, isFree }] : [];
      }),
    );
  }
  /** Those of them that somebody may have. */
  const choices = async (houseId: HouseId, days: Pick<Place, 'from' | 'to'>, now: Date): Promise<readonly Choice[]> =>
    (await letWith(houseId, days, now)).filter(({ isFree }) => isFree);

  /** Why somebody cannot have a place beside what their group has; undefined where they can. */
  async function noPlace(group: Pick<Group, 'houseId'>, place: Place, userId: UserId, now: Date): Promise<'sold-out' | 'no-place' | undefined> {
    for (const plan of paymentPlans) {
      const found = await pricing.priced(wantedOf(group, place, plan), now, { userId });
      if (found.ok) return undefined;
      if (found.reason === 'sold-out') return 'sold-out';
    }
    return 'no-place';
  }

  /** As part of a transaction. @throws {BedsMissing} */
  async function keepBeds(tx: DbTransaction, place: Place, group: Pick<Group, 'id' | 'until' | 'houseId'>, userId: UserId, count: number, now: Date) {
    const { id: groupId, until, houseId } = group;
    const { tenancyId } = place;
    const kept = await beds.keepAll(tx, { groupId, tenancyId, period: place, userId, until }, count, now);
    if (!kept.ok) throw new BedsMissing({ ok: false, reason: kept.reason === 'gone' ? 'no-place' : kept.reason, lease: { houseId, tenancyId } });
  }

  async function tellOthers(tx: DbTransaction, group: Group, but: UserId | undefined, news: GroupNews, now: Date): Promise<void> {
    const members = await membersOf(group, tx);
    const member = members.find(({ userId }) => userId === but);
    const isOver = news === 'ended' || news === 'over';
    const rooms = isOver ? (await repository.places(group, tx)).map(({ unit }) => unit) : member ? [member.unit] : [];
    for (const one of members) if (one.userId !== but && !one.leftAt) await tell(tx, group, one, news, { member, rooms: [...new Set(rooms)] }, now);
  }

  /** The group of a link that opens; undefined for one that is none, was replaced, or is over. */
  async function ofToken(token: string, now: Date): Promise<Group | undefined> {
    const [, code = '', signature = ''] = /^([\dA-Z-]{9})\.([\w.-]{10,200})$/.exec(token) ?? [];
    const group = orderCodePattern.test(code) ? await repository.find(code) : undefined;
    const isOurs = group !== undefined && [false, true].some((isMixed) => secrets.verify('orders', signedText(group, isMixed), signature));
    return isOurs && isOpen(group, now) ? group : undefined;
  }

  const keeping: GroupKeeping = {
    groupOf: (tx, orderId) => repository.ofOrder(orderId, tx),
    hasBed: (userId, tenancyId, now) => repository.hasBed(userId, tenancyId, now),
    async placeFor(order, { tenancyId, from, to }, now, tx) {
      const groupId = await repository.ofOrder(order.id, tx);
      const group = groupId && (tx ? await repository.locked(tx, groupId) : await repository.ofId(groupId));
      if (!group) return 'none';
      if (order.tenancyId === tenancyId && order.from === from && order.to === to) return 'stays';
      const isLeft = (place: KeptPlaces): boolean => place.left > 0 && place.tenancyId === tenancyId && place.from === from && place.to === to;
      return isOpen(group, now) && (await repository.places(group, tx)).some(isLeft) ? 'stays' : 'leaves';
    },
    async leave(tx, orderId, now) {
      const groupId = await repository.ofOrder(orderId, tx);
      const group = groupId && (await repository.locked(tx, groupId));
      const member = group && (await membersOf(group, tx)).find((one) => one.orderId === orderId && !one.leftAt);
      if (!group || !member) return;
      await repository.leave(tx, group.id, member.userId, now);
      if (isOpen(group, now)) await tellOthers(tx, group, member.userId, 'left', now);
    },
    async letGo(tx, { id }, to, now) {
      const groupId = await repository.ofOrder(id, tx);
      const group = groupId && (await repository.locked(tx, groupId));
      if (!group) return false;
      const isBack = isOpen(group, now) && (await beds.handBack(tx, id, group.id, group.until, now));
      const member = hasLeft(to) ? (await membersOf(group, tx)).find(({ orderId }) => orderId === id) : undefined;
      if (member) {
        await repository.leave(tx, group.id, member.userId, now);
        await tellOthers(tx, group, member.userId, 'left', now);
      }
      return isBack;
    },
  };

  return {
    ...keeping,
    membersOf,
    ofToken,
    choices,

    /** The last part of a group's link. A new one ends the former; no store has what opens it. */
    tokenOf: (group: Pick<Group, 'code' | 'link'>, isMixed = false): string => `${group.code}.${secrets.sign('orders', signedText(group, isMixed))}`,

    /**
     * Makes a group: a bed for each of it and an application for who makes it, or none of it.
     * @param others the leases of those who are still to come
     */
    async make(
      userId: UserId,
      wanted: Wanted,
      { others, called }: { readonly others: readonly TenancyId[]; readonly called: string },
      locale: Locale,
      now: Date,
    ): Promise<Outcome<Begun, Exclude<NotBegun, 'sold-out'> | 'has-one' | 'too-often' | 'is-in-one'> | WithoutPlace> {
      const { houseId, unitId, tenancyId, from, to } = wanted;
      const known = new Map<TenancyId, Place>([[tenancyId, { unitId, tenancyId, from, to }]]);
      if (others.some((id) => id !== tenancyId))
        for (const { place } of await letWith(houseId, wanted, now)) if (!known.has(place.tenancyId)) known.set(place.tenancyId, place);
      const places: Place[] = [];
      for (const id of [tenancyId, ...others]) {
        const place = known.get(id);
        const none = !place ? 'no-place' : id === tenancyId ? undefined : await noPlace(wanted, place, userId, now);
        if (!place || none) return { ok: false, reason: none ?? 'no-place', lease: { houseId, tenancyId: id } };
        places.push(place);
      }
      const begun = await applications.begin(userId, wanted, '', locale, now);
      if (!begun.ok) return begun.reason === 'sold-out' ? { ok: false, reason: 'sold-out', lease: { houseId, tenancyId } } : refused(begun.reason);
      const order = await orders.own(userId, begun.value.code);
      if (!order) return refused('not-let');
      return transact(async (tx): Promise<Outcome<Begun, 'has-one' | 'too-often' | 'is-in-one'>> => {
        await repository.inTurn(tx, userId);
        const made = await repository.made(tx, userId, new Date(now.getTime() - 7 * dayMs), now);
        if (made.open > 0) return refused('has-one');
        if (made.lately >= mostMade) return refused('too-often');
        if ((await repository.ofOrder(order.id, tx)) !== undefined || (await repository.isInOne(tx, userId, wanted, now))) return refused('is-in-one');
        await repository.takesBeds(
          tx,
          places.map((place) => place.unitId),
        );
        const { name, nameZh, names, unit, zone, waitHours = waitingHours } = order.home;
        const until = new Date(now.getTime() + waitHours * 3_600_000);
        const code = newReference();
        const id = await repository.add(tx, { ...wanted, code, size: places.length, home: { name, nameZh, names, unit, zone }, madeBy: userId, until }, now);
        for (const [place, ...more] of Map.groupBy(inTurn(places), (one) => one.tenancyId).values())
          if (place) await keepBeds(tx, place, { id, until, houseId }, userId, more.length + 1, now);
        await repository.join(tx, id, { userId, orderId: order.id, sealed: seal(called), locale }, now);
        return done({ group: code, code: order.code });
      }).catch((error: unknown) => {
        if (error instanceof BedsMissing) return error.none;
        throw error;
      });
    },

    /** What a link shows who has it: no name of anybody, and what each place costs that is left. */
    async invitation(token: string, userId: UserId, now: Date) {
      const group = await ofToken(token, now);
      if (!group) return undefined;
      const members = await membersOf(group);
      const places = (await repository.places(group)).filter(({ left }) => left > 0);
      const offers = await Promise.all(places.map(async (place) => ({ place, quotes: await quotesOf(group, place, userId, now) })));
      return { group, offers, places: placesLeft(places), isIn: members.some((one) => one.userId === userId && !one.leftAt) };
    },

    /** Joins the group of a link with an application of one's own. @param lease of the place that is wanted; undefined where there is but one kind */
    async join(
      userId: UserId,
      token: string,
      { called, plan, lease }: { readonly called: string; readonly plan: PaymentPlan; readonly lease: TenancyId | undefined },
      locale: Locale,
      now: Date,
    ): Promise<Outcome<Begun, NotBegun | 'unknown' | NoneLeft | 'is-in-one'>> {
      const seen = await ofToken(token, now);
      if (!seen) return refused('unknown');
      const before = await membersOf(seen);
      const own = before.find((one) => one.userId === userId && !one.leftAt);
      if (own) return done({ group: seen.code, code: own.order });
      const chosen = chosenOf(await repository.places(seen), lease);
      if (!chosen.ok) return chosen;
      const { tenancyId } = chosen.value;
      const begun = await applications.begin(userId, wantedOf(seen, chosen.value, plan), '', locale, now, { hasBed: true });
      if (!begun.ok) return begun;
      return transact(async (tx): Promise<Outcome<Begun, 'unknown' | NoneLeft | 'is-in-one'>> => {
        const order = await orders.own(userId, begun.value.code, tx);
        const group = await repository.locked(tx, seen.id);
        if (!order || !group || !isOpen(group, now) || group.link !== seen.link) return refused('unknown');
        const members = await membersOf(group, tx);
        // Pressed twice: the other one has joined.
        if (members.some((one) => one.orderId === order.id && !one.leftAt)) return done({ group: group.code, code: order.code });
        // The last of its kind may have been taken since.
        const still = chosenOf(await repository.places(group, tx), tenancyId);
        if (!still.ok) return still;
        if ((await repository.ofOrder(order.id, tx)) !== undefined || (await repository.isInOne(tx, userId, group, now))) return refused('is-in-one');
        await repository.join(tx, group.id, { userId, orderId: order.id, sealed: seal(called), locale }, now);
        await tellOthers(tx, group, userId, 'joined', now);
        return done({ group: group.code, code: order.code });
      });
    },

    /** Has a bed of another lease kept in the stead of one that nobody has taken, for whoever made the group. */
    async change(
      userId: UserId,
      code: string,
      { from, to }: { readonly from: TenancyId | undefined; readonly to: TenancyId | undefined },
      now: Date,
    ): Promise<Outcome<null, 'unknown' | 'not-now' | 'place-gone' | 'no-place'> | WithoutPlace> {
      const seen = orderCodePattern.test(code) ? await repository.find(code) : undefined;
      if (seen?.madeBy !== userId) return refused('unknown');
      const wanted = (await letWith(seen.houseId, seen, now)).find(({ place }) => place.tenancyId === to)?.place;
      if (!wanted) return refused('no-place');
      const none = await noPlace(seen, wanted, userId, now);
      if (none) return { ok: false, reason: none, lease: { houseId: seen.houseId, tenancyId: wanted.tenancyId } };
      return transact(async (tx): Promise<Outcome<null, 'not-now' | 'place-gone'>> => {
        const group = await repository.locked(tx, seen.id);
        if (!group || group.madeBy !== userId || !isOpen(group, now)) return refused('not-now');
        const former = (await repository.places(group, tx)).find(({ tenancyId, left }) => tenancyId === from && left > 0);
        if (!former) return refused('place-gone');
        await repository.takesBeds(tx, [former.unitId, wanted.unitId]);
        // First: the two may be leases of one unit, and its last bed.
        if (!(await beds.freeOne(tx, group.id, former.tenancyId, now))) return refused('place-gone');
        await keepBeds(tx, wanted, group, userId, 1, now);
        return done(null);
      }).catch((error: unknown) => {
        if (error instanceof BedsMissing) return error.none;
        throw error;
      });
    },

    /** What a member does with their group. */
    async act(userId: UserId, code: string, act: 'link' | 'leave' | 'end', now: Date): Promise<Outcome<null, 'unknown' | 'not-now'>> {
      const seen = orderCodePattern.test(code) ? await repository.find(code) : undefined;
      const me = seen && (await membersOf(seen)).find((one) => one.userId === userId);
      if (!seen || !me) return refused('unknown');
      return transact(async (tx) => {
        const order = await orders.own(userId, me.order, tx);
        const group = await repository.locked(tx, seen.id);
        const mine = group && (await membersOf(group, tx)).find((one) => one.userId === userId);
        if (!group || !mine || !order || !actsOf(group, mine, now).includes(act)) return refused('not-now');
        switch (act) {
          case 'link':
            await repository.nextLink(tx, group.id);
            break;
          case 'leave':
            await repository.leave(tx, group.id, userId, now);
            await tellOthers(tx, group, userId, 'left', now);
            break;
          case 'end':
            await tellOthers(tx, group, userId, 'ended', now);
            await beds.freeAll(tx, group.id, now);
            await repository.end(tx, group.id, now);
        }
        return done(null);
      });
    },

    /** Ends groups whose time is over; where a bed was not taken its members are told. Returns how many. */
    async runClock(now: Date): Promise<number> {
      return countApart(await repository.due(now, most), (id) =>
        transact(async (tx) => {
          const group = await repository.locked(tx, id);
          if (!group || group.endedAt || group.until > now) return 0;
          if ((await repository.places(group, tx)).length > 0) await tellOthers(tx, group, undefined, 'over', now);
          await beds.freeAll(tx, id, now);
          await repository.end(tx, id, now);
          return 1;
        }),
      );
    },

    /** Groups that somebody is or was in, newest first. */
    async of(userId: UserId): Promise<readonly OwnGroup[]> {
      const groups = await repository.ofUser(userId);
      const all = await Promise.all(groups.map(async (group) => ({ group, members: await membersOf(group), places: await repository.places(group) })));
      return all.flatMap((one) => {
        const me = one.members.find((member) => member.userId === userId);
        return me ? [{ ...one, me }] : [];
      });
    },

    /** The group that an application is in or has left, for staff. */
    async ofOrder(code: string) {
      const group = await repository.everOf(code);
      return group && { group, members: await membersOf(group), places: await repository.places(group) };
    },
  };
}

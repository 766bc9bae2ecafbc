/**
 * Groups: beds of one lease that are kept together, all or none, for people who each apply for themselves. Whoever sends an application
 * takes one of the group's beds with it; what nobody took by the group's deadline is free again.
 */
import type { DbTransaction } from '#lib/db/database.ts';
import type { ApplicationsService, Wanted } from '#lib/features/orders/applications.service.ts';
import type { OrdersService } from '#lib/features/orders/orders.service.ts';
import { orderCodePattern } from '#lib/features/orders/orders.schema.ts';
import { paymentPlans } from '#lib/features/quotes/quote.schema.ts';
import type { PaymentPlan, Quote } from '#lib/features/quotes/quote.schema.ts';
import type { GroupBeds, NoBed } from '#lib/features/stock/stock.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { newReference } from '#lib/ids/reference.ts';
import { apart } from '#lib/jobs/apart.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { GroupsRepository, StoredMember } from './groups.repository.ts';
import { actsOf, hasLeft, isOpen, placesLeft } from './groups.rules.ts';
import { mostMade } from './groups.schema.ts';
import type { Group, GroupKeeping, Member } from './groups.schema.ts';

/** What the others are told of. */
export type GroupNews = 'joined' | 'left' | 'ended' | 'over';

type Parts = {
  readonly repository: GroupsRepository;
  readonly beds: GroupBeds;
  readonly orders: Pick<OrdersService, 'own'>;
  readonly applications: Pick<ApplicationsService, 'begin' | 'priced'>;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt' | 'sign' | 'verify'>;
  /** Hours for which beds are kept for a group. */
  readonly waitingHours: number;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Tells one member. `about`: whom of the others it is about; undefined where it is about all. */
  readonly tell: (tx: DbTransaction, group: Group, to: Member, news: GroupNews, about: Member | undefined, now: Date) => Promise<void>;
};

type Begun = { readonly group: string; readonly code: string };
type NotBegun = Extract<Awaited<ReturnType<ApplicationsService['begin']>>, { readonly ok: false }>['reason'];

/** There are not enough beds: undoes those that were kept. */
class TooFewBeds extends Error {
  override name = 'TooFewBeds';
  readonly reason: NoBed;
  constructor(reason: NoBed) {
    super('there are not enough beds');
    this.reason = reason;
  }
}

const day = 86_400_000;
/** Groups that one run of the clock sees to. */
const most = 100;

export type GroupsService = ReturnType<typeof createGroupsService>;

export function createGroupsService({ repository, beds, orders, applications, secrets, waitingHours, transact, tell }: Parts) {
  const seal = (called: string): string => secrets.encrypt('orders', called);
  const opened = ({ sealed, ...member }: StoredMember): Member => ({ ...member, called: secrets.decrypt('orders', sealed) ?? '' });
  const membersOf = async (group: Pick<Group, 'id'>, tx?: DbTransaction): Promise<readonly Member[]> => (await repository.members(group.id, tx)).map(opened);
  const wantedOf = (group: Group, plan: PaymentPlan): Wanted => ({ ...group, plan, asked: {} });
  const signedText = ({ code, link }: Pick<Group, 'code' | 'link'>): string => `group ${code} ${link}`;

  async function tellOthers(tx: DbTransaction, group: Group, but: UserId | undefined, news: GroupNews, now: Date): Promise<void> {
    const members = await membersOf(group, tx);
    const about = members.find(({ userId }) => userId === but);
    for (const member of members) if (member.userId !== but && !member.leftAt) await tell(tx, group, member, news, about, now);
  }

  /** The group of a link that opens; undefined for one that is none, was replaced, or is over. */
  async function ofToken(token: string, now: Date): Promise<Group | undefined> {
    const [, code = '', signature = ''] = /^([\dA-Z-]{9})\.([\w.-]{10,200})$/.exec(token) ?? [];
    const group = orderCodePattern.test(code) ? await repository.find(code) : undefined;
    return group && isOpen(group, now) && secrets.verify('orders', signedText(group), signature) ? group : undefined;
  }

  const keeping: GroupKeeping = {
    groupOf: (tx, orderId) => repository.ofOrder(tx, orderId),
    hasBed: (userId, tenancyId, now) => repository.hasBed(userId, tenancyId, now),
    async letGo(tx, { id }, to, now) {
      const groupId = await repository.ofOrder(tx, id);
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

    /** The last part of a group's link. A new one ends the former; no store has what opens it. */
    tokenOf: (group: Pick<Group, 'code' | 'link'>): string => `${group.code}.${secrets.sign('orders', signedText(group))}`,

    /** Makes a group: a bed for each of it and an application for who makes it, or none of it. */
    async make(
      userId: UserId,
      wanted: Wanted,
      { size, called }: { readonly size: number; readonly called: string },
      locale: Locale,
      now: Date,
    ): Promise<Outcome<Begun, NotBegun | NoBed | 'has-one' | 'too-often' | 'is-in-one'>> {
      const begun = await applications.begin(userId, wanted, '', locale, now);
      if (!begun.ok) return begun;
      const order = await orders.own(userId, begun.value.code);
      if (!order) return refused('not-let');
      return transact(async (tx): Promise<Outcome<Begun, 'has-one' | 'too-often' | 'is-in-one'>> => {
        await repository.inTurn(tx, userId);
        const made = await repository.made(tx, userId, new Date(now.getTime() - 7 * day), now);
        if (made.open > 0) return refused('has-one');
        if (made.lately >= mostMade) return refused('too-often');
        if ((await repository.ofOrder(tx, order.id)) !== undefined || (await repository.isInOne(tx, userId, wanted, now))) return refused('is-in-one');
        await repository.takesBeds(tx, wanted.unitId);
        const { name, nameZh, names, unit, zone } = order.home;
        const until = new Date(now.getTime() + waitingHours * 3_600_000);
        const code = newReference();
        const id = await repository.add(tx, { ...wanted, code, size, home: { name, nameZh, names, unit, zone }, madeBy: userId, until }, now);
        const kept = await beds.keepAll(tx, { groupId: id, tenancyId: wanted.tenancyId, period: wanted, userId, until }, size, now);
        if (!kept.ok) throw new TooFewBeds(kept.reason);
        await repository.join(tx, id, { userId, orderId: order.id, sealed: seal(called), locale }, now);
        return done({ group: code, code: order.code });
      }).catch((error: unknown) => {
        if (error instanceof TooFewBeds) return refused(error.reason);
        throw error;
      });
    },

    /** What a link shows who has it: no name of anybody. */
    async invitation(token: string, userId: UserId, now: Date) {
      const group = await ofToken(token, now);
      if (!group) return undefined;
      const members = await membersOf(group);
      const quotes: Quote[] = [];
      for (const plan of paymentPlans) {
        const found = await applications.priced(wantedOf(group, plan), now, { userId, hasBed: true });
        if (found.ok) quotes.push(found.value.quote);
      }
      return { group, quotes, places: placesLeft(group, members), isIn: members.some((one) => one.userId === userId && !one.leftAt) };
    },

    /** Joins the group of a link with an application of one's own. */
    async join(
      userId: UserId,
      token: string,
      { called, plan }: { readonly called: string; readonly plan: PaymentPlan },
      locale: Locale,
      now: Date,
    ): Promise<Outcome<Begun, NotBegun | 'unknown' | 'full' | 'is-in-one'>> {
      const seen = await ofToken(token, now);
      if (!seen) return refused('unknown');
      const before = await membersOf(seen);
      const own = before.find((one) => one.userId === userId && !one.leftAt);
      if (own) return done({ group: seen.code, code: own.order });
      if (placesLeft(seen, before) === 0) return refused('full');
      const begun = await applications.begin(userId, wantedOf(seen, plan), '', locale, now, { hasBed: true });
      if (!begun.ok) return begun;
      return transact(async (tx): Promise<Outcome<Begun, 'unknown' | 'full' | 'is-in-one'>> => {
        const order = await orders.own(userId, begun.value.code, tx);
        const group = await repository.locked(tx, seen.id);
        if (!order || !group || !isOpen(group, now) || group.link !== seen.link) return refused('unknown');
        const members = await membersOf(group, tx);
        // Pressed twice: the other one has joined.
        if (members.some((one) => one.orderId === order.id && !one.leftAt)) return done({ group: group.code, code: order.code });
        if (placesLeft(group, members) === 0) return refused('full');
        if ((await repository.ofOrder(tx, order.id)) !== undefined || (await repository.isInOne(tx, userId, group, now))) return refused('is-in-one');
        await repository.join(tx, group.id, { userId, orderId: order.id, sealed: seal(called), locale }, now);
        await tellOthers(tx, group, userId, 'joined', now);
        return done({ group: group.code, code: order.code });
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
      let count = 0;
      const rows = apart();
      for (const id of await repository.due(now, most)) {
        const ended = await rows.run(() =>
          transact(async (tx) => {
            const group = await repository.locked(tx, id);
            if (!group || group.endedAt || group.until > now) return 0;
            if ((await repository.unclaimed(id, tx)) > 0) await tellOthers(tx, group, undefined, 'over', now);
            await beds.freeAll(tx, id, now);
            await repository.end(tx, id, now);
            return 1;
          }),
        );
        count += ended ?? 0;
      }
      rows.end();
      return count;
    },

    /** Groups that somebody is or was in, newest first. */
    async of(userId: UserId): Promise<readonly { readonly group: Group; readonly members: readonly Member[]; readonly me: Member }[]> {
      const groups = await repository.ofUser(userId);
      const all = await Promise.all(groups.map(async (group) => ({ group, members: await membersOf(group) })));
      return all.flatMap(({ group, members }) => {
        const me = members.find((one) => one.userId === userId);
        return me ? [{ group, members, me }] : [];
      });
    },

    /** The group that an application is in or has left, for staff. */
    async ofOrder(code: string) {
      const group = await repository.everOf(code);
      return group && { group, members: await membersOf(group), unclaimed: await repository.unclaimed(group.id) };
    },
  };
}

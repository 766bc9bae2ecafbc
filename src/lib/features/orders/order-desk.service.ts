/** How staff see to orders. Each look at one and each deed stands in the audit log. */
import { todayIn } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { LettingRule } from '#lib/features/quotes/letting-law.schema.ts';
import { brokenRules } from '#lib/features/quotes/quote.words.ts';
import type { SupplierParty } from '#lib/features/supplier-parties/supplier-parties.schema.ts';
import type { NoBed } from '#lib/features/stock/stock.schema.ts';
import type { HouseId, StaffId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { StaffOrderAct } from './application-forms.schema.ts';
import type { LeaseOf } from './lease-pricing.service.ts';
import { claimActsFor } from './claims.rules.ts';
import { claimActs } from './claims.schema.ts';
import type { ClaimAct } from './claims.schema.ts';
import type { ClaimsService } from './claims.service.ts';
import { orderStates } from './order.process.rules.ts';
import type { OrderState } from './order.process.rules.ts';
import type { CancellingService } from './cancelling.service.ts';
import type { OfferChanges } from './offer-changes.service.ts';
import type { OrderPayments } from './order-payments.service.ts';
import type { OrderMoney } from './order-money.service.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import { entryOf, momentOf, needsReason, staffActsFor } from './orders.rules.ts';
import { orderCodePattern } from './orders.schema.ts';
import type { Order } from './orders.schema.ts';
import type { OrdersService } from './orders.service.ts';
import { supplierActs, supplierActsFor } from './supplier-dues.schema.ts';
import type { SupplierDuesService } from './supplier-dues.service.ts';
import { contractActs } from './supplier-signing.schema.ts';
import type { ContractAct } from './supplier-signing.schema.ts';
import type { SupplierSigningService } from './supplier-signing.service.ts';

/** Who the provider of a home is in law; undefined where nobody has said. */
export type PartyOf = (houseId: HouseId) => Promise<SupplierParty | undefined>;

/** @see createDeskFind */
export type FindOrders = (text: string) => Promise<readonly number[] | undefined>;

type Parts = {
  readonly repository: OrdersRepository;
  readonly orders: Pick<OrdersService, 'move'>;
  readonly paying: Pick<OrderPayments, 'askAgain'>;
  readonly money: Pick<OrderMoney, 'kept' | 'inTurn' | 'isHeld' | 'lost' | 'duesOf' | 'returnsOf'>;
  readonly supplierDues: Pick<SupplierDuesService, 'record'>;
  readonly supplierSigning: Pick<SupplierSigningService, 'act' | 'actsFor' | 'isReady' | 'unheard' | 'countUnheard'>;
  readonly claims: Pick<ClaimsService, 'of' | 'decide'>;
  readonly refundOf: CancellingService['refundOf'];
  readonly leaseOf: LeaseOf;
  readonly partyOf: PartyOf;
  readonly changes: OfferChanges;
  readonly findOrders: FindOrders;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

/**
 * What staff say beside an act. `rulesSeen`: that a quote breaks, where it is offered all the same. `paper`: who signed a contract for the supplier
 * on paper, and on which day; empty for other acts.
 */
type StaffSays = {
  readonly note: string;
  readonly colleague: StaffId | undefined;
  readonly rulesSeen: readonly LettingRule[];
  readonly paper: { readonly name: string; readonly on: string };
};

export type OrderDeskService = ReturnType<typeof createOrderDeskService>;

const numberOf = (state: OrderState): number => orderStates.indexOf(state);
const movesMoney = (act: StaffOrderAct): boolean => ['refund', 'give-all-back', 'cancel', 'claim-give', 'ask-again'].includes(act);

export function createOrderDeskService({
  repository,
  orders,
  paying,
  money,
  supplierDues,
  supplierSigning,
  claims,
  refundOf,
  leaseOf,
  partyOf,
  changes,
  findOrders,
  audit,
  transact,
}: Parts) {
  /** What staff can do with an order now. */
  async function actsFor(order: StoredOrder, now: Date): Promise<readonly StaffOrderAct[]> {
    const [kept, isHeld, lost, dues, returns] = await Promise.all([
      money.kept(order),
      money.isHeld(order),
      money.lost(order),
      money.duesOf(order),
      money.returnsOf(order),
    ]);
    const acts = staffActsFor(order.state, momentOf(order, now), kept?.minor === 0n, lost !== undefined, supplierActsFor(order.state, dues, returns), isHeld);
    // By the policy nothing may come back any more, and then there is nothing to press.
    const givesBack = acts.includes('refund') && kept !== undefined && ((await refundOf(order, kept, now))?.minor ?? 0n) > 0n;
    const changed = await changes.of(order, now);
    // What a provider declined to sign is not kept by their word: they sign it, or it ends.
    const keeps = changed && changed.what !== 'declined' ? (['keep-terms'] as const) : [];
    return [
      ...claimActsFor(await claims.of(order), kept),
      ...keeps,
      ...(await supplierSigning.actsFor(order)),
      // Whoever has it gives it back first, or hands it over: nobody takes what a colleague works at unseen.
      ...acts.filter((act) =>
        act === 'refund' ? givesBack : act === 'take' ? order.staffId === undefined : act !== 'give-back' || order.staffId !== undefined,
      ),
    ];
  }

  return {
    /** Numbers of orders with a text in any name, mailbox, number or home; undefined where it is too short to look for. */
    find: findOrders,
    page: repository.deskPage,
    counts: repository.deskCounts,
    cities: repository.deskCities,
    providers: repository.deskProviders,
    paceOf: repository.providerPace,
    /** Who lets the home of an order in law, and how they are reached; undefined where nobody has said. */
    partyOf: (order: Pick<Order, 'houseId'>) => partyOf(order.houseId),
    withOpenClaim: repository.withOpenClaim,
    openClaims: repository.openClaims,
    withUnheard: supplierSigning.unheard,
    countUnheard: supplierSigning.countUnheard,
    actsFor,
    /** What was paid and is here, and what of it the policy gives back now; undefined where there is no such sum. */
    async sums(order: Order, now: Date) {
      const kept = await money.kept(order);
      return { kept, back: kept && (await refundOf(order, kept, now)) };
    },

    /** An order with who applies; that it was looked at is written down first. */
    async see(code: string, staffId: StaffId): Promise<StoredOrder | undefined> {
      const order = orderCodePattern.test(code) ? await repository.find(code) : undefined;
      if (!order) return undefined;
      await transact((tx) => audit.append(tx, { actor: `staff:${staffId}`, action: 'order-seen', subject: `order:${order.id}`, data: {} }));
      return order;
    },

    async act(
      code: string,
      act: StaffOrderAct,
      { note, colleague, rulesSeen, paper }: StaffSays,
      staffId: StaffId,
      now: Date,
    ): Promise<
      Outcome<
        OrderState,
        | ('unknown' | 'not-now' | 'no-reason' | 'no-colleague' | 'no-coupon' | 'no-party' | 'breaks' | 'other-draft' | 'offer-changed')
        | ('unsigned' | 'paper-day' | 'no-address' | 'too-many')
        | NoBed
      >
    > {
      const seen = orderCodePattern.test(code) ? await repository.find(code) : undefined;
      if (!seen) return refused('unknown');
      if (!(await actsFor(seen, now)).includes(act)) return refused('not-now');
      if ((needsReason(act) || act === 'note') && note === '') return refused('no-reason');
      if (act === 'hand-over' && colleague === undefined) return refused('no-colleague');
      // Their bed is kept, but nobody signs and pays for what is let no more.
      if (act === 'offer' && !(await leaseOf(seen.houseId, seen.unitId, seen.tenancyId, now, { hasBed: true })).ok) return refused('gone');
      // A contract needs another side.
      if (act === 'offer' && !(await partyOf(seen.houseId))) return refused('no-party');
      const changed = act === 'confirm' || act === 'keep-terms' ? await changes.of(seen, now) : undefined;
      if (act === 'confirm' && changed) return refused(changed.what === 'declined' ? 'unsigned' : 'offer-changed');
      // Nobody signs on paper tomorrow.
      if (act === 'provider-paper' && paper.on > todayIn(seen.home.zone, now)) return refused('paper-day');
      return transact(async (tx) => {
        const order = await repository.lock(tx, code);
        if (order?.state !== seen.state) return refused('not-now');
        // A contract that one side has signed binds nobody.
        if (act === 'confirm' && !(await supplierSigning.isReady(order, tx))) return refused('unsigned');
        // Sums are worked out while nobody else moves money of it.
        if (movesMoney(act)) await money.inTurn(tx, order);
        const kept = act === 'refund' ? await money.kept(order, tx) : undefined;
        const refund = kept && (await refundOf(order, kept, now, tx));
        // Without anything to send back it would wait for ever.
        if (act === 'refund' && (!refund || refund.minor <= 0n)) return refused('not-now');
        // A bank may have given back meanwhile what was nothing a moment ago.
        if (act === 'cancel' && (await money.kept(order, tx))?.minor !== 0n) return refused('not-now');
        if (act === 'give-all-back' && !(await money.isHeld(order, tx))) return refused('not-now');
        // Of the same room and days somebody has one draft.
        const { userId } = order;
        if (act === 'return' && userId !== undefined && (await repository.draftFor(tx, { ...order, userId }))) return refused('other-draft');
        const actor = `staff:${staffId}` as const;
        const subject = `order:${order.id}` as const;
        // What asks for more than the law of the place allows is offered by nobody who has not seen it.
        const broken = act === 'offer' ? brokenRules(order.quote) : [];
        if (broken.some((rule) => !rulesSeen.includes(rule))) return refused('breaks');
        if (act === 'take' || act === 'give-back' || act === 'hand-over' || act === 'note') {
          // Of two who press at once the second one sees whose it is now.
          if ((act === 'take' || act === 'give-back') && order.staffId !== seen.staffId) return refused('not-now');
          if (act !== 'note') await repository.giveTo(tx, order.id, act === 'hand-over' ? colleague : act === 'take' ? staffId : undefined);
          await repository.tell(tx, order.id, { event: act, from: order.state, to: order.state, by: 'staff', staffId, note, isInternal: true, at: now });
          await audit.append(tx, { actor, action: 'order-changed', subject, data: { deed: act } });
          return done(order.state);
        }
        if (act === 'keep-terms') {
          if (!changed) return refused('not-now');
          await repository.keepTerms(tx, order.id, changed.print);
          await repository.tell(tx, order.id, entryOf(order, act, 'staff', now, { staffId, note }));
          await audit.append(tx, { actor, action: 'order-changed', subject, data: { deed: act } });
          return done(order.state);
        }
        const ofSupplier = supplierActs.find((one) => one === act);
        if (ofSupplier) {
          const recorded = await supplierDues.record(tx, order, ofSupplier, { staffId, note }, now);
          if (!recorded.ok) return recorded;
          await audit.append(tx, { actor, action: 'order-changed', subject, data: { deed: ofSupplier } });
          return done(order.state);
        }
        const ofContract = contractActs.find((one) => one === act);
        if (ofContract) {
          const said = await supplierSigning.act(tx, order, ofContract, { staffId, note, paper }, now);
          if (!said.ok) return said;
          await audit.append(tx, { actor, action: 'order-changed', subject, data: { deed: ofContract } });
          return done(order.state);
        }
        const ofClaim = claimActs.find((one) => one === act);
        if (ofClaim) {
          const decided = await claims.decide(tx, order, ofClaim, { staffId, note }, now);
          if (!decided.ok) return decided;
          await audit.append(tx, { actor, action: 'order-changed', subject, data: { deed: ofClaim } });
          return done(order.state);
        }
        if (act === 'ask-again') {
          if (!(await paying.askAgain(tx, order, { staffId, note }, now))) return refused('not-now');
          await audit.append(tx, { actor, action: 'order-changed', subject, data: { deed: act } });
          return done(order.state);
        }
        const moved = await orders.move(
          tx,
          order,
          act as Exclude<typeof act, ClaimAct | ContractAct | (typeof supplierActs)[number]>,
          { by: 'staff', staffId, note, refund },
          now,
        );
        if (!moved.ok) return moved;
        if (broken.length > 0) {
          await repository.tell(
            tx,
            order.id,
            entryOf({ state: moved.value }, 'breaks-seen', 'staff', now, { staffId, note: broken.join(' '), isInternal: true }),
          );
          await audit.append(tx, { actor, action: 'order-changed', subject, data: { deed: 'breaks-seen' } });
        }
        if (act === 'give-all-back') await audit.append(tx, { actor, action: 'order-changed', subject, data: { deed: act } });
        await audit.append(tx, { actor, action: 'order-moved', subject, data: { from: numberOf(order.state), to: numberOf(moved.value) } });
        return moved;
      });
    },
  };
}

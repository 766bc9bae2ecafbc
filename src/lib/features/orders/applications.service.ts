/** Applications: begun from a lease, said in parts, each put aside as it is said, and sent when all is there. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { CouponRefusal } from '#lib/features/coupons/coupons.schema.ts';
import type { CouponsService } from '#lib/features/coupons/coupons.service.ts';
import type { NoBed } from '#lib/features/stock/stock.schema.ts';
import type { FieldProblem } from '#lib/forms/form.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { OrderId, UserId } from '#lib/ids/ids.ts';
import { newReference } from '#lib/ids/reference.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { ApplicationAnswers } from './application-answers.service.ts';
import { FilesGone } from './application-files.service.ts';
import type { ApplicationFiles } from './application-files.service.ts';
import { applicationFiles, askedIn } from './application-forms.schema.ts';
import type { ApplicationPart } from './application-forms.schema.ts';
import { bookedOf, problemsOf } from './application-templates.rules.ts';
import { unprintable } from '#lib/pdf/printable.ts';
import type { NoLease } from './lease-faults.rules.ts';
import { wantedOf } from './lease-pricing.service.ts';
import type { LeasePricing, NoRoom, Wanted } from './lease-pricing.service.ts';
import { waitingStates } from './order.process.rules.ts';
import type { OrdersRepository } from './orders.repository.ts';
import { agreedText, choiceText, deadlineOf } from './orders.rules.ts';
import { mostDrafts, mostWaiting } from './orders.schema.ts';
import type { Answers, Order } from './orders.schema.ts';
import type { OrdersService } from './orders.service.ts';

/** Names that stand in the contract. */
const printedNames = ['full_name', 'own_name', 'guarantor_name', 'emergency_name'] as const;

/** Names with a sign that the contract could only leave out. */
async function unprintableNames(given: Answers): Promise<readonly FieldProblem[]> {
  const found = await Promise.all(printedNames.map(async (field) => ({ field, sign: await unprintable(given[field] ?? '') })));
  return found.flatMap(({ field, sign }): FieldProblem[] => (sign === undefined ? [] : [{ field, message: 'orders.sign_unprintable', values: { sign } }]));
}

export type Problems = { readonly ok: false; readonly reason: 'faults'; readonly problems: readonly FieldProblem[] };

export type ApplicationsService = ReturnType<typeof createApplicationsService>;

type Parts = {
  readonly repository: OrdersRepository;
  readonly orders: Pick<OrdersService, 'move' | 'own'>;
  readonly answering: ApplicationAnswers;
  readonly pricing: LeasePricing;
  readonly files: Pick<ApplicationFiles, 'putFiles'>;
  readonly coupons: Pick<CouponsService, 'check' | 'choose' | 'offFor'>;
  /** Where somebody is told of their order; undefined where they have no mail address. */
  readonly emailOf: (userId: UserId) => Promise<string | undefined>;
  readonly waitingHours: number;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>, options?: { readonly lockOf: readonly string[] }) => Promise<T>;
};

export function createApplicationsService({ repository, orders, answering, pricing, files, coupons, emailOf, waitingHours, transact }: Parts) {
  const isSameLease = (one: Order, other: Order): boolean => choiceText(wantedOf(one)) === choiceText(wantedOf(other));

  /** @param coupon its code as it was typed; empty for none */
  async function begin(
    userId: UserId,
    wanted: Wanted,
    coupon: string,
    locale: Locale,
    now: Date,
    /** `hasBed`: one is kept for them already, beside what holds tell. */
    { former, hasBed = false }: { readonly former?: { readonly id: OrderId; readonly answers: Answers }; readonly hasBed?: boolean } = {},
  ): Promise<Outcome<{ readonly code: string }, NoLease | 'too-many' | 'no-email' | CouponRefusal>> {
    const found = await pricing.priced(wanted, now, { userId, hasBed });
    if (!found.ok) return found;
    const { lease } = found.value;
    const checked = coupon === '' ? undefined : await coupons.check(coupon, pricing.askOf(found.value, userId, undefined), now);
    if (checked?.ok === false) return checked;
    // One that was begun before keeps the coupon that was chosen for it.
    const seen = checked ? undefined : await transact((tx) => repository.draftFor(tx, { userId, ...wanted }));
    const held = seen && (await coupons.offFor({ ...pricing.askOf(found.value, userId, seen.id), orderId: seen.id }, now));
    const quote = await pricing.lessCoupon(found.value, wanted, checked?.value.off ?? (held?.ok ? held.value : undefined), now);
    const email = await emailOf(userId);
    if (email === undefined) return refused('no-email');
    const template = answering.templateFor(lease.house);
    const add = async (tx: DbTransaction): Promise<Outcome<{ readonly code: string }, 'too-many' | 'not-let'>> => {
      const known = await repository.draftFor(tx, { userId, tenancyId: wanted.tenancyId, from: wanted.from, to: wanted.to });
      if (known) {
        if (checked) await coupons.choose(tx, known.id, checked.value.id);
        await repository.putLease(tx, known.id, { ...wanted, quote, home: pricing.factsOf(lease) });
        return done({ code: known.code });
      }
      if ((await repository.count(tx, userId, ['draft'])) >= mostDrafts) return refused('too-many');
      const code = newReference();
      const school = wanted.asked.school === undefined ? {} : { school: wanted.asked.school };
      const answers = { ...(await answering.profile(userId, tx)), ...school, ...former?.answers };
      const deadline = deadlineOf('draft', now, waitingHours) ?? now;
      const id = await repository.add(
        tx,
        {
          ...wanted,
          code,
          userId,
          quote,
          home: pricing.factsOf(lease),
          locale,
          template: template.key,
          sealed: answering.seal({ email, answers }),
          deadline,
          againOf: former?.id,
        },
        now,
      );
      if (id === undefined) {
        // The same was begun in another tab at this moment.
        const other = await repository.draftFor(tx, { userId, tenancyId: wanted.tenancyId, from: wanted.from, to: wanted.to });
        return other ? done({ code: other.code }) : refused('not-let');
      }
      if (checked) await coupons.choose(tx, id, checked.value.id);
      await repository.tell(tx, id, { event: 'begin', from: 'draft', to: 'draft', by: 'applicant', staffId: undefined, note: '', isInternal: false, at: now });
      return done({ code });
    };
    // One after the other, so that none comes to be for what another is being changed to.
    return transact(add, { lockOf: [repository.lockOfOwn(userId)] });
  }

  return {
    begin,

    /**
     * Puts a part of an application aside. While it is only put aside (`later`), what is missing is not told, nor that the lease cannot be had
     * any more; who goes on is told so at once. What was written is kept either way: a bed may come free.
     * What was saved in another tab since the page was shown (`seen`) is not written over unseen; the same once more is taken.
     */
    async save(
      userId: UserId,
      code: string,
      part: ApplicationPart,
      given: Answers,
      { visit, isLater }: { readonly visit: string | undefined; readonly isLater: boolean },
      now: Date,
    ): Promise<Outcome<{ readonly next: 'person' | 'details' | 'review' | 'list' }, 'unknown' | 'not-now' | NoRoom> | Problems> {
      const gaps = isLater ? [] : await unprintableNames(given);
      if (gaps.length > 0) return { ok: false, reason: 'faults', problems: gaps } as const;
      const found = isLater ? undefined : await orders.own(userId, code);
      const none = found?.state === 'draft' ? await pricing.noRoom(found, now) : undefined;
      return transact(async (tx) => {
        const order = await orders.own(userId, code, tx);
        if (!order) return refused('unknown');
        if (order.state !== 'draft') return refused('not-now');
        const { answers: before, ...rest } = answering.open(order);
        const answers: Record<string, string> = { ...before };
        for (const name of askedIn(part)) answers[name] = given[name] ?? '';
        const asks = answering.asksFor(order);
        const problems = problemsOf(part, asks, answers, { ...bookedOf(order, now), isLater });
        if (problems.length > 0) return { ok: false, reason: 'faults', problems } as const;
        const { seen = '' } = given;
        if (seen !== '' && seen !== answering.nameOf(part, before) && answering.nameOf(part, answers) !== answering.nameOf(part, before))
          return { ok: false, reason: 'faults', problems: [{ field: 'seen', message: 'orders.changed_elsewhere' }] } as const;
        if (part === 'details') await files.putFiles(tx, order.id, before, answers, { userId, visit }, now);
        await repository.putSealed(tx, order.id, answering.seal({ ...rest, answers }));
        return none ? refused(none) : done({ next: isLater ? 'list' : (answering.unfinished(order, now, answers) ?? 'review') } as const);
      }).catch((error: unknown) => {
        if (error instanceof FilesGone) return { ok: false, reason: 'faults', problems: error.problems } as const;
        throw error;
      });
    },

    /**
     * Sends an application. Whoever sends it keeps a bed from now on.
     * @param agreed the price that the page showed; where it is another by now, the new one is kept to be shown, and nothing is sent.
     */
    async submit(
      userId: UserId,
      code: string,
      agreed: string,
      now: Date,
    ): Promise<
      Outcome<
        null,
        'unknown' | 'not-now' | NoRoom | 'outside' | 'no-plan' | 'incomplete' | 'price-changed' | 'collector-changed' | 'too-many' | 'no-coupon' | NoBed
      >
    > {
      const seen = await orders.own(userId, code);
      if (!seen) return refused('unknown');
      if (seen.state !== 'draft') return refused('not-now');
      const found = await pricing.pricedFor(seen, wantedOf(seen), now, { userId });
      if (!found.ok) return found;
      const { quote, lease } = found.value;
      return transact(
        async (tx) => {
          const { order, waiting } = (await repository.toSend(tx, code, userId, waitingStates)) ?? { order: undefined, waiting: 0 };
          // Whatever has become of it since the price was reckoned: that price is of other days, or it was sent.
          if (order?.state !== 'draft' || !isSameLease(order, seen)) return refused('not-now');
          if (answering.unfinished(order, now)) return refused('incomplete');
          if (agreed !== agreedText(quote))
            return refused(agreed.replace(/ supplier$/, '') === agreedText({ ...quote, collects: 'operator' }) ? 'collector-changed' : 'price-changed');
          if (waiting >= mostWaiting) return refused('too-many');
          const agreedLease = { ...wantedOf(order), quote, home: pricing.factsOf(lease) };
          const moved = await orders.move(tx, { ...order, quote, home: agreedLease.home }, 'submit', { by: 'applicant' }, now, agreedLease);
          return moved.ok ? done(null) : moved;
        },
        { lockOf: repository.locksToSend(code, userId) },
      );
    },

    /** Takes up an application that is over: the same lease, and what was said then. */
    async again(
      userId: UserId,
      code: string,
      now: Date,
    ): Promise<Outcome<{ readonly code: string }, 'unknown' | 'not-now' | NoLease | 'too-many' | 'no-email' | CouponRefusal>> {
      const order = await orders.own(userId, code);
      if (!order) return refused('unknown');
      if (!['cancelled', 'expired', 'refunded'].includes(order.state)) return refused('not-now');
      const { answers } = answering.open(order);
      const kept = Object.fromEntries(Object.entries(answers).filter(([name]) => !applicationFiles.some((one) => one === name)));
      return begin(userId, wantedOf(order), '', order.locale, now, { former: { id: order.id, answers: kept } });
    },
  };
}

/** Calls of leaving an order: what it costs, what would come back, leaving it, and the proofs that decide about money. */
import { brandName } from '#lib/brand.ts';
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import { cancellationEvents } from '#lib/features/house/cancellation.schema.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import type { CancellingService } from './cancelling.service.ts';
import { isDepending, shownText } from './claims.rules.ts';
import type { ClaimsService } from './claims.service.ts';
import type { LeasePricing } from './lease-pricing.service.ts';
import { leaveRefused, notFound, priced, proofRefused } from './order-wire.rules.ts';
import * as contracts from './orders.contract.ts';
import { agreedText, costsOtherwise, isSuppliers, wholeOf } from './orders.rules.ts';
import type { OrdersService } from './orders.service.ts';
import type { SupplierDuesService } from './supplier-dues.service.ts';

type Parts = {
  readonly orders: Pick<OrdersService, 'own'>;
  readonly cancelling: Pick<CancellingService, 'backFor' | 'cancel'>;
  readonly supplierDues: Pick<SupplierDuesService, 'bring'>;
  readonly claims: Pick<ClaimsService, 'bring'>;
  readonly pricing: Pick<LeasePricing, 'priceNow'>;
};

export function cancellingCalls({ orders, cancelling, supplierDues, claims, pricing }: Parts): readonly BoundCall[] {
  return [
    bind(contracts.orderFeesContract, async ({ code }, caller) => {
      const order = await orders.own(userIdOf(caller), code);
      if (!order) return notFound;
      // Nothing is agreed on yet: a draft costs what it would be sent for, as its page says.
      const today = order.state === 'draft' ? await pricing.priceNow(order, caller.now) : undefined;
      const quote = today?.ok ? today.value : order.quote;
      const { plan, lines, deposit, dues, collects = 'operator' } = quote;
      return {
        ok: true,
        data: {
          plan,
          collects,
          supplier: order.home.supplier,
          lines: lines.map(({ kind, payee, back, amount }) => ({ kind, payee, back, price: priced(amount) })),
          total: priced(wholeOf(quote)),
          changed: costsOtherwise(quote, order.quote),
          agreed: today?.ok === false ? '' : agreedText(quote),
          deposit: priced(deposit),
          dues: dues.map(({ on, amount }) => ({ on, price: priced(amount) })),
        },
      };
    }),

    bind(contracts.refundAskContract, async ({ code, event = 'changed-mind' }, caller) => {
      const order = await orders.own(userIdOf(caller), code);
      if (!order) return notFound;
      const answers = (await cancelling.backFor(order, caller.now)) ?? [];
      const answer = answers.find((one) => one.event === event);
      return {
        ok: true,
        data: {
          code,
          events: answers.map((one) => one.event),
          back: answer ? priced(answer.total) : null,
          at_once: answer ? priced(answer.now) : null,
          proof: [...(answer?.proof ?? [])],
          proof_until: answer?.proofUntil ?? null,
          owed_by: isSuppliers(order) ? order.home.supplier : brandName(caller.locale),
          token: answer ? shownText(answers.filter((one) => one === answer || one.event === 'changed-mind')) : '',
        },
      };
    }),

    bind(contracts.cancelOrderContract, async ({ code, back, event: given, reason }, caller) => {
      // What was shown for several events says that it depends on what happened: nobody chooses for who cancels.
      if (given === '' && isDepending(back)) return fault('event', 'forms.choose');
      const event = cancellationEvents.find((one) => one === given) ?? 'changed-mind';
      const outcome = await cancelling.cancel(userIdOf(caller), code, back, reason, caller.now, event);
      return outcome.ok ? { ok: true, data: { code, state: outcome.value } } : leaveRefused[outcome.reason];
    }),

    bind(contracts.claimProofContract, async ({ code, file }, caller) => {
      const userId = userIdOf(caller);
      const outcome = await claims.bring(userId, code, file, { userId, visit: caller.preSession }, caller.now);
      return outcome.ok ? { ok: true, data: { code } } : proofRefused[outcome.reason];
    }),

    bind(contracts.supplierProofContract, async ({ code, file }, caller) => {
      const userId = userIdOf(caller);
      const outcome = await supplierDues.bring(userId, code, file, { userId, visit: caller.preSession }, caller.now);
      return outcome.ok ? { ok: true, data: { code } } : proofRefused[outcome.reason];
    }),
  ];
}

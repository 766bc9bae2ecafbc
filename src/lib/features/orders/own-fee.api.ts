import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { toDecimal } from '#lib/money/money.ts';
import { ownFeeContract } from './own-fee.contract.ts';
import type { OwnFeeService } from './own-fee.service.ts';

/** Withdrawing from the operator's own service in an order. */
export function ownFeeCalls({ ownFee }: { readonly ownFee: Pick<OwnFeeService, 'withdraw'> }): readonly BoundCall[] {
  return [
    bind(ownFeeContract, async ({ code, back }, caller) => {
      const outcome = await ownFee.withdraw(userIdOf(caller), code, back, caller.now);
      if (outcome.ok) return { ok: true, data: { code, back: { amount: toDecimal(outcome.value), abbr: outcome.value.currency } } };
      switch (outcome.reason) {
        case 'unknown':
          return { ok: false, error: 'not-found' };
        case 'not-now':
          return { ok: false, error: 'not-now' };
        case 'changed':
          return fault('back', 'orders.back_changed');
      }
    }),
  ];
}

/** The call by which somebody withdraws from the operator's own service. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import { leaveRefused, priced } from './order-wire.rules.ts';
import { ownFeeContract } from './own-fee.contract.ts';
import type { OwnFeeService } from './own-fee.service.ts';

/** Withdrawing from the operator's own service in an order. */
export function ownFeeCalls({ ownFee }: { readonly ownFee: Pick<OwnFeeService, 'withdraw'> }): readonly BoundCall[] {
  return [
    bind(ownFeeContract, async ({ code, back }, caller) => {
      const outcome = await ownFee.withdraw(userIdOf(caller), code, back, caller.now);
      return outcome.ok ? { ok: true, data: { code, back: priced(outcome.value) } } : leaveRefused[outcome.reason];
    }),
  ];
}

import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { staffIdOf } from '#lib/api/caller.ts';
import { amountFault } from '#lib/forms/amount-faults.rules.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import { staffPayoutContract } from './payouts.contract.ts';
import type { PayoutsService } from './payouts.service.ts';

const notFound = { ok: false, error: 'not-found' } as const;

export function payoutCalls({ payouts }: { readonly payouts: PayoutsService }): readonly BoundCall[] {
  return [
    bind(staffPayoutContract, async ({ supplier, currency, rent, deposit, reference }, caller) => {
      const id = parseId<SupplierId>(supplier);
      if (id === undefined) return notFound;
      const outcome = await payouts.record(id, { currency, rent, deposit, reference }, staffIdOf(caller), caller.now);
      if (outcome.ok) return { ok: true, data: { supplier, waits: outcome.value === 'asked' } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'wrong-rent':
          return amountFault('rent', rent, caller.locale, 'payments.payout_wrong');
        case 'wrong-deposit':
          return amountFault('deposit', deposit, caller.locale, 'payments.payout_wrong');
        case 'nothing':
          return fault('rent', 'payments.payout_nothing');
        case 'too-much':
          return fault('rent', 'payments.payout_too_much');
        case 'not-begun':
          return fault('rent', 'payments.payout_not_begun');
        case 'same-person':
          return fault('reference', 'payments.payout_same_person');
        case 'known-reference':
          return fault('reference', 'payments.payout_known');
      }
    }),
  ];
}

/** What passing rent on costs. */
import { scale } from './money.ts';
import type { Money } from './money.ts';

/** Hundredths of a per cent of the rent, or a sum by currency, which is nothing in those that are not named. */
export type RentFee = { readonly kind: 'share'; readonly basisPoints: bigint } | { readonly kind: 'flat'; readonly sums: ReadonlyMap<string, bigint> };

/** @example feeOf(money(85_050n, 'GBP'), { kind: 'share', basisPoints: 100n }).minor // 851n */
export function feeOf(rent: Money, fee: RentFee): Money {
  return fee.kind === 'share' ? scale(rent, fee.basisPoints, 10_000n) : { minor: fee.sums.get(rent.currency) ?? 0n, currency: rent.currency };
}

/** What is said where a thing can be paid while money for it is on its way, so that nobody pays twice. Pure. */
import { formatMoney } from '#lib/money/money.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import { isTransfer } from '#lib/money/payment-methods.ts';
import type { Reader } from '#lib/reader.ts';
import { resultOf } from './payment-results.rules.ts';
import type { PaymentOf } from './payments.service.ts';

/**
 * `href`: where its account, its reference and the place for its proof are; undefined for what somebody else sends.
 * `transfer`: the number of a transfer that its reader sends.
 */
export type MoneyUnderWay = {
  readonly says: string;
  readonly href: string | undefined;
  readonly transfer: string | undefined;
  readonly isHeld: boolean;
};

const said: Partial<Record<ReturnType<typeof resultOf>, MessageKey>> = {
  transfer: 'payments.under_way_transfer',
  checking: 'payments.under_way_checking',
  held: 'payments.under_way_held',
};

/**
 * Transfers that are awaited or looked into, the latest last; what is paid at a provider's is there at once or not at all.
 * @param hrefOf where whoever reads this sees to a payment of theirs.
 */
export function moneyUnderWay(
  made: readonly PaymentOf[],
  { t, intl }: Pick<Reader, 't' | 'intl'>,
  hrefOf: (known: PaymentOf) => string | undefined,
): readonly MoneyUnderWay[] {
  return made.flatMap((known) => {
    const { payment, request } = known;
    if (request.state !== 'open' && request.state !== 'part_paid') return [];
    const kind = resultOf(known, []);
    const key = said[kind];
    if (key === undefined) return [];
    const { reference, method } = payment;
    const href = hrefOf(known);
    const transfer = href !== undefined && isTransfer(method) ? reference : undefined;
    return [{ says: t(key, { amount: formatMoney(payment.amount, intl), reference }), href, transfer, isHeld: kind === 'held' }];
  });
}

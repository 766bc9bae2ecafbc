/** What has come of the money for a thing, what is on its way and what lacks: for pages that are shown to nobody else than whose it is. */
import { isTransfer } from '#lib/money/payment-methods.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { Reader } from '#lib/reader.ts';
import { transferRoutes } from './payments.rules.ts';
import type { PayableRef } from './payments.schema.ts';
import type { PaymentsService } from './payments.service.ts';
import { moneyUnderWay } from './under-way.words.ts';
import type { MoneyUnderWay } from './under-way.words.ts';

export function moneyComing(payments: Pick<PaymentsService, 'collecting' | 'ofPayable' | 'openRequest'>) {
  return {
    /** What a sponsor sends is seen to on their own page. */
    async underWay(reader: Pick<Reader, 't' | 'intl' | 'paths'>, ref: PayableRef): Promise<readonly MoneyUnderWay[]> {
      return moneyUnderWay(await payments.ofPayable(ref), reader, ({ payment: { link, method, reference } }) =>
        link === undefined ? `${reader.paths.to(isTransfer(method) ? transferRoutes[method] : 'pay_result')}?payment=${reference}` : undefined,
      );
    },

    /** What has come and not gone back. */
    kept: (ref: PayableRef): Promise<Money | undefined> => payments.collecting.kept(ref),

    /** What has come of what is asked for, and what lacks; undefined where nothing has, or all. */
    async rest({ t, intl }: Pick<Reader, 't' | 'intl'>, ref: PayableRef): Promise<string | undefined> {
      const request = await payments.openRequest(ref);
      if (!request || request.paid.minor === 0n) return undefined;
      const left = { minor: request.amount.minor - request.paid.minor, currency: request.amount.currency };
      return t('payments.result_part_text', { amount: formatMoney(request.paid, intl), left: formatMoney(left, intl) });
    },
  };
}

/** What is kept of somebody's payments, for themselves. */
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import { toDecimal } from '#lib/money/money.ts';
import type { PaymentsService } from './payments.service.ts';

export function paymentsSource(payments: Pick<PaymentsService, 'ofUser'>): PersonalSource {
  return {
    name: 'payments',
    async read(userId) {
      const all = await payments.ofUser(userId);
      const items = all.flatMap(({ payments: made }) =>
        made.map((one) => [
          { label: 'payments.reference' as const, value: one.reference },
          { label: 'payments.amount' as const, value: `${toDecimal(one.amount)} ${one.amount.currency}` },
          { label: 'mydata.given' as const, value: one.createdAt.toISOString() },
        ]),
      );
      const data = all.map(({ request, payments: made }) => ({
        kind: request.kind,
        code: request.code,
        amount: toDecimal(request.amount),
        currency: request.amount.currency,
        state: request.state,
        payments: made.map((one) => ({
          reference: one.reference,
          method: one.method,
          state: one.state,
          amount: toDecimal(one.amount),
          created_at: one.createdAt,
          voucher: one.voucher,
        })),
      }));
      return { title: 'payments.yours', items, data: { asked: data } };
    },
  };
}

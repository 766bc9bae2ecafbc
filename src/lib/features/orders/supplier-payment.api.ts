import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { supplierPaymentContract } from './supplier-payment.contract.ts';
import { supplierWords } from './supplier-dues.schema.ts';
import type { SupplierDuesService } from './supplier-dues.service.ts';

/** What a provider who collects says by a link. */
export function supplierPaymentCalls({ supplierDues }: { readonly supplierDues: Pick<SupplierDuesService, 'answer'> }): readonly BoundCall[] {
  return [
    bind(supplierPaymentContract, async ({ key, due, word: said, note }, { now }) => {
      const word = supplierWords.find((one) => one === said);
      if (!word) return fault('word', 'forms.choose');
      const outcome = await supplierDues.answer(key, { due: Number(due), word, note: note ?? '' }, now);
      if (outcome.ok) return { ok: true, data: { word } };
      return outcome.reason === 'unknown' ? { ok: false, error: 'not-found' } : fault('word', 'orders.supplier_not_now');
    }),
  ];
}

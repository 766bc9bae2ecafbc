import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { fault, faults } from '#lib/forms/field-faults.rules.ts';
import { supplierContractContract } from './supplier-signing.contract.ts';
import { contractAnswers } from './supplier-signing.schema.ts';
import type { ContractAnswer, SupplierSigningService } from './supplier-signing.service.ts';

/** What a provider says of a contract by a link. */
export function supplierSigningCalls({ supplierSigning }: { readonly supplierSigning: Pick<SupplierSigningService, 'answer'> }): readonly BoundCall[] {
  return [
    bind(supplierContractContract, async ({ key, hash, word: said, name, role, reason }, { address, now }) => {
      const word = contractAnswers.find((one) => one === said);
      if (!word) return fault('word', 'forms.choose');
      const of = { hash, address };
      const answer: ContractAnswer = word === 'sign' ? { ...of, word, name: name ?? '', role: role ?? '' } : { ...of, word, reason: reason ?? '' };
      const outcome = await supplierSigning.answer(key, answer, now);
      if (outcome.ok) return { ok: true, data: { word } };
      switch (outcome.reason) {
        case 'unknown':
          return { ok: false, error: 'not-found' };
        case 'changed':
          return fault('hash', 'orders.contract_changed');
        case 'offer-changed':
          return fault('word', 'orders.contract_offer_changed');
        case 'not-now':
          return fault('word', 'orders.contract_not_now');
        case 'unprintable':
          return faults([{ field: outcome.field, message: 'orders.sign_unprintable', values: { sign: outcome.sign } }]);
      }
    }),
  ];
}

import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { staffIdOf } from '#lib/api/caller.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import { supplierTermsContract } from './supplier-terms.contract.ts';
import type { SupplierTermsService } from './supplier-terms.service.ts';

const notFound = { ok: false, error: 'not-found' } as const;

export function supplierTermsCalls(terms: Pick<SupplierTermsService, 'set'>): readonly BoundCall[] {
  return [
    bind(supplierTermsContract, async ({ supplier, collects, lines, wait_hours }, caller) => {
      const id = parseId<SupplierId>(supplier);
      if (id === undefined) return notFound;
      const outcome = await terms.set(id, { collects, lines, waitHours: wait_hours }, staffIdOf(caller), caller.now);
      if (outcome.ok) return { ok: true, data: { supplier, waits: outcome.value === 'waits' } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'no-lines':
          return fault('lines', 'forms.required');
        case 'wrong-hours':
          return fault('wait_hours', 'payments.terms_hours_wrong');
      }
    }),
  ];
}

import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { staffIdOf } from '#lib/api/caller.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import { supplierPartyContract } from './supplier-parties.contract.ts';
import type { SupplierPartiesService } from './supplier-parties.service.ts';

const notFound = { ok: false, error: 'not-found' } as const;

export function supplierPartyCalls(parties: Pick<SupplierPartiesService, 'set'>): readonly BoundCall[] {
  return [
    bind(supplierPartyContract, async ({ supplier, legal_name, registration, address, email, phone, arrival }, caller) => {
      const id = parseId<SupplierId>(supplier);
      if (id === undefined) return notFound;
      const party = { legalName: legal_name, registration, address, email, phone, arrival };
      const outcome = await parties.set(id, party, staffIdOf(caller), caller.now);
      return outcome.ok ? { ok: true, data: { supplier } } : notFound;
    }),
  ];
}

import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { staffIdOf } from '#lib/api/caller.ts';
import { emailOf } from '#lib/features/accounts/contacts.rules.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { locales } from '#lib/i18n/locales.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import { supplierAddressContract, supplierAnswersContract, supplierChangeContract } from './supplier-changes.contract.ts';
import { changeActs } from './supplier-changes.schema.ts';
import type { SupplierChangesService } from './supplier-changes.service.ts';

const notFound = { ok: false, error: 'not-found' } as const;

export function supplierChangesCalls(changes: SupplierChangesService): readonly BoundCall[] {
  return [
    bind(supplierAddressContract, async ({ supplier, email: given, locale: spoken }, caller) => {
      const id = parseId<SupplierId>(supplier);
      const email = emailOf(given);
      const locale = locales.find((one) => one === spoken);
      if (id === undefined) return notFound;
      if (email === undefined) return fault('email', 'forms.email');
      if (!locale) return fault('locale', 'forms.choose');
      const outcome = await changes.setAddress(id, { email, locale }, staffIdOf(caller), caller.now);
      return outcome.ok ? { ok: true, data: { supplier, waits: outcome.value === 'waits' } } : notFound;
    }),
    bind(supplierChangeContract, async ({ supplier, change, act: given }, caller) => {
      const id = parseId<SupplierId>(supplier);
      const act = changeActs.find((one) => one === given);
      if (id === undefined || !act) return notFound;
      const outcome = await changes[act](id, Number(change), staffIdOf(caller), caller.now);
      if (outcome.ok) return { ok: true, data: { supplier, act } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'same-person':
          return fault('act', 'payments.change_same_person');
        case 'not-now':
          return fault('act', 'staff.not_now');
      }
    }),
    bind(supplierAnswersContract, async ({ key }, { now }) => ((await changes.confirm(key, now)).ok ? { ok: true, data: {} } : notFound)),
  ];
}

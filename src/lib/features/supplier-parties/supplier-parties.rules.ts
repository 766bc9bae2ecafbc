/** Parties of sample providers, and the page of the form. Pure, browser-safe. */
import type { FormName } from '#lib/forms/form-names.ts';
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import { supplierPartyContract } from './supplier-parties.contract.ts';
import { supplierPartyForm } from './supplier-parties.schema.ts';
import type { SupplierParty } from './supplier-parties.schema.ts';

/**
 * Whoever invents homes invents who lets them: a party that nobody can take for a real one. Domain and number are kept for examples
 * (RFC 2606, and Ofcom's numbers for drama).
 * @example samplePartyOf({ name: 'Red Kettle', slug: 'red-kettle' }).email // 'lettings@red-kettle.example'
 */
export const samplePartyOf = ({ name, slug }: { readonly name: string; readonly slug: string }): SupplierParty => ({
  legalName: `${name} (sample, not a company)`,
  registration: 'SAMPLE 00000000',
  address: '1 Example Street, Sampleton XX1 1XX',
  email: `lettings@${slug.replace(/[^a-z0-9-]/g, '') || 'sample'}.example`,
  phone: '+442079460000',
  arrival: '',
});

export const supplierPartyPages = {
  'supplier-party': formPage({
    definition: supplierPartyForm,
    contract: supplierPartyContract,
    valuesOf: ({ supplier = '' }) => ({ supplier }),
    done: ({ supplier }, { paths }) => `${paths.to('staff_supplier_party', { supplier })}?done=1`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;

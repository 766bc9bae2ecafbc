/** The page of the form of a provider's terms. Pure, browser-safe. */
import type { FormName } from '#lib/forms/form-names.ts';
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import { supplierAddressContract, supplierAnswersContract, supplierChangeContract } from './supplier-changes.contract.ts';
import { supplierAddressForm, supplierAnswersForm, supplierChangeForm } from './supplier-changes.schema.ts';
import { supplierTermsContract } from './supplier-terms.contract.ts';
import { leastWaitHours, mostWaitHours, supplierTermsForm } from './supplier-terms.schema.ts';

/**
 * Hours as staff write them; empty for those of the settings.
 * @example readWaitHours('24') // 24
 * @example readWaitHours('') // 'usual'
 * @example readWaitHours('721') // undefined
 */
export function readWaitHours(text: string): number | 'usual' | undefined {
  if (text.trim() === '') return 'usual';
  const hours = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return hours >= leastWaitHours && hours <= mostWaitHours ? hours : undefined;
}

export const supplierTermsPages = {
  'supplier-terms': formPage({
    definition: supplierTermsForm,
    contract: supplierTermsContract,
    valuesOf: ({ supplier = '' }) => ({ supplier }),
    done: ({ supplier, waits }, { paths }) => `${paths.to('staff_supplier', { supplier })}?done=${waits ? 'waits' : 'saved'}`,
  }),
  'supplier-address': formPage({
    definition: supplierAddressForm,
    contract: supplierAddressContract,
    valuesOf: ({ supplier = '' }) => ({ supplier }),
    done: ({ supplier, waits }, { paths }) => `${paths.to('staff_provider', { supplier })}?done=${waits ? 'waits' : 'saved'}`,
  }),
  'supplier-change': formPage({
    definition: supplierChangeForm,
    contract: supplierChangeContract,
    valuesOf: ({ supplier = '', change = '' }) => ({ supplier, change }),
    done: ({ supplier, act }, { paths }) => `${paths.to('staff_supplier', { supplier })}?done=${act}`,
  }),
  'supplier-answers': formPage({
    definition: supplierAnswersForm,
    contract: supplierAnswersContract,
    done: (_, { paths, values }) => `${paths.to('supplier_address')}?${new URLSearchParams({ key: values['key'] ?? '', done: '1' })}`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;

/** The page of the form of a provider's terms. Pure, browser-safe. */
import type { FormName } from '#lib/forms/form-names.ts';
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
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
    done: ({ supplier }, { paths }) => `${paths.to('staff_supplier', { supplier })}?done=1`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;

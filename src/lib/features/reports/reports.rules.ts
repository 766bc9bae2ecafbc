/** The page of the report form: which call takes it, and where the reader goes when it is done. */
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import { reportListingContract } from './reports.contract.ts';
import { reportForm } from './reports.schema.ts';

export const reportListingPage: FormPage = formPage({
  definition: reportForm,
  contract: reportListingContract,
  valuesOf: ({ house = '' }) => ({ house_id: house }),
  done: ({ reference, repeated }, { paths, values }) =>
    `${paths.to('report_listing', { house: values['house_id'] ?? '' })}?${new URLSearchParams({ [repeated ? 'again' : 'sent']: reference })}`,
});

/** What can be done to a home, and the pages of the forms of the desk. Browser-safe. */
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import type { Paths } from '#lib/paths.ts';
import * as forms from './desk-forms.schema.ts';
import * as contracts from './desk.contract.ts';
import type { HouseAct } from './desk.schema.ts';

/** What can be done to a home that is hidden, or is not. @example houseActsFor(true) // ['note', 'restore'] */
export function houseActsFor(isHidden: boolean): readonly HouseAct[] {
  return isHidden ? ['note', 'restore'] : ['note', 'hide'];
}

const ofHome = ({ house = '' }: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({ house_id: house });
const backTo =
  (what: string) =>
  (_: unknown, { paths, values }: { readonly paths: Paths; readonly values: Readonly<Record<string, string>> }) =>
    `${paths.to('staff_home', { house: values['house_id'] ?? '' })}?done=${what || (values['act'] ?? '')}`;

export const deskPages = {
  'desk-find-home': formPage({
    definition: forms.findHouseForm,
    contract: contracts.deskFindHouseContract,
    done: ({ house_id }, { paths }) => paths.to('staff_home', { house: String(house_id) }),
  }),
  'desk-home': formPage({ definition: forms.houseForm, contract: contracts.deskHouseContract, valuesOf: ofHome, done: backTo('') }),
  'desk-check': formPage({ definition: forms.checkForm, contract: contracts.deskCheckContract, valuesOf: ofHome, done: backTo('check') }),
  'desk-supplier': formPage({ definition: forms.supplierForm, contract: contracts.deskSupplierContract, valuesOf: ofHome, done: backTo('provider') }),
  'desk-report': formPage({
    definition: forms.settleReportForm,
    contract: contracts.deskReportContract,
    valuesOf: ({ report = '' }) => ({ report_id: report }),
    done: (_, { paths }) => `${paths.to('staff_reports')}?done=settled`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;

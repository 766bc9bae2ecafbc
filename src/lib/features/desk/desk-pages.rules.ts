/** What can be done to a home, and the pages of the forms of the desk. Browser-safe. */
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import type { Paths } from '#lib/paths.ts';
import * as forms from './desk-forms.schema.ts';
import * as contracts from './desk.contract.ts';
import * as threadForms from './thread-forms.schema.ts';
import * as threadContracts from './threads.contract.ts';
import * as submissionForms from './submission-forms.schema.ts';
import * as submissionContracts from './submissions.contract.ts';
import * as batchContracts from './batches.contract.ts';
import * as batchForms from './batches.schema.ts';
import * as viewContracts from './views.contract.ts';
import * as viewForms from './views.schema.ts';
import type { ViewedList } from './views.schema.ts';
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

const threadOf = ({ enquiry_id }: { readonly enquiry_id: number }, paths: Paths): string => paths.to('staff_thread', { thread: String(enquiry_id) });
const ofThread = ({ thread = '' }: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({ enquiry_id: thread });

const toList = ({ list, query }: { readonly list: ViewedList; readonly query: string }, { paths }: { readonly paths: Paths }): string =>
  `${paths.to(viewForms.viewedLists[list])}${query === '' ? '' : `?${query}`}`;

export const deskPages = {
  'desk-answer': formPage({
    definition: threadForms.answerForm,
    contract: threadContracts.deskAnswerContract,
    valuesOf: (params) => ({ ...ofThread(params), kind: 'answer' }),
    done: (data, { paths }) => `${threadOf(data, paths)}?done=answer`,
  }),
  'desk-act': formPage({
    definition: threadForms.actForm,
    contract: threadContracts.deskActContract,
    valuesOf: ofThread,
    done: (data, { paths }) => `${threadOf(data, paths)}?done=${data.act}`,
  }),
  'desk-note': formPage({
    definition: threadForms.noteForm,
    contract: threadContracts.deskNoteContract,
    valuesOf: ofThread,
    done: (data, { paths }) => `${threadOf(data, paths)}?done=note`,
  }),
  'desk-starters': formPage({
    definition: threadForms.startersForm,
    contract: threadContracts.deskStartersContract,
    done: (_, { paths }) => `${paths.to('staff_templates')}?done=started`,
  }),
  'desk-batch': formPage({
    definition: batchForms.batchForm,
    contract: batchContracts.deskBatchContract,
    done: ({ batch_id }, { paths }) => paths.to('staff_batch_done', { batch: String(batch_id) }),
  }),
  'desk-batch-undo': formPage({
    definition: batchForms.undoBatchForm,
    contract: batchContracts.undoDeskBatchContract,
    valuesOf: ({ batch = '' }) => ({ batch_id: batch }),
    done: ({ batch_id }, { paths }) => paths.to('staff_batch_done', { batch: String(batch_id) }),
  }),
  'desk-template': formPage({
    definition: threadForms.templateForm,
    contract: threadContracts.deskTemplateContract,
    valuesOf: ({ template = '' }) => ({ template_id: template }),
    done: (_, { paths }) => `${paths.to('staff_templates')}?done=saved`,
  }),
  'desk-view': formPage({
    definition: viewForms.viewForm,
    contract: viewContracts.deskViewContract,
    valuesOf: ({ view = '' }) => ({ view_id: view }),
    done: toList,
  }),
  'desk-view-remove': formPage({
    definition: viewForms.removeViewForm,
    contract: viewContracts.removeDeskViewContract,
    valuesOf: ({ view = '' }) => ({ view_id: view }),
    done: toList,
  }),
  'desk-find-home': formPage({
    definition: forms.findHouseForm,
    contract: contracts.deskFindHouseContract,
    done: ({ house_id }, { paths }) => paths.to('staff_home', { house: String(house_id) }),
  }),
  'desk-home': formPage({ definition: forms.houseForm, contract: contracts.deskHouseContract, valuesOf: ofHome, done: backTo('') }),
  'desk-check': formPage({ definition: forms.checkForm, contract: contracts.deskCheckContract, valuesOf: ofHome, done: backTo('check') }),
  'desk-resume': formPage({
    definition: submissionForms.resumeActForm,
    contract: submissionContracts.deskResumeContract,
    valuesOf: ({ resume = '' }) => ({ resume_id: resume }),
    done: ({ act }, { paths }) => `${paths.to('staff_resumes')}?done=${act}`,
  }),
  'desk-feedback': formPage({
    definition: submissionForms.feedbackActForm,
    contract: submissionContracts.deskFeedbackContract,
    valuesOf: ({ entry = '' }) => ({ feedback_id: entry }),
    done: ({ act }, { paths }) => `${paths.to('staff_feedback')}?done=${act}`,
  }),
  'desk-report': formPage({
    definition: forms.settleReportForm,
    contract: contracts.deskReportContract,
    valuesOf: ({ report = '' }) => ({ report_id: report }),
    done: (_, { paths }) => `${paths.to('staff_reports')}?done=settled`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;

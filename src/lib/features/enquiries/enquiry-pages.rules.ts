/** The forms of questions: which call takes each, and where its reader goes afterwards. */
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import { askQuestionContract, enquiryReplyContract } from './enquiries.contract.ts';
import { askForm, replyForm } from './enquiries.schema.ts';

export const enquiryPages = {
  ask: formPage({
    definition: askForm,
    contract: askQuestionContract,
    done: ({ token, repeated }, { paths }) => `${paths.to('enquiry', { token })}?done=${repeated ? 'again' : 'sent'}`,
  }),
  'enquiry-reply': formPage({
    definition: replyForm,
    contract: enquiryReplyContract,
    valuesOf: ({ token = '', reference = '' }) => ({ token, reference }),
    done: ({ done }, { paths, values: { token = '', reference = '' } }) =>
      `${token === '' ? paths.to('own_enquiry', { reference }) : paths.to('enquiry', { token })}?done=${done}`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;

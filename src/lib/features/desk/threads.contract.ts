/** Calls of the desk about what people ask, for staff. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { actForm, answerForm, noteForm, startersForm, templateForm } from './thread-forms.schema.ts';

const thread = z.object({ enquiry_id: z.int().check(z.describe('Number of the thread')) });
const ofDesk = { method: 'POST', access: 'staff-desk', fulfils: ['R1.02'] } as const;

export const deskAnswerContract = contract({
  ...ofDesk,
  name: 'desk-answer',
  summary: 'Answers somebody, who is told by mail, or notes something that staff alone see; the thread may be closed with it.',
  path: '/_api/staff/enquiries/answer',
  input: inputOf(answerForm),
  output: thread,
  errors: ['not-found'],
});

export const deskNoteContract = contract({
  ...ofDesk,
  name: 'desk-note',
  summary: 'Notes something in a thread that staff alone see; colleagues named after an @ find it among what is for them.',
  path: '/_api/staff/enquiries/note',
  input: inputOf(noteForm),
  output: thread,
  errors: ['not-found'],
});

export const deskStartersContract = contract({
  ...ofDesk,
  name: 'desk-starters',
  summary: 'Saves a set of everyday answers in five languages, without those whose name is there already.',
  path: '/_api/staff/templates/start',
  input: inputOf(startersForm),
  output: z.object({ count: z.int().check(z.describe('How many were saved')) }),
  errors: ['enough-for-today'],
});

export const deskActContract = contract({
  ...ofDesk,
  name: 'desk-act',
  summary: 'Takes a thread, gives it to somebody or to another team, closes, opens or merges it, or puts it away as spam.',
  path: '/_api/staff/enquiries/change',
  input: inputOf(actForm),
  output: z.object({ enquiry_id: z.int(), act: z.string() }),
  errors: ['not-found'],
});

export const deskTemplateContract = contract({
  ...ofDesk,
  name: 'desk-template',
  summary: 'Saves an answer that staff have ready, in up to five languages; without any text it is taken away.',
  path: '/_api/staff/templates/save',
  input: inputOf(templateForm),
  output: z.object({}),
  errors: ['not-found', 'enough-for-today'],
});

/** What forms of staff, and what is done to them, are called. Browser-safe. */
import type { MessageKey, T } from '#lib/i18n/t.ts';
import type { AnswerAct, CustomState, FieldAct, FileTaken, PartKind } from './custom-forms.schema.ts';

export const partKindLabels: Readonly<Record<PartKind, MessageKey>> = {
  text: 'customforms.kind_text',
  textarea: 'customforms.kind_textarea',
  email: 'customforms.kind_email',
  phone: 'customforms.kind_phone',
  number: 'customforms.kind_number',
  date: 'customforms.kind_date',
  select: 'customforms.kind_select',
  radio: 'customforms.kind_radio',
  checkbox: 'customforms.kind_checkbox',
  file: 'customforms.kind_file',
  step: 'customforms.kind_step',
};

/** What a field for a file takes. */
export const filesTakenLabels: Readonly<Record<FileTaken, MessageKey>> = {
  picture: 'customforms.takes_picture',
  pdf: 'customforms.takes_pdf',
  either: 'customforms.takes_either',
};

export const customStateLabels: Readonly<Record<CustomState, MessageKey>> = {
  draft: 'customforms.state_draft',
  open: 'customforms.state_open',
  withdrawn: 'customforms.state_withdrawn',
};

export const fieldActLabels: Readonly<Record<FieldAct, MessageKey>> = {
  save: 'customforms.save',
  up: 'customforms.act_up',
  down: 'customforms.act_down',
  remove: 'customforms.act_remove',
};

export const answerActLabels: Readonly<Record<AnswerAct, MessageKey>> = { settle: 'desk.settle_mark', reopen: 'desk.reopen', remove: 'desk.remove' };

/** What the page of a step is called. */
export const stepTitle = (t: T, title: string, { at, of }: { readonly at: number; readonly of: number }): string =>
  t('customforms.step_title', { title, step: t('islands.step_of', { step: at, count: of }) });

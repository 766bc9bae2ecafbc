/** What forms of staff, and what is done to them, are called. Browser-safe. */
import type { MessageKey } from '#lib/i18n/t.ts';
import type { AnswerAct, CustomKind, CustomState, FieldAct } from './custom-forms.schema.ts';

export const customKindLabels: Readonly<Record<CustomKind, MessageKey>> = {
  text: 'customforms.kind_text',
  textarea: 'customforms.kind_textarea',
  email: 'customforms.kind_email',
  phone: 'customforms.kind_phone',
  number: 'customforms.kind_number',
  date: 'customforms.kind_date',
  select: 'customforms.kind_select',
  radio: 'customforms.kind_radio',
  checkbox: 'customforms.kind_checkbox',
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

/** The forms in which staff answer. Browser-safe. */
import { enquiryTeams, messageLength } from '#lib/features/enquiries/enquiries.schema.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';
import { templateLength, threadActs } from './threads.schema.ts';

const thread = {
  kind: 'hidden',
  name: 'enquiry_id',
  label: 'desk.thread',
  required: true,
  maxLength: 10,
  rules: [{ kind: 'reg', pattern: idDigits }],
} as const;

export const answerForm = formDefinition({
  id: 'desk-answer',
  fields: [
    thread,
    { kind: 'textarea', name: 'text', label: 'desk.text', required: true, maxLength: messageLength, rows: 8 },
    // The page has a form for each, so that neither is taken for the other.
    { kind: 'hidden', name: 'kind', label: 'desk.kind', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: /^(?:answer|note)$/ }] },
    { kind: 'checkbox', name: 'close', label: 'desk.close_after' },
  ],
  submit: 'desk.send_answer',
  answers: ['staff.not_now', 'desk.place_left', 'desk.no_text'],
});

export const noteForm = formDefinition({
  id: 'desk-note',
  fields: [thread, { kind: 'textarea', name: 'text', label: 'desk.note', hint: 'desk.mention_hint', required: true, maxLength: messageLength, rows: 4 }],
  submit: 'desk.save_note',
  answers: ['staff.not_now'],
});

/** Nothing is asked: the set is taken as it is, and changed afterwards. */
export const startersForm = formDefinition({ id: 'desk-starters', fields: [], submit: 'desk.starters_take' });

export const actForm = formDefinition({
  id: 'desk-act',
  fields: [
    thread,
    {
      kind: 'select',
      name: 'act',
      label: 'staff.action',
      required: true,
      choices: { given: true, maxLength: 10 },
      rules: [{ kind: 'reg', pattern: new RegExp(`^(?:${threadActs.join('|')})$`) }],
    },
    {
      kind: 'select',
      name: 'to',
      label: 'desk.to',
      required: { field: 'act', is: 'give' },
      when: { field: 'act', is: 'give' },
      choices: { given: true, maxLength: 10 },
      rules: [{ kind: 'reg', pattern: idDigits }],
    },
    {
      kind: 'select',
      name: 'team',
      label: 'desk.team',
      required: { field: 'act', is: 'team' },
      when: { field: 'act', is: 'team' },
      choices: { given: true, maxLength: 20 },
      rules: [{ kind: 'reg', pattern: new RegExp(`^(?:${enquiryTeams.join('|')})$`) }],
    },
    {
      kind: 'text',
      name: 'into',
      label: 'desk.into',
      hint: 'desk.into_hint',
      required: { field: 'act', is: 'merge' },
      when: { field: 'act', is: 'merge' },
      maxLength: 20,
    },
  ],
  submit: 'staff.do_it',
  answers: ['staff.not_now', 'desk.no_thread', 'desk.other_person'],
});

const text = { kind: 'textarea', maxLength: templateLength, rows: 5 } as const;

export const templateForm = formDefinition({
  id: 'desk-template',
  fields: [
    { kind: 'hidden', name: 'template_id', label: 'desk.template', maxLength: 10 },
    { kind: 'text', name: 'name', label: 'desk.template_name', hint: 'desk.template_name_hint', required: true, maxLength: 60 },
    { ...text, name: 'zh-cn', label: 'desk.in_zh_cn', hint: 'desk.template_hint' },
    { ...text, name: 'zh-hk', label: 'desk.in_zh_hk' },
    { ...text, name: 'zh-tw', label: 'desk.in_zh_tw' },
    { ...text, name: 'en-us', label: 'desk.in_en_us' },
    { ...text, name: 'vi-vn', label: 'desk.in_vi_vn' },
  ],
  submit: 'desk.template_save',
  answers: ['desk.place_unknown'],
});

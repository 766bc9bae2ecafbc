/** The forms in which staff see to applications and feedback. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';

const act = { kind: 'select', name: 'act', label: 'staff.action', required: true } as const;
const id = { kind: 'hidden', label: 'desk.submission', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] } as const;

export const resumeActForm = formDefinition({
  id: 'desk-resume',
  fields: [
    { ...id, name: 'resume_id' },
    { ...act, choices: { given: true, maxLength: 10 }, rules: [{ kind: 'reg', pattern: /^(?:settle|reopen|remove)$/ }] },
  ],
  submit: 'staff.do_it',
  ends: { when: { field: 'act', is: ['remove'] }, asks: 'step' },
  answers: ['staff.not_now'],
});

export const feedbackActForm = formDefinition({
  id: 'desk-feedback',
  fields: [
    { ...id, name: 'feedback_id' },
    { ...act, choices: { given: true, maxLength: 10 }, rules: [{ kind: 'reg', pattern: /^(?:settle|reopen)$/ }] },
  ],
  submit: 'staff.do_it',
  ends: { when: { field: 'act', is: ['remove'] }, asks: 'step' },
  answers: ['staff.not_now'],
});

/** The forms of the desk. Browser-safe. */
import { methodsOf, verifiedFacts } from '#lib/features/catalogue/listings.schema.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';
import { hideReasons, houseActs, noteLength, reportOutcomes } from './desk.schema.ts';

const oneOf = (words: readonly string[]): RegExp => new RegExp(`^(?:${words.join('|')})$`);
const house = { kind: 'hidden', name: 'house_id', label: 'desk.home', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] } as const;

export const findHouseForm = formDefinition({
  id: 'desk-find-home',
  fields: [{ kind: 'text', name: 'which', label: 'desk.which_home', hint: 'desk.which_home_hint', required: true, maxLength: 500, inputmode: 'search' }],
  submit: 'staff.find',
  answers: ['desk.no_home'],
});

export const houseForm = formDefinition({
  id: 'desk-home',
  fields: [
    house,
    {
      kind: 'select',
      name: 'act',
      label: 'staff.action',
      required: true,
      choices: { given: true, maxLength: 10 },
      rules: [{ kind: 'reg', pattern: oneOf(houseActs) }],
    },
    {
      kind: 'select',
      name: 'reason',
      label: 'desk.hide_reason',
      hint: 'desk.hide_reason_hint',
      required: { field: 'act', is: 'hide' },
      when: { field: 'act', is: 'hide' },
      choices: { given: true, maxLength: 20 },
      rules: [{ kind: 'reg', pattern: oneOf(hideReasons) }],
    },
    { kind: 'textarea', name: 'note', label: 'desk.note', hint: 'desk.note_hint', required: { field: 'act', is: 'note' }, maxLength: noteLength, rows: 3 },
  ],
  submit: 'staff.do_it',
  ends: { when: { field: 'act', is: ['hide'] }, asks: 'step' },
  answers: ['staff.not_now'],
});

export const checkForm = formDefinition({
  id: 'desk-check',
  fields: [
    house,
    {
      kind: 'select',
      name: 'fact',
      label: 'desk.checked_fact',
      required: true,
      choices: { given: true, maxLength: 30 },
      rules: [{ kind: 'reg', pattern: oneOf(verifiedFacts) }],
    },
    {
      kind: 'select',
      name: 'method',
      label: 'desk.check_method',
      required: true,
      choices: { given: true, maxLength: 20 },
      rules: [{ kind: 'reg', pattern: oneOf(Object.values(methodsOf).flat()) }],
    },
    { kind: 'date', name: 'on', label: 'desk.checked_on', required: true },
  ],
  submit: 'desk.check_save',
  answers: ['desk.wrong_method', 'desk.future_day'],
});

export const settleReportForm = formDefinition({
  id: 'desk-report',
  fields: [
    { kind: 'hidden', name: 'report_id', label: 'desk.report', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] },
    {
      kind: 'select',
      name: 'outcome',
      label: 'desk.outcome',
      required: true,
      choices: { given: true, maxLength: 20 },
      rules: [{ kind: 'reg', pattern: oneOf(reportOutcomes) }],
    },
    { kind: 'textarea', name: 'note', label: 'desk.note', hint: 'desk.note_hint', maxLength: noteLength, rows: 3 },
  ],
  submit: 'desk.settle',
  ends: { when: { field: 'outcome', is: ['hidden'] }, asks: 'step' },
  answers: ['staff.not_now'],
});

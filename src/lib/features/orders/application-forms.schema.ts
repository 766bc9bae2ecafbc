/**
 * What an application may ask, and the forms that ask it. Which of it a home asks, and what must be answered, says its template
 * (`src/content/application-templates`): the forms here name all there is, and need none of it by themselves. Browser-safe.
 */
import { couponAnswers, couponField } from '#lib/features/coupons/coupons.schema.ts';
import { cancellationEvents } from '#lib/features/house/cancellation.schema.ts';
import { fileMessages } from '#lib/forms/files.schema.ts';
import type { LettingRule } from '#lib/features/quotes/letting-law.schema.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import type { Field, FormDefinition } from '#lib/forms/form.schema.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import { idDigits } from '#lib/ids/patterns.ts';
import { orderCodePattern } from './orders.schema.ts';
import { claimActs } from './claims.schema.ts';
import { supplierActs } from './supplier-dues.schema.ts';
import { contractActs } from './supplier-signing.schema.ts';

/**
 * A name in any script: letters and marks with a blank, hyphen, point or apostrophe between them; one name alone will do.
 * @example applicantName.test('Nguyễn Thị Lan') // true @example applicantName.test('Suharto') // true
 */
export const applicantName = /^\p{L}[\p{L}\p{M}]*(?:[ .'’·-]{1,2}\p{L}[\p{L}\p{M}]*)*\.?$/u;
/** What is asked of a name, with the first sign that none may have named. */
export const named = [{ kind: 'name', pattern: applicantName, signs: /^[\p{L}\p{M} .'’·-]$/u }] as const;

export const code = {
  kind: 'hidden',
  name: 'code',
  label: 'orders.code',
  required: true,
  maxLength: 9,
  rules: [{ kind: 'reg', pattern: orderCodePattern }],
} as const;
/** Names the answers that the page showed, so that it is noticed when others were saved since; empty where nobody looked. */
const seen = { kind: 'hidden', name: 'seen', label: 'orders.your_application', maxLength: 22 } as const;
const later = { kind: 'checkbox', name: 'later', label: 'orders.later', hint: 'orders.later_hint' } as const;

const ask = {
  full_name: { kind: 'text', name: 'full_name', label: 'orders.full_name', hint: 'orders.full_name_hint', maxLength: 120, autocomplete: 'name', rules: named },
  own_name: { kind: 'text', name: 'own_name', label: 'orders.own_name', hint: 'orders.own_name_hint', maxLength: 120, rules: named },
  birth_date: { kind: 'date', name: 'birth_date', label: 'orders.birth_date', hint: 'orders.birth_date_hint', autocomplete: 'bday' },
  nationality: { kind: 'text', name: 'nationality', label: 'orders.nationality', maxLength: 60, autocomplete: 'country-name' },
  mobile: { kind: 'phone', spaced: 'with-code', name: 'mobile', country: 'mobile_country', label: 'orders.mobile', autocomplete: 'tel-national' },
  address: { kind: 'textarea', name: 'address', label: 'orders.address', maxLength: 300, rows: 3, autocomplete: 'street-address' },
  school: { kind: 'text', name: 'school', label: 'orders.school', maxLength: 160 },
  course: { kind: 'text', name: 'course', label: 'orders.course', maxLength: 160 },
  guarantor: {
    kind: 'radio',
    name: 'guarantor',
    label: 'orders.guarantor',
    choices: [
      { value: 'person', label: 'orders.guarantor_person' },
      { value: 'none', label: 'orders.guarantor_none' },
    ],
  },
  guarantor_name: {
    kind: 'text',
    name: 'guarantor_name',
    label: 'orders.guarantor_name',
    maxLength: 120,
    rules: named,
    when: { field: 'guarantor', is: 'person' },
    required: { field: 'guarantor', is: 'person' },
  },
  guarantor_email: {
    kind: 'email',
    name: 'guarantor_email',
    label: 'orders.guarantor_email',
    when: { field: 'guarantor', is: 'person' },
    required: { field: 'guarantor', is: 'person' },
  },
  emergency_name: { kind: 'text', name: 'emergency_name', label: 'orders.emergency_name', maxLength: 120, rules: named },
  emergency_mobile: { kind: 'phone', spaced: 'with-code', name: 'emergency_mobile', country: 'emergency_country', label: 'orders.emergency_mobile' },
  roommates: { kind: 'textarea', name: 'roommates', label: 'orders.roommates', hint: 'orders.roommates_hint', maxLength: 600, rows: 3 },
  id_document: { kind: 'file', name: 'id_document', label: 'orders.id_document', hint: 'orders.id_document_hint', purpose: 'application' },
  admission_letter: { kind: 'file', name: 'admission_letter', label: 'orders.admission_letter', purpose: 'application' },
  message: { kind: 'textarea', name: 'message', label: 'orders.message', maxLength: 1_000, rows: 4 },
} as const satisfies Record<string, Field>;

export type ApplicationField = keyof typeof ask;
export const applicationFields = Object.keys(ask) as readonly ApplicationField[];
export const applicationFiles = ['id_document', 'admission_letter'] as const satisfies readonly ApplicationField[];

const answers = [
  'orders.too_young',
  'orders.born_later',
  'orders.guarantor_for_plan',
  'orders.changed_elsewhere',
  'forms.required',
  'forms.choose',
  'forms.choose_file',
  'orders.sign_unprintable',
  ...fileMessages,
] as const;

/** R2.128: who applies. */
export const personForm = formDefinition({
  id: 'apply-person',
  fields: [code, seen, ask.full_name, ask.own_name, ask.birth_date, ask.nationality, ask.mobile, ask.address, later],
  submit: 'orders.go_on',
  answers,
});

/** R2.018: what they come for, who stands for them, and what proves it. */
export const applyForm = formDefinition({
  id: 'apply-form',
  fields: [
    code,
    seen,
    ask.school,
    ask.course,
    ask.guarantor,
    ask.guarantor_name,
    ask.guarantor_email,
    ask.emergency_name,
    ask.emergency_mobile,
    ask.roommates,
    ask.id_document,
    ask.admission_letter,
    ask.message,
    later,
  ],
  submit: 'orders.go_on',
  answers,
});

/** R2.020: no more than what nobody can do without; the rest may follow. */
export const miniApplyForm = formDefinition({
  id: 'mini-apply',
  fields: [code, seen, ask.full_name, ask.birth_date, ask.mobile, ask.message, later],
  submit: 'orders.go_on',
  answers,
});

/** R2.153: said once, and offered in every application. */
export const applyInformationForm = formDefinition({
  id: 'apply-information',
  fields: [
    ask.full_name,
    ask.own_name,
    ask.birth_date,
    ask.nationality,
    ask.mobile,
    ask.address,
    ask.school,
    ask.course,
    ask.guarantor,
    ask.guarantor_name,
    ask.guarantor_email,
    ask.emergency_name,
    ask.emergency_mobile,
  ],
  submit: 'orders.save',
  answers,
});

/** The forms of an application, by its parts. */
export const applicationForms = { person: personForm, details: applyForm, mini: miniApplyForm } as const;
export type ApplicationPart = keyof typeof applicationForms;

/** The names of a field's values. */
export const namesOf = (field: Field): readonly string[] => (field.kind === 'phone' ? [field.country, field.name] : [field.name]);

/** The names of what a part asks. */
export const askedIn = (part: ApplicationPart): readonly string[] =>
  applicationForms[part].fields.flatMap((field) => (field.kind === 'hidden' || field.name === later.name ? [] : namesOf(field)));

/** Values that say something of a person, in all forms. */
export const savedNames: readonly string[] = applyInformationForm.fields.flatMap((field) => namesOf(field));

const id = { required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] } as const;
const word = <const Name extends string>(name: Name, maxLength: number) => ({ kind: 'hidden', name, label: 'orders.link', maxLength }) as const;

/** R2.127: from a lease to an application. What else the link asked for comes along (R3.55). */
export const bookForm = formDefinition({
  id: 'book-rent',
  fields: [
    { ...id, kind: 'hidden', name: 'house_id', label: 'orders.home' },
    { ...id, kind: 'hidden', name: 'unit_id', label: 'orders.unit' },
    { ...id, kind: 'hidden', name: 'tenancy_id', label: 'orders.lease' },
    word('school', 160),
    word('promo', 10),
    word('group', 1),
    word('xcode', 64),
    word('queue', 1),
    { kind: 'date', name: 'move_in', label: 'orders.move_in', required: true },
    { kind: 'date', name: 'move_out', label: 'orders.move_out', required: true },
    {
      kind: 'radio',
      name: 'plan',
      label: 'orders.plan',
      required: true,
      choices: [
        { value: 'in-full', label: 'orders.plan_full' },
        { value: 'instalments', label: 'orders.plan_instalments' },
        { value: 'guarantor-service', label: 'orders.plan_service' },
      ],
    },
    couponField,
  ],
  submit: 'orders.begin',
  answers: ['orders.not_let', 'orders.outside_lease', 'orders.plan_not_there', 'orders.too_many', 'orders.no_email', ...couponAnswers],
});

/** What a link to a booking calls the values of its form. */
export const bookingValues = {
  house_id: 'houseId',
  unit_id: 'unitId',
  tenancy_id: 'tenancyId',
  school: 'schoolId',
  promo: 'promoId',
  group: 'isGroup',
  xcode: 'xcode',
  queue: 'isQueue',
  move_in: 'move_in',
  move_out: 'move_out',
  plan: 'plan',
  coupon: 'coupon',
} as const;

/** R2.019: all was read again, and is sent. `price`: what the page showed. */
export const submitForm = formDefinition({
  id: 'apply-submit',
  fields: [
    code,
    { kind: 'hidden', name: 'price', label: 'orders.price', required: true, maxLength: 40 },
    // Nothing said in one application is kept for others unasked.
    { kind: 'checkbox', name: 'keep', label: 'orders.keep_details', hint: 'orders.keep_details_hint' },
  ],
  consents: [
    { id: 'true', version: '2026-12', text: 'orders.consent_true', required: true },
    { id: 'share', version: '2026-12', text: 'orders.consent_share', required: true },
  ],
  submit: 'orders.submit',
  answers: [
    'orders.price_changed',
    'orders.collector_changed',
    'coupons.gone_now',
    'orders.incomplete',
    'orders.too_many_sent',
    'orders.sold_out',
    'orders.not_let',
    'orders.not_now',
  ],
});

/** What shows that a part of the price was paid to a supplier who collects. */
export const supplierProofForm = formDefinition({
  id: 'supplier-proof',
  fields: [code, { kind: 'file', name: 'file', purpose: 'voucher', label: 'payments.voucher_file', hint: 'orders.proof_hint', required: true }],
  submit: 'payments.voucher_send',
  answers: [...fileMessages, 'orders.not_now', 'orders.offer_changed'],
});

const eventLabels = {
  'changed-mind': 'codes.cancellation_event_changed_mind',
  'visa-refused': 'codes.cancellation_event_visa_refused',
  'grades-missed': 'codes.cancellation_event_grades_missed',
  'university-rejected': 'codes.cancellation_event_university_rejected',
  'late-arrival': 'codes.cancellation_event_late_arrival',
  'early-departure': 'codes.cancellation_event_early_departure',
  medical: 'codes.cancellation_event_medical',
} as const satisfies Record<(typeof cancellationEvents)[number], MessageKey>;

/** `back`: what the page said would come back, for a change of mind and for each other `event`; without one it is a change of mind. */
export const cancelForm = formDefinition({
  id: 'order-cancel',
  fields: [
    code,
    { kind: 'hidden', name: 'back', label: 'orders.back', maxLength: 400 },
    { kind: 'radio', name: 'event', label: 'orders.cancel_why', choices: cancellationEvents.map((value) => ({ value, label: eventLabels[value] })) },
    { kind: 'textarea', name: 'reason', label: 'orders.why_cancel', maxLength: 500, rows: 3 },
  ],
  submit: 'orders.cancel',
  ends: { asks: 'page' },
  answers: ['orders.back_changed', 'orders.not_now'],
});

/** What shows what an order was cancelled for. */
export const claimProofForm = formDefinition({
  id: 'order-proof',
  fields: [code, { kind: 'file', name: 'file', purpose: 'application', label: 'orders.claim_file', hint: 'orders.claim_file_hint', required: true }],
  submit: 'orders.claim_send',
  answers: [...fileMessages, 'orders.not_now'],
});

export const signForm = formDefinition({
  id: 'order-sign',
  fields: [
    code,
    { kind: 'hidden', name: 'hash', label: 'orders.document', required: true, maxLength: 64 },
    // What was pressed before, and follows.
    { kind: 'hidden', name: 'onward', label: 'orders.pay', maxLength: 3 },
    {
      kind: 'text',
      name: 'name',
      label: 'orders.sign_name',
      hint: 'orders.sign_name_hint',
      required: true,
      maxLength: 120,
      rules: named,
      autocomplete: 'name',
    },
  ],
  consents: [{ id: 'contract', version: '2026-11', text: 'orders.consent_contract', required: true }],
  submit: 'orders.sign',
  answers: ['orders.contract_changed', 'orders.offer_changed', 'orders.guardian_needed', 'orders.sign_other_name', 'orders.not_now'],
});

/** Who signs with an applicant that is not of age. */
export const guardianForm = formDefinition({
  id: 'order-guardian',
  fields: [
    code,
    { kind: 'text', name: 'guardian_name', label: 'orders.guardian_full_name', hint: 'orders.full_name_hint', required: true, maxLength: 120, rules: named },
    { kind: 'email', name: 'guardian_email', label: 'orders.guardian_mail', hint: 'orders.guardian_mail_hint', required: true },
    {
      kind: 'select',
      name: 'guardian_locale',
      label: 'orders.guardian_language',
      required: true,
      choices: { given: true, maxLength: 5 },
    },
  ],
  submit: 'orders.guardian_save',
  answers: ['orders.guardian_own', 'orders.not_now', 'forms.choose'],
});

/** A guardian's signature. `token`: of their link. */
export const guardianSignForm = formDefinition({
  id: 'guardian-sign',
  fields: [
    { kind: 'hidden', name: 'token', label: 'orders.document', required: true, maxLength: 240 },
    { kind: 'hidden', name: 'hash', label: 'orders.document', required: true, maxLength: 64 },
    {
      kind: 'text',
      name: 'name',
      label: 'orders.sign_name',
      hint: 'orders.sign_name_hint',
      required: true,
      maxLength: 120,
      rules: named,
      autocomplete: 'name',
    },
  ],
  consents: [{ id: 'guardian', version: '2026-12', text: 'orders.consent_guardian', required: true }],
  submit: 'orders.sign',
  answers: ['orders.contract_changed', 'orders.offer_changed', 'orders.sign_other_name', 'orders.not_now'],
});

export const ownOrderActs = ['check-in', 'again', 'remove'] as const;
export type OwnOrderAct = (typeof ownOrderActs)[number];
export const orderActForm = formDefinition({
  id: 'order-act',
  fields: [code, { kind: 'select', name: 'act', label: 'orders.act', required: true, choices: { given: true, maxLength: 10 } }],
  submit: 'orders.do_it',
  ends: { when: { field: 'act', is: ['remove'] }, asks: 'step' },
  answers: ['orders.not_now', 'orders.not_let', 'orders.too_many', 'orders.no_email'],
});

export const staffOrderActs = [
  'take',
  'review',
  'offer',
  'return',
  'decline',
  'confirm',
  'check-in',
  'complete',
  'end-early',
  'refund',
  'give-all-back',
  'cancel',
  'ask-again',
  'keep-terms',
  ...contractActs,
  ...supplierActs,
  ...claimActs,
  'note',
  'give-back',
  'hand-over',
] as const;
export type StaffOrderAct = (typeof staffOrderActs)[number];
/** By which field staff say that they have seen a rule of the place that a quote breaks. */
export const seenFields = {
  deposit: 'seen_deposit',
  'holding-deposit': 'seen_holding_deposit',
  'rent-in-advance': 'seen_rent_in_advance',
  fees: 'seen_fees',
} as const satisfies Record<LettingRule, string>;
const offering = { field: 'act', is: 'offer' } as const;
const onPaper = { field: 'act', is: 'provider-paper' } as const;
export const staffOrderForm = formDefinition({
  id: 'desk-order',
  fields: [
    code,
    { kind: 'select', name: 'act', label: 'staff.action', required: true, choices: { given: true, maxLength: 20 } },
    { kind: 'checkbox', name: seenFields.deposit, label: 'orders.seen_deposit', when: offering },
    { kind: 'checkbox', name: seenFields['holding-deposit'], label: 'orders.seen_holding_deposit', when: offering },
    { kind: 'checkbox', name: seenFields['rent-in-advance'], label: 'orders.seen_rent_in_advance', when: offering },
    { kind: 'checkbox', name: seenFields.fees, label: 'orders.seen_fees', when: offering },
    { kind: 'text', name: 'paper_name', label: 'orders.paper_name', hint: 'orders.paper_name_hint', when: onPaper, required: onPaper, maxLength: 120 },
    { kind: 'date', name: 'paper_on', label: 'orders.paper_on', when: onPaper, required: onPaper },
    { kind: 'select', name: 'colleague', label: 'orders.colleague', hint: 'orders.colleague_hint', choices: { given: true, maxLength: 10 } },
    { kind: 'textarea', name: 'note', label: 'orders.staff_note', hint: 'orders.staff_note_hint', maxLength: 1_000, rows: 4 },
  ],
  submit: 'staff.do_it',
  ends: {
    when: {
      field: 'act',
      is: [
        'return',
        'decline',
        'complete',
        'end-early',
        'refund',
        'give-all-back',
        'cancel',
        'supplier-paid',
        'supplier-returned',
        'claim-give',
        'claim-refuse',
      ],
    },
    asks: 'step',
  },
  answers: [
    'staff.not_now',
    'orders.reason_needed',
    'orders.staff_closed',
    'orders.staff_offer_changed',
    'orders.staff_other_draft',
    'orders.breaks_unseen',
    'orders.staff_unsigned',
    'orders.paper_on_wrong',
    'evidence.link_no_address',
    'evidence.link_too_many',
    'forms.choose',
  ],
});

/** The form with a tick for each rule that the quote breaks, and for no other. */
export function staffOrderFormFor(rules: readonly LettingRule[]): FormDefinition {
  const others: readonly string[] = Object.entries(seenFields).flatMap(([rule, name]) => (rules.some((one) => one === rule) ? [] : [name]));
  return { ...staffOrderForm, fields: staffOrderForm.fields.filter(({ name }) => !others.includes(name)) };
}

/** A form as a template has it: what it asks alone, and what it needs. */
export function templated(definition: FormDefinition, asks: Readonly<Partial<Record<string, 'required' | 'optional'>>>): FormDefinition {
  const fields = definition.fields.flatMap((field): readonly Field[] => {
    if (field.kind === 'hidden' || field.name === later.name) return [field];
    const wanted = asks[field.name];
    if (wanted === undefined) return [];
    return [wanted === 'required' && !field.required ? { ...field, required: true } : field];
  });
  return { ...definition, fields };
}

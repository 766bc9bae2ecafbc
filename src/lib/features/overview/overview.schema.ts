/** The first page of an account: what is next, and how far everything is. Browser-safe. */
import type { MessageKey } from '#lib/i18n/t.ts';
import type { OrderMatterKind } from '#lib/features/orders/own-matters.schema.ts';

/** Things that ask something of a person. `payrent`: rent that they pay through us to a landlord of theirs. `viewing`: it is shown to them then. `hold`: a bed is kept for so long. `answer`: a question was answered. */
export const matterKinds = ['payrent', 'viewing-pay', 'viewing', 'hold', 'answer'] as const;
export type MatterKind = OrderMatterKind | (typeof matterKinds)[number];

/** What decides which of them comes first. */
export type Dated = { readonly kind: MatterKind; readonly by: Date | undefined };

/** The steps of a booking, in the order in which they come. */
export const courseSteps = ['asked', 'yes', 'signed', 'paid', 'rent', 'keys'] as const;
export type CourseStep = (typeof courseSteps)[number];
export type CourseState = 'done' | 'now' | 'later';

/** A step with its day, as far as that is known. */
export type Step = { readonly step: CourseStep; readonly state: CourseState; readonly on: string | undefined };

export const matterTitles = {
  apply: 'overview.do_apply',
  guardian: 'overview.do_guardian',
  sign: 'overview.do_sign',
  pay: 'overview.do_pay',
  rent: 'overview.do_rent',
  'check-in': 'overview.do_check_in',
  evidence: 'overview.do_evidence',
  deposit: 'overview.do_deposit',
  proof: 'overview.do_proof',
  'move-in': 'overview.do_move_in',
  payrent: 'overview.do_payrent',
  'viewing-pay': 'overview.do_viewing_pay',
  viewing: 'overview.do_viewing',
  hold: 'overview.do_hold',
  answer: 'overview.do_answer',
} as const satisfies Record<MatterKind, MessageKey>;

export const matterTexts = {
  apply: 'overview.why_apply',
  guardian: 'overview.why_guardian',
  sign: 'overview.why_sign',
  pay: 'overview.why_pay',
  rent: 'overview.why_rent',
  'check-in': 'overview.why_check_in',
  evidence: 'overview.why_evidence',
  deposit: 'overview.why_deposit',
  proof: 'overview.why_proof',
  'move-in': 'overview.why_move_in',
  payrent: 'overview.why_payrent',
  'viewing-pay': 'overview.why_viewing_pay',
  viewing: 'overview.why_viewing',
  hold: 'overview.why_hold',
  answer: 'overview.why_answer',
} as const satisfies Record<MatterKind, MessageKey>;

export const matterButtons = {
  apply: 'orders.go_on_applying',
  guardian: 'overview.go_guardian',
  sign: 'orders.read_and_sign',
  pay: 'orders.pay',
  rent: 'orders.pay',
  'check-in': 'overview.go_check_in',
  evidence: 'overview.go_evidence',
  deposit: 'deposits.answer_link',
  proof: 'overview.go_proof',
  'move-in': 'overview.go_booking',
  payrent: 'orders.pay',
  'viewing-pay': 'overview.go_viewing_pay',
  viewing: 'overview.go_viewing',
  hold: 'overview.go_hold',
  answer: 'overview.go_answer',
} as const satisfies Record<MatterKind, MessageKey>;

export const stepLabels = {
  asked: 'overview.step_asked',
  yes: 'overview.step_yes',
  signed: 'overview.step_signed',
  paid: 'overview.step_paid',
  rent: 'overview.step_rent',
  keys: 'overview.step_keys',
} as const satisfies Record<CourseStep, MessageKey>;

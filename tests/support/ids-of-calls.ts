/**
 * Which fields of calls name a thing that somebody has, and how each call is made with one. What is named by any other field is told here
 * too, so that a field nobody thought of is noticed: it is neither.
 */
import { askConsentVersion } from '#lib/features/enquiries/enquiries.schema.ts';
import { customConsentVersion } from '#lib/features/custom-forms/custom-forms.schema.ts';
import { signingVersion } from '#lib/features/evidence/evidence.schema.ts';
import { rentConsentVersion } from '#lib/features/payrent/payrent.schema.ts';
import { resumeConsentVersion } from '#lib/features/resumes/resumes.schema.ts';
import { landlord, rentTerms } from './rents.ts';
import { reviewOf } from './reviews.ts';
import { applicant, applicationDetails, applicationTicks } from './orders-desk.ts';
import type { OrdersDesk } from './orders-desk.ts';
import type { Belongings, Thing } from './belongings.ts';

type Values = Readonly<Record<string, string>>;

/** `more`: what else the call is given, of whoever makes it. */
export type IdRow = { readonly of: Thing; readonly more?: (own: Belongings, desk: OrdersDesk) => Values };

const evidence = { occasion: 'move-in', place: 'kitchen', item: 'Oven', condition: 'good', note: '' };
const asking = (): Values => ({
  firstname: 'Mai',
  lastname: 'Nguyen',
  email: '',
  country_code: 'GB',
  mobile: '7700900123',
  content: 'May I arrive at night?',
  consent_terms: askConsentVersion,
  consent_report: askConsentVersion,
});
const stays = (own: Belongings): Values => reviewOf(own.stay, 'stay', 4);

/**
 * By call and field, in an order in which the owner can use them all one after the other: what reads first, what ends a thing last.
 */
export const idRows: Readonly<Record<string, IdRow>> = {
  'apply-fees.code': { of: 'draft' },
  'apply-refund.code': { of: 'paid' },
  'apply-contracts.code': { of: 'toPay' },
  'apply-certification.code': { of: 'draft' },
  'apply-roommates.code': { of: 'draft' },
  'pay-methods.code': { of: 'toPay', more: () => ({ kind: 'order' }) },
  'pay-query.payment': { of: 'cardPayment' },
  'pay-rent-detail.code': { of: 'rent' },
  'upload-facts.id': { of: 'resume' },
  'ask-question.order_code': { of: 'paid', more: asking },
  'submit-question.order_code': { of: 'paid', more: asking },
  'ai-sdk-create-intent.order_code': { of: 'paid', more: asking },

  'apply-person.code': { of: 'draft', more: () => applicant },
  'apply-details.code': { of: 'draft', more: () => applicationDetails },
  'apply-details.id_document': { of: 'applicationFile', more: ({ draft }) => ({ code: draft, ...applicationDetails }) },
  'apply-details.admission_letter': { of: 'admissionLetter', more: ({ draft }) => ({ code: draft, ...applicationDetails }) },
  'apply-certification-upload.code': { of: 'draft' },
  'apply-certification-submit.code': { of: 'draft', more: ({ applicationFile }) => ({ kind: 'id_document', file: applicationFile }) },
  'apply-certification-submit.file': { of: 'laterLetter', more: ({ draft }) => ({ kind: 'admission_letter', code: draft }) },
  'mini-apply.code': {
    of: 'draft',
    more: () => ({ full_name: applicant.full_name, birth_date: applicant.birth_date, mobile_country: 'GB', mobile: applicant.mobile, message: '' }),
  },
  'apply-choose-unit.code': {
    of: 'draft',
    more: (_, { book }) => Object.fromEntries(Object.entries(book()).filter(([name]) => name !== 'house_id')),
  },
  'coupon-use.code': { of: 'draft', more: () => ({ coupon: '' }) },
  'apply-submit.code': { of: 'draft', more: ({ price }) => ({ price, ...applicationTicks }) },
  'apply-again.code': { of: 'stay' },
  'order-act.code': { of: 'stay', more: () => ({ act: 'again' }) },
  'apply-delete.code': { of: 'spareDraft' },
  'order-guardian.code': { of: 'offered', more: () => ({ guardian_name: 'Mai Nguyen', guardian_email: 'mai@example.org', guardian_locale: 'vi-vn' }) },
  'order-sign.code': { of: 'offered', more: ({ contract }) => ({ hash: contract, name: applicant.full_name, consent_contract: '2026-11' }) },
  'service-evaluation.code': { of: 'stay', more: () => ({ score: '4', text: '' }) },
  'order-comment.code': { of: 'stay', more: (own) => Object.fromEntries(Object.entries(stays(own)).filter(([name]) => name !== 'code')) },
  'order-comment.photo_1': { of: 'reviewPhoto', more: stays },
  'order-comment.photo_2': { of: 'reviewPhoto', more: stays },
  'order-comment.photo_3': { of: 'reviewPhoto', more: stays },
  'order-comment.photo_4': { of: 'reviewPhoto', more: stays },
  'order-comment-withdraw.review': { of: 'review' },
  'evidence-sign.code': { of: 'home', more: ({ entries }) => ({ hash: entries, name: 'Lan Nguyen', consent_seen: signingVersion }) },
  'evidence-remark.code': { of: 'home', more: () => ({ about: '2', condition: 'good', note: 'It was so when I came.' }) },
  'evidence-link.code': { of: 'home', more: () => ({ act: 'send' }) },
  'evidence-add.code': { of: 'home', more: () => evidence },
  'evidence-add.photo': { of: 'evidencePhoto', more: ({ home }) => ({ code: home, ...evidence }) },
  'group-act.group': { of: 'group', more: () => ({ act: 'link' }) },
  'sponsor-link.code': { of: 'toPay', more: () => ({ student: 'Lan', sponsor_locale: 'en-us', days: '7' }) },
  'sponsor-trial.payment': { of: 'sponsorPayment', more: ({ key }) => ({ key, choice: 'fails' }) },
  'sponsor-end.code': { of: 'toPay', more: ({ sponsorLink }) => ({ link: sponsorLink }) },
  'sponsor-end.link': { of: 'sponsorLink', more: ({ toPay }) => ({ code: toPay }) },
  'pay.code': { of: 'toPay', more: () => ({ kind: 'order', method: 'card' }) },
  'sandbox-pay.payment': { of: 'cardPayment', more: () => ({ choice: 'fails' }) },
  'pay-voucher.payment': { of: 'transfer', more: ({ voucher }) => ({ file: voucher }) },
  'pay-voucher.file': { of: 'voucher', more: ({ transfer }) => ({ payment: transfer }) },
  'supplier-proof.code': { of: 'toPaySupplier', more: ({ voucher }) => ({ file: voucher }) },
  'supplier-proof.file': { of: 'supplierVoucher', more: ({ toPaySupplier }) => ({ code: toPaySupplier }) },
  'own-fee.code': { of: 'paid', more: () => ({ back: '1 GBP' }) },
  'order-deposit.code': { of: 'stay', more: ({ proposal }) => ({ proposal, answer: 'agree' }) },
  'order-proof.code': { of: 'paid', more: ({ applicationFile }) => ({ file: applicationFile }) },
  'order-proof.file': { of: 'claimLetter', more: ({ paid }) => ({ code: paid }) },
  'apply-cancel.code': { of: 'toPay', more: () => ({ back: '', reason: '' }) },

  'pay-rent-home.code': { of: 'rentDraft', more: () => ({ home_kind: 'flat', country: 'uk' }) },
  'pay-rent-terms.code': { of: 'rentDraft', more: () => rentTerms },
  'pay-rent-tenant.code': { of: 'rentDraft', more: ({ rentFile }) => ({ tenant: 'Lan Nguyen', lease: rentFile }) },
  'pay-rent-tenant.lease': { of: 'rentFile', more: ({ rentDraft }) => ({ tenant: 'Lan Nguyen', code: rentDraft }) },
  'pay-rent-landlord.code': { of: 'rentDraft', more: () => landlord },
  'pay-rent-submit.code': { of: 'rentDraft', more: () => ({ total: '85901', consent_rent: rentConsentVersion }) },
  'pay-rent-pay.code': { of: 'rent' },
  'pay-rent-transfer-email.code': { of: 'rent' },
  'pay-rent-voucher.code': { of: 'rent', more: ({ rentFile }) => ({ voucher: rentFile }) },
  'pay-rent-voucher.voucher': { of: 'rentVoucher', more: ({ rent }) => ({ code: rent }) },
  'pay-rent-remind.code': { of: 'rent', more: () => ({ day: '5' }) },
  'pay-rent-again.code': { of: 'rent' },
  'pay-rent-cancel.code': { of: 'rent' },
  'pay-rent-delete.code': { of: 'rent' },

  'pay-viewing.code': { of: 'viewing' },
  'move-viewing.code': { of: 'viewing', more: () => ({ slot: '1' }) },
  'cancel-viewing.code': { of: 'viewing' },
  'enquiry-reply.reference': { of: 'thread', more: () => ({ act: 'reply', text: 'Is it quiet at night, too?' }) },
  'saved-search.search_id': { of: 'search', more: () => ({ act: 'save', pace: 'weekly' }) },
  'favourites-share.list_id': { of: 'list' },
  'wishes-share.list_id': { of: 'cardLink' },
  'customer-update.picture': { of: 'picture', more: () => ({ nickname: 'Lan', locale: 'en-us' }) },
  'feedback.screenshot': { of: 'screenshot', more: () => ({ kind: 'idea', text: 'Show bikes on the map, please.' }) },
  'send-resume.file': {
    of: 'resume',
    more: () => ({ name: 'Lan', email: 'lan@example.org', role: 'editor', consent_keep: resumeConsentVersion }),
  },
  'answer-form.a1': { of: 'formFile', more: () => ({ form: 'papers', consent_keep: customConsentVersion }) },
  'passkey-remove.which': { of: 'passkey' },
  'end-sessions.which': { of: 'device' },
};

/** Secrets: whoever has one is whom it was given to, signed in or not, and none can be guessed. */
export const secretFields: ReadonlySet<string> = new Set([
  'enquiry-reply.token',
  'stop-contact-change.token',
  'notices-end.token',
  'pay-rent-end-reminders.token',
  'guardian-sign.token',
  'group-join.token',
  'supplier-evidence-add.key',
  'supplier-evidence-remark.key',
  'supplier-evidence-sign.key',
  'supplier-review-answer.key',
  // With another's key nothing else is named: the part of the price is its order's.
  'supplier-payment.key',
  'supplier-answers.key',
  'supplier-payment.due',
  'supplier-contract.key',
  // What they were shown, of the order that the key names.
  'supplier-deposit.key',
  'supplier-deposit.proposal',
  // Entries of the record of that order's home: the number of another's is refused as none.
  ...[1, 2, 3, 4, 5].map((number) => `supplier-deposit.evidence_${number}`),
  'sponsor-pay.key',
  'sponsor-trial.key',
  'coupon-keep.coupon',
  'coupon-use.coupon',
  'apply-begin.coupon',
  'bind-wechat.session',
  'register2.session',
  'wechat-qr-status.ticket',
  'wechat-qr-status.device_token',
  'wechat-scan-confirm.ticket',
  'third-party-return.code',
  'third-party-return.state',
  'passkey-add.id',
  'passkey-login.id',
  'attempt-code.code',
  'check-code.code',
  'login-code.code',
  'bind-mobile.code',
  'register.second_code',
  'reset-password.second_code',
  'staff-take.ticket',
  'staff-enrol.code',
  'staff-login.code',
  'staff-passkey-login.id',
]);

/** Named like things of a person, and naming something that is everybody's, or that its owner alone is asked for. */
export const publicFields: ReadonlySet<string> = new Set([
  'search-log-delete.id',
  'search-log-record.id',
  'content-help.id',
  'submit-question.id',
  'track-log.id',
  'apply-begin.group',
  'answer-form.c1',
  'form-step.a1',
  'form-step.c1',
  'guardian-sign.hash',
  'evidence-remark.about',
  'evidence-sign.hash',
  'supplier-evidence-add.photo',
  'supplier-evidence-remark.about',
  'supplier-evidence-sign.hash',
  'supplier-contract.hash',
  'order-sign.hash',
  'order-deposit.proposal',
  'book-viewing.slot',
  'move-viewing.slot',
]);

/** Fields that name no thing of a person in any call: what somebody says, chooses or looks for, and homes and places, which are everybody's. */
export const plainFields: ReadonlySet<string> = new Set(
  `form onward before leaves word place_2 place_3 place_4 place_5 place_6 consent_seen kept consent_keep consent_own step go order_todo order_done viewing viewing_soon rent enquiry waiting up_to act kind target seen forgotten place move_in weeks
  type_studio type_ensuite type_one-bedroom type_two-bedroom type_shared-room type_whole-apartment type_house type_homestay canal country_code phone mobile
  email find_type findPWD_country_code findPWD_phone findPWD_email event login_type redirect consent_terms password consent_age consent_transfer
  consent_marketing nickname version app_id app_secret credential former transfer realname marketing picture_none locale sure tenancy_id at house_id sort
  page schoolunique intake note collect changes compare compared name days with_notes with_name apr_id house_ids wanted quiet asked price_drops price_rises back_in_stock ends ask
  pace provider error iss user auth_type user_id open_id id_token identity_token fb_token answer city_id from_lang to_lang original_hash text wxapp_id width
  height scene path country_id region_id school_id poi_id postal_code_id supplier_id cname rname sname neighborhood_unique_name category filter page_size ids
  limit hcr metres unit_id question type coordinates pname urlFilter currency west south east north zoom area keyword reason details consent_reply idcard_no
  consent_realname captcha_id lot_number captcha_output pass_token gen_time call preferred failed errors captcha_code platform firstname lastname content
  data_sources location known reach is_receive_property_recommend consent_report consent_recommend utm_source utm_medium utm_campaign utm_term utm_content houseId
  cityId amount home_kind country landlord holder account bank_code day total consent_rent tenant from to address consent_begin occasion item condition score
  aspect_location aspect_cleanliness aspect_staff aspect_value aspect_facilities aspect_noise language consent_publish called plan move_out student
  sponsor_locale shows_price sum payer_name method choice source fields logs screen xcode semcode utm_tracker channel purpose role message links school promo queue back
  consent_guardian consent_authority guardian_name guardian_email guardian_locale course guarantor guarantor_name guarantor_email emergency_name emergency_country
  emergency_mobile roommates later keep full_name own_name birth_date nationality mobile_country consent_contract price consent_true consent_share
  deed ${[1, 2, 3, 4, 5].map((number) => `reason_${number} sum_${number} note_${number}`).join(' ')}`.split(/\s+/),
);

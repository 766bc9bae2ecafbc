/** Pages on the way from an application to a paid order, and of rent paid later. */
import { asking, bare, later, page, personal, questionParameters } from './route.ts';
import type { RouteDefinition } from './route.ts';
import type { FormName } from '#lib/forms/form-names.ts';

/** What a link to a booking may say (R3.55). */
const bookingQuery = [
  'houseId',
  'unitId',
  'tenancyId',
  'isGroup',
  'promoId',
  'schoolId',
  'teamId',
  'groupOrderId',
  'orderCode',
  'isQueue',
  'createServiceFeeFlag',
  'is_pre_sale',
  'cityId',
  'countryId',
  'rname',
  'cname',
  'hclId',
  'xcode',
  // The way back to the home answers what was asked there, and sums are told in the currency that was chosen.
  ...questionParameters,
] as const;

/** A step of an application: open to everybody by the register, and somebody's own all the same. */
const part = (form: FormName) => ({ render: 'private', indexable: false, form, step: true }) as const;

/** A page of a link: its key is what proves who they are. */
const byLink = (form: FormName, query: readonly string[]) => ({ render: 'private', indexable: false, form, step: true, query }) as const;

export const orderRoutes = {
  apartment_apply: page('/general-pages/apartment-apply', 'account/ask-form', asking),
  forms: page('/forms/:id', 'account/custom-form', { render: 'private', indexable: false, form: 'custom-answer', query: ['sent'] }),
  form_step: page('/forms/:id/:step', 'account/custom-form', { render: 'private', indexable: false, form: 'custom-step' }),
  apply_result: page('/houses/apply-result', 'account/apply-result', { render: 'private', indexable: false, step: true, query: ['orderCode'] }),
  apply_form: page('/apply/form/:code', 'account/apply-form', part('apply-form')),
  apply_review_info: page('/apply/review-info/:code', 'account/apply-review', { ...part('apply-submit'), query: ['currency'] }),
  mini_apply_form: page('/mini-apply/form', 'account/apply-form', { ...part('mini-apply'), query: ['orderCode'] }),
  success_uc: later('/success/uc', { render: 'private' }),
  pay_center: personal('/order/pay-center', 'account/pay-center', { form: 'pay', query: ['kind', 'code', 'currency'], step: true }),
  pay_result: personal('/order/pay-result', 'account/pay-result', { query: ['payment', 'code', 'state'], step: true }),
  sandbox_pay: personal('/sandbox-pay/:payment', 'account/sandbox-pay', { form: 'sandbox', query: ['check'], step: true }),
  bank_transfer: personal('/bank-transfer', 'account/transfer', { form: 'voucher', query: ['payment', 'done'], step: true }),
  transfer_information: personal('/transfer-information', 'account/transfer', { form: 'voucher', query: ['payment', 'done'], step: true }),
  boa_transfer: personal('/boa-transfer', 'account/transfer', { form: 'voucher', query: ['payment', 'done'], step: true }),
  transfer_link: personal('/transferLink', 'account/transfer', { form: 'voucher', query: ['payment', 'done'], step: true }),
  intent_askform: page('/intent/askform', 'account/ask-form', { ...bare, layout: 'fill-content', ...asking }),
  // R2.110, R4.058: what living there was like.
  service_commentary: personal('/service-commentery', 'account/review', { form: 'review', step: true, query: ['id', 'orderCode'] }),
  service_commentary_result: personal('/service-commentery/result', 'account/review-sent', { step: true, query: ['id', 'orderCode'] }),
  // R1.38: a home is shown by video; R2.141 is where that is paid, and what becomes of it.
  viewing: personal('/houses/viewing/:house', 'account/viewing', { form: 'viewing', query: questionParameters }),
  viewings: personal('/profile/viewings', 'account/viewings'),
  viewing_pay: personal('/profile/order/inspectionPayCenter', 'account/viewing-pay', { form: 'cancel-viewing', step: true, query: ['code', 'done'] }),
  viewing_time: personal('/profile/order/inspection-time/:viewing', 'account/viewing-time', { form: 'move-viewing', step: true }),
  gift_card: later('/gift-card', { render: 'private' }),
  // R2.117: what paying rent here costs and how it goes, for whoever has not signed in.
  payrent: page('/payrent', 'catalogue/payrent'),
  price_war: later('/price-war'),
  order_mobile: personal('/order', 'account/orders', { query: ['json', 'hasBack', 'filter'] }),
  book_rent: personal('/houses/book-rent', 'account/book-rent', {
    form: 'book-rent',
    step: true,
    query: [...bookingQuery, 'move_in', 'move_out', 'plan', 'coupon'],
  }),
  fill_info: personal('/houses/fill-info', 'account/apply-form', { form: 'apply-person', step: true, query: ['orderCode'] }),
  house_apply: personal('/order/house-apply', 'account/orders', { query: ['typeId', 'filter'] }),
  order_coupon: personal('/order/coupon/:code', 'account/order-coupon', { form: 'coupon-use', step: true }),
  // Another room, other days or another way to pay, until it is sent.
  order_change: personal('/order/change/:code', 'account/order-change', {
    form: 'order-change',
    step: true,
    query: ['lease', 'move_in', 'move_out', 'plan', 'done', 'bed', 'left', 'currency'],
  }),
  group_make: personal('/houses/group', 'account/group-make', { form: 'group-make', step: true, query: bookingQuery }),
  // The link that somebody gives to whom they want to live with.
  order_group: personal('/order/group/:token', 'account/group-join', { form: 'group-join', step: true }),
  order_cancel: personal('/order/cancel/:code', 'account/order-cancel', { form: 'order-cancel', step: true }),
  order_own_fee: personal('/order/own-fee/:code', 'account/order-own-fee', { form: 'own-fee', step: true }),
  order_deposit: personal('/order/deposit/:code', 'account/order-deposit', { form: 'order-deposit', step: true }),
  order_proof: personal('/order/proof/:code', 'account/order-proof', { form: 'order-proof', step: true, query: ['done'] }),
  order_supplier: personal('/order/pay-provider/:code', 'account/order-supplier', { form: 'supplier-proof', step: true, query: ['done'] }),
  order_sign: personal('/order/sign/:code', 'account/order-sign', { form: 'order-sign', step: true, query: ['onward', 'currency'] }),
  order_guardian: personal('/order/guardian/:code', 'account/order-guardian', { form: 'order-guardian', step: true }),
  // Whoever has the link of the mail: it is what proves who they are.
  guardian_sign: page('/order/guardian-signature/:token', 'account/guardian-sign', {
    render: 'private',
    indexable: false,
    form: 'guardian-sign',
    step: true,
    query: ['done'],
  }),
  order_sponsor: personal('/order/sponsor/:code', 'account/order-sponsor', { form: 'sponsor-link', step: true, query: ['key', 'lang', 'done'] }),
  order_sponsor_end: personal('/order/sponsor-end/:code', 'account/order-sponsor-end', { form: 'sponsor-end', step: true, query: ['link'] }),
  // Whoever has the link: its key is what proves who they are.
  sponsored: page('/order/sponsored', 'account/sponsored', {
    render: 'private',
    indexable: false,
    form: 'sponsor-pay',
    step: true,
    query: ['key', 'payment', 'code', 'state', 'currency'],
  }),
  sponsored_trial: page('/order/sponsored-trial/:payment', 'account/sponsored-trial', {
    render: 'private',
    indexable: false,
    form: 'sponsor-trial',
    step: true,
    query: ['key', 'check'],
  }),
  // A provider by the link of a mail: what the home is like, entry by entry, what is paid to them, a contract to sign, a deposit, and a review.
  supplier_condition: page('/order/condition', 'account/supplier-condition', byLink('supplier-evidence', ['key', 'done'])),
  supplier_remark: page('/order/condition/remark', 'account/evidence-remark', byLink('supplier-remark', ['key', 'entry'])),
  supplier_sign: page('/order/condition/sign', 'account/evidence-sign', byLink('supplier-sign', ['key'])),
  supplier_payment: page('/order/payment-received', 'account/supplier-payment', byLink('supplier-payment', ['key', 'done'])),
  supplier_contract: page('/order/contract', 'account/supplier-contract', byLink('supplier-contract', ['key', 'done'])),
  supplier_deposit: page('/order/deposit-deductions', 'account/supplier-deposit', byLink('supplier-deposit', ['key', 'done'])),
  supplier_address: page('/order/provider-address', 'account/supplier-address', byLink('supplier-answers', ['key', 'done'])),
  supplier_review: page('/order/review-answer', 'account/review-answer', byLink('review-answer', ['key', 'done'])),
  // The six steps of paying rent, as the register writes them.
  rental_house_type: personal('/rental_house_type/order', 'account/rent-home', { form: 'rent-home', query: ['code'] }),
  rental_message: personal('/rental_message/order', 'account/rent-terms', { form: 'rent-terms', step: true, query: ['code'] }),
  payrent_basic_info: personal('/payrentBasicInfo', 'account/rent-tenant', { form: 'rent-tenant', step: true, query: ['code'] }),
  payrent_rental_info: personal('/payrentRentalInfo', 'account/rent-landlord', { form: 'rent-landlord', step: true, query: ['code'] }),
  payrent_order: personal('/payrentOrder', 'account/rent-review', { form: 'rent-submit', step: true, query: ['code'] }),
  rental_pay: personal('/rental_pay/order', 'account/rent-pay', { form: 'rent-voucher', step: true, query: ['code', 'done'] }),
  rental_mail: personal('/rental_pay/mail/:code', 'account/rent-mail', { form: 'rent-mail', step: true }),
  rental_delete: personal('/rental/delete/:code', 'account/rent-delete', { form: 'rent-delete', step: true }),
  rental_again: personal('/rental/again/:code', 'account/rent-again', { form: 'rent-again', step: true }),
  rental_remind: personal('/rental/reminders/:code', 'account/rent-remind', { form: 'rent-remind', step: true }),
  // The link of mails: people see its page, mail programs post to it (RFC 8058).
  rental_end_reminders: page('/rental/no-reminders/:token', 'account/rent-end-reminders', {
    render: 'private',
    indexable: false,
    form: 'rent-end-reminders',
    step: true,
    query: ['done'],
  }),
} as const satisfies Record<string, RouteDefinition>;

/** Pages on the way from an application to a paid order, and of rent paid later. */
import { asking, bare, later, login, page, personal } from './route.ts';
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
] as const;

/** A step of an application: open to everybody by the register, and somebody's own all the same. */
const part = (form: FormName) => ({ render: 'private', indexable: false, form, step: true }) as const;

export const orderRoutes = {
  apartment_apply: page('/general-pages/apartment-apply', 'account/ask-form', asking),
  forms: page('/forms/:id', 'account/custom-form', { render: 'private', indexable: false, form: 'custom-answer', query: ['sent'] }),
  apply_result: page('/houses/apply-result', 'account/apply-result', { render: 'private', indexable: false, step: true, query: ['orderCode'] }),
  apply_form: page('/apply/form/:code', 'account/apply-form', part('apply-form')),
  apply_review_info: page('/apply/review-info/:code', 'account/apply-review', part('apply-submit')),
  mini_apply_form: page('/mini-apply/form', 'account/apply-form', { ...part('mini-apply'), query: ['orderCode'] }),
  success_uc: later('/success/uc', { render: 'private' }),
  pay_center: personal('/order/pay-center', 'account/pay-center', { form: 'pay', query: ['kind', 'code'], step: true }),
  pay_result: personal('/order/pay-result', 'account/pay-result', { query: ['payment'], step: true }),
  sandbox_pay: personal('/sandbox-pay/:payment', 'account/sandbox-pay', { form: 'sandbox', query: ['check'], step: true }),
  bank_transfer: personal('/bank-transfer', 'account/transfer', { form: 'voucher', query: ['payment', 'done'], step: true }),
  transfer_information: personal('/transfer-information', 'account/transfer', { form: 'voucher', query: ['payment', 'done'], step: true }),
  boa_transfer: personal('/boa-transfer', 'account/transfer', { form: 'voucher', query: ['payment', 'done'], step: true }),
  transfer_link: personal('/transferLink', 'account/transfer', { form: 'voucher', query: ['payment', 'done'], step: true }),
  intent_askform: page('/intent/askform', 'account/ask-form', { ...bare, layout: 'fill-content', ...asking }),
  service_commentary: later('/service-commentery', { render: 'private' }),
  service_commentary_result: later('/service-commentery/result', { render: 'private' }),
  // R1.38: a home is shown by video; R2.141 is where that is paid, and what becomes of it.
  viewing: personal('/houses/viewing/:house', 'account/viewing', { form: 'viewing' }),
  viewings: personal('/profile/viewings', 'account/viewings'),
  viewing_pay: personal('/profile/order/inspectionPayCenter', 'account/viewing-pay', { form: 'cancel-viewing', step: true, query: ['code', 'done'] }),
  gift_card: later('/gift-card', { render: 'private' }),
  payrent: later('/payrent'),
  price_war: later('/price-war'),
  order_mobile: personal('/order', 'account/orders', { query: ['json', 'hasBack', 'filter'] }),
  book_rent: personal('/houses/book-rent', 'account/book-rent', { form: 'book-rent', step: true, query: bookingQuery }),
  fill_info: personal('/houses/fill-info', 'account/apply-form', { form: 'apply-person', step: true, query: ['orderCode'] }),
  house_apply: personal('/order/house-apply', 'account/orders', { query: ['typeId', 'filter'] }),
  order_cancel: personal('/order/cancel/:code', 'account/order-cancel', { form: 'order-cancel', step: true }),
  order_sign: personal('/order/sign/:code', 'account/order-sign', { form: 'order-sign', step: true }),
  rental_pay: login('/rental_pay/order'),
  rental_house_type: login('/rental_house_type/order'),
  rental_message: login('/rental_message/order'),
  payrent_basic_info: login('/payrent-basic-info'),
  payrent_rental_info: login('/payrent-rental-info'),
  payrent_order: login('/payrent-order'),
} as const satisfies Record<string, RouteDefinition>;

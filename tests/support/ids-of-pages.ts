/** Which parts of the addresses of private pages and files name a thing that somebody has. Every other part is told here too. */
import type { Belongings, Thing } from './belongings.ts';

type Values = Readonly<Record<string, string>>;
type PageRow = { readonly of: Thing; readonly more?: (own: Belongings) => Values };

const transfer = { of: 'transfer' } as const satisfies PageRow;
const draft = { of: 'draft' } as const satisfies PageRow;
const stay = { of: 'stay' } as const satisfies PageRow;
const rentDraft = { of: 'rentDraft' } as const satisfies PageRow;

/** By route and name: of a parameter of its path, or of its query. */
export const pageRows: Readonly<Record<string, PageRow>> = {
  'profile_zelle.payment': { of: 'zelleTransfer' },
  'bank_transfer.payment': transfer,
  'transfer_information.payment': transfer,
  'boa_transfer.payment': { of: 'boaTransfer' },
  'transfer_link.payment': transfer,
  'own_enquiry.reference': { of: 'thread' },
  'profile_evidence.orderCode': { of: 'home' },
  'profile_evidence_remark.orderCode': { of: 'home', more: () => ({ entry: '2' }) },
  'profile_evidence_sign.orderCode': { of: 'home' },
  'profile_evidence_link.orderCode': { of: 'home' },
  'order_supplier.code': { of: 'toPaySupplier' },
  'profile_order/rentalDetail.id': { of: 'toPay' },
  'profile_order/form.id': draft,
  'profile_order/form.orderCode': draft,
  'profile_order/payRentDetail.code': { of: 'rent' },
  'profile_order/oldComment.id': stay,
  'profile_order/oldComment.orderCode': stay,
  'profile_order/comment-result.id': stay,
  'profile_order/comment-result.orderCode': stay,
  'profile_order/myComment.id': stay,
  'profile_order/myComment.orderCode': stay,
  'profile_service-evaluation.id': stay,
  'profile_service-evaluation.orderCode': stay,
  'service_commentary.id': stay,
  'service_commentary.orderCode': stay,
  'service_commentary_result.id': stay,
  'service_commentary_result.orderCode': stay,
  'apply_result.orderCode': { of: 'toPay' },
  'apply_form.code': draft,
  'apply_review_info.code': draft,
  'mini_apply_form.orderCode': draft,
  'fill_info.orderCode': draft,
  'pay_center.code': { of: 'toPay', more: () => ({ kind: 'order' }) },
  'pay_result.payment': { of: 'cardPayment' },
  'sandbox_pay.payment': { of: 'cardPayment' },
  'viewing_pay.code': { of: 'viewing' },
  'viewing_time.viewing': { of: 'bookedViewing' },
  'order_change.code': draft,
  'order_coupon.code': draft,
  'order_own_fee.code': { of: 'paid' },
  'order_deposit.code': stay,
  'order_proof.code': { of: 'paid' },
  'order_cancel.code': { of: 'toPay' },
  'order_sign.code': { of: 'offered' },
  'order_guardian.code': { of: 'offeredToMinor' },
  'order_sponsor.code': { of: 'toPay' },
  'order_sponsor_end.code': { of: 'toPay', more: ({ sponsorLink }) => ({ link: sponsorLink }) },
  'order_sponsor_end.link': { of: 'sponsorLink', more: ({ toPay }) => ({ code: toPay }) },
  'sponsored.payment': { of: 'sponsorPayment', more: ({ key }) => ({ key }) },
  'sponsored_trial.payment': { of: 'sponsorPayment', more: ({ key }) => ({ key }) },
  'rental_house_type.code': rentDraft,
  'rental_message.code': rentDraft,
  'payrent_basic_info.code': rentDraft,
  'payrent_rental_info.code': rentDraft,
  'payrent_order.code': { of: 'rentDraft' },
  'rental_pay.code': { of: 'rent' },
  'rental_mail.code': { of: 'rent' },
  'rental_delete.code': rentDraft,
  'rental_again.code': { of: 'rent' },
  'rental_remind.code': { of: 'rent' },
  'mchat.order': { of: 'toPay' },
  'apartment_apply.order': { of: 'toPay' },
  'intent_askform.order': { of: 'toPay' },
  'ai_sdk_lead_form.order': { of: 'toPay' },
};

/** Secrets of links, what a third party says, and codes of visits. */
export const secretParts: ReadonlySet<string> = new Set([
  'stop_change.token',
  'enquiry.token',
  'end_notices.token',
  'shared_list.token',
  'shared_wishes.token',
  'supplier_condition.key',
  'supplier_remark.key',
  'supplier_address.key',
  'supplier_sign.key',
  'supplier_review.key',
  'supplier_payment.key',
  'supplier_contract.key',
  'supplier_deposit.key',
  'order_group.token',
  'guardian_sign.token',
  'rental_end_reminders.token',
  'login_scan.ticket',
  'order_sponsor.key',
  'sponsored.key',
  'sponsored_trial.key',
  'sponsored.code',
  'pay_result.code',
]);

/** Named like things of a person: a form that is everybody's, and what a link to a booking says, which is asked for nothing. */
export const publicParts: ReadonlySet<string> = new Set(['forms.id', 'form_step.id', 'book_rent.orderCode', 'group_make.orderCode']);

/** Names of no thing of a person, whatever the page. */
export const plainParts: ReadonlySet<string> = new Set(
  `done redirect house from utm_term utm_source utm_medium utm_content utm_campaign unit source sent school question hcr city filter xcode unitId tenancyId
  tenancy teamId state sort schoolunique poi_id schoolId rname promoId page is_pre_sale isQueue isGroup houseId home hclId groupOrderId currency rent_currency
  createServiceFeeFlag countryId cname cityId check again why typeId src set reurl q place later lang kind kept json hasBack ask amount provider step entry onward
  lease move_in move_out plan bed left coupon on as no nonce new intake`.split(/\s+/),
);

/** Files of people: how each is called in `src/server/files`, and its address for a thing. @param own of whoever asks. */
export const fileRows: readonly { readonly handler: string; readonly of: Thing; readonly path: (id: string, own: Belongings) => string }[] = [
  { handler: 'uploads', of: 'picture', path: (id) => `/users/files/${id}` },
  { handler: 'uploads', of: 'voucher', path: (id) => `/users/files/${id}` },
  { handler: 'uploads', of: 'applicationFile', path: (id) => `/users/files/${id}` },
  { handler: 'uploads', of: 'evidencePhoto', path: (id) => `/users/files/${id}` },
  { handler: 'calendars', of: 'bookedViewing', path: (id) => `/users/viewings/en-us/${id}.ics` },
  { handler: 'evidence', of: 'home', path: (id) => `/users/evidence/en-us/${id}.pdf` },
  { handler: 'rent-receipts', of: 'paidRent', path: (id) => `/users/rent-receipts/${id}.pdf` },
  { handler: 'receipts', of: 'settledPayment', path: (id) => `/users/receipts/${id}.pdf` },
  { handler: 'receipts', of: 'rentPayment', path: (id) => `/users/invoices/${id}.pdf` },
  { handler: 'receipts', of: 'sponsorPayment', path: (id, { key }) => `/users/receipts/${id}.pdf?key=${key}` },
  { handler: 'contracts', of: 'toPay', path: (id, { contract }) => `/users/contracts/${id}/${contract}.pdf` },
];

/** Of nobody, of staff alone, or of whoever asks and no other. */
export const otherHandlers: ReadonlySet<string> = new Set(['basemap', 'og', 'outbox', 'photos', 'pictures', 'personal-data', 'staff-exports']);

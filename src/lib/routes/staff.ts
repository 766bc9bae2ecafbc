/** The section of those who operate the site: linked from nowhere outside of it, in no index, with a sign-in of its own. */
import type { Access, Proof } from '#lib/access.ts';
import { bare, page } from './route.ts';
import type { Route, RouteDefinition } from './route.ts';
import type { FormName } from '#lib/forms/form-names.ts';

type More = {
  readonly development?: true;
  readonly access?: Access;
  readonly proof?: Extract<Proof, 'fresh'>;
  readonly form?: FormName;
  readonly query?: readonly string[];
};

const staffPage = <Pattern extends string>(pattern: Pattern, file: string, more: More = {}): Route<Pattern> =>
  page(pattern, `staff/${file}`, { ...bare, layout: 'empty', access: 'staff', render: 'private', indexable: false, step: true, ...more });

/** What the desk's lists of orders are asked. */
const deskOrdersQuery = ['tab', 'state', 'whose', 'city', 'provider', 'age', 'from', 'to', 'q', 'after'] as const;

export const staffRoutes = {
  staff: staffPage('/staff', 'home'),
  /** The parts that pages are made of. */
  staff_parts: staffPage('/staff/parts', 'parts', { access: 'public', development: true }),
  staff_login: staffPage('/staff/login', 'login', { access: 'public', form: 'staff-login', query: ['redirect', 'ended'] }),
  staff_enrol: staffPage('/staff/enrol', 'enrol', { access: 'public', form: 'staff-take', query: ['ticket'] }),
  staff_device: staffPage('/staff/enrol/device', 'device', { access: 'public', form: 'staff-enrol' }),
  staff_logout: staffPage('/staff/logout', 'logout', { form: 'staff-logout' }),
  staff_security: staffPage('/staff/security', 'security', { query: ['done'] }),
  staff_zone: staffPage('/staff/zone', 'zone', { form: 'staff-zone' }),
  staff_prove: staffPage('/staff/prove', 'prove', { form: 'staff-prove', query: ['redirect'] }),
  staff_passkey: staffPage('/staff/security/:passkey', 'passkey', { form: 'staff-rename-passkey' }),
  staff_passkey_remove: staffPage('/staff/security/:passkey/remove', 'passkey-remove', { form: 'staff-remove-passkey', proof: 'fresh' }),
  staff_find: staffPage('/staff/find', 'find', { query: ['q', 'kind', 'before'] }),
  staff_people: staffPage('/staff/people', 'people', { access: 'staff-people', form: 'staff-people' }),
  staff_person: staffPage('/staff/people/:person', 'person', { access: 'staff-people', form: 'staff-person', query: ['done'] }),
  staff_claims: staffPage('/staff/claims', 'claims', { access: 'staff-people', query: ['done', 'gone'] }),
  staff_realname: staffPage('/staff/people/:person/name', 'realname', { access: 'staff-people', form: 'staff-realname', query: ['done'] }),
  staff_claim: staffPage('/staff/claims/:claim', 'claim', { access: 'staff-people', form: 'staff-claim' }),
  staff_inbox: staffPage('/staff/inbox', 'inbox', {
    access: 'staff-desk',
    query: ['tab', 'whose', 'team', 'language', 'source', 'city', 'provider', 'age', 'order', 'q', 'all', 'after'],
  }),
  staff_thread: staffPage('/staff/inbox/:thread', 'thread', { access: 'staff-desk', form: 'desk-answer', query: ['done', 'template', 'translate'] }),
  staff_note: staffPage('/staff/inbox/:thread/note', 'note', { access: 'staff-desk', form: 'desk-note' }),
  staff_thread_change: staffPage('/staff/inbox/:thread/change', 'thread-change', { access: 'staff-desk', form: 'desk-act' }),
  /** What is to be done to many threads at once, and what came of it. */
  staff_batch: staffPage('/staff/batch', 'batch', { access: 'staff-desk', form: 'desk-batch', query: ['threads', 'act'] }),
  staff_batch_done: staffPage('/staff/batch/:batch', 'batch-done', { access: 'staff-desk', form: 'desk-batch-undo' }),
  /** How a list is looked at, kept by a name. */
  staff_view: staffPage('/staff/views/:view', 'view', { form: 'desk-view' }),
  staff_view_remove: staffPage('/staff/views/:view/remove', 'view-remove', { form: 'desk-view-remove' }),
  staff_figures: staffPage('/staff/figures', 'figures', { access: 'staff-desk', query: ['days'] }),
  staff_templates: staffPage('/staff/templates', 'templates', { access: 'staff-desk', form: 'desk-starters', query: ['done'] }),
  staff_template: staffPage('/staff/templates/:template', 'template', { access: 'staff-desk', form: 'desk-template' }),
  staff_resumes: staffPage('/staff/resumes', 'resumes', { access: 'staff-desk', query: ['state', 'role', 'language', 'before', 'done'] }),
  staff_resume: staffPage('/staff/resumes/:resume', 'resume', { access: 'staff-desk', form: 'desk-resume' }),
  staff_feedback: staffPage('/staff/feedback', 'feedback', { access: 'staff-desk', query: ['state', 'kind', 'language', 'before', 'done'] }),
  staff_feedback_entry: staffPage('/staff/feedback/:entry', 'feedback-entry', { access: 'staff-desk', form: 'desk-feedback' }),
  staff_forms: staffPage('/staff/forms', 'forms', { access: 'staff-forms' }),
  staff_form: staffPage('/staff/forms/:form', 'form', { access: 'staff-forms', form: 'custom-form', query: ['done'] }),
  staff_form_field: staffPage('/staff/forms/:form/fields/:field', 'form-field', { access: 'staff-forms', form: 'custom-field' }),
  staff_answers: staffPage('/staff/answers', 'answers', { access: 'staff-desk', query: ['state', 'form', 'language', 'before', 'done'] }),
  staff_answer: staffPage('/staff/answers/:answer', 'answer', { access: 'staff-desk', form: 'custom-answer-act' }),
  staff_reports: staffPage('/staff/reports', 'reports', { access: 'staff-homes', query: ['state', 'reason', 'before', 'done'] }),
  staff_report: staffPage('/staff/reports/:report', 'report', { access: 'staff-homes', form: 'desk-report' }),
  staff_homes: staffPage('/staff/homes', 'houses', { access: 'staff-homes', form: 'desk-find-home' }),
  staff_home: staffPage('/staff/homes/:house', 'house', { access: 'staff-homes', form: 'desk-home', query: ['done'] }),
  staff_check: staffPage('/staff/homes/:house/check', 'check', { access: 'staff-homes', form: 'desk-check' }),
  staff_feeds: staffPage('/staff/feeds', 'feeds', { access: 'staff-homes', query: ['before', 'provider', 'state'] }),
  staff_feed: staffPage('/staff/feeds/:feed', 'feed', { access: 'staff-homes', query: ['kind', 'after'] }),
  staff_stock: staffPage('/staff/stock', 'stock', { access: 'staff-orders', form: 'stock-case', query: ['done'] }),
  staff_payments: staffPage('/staff/payments', 'payments', { access: 'staff-money', query: ['tab', 'before'] }),
  staff_payment: staffPage('/staff/payments/:payment', 'payment', { access: 'staff-money', form: 'staff-payment', query: ['done'] }),
  staff_reconciliation: staffPage('/staff/reconciliation', 'reconciliation', { access: 'staff-money', query: ['provider', 'from', 'to'] }),
  staff_bank: staffPage('/staff/bank', 'bank', { access: 'staff-money', form: 'bank-import', query: ['done'] }),
  staff_bank_line: staffPage('/staff/bank/:line', 'bank-line', { access: 'staff-money', form: 'bank-line' }),
  staff_refund: staffPage('/staff/refunds/:refund', 'refund', { access: 'staff-money', form: 'staff-refund' }),
  staff_payouts: staffPage('/staff/payouts', 'payouts', { access: 'staff-money' }),
  staff_payout: staffPage('/staff/payouts/:supplier', 'payout', { access: 'staff-money', form: 'staff-payout', query: ['done'] }),
  staff_suppliers: staffPage('/staff/providers', 'suppliers', { access: 'staff-money', query: ['after'] }),
  staff_supplier: staffPage('/staff/providers/:supplier', 'supplier', { access: 'staff-money', form: 'supplier-terms', query: ['done'] }),
  staff_supplier_party: staffPage('/staff/providers/:supplier/party', 'supplier-party', { access: 'staff-money', form: 'supplier-party', query: ['done'] }),
  staff_provider: staffPage('/staff/providers/:supplier/address', 'provider', { access: 'staff-money', form: 'supplier-address', query: ['done'] }),
  staff_supplier_change: staffPage('/staff/providers/:supplier/pending/:change', 'supplier-change', { access: 'staff-money', form: 'supplier-change' }),
  staff_orders: staffPage('/staff/orders', 'orders', { access: 'staff-orders', query: deskOrdersQuery }),
  staff_order: staffPage('/staff/orders/:order', 'order', { access: 'staff-orders', form: 'desk-order', query: [...deskOrdersQuery, 'act', 'done'] }),
  staff_arrears: staffPage('/staff/arrears', 'arrears', { access: 'staff-orders', query: ['after', 'done'] }),
  staff_arrear: staffPage('/staff/arrears/:part', 'arrear', { access: 'staff-orders', form: 'desk-arrears' }),
  staff_deposits: staffPage('/staff/deposits', 'deposits', { access: 'staff-money', query: ['after'] }),
  staff_deposit: staffPage('/staff/deposits/:order', 'deposit', { access: 'staff-money', form: 'desk-deposit', query: ['done'] }),
  staff_deposit_give: staffPage('/staff/deposits/:order/give', 'deposit-give', { access: 'staff-money', form: 'desk-deposit-give' }),
  staff_evidence: staffPage('/staff/orders/:order/condition', 'evidence', { access: 'staff-orders', form: 'desk-evidence-link', query: ['done'] }),
  staff_coupons: staffPage('/staff/coupons', 'coupons', { access: 'staff-money', query: ['before'] }),
  staff_new_coupon: staffPage('/staff/new-coupon', 'new-coupon', { access: 'staff-money', form: 'coupon-make' }),
  staff_coupon: staffPage('/staff/coupons/:coupon', 'coupon', { access: 'staff-money', form: 'coupon-change', query: ['done'] }),
  staff_viewings: staffPage('/staff/viewings', 'viewings', { access: 'staff-orders', query: ['state', 'before', 'done'] }),
  staff_viewing: staffPage('/staff/viewings/:viewing', 'viewing', { access: 'staff-orders', form: 'viewing-result' }),
  staff_viewing_time: staffPage('/staff/viewings/:viewing/time', 'viewing-time', { access: 'staff-orders', form: 'staff-move-viewing' }),
  staff_viewing_slots: staffPage('/staff/viewing-slots', 'viewing-slots', { access: 'staff-orders', form: 'viewing-slots', query: ['city', 'done'] }),
  staff_viewing_slot: staffPage('/staff/viewing-slots/:slot', 'viewing-slot', { access: 'staff-orders', form: 'close-viewing-slot' }),
  staff_rents: staffPage('/staff/rents', 'rents', { access: 'staff-money', query: ['tab', 'before'] }),
  staff_rent: staffPage('/staff/rents/:rent', 'rent', { access: 'staff-money', form: 'staff-rent', query: ['done'] }),
  staff_reviews: staffPage('/staff/reviews', 'reviews', { access: 'staff-homes', query: ['tab', 'beyond', 'done'] }),
  staff_review: staffPage('/staff/reviews/:review', 'review', { access: 'staff-homes', form: 'desk-review' }),
  staff_audit: staffPage('/staff/audit', 'audit', { access: 'staff-audit', query: ['before', 'actor', 'subject', 'q', 'action', 'from', 'to'] }),
} as const satisfies Record<string, RouteDefinition>;

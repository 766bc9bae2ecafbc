/** Every page of the desk, in groups, for its navigation. Browser-safe. */
import type { MessageKey } from '#lib/i18n/t.ts';
import type { RouteName } from '#lib/routes.ts';

export const deskRooms = [
  {
    label: 'today.group_orders',
    rooms: [
      { name: 'staff_orders', label: 'orders.staff_orders' },
      { name: 'staff_viewings', label: 'viewings.title' },
      { name: 'staff_viewing_slots', label: 'viewings.slots' },
      { name: 'staff_stock', label: 'stock.case_title' },
      { name: 'staff_arrears', label: 'arrears.title' },
    ],
  },
  {
    label: 'today.group_messages',
    rooms: [
      { name: 'staff_inbox', label: 'desk.inbox' },
      { name: 'staff_templates', label: 'desk.templates' },
      { name: 'staff_feedback', label: 'desk.feedback' },
      { name: 'staff_resumes', label: 'desk.resumes' },
      { name: 'staff_answers', label: 'customforms.answers' },
      { name: 'staff_forms', label: 'customforms.forms' },
      { name: 'staff_figures', label: 'desk.figures' },
    ],
  },
  {
    label: 'today.group_money',
    rooms: [
      { name: 'staff_payments', label: 'payments.staff_title' },
      { name: 'staff_deposits', label: 'deposits.staff_title' },
      { name: 'staff_rents', label: 'payrent.title' },
      { name: 'staff_payouts', label: 'payments.payout_title' },
      { name: 'staff_bank', label: 'payments.bank_title' },
      { name: 'staff_reconciliation', label: 'payments.recon_title' },
      { name: 'staff_suppliers', label: 'payments.terms_title' },
      { name: 'staff_coupons', label: 'coupons.title' },
    ],
  },
  {
    label: 'today.group_homes',
    rooms: [
      { name: 'staff_homes', label: 'desk.homes' },
      { name: 'staff_reviews', label: 'reviews.staff_title' },
      { name: 'staff_reports', label: 'desk.reports' },
      { name: 'staff_feeds', label: 'feeds.title' },
    ],
  },
  {
    label: 'today.group_people',
    rooms: [
      { name: 'staff_people', label: 'staff.people' },
      { name: 'staff_claims', label: 'staff.claims' },
      { name: 'staff_audit', label: 'staff.audit' },
      { name: 'staff_security', label: 'staff.security' },
    ],
  },
] as const satisfies readonly { readonly label: MessageKey; readonly rooms: readonly { readonly name: RouteName; readonly label: MessageKey }[] }[];

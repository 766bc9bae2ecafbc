/** What is said of orders. Browser-safe. */
import { formatDate } from '#lib/dates/dates.ts';
import type { House } from '#lib/features/house/house.schema.ts';
import { sayQuote } from '#lib/features/quotes/quote.words.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import type { OrderState } from './order.process.rules.ts';
import type { OwnOrderAct, StaffOrderAct } from './application-forms.schema.ts';
import type { BookingLink } from './orders.rules.ts';
import type { Order, OrderFilter, TimelineEvent } from './orders.schema.ts';

export const stateLabels = {
  draft: 'orders.state_draft',
  submitted: 'orders.state_submitted',
  reviewing: 'orders.state_reviewing',
  offered: 'orders.state_offered',
  signing: 'orders.state_signing',
  to_pay: 'orders.state_to_pay',
  paid: 'orders.state_paid',
  confirmed: 'orders.state_confirmed',
  checked_in: 'orders.state_checked_in',
  completed: 'orders.state_completed',
  cancelled: 'orders.state_cancelled',
  refunding: 'orders.state_refunding',
  refunded: 'orders.state_refunded',
  expired: 'orders.state_expired',
} as const satisfies Record<OrderState, MessageKey>;

/** What comes next, for the applicant. */
export const nextLabels = {
  draft: 'orders.next_draft',
  submitted: 'orders.next_submitted',
  reviewing: 'orders.next_submitted',
  offered: 'orders.next_offered',
  signing: 'orders.next_offered',
  to_pay: 'orders.next_to_pay',
  paid: 'orders.next_paid',
  confirmed: 'orders.next_confirmed',
  checked_in: 'orders.next_checked_in',
  completed: 'orders.next_over',
  cancelled: 'orders.next_over',
  refunding: 'orders.next_refunding',
  refunded: 'orders.next_over',
  expired: 'orders.next_expired',
} as const satisfies Record<OrderState, MessageKey>;

export const eventLabels = {
  begin: 'orders.did_begin',
  change: 'orders.did_change',
  submit: 'orders.did_submit',
  review: 'orders.did_review',
  return: 'orders.did_return',
  offer: 'orders.did_offer',
  decline: 'orders.did_decline',
  accept: 'orders.did_accept',
  sign: 'orders.did_sign',
  pay: 'orders.did_pay',
  confirm: 'orders.did_confirm',
  'check-in': 'orders.did_check_in',
  complete: 'orders.did_complete',
  cancel: 'orders.did_cancel',
  refund: 'orders.did_refund',
  refunded: 'orders.did_refunded',
  lapse: 'orders.did_lapse',
  note: 'orders.did_note',
  take: 'orders.did_take',
  'hand-over': 'orders.did_hand_over',
} as const satisfies Record<TimelineEvent, MessageKey>;

export const filterLabels = {
  all: 'orders.filter_all',
  open: 'orders.filter_open',
  booked: 'orders.filter_booked',
  ended: 'orders.filter_ended',
} as const satisfies Record<OrderFilter, MessageKey>;

export const ownActLabels = { 'check-in': 'orders.act_check_in', again: 'orders.act_again', remove: 'orders.act_remove' } as const satisfies Record<
  OwnOrderAct,
  MessageKey
>;

export const staffActLabels = {
  take: 'orders.staff_take',
  review: 'orders.staff_review',
  offer: 'orders.staff_offer',
  return: 'orders.staff_return',
  decline: 'orders.staff_decline',
  confirm: 'orders.staff_confirm',
  'check-in': 'orders.staff_check_in',
  complete: 'orders.staff_complete',
  refund: 'orders.staff_refund',
  note: 'orders.staff_write_note',
  'hand-over': 'orders.staff_hand_over',
} as const satisfies Record<StaffOrderAct, MessageKey>;

export const linkLabels = {
  promo: 'orders.told_promo',
  team: 'orders.told_team',
  'group-order': 'orders.told_group_order',
  queue: 'orders.told_queue',
  'service-fee': 'orders.told_service_fee',
  'pre-sale': 'orders.told_pre_sale',
  school: 'orders.told_school',
} as const satisfies Record<BookingLink['told'][number], MessageKey>;

function clauses(order: Order, house: House, locale: Locale): readonly string[] {
  const t = translator(locale);
  const { intl } = localeFacts[locale];
  const { lines, total, dues } = sayQuote(order.quote, house.supplier.name, { t, intl, locale });
  return [
    t('orders.contract_title', { code: order.code }),
    t('orders.contract_parties', { supplier: house.supplier.name }),
    t('orders.contract_home', { home: `${house.name}, ${house.address}`, unit: order.home.unit }),
    order.to === undefined
      ? t('orders.contract_open_period', { from: formatDate(order.from, intl) })
      : t('orders.contract_period', { from: formatDate(order.from, intl), to: formatDate(order.to, intl) }),
    lines.map(({ label, amount, payee, back }) => `– ${label}: ${amount} · ${payee} · ${back}`).join('\n'),
    t('orders.contract_total', { total }),
    dues.map(({ day, amount }) => `– ${day}: ${amount}`).join('\n'),
    t('orders.contract_leaving'),
    t('orders.contract_binding'),
  ];
}

/** The contract of an order: in English, which binds, and in the language of who applies. The same order gives the same text. */
export function contractText(order: Order, house: House): string {
  const languages: readonly Locale[] = order.locale === 'en-us' ? ['en-us'] : ['en-us', order.locale];
  return languages.map((locale) => clauses(order, house, locale).join('\n\n')).join('\n\n———\n\n');
}

/** What is said of orders on the desk's lists. Browser-safe. */
import { formatDate, todayIn } from '#lib/dates/dates.ts';
import type { MessageKey, T } from '#lib/i18n/t.ts';
import { pressOf } from './order-desk.rules.ts';
import type { DeskList, DeskSpecial, DeskWhose } from './order-desk.schema.ts';
import type { OrderState } from './order.process.rules.ts';
import type { Order } from './orders.schema.ts';
import { stateLabels } from './orders.words.ts';

export const deskListLabels = {
  todo: 'orders.desk_todo',
  waiting: 'orders.desk_waiting',
  confirmed: 'orders.desk_confirmed',
  ended: 'orders.desk_ended',
} as const satisfies Record<DeskList, MessageKey>;

export const deskWhoseLabels = {
  anyone: 'orders.desk_anyone',
  mine: 'orders.desk_mine',
  nobody: 'orders.desk_nobody',
} as const satisfies Record<DeskWhose, MessageKey>;

export const deskSpecialLabels = { claims: 'orders.staff_claims', unsigned: 'orders.staff_unheard' } as const satisfies Record<DeskSpecial, MessageKey>;

type Seen = Pick<Order, 'state' | 'home' | 'from' | 'to' | 'movedAt' | 'deadline'> & { readonly payBy: Date | undefined };

/** Why an order is on its list: what it waits for, or how it ended. */
export function sayWhy(order: Seen, { t, intl, now }: { readonly t: T; readonly intl: string; readonly now: Date }): string {
  const { state, home, from, to } = order;
  const provider = home.supplier;
  const isLate = pressOf(order, now) === 'late';
  switch (state) {
    case 'submitted':
      return t('orders.why_submitted');
    case 'reviewing':
      return t('orders.why_reviewing', { provider });
    case 'offered':
      return t('orders.why_offered');
    case 'signing':
      return t('orders.why_signing');
    case 'to_pay':
      return t(order.payBy ? 'orders.why_transfer' : 'orders.why_to_pay');
    case 'paid':
      return t(isLate ? 'orders.why_paid_late' : 'orders.why_paid', { provider });
    case 'refunding':
      return t(isLate ? 'orders.why_refunding_late' : 'orders.why_refunding');
    case 'confirmed':
      return todayIn(home.zone, now) > from
        ? t('orders.why_not_in', { day: formatDate(from, intl) })
        : t('orders.why_moves_in', { day: formatDate(from, intl) });
    case 'checked_in':
      return to === undefined ? t('orders.my_home_open') : t('orders.why_lives', { day: formatDate(to, intl) });
    default:
      return t(stateLabels[state]);
  }
}

const advice = {
  draft: 'orders.advice_over',
  submitted: 'orders.advice_submitted',
  reviewing: 'orders.advice_reviewing',
  offered: 'orders.advice_theirs',
  signing: 'orders.advice_theirs',
  to_pay: 'orders.advice_theirs',
  paid: 'orders.advice_paid',
  confirmed: 'orders.advice_calm',
  checked_in: 'orders.advice_calm',
  completed: 'orders.advice_over',
  cancelled: 'orders.advice_over',
  refunding: 'orders.advice_refunding',
  refunded: 'orders.advice_over',
  expired: 'orders.advice_over',
} as const satisfies Record<OrderState, MessageKey>;

/** What staff do first with an order of a state. */
export const sayAdvice = ({ state, home }: Pick<Order, 'state' | 'home'>, t: T): string => t(advice[state], { provider: home.supplier });

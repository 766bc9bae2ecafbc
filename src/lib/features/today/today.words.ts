/** How what waits is said. Browser-safe. */
import { numberFormat, spaced } from '#lib/i18n/formats.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import type { RouteName } from '#lib/routes.ts';
import { mostCounted } from './today.schema.ts';
import type { WaitingGroup, WaitingKind } from './today.schema.ts';

type KindWords = {
  /** What it is, of one. */
  readonly title: MessageKey;
  /** What is to be done. */
  readonly verb: MessageKey;
  /** What many of it are called. */
  readonly many: MessageKey;
  /** Where all of it is, which also says who may see it. */
  readonly list: RouteName;
  readonly asked?: Readonly<Record<string, string>>;
};

export const kindWords: Readonly<Record<WaitingKind, KindWords>> = {
  question: { title: 'today.question', verb: 'today.do_reply', many: 'today.questions', list: 'staff_inbox' },
  resume: { title: 'today.resume', verb: 'today.do_look', many: 'today.resumes', list: 'staff_resumes' },
  feedback: { title: 'today.feedback', verb: 'today.do_look', many: 'today.feedbacks', list: 'staff_feedback' },
  answer: { title: 'today.answer', verb: 'today.do_look', many: 'today.answers', list: 'staff_answers' },
  order: { title: 'today.order', verb: 'today.do_decide', many: 'today.orders', list: 'staff_orders', asked: { state: 'submitted' } },
  confirm: { title: 'today.confirm', verb: 'today.do_confirm', many: 'today.confirms', list: 'staff_orders', asked: { state: 'paid' } },
  viewing: { title: 'today.viewing', verb: 'today.do_report', many: 'today.viewings', list: 'staff_viewings' },
  stock: { title: 'today.stock', verb: 'today.do_compare', many: 'today.stocks', list: 'staff_stock' },
  held: { title: 'today.held', verb: 'today.do_look', many: 'today.helds', list: 'staff_payments', asked: { tab: 'held' } },
  transfer: { title: 'today.transfer', verb: 'today.do_look', many: 'today.transfers', list: 'staff_payments', asked: { tab: 'transfers' } },
  refund: { title: 'today.refund', verb: 'today.do_look', many: 'today.refunds', list: 'staff_payments', asked: { tab: 'refunds' } },
  dispute: { title: 'today.dispute', verb: 'today.do_look', many: 'today.disputes', list: 'staff_payments', asked: { tab: 'held' } },
  deposit: { title: 'today.deposit', verb: 'today.do_settle', many: 'today.deposits', list: 'staff_deposits' },
  arrears: { title: 'today.arrears', verb: 'today.do_look', many: 'today.arrears_many', list: 'staff_arrears' },
  rent: { title: 'today.rent', verb: 'today.do_check', many: 'today.rents', list: 'staff_rents' },
  bank: { title: 'today.bank', verb: 'today.do_explain', many: 'today.banks', list: 'staff_bank' },
  review: { title: 'today.review', verb: 'today.do_read', many: 'today.reviews', list: 'staff_reviews' },
  reply: { title: 'today.reply', verb: 'today.do_read', many: 'today.replies', list: 'staff_reviews', asked: { tab: 'answers' } },
  report: { title: 'today.report', verb: 'today.do_check', many: 'today.reports', list: 'staff_reports' },
  feed: { title: 'today.feed', verb: 'today.do_look', many: 'today.feeds', list: 'staff_feeds' },
  claim: { title: 'today.claim', verb: 'today.do_decide', many: 'today.claims', list: 'staff_claims' },
};

export const groupLabels: Readonly<Record<WaitingGroup, MessageKey>> = {
  orders: 'today.group_orders',
  messages: 'today.group_messages',
  money: 'today.group_money',
  homes: 'today.group_homes',
  people: 'today.group_people',
};

/** Counted up to a bound. @example countText(100, 'en-GB') // '99+' */
export const countText = (count: number, intl: string): string =>
  count >= mostCounted ? `${numberFormat(intl).format(mostCounted - 1)}+` : numberFormat(intl).format(count);

/** A span of time as short as a column is narrow. @example spanText(188, 'en-GB') // '3 hrs' */
export function spanText(minutes: number, intl: string): string {
  const [value, unit] = minutes < 90 ? [minutes, 'minute'] : minutes < 48 * 60 ? [minutes / 60, 'hour'] : [minutes / 1_440, 'day'];
  return spaced(numberFormat(intl, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 }).format(Math.max(1, Math.floor(value))));
}

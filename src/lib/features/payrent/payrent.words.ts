/** What is said of paying rent. Browser-safe. */
import type { SayNews } from '#lib/features/news/news.schema.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import { formatMoney } from '#lib/money/money.ts';
import { rentPath } from './payrent-pages.rules.ts';
import type { RentState } from './payrent.process.rules.ts';
import type { HouseKind, RentPayoutState } from './payrent.schema.ts';

export const rentStateLabels = {
  draft: 'payrent.state_draft',
  to_pay: 'payrent.state_to_pay',
  paid: 'payrent.state_paid',
  paying_out: 'payrent.state_paying_out',
  paid_out: 'payrent.state_paid_out',
  cancelled: 'payrent.state_cancelled',
  refunding: 'payrent.state_refunding',
  refunded: 'payrent.state_refunded',
  expired: 'payrent.state_expired',
} as const satisfies Record<RentState, MessageKey>;

/** What comes next, in a sentence. */
export const rentNextWords = {
  draft: 'payrent.next_draft',
  to_pay: 'payrent.next_to_pay',
  paid: 'payrent.next_paid',
  paying_out: 'payrent.next_paying_out',
  paid_out: 'payrent.next_paid_out',
  cancelled: 'payrent.next_cancelled',
  refunding: 'payrent.next_refunding',
  refunded: 'payrent.next_refunded',
  expired: 'payrent.next_expired',
} as const satisfies Record<RentState, MessageKey>;

export const houseKindLabels = {
  room: 'payrent.kind_room',
  studio: 'payrent.kind_studio',
  flat: 'payrent.kind_flat',
  residence: 'payrent.kind_residence',
  homestay: 'payrent.kind_homestay',
} as const satisfies Record<HouseKind, MessageKey>;

/** How far a provider is with bringing it to the landlord, for staff. */
export const rentPayoutLabels = {
  asked: 'payrent.payout_asked',
  waiting: 'payrent.payout_waiting',
  'under-way': 'payrent.payout_under_way',
  sent: 'payrent.payout_sent',
  returned: 'payrent.payout_returned',
  refused: 'payrent.payout_refused',
  'wrong-name': 'payrent.payout_wrong_name',
} as const satisfies Record<RentPayoutState, MessageKey>;

/** What its tenant is told of, in the messages and by mail. */
export const rentNewsWords = {
  paid: { subject: 'mail.rentPaidSubject', text: 'mail.rentPaidText' },
  paid_out: { subject: 'mail.rentPaidOutSubject', text: 'mail.rentPaidOutText' },
  returned: { subject: 'mail.rentReturnedSubject', text: 'mail.rentReturnedText' },
  cancelled: { subject: 'mail.rentCancelledSubject', text: 'mail.rentCancelledText' },
  declined: { subject: 'mail.rentDeclinedSubject', text: 'mail.rentDeclinedText' },
  refunded: { subject: 'mail.rentRefundedSubject', text: 'mail.rentRefundedText' },
  expired: { subject: 'mail.rentExpiredSubject', text: 'mail.rentExpiredText' },
  'dispute-open': { subject: 'mail.rentDisputeOpenSubject', text: 'mail.rentDisputeOpenText' },
  'dispute-won': { subject: 'mail.rentDisputeWonSubject', text: 'mail.rentDisputeWonText' },
  'dispute-lost': { subject: 'mail.rentDisputeLostSubject', text: 'mail.rentDisputeLostText' },
  'dispute-closed': { subject: 'mail.rentDisputeClosedSubject', text: 'mail.rentDisputeClosedText' },
} as const satisfies Record<string, Record<'subject' | 'text', MessageKey>>;
export type RentNews = keyof typeof rentNewsWords;
const isNews = (what: string): what is RentNews => what in rentNewsWords;

/** What happened to a payment of rent, in a reader's words. Neither landlord nor address stands in it. */
export const sayRentNews: SayNews = ({ code, what, facts }, { t, paths, intl }) => {
  const { minor = '', currency = '' } = facts;
  if (!isNews(what) || !/^\d{1,18}$/.test(minor) || !isCurrency(currency)) return undefined;
  const { subject, text } = rentNewsWords[what];
  return { title: t(subject, { total: formatMoney({ minor: BigInt(minor), currency }, intl) }), text: t(text), href: rentPath(paths, code) };
};

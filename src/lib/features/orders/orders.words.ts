/** What is said of orders. Browser-safe. */
import { formatDate, formatMoment } from '#lib/dates/dates.ts';
import { momentIn } from '#lib/dates/reader-zones.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import { formatMoney, parseDecimal } from '#lib/money/money.ts';
import type { MessageKey, T } from '#lib/i18n/t.ts';
import { listWords } from '#lib/features/geo/geo.schema.ts';
import { coded } from '#lib/i18n/coded.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { nameOfFacts } from '#lib/features/catalogue/local-texts.rules.ts';
import type { SayNews } from '#lib/features/news/news.schema.ts';
import { disputeStates } from '#lib/features/payments/payment-states.schema.ts';
import type { DisputeState } from '#lib/features/payments/payment-states.schema.ts';
import { orderPath } from './order-pages.rules.ts';
import { orderStates } from './order.process.rules.ts';
import type { OrderState } from './order.process.rules.ts';
import type { OwnOrderAct, StaffOrderAct } from './application-forms.schema.ts';
import { claimActs } from './claims.schema.ts';
import type { CancelAnswer, Claim, ClaimAct, ProofKind } from './claims.schema.ts';
import type { BookingLink } from './orders.rules.ts';
import type { SupplierDue } from './supplier-dues.schema.ts';
import { contractWords } from './supplier-signing.schema.ts';
import type { BothSides, ContractWord } from './supplier-signing.schema.ts';
import type { HoldMove } from '#lib/features/stock/stock.schema.ts';
import type { NoLease } from './lease-faults.rules.ts';
import type { GuardianState, OfferChange, OrderFilter, TimelineEntry, TimelineEvent } from './orders.schema.ts';

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

/** The same where the supplier collects and has to be named. */
const nextOfSupplier: Partial<Record<OrderState, MessageKey>> = {
  to_pay: 'orders.next_to_pay_supplier',
  paid: 'orders.next_paid_supplier',
  refunding: 'orders.next_refunding_supplier',
};

/** What comes next, for the applicant. @param supplier who collects, by name; empty where the operator does */
export function sayNext(state: OrderState, supplier: string, t: T): string {
  const key = supplier === '' ? undefined : nextOfSupplier[state];
  return key === undefined ? t(nextLabels[state]) : t(key, { supplier });
}

/** That the home cannot be given, and all that was paid comes back, from whom. @param supplier as for `sayNext` */
export const sayAllBack = (supplier: string, t: T): string => (supplier === '' ? t('orders.next_all_back') : t('orders.next_all_back_supplier', { supplier }));

export const eventLabels = {
  begin: 'orders.did_begin',
  change: 'orders.did_change',
  'ask-guardian': 'orders.did_ask_guardian',
  due: 'orders.did_due',
  'due-paid': 'orders.did_due_paid',
  'dispute-open': 'orders.did_dispute_open',
  'dispute-won': 'orders.did_dispute_won',
  'dispute-lost': 'orders.did_dispute_lost',
  'dispute-closed': 'orders.did_dispute_closed',
  'sponsor-paid': 'orders.did_sponsor_paid',
  'ask-again': 'orders.did_ask_again',
  'keep-terms': 'orders.did_keep_terms',
  'deposit-propose': 'deposits.did_propose',
  'deposit-whole': 'deposits.did_whole',
  'deposit-decided': 'deposits.did_decided',
  'deposit-agree': 'deposits.did_agree',
  'deposit-dispute': 'deposits.did_dispute',
  'deposit-send': 'deposits.did_send',
  'deposit-given': 'deposits.did_given',
  'deposit-gone': 'deposits.did_gone',
  'deposit-again': 'deposits.did_again',
  'more-time': 'arrears.did_more_time',
  arranged: 'arrears.did_arranged',
  'breaks-seen': 'orders.did_breaks_seen',
  'fee-paid': 'orders.did_fee_paid',
  'paid-back': 'orders.did_paid_back',
  'fee-withdrawn': 'orders.did_fee_withdrawn',
  'transfer-proof': 'orders.did_transfer_proof',
  'transfer-unfound': 'orders.did_transfer_unfound',
  'supplier-proof': 'orders.did_supplier_proof',
  'supplier-paid': 'orders.did_supplier_paid',
  'supplier-refused': 'orders.did_supplier_refused',
  'supplier-returned': 'orders.did_supplier_returned',
  'ask-provider': 'orders.did_ask_provider',
  'provider-signed': 'orders.did_provider_signed',
  'provider-declined': 'orders.did_provider_declined',
  'provider-paper': 'orders.did_provider_paper',
  'claim-open': 'orders.did_claim_open',
  'claim-proof': 'orders.did_claim_proof',
  'claim-give': 'orders.did_claim_given',
  'claim-refuse': 'orders.did_claim_refused',
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
  'end-early': 'orders.did_end_early',
  cancel: 'orders.did_cancel',
  refund: 'orders.did_refund',
  'give-all-back': 'orders.did_give_all_back',
  refunded: 'orders.did_refunded',
  lapse: 'orders.did_lapse',
  note: 'orders.did_note',
  take: 'orders.did_take',
  'give-back': 'orders.did_give_back',
  'hand-over': 'orders.did_hand_over',
} as const satisfies Record<TimelineEvent, MessageKey>;

/** What has become of a part of the price that is paid to the supplier, for staff. */
export const dueLabels = {
  open: 'orders.due_open',
  received: 'orders.due_received',
  withdrawn: 'orders.due_withdrawn',
} as const satisfies Record<SupplierDue['state'], MessageKey>;

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
  'end-early': 'orders.staff_end_early',
  refund: 'orders.staff_refund',
  'give-all-back': 'orders.staff_give_all_back',
  'ask-again': 'orders.staff_ask_again',
  'keep-terms': 'orders.staff_keep_terms',
  'ask-provider': 'orders.staff_ask_provider',
  'provider-paper': 'orders.staff_provider_paper',
  'supplier-paid': 'orders.staff_supplier_paid',
  'supplier-refused': 'orders.staff_supplier_refused',
  'supplier-returned': 'orders.staff_supplier_returned',
  'claim-give': 'orders.staff_claim_give',
  'claim-refuse': 'orders.staff_claim_refuse',
  cancel: 'orders.staff_cancel',
  note: 'orders.staff_write_note',
  'give-back': 'orders.staff_give_back',
  'hand-over': 'orders.staff_hand_over',
} as const satisfies Record<StaffOrderAct, MessageKey>;

/** What was changed of a home since it was offered, for the applicant and for staff. */
export const offerChangeLabels = {
  gone: 'orders.offer_gone',
  days: 'orders.offer_days',
  price: 'orders.offer_price',
  declined: 'orders.offer_declined',
} as const satisfies Record<OfferChange, MessageKey>;

/** What is still missing of a guardian, for staff. */
export const guardianLabels = {
  unnamed: 'orders.staff_guardian_unnamed',
  named: 'orders.staff_guardian_named',
  asked: 'orders.staff_guardian_asked',
  signed: 'orders.staff_guardian_signed',
} as const satisfies Record<GuardianState, MessageKey>;

export const linkLabels = {
  promo: 'orders.told_promo',
  team: 'orders.told_team',
  'group-order': 'orders.told_group_order',
  queue: 'orders.told_queue',
  'service-fee': 'orders.told_service_fee',
  'pre-sale': 'orders.told_pre_sale',
  school: 'orders.told_school',
  place: 'orders.told_place',
} as const satisfies Record<BookingLink['told'][number], MessageKey>;

/** Why a lease cannot be had as it is asked for. */
export const noLeaseLabels = {
  'sold-out': 'orders.full',
  'not-let': 'orders.not_let',
  outside: 'orders.outside_lease',
  'no-plan': 'orders.plan_not_there',
} as const satisfies Record<NoLease, MessageKey>;

/** What becomes of the bed that is kept when an application turns to another lease, before it happens and after. */
export const changeBedLabels = {
  moved: { before: 'orders.change_bed_moves', after: 'orders.change_bed_moved' },
  'let-go': { before: 'orders.change_bed_goes', after: 'orders.change_bed_gone' },
} as const satisfies Record<Exclude<HoldMove, 'none'>, Readonly<Record<'before' | 'after', MessageKey>>>;

/** By how much the whole of a price is another than before. */
export const differenceLabels = { more: 'orders.change_more', less: 'orders.change_less' } as const satisfies Record<'more' | 'less', MessageKey>;

/** What an applicant is told of what their bank disputes: what it is, and what they can do. */
export const disputeNews = {
  open: ['orders.news_dispute_open', 'orders.news_dispute_open_text'],
  won: ['orders.news_dispute_won', 'orders.news_dispute_won_text'],
  lost: ['orders.news_dispute_lost', 'orders.news_dispute_lost_text'],
  closed: ['orders.news_dispute_closed', 'orders.news_dispute_closed_text'],
} as const satisfies Record<DisputeState, readonly [MessageKey, MessageKey]>;

/** What an applicant is told of what staff decided of their proof. */
export const claimNews = {
  'claim-give': ['orders.news_claim_given', 'orders.claim_given'],
  'claim-refuse': ['orders.news_claim_refused', 'orders.claim_refused'],
} as const satisfies Record<ClaimAct, readonly [MessageKey, MessageKey]>;

/** What an applicant is told of what their provider said of the contract. */
export const contractNews = {
  signed: ['orders.news_provider_signed', 'orders.news_provider_signed_text'],
  paper: ['orders.news_provider_signed', 'orders.news_provider_signed_text'],
  declined: ['orders.news_provider_declined', 'orders.news_provider_declined_text'],
} as const satisfies Record<ContractWord, readonly [MessageKey, MessageKey]>;

/** How far both sides of a contract are, in a reader's words. @param zone of the home. */
export function sayBothSides(
  { said, isByBoth, askedAt }: Pick<BothSides, 'said' | 'isByBoth' | 'askedAt'>,
  zone: string,
  { t, intl }: Pick<Words, 't' | 'intl'>,
): string {
  const when = (at: Date): string => momentIn(at, zone, intl);
  if (said?.word === 'signed') return t('orders.both_signed', { name: said.name, role: said.role, when: when(said.at) });
  if (said && isByBoth) return t('orders.both_paper', { name: said.name, day: formatDate(said.on, intl), when: when(said.at) });
  if (said) return t('orders.both_declined', { when: when(said.at), reason: said.reason });
  return askedAt ? t('orders.both_waits', { when: when(askedAt) }) : t('orders.both_unasked');
}

type Words = { readonly t: T; readonly intl: string; readonly locale: Locale };

/** Kinds of proof in a reader's words. */
export const sayProof = (kinds: readonly ProofKind[], { t, locale }: Pick<Words, 't' | 'locale'>): string =>
  listWords(
    kinds.map((kind) => coded(t, 'cancellation_evidence', kind)),
    locale,
  );

/** What comes back for an event, and when: what is read before it is chosen. Undefined where nothing waits for a proof. */
export function sayAnswer({ now, later, proof, proofUntil }: CancelAnswer, { t, intl, locale }: Words): string | undefined {
  if (proofUntil === undefined) return undefined;
  const after = t('orders.cancel_after_proof', { amount: formatMoney(later, intl), proof: sayProof(proof, { t, locale }), day: formatDate(proofUntil, intl) });
  return now.minor > 0n ? `${t('orders.cancel_at_once', { amount: formatMoney(now, intl) })} ${after}` : after;
}

/** What waits for a proof, or what was decided of it, for the applicant; undefined where nothing ever waited. */
export function sayClaim({ event, rest, proof, proofUntil, state }: Claim, { t, intl, locale }: Words): string | undefined {
  const amount = formatMoney(rest, intl);
  if (proofUntil === undefined) return undefined;
  if (state === 'given') return t('orders.claim_given', { amount });
  if (state === 'refused') return t('orders.claim_refused', { amount });
  return t('orders.claim_awaits', {
    event: coded(t, 'cancellation_event', event),
    amount,
    proof: sayProof(proof, { t, locale }),
    day: formatDate(proofUntil, intl),
  });
}

/** An amount as news keep it, `120.50 GBP`, for a reader. */
function moneyIn(kept: string | undefined, intl: string): string {
  const [decimal = '', currency = ''] = (kept ?? '').split(' ');
  const money = isCurrency(currency) ? parseDecimal(decimal, currency) : undefined;
  return money ? formatMoney(money, intl) : (kept ?? '');
}

/** What stands under an entry of the timeline: what somebody wrote, or how much went back. */
export function sayEntryNote({ event, note }: Pick<TimelineEntry, 'event' | 'note'>, intl: string): string {
  // The new day stands in front of what was written.
  if (event === 'more-time') return note.replace(/^\d{4}-\d{2}-\d{2}/, (day) => `${formatDate(day, intl)}:`);
  return event === 'paid-back' || event.startsWith('deposit-') ? moneyIn(note, intl) : note;
}

/** What is told of a deposit, by what happened. */
const depositNews = {
  'deposit-propose': 'deposits.news_propose',
  'deposit-whole': 'deposits.news_settled',
  'deposit-decided': 'deposits.news_settled',
  'deposit-given': 'deposits.news_given',
} as const satisfies Record<string, MessageKey>;
const isDepositNews = (what: string): what is keyof typeof depositNews => what in depositNews;

/** What is told of a part of the price that is late, by what happened. */
const lateNews = {
  'late-second': 'arrears.news_second',
  'late-last': 'arrears.news_last',
  'late-more-time': 'arrears.news_more',
  'late-arranged': 'arrears.news_arranged',
} as const satisfies Record<string, MessageKey>;
const isLateNews = (what: string): what is keyof typeof lateNews => what in lateNews;

/** What happened to an order, in a reader's words: its state, that time runs out, or that a part of the price is due. */
export const sayOrderNews: SayNews = ({ code, what, facts }, { t, paths, intl, locale }) => {
  const href = orderPath(paths, code);
  const home = nameOfFacts(facts, locale);
  const until = facts['until'];
  const zone = facts['zone'] ?? 'UTC';
  const when = until && formatMoment(new Date(until), intl, zone);
  const supplier = facts['supplier'] ?? '';
  if (what === 'due')
    return { title: t('orders.news_due', { home }), text: supplier === '' ? t('orders.instalment_due') : t('orders.due_supplier', { supplier }), href };
  if (what === 'due-again') return { title: t('orders.news_due', { home }), text: t('orders.due_again'), href };
  if (isDepositNews(what)) {
    const text = t('deposits.news_text', { amount: moneyIn(facts['amount'], intl) });
    return { title: t(depositNews[what], { home }), text: [text, facts['note'] ?? ''].filter(Boolean).join(' '), href };
  }
  if (isLateNews(what)) {
    const text = t('arrears.news_text', { amount: moneyIn(facts['amount'], intl), day: formatDate(facts['day'] ?? '', intl) });
    return { title: t(lateNews[what], { home }), text: [text, facts['note'] ?? ''].filter(Boolean).join(' '), href };
  }
  if (what === 'deadline')
    return { title: t('orders.news_deadline', { home }), text: t('orders.news_deadline_text', { when: `${when ?? ''} (${zone.replace('_', ' ')})` }), href };
  if (what === 'unfound') {
    const text = t('orders.news_unfound_text', { reference: facts['reference'] ?? '', when: `${when ?? ''} (${zone.replace('_', ' ')})` });
    return { title: t('orders.news_unfound', { home }), text, href };
  }
  if (what === 'sponsor-paid')
    return { title: t('orders.news_sponsor_paid', { home }), text: t('orders.news_sponsor_paid_text', { amount: moneyIn(facts['amount'], intl) }), href };
  if (what === 'supplier-paid')
    return {
      title: t('orders.news_supplier_paid', { home }),
      text: t('orders.news_supplier_paid_text', { supplier, amount: moneyIn(facts['amount'], intl) }),
      href,
    };
  if (what === 'fee-withdrawn')
    return { title: t('orders.news_fee_withdrawn', { home }), text: t('orders.fee_gone', { amount: moneyIn(facts['amount'], intl) }), href };
  if (what === 'check-in') return { title: t('orders.news_check_in', { home }), text: t('orders.news_check_in_text'), href };
  if (what === 'claim-open') {
    const day = formatDate(facts['day'] ?? '', intl);
    return { title: t('orders.news_claim_open', { home }), text: t('orders.news_claim_open_text', { day, amount: moneyIn(facts['amount'], intl) }), href };
  }
  const decided = claimActs.find((one) => one === what);
  if (decided) {
    const [title, words] = claimNews[decided];
    const text = t(words, { amount: moneyIn(facts['amount'], intl) });
    return { title: t(title, { home }), text: [text, facts['note'] ?? ''].filter(Boolean).join(' '), href };
  }
  const word = contractWords.find((one) => `provider-${one}` === what);
  if (word) {
    const [title, text] = contractNews[word];
    return { title: t(title, { home }), text: [t(text), facts['note'] ?? ''].filter(Boolean).join(' '), href };
  }
  if (what === 'guardian') return { title: t('orders.news_guardian', { home }), text: t('orders.news_guardian_text'), href };
  const dispute = disputeStates.find((one) => `dispute-${one}` === what);
  if (dispute) {
    const [title, text] = disputeNews[dispute];
    return { title: t(title, { home }), text: t(text), href };
  }
  if (what === 'give-all-back')
    return { title: t('orders.news_all_back', { home }), text: [sayAllBack(supplier, t), facts['note'] ?? ''].filter(Boolean).join(' '), href };
  const state = orderStates.find((one) => one === what);
  if (!state) return undefined;
  return {
    title: t('chrome.labelled', { label: t(stateLabels[state]), value: home }),
    text: [sayNext(state, supplier, t), facts['note'] ?? ''].filter(Boolean).join(' '),
    href,
  };
};

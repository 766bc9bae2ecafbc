/** Decisions about orders. Pure, browser-safe. */
import { dayMs, isDate, todayIn } from '#lib/dates/dates.ts';
import type { TenancyTerms } from '#lib/features/catalogue/listings.schema.ts';
import type { Share } from '#lib/features/payments/payments.schema.ts';
import { collectorOf, dueToBook } from '#lib/features/quotes/quote.schema.ts';
import type { Quote } from '#lib/features/quotes/quote.schema.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import { add, toDecimal } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { OrderActor, OrderEvent, OrderMoment, OrderState } from './order.process.rules.ts';
import { eventsOpen, soldStates, waitingStates } from './order.process.rules.ts';
import type { StaffOrderAct } from './application-forms.schema.ts';
import type { ClaimAct } from './claims.schema.ts';
import type { SupplierAct } from './supplier-dues.schema.ts';
import type { ContractAct } from './supplier-signing.schema.ts';
import { afterLookHours, draftDays, endedStates, lookedDays } from './orders.schema.ts';
import type { AskedBooking, Order, TimelineEntry } from './orders.schema.ts';

const isIn = (list: readonly OrderState[], state: OrderState): boolean => list.includes(state);

/** States in which a bed is kept, be it for a while or sold. */
export const keepsBed = (state: OrderState): boolean => isIn(waitingStates, state) || isIn(soldStates, state);

/** What of an order decides when its edges are open, by the clock of its home. */
export function momentOf({ from, to, home, deadline }: Pick<Order, 'from' | 'to' | 'home' | 'deadline'>, now: Date): OrderMoment {
  return { today: todayIn(home.zone, now), from, to, isLate: deadline !== undefined && deadline <= now };
}

/**
 * What a bank disputes of what was paid, as long as that stands against us and was not asked for again; undefined otherwise.
 * @param timeline oldest first.
 * @example disputeAgainst([{ event: 'dispute-open' }, { event: 'note' }]) // 'open'
 * @example disputeAgainst([{ event: 'dispute-open' }, { event: 'dispute-won' }]) // undefined
 */
export function disputeAgainst(timeline: readonly Pick<TimelineEntry, 'event'>[]): 'open' | 'lost' | undefined {
  const last = timeline.findLast(({ event }) => event.startsWith('dispute-') || event === 'ask-again')?.event;
  return last === 'dispute-open' ? 'open' : last === 'dispute-lost' ? 'lost' : undefined;
}

/** Until when an order may stay in a state; undefined where the clock does not end it. */
export function deadlineOf(state: OrderState, now: Date, waitingHours: number): Date | undefined {
  if (isIn(waitingStates, state)) return new Date(now.getTime() + waitingHours * 3_600_000);
  return state === 'draft' ? new Date(now.getTime() + draftDays * dayMs) : undefined;
}

/**
 * Until when an order is to be paid for which a transfer waits for staff, or did: while they look for so many days beyond its own deadline at most,
 * and then for some hours, or until that deadline where it is later. Whoever brings another proof gets no more days by it, and loses no hours.
 * @param payBy its own deadline; undefined: nothing ever waited, and `deadline` is.
 */
export function deadlineByLook(
  { deadline, payBy = deadline }: { readonly deadline: Date; readonly payBy?: Date | undefined },
  waits: boolean,
  now: Date,
): Date {
  const [kept, atLeast] = waits ? [payBy.getTime() + lookedDays * dayMs, deadline] : [now.getTime() + afterLookHours * 3_600_000, payBy];
  return new Date(Math.max(kept, atLeast.getTime()));
}

/**
 * Whether days, which may be whatever somebody wrote, lie within a lease that can still be taken.
 * @param today where the home is.
 */
export function isWithin({ moveIn, moveOut }: Pick<TenancyTerms, 'moveIn' | 'moveOut'>, from: string, to: string, today: string): boolean {
  return isDate(from) && isDate(to) && from >= moveIn && from >= today && to <= moveOut && from < to;
}

/** Whether the supplier takes rent and deposit by themselves, and owes a refund of them. */
export const isSuppliers = ({ quote }: Pick<Order, 'quote'>): boolean => collectorOf(quote) === 'supplier';

/** What is owed in all, deposit included. */
export const wholeOf = (quote: Pick<Quote, 'contractTotal' | 'deposit'>): Money => add(quote.contractTotal, quote.deposit);

/** An amount as a form carries it, to be compared. @example priceText({ minor: 100n, currency: 'GBP' }) // '100 GBP' */
export const priceText = ({ minor, currency }: Money): string => `${minor} ${currency}`;

const sumsOf = (quote: Quote): string => `${wholeOf(quote).minor} ${dueToBook(quote).minor} ${quote.deposit.currency}`;

/** Whether one costs something else than another, whoever collects. */
export const costsOtherwise = (one: Quote, other: Quote): boolean => sumsOf(one) !== sumsOf(other);

/** All of a quote that somebody agrees to, as a short text: whole price, what is paid to book, and that the supplier collects where they do. */
export const agreedText = (quote: Quote): string => (collectorOf(quote) === 'supplier' ? `${sumsOf(quote)} supplier` : sumsOf(quote));

/** What somebody chose of a home, as a form carries it. @example choiceText({ tenancyId: 7, from: '2027-09-01', to: '2028-07-01', plan: 'in-full' }) // '7 2027-09-01 2028-07-01 in-full' */
export const choiceText = ({
  tenancyId,
  from,
  to,
  plan,
}: {
  readonly tenancyId: number;
  readonly from: string;
  readonly to: string;
  readonly plan: string;
}): string => [tenancyId, from, to, plan].join(' ');

/**
 * Whose the money is that is paid to book: fees and deposit by their lines, the rest is rent. What the operator's coupon takes off the
 * supplier gets all the same: the operator pays it for the reader, whole and at once. Where the supplier collects, only the operator's own fees
 * are shared out: the rest never comes to us.
 */
export function sharesOf(quote: Quote, supplierId: SupplierId): readonly Share[] {
  const due = dueToBook(quote);
  const others = quote.lines.flatMap(({ kind, amount, payee }): readonly Share[] => {
    const isGiven = kind === 'coupon' && payee === 'operator';
    if (!isGiven && (kind === 'rent' || kind === 'promo' || kind === 'coupon' || amount.minor <= 0n)) return [];
    return [{ payee, supplierId: payee === 'supplier' ? supplierId : undefined, what: kind === 'deposit' ? 'deposit' : 'fee', amount }];
  });
  if (collectorOf(quote) === 'supplier') return others.filter(({ payee }) => payee === 'operator');
  const rent = { ...due, minor: due.minor - others.reduce((sum, { amount }) => sum + amount.minor, 0n) };
  return rent.minor === 0n ? others : [{ payee: 'supplier', supplierId, what: 'rent', amount: rent }, ...others];
}

/**
 * The part of the price that comes next, once so many were asked for after the one that books.
 * @example nextDue({ dues: [{ on: 'booking' }, { on: '2027-01-01' }] }, 0).on // '2027-01-01'
 */
export function nextDue({ dues }: Pick<Quote, 'dues'>, asked: number): { readonly on: string; readonly amount: Money } | undefined {
  return dues.filter(({ on }) => on !== 'booking')[asked];
}

/** Whether the home is somebody's: what was agreed then stays owed part by part. */
export const isBooked = (state: OrderState): boolean => isIn(soldStates, state);

/** States in which a sponsor may see an order: from when it has a price that is agreed on, to its end. */
export const isSponsorable = (state: OrderState): boolean =>
  isBooked(state) || state === 'offered' || state === 'signing' || state === 'to_pay' || state === 'completed';

/** What an applicant can do by themselves now: how an order is left, if it can be. `refund` where something comes back. */
export function wayOut(state: OrderState, back: Money | undefined, moment: OrderMoment): 'cancel' | 'refund' | undefined {
  // Where something was paid and no policy says what comes back, staff decide.
  if ((state === 'paid' || state === 'confirmed') && !back) return undefined;
  const open = eventsOpen(state, 'applicant', moment);
  if (back && back.minor > 0n && open.includes('refund')) return 'refund';
  return open.includes('cancel') ? 'cancel' : undefined;
}

export const mayHide = (state: OrderState): boolean => isIn(endedStates, state);

/**
 * What staff can do with an order now. Money alone says that it was paid.
 * @param isEmpty whether nothing is left of what was paid, as after a bank took it back: only then do they end it without a refund.
 * @param isLost whether a bank took something back for good that was not asked for again.
 * @param ofSupplier what can be recorded of a supplier who collects.
 * @param isHeld whether anything that was paid is there, with us or with a supplier: it can be given back whole, by whatever policy it was sold.
 */
export function staffActsFor(
  state: OrderState,
  moment: OrderMoment,
  isEmpty = false,
  isLost = false,
  ofSupplier: readonly SupplierAct[] = [],
  isHeld = !isEmpty,
): readonly StaffOrderAct[] {
  const moves = eventsOpen(state, 'staff', moment)
    .filter(
      (
        event,
      ): event is Exclude<StaffOrderAct, SupplierAct | ClaimAct | ContractAct | 'take' | 'note' | 'give-back' | 'hand-over' | 'ask-again' | 'keep-terms'> =>
        isStaffMove(event),
    )
    .filter((event) => (event === 'cancel' ? isEmpty : event === 'give-all-back' ? isHeld : event !== 'refund' || !isEmpty));
  const isOver = isIn(endedStates, state);
  return [
    ...moves,
    ...ofSupplier,
    ...(isLost && isBooked(state) ? (['ask-again'] as const) : []),
    ...(isOver ? [] : (['take', 'give-back', 'hand-over'] as const)),
    'note',
  ];
}
const staffMoves = ['review', 'offer', 'return', 'decline', 'confirm', 'check-in', 'complete', 'end-early', 'refund', 'give-all-back', 'cancel'] as const;
const isStaffMove = (event: OrderEvent): event is (typeof staffMoves)[number] => staffMoves.some((one) => one === event);

/** What happened to an order that stays in its state. */
export function entryOf(
  { state }: Pick<Order, 'state'>,
  event: TimelineEntry['event'],
  by: TimelineEntry['by'],
  at: Date,
  more: Partial<Pick<TimelineEntry, 'staffId' | 'note' | 'isInternal'>> = {},
): TimelineEntry {
  return { event, from: state, to: state, by, staffId: undefined, note: '', isInternal: false, at, ...more };
}

/** An amount as entries and news keep it, `120.50 GBP`. */
export const amountText = (amount: Money): string => `${toDecimal(amount)} ${amount.currency}`;

/** A refund that went, beside what cancelling gives back. Its amount stands where others have words. */
export const paidBack = (order: Pick<Order, 'state'>, amount: Money, at: Date): TimelineEntry =>
  entryOf(order, 'paid-back', 'payment', at, { note: amountText(amount) });

/** Those that go to the applicant with a reason in words; how a supplier says that they sent something back is for staff alone. */
export const needsReason = (act: StaffOrderAct): boolean =>
  act === 'return' ||
  act === 'decline' ||
  act === 'cancel' ||
  act === 'end-early' ||
  act === 'keep-terms' ||
  act === 'give-all-back' ||
  act === 'supplier-refused' ||
  act === 'supplier-returned' ||
  act === 'claim-refuse';

/** Events of which the applicant is told by mail: what others do, and what they have signed or ended. */
const told: readonly OrderEvent[] = [
  'submit',
  'return',
  'offer',
  'decline',
  'sign',
  'pay',
  'confirm',
  'check-in',
  'end-early',
  'refund',
  'give-all-back',
  'refunded',
  'cancel',
  'lapse',
];
export const isTold = (event: OrderEvent, by: OrderActor, from: OrderState): boolean =>
  told.includes(event) && !(from === 'draft' && event !== 'submit') && !(by === 'applicant' && event === 'check-in');

/** States that ask something of the applicant; what else happens to an order is only told. */
export const asksSomething = (state: OrderState): boolean => ['draft', 'offered', 'signing', 'to_pay'].includes(state);

/** Hours before its deadline at which somebody is reminded of what they have to do. */
export const remindedHours = 12;

/** A number of a link: digits that are not all noughts. */
const numberIn = (text: string | null): string => (text !== null && /^[1-9]\d{0,9}$/.test(text) ? text : '');

/**
 * What a link to a booking asks (R3.55). City and country, and their names, are those of the home whatever it says. `told`: what it asks for
 * that cannot be had as asked, which is said and keeps nobody from booking.
 */
export type BookingLink = {
  readonly house: string;
  readonly unit: string;
  readonly tenancy: string;
  /** An application that is to be gone on with. */
  readonly order: string;
  /** Where the link says the home is; empty where it does not. */
  readonly city: string;
  readonly country: string;
  /** Whether it leads to the line of those who wait, where nothing is free. */
  readonly isQueue: boolean;
  readonly asked: AskedBooking;
  readonly told: readonly ('promo' | 'team' | 'group-order' | 'queue' | 'service-fee' | 'pre-sale' | 'school' | 'place')[];
};

/** Whether a link means a home of this place: it says no other city and no other country. */
export const isOfPlace = ({ city, country }: Pick<BookingLink, 'city' | 'country'>, cityId: number, countryId: number): boolean =>
  (city === '' || Number(city) === cityId) && (country === '' || Number(country) === countryId);

const isOn = (text: string | null): boolean => text === '1' || text === 'true';

/** @param school the name of a school by its number; undefined where there is none. */
export function readBookingLink(query: URLSearchParams, school: (id: string) => string | undefined): BookingLink {
  const schoolId = query.get('schoolId');
  const named = schoolId ? school(numberIn(schoolId)) : undefined;
  const xcode = query.get('xcode') ?? '';
  const told: BookingLink['told'][number][] = [];
  if (schoolId && named === undefined) told.push('school');
  if (query.get('promoId')) told.push('promo');
  if (query.get('teamId')) told.push('team');
  if (query.get('groupOrderId')) told.push('group-order');
  if (isOn(query.get('isQueue'))) told.push('queue');
  if (isOn(query.get('createServiceFeeFlag'))) told.push('service-fee');
  if (isOn(query.get('is_pre_sale'))) told.push('pre-sale');
  return {
    house: numberIn(query.get('houseId')),
    unit: numberIn(query.get('unitId')),
    tenancy: numberIn(query.get('tenancyId')) || numberIn(query.get('hclId')),
    order: query.get('orderCode') ?? '',
    city: query.get('cityId') ?? '',
    country: query.get('countryId') ?? '',
    isQueue: isOn(query.get('isQueue')),
    asked: {
      ...(named === undefined ? {} : { school: named.slice(0, 160) }),
      ...(isOn(query.get('isGroup')) ? { group: '1' } : {}),
      ...(isOn(query.get('isQueue')) ? { queue: '1' } : {}),
      ...(numberIn(query.get('promoId')) === '' ? {} : { promo: numberIn(query.get('promoId')) }),
      ...(/^[\w.-]{1,64}$/.test(xcode) ? { xcode } : {}),
    },
    told,
  };
}

/** Decisions about money that came and goes back. Pure, browser-safe. */
import { dayMs } from '#lib/dates/dates.ts';
import { isInWechat } from '#lib/features/accounts/third-parties.rules.ts';
import { netted, rentAccount } from '#lib/features/ledger/ledger.rules.ts';
import type { LedgerAccount, LedgerEntry } from '#lib/features/ledger/ledger.schema.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import { isTransfer } from '#lib/money/payment-methods.ts';
import type { PaymentMethod, TransferMethod } from '#lib/money/payment-methods.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { PaymentPayer, ToldDispute } from '#lib/ports/payment/payment.ts';
import { environmentOf } from '#lib/user-agent.ts';
import type { DisputeState, RefundBasis, RequestState } from './payment-states.schema.ts';
import type { Payer, Share } from './payments.schema.ts';

/** Minutes within which a payment at a provider's page has to be made; transfers have days. */
export const onlineMinutes = 60;
export const transferDays = 7;
/** Hours after which a payment that expired is not asked for any more: what comes later is told by itself. */
export const askedForHours = 48;

/** Days for which the proof of a transfer is kept. */
export const voucherDays = 180;

/** Whether a proof is still of use: the money has not been booked. */
export const takesVoucher = ({ provider, received }: { readonly provider: string; readonly received: Money }): boolean =>
  provider === 'offline' && received.minor === 0n;

/** Whether a transfer waits for staff: its proof was not looked at, or they hold what came. */
export const isLookedInto = (payment: {
  readonly provider: string;
  readonly received: Money;
  readonly voucherAt: Date | undefined;
  readonly held: object | undefined;
}): boolean => takesVoucher(payment) && (payment.voucherAt !== undefined || payment.held !== undefined);

/** A transfer takes a working day at least, in milliseconds. */
const soonestTransfer = dayMs;

/** Whether a way to pay can bring the money before it is due. */
export const comesInTime = (method: PaymentMethod, dueAt: Date | undefined, now: Date): boolean =>
  !isTransfer(method) || dueAt === undefined || dueAt.getTime() - now.getTime() >= soonestTransfer;

/** Whether a payment has a receipt: it brought money that counts for what it is for. */
export const hasReceipt = ({
  payment,
  request,
}: {
  readonly payment: { readonly received: Money };
  readonly request: { readonly state: RequestState };
}): boolean => payment.received.minor > 0n && (request.state === 'paid' || request.state === 'part_paid');

/** What of a payment was counted: what came without what was too much. */
export const countedOf = ({ received }: { readonly received: Money }, refunds: readonly { readonly basis: RefundBasis; readonly amount: Money }[]): Money =>
  refunds.filter(({ basis }) => basis === 'excess').reduce((rest, { amount }) => less(rest, amount), received);

/** Where who paid fetches a receipt. @example receiptPath('1A2B-3C4D') // '/users/receipts/1A2B-3C4D.pdf' */
export const receiptPath = (reference: string): string => `/users/receipts/${reference}.pdf`;

/** All payments as a file, for staff. */
export const paymentsCsvPath = '/staff/payments.csv';

/** The page that tells where a transfer goes. */
export const transferRoutes = { 'bank-transfer': 'bank_transfer', 'boa-transfer': 'boa_transfer', zelle: 'profile_zelle' } as const satisfies Readonly<
  Record<TransferMethod, string>
>;

/**
 * Whether so much can be paid of what is left: in the same currency, no more than it, and at least a tenth, so that what is left can be paid too.
 * @example isPart({ minor: 100n, currency: 'GBP' }, { minor: 1_000n, currency: 'GBP' }) // true
 */
export const isPart = (part: Money, rest: Money): boolean =>
  part.currency === rest.currency && part.minor <= rest.minor && part.minor * 10n >= rest.minor && part.minor > 0n;

/** Who may look at a payment and choose what becomes of it: whose request it is, and of a sponsor the link that began it. */
export const isPayers = (
  { payment, request }: { readonly payment: { readonly link: number | undefined }; readonly request: { readonly userId: UserId } },
  { userId, link }: Payer,
): boolean => request.userId === userId && (link === undefined || payment.link === link);

/** When an attempt by this method lapses. */
export const lapseOf = (method: PaymentMethod, now: Date): Date =>
  new Date(now.getTime() + (isTransfer(method) ? transferDays * dayMs : onlineMinutes * 60_000));

/**
 * What is wrong with a payment that its provider calls paid; undefined when nothing is. `short`: less than was asked by no more than
 * banks between may keep, which counts as part of it.
 * @param within how much a transfer may be short.
 */
export function faultOf(
  asked: { readonly reference: string; readonly amount: Money },
  told: { readonly reference: string; readonly amount: { readonly minor: bigint; readonly currency: string } },
  within = 0n,
): 'reference' | 'currency' | 'amount' | 'short' | undefined {
  if (told.reference !== asked.reference) return 'reference';
  if (told.amount.currency !== asked.amount.currency) return 'currency';
  if (told.amount.minor === asked.amount.minor) return undefined;
  const missing = asked.amount.minor - told.amount.minor;
  return missing > 0n && missing <= within && told.amount.minor > 0n ? 'short' : 'amount';
}

/** The order in which money goes back: what comes back anyhow first, our own fees last. */
const backOrder: readonly Share['what'][] = ['deposit', 'rent', 'fee'];

export const accountOfShare = ({ payee, supplierId, rentId, what }: Share): LedgerAccount => {
  if (payee === 'landlord' && rentId !== undefined) return rentAccount(rentId);
  if (payee === 'operator' || supplierId === undefined) return 'operator:fees';
  return what === 'deposit' ? `deposit:${supplierId}` : `supplier:${supplierId}`;
};

/** What each payee is owed once what was paid for is taken: entries from the customer's account, which sum to nothing. */
export function takenEntries(customer: LedgerAccount, shares: readonly Share[]): readonly LedgerEntry[] {
  return shares.flatMap((share) => [
    { account: customer, amount: share.amount },
    { account: accountOfShare(share), amount: { minor: -share.amount.minor, currency: share.amount.currency } },
  ]);
}

/** The sum of shares, which is what is asked. */
export const sumOfShares = (shares: readonly Share[]): bigint => shares.reduce((sum, { amount }) => sum + amount.minor, 0n);

/** What the operator adds to a payment: what it gives away by coupons stands as a share below nothing. */
export const givenByOperator = (shares: readonly Share[]): bigint => shares.reduce((sum, { amount }) => (amount.minor < 0n ? sum - amount.minor : sum), 0n);

/**
 * What of a payment is the operator's own fee once so much has gone back: fees go back last. What it gives away by coupons takes nothing off.
 * @example ownFeeOf([{ payee: 'operator', supplierId: undefined, what: 'fee', amount: { minor: 500n, currency: 'GBP' } }], 200n) // 300n
 */
export function ownFeeOf(shares: readonly Share[], back: bigint): bigint {
  const own = shares.filter(({ payee, amount }) => payee === 'operator' && amount.minor > 0n).reduce((sum, { amount }) => sum + amount.minor, 0n);
  const left = sumOfShares(shares) - back;
  return own < left ? own : left > 0n ? left : 0n;
}

/**
 * Shares once so much of the operator's own fees has gone back by itself, before anything else of them: the last of them first.
 * @throws {TypeError} when they have not got as much.
 */
export function withoutFee(shares: readonly Share[], gone: bigint): readonly Share[] {
  let left = gone;
  const rest = shares.toReversed().map((share) => {
    if (share.payee !== 'operator' || share.amount.minor <= 0n) return share;
    const taken = left < share.amount.minor ? left : share.amount.minor;
    left -= taken;
    return { ...share, amount: { ...share.amount, minor: share.amount.minor - taken } };
  });
  if (left > 0n) throw new TypeError(`${left} more of fees goes back than was ours`);
  return rest.toReversed();
}

/**
 * What of the operator's own fees went back by each of these refunds, in the order in which they went; those that took nothing of it are left out.
 * What a payer's bank took counts, as fees go back last, and is no credit of ours: it is asked for again.
 * @throws {TypeError} when more of fees went back than was ours.
 */
export function creditsOf<R extends { readonly basis: RefundBasis; readonly amount: Money; readonly reason: string }>(
  shares: readonly Share[],
  gone: readonly R[],
): readonly { readonly refund: R; readonly amount: Money }[] {
  let [fees, taken, left] = [0n, 0n, ownFeeOf(shares, 0n)];
  return gone.flatMap((refund) => {
    const { basis, amount, reason } = refund;
    if (basis === 'fee') fees += amount.minor;
    else if (basis === 'taken') taken += amount.minor;
    const now = ownFeeOf(withoutFee(shares, fees), taken);
    const credit = left - now;
    left = now;
    return credit > 0n && reason !== 'chargeback' ? [{ refund, amount: { minor: credit, currency: amount.currency } }] : [];
  });
}

/** Refunds that have gone, in the order in which they went. */
export function goneInTurn<R extends { readonly id: number; readonly state: string; readonly doneAt: Date | undefined }>(
  refunds: readonly R[],
): readonly (R & { readonly doneAt: Date })[] {
  const gone = refunds.flatMap((refund) => (refund.state === 'done' && refund.doneAt ? [{ ...refund, doneAt: refund.doneAt }] : []));
  return gone.toSorted((one, other) => one.doneAt.getTime() - other.doneAt.getTime() || one.id - other.id);
}

/** Where who paid fetches what of an invoice went back by a refund. @example creditNotePath('1A2B-3C4D') // '/users/credit-notes/1A2B-3C4D.pdf' */
export const creditNotePath = (refund: string): string => `/users/credit-notes/${refund}.pdf`;

/** Where who paid fetches the invoice for the operator's own fees. @example invoicePath('1A2B-3C4D') // '/users/invoices/1A2B-3C4D.pdf' */
export const invoicePath = (reference: string): string => `/users/invoices/${reference}.pdf`;

/** Parts that can be shared out: together the amount, none below nothing but what the operator gives away, which is no more than the rent. */
export function areShares(shares: readonly Share[], amount: Money): boolean {
  const rent = shares.filter(({ what }) => what === 'rent').reduce((sum, one) => sum + one.amount.minor, 0n);
  const areOf = shares.every((one) => one.amount.currency === amount.currency && (one.amount.minor >= 0n || (one.payee === 'operator' && one.what === 'fee')));
  return amount.minor > 0n && areOf && sumOfShares(shares) === amount.minor && givenByOperator(shares) <= rent;
}

/**
 * From which shares an amount goes back, after so much has already. Of rent that the operator paid a part of, it gets its part back as the
 * payer gets theirs.
 * @throws {TypeError} when the shares have not got as much.
 */
export function backEntries(shares: readonly Share[], already: bigint, amount: Money): readonly LedgerEntry[] {
  const ordered = backOrder.flatMap((what) => shares.filter((share) => share.what === what && share.amount.minor > 0n));
  const rents = ordered.filter(({ what }) => what === 'rent').reduce((sum, share) => sum + share.amount.minor, 0n);
  const entries: LedgerEntry[] = [];
  const move = (account: LedgerAccount, minor: bigint): void => {
    if (minor !== 0n) entries.push({ account, amount: { minor, currency: amount.currency } });
  };
  let [skip, left, given] = [already, amount.minor, givenByOperator(shares)];
  let rentsLeft = rents;
  for (const share of ordered) {
    // Of several rents each bears what is given away by its size; the last what is left of it.
    const help = share.what === 'rent' && rentsLeft > 0n ? (given * share.amount.minor) / rentsLeft : 0n;
    if (share.what === 'rent') [rentsLeft, given] = [rentsLeft - share.amount.minor, given - help];
    const paid = share.amount.minor - help;
    const gone = skip < paid ? skip : paid;
    skip -= gone;
    const taken = left < paid - gone ? left : paid - gone;
    left -= taken;
    // Rounded once for all that has gone: however many steps it goes in, the whole is the whole.
    const helped = paid > 0n ? (help * (gone + taken)) / paid - (help * gone) / paid : 0n;
    move(accountOfShare(share), taken + helped);
    move('operator:fees', -helped);
  }
  if (left > 0n) throw new TypeError(`${left} more goes back than was shared out`);
  return entries;
}

/**
 * Whose the money is that had been shared out and was lost, as it is asked for again: theirs from whom it went.
 * @throws {TypeError} when the shares have not got as much.
 */
export function sharesLost(shares: readonly Share[], already: bigint, amount: Money): readonly Share[] {
  return netted(backEntries(shares, already, amount)).flatMap((entry) => {
    const share = shares.find((one) => accountOfShare(one) === entry.account);
    return share ? [{ ...share, amount: entry.amount }] : [];
  });
}

/** Letters that have no mark to lose, as passports and banks write them. */
const plainLetters: Readonly<Record<string, string>> = { đ: 'd', ð: 'd', ø: 'o', ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i' };

/** Parts of a person's name to compare: small, without marks, in letters of one width. @example nameParts('ＮＧＵＹỄＮ, Lan') // ['nguyen', 'lan'] */
export const nameParts = (name: string): readonly string[] =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[đðøłßæœþı]/g, (letter) => plainLetters[letter] ?? letter)
    .split(/[^\p{L}]+/u)
    .filter(Boolean);

/**
 * Whether an account is in the name of somebody: the same names in whatever order, with or without marks; banks leave names in the middle out.
 * @example isNameOf('LAN NGUYEN', ['Nguyễn Thị Lan']) // true
 * @example isNameOf('Lan', ['Nguyễn Thị Lan']) // false
 */
export function isNameOf(holder: string, names: readonly string[]): boolean {
  const held = nameParts(holder);
  return names.some((name) => {
    const own = nameParts(name);
    const [few, many] = held.length < own.length ? [held, own] : [own, held];
    if (few.length === many.length || few.length > 1) return few.length > 0 && few.every((one) => many.includes(one));
    return false;
  });
}

/** Amounts by currency, as settings write them. @example limitIn(new Map([['GBP', 2500n]]), 'USD') // 0n */
export const limitIn = (limits: ReadonlyMap<string, bigint>, currency: Money['currency']): bigint => limits.get(currency) ?? 0n;

/** What one member of staff has given back with nobody's second word: of the thing in question, to whoever paid for it, and within a day. */
export type GivenAlone = { readonly ofThing: readonly Money[]; readonly toPayee: readonly Money[]; readonly inDay: readonly Money[] };

/** A limit, counted in parts that sums of several currencies can share. */
const wholeLimit = 1_000_000_000n;

/** How much of the limits amounts use up together; an amount of a currency without a limit uses up all of it. */
function usedUp(limits: ReadonlyMap<string, bigint>, amounts: readonly Money[]): bigint {
  let used = 0n;
  for (const { minor, currency } of amounts) {
    const limit = limitIn(limits, currency);
    if (minor > 0n) used += limit > 0n ? (minor * wholeLimit + limit - 1n) / limit : wholeLimit;
  }
  return used;
}

/**
 * Whether a refund needs a second member of staff: once what one person gives back alone of one thing, to one payee or in one day comes to the
 * limit, in however many parts and currencies.
 * @example needsSecond(new Map([['GBP', 100n]]), { minor: 100n, currency: 'GBP' }, { ofThing: [], toPayee: [], inDay: [] }) // true
 */
export function needsSecond(limits: ReadonlyMap<string, bigint>, amount: Money, alone: GivenAlone): boolean {
  return [alone.ofThing, alone.toPayee, alone.inDay].some((before) => usedUp(limits, [...before, amount]) >= wholeLimit);
}

/** An amount a provider told, as money; undefined where nobody knows the currency. */
export function moneyTold({ minor, currency }: { readonly minor: bigint; readonly currency: string }): Money | undefined {
  return isCurrency(currency) ? { minor, currency } : undefined;
}

export const none = (amount: Money): Money => ({ minor: 0n, currency: amount.currency });
/** @example less({ minor: 5n, currency: 'GBP' }, { minor: 2n, currency: 'GBP' }).minor // 3n */
export const less = (a: Money, b: Money): Money => ({ minor: a.minor - b.minor, currency: a.currency });

export const lesserOf = (a: Money, b: Money): Money => (a.minor < b.minor ? a : b);

/** The reason of refunds that somebody made on pages of the provider. */
export const madeThere = 'made-at-provider';

type OpenRefund = { readonly id: number; readonly state: string; readonly amount: Money; readonly sent: object | undefined };

/**
 * Which refunds of ours that are open are fulfilled by one that somebody made on pages of the provider, and by how much of it: the one that
 * staff are to send of just this amount, else as many as there is no other money for, those that staff were to send first.
 * @param free what of the payment is neither gone nor to go.
 * @example coveredBy([], { minor: 5n, currency: 'GBP' }, { minor: 0n, currency: 'GBP' }) // []
 */
export function coveredBy<R extends OpenRefund>(refunds: readonly R[], amount: Money, free: Money): readonly { readonly refund: R; readonly part: Money }[] {
  const isOpen = ({ state, sent }: R): boolean => (state === 'by-hand' && !sent) || state === 'waiting' || state === 'asked';
  const open = (['by-hand', 'waiting', 'asked'] as const).flatMap((state) => refunds.filter((one) => isOpen(one) && one.state === state).toReversed());
  const exact = open.find((one) => one.state === 'by-hand' && one.amount.minor === amount.minor);
  if (exact) return [{ refund: exact, part: amount }];
  let left = amount.minor - free.minor;
  const found: { readonly refund: R; readonly part: Money }[] = [];
  for (const refund of open) {
    if (left <= 0n) break;
    const part = lesserOf(refund.amount, { minor: left, currency: amount.currency });
    found.push({ refund, part });
    left -= part.minor;
  }
  return found;
}

/** Days of disputes that a provider is asked for though none is open: what it told by itself should have come by then. */
export const disputeDays = 5;

type Facts = Pick<ToldDispute, 'state' | 'isTaken' | 'isReturned'>;
const rank = { open: 0, closed: 1, lost: 2, won: 3 } as const satisfies Record<DisputeState, number>;

/**
 * What is known of a dispute after one more message. Messages come in any order: what has happened has happened, and what has ended does
 * not begin again. A bank that decided against us may still give way.
 * @example disputeAfter({ state: 'won', isTaken: true, isReturned: true }, { state: 'open', isTaken: true, isReturned: false }).state // 'won'
 */
export function disputeAfter(before: Facts | undefined, told: Facts): Facts {
  if (!before) return { ...told, isTaken: told.isTaken || told.isReturned };
  const isReturned = before.isReturned || told.isReturned;
  return {
    state: rank[told.state] > rank[before.state] ? told.state : before.state,
    isTaken: before.isTaken || told.isTaken || isReturned,
    isReturned,
  };
}

/** Whether the address of a payment is for a phone's camera, and shown as a code. @example isScanned('weixin://wxpay/x') // true */
export const isScanned = (address: string | undefined): address is string => address?.startsWith('weixin:') === true;

/**
 * What a provider is told of a payer. In the web view of a mini program neither WeChat's sheet nor its page opens: a code is shown.
 * @example payerOf({ userAgent: 'Mozilla/5.0 (iPhone) MicroMessenger/8.0', address: '203.0.113.7' }).device // 'wechat'
 */
export function payerOf({ userAgent, address }: { readonly userAgent: string; readonly address: string }): PaymentPayer {
  const environment = environmentOf(userAgent);
  if (environment === 'mini-program') return { device: 'desktop', address };
  if (isInWechat(userAgent)) return { device: 'wechat', address };
  return { device: environment === 'desktop' ? 'desktop' : 'phone', address };
}

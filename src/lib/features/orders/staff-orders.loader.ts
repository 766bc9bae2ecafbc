/** What staff see of orders. */
import type { MessageKey } from '#lib/i18n/t.ts';
import { refusalOf } from '#lib/access.ts';
import { formatDate } from '#lib/dates/dates.ts';
import { momentIn } from '#lib/dates/reader-zones.ts';
import { staffFileHref } from '#lib/features/desk/submissions.schema.ts';
import { brokenRules, sayRules } from '#lib/features/quotes/quote.words.ts';
import { coded } from '#lib/i18n/coded.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import type { ApplicationAnswers } from './application-answers.service.ts';
import type { LeasePricing } from './lease-pricing.service.ts';
import { restOf } from './claims.rules.ts';
import type { ClaimsService } from './claims.service.ts';
import type { GuardiansService } from './guardians.service.ts';
import { formatMoney } from '#lib/money/money.ts';
import { accessOfAct } from './money-acts.rules.ts';
import type { OfferChanges } from './offer-changes.service.ts';
import type { OrderMoney } from './order-money.service.ts';
import type { OrderPayments } from './order-payments.service.ts';
import type { OrderDeskService } from './order-desk.service.ts';
import { orderStates } from './order.process.rules.ts';
import type { OrderState } from './order.process.rules.ts';
import { costsOtherwise, wholeOf } from './orders.rules.ts';
import type { Order, TimelineEntry } from './orders.schema.ts';
import type { OrdersService } from './orders.service.ts';
import type { SigningService } from './signing.service.ts';
import { sayLink } from '#lib/features/supplier-links/supplier-links.words.ts';
import { countersignedIn } from './supplier-signing.schema.ts';
import type { SupplierSigningService } from './supplier-signing.service.ts';
import { ordersCsvHref } from './order-pages.rules.ts';
import { dueLabels, sayBothSides, sayProof, staffActLabels, stateLabels } from './orders.words.ts';
import type { Showing, View } from './order-shown.loader.ts';

/** Orders on a page of staff. */
const pageLength = 30;
export const staffQueues = [
  'submitted',
  'reviewing',
  'offered',
  'signing',
  'to_pay',
  'paid',
  'confirmed',
  'checked_in',
  'refunding',
] as const satisfies readonly OrderState[];
/** The queues of orders of which something waits for a proof, and of those whose provider has not signed. */
const claimQueue = 'claims';
const unsignedQueue = 'unsigned';
type Parts = Pick<Showing, 'shown' | 'said'> & {
  readonly orders: Pick<OrdersService, 'timeline'>;
  readonly answering: Pick<ApplicationAnswers, 'emailFor' | 'open'>;
  readonly pricing: Pick<LeasePricing, 'priceNow'>;
  readonly signing: Pick<SigningService, 'signed'>;
  readonly guardians: GuardiansService;
  readonly desk: OrderDeskService;
  readonly offerChanges: OfferChanges;
  readonly paying: Pick<OrderPayments, 'keptUntil'>;
  readonly money: Pick<OrderMoney, 'duesOf' | 'returnsOf' | 'kept'>;
  readonly claims: Pick<ClaimsService, 'of' | 'fileOf'>;
  readonly supplierSigning: Pick<SupplierSigningService, 'of'>;
  readonly colleagues: () => Promise<readonly Colleague[]>;
};
type Colleague = { readonly id: StaffId; readonly name: string };

export function staffOrderPages({
  shown,
  said,
  orders,
  answering,
  pricing,
  signing,
  guardians,
  desk,
  offerChanges,
  paying,
  money,
  claims,
  supplierSigning,
  colleagues,
}: Parts) {
  const memberOf = ({ visitor }: View): StaffId | undefined => {
    const staff = visitor?.staff;
    return staff && refusalOf('staff-orders', staff.standing) === undefined ? asId<StaffId>(staff.staffId) : undefined;
  };

  /** What was paid to a supplier who collects, and what they owe back. */
  async function withSupplier(order: Order, { t, intl, paths, visitor }: View) {
    const [dues, returns] = await Promise.all([money.duesOf(order), money.returnsOf(order)]);
    const isMoney = visitor?.staff !== undefined && refusalOf('staff-money', visitor.staff.standing) === undefined;
    return {
      termsPath: isMoney ? paths.to('staff_supplier', { supplier: String(order.home.supplierId) }) : undefined,
      dues: dues.map(({ on, amount, state, proof, proofAt }) => ({
        day: on === 'booking' ? t('quotes.due_booking') : formatDate(on, intl),
        amount: formatMoney(amount, intl),
        state: t(state === 'open' && proofAt ? 'orders.due_proof' : dueLabels[state]),
        proof: proof && staffFileHref(proof),
      })),
      returns: returns.map(({ amount, returnedAt }) => ({ amount: formatMoney(amount, intl), label: t(returnedAt ? 'orders.sent_back' : 'orders.owed_back') })),
    };
  }

  /** For what an order was cancelled, and what of it waits for a proof; undefined for a change of mind. */
  async function claimed(order: Order, { t, intl, locale }: View) {
    const claim = await claims.of(order);
    if (!claim) return undefined;
    const [file, kept] = await Promise.all([claims.fileOf(order), money.kept(order)]);
    const rest = restOf(claim, kept);
    return {
      event: coded(t, 'cancellation_event', claim.event),
      isDecided: claim.state === 'given' || claim.state === 'refused',
      asked: claim.proofUntil && {
        proof: sayProof(claim.proof, { t, locale }),
        until: formatDate(claim.proofUntil, intl),
        amount: formatMoney(claim.rest, intl),
      },
      href: file && staffFileHref(file),
      /** What would go back now. */
      rest: rest ? formatMoney(rest, intl) : '',
    };
  }
  /** How far both sides of the contract are, and the links that the provider was sent; undefined where nothing is signed. */
  async function bothSides(order: Order, view: View) {
    const sides = await supplierSigning.of(order);
    if (!sides) return undefined;
    const isAwaited = !sides.isByBoth && countersignedIn.includes(order.state);
    if (!sides.isByBoth && !isAwaited && !sides.said) return undefined;
    return {
      isAwaited,
      says: sayBothSides(sides, order.home.zone, view),
      /** The digest of the version that the provider has spoken of. */
      hash: sides.said?.hash,
      links: sides.links.map((link) => sayLink(link, view)),
    };
  }

  /** What stands beside an entry: rules that a quote broke are kept by their short names. */
  const noteOf = ({ event, note }: TimelineEntry, view: View): string =>
    event === 'breaks-seen' ? sayRules(brokenRules({ breaks: note.split(' ').map((rule) => ({ rule })) }), view) : note;

  return {
    /** Orders that wait, by state, or for somebody to look at a proof; or the one of a code. */
    async queue(view: View) {
      if (memberOf(view) === undefined) return undefined;
      const { query } = view;
      const other = [claimQueue, unsignedQueue].find((one) => one === query.get('state'));
      const state = orderStates.find((one) => one === query.get('state')) ?? 'submitted';
      const [counts, claimCount, unsignedCount] = await Promise.all([desk.counts(), desk.openClaims(), desk.countUnheard(view.now)]);
      const after = parseId(query.get('after')) ?? 0;
      const rows =
        other === claimQueue
          ? await desk.withOpenClaim(after, pageLength + 1)
          : other === unsignedQueue
            ? await desk.withUnheard(view.now, after, pageLength + 1)
            : await desk.list([state], after, pageLength + 1);
      const listed = rows.slice(0, pageLength);
      return {
        state: other ?? state,
        csv: other === undefined ? ordersCsvHref(state) : undefined,
        tabs: [
          ...staffQueues.map((one) => ({ state: one, label: view.t(stateLabels[one]), count: counts.get(one) ?? 0 })),
          { state: unsignedQueue, label: view.t('orders.staff_unheard'), count: unsignedCount },
          { state: claimQueue, label: view.t('orders.staff_claims'), count: claimCount },
        ],
        rows: await Promise.all(listed.map(async (order) => ({ ...(await shown(order, view)), breaks: sayRules(brokenRules(order.quote), view) }))),
        next: rows.length > pageLength ? listed.at(-1)?.id : undefined,
      };
    },

    async staffOrder(view: View) {
      const me = memberOf(view);
      const order = me && (await desk.see(view.page.params['order'] ?? '', me));
      if (!order) return undefined;
      const [timeline, contracts, all, price] = await Promise.all([
        orders.timeline(order),
        signing.signed(order),
        colleagues(),
        pricing.priceNow(order, view.now),
      ]);
      const claim = await claimed(order, view);
      const keptUntil = await paying.keptUntil(order);
      const standing = view.visitor?.staff?.standing ?? 'visitor';
      const acts = (await desk.actsFor(order, view.now)).filter((act) => refusalOf(accessOfAct(act), standing) === undefined);
      const sums = await desk.sums(order, view.now);
      const facts = await shown(order, view);
      const line = (label: MessageKey, value: string): readonly string[] => (value === '' ? [] : [view.t('chrome.labelled', { label: view.t(label), value })]);
      const nameOf = (id: StaffId | undefined): string => all.find((one) => one.id === id)?.name ?? '';
      return {
        timeline: timeline.map((entry) => ({ ...entry, note: noteOf(entry, view), who: nameOf(entry.staffId) })),
        contracts,
        parts: said(order, view).map(({ part, rows }) => ({
          part,
          rows: rows.map((row) => (row.isFile && row.value !== '' ? { ...row, value: row.label, href: staffFileHref(row.value) } : row)),
        })),
        supplier: await withSupplier(order, view),
        email: answering.emailFor(order),
        /** That its bed waits for somebody of money to look for a transfer, and how long at most. */
        kept: keptUntil && view.t('orders.staff_kept_for_transfer', { until: momentIn(keptUntil, order.home.zone, view.intl) }),
        takenBy: nameOf(order.staffId),
        /** Today's price where it is another; what was offered stays what it was. */
        priceNow: price.ok && costsOtherwise(price.value, order.quote) ? wholeOf(price.value) : undefined,
        isLet: price.ok,
        isChanged: ![undefined, 'declined'].includes((await offerChanges.of(order, view.now))?.what),
        guardian: await guardians.stateOf(order, view.now),
        claim,
        bothSides: await bothSides(order, view),
        acts: acts.map((value) => ({
          value,
          label: value === 'claim-give' ? view.t('orders.staff_claim_give', { amount: claim?.rest ?? '' }) : view.t(staffActLabels[value]),
        })),
        /** Rules that the quote breaks, where it can be offered: staff say that they have seen them. */
        rules: acts.includes('offer') ? brokenRules(order.quote) : [],
        colleagues: all.map(({ id, name }) => ({ value: String(id), label: name })),
        /** Which order it is, whose, of which home, and how much money of it is here: what is read once more before something is ended. */
        about: [
          ...line('orders.code', order.code),
          ...line('orders.full_name', answering.open(order).answers['full_name'] ?? ''),
          ...line('orders.home', [facts.title, facts.unit.name].filter(Boolean).join(' · ')),
          ...line('orders.dates', facts.dates),
          ...line('orders.sure_kept', sums.kept ? formatMoney(sums.kept, view.intl) : ''),
          ...line('orders.sure_back', sums.back ? formatMoney(sums.back, view.intl) : ''),
        ],
        ...facts,
      };
    },
  };
}

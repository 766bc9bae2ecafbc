/** What people see of the orders they have made. */
import { formatDate, nightsBetween, todayIn } from '#lib/dates/dates.ts';
import { momentsIn, readerZones } from '#lib/dates/reader-zones.ts';
import type { EnquiryState } from '#lib/features/enquiries/enquiries.schema.ts';
import type { EnquiriesService } from '#lib/features/enquiries/enquiries.service.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import type { BesideFor } from '#lib/features/quotes/beside.rules.ts';
import { totalOf } from '#lib/features/quotes/quote.rules.ts';
import { commentPath, ownReviewsPath } from '#lib/features/reviews/reviews.rules.ts';
import type { CommentsOf } from '#lib/features/reviews/reviews.rules.ts';
import type { SupplierParty } from '#lib/features/supplier-parties/supplier-parties.schema.ts';
import { broughtFile } from '#lib/features/uploads/uploads.schema.ts';
import type { GivenChoice } from '#lib/forms/form.schema.ts';
import { isOpen } from '#lib/routes.ts';
import { coded } from '#lib/i18n/coded.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { formatMoney } from '#lib/money/money.ts';
import { ownOrderActs } from './application-forms.schema.ts';
import type { ApplicationAnswers } from './application-answers.service.ts';
import { cancelFormFor, shownText } from './claims.rules.ts';
import type { ClaimsService } from './claims.service.ts';
import type { GuardiansService } from './guardians.service.ts';
import { wholeAddress } from './order-papers.rules.ts';
import { contractFilePath, guardianFilePath, orderPath, partPath, payPath, signPath } from './order-pages.rules.ts';
import { eventsOpen } from './order.process.rules.ts';
import { disputeAgainst, isSponsorable, isSuppliers, keepsBed, mayHide, momentOf, wayOut } from './orders.rules.ts';
import { orderFilters, statesOfFilter } from './orders.schema.ts';
import type { Order, OrderFilter } from './orders.schema.ts';
import type { PartyOf } from './order-desk.service.ts';
import type { CancellingService } from './cancelling.service.ts';
import type { OrderPayments } from './order-payments.service.ts';
import type { OfferChanges } from './offer-changes.service.ts';
import type { OrderMoney } from './order-money.service.ts';
import type { OrdersService } from './orders.service.ts';
import { payableDue } from './supplier-dues.schema.ts';
import type { SupplierDuesService } from './supplier-dues.service.ts';
import type { SigningService } from './signing.service.ts';
import type { SupplierSigningService } from './supplier-signing.service.ts';
import { countersignedIn } from './supplier-signing.schema.ts';
import { offerChangeLabels, ownActLabels, sayAnswer, sayBothSides, sayClaim, sayNext } from './orders.words.ts';
import type { OrderSumming } from './booking-summary.loader.ts';
import { userOf } from './order-shown.loader.ts';
import type { ShownOrder, Showing, View } from './order-shown.loader.ts';

/** What somebody asked about an order of theirs, the latest first. */
export type QuestionsOf = EnquiriesService['ofOrder'];

/** Who is asked about a home that somebody has a contract for. `arrival`: lines of how to get in, as the provider wrote them. */
export type WhoToAsk = {
  readonly supplier: string;
  readonly party: SupplierParty | undefined;
  readonly arrival: readonly string[];
  readonly isPaid: boolean;
  readonly from: string;
  readonly askPath: string;
  /** What was asked about this order, the latest first. */
  readonly asked: readonly { readonly path: string; readonly day: string; readonly state: EnquiryState }[];
};

/** A home that somebody has booked, with what they need of it. */
export type BookedHouse = ShownOrder & {
  readonly stay: string;
  readonly address: string;
  readonly toAsk: WhoToAsk;
  readonly areaPath: string | undefined;
  readonly reportPath: string | undefined;
};
type Parts = Pick<Showing, 'shown' | 'ownOf' | 'said'> &
  OrderSumming & {
    readonly orders: Pick<OrdersService, 'list' | 'timeline'>;
    readonly paying: Pick<OrderPayments, 'cameBack' | 'keptUntil' | 'owes'>;
    readonly cancelling: Pick<CancellingService, 'backFor' | 'backOf'>;
    readonly answering: Pick<ApplicationAnswers, 'unfinished' | 'guardianOf' | 'answersOf'>;
    readonly signing: SigningService;
    readonly guardians: GuardiansService;
    readonly offerChanges: OfferChanges;
    readonly beside: BesideFor;
    readonly money: Pick<OrderMoney, 'duesOf' | 'returnsOf' | 'owedBack'>;
    readonly supplierDues: Pick<SupplierDuesService, 'proofOf'>;
    readonly supplierSigning: Pick<SupplierSigningService, 'of'>;
    readonly claims: Pick<ClaimsService, 'of' | 'proofOf'>;
    /** Where a supplier is paid who collects, by the version of their terms. */
    readonly linesOf: (terms: number | undefined) => Promise<string>;
    readonly named: (id: HouseId, view: View) => Promise<ReadHouse | undefined>;
    readonly commentsOf: CommentsOf;
    readonly partyOf: PartyOf;
    readonly questionsOf: QuestionsOf;
  };

export function ownOrderPages({
  shown,
  summaryOf,
  ownOf,
  said,
  orders,
  paying,
  cancelling,
  answering,
  signing,
  guardians,
  offerChanges,
  beside,
  money,
  supplierDues,
  supplierSigning,
  claims,
  linesOf,
  named,
  commentsOf,
  partyOf,
  questionsOf,
}: Parts) {
  /** How long it is until somebody moves in, or what they have now. */
  function stayWords({ from, to, home: { zone }, state }: Order, { t, now, intl }: Pick<View, 't' | 'now' | 'intl'>): string {
    const days = nightsBetween(todayIn(zone, now), from);
    if (state === 'checked_in') return to === undefined ? t('orders.my_home_open') : t('orders.my_home_living', { until: formatDate(to, intl) });
    return days > 0 ? t('orders.my_home_days', { count: days }) : t('orders.my_home_now');
  }

  /** Who answers for the home of an order; how to get in is told to those whose order is paid. */
  async function toAsk(order: Order, { paths, intl }: Pick<View, 'paths' | 'intl'>): Promise<WhoToAsk> {
    const party = await partyOf(order.houseId);
    const asked = order.userId === undefined ? [] : await questionsOf(order.code, order.userId);
    const isPaid = statesOfFilter.booked?.includes(order.state) === true;
    return {
      supplier: order.home.supplier,
      party,
      arrival: isPaid ? (party?.arrival ?? '').split('\n').filter((line) => line.trim() !== '') : [],
      isPaid,
      from: formatDate(order.from, intl),
      askPath: `${paths.to('intent_askform')}?${new URLSearchParams({ order: order.code })}`,
      asked: asked.map(({ reference, lastAt, state }) => ({
        path: paths.to('own_enquiry', { reference }),
        day: formatDate(todayIn(order.home.zone, lastAt), intl),
        state,
      })),
    };
  }

  /** What an order has to do with a supplier who collects; undefined where the operator does. */
  async function withSupplier(order: Order, view: View) {
    if (!isSuppliers(order)) return undefined;
    const [dues, returns, owed] = await Promise.all([money.duesOf(order), money.returnsOf(order), money.owedBack(order)]);
    const sent = returns.filter(({ returnedAt }) => returnedAt).reduce((sum, { amount }) => sum + amount.minor, 0n);
    const currency = order.quote.contractTotal.currency;
    return {
      name: order.home.supplier,
      path: payableDue(order.state, dues) && view.paths.to('order_supplier', { code: order.code }),
      owed: owed && formatMoney(owed, view.intl),
      sent: sent > 0n ? formatMoney({ minor: sent, currency }, view.intl) : undefined,
    };
  }

  /** How far both sides of the contract are; undefined where nothing is signed, and of what ended, or was confirmed, without the provider. */
  async function bothSides(order: Order, view: View): Promise<string | undefined> {
    const sides = await supplierSigning.of(order);
    if (!sides || (!sides.isByBoth && !countersignedIn.includes(order.state))) return undefined;
    return sayBothSides(sides, order.home.zone, view);
  }

  /** What waits for a proof, or what was decided of it; undefined where nothing ever waited. */
  async function claimed(order: Order, view: View) {
    const claim = await claims.of(order);
    const says = claim && sayClaim(claim, view);
    if (!claim || says === undefined) return undefined;
    const isOpen = claim.state === 'open';
    const proof = isOpen ? await claims.proofOf(order, view.now) : undefined;
    return {
      says,
      isOpen,
      proof: proof && broughtFile(proof),
      path: view.paths.to('order_proof', { code: order.code }),
    };
  }

  return {
    /** R2.154: homes that are paid for or lived in, the one that is moved into next in front. */
    async booked(view: View): Promise<readonly BookedHouse[] | undefined> {
      const userId = userOf(view.visitor);
      if (userId === undefined) return undefined;
      const found = (await orders.list(userId, 'booked')).toSorted((a, b) => a.from.localeCompare(b.from));
      return Promise.all(
        found.map(async (order) => {
          const house = await named(order.houseId, view);
          return {
            ...(await shown(order, view)),
            stay: stayWords(order, view),
            address: house ? wholeAddress(house) : '',
            toAsk: await toAsk(order, view),
            areaPath: house && view.paths.house(house, 'map'),
            reportPath: house && view.paths.to('report_listing', { house: String(house.id) }),
          };
        }),
      );
    },

    /** Those that keep a bed, for a while or booked, beside other things that do; undefined when nobody is signed in. */
    async keepingBeds(view: View) {
      const userId = userOf(view.visitor);
      if (userId === undefined) return undefined;
      const found = [...(await orders.list(userId, 'open')), ...(await orders.list(userId, 'booked'))].filter(({ state }) => keepsBed(state));
      return Promise.all(found.map((order) => shown(order, view)));
    },

    /** The list (R2.129, R2.139). */
    async list(view: View) {
      const userId = userOf(view.visitor);
      if (userId === undefined) return undefined;
      const filter: OrderFilter = orderFilters.find((one) => one === view.query.get('filter')) ?? 'all';
      // R2.227: homes are the one type of this list; others have lists of their own.
      const isHomes = (view.query.get('typeId') ?? '1') === '1';
      const found = isHomes ? await orders.list(userId, filter) : [];
      return { filter, rows: await Promise.all(found.map((order) => shown(order, view))) };
    },

    /** One order with all that happened to it (R2.140). */
    async order(view: View) {
      const order = await ownOf(view);
      if (!order) return undefined;
      const [timeline, contracts, back] = await Promise.all([orders.timeline(order), signing.signed(order), cancelling.backOf(order, view.now)]);
      const claim = await claimed(order, view);
      const acts = ownOrderActs.filter((act) =>
        act === 'check-in'
          ? eventsOpen(order.state, 'applicant', momentOf(order, view.now)).includes('check-in')
          : act === 'again'
            ? ['cancelled', 'expired', 'refunded'].includes(order.state)
            : mayHide(order.state) && claim?.isOpen !== true,
      );
      const choices: readonly GivenChoice[] = acts.map((value) => ({ value, label: view.t(ownActLabels[value]) }));
      const isDue = await paying.owes(order);
      const supplier = await withSupplier(order, view);
      const keptUntil = await paying.keptUntil(order);
      const isAsked = order.state === 'signing' && (await guardians.stateOf(order, view.now)) === 'asked';
      const mustSign = (order.state === 'offered' || order.state === 'signing') && !isAsked;
      // What a bank took, or may have taken, is told as that, and is no refund of ours.
      const dispute = disputeAgainst(timeline);
      const cameBack = dispute ? undefined : await paying.cameBack(order);
      const changed = await offerChanges.of(order, view.now);
      const comment = (await commentsOf([order], view.now)).get(order.id);
      return {
        // R4.057, R4.058.
        commentPath: comment && commentPath(view.paths, order.code, comment),
        reviewsPath: order.state === 'checked_in' || order.state === 'completed' ? ownReviewsPath(view.paths, order.code) : undefined,
        timeline: timeline.filter(({ isInternal }) => !isInternal),
        // One paper, however many have signed it.
        contracts: [...new Map(contracts.map((one) => [one.hash, one])).values()].map(({ document, hash }) => ({
          document,
          hash,
          href: contractFilePath(order.code, hash),
        })),
        bothSides: await bothSides(order, view),
        acts: choices,
        /** What was changed of the home since the offer, and what can be done about it. */
        changed: changed && view.t(offerChangeLabels[changed.what]),
        claim,
        canCancel: wayOut(order.state, back, momentOf(order, view.now)) !== undefined,
        goOn: order.state === 'draft' ? partPath(view.paths, order.code, answering.unfinished(order, view.now) ?? 'review') : undefined,
        // R4.054–R4.056: what has to be signed is signed first.
        isDue,
        /** Who collects, where it is not the operator. */
        supplier,
        /** That its bed waits for staff to look for a transfer, and how long at most. */
        kept:
          keptUntil &&
          view.t('orders.kept_for_transfer', { until: momentsIn(keptUntil, [order.home.zone, readerZones[view.locale] ?? 'UTC'], view.intl).join(' = ') }),
        next: sayNext(order.state, supplier?.name ?? '', view.t),
        dispute: keepsBed(order.state) ? dispute : undefined,
        cameBack: cameBack && formatMoney(cameBack, view.intl),
        /** Until it is signed, paying leads to signing. */
        payPath: isOpen('pay_center') && (isDue || (mustSign && !supplier)) ? payPath(view.paths, order.code) : undefined,
        maySponsor: !supplier && isSponsorable(order.state) && (isDue || order.state === 'offered' || order.state === 'signing'),
        mustSign,
        guardian: isAsked ? { name: answering.guardianOf(order)?.name ?? '', email: answering.guardianOf(order)?.email ?? '' } : undefined,
        /** Once there is a contract, its other side. */
        toAsk: keepsBed(order.state) && order.state !== 'draft' ? await toAsk(order, view) : undefined,
        ...(await shown(order, view)),
      };
    },

    /** That staff sent an application back which was not sent again, with what they wrote. */
    async sentBack(view: View): Promise<{ readonly note: string } | undefined> {
      const order = await ownOf(view);
      if (order?.state !== 'draft') return undefined;
      const last = (await orders.timeline(order)).findLast(({ event }) => event === 'return' || event === 'submit');
      return last?.event === 'return' ? { note: last.note } : undefined;
    },

    /** What somebody said in an application, to be read again; one that was not sent yet is gone on with (R2.143). */
    async form(view: View) {
      const order = await ownOf(view);
      if (!order) return undefined;
      if (order.state === 'draft') return { kind: 'moved', path: partPath(view.paths, order.code, answering.unfinished(order, view.now) ?? 'review') } as const;
      const parts = said(order, view).map(({ part, rows }) => ({
        part,
        rows: rows.map((row) => (row.isFile && row.value !== '' ? { ...row, value: view.t('orders.document_given') } : row)),
      }));
      return { kind: 'form', parts, ...(await shown(order, view)) } as const;
    },

    /** What cancelling would give back, before it is done. */
    async leaving(view: View) {
      const order = await ownOf(view);
      if (!order) return undefined;
      // Pressed twice, or in two tabs: it is cancelled, which the order says.
      if (['cancelled', 'refunding', 'refunded'].includes(order.state)) return { kind: 'moved', path: orderPath(view.paths, order.code) } as const;
      const answers = (await cancelling.backFor(order, view.now)) ?? [];
      const back = answers[0]?.now;
      const choices = answers.map((answer) => {
        const note = sayAnswer(answer, view);
        const label = view.t('chrome.labelled', { label: coded(view.t, 'cancellation_event', answer.event), value: formatMoney(answer.total, view.intl) });
        return { value: answer.event, label: { given: label }, ...(note === undefined ? {} : { note: { given: note } }) };
      });
      const depends = answers.some(({ total }) => total.minor !== back?.minor);
      return {
        kind: 'leaving' as const,
        back,
        // Where the same comes back whatever happened, nobody is asked what did.
        form: cancelFormFor(depends ? choices : []),
        /** Whether it depends on what happened how much comes back. */
        depends,
        /** Who sends it back, where the supplier collects. */
        supplier: isSuppliers(order) ? order.home.supplier : undefined,
        isOpen: wayOut(order.state, back, momentOf(order, view.now)) !== undefined,
        values: { code: order.code, back: shownText(answers) },
        ...(await shown(order, view)),
      };
    },

    /** What waits for a proof, and the proof that was brought. */
    async proving(view: View) {
      const order = await ownOf(view);
      const claim = order && (await claimed(order, view));
      return order && claim && { ...claim, ...(await shown(order, view)) };
    },

    /** Where a supplier who collects is paid, how much and until when, and the proof of it. */
    async payingSupplier(view: View) {
      const order = await ownOf(view);
      const dues = order && isSuppliers(order) ? await money.duesOf(order) : [];
      if (!order || dues.length === 0) return undefined;
      const due = payableDue(order.state, dues);
      const proof = due && (await supplierDues.proofOf(due, view.now));
      const isOpen = due?.state === 'open';
      // Nobody is shown where to pay for what is let otherwise by now.
      const changed = due && (await offerChanges.of(order, view.now));
      const zones = [order.home.zone, readerZones[view.locale] ?? 'UTC'];
      return {
        supplier: order.home.supplier,
        due: due && {
          isOpen,
          amount: formatMoney(due.amount, view.intl),
          until: due.on === 'booking' ? momentsIn(due.dueAt, zones, view.intl) : [formatDate(due.on, view.intl)],
          proof: proof && { ...broughtFile(proof), isLooked: due.proofAt === undefined },
        },
        changed: changed && view.t(offerChangeLabels[changed.what]),
        canBring: due !== undefined && (!changed || proof !== undefined),
        lines: isOpen && !changed ? (await linesOf(order.home.terms)).split('\n').filter((line) => line.trim() !== '') : [],
        received: dues.flatMap(({ receivedAt, amount }) =>
          receivedAt ? [{ amount: formatMoney(amount, view.intl), day: formatDate(todayIn(order.home.zone, receivedAt), view.intl) }] : [],
        ),
        feePath: (await paying.owes(order)) ? payPath(view.paths, order.code) : undefined,
        ...(await shown(order, view)),
      };
    },

    /** Who signs with an applicant that is not of age. */
    async guardian(view: View) {
      const order = await ownOf(view);
      const state = order && (await guardians.stateOf(order, view.now));
      if (!order || state === undefined || state === 'signed' || (order.state !== 'offered' && order.state !== 'signing')) return undefined;
      const named = answering.guardianOf(order);
      const values = { code: order.code, guardian_name: named?.name ?? '', guardian_email: named?.email ?? '', guardian_locale: named?.locale ?? view.locale };
      return { isAsked: state === 'asked', values, ...(await shown(order, view)) };
    },

    /** What the link of a guardian opens. */
    async signature(view: View) {
      const token = view.page.params['token'] ?? '';
      const opened = await guardians.open(token, view.now);
      if (!opened) return undefined;
      const { order, guardian, contract, isSigned } = opened;
      const document = await signing.readBefore(order, contract.hash, contract.signedAt);
      return {
        isSigned,
        name: guardian.name,
        student: answering.answersOf(order)['full_name'] ?? '',
        // Where the home is told otherwise by now, the text that was kept.
        blocks: document && document !== 'gone' ? document.blocks : contract.document.split('\n\n').map((text) => ({ kind: 'text' as const, text })),
        lang: localeFacts[order.locale].lang,
        hash: contract.hash,
        file: guardianFilePath(token),
        values: { token, hash: contract.hash },
        summary: await summaryOf(order, view),
        ...(await shown(order, view)),
      };
    },

    async contract(view: View) {
      const order = await ownOf(view);
      if (!order) return undefined;
      const onward = view.query.get('onward') === 'pay' ? 'pay' : '';
      // Pressed twice, or come back to: it is signed, and goes on where it leads.
      if (order.state !== 'offered' && order.state !== 'signing') {
        const isNext = onward === 'pay' && order.state === 'to_pay';
        return { kind: 'moved', path: isNext ? payPath(view.paths, order.code) : orderPath(view.paths, order.code) } as const;
      }
      const guardian = await guardians.stateOf(order, view.now);
      if (guardian === 'unnamed') return { kind: 'moved', path: view.paths.to('order_guardian', { code: order.code }) } as const;
      if (await signing.hasSigned(order, 'applicant')) return { kind: 'moved', path: partPath(view.paths, order.code, 'list') } as const;
      const document = await signing.documentOf(order, view.now);
      const { about, bank } = beside(view);
      const facts = await shown(order, view);
      return (
        document && {
          kind: 'contract' as const,
          blocks: document.blocks,
          lang: localeFacts[order.locale].lang,
          hash: document.hash,
          path: signPath(view.paths, order.code, onward),
          values: { code: order.code, hash: document.hash, onward },
          about,
          bank: bank(totalOf(order.quote), facts.country),
          ...facts,
        }
      );
    },
  };
}

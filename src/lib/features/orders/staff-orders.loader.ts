/** What staff see of orders. */
import type { MessageKey } from '#lib/i18n/t.ts';
import { refusalOf } from '#lib/access.ts';
import type { Access } from '#lib/access.ts';
import { formatDate, formatDay, todayIn } from '#lib/dates/dates.ts';
import { momentIn } from '#lib/dates/reader-zones.ts';
import { minutesText } from '#lib/features/desk/threads.rules.ts';
import { staffFileHref } from '#lib/features/desk/submissions.schema.ts';
import { brokenRules, sayRules } from '#lib/features/quotes/quote.words.ts';
import { threadStateLabels } from '#lib/features/enquiries/enquiries.words.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { dueToBook } from '#lib/features/quotes/quote.schema.ts';
import { coded } from '#lib/i18n/coded.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId, SupplierId } from '#lib/ids/ids.ts';
import { parsePhone } from '#lib/phone/phone.ts';
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
import type { OrderSumming } from './booking-summary.loader.ts';
import { orderDeskLists } from './order-desk.loader.ts';
import type { Colleague, ShownDesk } from './order-desk.loader.ts';
import { dueOf, pressOf } from './order-desk.rules.ts';
import { deskLists, statesOnList } from './order-desk.schema.ts';
import { sayAdvice, sayWhy } from './order-desk.words.ts';
import { costsOtherwise, wholeOf } from './orders.rules.ts';
import type { Order, TimelineEntry } from './orders.schema.ts';
import type { OrdersService } from './orders.service.ts';
import type { SigningService } from './signing.service.ts';
import { sayLink } from '#lib/features/supplier-links/supplier-links.words.ts';
import { countersignedIn } from './supplier-signing.schema.ts';
import type { SupplierSigningService } from './supplier-signing.service.ts';
import { endedStates } from './orders.schema.ts';
import type { QuestionsOf } from './own-orders.loader.ts';
import { dueLabels, eventLabels, sayBothSides, sayProof, staffActLabels } from './orders.words.ts';
import type { Showing, StoredOrder, View } from './order-shown.loader.ts';

type Parts = Pick<Showing, 'shown' | 'said'> & {
  readonly orders: Pick<OrdersService, 'timeline'>;
  readonly answering: Pick<ApplicationAnswers, 'emailFor' | 'open' | 'namesOf'>;
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
  readonly geo: Pick<GeoIndex, 'cityById'>;
  readonly summaryOf: OrderSumming['summaryOf'];
  readonly questionsOf: QuestionsOf;
};

/** What staff note as the word of a provider. */
const wordsOfProvider = [
  'supplier-refused',
  'supplier-paid',
  'supplier-returned',
  'provider-signed',
  'provider-declined',
  'provider-paper',
  'keep-terms',
] as const;

/** An order as its page shows it to staff. */
export type ShownDeskOrder = NonNullable<Awaited<ReturnType<ReturnType<typeof staffOrderPages>['staffOrder']>>>;

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
  geo,
  summaryOf,
  questionsOf,
}: Parts) {
  const { deskList, nameOf: ownNameOf } = orderDeskLists({ shown, answering, desk, colleagues, geo });
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

  /** Who applies: what staff ask for first, and how they are reached. */
  async function personOf(order: StoredOrder, { t, locale, intl, visitor, paths }: View) {
    const { answers, email } = answering.open(order);
    const given = (name: string): string => answers[name] ?? '';
    const phone = parsePhone(given('mobile_country'), given('mobile'));
    const standing = visitor?.staff?.standing ?? 'visitor';
    const may = (access: Access): boolean => refusalOf(access, standing) === undefined;
    const asked = order.userId === undefined || !may('staff-desk') ? [] : await questionsOf(order.code, order.userId);
    const file = (name: string) => (given(name) === '' ? undefined : staffFileHref(given(name)));
    return {
      names: answering.namesOf(order),
      href: order.userId !== undefined && may('staff-people') ? paths.to('staff_person', { person: String(order.userId) }) : undefined,
      born: given('birth_date') === '' ? '' : formatDate(given('birth_date'), intl),
      nationality: given('nationality'),
      language: localeFacts[order.locale].selfName,
      school: given('school'),
      files: [
        { label: t('orders.id_document'), href: file('id_document') },
        { label: t('orders.admission_letter'), href: file('admission_letter') },
      ],
      email,
      phone: phone.ok ? `+${phone.value.dialCode} ${phone.value.national}` : '',
      threads: asked.map(({ id, openedAt, state, locale: spoken }) => ({
        href: paths.to('staff_thread', { thread: String(id) }),
        day: formatDay(openedAt, intl),
        state: t(threadStateLabels[state]),
        isOther: spoken !== locale,
      })),
    };
  }

  /** Who lets the home: how they are reached, and how they answered lately. */
  async function providerOf(order: StoredOrder, { t, intl }: View) {
    const [party, pace] = await Promise.all([desk.partyOf(order), desk.paceOf(asId<SupplierId>(order.home.supplierId))]);
    return {
      name: order.home.supplier,
      party,
      arrival: party?.arrival ?? '',
      answersIn: pace.hours === undefined ? '' : minutesText(pace.hours * 60, intl),
      inTime:
        pace.asked === 0
          ? ''
          : t('orders.desk_in_time', { share: new Intl.NumberFormat(intl, { style: 'percent' }).format(pace.inTime / pace.asked), count: pace.asked }),
    };
  }

  /** What the provider said last of this order, by a link or to one of us. */
  function lastWordOf(timeline: readonly TimelineEntry[], view: View) {
    const last = timeline.findLast(({ event, by }) => by === 'supplier' || wordsOfProvider.some((one) => one === event));
    return last && { says: [view.t(eventLabels[last.event]), noteOf(last, view)].filter(Boolean).join(': '), at: last.at };
  }

  /** What was paid, is to be paid, and would go back today. */
  function sumsOf(order: Order, { kept, back }: Awaited<ReturnType<OrderDeskService['sums']>>, { t, intl, now }: View) {
    const { quote } = order;
    const paid = kept !== undefined;
    const today = todayIn(order.home.zone, now);
    const dues = quote.dues.filter(({ on }) => on !== 'booking' && on > today);
    const [next, ...later] = dues;
    const rest = later.reduce((sum, { amount }) => sum + amount.minor, 0n);
    const booking = dueToBook(quote);
    return [
      ...(kept ? [{ label: t('orders.sure_kept'), amount: formatMoney(kept, intl), kind: '' }] : []),
      ...(!paid && !endedStates.includes(order.state) ? [{ label: t('orders.desk_to_book'), amount: formatMoney(booking, intl), kind: '' }] : []),
      ...(next ? [{ label: t('orders.desk_due_on', { day: formatDate(next.on, intl) }), amount: formatMoney(next.amount, intl), kind: '' }] : []),
      ...(rest > 0n ? [{ label: t('orders.desk_due_later', { count: later.length }), amount: formatMoney({ ...booking, minor: rest }, intl), kind: '' }] : []),
      { label: t('orders.desk_in_all'), amount: formatMoney(wholeOf(quote), intl), kind: 'sum' },
      ...(kept && kept.minor > 0n ? [{ label: t('orders.desk_refundable'), amount: formatMoney(back ?? { ...kept, minor: 0n }, intl), kind: 'back' }] : []),
    ];
  }

  /** What stands beside an entry: rules that a quote broke are kept by their short names. */
  const noteOf = ({ event, note }: TimelineEntry, view: View): string =>
    event === 'breaks-seen' ? sayRules(brokenRules({ breaks: note.split(' ').map((rule) => ({ rule })) }), view) : note;

  return {
    /** A list of the desk, by what the address asks. */
    async queue(view: View): Promise<ShownDesk | undefined> {
      const me = memberOf(view);
      return me && deskList(view, me);
    },

    async staffOrder(view: View) {
      const me = memberOf(view);
      const order = me && (await desk.see(view.page.params['order'] ?? '', me));
      if (!order) return undefined;
      const [timeline, contracts, all, price, list, provider, person, cover] = await Promise.all([
        orders.timeline(order),
        signing.signed(order),
        colleagues(),
        pricing.priceNow(order, view.now),
        deskList(
          view,
          me,
          deskLists.find((one) => statesOnList[one].some((state) => state === order.state)),
        ),
        providerOf(order, view),
        personOf(order, view),
        summaryOf(order, view),
      ]);
      const claim = await claimed(order, view);
      const keptUntil = await paying.keptUntil(order);
      const standing = view.visitor?.staff?.standing ?? 'visitor';
      const acts = (await desk.actsFor(order, view.now)).filter((act) => refusalOf(accessOfAct(act), standing) === undefined);
      const sums = await desk.sums(order, view.now);
      const facts = await shown(order, view);
      const line = (label: MessageKey, value: string): readonly string[] => (value === '' ? [] : [view.t('chrome.labelled', { label: view.t(label), value })]);
      const nameOf = (id: StaffId | undefined): string => all.find((one) => one.id === id)?.name ?? '';
      const at = list.rows.findIndex(({ code }) => code === order.code);
      const own = ownNameOf(order) || order.code;
      return {
        /** The list that the order is looked at from, and what stands on it before and after. */
        list,
        place: at,
        before: at > 0 ? list.rows[at - 1]?.href : undefined,
        after: at >= 0 ? list.rows[at + 1]?.href : list.rows[0]?.href,
        name: own,
        heading: facts.unit.name === '' ? own : view.t('orders.desk_heading', { name: own, room: facts.unit.name }),
        why: sayWhy(order, view),
        advice: sayAdvice(order, view.t),
        press: pressOf(order, view.now),
        due: dueOf(order),
        cover: { picture: cover.picture, place: cover.place },
        person,
        provider: { ...provider, word: lastWordOf(timeline, view) },
        sums: sumsOf(order, sums, view),
        begun: timeline[0]?.at ?? order.createdAt,
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

/** What the pages of payments show; each looks at what is true now and changes nothing. */
import { refusalOf } from '#lib/access.ts';
import { formatMoment } from '#lib/dates/dates.ts';
import { deskZone } from '#lib/dates/desk-zone.ts';
import { momentIn, momentsIn, readerZones } from '#lib/dates/reader-zones.ts';
import type { BesideFor } from '#lib/features/quotes/beside.rules.ts';
import type { BankEstimate } from '#lib/features/quotes/quote.rules.ts';
import type { About } from '#lib/features/rates/reader-currency.rules.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import { isTransfer } from '#lib/money/payment-methods.ts';
import type { PaymentMethod } from '#lib/money/payment-methods.ts';
import type { TransferAccount } from '#lib/ports/payment/offline.ts';
import type { Reader } from '#lib/reader.ts';
import { broughtFile } from '#lib/features/uploads/uploads.schema.ts';
import type { Visitor } from '#lib/visitor.ts';
import { payableKinds } from './payment-states.schema.ts';
import type { DisputeState } from './payment-states.schema.ts';
import {
  comesInTime,
  creditNotePath,
  hasReceipt,
  invoicePath,
  isLookedInto,
  isScanned,
  moneyTold,
  receiptPath,
  takesVoucher,
  transferRoutes,
} from './payments.rules.ts';
import type { DoneFirst, PayableFacts, PayableRef } from './payments.schema.ts';
import type { PaymentDeed, RefundDeed } from './payments-forms.schema.ts';
import type { PaymentOf, PaymentsService } from './payments.service.ts';
import type { SandboxService } from './sandbox.service.ts';
import { resultOf, transferStageOf } from './payment-results.rules.ts';
import { resultWords, transferTitles } from './payments.words.ts';
import type { ReceiptsService } from './receipts.service.ts';
import { reconciliationPage } from './reconciliation.loader.ts';
import { moneyComing } from './under-way.loader.ts';
import type { MoneyUnderWay } from './under-way.words.ts';
import type { VouchersService } from './vouchers.service.ts';

type PageReader = Reader & {
  readonly page: { readonly name: string; readonly params: Readonly<Record<string, string>> };
  readonly visitor: Visitor | undefined;
};

export type PageLink = { readonly title: MessageKey; readonly href: string };

export type ShownDue = {
  readonly ref: PayableRef;
  readonly facts: PayableFacts | undefined;
  /** Undefined when nothing is to be paid. */
  readonly owed:
    | {
        readonly now: string;
        readonly whole: string;
        readonly before: string | undefined;
        readonly until: string | undefined;
        /** What is owed now, with about how much that is in the payer's currency and what their bank may add. */
        readonly left: Money;
        readonly about: About | undefined;
        readonly bank: BankEstimate;
      }
    | undefined;
  readonly methods: readonly PaymentMethod[];
  readonly underWay?: readonly MoneyUnderWay[];
  /** Pages of transfers, where one is awaited or can be made. */
  readonly transfers?: readonly PageLink[];
  /** False while money that came is looked into. */
  readonly isAsked?: boolean;
  /** What has to be done before. */
  readonly first?: DoneFirst;
  /** Nothing is to be paid because it was. */
  readonly isPaid?: boolean;
};

/** `href`: where staff of money see to it. */
export type ShownDispute = { readonly state: DisputeState; readonly day: string; readonly amount: string; readonly href: string | undefined };

/** Things to be paid that one page names. */
const mostOwed = 20;

const tabs = ['held', 'transfers', 'refunds', 'all'] as const;

type Parts = {
  readonly payments: PaymentsService;
  readonly sandbox: SandboxService | undefined;
  readonly accounts: readonly TransferAccount[];
  readonly vouchers: Pick<VouchersService, 'ofPayer' | 'forStaff'>;
  readonly receipts: Pick<ReceiptsService, 'invoiced' | 'of'>;
  readonly beside: BesideFor;
};

export type PaymentsLoader = ReturnType<typeof createPaymentsLoader>;

export function createPaymentsLoader({ payments, sandbox, accounts, vouchers, receipts, beside }: Parts) {
  const userOf = ({ visitor }: Pick<PageReader, 'visitor'>): UserId | undefined => visitor?.session && asId<UserId>(visitor.session.userId);
  const isMoneyStaff = ({ visitor }: PageReader): boolean => visitor?.staff !== undefined && refusalOf('staff-money', visitor.staff.standing) === undefined;

  const paidForPath = ({ paths }: Pick<PageReader, 'paths'>, { kind, code }: PayableRef): string => {
    switch (kind) {
      case 'order':
        return paths.to('staff_order', { order: code });
      case 'payrent':
        return paths.to('staff_rent', { rent: code });
      case 'viewing':
        return paths.to('staff_viewing', { viewing: code });
    }
  };

  async function own(reader: PageReader, reference = reader.query.get('payment') ?? ''): Promise<PaymentOf | undefined> {
    const known = await payments.find(reference);
    return known && known.request.userId === userOf(reader) ? known : undefined;
  }

  const coming = moneyComing(payments);

  /** What has been transferred, for who is about to pay: the details and the proof of each that is awaited, and the list of all. */
  function transfersBeside({ paths }: Pick<PageReader, 'paths'>, underWay: readonly MoneyUnderWay[], methods: readonly PaymentMethod[]): readonly PageLink[] {
    const awaited = underWay.flatMap(({ transfer }) => transfer ?? []);
    if (awaited.length === 0 && !methods.some(isTransfer)) return [];
    const details = awaited.map((payment) => ({
      title: transferTitles.transfer_information,
      href: `${paths.to('transfer_information')}?${new URLSearchParams({ payment })}`,
    }));
    return [...details, { title: transferTitles.transfer_link, href: paths.to('transfer_link') }];
  }

  /** Until when what a payment is for is kept beyond its time while staff look for it, for them; undefined where nothing is. */
  async function keptFor({ payment, request }: PaymentOf, { intl }: Pick<PageReader, 'intl'>): Promise<string | undefined> {
    const until = isLookedInto(payment) ? await payments.keptUntil(request) : undefined;
    return until && momentIn(until, 'UTC', intl);
  }

  return {
    ...reconciliationPage(payments.reconciliation),
    ...coming,
    /** Undefined for what is not this reader's. */
    async center(reader: PageReader): Promise<ShownDue | undefined> {
      const { query, intl, locale, now } = reader;
      const kind = payableKinds.find((one) => one === query.get('kind'));
      const code = query.get('code') ?? '';
      if (!kind || !/^[\w-]{1,64}$/.test(code)) return undefined;
      const ref = { kind, code };
      const requests = await payments.collecting.requestsOf(ref);
      const me = userOf(reader);
      if (!requests.some(({ userId }) => userId === me)) {
        const first = me === undefined ? undefined : await payments.first(ref, me, locale);
        return first && { ref, facts: await payments.facts(ref, locale), owed: undefined, methods: [], first };
      }
      const [facts, request] = [await payments.facts(ref, locale), await payments.openRequest(ref)];
      if (!request || !facts) return { ref, facts, owed: undefined, methods: [], isPaid: ((await payments.collecting.kept(ref))?.minor ?? 0n) > 0n };
      const { amount, paid, dueAt } = request;
      const zones = [facts.zone, readerZones[locale]].filter((zone) => zone !== undefined);
      const until = dueAt && momentsIn(dueAt, zones.length > 0 ? zones : ['UTC'], intl).join(' = ');
      const left = { minor: amount.minor - paid.minor, currency: amount.currency };
      const { about, bank } = beside(reader);
      const before = paid.minor > 0n ? formatMoney(paid, intl) : undefined;
      const underWay = await coming.underWay(reader, ref);
      // While somebody looks into money that came, nobody is asked for more.
      const isAsked = !underWay.some(({ isHeld }) => isHeld);
      const methods = isAsked ? payments.methodsFor(left.currency, left.minor).flatMap(({ method }) => (comesInTime(method, dueAt, now) ? [method] : [])) : [];
      return {
        ref,
        facts,
        underWay,
        transfers: transfersBeside(reader, underWay, methods),
        isAsked,
        owed: {
          now: formatMoney(left, intl),
          whole: formatMoney(amount, intl),
          before,
          until,
          left,
          about: about(left),
          bank: bank(left, facts.country),
        },
        methods,
      };
    },

    async result(reader: PageReader) {
      const known = await own(reader);
      if (!known) return undefined;
      const { payment, request } = known;
      const kind = resultOf(known, await payments.disputesOf(payment.id));
      const money = (amount: Money): string => formatMoney(amount, reader.intl);
      const shown = kind === 'late' || kind === 'refunded' ? payment.back : payment.received.minor > 0n ? payment.received : payment.amount;
      return {
        kind,
        words: resultWords[kind],
        reference: payment.reference,
        method: payment.method,
        amount: money(shown),
        receipt: hasReceipt(known) ? receiptPath(payment.reference) : undefined,
        left: money({ minor: request.amount.minor - request.paid.minor, currency: request.amount.currency }),
        address: kind === 'pending' && !isScanned(payment.address) ? payment.address : undefined,
        /** For a phone's camera. */
        scan: kind === 'pending' && isScanned(payment.address) ? payment.address : undefined,
        sheet: kind === 'pending' && reader.query.has('code') ? await payments.sheet(known, reader.query.get('code') ?? '') : undefined,
        transfer: takesVoucher(payment) && isTransfer(payment.method) ? transferRoutes[payment.method] : undefined,
        ref: { kind: request.kind, code: request.code },
        facts: await payments.facts(request, reader.locale),
      };
    },

    /** Receipts of a thing of this reader's. */
    async receipts(reader: Pick<PageReader, 'visitor' | 'intl'>, ref: PayableRef) {
      const userId = userOf(reader);
      const found = userId === undefined ? [] : await receipts.of(ref, userId);
      return Promise.all(
        found.map(async (known) => {
          const invoiced = await receipts.invoiced(known);
          return {
            href: receiptPath(known.payment.reference),
            invoice: invoiced && invoicePath(known.payment.reference),
            credits: (invoiced?.credits ?? []).map((refund) => ({ refund, href: creditNotePath(refund) })),
            amount: formatMoney(known.payment.received, reader.intl),
            reference: known.payment.reference,
          };
        }),
      );
    },

    /** What banks dispute of what was paid for a thing, for pages that are shown to nobody else than whose it is and staff. */
    async disputesOf(reader: PageReader, ref: PayableRef): Promise<readonly ShownDispute[]> {
      return (await payments.disputesFor(ref)).map(({ state, openedAt, endedAt, reference, ...one }) => {
        const amount = moneyTold(one);
        return {
          state,
          day: formatMoment(state === 'open' ? openedAt : (endedAt ?? openedAt), reader.intl, readerZones[reader.locale] ?? 'UTC'),
          amount: amount ? formatMoney(amount, reader.intl) : `${one.minor} ${one.currency}`,
          href: isMoneyStaff(reader) ? reader.paths.to('staff_payment', { payment: reference }) : undefined,
        };
      });
    },

    /** The account for a transfer of this reader with the proof they brought, or their transfers that are awaited and what else is to be paid. */
    async transfer(reader: PageReader) {
      const userId = userOf(reader);
      if (userId === undefined) return undefined;
      const method = Object.entries(transferRoutes).find(([, route]) => route === reader.page.name)?.[0];
      const isOpen = accounts.some((one) => method === undefined || one.method === method);
      const known = await own(reader);
      const isMeant = known && known.payment.provider === 'offline' && (method === undefined || known.payment.method === method);
      if (reader.query.has('payment') && !isMeant) return undefined;
      const centerOf = (ref: PayableRef): string => `${reader.paths.to('pay_center')}?${new URLSearchParams({ kind: ref.kind, code: ref.code })}`;
      if (known) {
        const { payment, request } = known;
        const account = accounts.find((one) => one.method === payment.method && one.currency === payment.amount.currency);
        const stage = transferStageOf(known);
        const left = { minor: request.amount.minor - request.paid.minor, currency: request.amount.currency };
        const voucher = await vouchers.ofPayer(payment, userId, reader.now);
        const facts = await payments.facts(request, reader.locale);
        const keptUntil = isLookedInto(payment) ? await payments.keptUntil(request) : undefined;
        return {
          kept: keptUntil && momentsIn(keptUntil, [facts?.zone ?? 'UTC', readerZones[reader.locale] ?? 'UTC'], reader.intl).join(' = '),
          payment: { reference: payment.reference, method: payment.method, amount: formatMoney(payment.amount, reader.intl), stage },
          came: payment.received.minor > 0n ? formatMoney(payment.received, reader.intl) : undefined,
          left: stage === 'part' ? formatMoney(left, reader.intl) : undefined,
          lines: stage === 'open' ? (account?.lines ?? []) : [],
          voucher: voucher && { ...broughtFile(voucher), isChecked: payment.voucherAt === undefined },
          takesVoucher: takesVoucher(payment),
          center: centerOf(request),
          ref: { kind: request.kind, code: request.code },
          facts,
          isOpen,
          waiting: [],
          owed: [],
        };
      }
      const all = await payments.ofUser(userId);
      const waiting = all
        .flatMap(({ payments: made }) => made)
        .filter((one) => one.provider === 'offline' && one.state === 'pending' && (method === undefined || one.method === method))
        .map((one) => ({ reference: one.reference, amount: formatMoney(one.amount, reader.intl), method: one.method }));
      const open = all.filter(({ request: { state, paid, amount } }) => (state === 'open' || state === 'part_paid') && paid.minor < amount.minor);
      const owed = await Promise.all(
        open.slice(0, mostOwed).map(async ({ request }) => ({
          title: (await payments.facts(request, reader.locale))?.title ?? request.code,
          amount: formatMoney({ minor: request.amount.minor - request.paid.minor, currency: request.amount.currency }, reader.intl),
          href: centerOf(request),
        })),
      );
      return {
        payment: undefined,
        kept: undefined,
        came: undefined,
        left: undefined,
        lines: [],
        voucher: undefined,
        takesVoucher: false,
        center: undefined,
        ref: undefined,
        facts: undefined,
        isOpen,
        waiting,
        owed,
      };
    },

    async sandbox(reader: PageReader) {
      const userId = userOf(reader);
      const reference = reader.page.params['payment'] ?? '';
      const opened = userId === undefined ? undefined : await sandbox?.open(reference, { userId });
      return (
        opened && {
          reference,
          amount: formatMoney(opened.payment.amount, reader.intl),
          isChosen: opened.isChosen,
          ref: { kind: opened.request.kind, code: opened.request.code },
          facts: await payments.facts(opened.request, reader.locale),
        }
      );
    },

    async queue(reader: PageReader) {
      if (!isMoneyStaff(reader)) return undefined;
      const tab = tabs.find((one) => one === reader.query.get('tab')) ?? 'held';
      const before = parseId(reader.query.get('before'));
      const rows = tab === 'refunds' ? [] : await payments.queue(tab, before);
      const last = rows.at(-1)?.payment.id;
      return {
        tab,
        tabs,
        counts: await payments.counts(),
        rows: await Promise.all(
          rows.map(async ({ payment, request }) => ({
            payment,
            request,
            amount: formatMoney(payment.amount, reader.intl),
            keeps: await keptFor({ payment, request }, reader),
          })),
        ),
        refunds: tab === 'refunds' ? (await payments.openRefunds()).map((one) => ({ ...one, shown: formatMoney(one.amount, reader.intl) })) : [],
        next: rows.length < 50 ? undefined : last,
      };
    },

    /** A payment for staff, with what can be done about it now. */
    async payment(reader: PageReader) {
      if (!isMoneyStaff(reader)) return undefined;
      const known = await payments.find(reader.page.params['payment'] ?? '');
      if (!known) return undefined;
      const { payment, request } = known;
      const isOpen = payment.provider === 'offline' && payment.received.minor === 0n;
      const disputes = await payments.disputesOf(payment.id);
      const isOurBank = payment.provider === 'sandbox' && disputes.some(({ state }) => state === 'open');
      const left = payment.received.minor - payment.back.minor;
      const stray = await payments.strayOf(payment.id);
      const isPassedOn = left > 0n && (await payments.passedOn(request));
      const deeds: PaymentDeed[] = [
        ...(isOpen ? (['confirm'] as const) : []),
        ...(isOpen && (payment.state === 'pending' || payment.voucherAt) ? (['refuse'] as const) : []),
        ...(payment.held?.why === 'amount' && payment.held.currency === payment.amount.currency ? (['book'] as const) : []),
        ...(stray?.state === 'here' && payment.held?.why === 'reference' && stray.amount.currency === payment.amount.currency && left === 0n
          ? (['book'] as const)
          : []),
        ...(stray?.state === 'here' ? (['return'] as const) : []),
        ...(isOurBank ? (['bank-won', 'bank-lost'] as const) : []),
        ...(payment.held ? (['close'] as const) : []),
        ...(left > 0n && !isPassedOn ? (['refund'] as const) : []),
      ];
      const { held } = payment;
      const told =
        held?.minor === undefined
          ? ''
          : isCurrency(held.currency ?? '')
            ? formatMoney({ minor: held.minor, currency: held.currency as Money['currency'] }, reader.intl)
            : `${held.minor} ${held.currency}`;
      const money = (amount: Money): string => formatMoney(amount, reader.intl);
      // What a bank took stands with the disputes.
      const refunds = (await payments.refundsOf(payment.id)).filter(({ reason }) => reason !== 'chargeback');
      const voucher = await vouchers.forStaff(payment, reader.now);
      const warnings = await payments.warningsOf(payment.id);
      return {
        warnings: warnings.map((one) => ({ ...one, day: formatMoment(one.at, reader.intl, deskZone(reader)) })),
        payment,
        request,
        told,
        /** What one of the staff wants sent back, while another has to agree. */
        strayAsked: stray?.askedBy === undefined ? undefined : formatMoney(stray.amount, reader.intl),
        deeds,
        isPassedOn,
        keeps: await keptFor(known, reader),
        voucher: voucher && { name: voucher.name, href: `/staff/files/${voucher.id}`, isPicture: voucher.type.startsWith('image/') },
        facts: await payments.facts(request, reader.locale),
        disputes: disputes.map((one) => {
          const amount = moneyTold(one);
          return {
            ...one,
            shown: amount ? money(amount) : `${one.minor} ${one.currency}`,
            until: one.respondBy && formatMoment(one.respondBy, reader.intl, deskZone(reader)),
          };
        }),
        /** Where staff decide about what was paid for. */
        paidFor: paidForPath(reader, request),
        amounts: { asked: money(payment.amount), came: money(payment.received), back: money(payment.back) },
        refunds: refunds.map((one) => ({ ...one, shown: money(one.amount) })),
      };
    },

    /** A refund that waits for somebody of the staff. */
    async refund(reader: PageReader) {
      const id = parseId(reader.page.params['refund']);
      const known = isMoneyStaff(reader) && id !== undefined ? await payments.ofRefund(id) : undefined;
      if (!known) return undefined;
      const { refund, payment } = known;
      const byHand = async (): Promise<readonly RefundDeed[]> =>
        refund.sent ? ['seen', 'unsent'] : (await payments.isCovered(refund)) ? ['drop', 'sent'] : ['sent'];
      const refusedDeeds = (): readonly RefundDeed[] => (refund.refusal === undefined ? [] : refund.refusal === 'already' ? ['again'] : ['again', 'by-bank']);
      const deeds: readonly RefundDeed[] =
        refund.state === 'waiting' ? ['agree', 'refuse'] : refund.state === 'by-hand' ? await byHand() : refund.state === 'asked' ? refusedDeeds() : [];
      const sentAt = refund.state === 'by-hand' && refund.sent ? formatMoment(refund.sent.at, reader.intl, deskZone(reader)) : undefined;
      return { refund, payment, shown: formatMoney(refund.amount, reader.intl), deeds, sentAt };
    },
  };
}

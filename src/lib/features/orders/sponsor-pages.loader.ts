/** What the pages of sponsors show: links for who has the order, and the order for who has a link. */
import { formatDate } from '#lib/dates/dates.ts';
import { momentsIn, readerZones } from '#lib/dates/reader-zones.ts';
import { resultOf } from '#lib/features/payments/payment-results.rules.ts';
import { comesInTime, hasReceipt, isScanned, receiptPath } from '#lib/features/payments/payments.rules.ts';
import type { PaymentsService } from '#lib/features/payments/payments.service.ts';
import { methodLabels, resultWords } from '#lib/features/payments/payments.words.ts';
import { moneyUnderWay } from '#lib/features/payments/under-way.words.ts';
import type { SandboxService } from '#lib/features/payments/sandbox.service.ts';
import type { BesideFor } from '#lib/features/quotes/beside.rules.ts';
import { totalOf } from '#lib/features/quotes/quote.rules.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { parseId } from '#lib/ids/ids.ts';
import { formatMoney } from '#lib/money/money.ts';
import { isTransfer } from '#lib/money/payment-methods.ts';
import type { TransferAccount } from '#lib/ports/payment/offline.ts';
import { sponsoredPath } from './order-pages.rules.ts';
import type { BookingSummary, OrderSumming } from './booking-summary.loader.ts';
import type { Showing, View } from './order-shown.loader.ts';
import { isSponsorable } from './orders.rules.ts';
import type { OpenedLink, SponsorsService } from './sponsors.service.ts';

type Parts = Pick<Showing, 'shown' | 'ownOf'> &
  OrderSumming & {
    readonly sponsors: SponsorsService;
    readonly payments: Pick<PaymentsService, 'openRequest' | 'methodsFor' | 'ofPayable' | 'facts' | 'disputesOf' | 'sheet'>;
    readonly beside: BesideFor;
    readonly sandbox: SandboxService | undefined;
    readonly accounts: readonly TransferAccount[];
  };

export function sponsorPages({ shown, ownOf, summaryOf, sponsors, payments, beside, sandbox, accounts }: Parts) {
  /** What became of a payment by this link. */
  async function resultIn(opened: OpenedLink, { query, intl, paths }: View, key: string) {
    const known = await sponsors.payment(opened, query.get('payment') ?? '');
    if (!known) return undefined;
    const { payment, request } = known;
    const kind = resultOf(known, await payments.disputesOf(payment.id));
    const account = accounts.find((one) => one.method === payment.method && one.currency === payment.amount.currency);
    const shownAmount = kind === 'late' || kind === 'refunded' ? payment.back : payment.received.minor > 0n ? payment.received : payment.amount;
    const left = { minor: request.amount.minor - request.paid.minor, currency: request.amount.currency };
    return {
      kind,
      words: resultWords[kind],
      reference: payment.reference,
      method: methodLabels[payment.method],
      amount: formatMoney(shownAmount, intl),
      left: formatMoney(left, intl),
      // At the provider where no money moves a page is reached by its link alone.
      address: kind === 'pending' && payment.provider !== 'sandbox' && !isScanned(payment.address) ? payment.address : undefined,
      scan: kind === 'pending' && isScanned(payment.address) ? payment.address : undefined,
      sheet: kind === 'pending' && query.has('code') ? await payments.sheet(known, query.get('code') ?? '') : undefined,
      /** Where it is told what came of it. */
      after: sponsoredPath(paths, key, payment.reference),
      receipt: hasReceipt(known) ? `${receiptPath(payment.reference)}?${new URLSearchParams({ key })}` : undefined,
      lines: isTransfer(payment.method) && kind === 'transfer' ? (account?.lines ?? []) : [],
    };
  }

  /** The booking in sight of who pays for it; of the price only what they may see. */
  async function summaryFor({ link, order }: OpenedLink, view: View, due: string | undefined): Promise<BookingSummary> {
    const summary = await summaryOf(order, view);
    return link.showsPrice ? summary : { ...summary, price: undefined, due };
  }

  return {
    /** The links of somebody's own order. */
    async sponsorLinks(view: View) {
      const order = await ownOf(view);
      if (!order) return undefined;
      const key = view.query.get('key') ?? '';
      const language = locales.find((one) => one === view.query.get('lang')) ?? view.locale;
      const made = key !== '' && (await sponsors.open(key, view.now))?.order.id === order.id;
      const links = await sponsors.ofOrder(order);
      return {
        mayMake: isSponsorable(order.state),
        /** Of the link that was just made: told once. */
        address: made ? new URL(sponsoredPath(view.site.paths(language), key), view.site.origin).href : undefined,
        links: links.map((link) => ({
          id: link.id,
          name: sponsors.nameIn(link),
          language: localeFacts[link.locale].selfName,
          lang: localeFacts[link.locale].lang,
          isOpen: sponsors.isOpen(link, view.now),
          until: formatDate(link.expiresAt.toISOString().slice(0, 10), view.intl),
          used: link.usedAt && formatDate(link.usedAt.toISOString().slice(0, 10), view.intl),
        })),
        ...(await shown(order, view)),
      };
    },

    /** One of them that can be ended. */
    async sponsorLink(view: View) {
      const order = await ownOf(view);
      const id = parseId(view.query.get('link'));
      const link = order && (await sponsors.ofOrder(order)).find((one) => one.id === id);
      return order && link && { code: order.code, link: String(link.id), name: sponsors.nameIn(link) };
    },

    /** What a link opens; undefined for one that is none, or opens no more. */
    async sponsored(view: View) {
      const key = view.query.get('key') ?? '';
      const opened = await sponsors.open(key, view.now);
      if (!opened) return undefined;
      const { link, order, student } = opened;
      const request = await payments.openRequest({ kind: 'order', code: order.code });
      const zones = [order.home.zone, readerZones[view.locale]].filter((zone) => zone !== undefined);
      const { intl } = view;
      const left = request && { minor: request.amount.minor - request.paid.minor, currency: request.amount.currency };
      const { about, bank } = beside(view);
      const facts = await shown(order, view);
      // What was begun by another link, or by the student, is seen to by them.
      const underWay = moneyUnderWay(await payments.ofPayable({ kind: 'order', code: order.code }), view, ({ payment }) =>
        payment.link === link.id ? sponsoredPath(view.paths, key, payment.reference) : undefined,
      );
      const paid = (await sponsors.paidBy(opened)).map((known) => ({
        reference: known.payment.reference,
        amount: formatMoney(known.payment.received, intl),
        back: known.payment.back.minor > 0n ? formatMoney(known.payment.back, intl) : undefined,
        receipt: hasReceipt(known) ? `${receiptPath(known.payment.reference)}?${new URLSearchParams({ key })}` : undefined,
      }));
      return {
        student,
        summary: await summaryFor(opened, view, left && formatMoney(left, intl)),
        paid,
        underWay,
        isAsked: !underWay.some(({ isHeld }) => isHeld),
        quote: link.showsPrice ? order.quote : undefined,
        about,
        /** On the whole price where that may be seen, otherwise on what is due. */
        bank: link.showsPrice ? bank(totalOf(order.quote), facts.country) : left && bank(left, facts.country),
        result: await resultIn(opened, view, key),
        due: request &&
          left && {
            left,
            now: formatMoney(left, intl),
            before: request.paid.minor > 0n ? formatMoney(request.paid, intl) : undefined,
            until: request.dueAt && momentsIn(request.dueAt, zones, intl).join(' = '),
          },
        methods: request
          ? payments
              .methodsFor(request.amount.currency, request.amount.minor - request.paid.minor)
              .flatMap(({ method }) => (comesInTime(method, request.dueAt, view.now) ? [method] : []))
          : [],
        path: sponsoredPath(view.paths, key),
        values: { key },
        ...facts,
      };
    },

    /** The page of the provider where no money moves, for a payment by a link. */
    async sponsoredTrial(view: View) {
      const key = view.query.get('key') ?? '';
      const opened = await sponsors.open(key, view.now);
      const reference = view.page.params['payment'] ?? '';
      const found = opened && (await sandbox?.open(reference, { userId: opened.order.userId, link: opened.link.id }));
      return (
        opened &&
        found && {
          key,
          reference,
          amount: formatMoney(found.payment.amount, view.intl),
          isChosen: found.isChosen,
          title: (await payments.facts(found.request, view.locale))?.title ?? '',
          path: sponsoredPath(view.paths, key, reference),
          summary: await summaryFor(opened, view, formatMoney(found.payment.amount, view.intl)),
        }
      );
    },
  };
}

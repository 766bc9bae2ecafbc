/** Receipts for what was paid: as files for who paid, and told by mail with what goes back. No mail says where money is sent to. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { AccountsService } from '#lib/features/accounts/accounts.service.ts';
import type { CreditNotePrinter, InvoiceInput, InvoicePrinter, ReceiptPrinter } from '#lib/features/documents/documents.schema.ts';
import { todayIn } from '#lib/dates/dates.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import { add, toDecimal } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { Secrets } from '#lib/secrets.ts';
import { paymentReceiptMail } from './mail/payment-receipt.mail.ts';
import { paymentRefundedMail } from './mail/payment-refunded.mail.ts';
import { taxIn, taxInNext } from './invoices.rules.ts';
import type { FeeTaxes } from './invoices.rules.ts';
import { countedOf, creditsOf, goneInTurn, hasReceipt, ownFeeOf } from './payments.rules.ts';
import type { PayableRef } from './payments.schema.ts';
import type { PaymentOf, PaymentsService, StoredRefund } from './payments.service.ts';
import { methodLabels } from './payments.words.ts';

type Parts = {
  readonly payments: Pick<PaymentsService, 'facts' | 'find' | 'issued' | 'ofPayable' | 'ofRefundNamed' | 'payerNames' | 'refundsOf' | 'sayTax'>;
  readonly secrets: Pick<Secrets, 'decrypt'>;
  readonly documents: ReceiptPrinter & InvoicePrinter & CreditNotePrinter;
  readonly people: Pick<AccountsService, 'contactsOf' | 'find'>;
  readonly mailer: Mailer;
  /** Of the operator's own fees, by country. */
  readonly taxes: FeeTaxes;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

/** `fee`: the operator's own, as it was sold. `credits`: what of it went back, by refunds that have gone, in their order. */
type Sold = {
  readonly fee: Money;
  readonly credits: readonly { readonly refund: StoredRefund & { readonly doneAt: Date }; readonly amount: Money }[];
};

export type ReceiptsService = ReturnType<typeof createReceiptsService>;

export function createReceiptsService({ payments, secrets, documents, people, mailer, taxes, transact }: Parts) {
  const emailOf = async (userId: UserId): Promise<string | undefined> => (await people.contactsOf(userId)).find(({ kind }) => kind === 'email')?.address;

  /** A sponsor reads another language than who has the account and is told. */
  const localeOf = async ({ payment, request }: PaymentOf): Promise<Locale> =>
    (payment.link === undefined ? undefined : (await people.find(request.userId))?.locale) ?? payment.locale;

  /** What came in by it and was counted, and what of that has gone back. */
  async function amountsOf({ payment }: PaymentOf): Promise<{ readonly counted: Money; readonly back: Money | undefined }> {
    const refunds = (await payments.refundsOf(payment.id)).filter(({ state }) => state === 'done');
    const [first, ...rest] = refunds.filter(({ basis }) => basis !== 'excess').map(({ amount }) => amount);
    return { counted: countedOf(payment, refunds), back: first && add(first, ...rest) };
  }

  /** Whose request it is: as in their passport where what is paid for knows that, and else as the account names them. */
  async function nameOf({ request }: PaymentOf): Promise<string> {
    const [name] = await payments.payerNames(request);
    return name ?? (await people.find(request.userId))?.nickname ?? (await emailOf(request.userId)) ?? '–';
  }
  /** How a sponsor named themselves; undefined where they did not, and for who has the account. */
  const sponsorIn = ({ payment: { payer } }: PaymentOf): string | undefined => (payer === undefined ? undefined : secrets.decrypt('payments', payer));

  async function print(known: PaymentOf, locale: Locale, student: string): Promise<Buffer | undefined> {
    const { payment, request } = known;
    const { settledAt } = payment;
    const t = translator(locale);
    const facts = await payments.facts(request, locale);
    if (!settledAt || !facts) return undefined;
    const { counted, back } = await amountsOf(known);
    const isWhole = facts.lines.length > 0 && facts.lines.reduce((sum, { amount }) => sum + amount.minor, 0n) === counted.minor;
    return documents.receipt({
      locale,
      number: payment.reference,
      at: settledAt,
      payer: payment.link === undefined ? student : (sponsorIn(known) ?? t('payments.payer_by_link', { student })),
      title: facts.title,
      payee: facts.seller,
      lines: isWhole ? facts.lines : [{ label: facts.title, amount: counted }],
      paid: counted,
      back,
      paidOn: todayIn(facts.zone ?? 'UTC', settledAt),
      method: t(methodLabels[payment.method]),
      reference: payment.reference,
      isTest: payment.provider === 'sandbox',
    });
  }

  /**
   * What of a request that was taken is the operator's own, as it was sold, and what of it each refund gave back; undefined where nothing is, and for
   * any but the first of its payments that counted.
   */
  async function sold({ payment, request }: PaymentOf): Promise<Sold | undefined> {
    if (request.state !== 'paid') return undefined;
    const all = (await payments.ofPayable(request)).filter((one) => one.request.id === request.id && hasReceipt(one));
    const minor = ownFeeOf(request.shares, 0n);
    if (all[0]?.payment.id !== payment.id || minor === 0n) return undefined;
    const refunds = (await Promise.all(all.map((one) => payments.refundsOf(one.payment.id)))).flat();
    return { fee: { minor, currency: request.amount.currency }, credits: creditsOf(request.shares, goneInTurn(refunds)) };
  }

  /** What an invoice and what is taken off it say alike, of an amount; undefined where what was paid for is not there any more. */
  async function ofOperator(known: PaymentOf, amount: Money) {
    const { payment, request } = known;
    const locale = await localeOf(known);
    const facts = await payments.facts(request, locale);
    if (!facts || !payment.settledAt) return undefined;
    return {
      locale,
      customer: await nameOf(known),
      lines: [{ label: translator(locale)('payments.own_fee', { title: facts.title }), amount }],
      zone: facts.zone ?? 'UTC',
      isTest: payment.provider === 'sandbox',
      settledAt: payment.settledAt,
    };
  }

  /**
   * The invoice of a request or a credit note of it, by its number: with the tax that is in it where it was sold, which is said once and stays.
   * @param subject of a credit note, the reference of its refund
   */
  async function issuedOf(
    known: PaymentOf,
    subject: string | undefined,
    locale: Locale,
  ): Promise<{ readonly number: string; readonly invoice: string; readonly tax: InvoiceInput['tax'] } | undefined> {
    const facts = await payments.facts(known.request, locale);
    const country = facts?.country;
    const tax = country === undefined ? undefined : taxes.get(country);
    if (country !== undefined && tax) {
      let before = { minor: 0n, currency: known.request.amount.currency };
      for (const one of await payments.issued(known, new Date())) {
        const amount = one.kind === 'invoice' ? taxIn(one.amount, tax.basisPoints) : taxInNext(before, one.amount, tax.basisPoints);
        if (one.kind === 'credit-note') before = add(before, one.amount);
        if (!one.tax) await transact((tx) => payments.sayTax(tx, one.id, { ...tax, country, amount }));
      }
    }
    const all = await payments.issued(known, new Date());
    const invoice = all.find(({ kind }) => kind === 'invoice');
    const asked = subject === undefined ? invoice : all.find((one) => one.kind === 'credit-note' && one.subject === subject);
    if (!invoice || !asked) return undefined;
    return { number: asked.text, invoice: invoice.text, tax: asked.tax };
  }

  return {
    /** The receipt of somebody's own payment; undefined for one that is not theirs, or has brought nothing that was counted. */
    async file(userId: UserId, reference: string): Promise<Buffer | undefined> {
      const known = await payments.find(reference);
      return known && known.request.userId === userId && hasReceipt(known) ? print(known, await localeOf(known), await nameOf(known)) : undefined;
    },

    /**
     * The invoice for the operator's own fees in a payment of somebody's own, as they were sold; undefined where there are none. What has gone back
     * since stands on credit notes. Where a request was paid in several payments it is with the first.
     */
    async invoice(userId: UserId, reference: string): Promise<Buffer | undefined> {
      const known = await payments.find(reference);
      const own = known && known.request.userId === userId ? await sold(known) : undefined;
      const said = known && own && (await ofOperator(known, own.fee));
      if (!said) return undefined;
      const issued = await issuedOf(known, undefined, said.locale);
      if (!issued) return undefined;
      const { zone, settledAt, ...input } = said;
      const { number, tax } = issued;
      return documents.invoice({ ...input, tax, number, at: settledAt, paidOn: todayIn(zone, settledAt) });
    },

    /** What of such an invoice a refund gave back; undefined for a refund that has not gone, or gave back nothing of it. @param named number of the refund */
    async creditNote(userId: UserId, named: string): Promise<Buffer | undefined> {
      const refunded = await payments.ofRefundNamed(named);
      if (!refunded || refunded.request.userId !== userId) return undefined;
      const { request } = refunded;
      for (const known of await payments.ofPayable(request)) {
        const credit = known.request.id === request.id ? (await sold(known))?.credits.find(({ refund }) => refund.reference === named) : undefined;
        const said = credit && (await ofOperator(known, credit.amount));
        if (!said) continue;
        const issued = await issuedOf(known, named, said.locale);
        if (!issued) return undefined;
        const { zone: _zone, settledAt: _settledAt, ...input } = said;
        return documents.creditNote({ ...input, ...issued, at: credit.refund.doneAt, paidOn: undefined });
      }
      return undefined;
    },

    /** Whether a payment has an invoice, and numbers of the refunds that gave back something of it; undefined without one. */
    async invoiced(known: PaymentOf): Promise<{ readonly credits: readonly string[] } | undefined> {
      const own = await sold(known);
      return own && { credits: own.credits.map(({ refund }) => refund.reference) };
    },

    /** The same for who paid by a link, in the language they paid in. @param student as the link calls them. */
    forSponsor: async (known: PaymentOf, student: string): Promise<Buffer | undefined> =>
      known.payment.link !== undefined && hasReceipt(known) ? print(known, known.payment.locale, student) : undefined,

    /** Payments of a thing that have a receipt. */
    async of(ref: PayableRef, userId: UserId): Promise<readonly PaymentOf[]> {
      return (await payments.ofPayable(ref)).filter((known) => known.request.userId === userId && hasReceipt(known));
    },

    /** Tells by mail that money came, or that some has gone back. */
    async tell(reference: string, refund: string | undefined): Promise<void> {
      const known = await payments.find(reference);
      const address = known && (await emailOf(known.request.userId));
      if (!address) return;
      const { payment, request } = known;
      const locale = await localeOf(known);
      const title = (await payments.facts(request, locale))?.title ?? request.code;
      const about = { reference, title: title.slice(0, 200), method: payment.method };
      const gone = refund === undefined ? undefined : (await payments.refundsOf(payment.id)).find((one) => one.reference === refund);
      if (refund !== undefined && !gone) return;
      const amount = gone?.amount ?? (await amountsOf(known)).counted;
      const said = { ...about, amount: toDecimal(amount), currency: amount.currency };
      await transact((tx) =>
        gone
          ? mailer.send(tx, paymentRefundedMail, { address }, locale, { ...said, byHand: payment.provider === 'offline' }, { once: `refund ${refund}` })
          : mailer.send(tx, paymentReceiptMail, { address }, locale, { ...said, isTest: payment.provider === 'sandbox' }, { once: `receipt ${reference}` }),
      );
    },
  };
}

import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { AccountsService } from '#lib/features/accounts/accounts.service.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { CreditNotePrinter, InvoicePrinter, ReceiptPrinter } from '#lib/features/documents/documents.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Ledger } from '#lib/features/ledger/ledger.schema.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import { besideWith } from '#lib/features/quotes/beside.rules.ts';
import type { QuotesService } from '#lib/features/quotes/quotes.service.ts';
import type { Rates } from '#lib/features/rates/reader-currency.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { JobQueue } from '#lib/jobs/job-store.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import { operatorNote } from '#lib/mail/operator-note.mail.ts';
import type { Site } from '#lib/paths.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { PaymentId } from '#lib/ids/ids.ts';
import type { TransferAccount } from '#lib/ports/payment/offline.ts';
import type { PaymentProvider } from '#lib/ports/payment/payment.ts';
import { sandboxProvider } from '#lib/ports/payment/sandbox.ts';
import type { Secrets } from '#lib/secrets.ts';
import { paymentCalls } from './payments.api.ts';
import { paymentsCsv } from './payments-csv.service.ts';
import type { PaymentsCsv } from './payments-csv.service.ts';
import type { FeeTaxes } from './invoices.rules.ts';
import { paymentJobs } from './payments.jobs.ts';
import { createPaymentsLoader } from './payments.loader.ts';
import type { PaymentsLoader } from './payments.loader.ts';
import { createPaymentsRepository, lockOfPayable } from './payments.repository.ts';
import type { Collecting, Payable, PayableKind } from './payments.schema.ts';
import { createPaymentsService } from './payments.service.ts';
import type { PaymentsService } from './payments.service.ts';
import { providerLabels, reconciliationFaults } from './payments.words.ts';
import { paymentsSource } from './personal-data.service.ts';
import { createSandboxRepository } from './sandbox.repository.ts';
import { createSandboxService } from './sandbox.service.ts';
import type { SandboxService } from './sandbox.service.ts';
import { createReceiptsService } from './receipts.service.ts';
import type { ReceiptsService } from './receipts.service.ts';
import { waysToPay } from './ways-to-pay.loader.ts';
import type { WaysToPay } from './ways-to-pay.loader.ts';
import { createVouchersService } from './vouchers.service.ts';
import { createStaffMoneyService } from './staff-money.service.ts';

export type Payments = {
  readonly service: PaymentsService;
  readonly collecting: Collecting;
  readonly loader: PaymentsLoader & WaysToPay;
  readonly calls: readonly BoundCall[];
  /** Origins to which payers are led. */
  readonly leadsTo: readonly string[];
  readonly jobs: readonly KnownJob[];
  /** Payments as CSV, for staff who see to money. */
  readonly csv: PaymentsCsv;
  /** The receipt of somebody's own payment, as a file. */
  readonly receiptFile: ReceiptsService['file'];
  /** The invoice for what of it was the operator's own fee. */
  readonly invoiceFile: ReceiptsService['invoice'];
  /** What of such an invoice went back. */
  readonly creditNoteFile: ReceiptsService['creditNote'];
  readonly receipts: ReceiptsService;
  /** Undefined where it is not offered. */
  readonly sandbox: SandboxService | undefined;
  /** The payment that a file is the proof of, for staff who may see it. */
  readonly ofFile: (file: string) => Promise<PaymentId | undefined>;
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
  /** What becomes of it when two accounts become one. */
  readonly joiner: Joiner;
};

type Parts = {
  readonly db: Db;
  readonly site: Site;
  readonly geo: Pick<GeoIndex, 'countries' | 'countryById'>;
  readonly secrets: Pick<Secrets, 'keyFor' | 'decrypt'>;
  readonly ledger: Ledger;
  readonly audit: Pick<Audit, 'append'>;
  readonly uploads: UploadsService;
  readonly documents: ReceiptPrinter & InvoicePrinter & CreditNotePrinter;
  readonly people: Pick<AccountsService, 'contactsOf' | 'find'>;
  readonly quotes: Pick<QuotesService, 'bankEstimate'>;
  readonly rates: Rates;
  readonly mailer: Mailer;
  readonly accounts: readonly TransferAccount[];
  readonly queue: JobQueue | undefined;
  /** Real ones, those that are asked first in front. */
  readonly payments: readonly PaymentProvider[];
  /** Whether the one where no money moves is offered too. */
  readonly sandbox: boolean;
  /** Features whose things are paid for; asked when something is paid, as they are made after this one. */
  readonly payables: () => Record<PayableKind, Payable | undefined>;
  readonly shortLimits: ReadonlyMap<string, bigint>;
  readonly secondAbove: ReadonlyMap<string, bigint>;
  /** In the operator's own fees, by country. */
  readonly taxes: FeeTaxes;
  /** Who hears of what does not agree; nobody without an address. */
  readonly operator: { readonly email: string | undefined; readonly locale: Locale };
};

/** Everything about being paid and paying back. */
export function createPayments({
  db,
  site,
  geo,
  secrets,
  ledger,
  audit,
  uploads,
  documents,
  people,
  quotes,
  rates,
  mailer,
  accounts,
  queue,
  payments: real,
  sandbox: hasSandbox,
  payables,
  shortLimits,
  secondAbove,
  taxes,
  operator,
}: Parts): Payments {
  const repository = createPaymentsRepository(db);
  const sandboxRepository = createSandboxRepository(db);
  const key = secrets.keyFor('payments');
  const absolute = (path: string): string => new URL(path, site.origin).href;
  const providers = hasSandbox
    ? [
        ...real,
        sandboxProvider({
          book: sandboxRepository.book,
          key,
          now: () => new Date(),
          pageOf: (reference, locale) => site.paths(locale).to('sandbox_pay', { payment: reference }),
        }),
      ]
    : real;
  const jobs = paymentJobs(
    () => service,
    () => sandbox,
    () => receipts,
    reconcile,
  );
  /** Whoever runs the site hears of a day on which a provider and the books differ, or that could not be compared. */
  async function reconcile(now: Date): Promise<void> {
    const { email, locale } = operator;
    const seen = email === undefined ? [] : await service.reconciliation.due(now);
    const [first] = seen;
    if (email === undefined || !first) return;
    const t = translator(locale);
    const facts = seen.map(({ provider, outcome }): [string, string] => [
      t(providerLabels[provider]),
      outcome.ok ? t('payments.recon_differences', { count: outcome.value }) : t(reconciliationFaults[outcome.reason]),
    ]);
    const path = `${site.paths(locale).to('staff_reconciliation')}?${new URLSearchParams({ provider: first.provider, from: first.day, to: first.day })}`;
    await transact(db, (tx) => mailer.send(tx, operatorNote, { address: email }, locale, { about: t('payments.recon_note', { day: first.day }), facts, path }));
  }
  const service = createPaymentsService({
    repository,
    ledger,
    providers,
    payables,
    shortLimits,
    secondAbove,
    transact: (ref, work) => transact(db, work, { lockOf: lockOfPayable(ref) }),
    alone: (work) => transact(db, work),
    sendSoon: async (tx) => queue?.enqueue(tx, jobs.send, {}),
    tellSoon: async (tx, payment, refund) => queue?.enqueue(tx, jobs.tell, refund === undefined ? { payment } : { payment, refund }),
    pages: {
      result: (reference, locale) => absolute(`${site.paths(locale).to('pay_result')}?${new URLSearchParams({ payment: reference })}`),
      center: ({ kind, code }, locale) => absolute(`${site.paths(locale).to('pay_center')}?${new URLSearchParams({ kind, code })}`),
    },
  });
  const sandbox = hasSandbox ? createSandboxService({ repository: sandboxRepository, payments: service, key }) : undefined;
  const staffMoney = createStaffMoneyService({
    payments: service,
    sandbox,
    audit,
    transact: (ref, work) => transact(db, work, { lockOf: lockOfPayable(ref) }),
  });
  const receipts = createReceiptsService({ payments: service, secrets, documents, people, mailer, taxes, transact: (work) => transact(db, work) });
  const vouchers = createVouchersService({
    repository,
    uploads,
    looked: service.looked,
    transact: (ref, work) => transact(db, work, { lockOf: lockOfPayable(ref) }),
  });
  return {
    service,
    collecting: service.collecting,
    loader: {
      ...createPaymentsLoader({
        payments: service,
        sandbox,
        accounts,
        vouchers,
        receipts,
        beside: besideWith({ rates, bankEstimate: quotes.bankEstimate }),
      }),
      ...waysToPay({ payments: service, geo }),
    },
    calls: paymentCalls({ payments: service, sandbox, staffMoney, vouchers, site }),
    leadsTo: providers.flatMap((one) => one.leadsTo),
    jobs: jobs.all,
    csv: paymentsCsv({ repository, audit, transact: (work) => transact(db, work) }),
    receiptFile: receipts.file,
    invoiceFile: receipts.invoice,
    creditNoteFile: receipts.creditNote,
    receipts,
    sandbox,
    ofFile: vouchers.ofFile,
    personal: paymentsSource(service),
    joiner: { join: repository.join },
  };
}

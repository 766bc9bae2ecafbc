/** Applications and orders, put together: services, pages, calls and jobs, each with what it needs. */
import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { AccountsService } from '#lib/features/accounts/accounts.service.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { ContractPrinter } from '#lib/features/documents/documents.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import type { GroupKeeping } from '#lib/features/groups/groups.schema.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { SayNews, Telling } from '#lib/features/news/news.schema.ts';
import type { Collecting, Payable } from '#lib/features/payments/payments.schema.ts';
import type { PaymentsService } from '#lib/features/payments/payments.service.ts';
import type { SandboxService } from '#lib/features/payments/sandbox.service.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { CouponsService } from '#lib/features/coupons/coupons.service.ts';
import { besideWith } from '#lib/features/quotes/beside.rules.ts';
import type { QuotesService } from '#lib/features/quotes/quotes.service.ts';
import type { Rates } from '#lib/features/rates/reader-currency.rules.ts';
import type { CommentsOf } from '#lib/features/reviews/reviews.rules.ts';
import type { SupplierLinksService } from '#lib/features/supplier-links/supplier-links.service.ts';
import type { SupplierPartiesService } from '#lib/features/supplier-parties/supplier-parties.service.ts';
import type { SupplierTermsService } from '#lib/features/supplier-terms/supplier-terms.service.ts';
import type { BedKeeping, Holding } from '#lib/features/stock/stock.schema.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { Wishes } from '#lib/features/wishes/wishes.schema.ts';
import type { HouseId, OrderId, StaffId, UserId } from '#lib/ids/ids.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import type { Site } from '#lib/paths.ts';
import type { TransferAccount } from '#lib/ports/payment/offline.ts';
import type { Reader } from '#lib/reader.ts';
import type { Secrets } from '#lib/secrets.ts';
import { arrearsCalls } from './arrears.api.ts';
import { createArrearsRepository } from './arrears.repository.ts';
import { createArrears } from './arrears.service.ts';
import type { ArrearsService } from './arrears.service.ts';
import { depositCalls } from './deposits.api.ts';
import { createDepositsRepository } from './deposits.repository.ts';
import { createDeposits } from './deposits.service.ts';
import type { DepositsService } from './deposits.service.ts';
import type { Ledger } from '#lib/features/ledger/ledger.schema.ts';
import { readApplicationTemplates, readMajorities } from './application-templates.files.ts';
import { applicationCalls } from './applications.api.ts';
import { createApplicationAnswers } from './application-answers.service.ts';
import { createApplicationFiles } from './application-files.service.ts';
import { createApplicationsService } from './applications.service.ts';
import type { ApplicationsService } from './applications.service.ts';
import { cancellingCalls } from './cancelling.api.ts';
import { createCancelling } from './cancelling.service.ts';
import type { CancellingService } from './cancelling.service.ts';
import { changeCalls } from './change-lease.api.ts';
import { createChangesService } from './change-lease.service.ts';
import { createClaimsService } from './claims.service.ts';
import { createContractWriting } from './contract-writing.service.ts';
import { createCouponStepLoader } from './coupon-step.loader.ts';
import type { CouponStepLoader } from './coupon-step.loader.ts';
import { createGuardianLetters } from './guardian-letters.service.ts';
import { createGuardiansService } from './guardians.service.ts';
import type { GuardiansService } from './guardians.service.ts';
import { createLeasePricing } from './lease-pricing.service.ts';
import type { LeasePricing } from './lease-pricing.service.ts';
import { createOrderDeskService } from './order-desk.service.ts';
import type { FindOrders, PartyOf } from './order-desk.service.ts';
import { createOrderPayments } from './order-payments.service.ts';
import { createOrderPayable } from './order-payable.loader.ts';
import { createOrderMoney } from './order-money.service.ts';
import { createOrderDisputes } from './order-disputes.service.ts';
import { createOrderCalendar } from './order-calendar.service.ts';
import type { OrderCalendar } from './order-calendar.service.ts';
import { createOrderLetters } from './order-letters.service.ts';
import { orderPaperCalls } from './order-papers.api.ts';
import { ordersCsv } from './orders-csv.service.ts';
import type { OrdersCsv } from './orders-csv.service.ts';
import { orderCalls } from './orders.api.ts';
import { orderJobs } from './orders.jobs.ts';
import { createOrdersLoader } from './orders.loader.ts';
import type { QuestionsOf } from './own-orders.loader.ts';
import type { OrdersLoader } from './orders.loader.ts';
import { createOrdersRepository } from './orders.repository.ts';
import { sayOrderNews } from './orders.words.ts';
import { createOrdersService } from './orders.service.ts';
import type { OrdersService } from './orders.service.ts';
import { createOfferChanges } from './offer-changes.service.ts';
import { createOwnMatters } from './own-matters.service.ts';
import type { OwnMatters } from './own-matters.service.ts';
import { createOrdersClock } from './orders-clock.service.ts';
import type { OrdersClock } from './orders-clock.service.ts';
import { ownFeeCalls } from './own-fee.api.ts';
import { createOwnFee } from './own-fee.service.ts';
import { ordersSource } from './personal-data.service.ts';
import { sponsorCalls } from './sponsors.api.ts';
import { createSponsorsRepository } from './sponsors.repository.ts';
import { createSponsorsService } from './sponsors.service.ts';
import type { SponsorsService } from './sponsors.service.ts';
import type { ReceiptsService } from '#lib/features/payments/receipts.service.ts';
import { staffOrderCalls } from './staff-orders.api.ts';
import { createSupplierDues } from './supplier-dues.service.ts';
import { supplierPaymentCalls } from './supplier-payment.api.ts';
import { supplierSigningCalls } from './supplier-signing.api.ts';
import { wordThatCounts } from './supplier-signing.rules.ts';
import { askingBy, createSupplierSigning } from './supplier-signing.service.ts';
import type { SupplierSigningService } from './supplier-signing.service.ts';
import type { Order } from './orders.schema.ts';
import { createSigningService } from './signing.service.ts';
import type { SigningService } from './signing.service.ts';

export type Orders = {
  readonly service: OrdersService;
  /** What happens to orders by the clock. */
  readonly clock: OrdersClock;
  /** What becomes of parts of the price that are late. */
  readonly arrears: ArrearsService;
  /** Deposits of stays that are over. */
  readonly deposits: DepositsService;
  /** What somebody's orders ask of them, and how far each is. */
  readonly matters: OwnMatters;
  readonly cancelling: CancellingService;
  readonly applications: ApplicationsService;
  /** What leases cost who wants them. */
  readonly pricing: LeasePricing;
  readonly loader: OrdersLoader;
  readonly couponStep: CouponStepLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  readonly payable: Payable;
  /** A day of an order as a file for calendars, for who booked alone. */
  readonly calendar: OrderCalendar;
  /** The contract of an offer as it is signed, and the file of one that was. */
  readonly contractOf: SigningService['documentOf'];
  readonly contractFile: SigningService['fileOf'];
  /** The same file, for staff who see to orders. */
  readonly staffContract: SigningService['fileForStaff'];
  /** The receipt of what was paid by a sponsor's link. */
  readonly sponsorReceipt: SponsorsService['receiptFile'];
  /** The same, for a guardian by their link. */
  readonly guardianFile: GuardiansService['fileOf'];
  /** The same, for a supplier by their link. */
  readonly supplierContractFile: SupplierSigningService['fileOf'];
  /** The supplier's side of contracts. */
  readonly supplierSigning: SupplierSigningService;
  /** Orders as CSV, for staff who see to them. */
  readonly csv: OrdersCsv;
  /** The order that a file came with, for staff who may see it. */
  readonly ofFile: (file: string) => Promise<OrderId | undefined>;
  /** What news of orders are called. */
  readonly sayNews: SayNews;
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
  /** What becomes of it when two accounts become one. */
  readonly joiner: Joiner;
};

type Parts = {
  readonly db: Db;
  readonly site: Site;
  readonly geo: GeoIndex;
  readonly houses: HouseService;
  readonly readHouses: { named(id: HouseId, reader: Reader): Promise<ReadHouse | undefined> };
  readonly uploads: UploadsService;
  readonly people: Pick<AccountsService, 'contactsOf'>;
  /** What somebody looks for, as their card says it. */
  readonly wishesOf: (userId: UserId) => Promise<Wishes | undefined>;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly audit: Audit;
  readonly beds: BedKeeping & Pick<Holding, 'holdOf'>;
  /** Made after this one. */
  readonly groups: () => GroupKeeping;
  readonly collecting: Collecting;
  readonly ledger: Ledger;
  /** Who collects for the supplier of a home, and how long their orders wait. */
  readonly terms: Pick<SupplierTermsService, 'of' | 'linesOf'>;
  /** Who the supplier of a home is in law. */
  readonly parties: Pick<SupplierPartiesService, 'of'>;
  /** What somebody asked about an order of theirs. */
  readonly questionsOf: QuestionsOf;
  readonly links: SupplierLinksService;
  readonly payments: PaymentsService;
  readonly receipts: Pick<ReceiptsService, 'forSponsor'>;
  /** The provider where no money moves, where it is offered. */
  readonly sandbox: SandboxService | undefined;
  readonly transferAccounts: readonly TransferAccount[];
  readonly quotes: QuotesService;
  readonly rates: Rates;
  readonly coupons: CouponsService;
  readonly telling: Telling;
  readonly documents: ContractPrinter;
  /** Where editors keep what applications ask. */
  readonly templates: string;
  /** The file in which they keep from which age somebody signs alone. */
  readonly majorities: string;
  /** Hours for which an order waits for its next step, where its supplier says nothing else. */
  readonly waitingHours: number;
  readonly documentDays: number;
  /** Which comment each order asks for. */
  readonly commentsOf: CommentsOf;
  readonly colleagues: () => Promise<readonly { readonly id: StaffId; readonly name: string }[]>;
  readonly findOrders: FindOrders;
};

/** Everything from "I want this bed" to having lived there. */
export function createOrders(parts: Parts): Orders {
  const {
    db,
    site,
    geo,
    houses,
    readHouses,
    uploads,
    people,
    secrets,
    mailer,
    audit,
    beds,
    collecting,
    quotes,
    coupons,
    documents,
    telling,
    waitingHours,
    documentDays,
  } = parts;
  const repository = createOrdersRepository(db);
  const groups: GroupKeeping = {
    groupOf: (tx, orderId) => parts.groups().groupOf(tx, orderId),
    letGo: (tx, order, to, now) => parts.groups().letGo(tx, order, to, now),
    placeFor: (order, wanted, now, tx) => parts.groups().placeFor(order, wanted, now, tx),
    leave: (tx, orderId, now) => parts.groups().leave(tx, orderId, now),
    hasBed: (userId, tenancyId, now) => parts.groups().hasBed(userId, tenancyId, now),
  };
  const inOne = <T>(work: Parameters<typeof transact<T>>[1], options?: { readonly lockOf: readonly string[] }): Promise<T> => transact(db, work, options);

  const letters = createOrderLetters({ repository, telling, mailer, secrets });
  const money = createOrderMoney({ collecting, rows: repository });
  const orders = createOrdersService({ repository, beds, groups, coupons, money, waitingHours, transact: inOne, tell: letters.moved });
  const clock = createOrdersClock({
    repository,
    orders,
    money,
    documentDays,
    releaseFile: uploads.release,
    transact: inOne,
    remind: letters.deadlineNear,
    askMovedIn: letters.askMovedIn,
    tellDue: letters.due,
  });
  const paying = createOrderPayments({
    repository,
    orders,
    money,
    beds,
    tellUnfound: letters.unfound,
    tellRest: letters.deadlineNear,
    tellSponsored: letters.sponsored,
    tellDue: letters.due,
  });
  const pricing = createLeasePricing({ repository, orders, houses, terms: parts.terms, quotes, coupons, beds, groups, transact: inOne });
  const isDeclined = async ({ id }: Pick<Order, 'id'>): Promise<boolean> =>
    wordThatCounts(await repository.signedVersion(id), await repository.contractWords(id))?.word === 'declined';
  const offerChanges = createOfferChanges({ ...pricing, isDeclined });
  const supplierDues = createSupplierDues({
    repository,
    orders,
    money,
    beds,
    uploads,
    changes: offerChanges,
    links: parts.links,
    transact: inOne,
    tell: letters.moved,
    tellReceived: letters.supplierPaid,
  });
  const arrears = createArrears({
    rows: createArrearsRepository(db),
    repository,
    orders,
    money,
    collecting,
    audit,
    transact: inOne,
    tell: letters.late,
  });
  const depositRows = createDepositsRepository(db);
  const deposits = createDeposits({
    rows: depositRows,
    repository,
    orders,
    money,
    collecting,
    ledger: parts.ledger,
    houses,
    quotes,
    links: parts.links,
    audit,
    transact: inOne,
    tell: letters.deposit,
  });
  const ownFee = createOwnFee({ repository, orders, collecting, audit, transact: inOne, tell: letters.feeWithdrawn });
  const askSupplier = askingBy(parts.links);
  const cancelling = createCancelling({ repository, orders, money, quotes, ownFee, changes: offerChanges, transact: inOne, tellClaimed: letters.claimed });
  const claims = createClaimsService({ repository, orders, money, uploads, transact: inOne, tell: letters.claimDecided });
  const answering = createApplicationAnswers({
    repository,
    templates: readApplicationTemplates(parts.templates),
    majorities: readMajorities(parts.majorities),
    secrets,
    transact: inOne,
  });
  const emailOf = async (userId: UserId): Promise<string | undefined> => (await people.contactsOf(userId)).find(({ kind }) => kind === 'email')?.address;
  const files = createApplicationFiles({ repository, orders, answering, uploads, transact: inOne });
  const applications = createApplicationsService({
    repository,
    orders,
    answering,
    pricing,
    files,
    coupons,
    emailOf,
    waitingHours,
    transact: inOne,
  });
  const changes = createChangesService({ repository, orders, pricing, beds, groups, transact: inOne });
  const guardianLetters = createGuardianLetters({ repository, answering, mailer, secrets, tellAsked: letters.guardianAsked });
  const signing = createSigningService({
    repository,
    orders,
    changes: offerChanges,
    write: createContractWriting({ answering, houses, quotes, parties: parts.parties, documents }),
    namesOf: answering.namesOf,
    guardians: { needsGuardian: answering.needsGuardian, guardianOf: answering.guardianOf, ask: guardianLetters.ask },
    copy: documents.contractCopy,
    askSupplier,
    secrets,
    audit,
    transact: inOne,
  });
  const guardians = createGuardiansService({
    repository,
    changes: offerChanges,
    orders,
    answering,
    signing,
    askSupplier,
    secrets,
    send: guardianLetters.send,
    transact: inOne,
  });
  const supplierSigning = createSupplierSigning({
    repository,
    changes: offerChanges,
    signing,
    links: parts.links,
    secrets,
    audit,
    transact: inOne,
    tell: letters.supplierSaid,
  });
  const disputed = createOrderDisputes({ repository, tell: letters.disputed });
  const sponsors = createSponsorsService({
    repository: createSponsorsRepository(db),
    orders,
    find: repository.find,
    payments: parts.payments,
    receipts: parts.receipts,
    secrets,
    address: (key, locale, payment) =>
      new URL(`${site.paths(locale).to('sponsored')}?${new URLSearchParams({ key, ...(payment === undefined ? {} : { payment }) })}`, site.origin).href,
    transact: inOne,
  });
  const partyOf: PartyOf = async (houseId) => {
    const house = await houses.find(houseId);
    return house && parts.parties.of(house.supplier.id);
  };
  const desk = createOrderDeskService({
    repository,
    orders,
    paying,
    money,
    supplierDues,
    supplierSigning,
    claims,
    refundOf: cancelling.refundOf,
    leaseOf: pricing.leaseOf,
    partyOf,
    changes: offerChanges,
    findOrders: parts.findOrders,
    audit,
    transact: inOne,
  });

  return {
    service: orders,
    calendar: createOrderCalendar({ orders, site }),
    clock,
    cancelling,
    matters: createOwnMatters({ repository, deposits: depositRows, paying, payments: parts.payments, guardians, arrears }),
    applications,
    pricing,
    loader: createOrdersLoader({
      orders,
      answering,
      pricing,
      changes,
      offerChanges,
      signing,
      guardians,
      desk,
      houses,
      named: readHouses.named,
      leaseOf: pricing.leaseOf,
      quoteFor: pricing.quoteFor,
      promises: quotes.promises,
      beside: besideWith({ rates: parts.rates, bankEstimate: quotes.bankEstimate }),
      uploads,
      money,
      paying,
      cancelling,
      supplierDues,
      supplierSigning,
      claims,
      ownFee,
      arrears,
      deposits,
      partyOf,
      questionsOf: parts.questionsOf,
      linesOf: parts.terms.linesOf,
      termsOf: parts.terms.of,
      groupMove: groups.placeFor,
      coupons,
      colleagues: parts.colleagues,
      sponsors,
      payments: parts.payments,
      sandbox: parts.sandbox,
      accounts: parts.transferAccounts,
      commentsOf: parts.commentsOf,
      geo,
      wishesOf: parts.wishesOf,
      emailOf,
    }),
    couponStep: createCouponStepLoader({ orders, pricing, coupons }),
    calls: [
      ...sponsorCalls({ sponsors, sandbox: parts.sandbox, site }),
      ...ownFeeCalls({ ownFee }),
      ...arrearsCalls({ arrears }),
      ...depositCalls({ deposits }),
      ...supplierPaymentCalls({ supplierDues }),
      ...supplierSigningCalls({ supplierSigning }),
      ...changeCalls({ changes, orders, site }),
      ...applicationCalls({ orders, applications, answering, pricing, files, uploads, site, houseOf: houses.find }),
      ...orderPaperCalls({ orders, signing, guardians, supplierSigning }),
      ...cancellingCalls({ orders, cancelling, supplierDues, claims, pricing }),
      ...orderCalls({ orders, applications, signing, houses, site, commentsOf: parts.commentsOf }),
      ...staffOrderCalls({ desk }),
    ],
    arrears,
    deposits,
    jobs: orderJobs(clock, supplierSigning, arrears, deposits),
    payable: {
      async stopped(code, now) {
        const order = await orders.find(code);
        return order !== undefined && (await offerChanges.of(order, now)) !== undefined;
      },
      ...createOrderPayable({ orders, answering, signing, houses, site }),
      paid: (tx, { code }, now) => paying.paid(tx, code, now),
      sponsored: paying.sponsored,
      looked: paying.looked,
      keptUntil: paying.keptUntilOf,
      async refunded(tx, { code }, gone, _, now) {
        await paying.refunded(tx, code, gone, now);
        await deposits.gone(tx, code, now);
      },
      disputed: (tx, { code }, dispute, now) => disputed(tx, code, dispute, now),
    },
    contractOf: signing.documentOf,
    contractFile: signing.fileOf,
    staffContract: signing.fileForStaff,
    sponsorReceipt: sponsors.receiptFile,
    guardianFile: guardians.fileOf,
    supplierContractFile: supplierSigning.fileOf,
    supplierSigning,
    csv: ordersCsv({ repository, audit, transact: inOne }),
    sayNews: sayOrderNews,
    ofFile: files.ofFile,
    personal: ordersSource(repository, createArrearsRepository(db), depositRows, answering, signing, supplierSigning, sponsors),
    joiner: {
      join: async (tx, both) => {
        await repository.join(tx, both);
        await depositRows.joinDeposits(tx, both);
      },
      binds: (tx, userId) => repository.binds(tx, userId),
    },
  };
}

/** The part of the site that knows people: accounts, staff, and what is kept of somebody. There as a whole, or not at all. */
import { join } from 'node:path';
import { refusalOf } from '#lib/access.ts';
import type { Access } from '#lib/access.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import type { CounterStore } from '#lib/api/counters.schema.ts';
import type { Config } from '#lib/config.ts';
import { createAccounts } from '#lib/features/accounts/accounts.feature.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { createAuditFeature } from '#lib/features/audit/audit.feature.ts';
import { createEnquiries } from '#lib/features/enquiries/enquiries.feature.ts';
import type { Catalogue } from '#lib/features/catalogue/catalogue.service.ts';
import { createWishes } from '#lib/features/wishes/wishes.feature.ts';
import { createCustomForms } from '#lib/features/custom-forms/custom-forms.feature.ts';
import type { Documents } from '#lib/features/documents/documents.feature.ts';
import { createDesk } from '#lib/features/desk/desk.feature.ts';
import { createDeskFinding } from '#lib/features/desk-find/desk-find.feature.ts';
import { createLedger } from '#lib/features/ledger/ledger.feature.ts';
import { createPayments } from '#lib/features/payments/payments.feature.ts';
import { createHistory } from '#lib/features/history/history.feature.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import { createNews } from '#lib/features/news/news.feature.ts';
import { createOrders } from '#lib/features/orders/orders.feature.ts';
import { createPersonalData } from '#lib/features/personal-data/personal-data.feature.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import { createRealname } from '#lib/features/realname/realname.feature.ts';
import type { Realname } from '#lib/features/realname/realname.feature.ts';
import type { QuotesService } from '#lib/features/quotes/quotes.service.ts';
import type { Reports } from '#lib/features/reports/reports.feature.ts';
import { createShortlist } from '#lib/features/shortlist/shortlist.feature.ts';
import type { TranslateService } from '#lib/features/translate/translate.service.ts';
import { createStock } from '#lib/features/stock/stock.feature.ts';
import { createStaff } from '#lib/features/staff/staff.feature.ts';
import { createFeeds } from '#lib/features/feeds/feeds.feature.ts';
import { createToday } from '#lib/features/today/today.feature.ts';
import { createFeedback } from '#lib/features/feedback/feedback.feature.ts';
import { createEvidence } from '#lib/features/evidence/evidence.feature.ts';
import { createSupplierLinks } from '#lib/features/supplier-links/supplier-links.feature.ts';
import { createReviews } from '#lib/features/reviews/reviews.feature.ts';
import type { Photographs } from '#lib/features/photographs/photographs.service.ts';
import { createResumes } from '#lib/features/resumes/resumes.feature.ts';
import { createGroups } from '#lib/features/groups/groups.feature.ts';
import { sayGroupNews } from '#lib/features/groups/groups.words.ts';
import { createPayrent } from '#lib/features/payrent/payrent.feature.ts';
import { createStatements } from '#lib/features/statements/statements.feature.ts';
import { createOverview } from '#lib/features/overview/overview.feature.ts';
import { rentPath } from '#lib/features/payrent/payrent-pages.rules.ts';
import { createPayouts } from '#lib/features/payouts/payouts.feature.ts';
import { createSupplierParties } from '#lib/features/supplier-parties/supplier-parties.feature.ts';
import { createSupplierTerms } from '#lib/features/supplier-terms/supplier-terms.feature.ts';
import { createCoupons } from '#lib/features/coupons/coupons.feature.ts';
import { createViewings } from '#lib/features/viewings/viewings.feature.ts';
import { createUploads } from '#lib/features/uploads/uploads.feature.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import type { Site } from '#lib/paths.ts';
import type { Ports } from '#lib/ports/ports.ts';
import { resolvePath } from '#lib/resolve.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { Texter } from '#lib/sms/texter.ts';

type EnquiryParts = Parameters<typeof createEnquiries>[0];
type ShortlistParts = Parameters<typeof createShortlist>[0];

type Parts = Omit<ShortlistParts, 'secrets' | 'people' | 'telling' | 'onTrouble'> &
  Pick<Ports, 'identities' | 'payments' | 'payout' | 'registry' | 'storage' | 'scanner'> & {
    readonly config: Config;
    readonly site: Site;
    readonly secrets: Secrets;
    readonly mailer: Mailer;
    readonly texter: Texter;
    readonly counters: CounterStore;
    readonly houses: HouseService;
    readonly quotes: QuotesService;
    readonly documents: Documents;
    readonly readHouses: EnquiryParts['readHouses'];
    readonly search: EnquiryParts['search'] & Parameters<typeof createHistory>[0]['search'];
    readonly asksForProof: boolean;
    readonly audit: ReturnType<typeof createAuditFeature>;
    readonly catalogue: Catalogue;
    readonly reports: Pick<Reports, 'service' | 'joiner' | 'personal'>;
    readonly photographs: Photographs;
    readonly translate: TranslateService['translate'];
    /** Receives a line for what operators should know. */
    readonly progress: (line: string) => void;
  };

/** What a feature has that knows people: what becomes of it when two accounts are joined, what a person reads of it, jobs, calls. */
type OfPeople = {
  readonly joiner?: Joiner;
  readonly personal?: PersonalSource;
  readonly jobs?: readonly KnownJob[];
  readonly calls?: readonly BoundCall[];
};

/** Makes these features. */
export function composePeople({ config, audit, progress, ...parts }: Parts) {
  const { rateLimitFactor, smtpUrl, serverRegion, realNameCheck, operatorEmail, operatorLocale, externalApps, devOutbox, formAnswersDays } = config;
  const limited = { ...parts, rateLimitFactor };
  const uploads = createUploads(parts);
  const accounts = createAccounts({
    ...limited,
    uploads: uploads.service,
    audit: audit.service,
    externalApps,
    mailsLeave: smtpUrl !== undefined,
    showsCodes: devOutbox,
    isOverseas: serverRegion !== 'cn',
    onTrouble: progress,
    consentEnds: () => ({ realname: realname.service.forget }),
    realnameOf: async (userId) => (await realname.service.wholeOf(userId))?.name,
    joiners: () => ofPeople.flatMap(({ joiner }) => joiner ?? []),
  });
  const staff = createStaff({
    ...limited,
    audit: audit.service,
    accounts: accounts.service,
    consents: accounts.consents,
    hashes: accounts.hashes,
    challenges: accounts.challenges,
  });
  const deskFinding = createDeskFinding({ ...limited, audit: audit.service });
  const news = createNews({
    ...parts,
    says: () => ({
      order: orders.sayNews,
      group: sayGroupNews,
      viewing: viewings.sayNews,
      rent: payrent.sayNews,
      enquiry: enquiries.sayNews,
      waiting: stock.sayNews,
      homes: shortlist.sayNews,
    }),
  });
  const shortlist = createShortlist({ ...parts, people: accounts.service, telling: news.telling, onTrouble: progress });
  const history = createHistory(parts);
  const realname: Realname = createRealname({
    ...limited,
    realNameCheck,
    accounts: accounts.byStaff,
    colleagues: () => colleaguesWith('staff-people'),
    phonesOf: async (userId) => (await accounts.service.contactsOf(userId)).flatMap(({ kind, address }) => (kind === 'phone' ? address : [])),
    agreed: (tx, userId, version, now) => accounts.consents.give(tx, userId, 'realname', version, now),
  });
  const enquiries = createEnquiries({
    ...limited,
    appOf: (kept, now) => accounts.external.appOf(kept, 'ai_sdk_lead_form', now),
    telling: news.telling,
    ownerOf: async (tx, contact) => (await accounts.service.ownerOf(tx, contact))?.id,
    contactsOf: accounts.service.contactsOf,
    wishedPlaceOf: async (userId) => (await wishes.service.of(userId))?.place,
    ownOrder: (userId, code) => orders.service.own(userId, code),
    answersByMail: config.mailReplies !== undefined,
    operator: { email: operatorEmail, locale: operatorLocale },
  });
  const feedback = createFeedback({ ...parts, uploads: uploads.service, operator: { email: operatorEmail, locale: operatorLocale } });
  const resumes = createResumes({
    ...parts,
    uploads: uploads.service,
    contactsOf: accounts.service.contactsOf,
    operator: { email: operatorEmail, locale: operatorLocale },
  });
  const wishes = createWishes({ ...parts, links: shortlist.cards, findPlace: (text) => parts.search.exact(text) });
  const customForms = createCustomForms({
    ...parts,
    uploads: uploads.service,
    audit: audit.service,
    keptDays: formAnswersDays,
    operator: { email: operatorEmail, locale: operatorLocale },
  });
  if (config.paymentSandbox && config.siteUrl.startsWith('https:'))
    progress('Bookings can be paid here without any money, and the site is public: set PAYMENT_SANDBOX=off before homes are let in earnest.');
  const ledger = createLedger(parts);
  const payments = createPayments({
    ...parts,
    ledger: ledger.service,
    audit: audit.service,
    uploads: uploads.service,
    people: accounts.service,
    accounts: config.transferAccounts,
    sandbox: config.paymentSandbox,
    shortLimits: config.transferShortLimit,
    secondAbove: config.refundSecondAbove,
    taxes: config.feeTaxes,
    operator: { email: operatorEmail, locale: operatorLocale },
    payables: () => ({ order: orders.payable, payrent: payrent.payable, viewing: viewings.payable }),
  });
  const payouts = createPayouts({ ...parts, ledger: ledger.service, payments: payments.service, audit: audit.service });
  const statements = createStatements({ ...parts, ledger: ledger.service, audit: audit.service, bookYears: config.bookYears });
  const supplierTerms = createSupplierTerms({ ...parts, audit: audit.service, waitingHours: config.orderWaitHours });
  const supplierParties = createSupplierParties({ ...parts, audit: audit.service, addressOf: supplierTerms.addressOf });
  const stock = createStock({
    ...parts,
    audit: audit.service,
    people: accounts.service,
    telling: news.telling,
    onTrouble: progress,
    operator: { email: operatorEmail, locale: operatorLocale },
    viewingOf: (...asked) => viewings.service.nextOf(...asked),
    viewingDays: config.viewingHoldDays,
  });
  const viewings = createViewings({
    ...parts,
    audit: audit.service,
    collecting: payments.collecting,
    telling: news.telling,
    contactsOf: accounts.service.contactsOf,
    viewingPrice: config.viewingPrice,
    beds: stock.service.viewingBeds,
    holdDays: config.viewingHoldDays,
  });
  const payrent = createPayrent({
    ...parts,
    seconds: payouts.seconds,
    audit: audit.service,
    payments: payments.service,
    ledger: ledger.service,
    uploads: uploads.service,
    telling: news.telling,
    contactsOf: accounts.service.contactsOf,
    rentFee: config.rentFee,
    rentLicence: config.rentLicence,
    documentDays: config.orderDocumentDays,
    progress,
  });
  async function colleaguesWith(access: Access) {
    const all = await staff.service.list();
    return all.filter(({ role, endedAt }) => !endedAt && refusalOf(access, role) === undefined).map(({ id, name }) => ({ id, name }));
  }
  const coupons = createCoupons({ ...limited, audit: audit.service });
  const { service: links } = createSupplierLinks({ ...parts, audit: audit.service });
  const orders = createOrders({
    ...parts,
    links,
    coupons: coupons.service,
    uploads: uploads.service,
    people: accounts.service,
    wishesOf: wishes.service.of,
    audit: audit.service,
    beds: stock.service,
    groups: () => groups.service,
    terms: supplierTerms.service,
    parties: supplierParties.service,
    questionsOf: enquiries.service.ofOrder,
    collecting: payments.collecting,
    ledger: ledger.service,
    payments: payments.service,
    receipts: payments.receipts,
    sandbox: payments.sandbox,
    transferAccounts: config.transferAccounts,
    templates: join(process.cwd(), 'src/content/application-templates'),
    majorities: join(process.cwd(), 'src/content/majority.yaml'),
    waitingHours: config.orderWaitHours,
    documentDays: config.orderDocumentDays,
    commentsOf: (of, now) => reviews.service.commentsOf(of, now),
    telling: news.telling,
    colleagues: () => colleaguesWith('staff-orders'),
    async findOrders(text) {
      await deskFinding.service.catchUp();
      return deskFinding.service.ids('order', text);
    },
  });
  const groups = createGroups({
    ...parts,
    beds: stock.service,
    orders: orders.service,
    applications: orders.applications,
    pricing: orders.pricing,
    contactsOf: accounts.service.contactsOf,
    telling: news.telling,
    waitingHours: config.orderWaitHours,
  });
  const reviews = createReviews({
    ...parts,
    links,
    orders: orders.service,
    uploads: uploads.service,
    notices: shortlist.notices,
    contactsOf: accounts.service.contactsOf,
    audit: audit.service,
  });
  const evidence = createEvidence({
    ...parts,
    links,
    orders: orders.service,
    uploads: uploads.service,
    contactsOf: accounts.service.contactsOf,
  });
  /** Conversations that the first page of an account looks at. */
  const mostThreads = 6;
  const feeds = createFeeds(parts);
  const today = createToday({
    db: parts.db,
    memberName: async (id) => (await staff.service.find(id))?.name,
    showCards: parts.showCards,
    feedRuns: feeds.latest,
  });
  const overview = createOverview({
    people: accounts.service,
    matters: orders.matters,
    viewings: viewings.service,
    favourites: shortlist.service,
    showCards: parts.showCards,
    named: parts.readHouses.named,
    news: news.loader.list,
    threads: (view) => enquiries.loader.threads({ ...view, page: { ...view.page, params: {} } }, mostThreads),
    holds: async (view) => (await stock.loader.activity(view, view.visitor))?.holds ?? [],
    searches: async (view) => (await shortlist.loader.searches(view, view.visitor))?.searches ?? [],
    rents: async (view) =>
      ((await payrent.loader.landing({ ...view, page: { ...view.page, params: {} } })).rents ?? []).map(({ rent, title, total, state }) => ({
        title,
        total,
        state,
        href: rentPath(view.paths, rent.code),
        payUntil: rent.state === 'to_pay' ? rent.payUntil : undefined,
      })),
  });
  const desk = createDesk({
    ...parts,
    wishesOf: (userId) => wishes.service.of(userId),
    abroadEndedAt: (userId) => accounts.consents.abroadEndedAt(userId),
    audit: audit.service,
    enquiries: enquiries.service,
    reports: parts.reports.service,
    feedback: feedback.service,
    resumes: resumes.service,
    uploads: uploads.service,
    orderOfFile: orders.ofFile,
    paymentOfFile: payments.ofFile,
    rentOfFile: payrent.service.ofFile,
    reviewOfFile: reviews.service.ofFile,
    answerOfFile: customForms.answering.ofFile,
    operator: { email: operatorEmail, locale: operatorLocale },
    colleagues: () => colleaguesWith('staff-desk'),
    everybody: () => colleaguesWith('staff'),
    async found(words) {
      await deskFinding.service.catchUp();
      return (await deskFinding.service.ids('thread', words)) ?? [];
    },
    houseOfPath(path) {
      const found = resolvePath(parts.geo, path);
      return found.kind === 'page' && found.listing && found.listing.kind !== 'list' ? found.listing.houseId : undefined;
    },
  });
  /** All that know people, each once, in the order in which people read what is kept of them. */
  const ofPeople: readonly OfPeople[] = [
    accounts,
    shortlist,
    history,
    enquiries,
    realname,
    resumes,
    customForms,
    wishes,
    uploads,
    stock,
    orders,
    groups,
    coupons,
    news,
    payments,
    payouts,
    statements,
    supplierTerms,
    supplierParties,
    ledger,
    viewings,
    payrent,
    reviews,
    evidence,
    staff,
    feedback,
    { joiner: parts.reports.joiner, personal: parts.reports.personal },
    desk,
    deskFinding,
  ];
  const sources = [...ofPeople.flatMap(({ personal }) => personal ?? []), audit.personal];
  const personalData = createPersonalData({ ...limited, audit: audit.service, sources });
  return {
    accounts,
    shortlist,
    history,
    enquiries: enquiries.service,
    uploads: uploads.service,
    resumes: resumes.service,
    stock: stock.service,
    orders: orders.service,
    ordersClock: orders.clock,
    arrears: orders.arrears,
    deposits: orders.deposits,
    cancelling: orders.cancelling,
    groups: groups.service,
    contractOf: orders.contractOf,
    guardianFile: orders.guardianFile,
    supplierContractFile: orders.supplierContractFile,
    supplierSigning: orders.supplierSigning,
    contractFile: orders.contractFile,
    staffContract: orders.staffContract,
    receiptFile: payments.receiptFile,
    invoiceFile: payments.invoiceFile,
    creditNoteFile: payments.creditNoteFile,
    sponsorReceipt: orders.sponsorReceipt,
    receipts: payments.receipts,
    viewings: viewings.service,
    viewingCalendar: viewings.calendar,
    orderCalendar: orders.calendar,
    payrent: payrent.service,
    evidence: evidence.service,
    evidenceFile: evidence.file,
    rentReceipt: payrent.receiptFile,
    reviews: reviews.service,
    /** Files that came with what people send, for staff. */
    openFileForStaff: desk.openFile,
    threadsCsv: desk.csv,
    deskFind: deskFinding.service,
    customForms,
    wishes: wishes.service,
    answersCsv: customForms.csv,
    ordersCsv: orders.csv,
    paymentsCsv: payments.csv,
    personalData: personalData.service,
    /** What stands before what asks for a certified name. */
    names: realname.service.standsBefore,
    /** Who is signed in, at either entrance. */
    sessions: { people: accounts.sessions, staff: staff.sessions },
    loaders: {
      accounts: accounts.loader,
      shortlist: shortlist.loader,
      history: history.loader,
      enquiries: enquiries.loader,
      staff: staff.loader,
      /** What was turned away lately, far more than people cause. */
      securityAlarms: audit.alarms,
      desk: desk.loader,
      deskFind: deskFinding.loader,
      realname: realname.loader,
      feedback: feedback.loader,
      resumes: resumes.loader,
      payments: payments.loader,
      customForms: customForms.loader,
      wishes: wishes.loader,
      stock: stock.loader,
      orders: orders.loader,
      couponStep: orders.couponStep,
      groups: groups.loader,
      coupons: coupons.loader,
      payouts: payouts.loader,
      statements: statements.loader,
      supplierTerms: supplierTerms.loader,
      supplierParties: supplierParties.loader,
      news: news.loader,
      overview: overview.loader,
      today: today.loader,
      viewings: viewings.loader,
      payrent: payrent.loader,
      reviews: reviews.loader,
      evidence: evidence.loader,
      feeds: feeds.loader,
    },
    /** Of their providers, which tell by themselves. */
    payments: payments.service,
    payTo: payments.leadsTo,
    /** Answers to mails. */
    replies: enquiries.replies,
    jobs: ofPeople.flatMap(({ jobs }) => jobs ?? []),
    calls: ofPeople.flatMap(({ calls }) => calls ?? []),
    /** What waits under a visit's name goes along when it gets a new one. */
    async onRenewed(from: string, to: string): Promise<void> {
      await Promise.all([uploads.service.follow(from, to), customForms.filling.follow(from, to), accounts.renamed(from, to)]);
    },
    /** What is to be told of changes in the catalogue. */
    async onChange(tags: readonly string[]): Promise<void> {
      await Promise.all([stock.onChange(tags), shortlist.onChange?.(tags)]);
    },
  };
}

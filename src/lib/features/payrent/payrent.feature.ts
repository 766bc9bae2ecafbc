import type { BoundCall } from '#lib/api/bind.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Contact } from '#lib/features/accounts/accounts.schema.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { RentReceiptInput } from '#lib/features/documents/documents.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Ledger } from '#lib/features/ledger/ledger.schema.ts';
import type { Payable } from '#lib/features/payments/payments.schema.ts';
import type { SecondPerson } from '#lib/features/payouts/payouts.schema.ts';
import type { PaymentsService } from '#lib/features/payments/payments.service.ts';
import { methodLabels } from '#lib/features/payments/payments.words.ts';
import type { SayNews, Telling } from '#lib/features/news/news.schema.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import { translator } from '#lib/i18n/t.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import type { RentFee } from '#lib/money/rent-fee.ts';
import type { Site } from '#lib/paths.ts';
import type { Ports } from '#lib/ports/ports.ts';
import type { Secrets } from '#lib/secrets.ts';
import { rentNewsMail } from './mail/rent-news.mail.ts';
import { rentReminderMail } from './mail/rent-reminder.mail.ts';
import { rentTransferMail } from './mail/rent-transfer.mail.ts';
import { payrentCalls } from './payrent.api.ts';
import { payrentJobs } from './payrent.jobs.ts';
import { createPayrentLoader } from './payrent.loader.ts';
import type { PayrentLoader } from './payrent.loader.ts';
import { createPayrentRepository } from './payrent.repository.ts';
import { hasReceipt, totalOf } from './payrent.rules.ts';
import { createPayrentService } from './payrent.service.ts';
import type { PayrentService } from './payrent.service.ts';
import { rentPath } from './payrent-pages.rules.ts';
import { sayRentNews } from './payrent.words.ts';
import { payrentSource } from './personal-data.service.ts';

export type Payrent = {
  readonly service: PayrentService;
  readonly loader: PayrentLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  /** What payments asks of rent. */
  readonly payable: Payable;
  /** The receipt of a rent that was paid, for its tenant alone. */
  readonly receiptFile: (userId: UserId, code: string) => Promise<Buffer | undefined>;
  /** What news of rent are called. */
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
  readonly payments: PaymentsService;
  readonly ledger: Ledger;
  readonly uploads: UploadsService;
  readonly documents: { rentReceipt(input: RentReceiptInput): Promise<Buffer> };
  readonly telling: Telling;
  readonly contactsOf: (userId: UserId, tx?: DbTransaction) => Promise<readonly Contact[]>;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly audit: Audit;
  /** What is passed on takes two of the staff. */
  readonly seconds: SecondPerson;
  readonly rentFee: RentFee;
  readonly rentLicence: string | undefined;
  readonly payout: Ports['payout'];
  readonly documentDays: number;
  /** Receives a line for what operators should know. */
  readonly progress: (line: string) => void;
};

/** Everything about paying rent to landlords who are not on the site. */
export function createPayrent(parts: Parts): Payrent {
  const {
    db,
    site,
    geo,
    payments,
    ledger,
    uploads,
    documents,
    telling,
    contactsOf,
    secrets,
    mailer,
    audit,
    seconds,
    rentFee,
    rentLicence,
    payout,
    documentDays,
    progress,
  } = parts;
  const repository = createPayrentRepository(db);
  const service = createPayrentService({
    repository,
    collecting: payments.collecting,
    ledger,
    payments,
    uploads,
    secrets,
    audit,
    seconds,
    fee: rentFee,
    licence: rentLicence,
    payout,
    documentDays,
    telling,
    emailOf: async (userId, tx) => (await contactsOf(userId, tx)).find(({ kind }) => kind === 'email')?.address,
    transact: (work, lockOf) => transact(db, work, lockOf === undefined ? {} : { lockOf }),
    mails: {
      async news(tx, address, { code, terms, locale, payout }, news, once) {
        if (!terms) return;
        const { minor, currency } = totalOf(terms);
        const input = { news, code, minor: String(minor), currency, payout: payout ?? '' };
        await mailer.send(tx, rentNewsMail, { address }, locale, input, { once });
      },
      async transfer(tx, address, locale, { code, total, until, payment = '' }) {
        const input = { code, minor: String(total.minor), currency: total.currency, until: until.toISOString().slice(0, 10), payment };
        await mailer.send(tx, rentTransferMail, { address }, locale, input);
      },
      async reminder(tx, address, { code, terms, locale }, { on, token }) {
        if (!terms) return;
        const input = { code, minor: String(terms.rent.minor), currency: terms.rent.currency, token };
        await mailer.send(tx, rentReminderMail, { address }, locale, input, { once: `rent ${code} reminder ${on}` });
      },
    },
  });
  if (!service.offer().isOpen)
    progress('Nobody can pay rent to landlords here: real money moves, and RENT_LICENCE names nobody who is licensed to pass it on.');
  return {
    service,
    loader: createPayrentLoader({
      rents: service,
      geo,
      files: { find: async (id, userId, now) => uploads.find(id, { userId, visit: undefined }, now) },
    }),
    calls: payrentCalls({ rents: service, geo, pathsOf: (locale) => site.paths(locale) }),
    jobs: payrentJobs(service),
    payable: {
      ...service.payable,
      async payerNames(code) {
        const rent = await service.ofCode(code);
        return rent && rent.tenant !== '' ? [rent.tenant] : [];
      },
      async facts(code, locale) {
        const rent = await service.ofCode(code);
        if (!rent?.terms) return undefined;
        const t = translator(locale);
        const { rent: amount, fee } = rent.terms;
        return {
          title: t('payrent.of_landlord', { landlord: rent.landlord }),
          lines: [{ label: t('payrent.amount'), amount }, ...(fee.minor > 0n ? [{ label: t('payrent.fee_of'), amount: fee }] : [])],
          seller: t('payrent.for_landlord', { landlord: rent.landlord }),
          zone: undefined,
          path: rentPath(site.paths(locale), code),
        };
      },
    },
    async receiptFile(userId, code) {
      const rent = await service.find(code, userId);
      if (!rent?.terms || !rent.paidAt || !hasReceipt(rent.state)) return undefined;
      const paid = await service.paidWith(code);
      const { locale, paidAt: at, tenant, landlord, address, terms } = rent;
      return documents.rentReceipt({
        locale,
        number: code,
        at,
        tenant,
        landlord,
        address,
        ...terms,
        paidOn: at.toISOString().slice(0, 10),
        method: paid ? translator(locale)(methodLabels[paid.method]) : '',
        isTest: paid?.provider === 'sandbox',
      });
    },
    sayNews: sayRentNews,
    personal: payrentSource(service),
    joiner: { join: service.join, binds: service.binds },
  };
}

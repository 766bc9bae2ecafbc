import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Catalogue } from '#lib/features/catalogue/catalogue.service.ts';
import type { EnquiriesService } from '#lib/features/enquiries/enquiries.service.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { ReportsService } from '#lib/features/reports/reports.service.ts';
import type { FeedbackService } from '#lib/features/feedback/feedback.service.ts';
import type { ResumesService } from '#lib/features/resumes/resumes.service.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { TranslateService } from '#lib/features/translate/translate.service.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import { operatorNote } from '#lib/mail/operator-note.mail.ts';
import type { Site } from '#lib/paths.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { HouseId, OrderId, PaymentId, UserId } from '#lib/ids/ids.ts';
import type { Wishes } from '#lib/features/wishes/wishes.schema.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import { deskCalls } from './desk.api.ts';
import { deskJobs } from './desk.jobs.ts';
import { createDeskLoader } from './desk.loader.ts';
import type { DeskLoader } from './desk.loader.ts';
import { createHouseCareRepository } from './house-care.repository.ts';
import { createHouseCareService } from './house-care.service.ts';
import { submissionCalls } from './submissions.api.ts';
import { createSubmissionsLoader } from './submissions.loader.ts';
import type { SubmissionsLoader } from './submissions.loader.ts';
import { createSubmissionsService } from './submissions.service.ts';
import type { SubmissionsService } from './submissions.service.ts';
import { createThreadsLoader } from './threads.loader.ts';
import type { ThreadsLoader } from './threads.loader.ts';
import { createThreadsRepository } from './threads.repository.ts';
import type { Colleague } from './threads.schema.ts';
import { createThreadsService } from './threads.service.ts';
import { createThreadsCsv } from './threads-csv.service.ts';
import type { ThreadsCsv } from './threads-csv.service.ts';
import { batchCalls } from './batches.api.ts';
import { createBatchesRepository } from './batches.repository.ts';
import { createBatchesService } from './batches.service.ts';
import { createMentionsRepository } from './mentions.repository.ts';
import { threadCalls } from './threads.api.ts';
import { viewCalls } from './views.api.ts';
import { createViewsLoader } from './views.loader.ts';
import type { ViewsLoader } from './views.loader.ts';
import { createViewsRepository } from './views.repository.ts';
import { createViewsService } from './views.service.ts';
import { houseHiddenMail } from './mail/house-hidden.mail.ts';

export type Desk = {
  readonly loader: DeskLoader & ThreadsLoader & SubmissionsLoader & ViewsLoader;
  /** Files that came with what people send, for staff. */
  readonly openFile: SubmissionsService['openFile'];
  readonly csv: ThreadsCsv;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
};

type Parts = {
  readonly db: Db;
  readonly audit: Audit;
  readonly catalogue: Catalogue;
  readonly houses: HouseService;
  readonly reports: ReportsService;
  readonly mailer: Mailer;
  readonly enquiries: EnquiriesService;
  readonly feedback: FeedbackService;
  readonly resumes: ResumesService;
  readonly uploads: UploadsService;
  /** The order that a file came with. */
  readonly orderOfFile: (file: string) => Promise<OrderId | undefined>;
  /** The payment that a file is the proof of. */
  readonly paymentOfFile: (file: string) => Promise<PaymentId | undefined>;
  /** The rent that a file came with. */
  readonly rentOfFile: (file: string) => Promise<number | undefined>;
  readonly reviewOfFile: (file: string) => Promise<number | undefined>;
  readonly answerOfFile: (file: string) => Promise<number | undefined>;
  readonly translate: TranslateService['translate'];
  /** What somebody looks for, where they have said it. */
  /** When somebody took back that their data may go abroad; undefined while they may. */
  readonly abroadEndedAt: (userId: UserId) => Promise<Date | undefined>;
  readonly wishesOf: (userId: UserId) => Promise<Wishes | undefined>;
  /** Who hears of threads that are late; nobody without it. */
  readonly operator: { readonly email: string | undefined; readonly locale: Locale };
  readonly site: Site;
  readonly geo: GeoIndex;
  /** Everybody of the staff who answers people. */
  readonly colleagues: () => Promise<readonly Colleague[]>;
  /** Threads that names, addresses, numbers or homes lead to; nothing but their words does without it. */
  readonly found?: (words: string) => Promise<readonly number[]>;
  /** Everybody of the staff, whatever they see to. */
  readonly everybody: () => Promise<readonly Colleague[]>;
  /** The home whose page an address of this site is. */
  readonly houseOfPath: (path: string) => HouseId | undefined;
};

/** Where staff do their work: what people ask, homes of providers, and what readers report of them. */
export function createDesk({
  db,
  audit,
  catalogue,
  houses,
  reports,
  mailer,
  houseOfPath,
  enquiries,
  translate,
  wishesOf,
  abroadEndedAt,
  operator,
  site,
  geo,
  colleagues,
  everybody,
  found = async () => [],
  ...sent
}: Parts): Desk {
  const homes = createHouseCareService({
    repository: createHouseCareRepository(db),
    houses,
    catalogue,
    reports,
    audit,
    transact: (houseId, work) => transact(db, work, { lockOf: `house:${houseId}` }),
    tell: (tx, { email, locale }, house, reason) =>
      mailer.send(tx, houseHiddenMail, { address: email }, locale, { home: house.name, ref: `${house.supplier.name} ${house.id}`, reason }),
  });
  const { email, locale } = operator;
  const mentions = createMentionsRepository(db);
  const threads = createThreadsService({
    enquiries,
    mentions,
    colleagues,
    repository: createThreadsRepository(db),
    audit,
    transact: (work) => transact(db, work),
    tellOfLate:
      email === undefined
        ? undefined
        : (tx, count) =>
            mailer.send(tx, operatorNote, { address: email }, locale, {
              about: translator(locale)('desk.late_note', { count }),
              facts: [],
              path: site.paths(locale).to('staff_inbox'),
            }),
  });
  const batches = createBatchesService({ enquiries, threads, repository: createBatchesRepository(db), audit, transact: (work) => transact(db, work) });
  const views = createViewsService({ repository: createViewsRepository(db), transact: (work) => transact(db, work) });
  const submissions = createSubmissionsService({ ...sent, audit, transact: (work) => transact(db, work) });
  return {
    openFile: submissions.openFile,
    csv: createThreadsCsv({ enquiries, audit, transact: (work) => transact(db, work) }),
    jobs: deskJobs(threads, batches),
    loader: {
      ...createDeskLoader({ homes, houses, reports, audit }),
      ...createThreadsLoader({ threads, mentions, batches, found, enquiries, houses, colleagues, translate, wishesOf, abroadEndedAt, site, geo }),
      ...createViewsLoader({ views, colleagues: everybody }),
      ...createSubmissionsLoader({ ...sent, submissions }),
    },
    calls: [
      ...submissionCalls(submissions),
      ...viewCalls(views),
      ...batchCalls({ batches, colleagues }),
      ...threadCalls({ threads, colleagues }),
      ...deskCalls({
        homes,
        reports,
        async houseNamed(text) {
          const path = URL.parse(text, 'https://site.invalid')?.pathname;
          const id = parseId<HouseId>(text) ?? (path === undefined ? undefined : houseOfPath(path));
          return id !== undefined && (await houses.find(id)) ? id : undefined;
        },
      }),
    ],
  };
}

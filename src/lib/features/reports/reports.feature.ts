import type { BoundCall } from '#lib/api/bind.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { House } from '#lib/features/house/house.schema.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Secrets } from '#lib/secrets.ts';
import { translator } from '#lib/i18n/t.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import { operatorNote } from '#lib/mail/operator-note.mail.ts';
import type { Site } from '#lib/paths.ts';
import { reportCalls } from './reports.api.ts';
import { reportJobs } from './reports.jobs.ts';
import { createReportsLoader } from './reports.loader.ts';
import type { ReadHouses, ReportsLoader } from './reports.loader.ts';
import { createReportsRepository } from './reports.repository.ts';
import type { StoredReport } from './reports.schema.ts';
import { createReportsService } from './reports.service.ts';
import type { ReportsService } from './reports.service.ts';
import { reportsSource } from './personal-data.service.ts';
import { reportNote } from './reports.words.ts';

export type Reports = {
  readonly service: ReportsService;
  readonly loader: ReportsLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  /** What becomes of it when two accounts become one. */
  readonly joiner: Joiner;
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
};

type Parts = {
  readonly db: Db;
  readonly secrets: Secrets | undefined;
  readonly site: Site;
  readonly houses: HouseService;
  readonly readHouses: ReadHouses;
  readonly mailer: Mailer | undefined;
  readonly asksForProof: boolean;
  /** Who hears of each report; nobody without it. */
  readonly operator: { readonly email: string | undefined; readonly locale: Locale };
};

/** Everything about reports of homes. */
export function createReports({ db, secrets, site, houses, readHouses, mailer, asksForProof, operator: { email, locale } }: Parts): Reports {
  const repository = createReportsRepository(db, secrets);
  const service = createReportsService({
    repository,
    houses,
    asksForProof,
    transact: (work) => transact(db, work),
    notify:
      mailer && email !== undefined
        ? (tx: DbTransaction, report: StoredReport, house: House) =>
            mailer.send(tx, operatorNote, { address: email }, locale, reportNote(translator(locale), site.paths(locale), report, house))
        : undefined,
  });
  return {
    service,
    loader: createReportsLoader(service, readHouses),
    calls: reportCalls(service),
    jobs: reportJobs(service),
    joiner: { join: repository.join },
    personal: reportsSource(repository),
  };
}

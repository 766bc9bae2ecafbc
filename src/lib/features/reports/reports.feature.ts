import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import { reportCalls } from './reports.api.ts';
import { reportJobs } from './reports.jobs.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import { createReportsLoader } from './reports.loader.ts';
import type { ReadHouses, ReportsLoader } from './reports.loader.ts';
import { createReportsRepository } from './reports.repository.ts';
import { createReportsService } from './reports.service.ts';
import type { ReportsParts, ReportsService } from './reports.service.ts';

export type Reports = {
  readonly service: ReportsService;
  readonly loader: ReportsLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
};

type Parts = {
  readonly db: Db;
  readonly houses: HouseService;
  readonly readHouses: ReadHouses;
  readonly notify: ReportsParts['notify'];
};

/** Everything about reports of homes. */
export function createReports({ db, houses, readHouses, notify }: Parts): Reports {
  const service = createReportsService({
    repository: createReportsRepository(db),
    houses,
    transact: (work) => transact(db, work),
    notify,
  });
  return { service, loader: createReportsLoader(service, readHouses), calls: reportCalls(service), jobs: reportJobs(service) };
}

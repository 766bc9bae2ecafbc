import type { BoundCall } from '#lib/api/bind.ts';
import type { Database } from '#lib/db/database.ts';
import type { HouseLoader } from '#lib/features/house/house.loader.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import { reportCalls } from './reports.api.ts';
import { createReportsLoader } from './reports.loader.ts';
import type { ReportsLoader } from './reports.loader.ts';
import { createReportsRepository } from './reports.repository.ts';
import { createReportsService } from './reports.service.ts';
import type { ReportsParts, ReportsService } from './reports.service.ts';

export type Reports = { readonly service: ReportsService; readonly loader: ReportsLoader; readonly calls: readonly BoundCall[] };

type Parts = {
  readonly database: Pick<Database, 'db'>;
  readonly houses: HouseService;
  readonly houseLoader: HouseLoader;
  readonly notify: ReportsParts['notify'];
};

/** Everything about reports of homes. */
export function createReports({ database: { db }, houses, houseLoader, notify }: Parts): Reports {
  const service = createReportsService({
    repository: createReportsRepository(db),
    houses,
    transact: (work) => db.transaction().execute(work),
    notify,
  });
  return { service, loader: createReportsLoader(service, houseLoader), calls: reportCalls(service) };
}

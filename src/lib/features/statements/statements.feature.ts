import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Ledger } from '#lib/features/ledger/ledger.schema.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import { statementCalls } from './statements.api.ts';
import { statementJobs } from './statements.jobs.ts';
import { createStatementsLoader } from './statements.loader.ts';
import type { StatementsLoader } from './statements.loader.ts';
import { createStatementsRepository } from './statements.repository.ts';
import { createStatementsService } from './statements.service.ts';
import type { StatementsService } from './statements.service.ts';

export type Statements = {
  readonly service: StatementsService;
  readonly loader: StatementsLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
};

type Parts = {
  readonly db: Db;
  readonly ledger: Pick<Ledger, 'post'>;
  readonly audit: Pick<Audit, 'append'>;
  /** Whole years after the one of a movement for which the law wants books. */
  readonly bookYears: number;
};

/** What our bank says that moved, held against our books. */
export function createStatements({ db, ledger, audit, bookYears }: Parts): Statements {
  const service = createStatementsService({
    repository: createStatementsRepository(db),
    ledger,
    audit,
    // One after the other: two at once would match one posting twice.
    transact: (work) => transact(db, work, { lockOf: 'bank statements' }),
  });
  return { service, loader: createStatementsLoader(service), calls: statementCalls({ statements: service }), jobs: statementJobs(service, bookYears) };
}

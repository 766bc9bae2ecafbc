/** Leases with what they are called, and those that staff have to see to. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { StaffId, StockCaseId, TenancyId } from '#lib/ids/ids.ts';
import type { LeasesRepository } from './leases.repository.ts';
import type { StockCasesRepository } from './stock-cases.repository.ts';
import type { NamedLease, StockCase } from './stock.schema.ts';

/** Cases that staff are shown at once. */
const mostCases = 100;

type Parts = {
  readonly leases: LeasesRepository;
  readonly cases: Pick<StockCasesRepository, 'openCases' | 'settleCase'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  readonly writeDown: (tx: DbTransaction, staffId: StaffId, id: StockCaseId) => Promise<void>;
};

export type LeasesService = ReturnType<typeof createLeasesService>;

export function createLeasesService({ leases, cases, transact, writeDown }: Parts) {
  return {
    named: (ids: readonly TenancyId[]): Promise<ReadonlyMap<TenancyId, NamedLease>> => leases.named(ids),
    openCases: (): Promise<readonly StockCase[]> => cases.openCases(mostCases),
    /** Returns false where there is no such case, or somebody was quicker. */
    settle: (id: StockCaseId, staffId: StaffId, now: Date): Promise<boolean> =>
      transact(async (tx) => {
        if (!(await cases.settleCase(tx, id, staffId, now))) return false;
        await writeDown(tx, staffId, id);
        return true;
      }),
  };
}

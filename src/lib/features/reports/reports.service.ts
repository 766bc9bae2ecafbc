/** Takes what readers tell about homes. */
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { House } from '#lib/features/house/house.schema.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { HouseId, StaffId } from '#lib/ids/ids.ts';
import { createDailyDigests, refusalToday } from '#lib/daily-senders.ts';
import { newReference } from '#lib/ids/reference.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { ReportsRepository } from './reports.repository.ts';
import { dailyReports } from './reports.schema.ts';
import type { ReportReason, NewReport, ReportCount, ReportSender, SeenReport, StoredReport } from './reports.schema.ts';

/** What became of a report. `repeated`: the same was told from here today, so nothing was added. */
export type ReportOutcome = Outcome<{ readonly reference: string; readonly repeated: boolean }, 'no-house' | 'no-unit' | 'no-proof' | 'enough'>;

export type ReportsService = {
  /** Whether the operator hears of each report by mail. */
  readonly tellsOperator: boolean;
  report(report: NewReport, sender: ReportSender, now: Date): Promise<ReportOutcome>;
  /** Reports of a home so far, for staff. */
  reportsOf(houseId: HouseId): Promise<ReportCount>;
  /** Whether the home has a report of this reference. */
  isStored(houseId: HouseId, reference: string): Promise<boolean>;
  /** Reports for staff, newest first. @param asked `before`: only those with a lower number. */
  list(asked: {
    readonly state?: 'new' | 'settled';
    readonly reason?: ReportReason | undefined;
    readonly houseId?: HouseId;
    readonly before?: number | undefined;
    readonly most: number;
  }): Promise<readonly SeenReport[]>;
  find(id: number): Promise<SeenReport | undefined>;
  /** Says what came of a report, once. Returns whether it was new until now. */
  settle(tx: DbTransaction, id: number, by: { readonly outcome: string; readonly staffId: StaffId; readonly now: Date }): Promise<boolean>;
  /** Forgets who sent reports that are past their time. Returns how many. */
  forgetSenders(now: Date): Promise<number>;
  /** Seals addresses that a version before left in the clear. */
  sealReplies(): Promise<number>;
};

export type ReportsParts = {
  /** Whether senders can show to be people; where they cannot, none is asked to. */
  readonly asksForProof: boolean;
  readonly repository: ReportsRepository;
  readonly houses: Pick<HouseService, 'find' | 'offers'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Makes the operator hear of a stored report, as part of the transaction that stores it; undefined where nobody is to be told. */
  readonly notify: ((tx: DbTransaction, report: StoredReport, house: House) => Promise<void>) | undefined;
};

/** Days for which an address to answer to, and the digests that tell senders apart, are kept. */
export const keptDays = 180;
export function createReportsService({ repository, houses, transact, notify, asksForProof }: ReportsParts): ReportsService {
  const digestsOf = createDailyDigests(repository.salt);

  return {
    tellsOperator: notify !== undefined,
    async report(report, sender, now) {
      const house = await houses.find(report.houseId);
      if (!house || house.status === 'removed') return refused('no-house');
      if (report.unitId !== undefined) {
        const { units } = await houses.offers(house, now);
        if (!units.some(({ id }) => id === report.unitId)) return refused('no-unit');
      }
      const digests = await digestsOf(sender, now);
      const stored: StoredReport = { ...report, reference: newReference(), createdAt: now };
      return transact(async (tx) => {
        await repository.inTurn(tx, digests);
        const known = await repository.sameToday(tx, stored, digests);
        if (known !== undefined) return done({ reference: known, repeated: true });
        const today = await repository.countToday(tx, digests);
        const refusal = refusalToday(dailyReports, today, sender.proof, asksForProof);
        if (refusal) return refused(refusal);
        await repository.add(tx, stored, digests, sender.userId);
        await notify?.(tx, stored, house);
        return done({ reference: stored.reference, repeated: false });
      });
    },
    reportsOf: (houseId) => repository.count(houseId),
    isStored: (houseId, reference) => repository.isStored(houseId, reference),
    list: (asked) => repository.list(asked),
    find: (id) => repository.find(id),
    settle: (tx, id, by) => repository.settle(tx, id, by),
    sealReplies: () => repository.sealReplies(),
    forgetSenders: (now) => repository.forgetSenders(new Date(now.getTime() - keptDays * dayMs)),
  };
}

/** What staff do to homes of providers: hide, restore, note, check, and see to what readers report. Each deed stands in the audit log. */
import { brand } from '#lib/brand.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Catalogue } from '#lib/features/catalogue/catalogue.service.ts';
import type { Verification } from '#lib/features/catalogue/listings.schema.ts';
import type { House } from '#lib/features/house/house.schema.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { ReportsService } from '#lib/features/reports/reports.service.ts';
import type { HouseId, StaffId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { HideReason, HouseNote, ReportOutcome, SupplierContact } from './desk.schema.ts';
import type { HouseCareRepository } from './house-care.repository.ts';

/** Which member of staff does it. */
export type Doer = { readonly staffId: StaffId; readonly now: Date };

type Parts = {
  readonly repository: HouseCareRepository;
  readonly houses: Pick<HouseService, 'find'>;
  readonly catalogue: Pick<Catalogue, 'setHidden' | 'setCheck'>;
  readonly reports: Pick<ReportsService, 'settle'>;
  readonly audit: Pick<Audit, 'append'>;
  /** One piece of work on a home at a time. */
  readonly transact: <T>(houseId: HouseId, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Tells a provider that a home of theirs was hidden. */
  readonly tell: (tx: DbTransaction, to: SupplierContact, house: House, reason: HideReason) => Promise<void>;
};

/** Notes of a home that are shown. */
const mostNotes = 50;

export type HouseCareService = ReturnType<typeof createHouseCareService>;

export function createHouseCareService({ repository, houses, catalogue, reports, audit, transact, tell }: Parts) {
  /** Hides a home within a transaction; false where it is hidden already. */
  async function hideIn(tx: DbTransaction, house: House, reason: HideReason, now: Date): Promise<boolean> {
    if (!(await catalogue.setHidden(tx, house.id, true, now))) return false;
    const contact = await repository.contactOf(house.supplier.id, tx);
    if (contact) await tell(tx, contact, house, reason);
    return true;
  }

  return {
    /** Takes a home from all lists and its page at once; its provider is told why, where they can be written to. */
    async hide(houseId: HouseId, reason: HideReason, note: string, { staffId, now }: Doer): Promise<Outcome<null, 'no-house' | 'not-now'>> {
      const house = await houses.find(houseId);
      if (!house) return refused('no-house');
      return transact(houseId, async (tx) => {
        if (!(await hideIn(tx, house, reason, now))) return refused('not-now');
        if (note !== '') await repository.addNote(tx, houseId, staffId, note, now);
        await audit.append(tx, { actor: `staff:${staffId}`, action: 'home-hidden', subject: `house:${houseId}`, data: { reason } });
        return done(null);
      });
    },

    /** Shows a home again, as its provider offers it. */
    async restore(houseId: HouseId, note: string, { staffId, now }: Doer): Promise<Outcome<null, 'no-house' | 'not-now'>> {
      if (!(await houses.find(houseId))) return refused('no-house');
      return transact(houseId, async (tx) => {
        if (!(await catalogue.setHidden(tx, houseId, false, now))) return refused('not-now');
        if (note !== '') await repository.addNote(tx, houseId, staffId, note, now);
        await audit.append(tx, { actor: `staff:${staffId}`, action: 'home-restored', subject: `house:${houseId}`, data: {} });
        return done(null);
      });
    },

    async note(houseId: HouseId, text: string, { staffId, now }: Doer): Promise<Outcome<null, 'no-house'>> {
      if (!(await houses.find(houseId))) return refused('no-house');
      await transact(houseId, (tx) => repository.addNote(tx, houseId, staffId, text, now));
      return done(null);
    },

    /** Says on the home's page that we checked something. The day is not in the future, and a newer check takes the place of an older. */
    async check(houseId: HouseId, found: Omit<Verification, 'by'>, { staffId, now }: Doer): Promise<Outcome<null, 'no-house'>> {
      if (!(await houses.find(houseId))) return refused('no-house');
      return transact(houseId, async (tx) => {
        await catalogue.setCheck(tx, houseId, { ...found, by: brand.name }, now);
        await audit.append(tx, {
          actor: `staff:${staffId}`,
          action: 'home-checked',
          subject: `house:${houseId}`,
          data: { fact: found.fact, method: found.method },
        });
        return done(null);
      });
    },

    /** Sees to a report. `hidden` hides the home for the reason that was reported. */
    async settle(
      report: { readonly id: number; readonly houseId: HouseId; readonly reason: HideReason },
      outcome: ReportOutcome,
      note: string,
      { staffId, now }: Doer,
    ): Promise<Outcome<null, 'no-house' | 'not-now'>> {
      const house = await houses.find(report.houseId);
      if (!house) return refused('no-house');
      return transact(house.id, async (tx) => {
        if (!(await reports.settle(tx, report.id, { outcome, staffId, now }))) return refused('not-now');
        if (note !== '') await repository.addNote(tx, house.id, staffId, note, now);
        const by = { actor: `staff:${staffId}`, subject: `house:${house.id}` } as const;
        const isHidden = outcome === 'hidden' && (await hideIn(tx, house, report.reason, now));
        await audit.append(tx, { ...by, action: 'report-settled', data: { report: report.id, outcome } });
        if (isHidden) await audit.append(tx, { ...by, action: 'home-hidden', data: { reason: report.reason } });
        return done(null);
      });
    },

    notesOf: (houseId: HouseId): Promise<readonly HouseNote[]> => repository.notesOf(houseId, mostNotes),
    contactOf: (house: House): Promise<SupplierContact | undefined> => repository.contactOf(house.supplier.id),
  };
}

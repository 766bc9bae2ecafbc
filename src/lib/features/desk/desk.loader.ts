/** What the pages of the desk show. */
import { refusalOf } from '#lib/access.ts';
import type { AuditRow } from '#lib/features/audit/audit.schema.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { House } from '#lib/features/house/house.schema.ts';
import type { HouseOffers, HouseService } from '#lib/features/house/house.service.ts';
import type { ReportReason, SeenReport } from '#lib/features/reports/reports.schema.ts';
import type { ReportsService } from '#lib/features/reports/reports.service.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { HouseNote, SupplierContact } from './desk.schema.ts';
import type { HouseCareService } from './house-care.service.ts';

export type ShownHouse = {
  readonly house: House;
  readonly offers: HouseOffers;
  readonly reports: readonly SeenReport[];
  readonly notes: readonly HouseNote[];
  readonly contact: SupplierContact | undefined;
  readonly deeds: readonly AuditRow[];
};

/** A report with the name of its home. */
export type ListedReport = SeenReport & { readonly home: string };
export type ShownReports = { readonly reports: readonly ListedReport[]; readonly next: number | undefined };

/** Reports on a page. */
const reportsPage = 30;

type Parts = {
  readonly homes: HouseCareService;
  readonly houses: Pick<HouseService, 'find' | 'offers'>;
  readonly reports: Pick<ReportsService, 'list' | 'find'>;
  readonly audit: Pick<Audit, 'list'>;
};
type Asked = Pick<Reader, 'now'>;

export type DeskLoader = ReturnType<typeof createDeskLoader>;

export function createDeskLoader({ homes, houses, reports, audit }: Parts) {
  const mayHouses = (visitor: Visitor | undefined): boolean => visitor?.staff !== undefined && refusalOf('staff-homes', visitor.staff.standing) === undefined;

  async function houseOf(id: HouseId, { now }: Asked): Promise<ShownHouse | undefined> {
    const house = await houses.find(id);
    if (!house) return undefined;
    const [offers, known, notes, contact, deeds] = await Promise.all([
      houses.offers(house, now),
      reports.list({ houseId: id, most: 20 }),
      homes.notesOf(id),
      homes.contactOf(house),
      audit.list({ subject: `house:${id}`, most: 20 }),
    ]);
    return { house, offers, reports: known, notes, contact, deeds };
  }

  return {
    /** A home as staff see it, hidden or not; undefined when there is none, or homes are none of this member's business. */
    async home(visitor: Visitor | undefined, id: string | undefined, reader: Asked): Promise<ShownHouse | undefined> {
      const houseId = parseId<HouseId>(id);
      return mayHouses(visitor) && houseId !== undefined ? houseOf(houseId, reader) : undefined;
    },

    /** @param before only reports with a lower number. */
    async reports(
      visitor: Visitor | undefined,
      { state, reason, before }: { readonly state: string | null; readonly reason: ReportReason | undefined; readonly before: string | null },
    ): Promise<ShownReports> {
      if (!mayHouses(visitor)) return { reports: [], next: undefined };
      const rows = await reports.list({
        state: state === 'settled' ? 'settled' : 'new',
        reason,
        before: before && /^\d{1,9}$/.test(before) ? Number(before) : undefined,
        most: reportsPage + 1,
      });
      const shown = rows.slice(0, reportsPage);
      const names = new Map(
        await Promise.all([...new Set(shown.map(({ houseId }) => houseId))].map(async (id) => [id, (await houses.find(id))?.name] as const)),
      );
      const listed = shown.map((one) => ({ ...one, home: names.get(one.houseId) ?? String(one.houseId) }));
      return { reports: listed, next: rows.length > reportsPage ? shown.at(-1)?.id : undefined };
    },

    /** A report with its home. */
    async report(
      visitor: Visitor | undefined,
      id: string | undefined,
      reader: Asked,
    ): Promise<{ readonly report: SeenReport; readonly home: ShownHouse } | undefined> {
      const report = mayHouses(visitor) && id && /^\d{1,9}$/.test(id) ? await reports.find(Number(id)) : undefined;
      const home = report && (await houseOf(report.houseId, reader));
      return home && { report, home };
    },
  };
}

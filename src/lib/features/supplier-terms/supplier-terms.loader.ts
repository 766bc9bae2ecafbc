/** What staff see of who collects for providers. */
import { refusalOf } from '#lib/access.ts';
import { formatMoment } from '#lib/dates/dates.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { SupplierTermsService } from './supplier-terms.service.ts';

type PageReader = Reader & { readonly page: { readonly params: Readonly<Record<string, string>> }; readonly visitor: Visitor | undefined };

/** Providers on a page. */
const pageLength = 50;

export type SupplierTermsLoader = ReturnType<typeof createSupplierTermsLoader>;

/** @param usualHours for which orders wait where nobody says otherwise. */
export function createSupplierTermsLoader(terms: SupplierTermsService, usualHours: number) {
  const isMoneyStaff = ({ visitor }: PageReader): boolean => visitor?.staff !== undefined && refusalOf('staff-money', visitor.staff.standing) === undefined;

  return {
    async list(reader: PageReader) {
      if (!isMoneyStaff(reader)) return undefined;
      const rows = await terms.suppliers(parseId(reader.query.get('after')) ?? 0, pageLength + 1);
      const listed = rows.slice(0, pageLength);
      const shown = await Promise.all(
        listed.map(async ({ id, name }) => {
          const { collects, waitHours } = await terms.of(id);
          return { supplier: String(id), name, collects, hours: waitHours ?? usualHours };
        }),
      );
      return { rows: shown, next: rows.length > pageLength ? listed.at(-1)?.id : undefined };
    },

    async one(reader: PageReader) {
      const id = isMoneyStaff(reader) ? parseId<SupplierId>(reader.page.params['supplier']) : undefined;
      const found = id === undefined ? undefined : await terms.forStaff(id);
      if (id === undefined || !found) return undefined;
      const { name, terms: now, lines, setAt } = found;
      return {
        supplier: String(id),
        name,
        usualHours,
        values: { supplier: String(id), collects: now.collects, lines, wait_hours: now.waitHours === undefined ? '' : String(now.waitHours) },
        setAt: setAt && `${formatMoment(setAt, reader.intl, 'UTC')} UTC`,
      };
    },
  };
}

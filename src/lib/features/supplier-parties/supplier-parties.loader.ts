/** What staff see of who a provider is in law. */
import { refusalOf } from '#lib/access.ts';
import { formatMoment } from '#lib/dates/dates.ts';
import { deskZone } from '#lib/dates/desk-zone.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { SupplierPartiesService } from './supplier-parties.service.ts';

type PageReader = Reader & { readonly page: { readonly params: Readonly<Record<string, string>> }; readonly visitor: Visitor | undefined };

export type SupplierPartiesLoader = ReturnType<typeof createSupplierPartiesLoader>;

export function createSupplierPartiesLoader(parties: Pick<SupplierPartiesService, 'forStaff'>) {
  return {
    async one({ visitor, page, intl, locale }: PageReader) {
      const isMoneyStaff = visitor?.staff !== undefined && refusalOf('staff-money', visitor.staff.standing) === undefined;
      const id = isMoneyStaff ? parseId<SupplierId>(page.params['supplier']) : undefined;
      const found = id === undefined ? undefined : await parties.forStaff(id);
      if (id === undefined || !found) return undefined;
      const { name, party, isSample, setAt } = found;
      return {
        supplier: String(id),
        name,
        isSample,
        isKnown: party !== undefined,
        values: {
          supplier: String(id),
          legal_name: party?.legalName ?? '',
          registration: party?.registration ?? '',
          address: party?.address ?? '',
          email: party?.email ?? '',
          phone: party?.phone ?? '',
          arrival: party?.arrival ?? '',
        },
        setAt: setAt && formatMoment(setAt, intl, deskZone({ visitor, locale })),
      };
    },
  };
}

/** What is stored, for the parts of drafts that their source says unreadably: no value that cannot be read replaces one that could. */
import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { HouseDraft, TenancyDraft, UnitDraft } from './catalogue.schema.ts';

type FormerTenancy = Pick<TenancyDraft, 'ref' | 'cancellationPolicy'>;
type FormerUnit = Pick<UnitDraft, 'ref' | 'sizeSqm' | 'bedSize' | 'maxOccupants' | 'bathroom' | 'kitchen'> & {
  readonly tenancies: readonly FormerTenancy[] | null;
};
type Former = Pick<HouseDraft, 'nameZh' | 'postalCode' | 'yearBuilt' | 'storeys' | 'description' | 'descriptionZh' | 'amenities' | 'billsIncluded'> & {
  readonly supplierId: number;
  readonly ref: string;
  readonly units: readonly FormerUnit[] | null;
};

const isUnread = ({ unread, units }: HouseDraft): boolean =>
  unread !== undefined || units.some((unit) => unit.unread !== undefined || unit.tenancies.some((tenancy) => tenancy.unread !== undefined));

/** A draft with the former values of what it lacks readably; those that were not stored either are as the draft has them. */
function filled<Draft extends { readonly unread?: readonly string[] }>(draft: Draft, former: Readonly<Record<string, unknown>> | undefined): Draft {
  const kept = (draft.unread ?? []).map((key) => [key, former?.[key]] as const).filter(([, value]) => value !== null && value !== undefined);
  return kept.length === 0 ? draft : { ...draft, ...Object.fromEntries(kept) };
}

function filledHouse(draft: HouseDraft, former: Former | undefined): HouseDraft {
  if (!former) return draft;
  return {
    ...filled(draft, former),
    units: draft.units.map((unit) => {
      const before = former.units?.find(({ ref }) => ref === unit.ref);
      const tenancies = unit.tenancies.map((one) =>
        filled(
          one,
          before?.tenancies?.find(({ ref }) => ref === one.ref),
        ),
      );
      return { ...filled(unit, before), tenancies };
    }),
  };
}

/** The batch as it is to be stored. One statement, and none where everything could be read. */
export async function withFormer(db: Db | DbTransaction, batch: readonly HouseDraft[]): Promise<readonly HouseDraft[]> {
  const asked = batch.filter(isUnread).map(({ supplierId, ref }) => ({ supplier_id: supplierId, ref }));
  if (asked.length === 0) return batch;
  const { rows } = await sql<Former>`
    select h.supplier_id as "supplierId", h.ref, h.name_zh as "nameZh", h.postal_code as "postalCode", h.year_built as "yearBuilt", h.storeys,
      h.description, h.description_zh as "descriptionZh", h.amenities, h.bills_included as "billsIncluded",
      (select jsonb_agg(jsonb_build_object('ref', u.ref, 'sizeSqm', u.size_sqm, 'bedSize', u.bed_size, 'maxOccupants', u.max_occupants,
        'bathroom', u.bathroom, 'kitchen', u.kitchen, 'tenancies', (select jsonb_agg(jsonb_build_object('ref', t.ref, 'cancellationPolicy', t.cancellation_policy))
          from tenancies t where t.unit_id = u.id))) from units u where u.house_id = h.id) as units
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as b(supplier_id int, ref text)
    join houses h on h.supplier_id = b.supplier_id and h.ref = b.ref`.execute(db);
  const former = new Map(rows.map((row) => [`${row.supplierId}/${row.ref}`, row]));
  return batch.map((draft) => filledHouse(draft, former.get(`${draft.supplierId}/${draft.ref}`)));
}

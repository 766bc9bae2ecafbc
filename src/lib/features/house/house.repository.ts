/** Reads houses and what belongs to them. Every function is one query, whatever the number of units. */
import { sql } from 'kysely';
import type { RawBuilder, Selectable } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import { prepared } from '#lib/db/prepared.ts';
import { firstPhotograph, isShownPhotograph } from '#lib/db/shown-photographs.ts';
import type { Tables } from '#lib/db/tables.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, TenancyId, UnitId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { money } from '#lib/money/money.ts';
import type { CancellationPolicy } from './cancellation.schema.ts';
import { amenityCodes, unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import { mostTwinsShown } from '#lib/features/catalogue/twins.rules.ts';
import type { Alike } from '#lib/features/catalogue/twins.rules.ts';
import { bedSizes, billCodes, faqCodes, verificationMethods, verifiedFacts } from '#lib/features/catalogue/listings.schema.ts';
import { removedReviews, reviewQueries, reviewRows, toReviews } from './house-reviews.repository.ts';
import type { ReviewRow } from './house-reviews.repository.ts';
import type { CoveredHouse, House, HouseRecord, Media, Promo, Reviews, Room, Tenancy, Unit, UnitWithTenancies } from './house.schema.ts';

/** The code if it is one of the list; data from elsewhere may know others. */
function known<Code extends string>(list: readonly Code[], value: string | null): Code | undefined {
  return list.find((code) => code === value);
}

function allKnown<Code extends string>(list: readonly Code[], values: readonly string[]): Code[] {
  return list.filter((code) => values.includes(code));
}

function currencyOf(code: string): CurrencyCode {
  if (!isCurrency(code)) throw new TypeError(`unknown currency ${code} in the database`);
  return code;
}

const policyCodes: readonly CancellationPolicy['code'][] = ['flexible', 'standard', 'strict', 'non-refundable', 'statutory-cooling-off-14'];

const houseJson = (id: HouseId | RawBuilder<unknown>) => sql`(select to_json(h) from (
  select houses.*, suppliers.slug as supplier_slug, suppliers.name as supplier_name, suppliers.kind as supplier_kind, suppliers.verified_on as supplier_verified_on
  from houses join suppliers on suppliers.id = houses.supplier_id where houses.id = ${id}
) h)`;

/** Open houses of other suppliers that seem to be this one, with the leases that can be taken: what the price is found in that leads their pages. */
const twinsJson = (id: HouseId) => sql`
  select coalesce(json_agg(json_build_object('alike', twin.alike, 'house', ${houseJson(sql.ref('twin.twin_id'))},
      'units', (select coalesce(json_agg(u order by u.id), '[]') from units u where u.house_id = twin.twin_id and u.status = 'open'),
      'tenancies', (select coalesce(json_agg(t order by t.move_in, t.move_out, t.id), '[]') from tenancies t
        where t.house_id = twin.twin_id and t.status = 'open' and t.stock > 0 and t.move_out >= current_date - 2)) order by twin.place), '[]')
  from (
    select pair.twin_id, pair.alike, row_number() over (order by listed.weekly_minor nulls last, pair.twin_id) as place
    from house_twins pair join houses open on open.id = pair.twin_id and open.status = 'open' left join listings listed on listed.house_id = pair.twin_id
    where pair.house_id = ${id} order by place limit ${sql.lit(mostTwinsShown)}
  ) twin`;

export type HouseRepository = ReturnType<typeof createHouseRepository>;

export function createHouseRepository(db: Db, geo: GeoIndex) {
  return {
    /** A house with all that its pages show, removed ones included; undefined when there never was one. */
    async record(id: HouseId): Promise<HouseRecord | undefined> {
      const { rows } = await sql<RecordRow>`
        select
          ${houseJson(id)} as house,
          (select coalesce(json_agg(u order by id), '[]') from units u where house_id = ${id} and status = 'open') as units,
          (select coalesce(json_agg(t order by move_in, move_out, id), '[]') from tenancies t where house_id = ${id}) as tenancies,
          (select coalesce(json_agg(json_build_object('id', m.id, 'unit_id', m.unit_id, 'kind', m.kind, 'legacy_url', m.legacy_url,
              'path', coalesce('/photos/' || p.name, m.path), 'suffix', case when p.name is null then m.suffix else '' end) order by m.position, m.id), '[]')
            from media m left join photographs p on m.kind = 'photo' and p.path = m.path and p.suffix = m.suffix
            where m.house_id = ${id} and (m.kind <> 'photo' or ${isShownPhotograph})) as media,
          (select coalesce(json_agg(p order by ends_on, id), '[]') from promos p where house_id = ${id} and ends_on >= current_date - 2) as promos,
          (select coalesce(json_agg(json_build_object('unit_id', unit_id, 'on_date', on_date, 'weekly_minor', weekly_minor, 'currency', currency) order by on_date, unit_id), '[]')
            from price_points join units on units.id = unit_id where units.house_id = ${id} and units.status = 'open') as points,
          (select coalesce(json_agg(r order by written_on desc, id desc), '[]') from (${reviewRows(id)}) r) as reviews,
          (${removedReviews(id)}) as removed_reviews,
          (${twinsJson(id)}) as twins ${prepared}`.execute(db);
      const [row] = rows;
      const house = row?.house && toHouse(geo, houseOfJson(row.house));
      if (!house) return undefined;
      return {
        house,
        units: withTenancies(row.units, row.tenancies.map(tenancyOfJson)),
        media: row.media.map((one) => ({
          id: one.id,
          unitId: one.unit_id === null ? undefined : asId<UnitId>(one.unit_id),
          kind: one.kind,
          path: one.path,
          suffix: one.suffix,
          legacyUrl: one.legacy_url ?? undefined,
        })),
        promos: row.promos.map((one) => ({
          kind: one.kind,
          amount: money(BigInt(one.amount_minor), currencyOf(one.currency)),
          startsOn: one.starts_on,
          endsOn: one.ends_on,
        })),
        pricePoints: row.points.map((one) => ({
          unitId: asId<UnitId>(one.unit_id),
          on: one.on_date,
          weekly: money(BigInt(one.weekly_minor), currencyOf(one.currency)),
        })),
        reviews: toReviews(row.reviews, row.removed_reviews),
        twins: row.twins.flatMap(({ alike, ...one }) => {
          const twin = one.house && toHouse(geo, houseOfJson(one.house));
          return twin ? [{ house: twin, alike, units: withTenancies(one.units, one.tenancies.map(tenancyOfJson)) }] : [];
        }),
      };
    },

    /** One lease option with its unit and its house, whatever their state: what booking it asks, without all that the house's pages show. */
    async lease(
      id: HouseId,
      unitId: UnitId,
      tenancyId: TenancyId,
    ): Promise<{ readonly house: House; readonly unit: Unit; readonly tenancy: Tenancy } | undefined> {
      const { rows } = await sql<Pick<RecordRow, 'house'> & { unit: UnitRow | null; tenancy: InJson<TenancyRow> | null }>`
        select ${houseJson(id)} as house,
          (select to_json(u) from units u where u.id = ${unitId} and u.house_id = ${id}) as unit,
          (select to_json(t) from tenancies t where t.id = ${tenancyId} and t.unit_id = ${unitId}) as tenancy`.execute(db);
      const [row] = rows;
      const house = row?.house && toHouse(geo, houseOfJson(row.house));
      return house && row.unit && row.tenancy ? { house, unit: toUnit(row.unit), tenancy: toTenancy(tenancyOfJson(row.tenancy)) } : undefined;
    },

    /** Houses, each with its first photograph that is ours, in one query. */
    covered: (ids: readonly HouseId[]): Promise<readonly CoveredHouse[]> => covered(db, geo, ids),

    /** Open units of the houses with their open lease options, by move-in. Two queries. */
    async units(houseIds: readonly HouseId[]): Promise<readonly UnitWithTenancies[]> {
      if (houseIds.length === 0) return [];
      const [units, tenancies] = await Promise.all([
        db.selectFrom('units').selectAll().where('house_id', 'in', houseIds).where('status', '=', 'open').orderBy('id').execute(),
        db.selectFrom('tenancies').selectAll().where('house_id', 'in', houseIds).orderBy('move_in').orderBy('move_out').orderBy('id').execute(),
      ]);
      return withTenancies(units, tenancies);
    },

    ...reviewQueries(db),
  };
}

/** The path of a house's first photograph that is ours by now, as lists show it. */
const photoOf = sql<string | null>`(${firstPhotograph(sql.ref('houses.id'))})`;

async function covered(db: Db, geo: GeoIndex, ids: readonly HouseId[]): Promise<readonly CoveredHouse[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('houses')
    .innerJoin('suppliers', 'suppliers.id', 'houses.supplier_id')
    .selectAll('houses')
    .select([
      'suppliers.slug as supplier_slug',
      'suppliers.name as supplier_name',
      'suppliers.kind as supplier_kind',
      'suppliers.verified_on as supplier_verified_on',
      photoOf.as('photo'),
    ])
    .where('houses.id', 'in', ids)
    .execute();
  return rows.flatMap((row) => {
    const house = toHouse(geo, row);
    return house ? [{ house, photo: row.photo ?? undefined }] : [];
  });
}

/** Undefined where its city is none of ours any more. */
function toHouse(geo: GeoIndex, row: HouseRow): House | undefined {
  const city = geo.cityById(row.city_id);
  if (!city) return undefined;
  return {
    id: asId<HouseId>(row.id),
    category: row.category,
    status: row.status,
    houseType: row.house_type,
    city,
    neighbourhood: row.neighbourhood_id === null ? undefined : geo.placeById(row.neighbourhood_id),
    supplier: {
      id: asId(row.supplier_id),
      slug: row.supplier_slug,
      name: row.supplier_name,
      kind: row.supplier_kind,
      verifiedOn: row.supplier_verified_on ?? undefined,
    },
    name: row.name,
    nameZh: row.name_zh ?? undefined,
    names: row.names,
    address: row.address,
    postalCode: row.postal_code ?? undefined,
    at: { latitude: row.latitude, longitude: row.longitude },
    yearBuilt: row.year_built ?? undefined,
    storeys: row.storeys ?? undefined,
    description: row.description ?? undefined,
    descriptionZh: row.description_zh ?? undefined,
    descriptions: row.descriptions,
    amenities: allKnown(amenityCodes, row.amenities),
    bills: allKnown(billCodes, row.bills_included),
    verifications: row.verifications.flatMap(({ fact, by, method, on }) => {
      const [knownFact, knownMethod] = [known(verifiedFacts, fact), known(verificationMethods, method)];
      return knownFact && knownMethod ? [{ fact: knownFact, by, method: knownMethod, on }] : [];
    }),
    faqs: allKnown(faqCodes, row.faqs),
    isSample: row.is_sample,
    updatedAt: row.updated_at,
  };
}

/** A house as it is stored, with its supplier. */
type HouseRow = Omit<Selectable<Tables['houses']>, 'created_at'> & {
  supplier_slug: string;
  supplier_name: string;
  supplier_kind: House['supplier']['kind'];
  supplier_verified_on: string | null;
};

type UnitRow = {
  id: number;
  house_id: number;
  name: string;
  unit_type: string;
  size_sqm: number | null;
  bed_size: string | null;
  max_occupants: number;
  bathroom: 'private' | 'shared';
  kitchen: 'private' | 'shared';
  status: 'open' | 'closed';
  rooms: readonly Room[];
};

function toUnit(row: UnitRow): Unit {
  return {
    id: asId(row.id),
    houseId: asId(row.house_id),
    name: row.name,
    unitType: known(unitTypes, row.unit_type) ?? 'studio',
    sizeSqm: row.size_sqm ?? undefined,
    bedSize: known(bedSizes, row.bed_size),
    maxOccupants: row.max_occupants,
    bathroom: row.bathroom,
    kitchen: row.kitchen,
    status: row.status,
    rooms: row.rooms,
  };
}

function withTenancies(units: readonly UnitRow[], tenancies: readonly TenancyRow[]): readonly UnitWithTenancies[] {
  const byUnit = Map.groupBy(tenancies.map(toTenancy), ({ unitId }) => unitId);
  return units.map((row) => ({ ...toUnit(row), tenancies: byUnit.get(asId(row.id)) ?? [] }));
}

type TenancyRow = {
  id: number;
  unit_id: number;
  move_in: string;
  move_out: string;
  rent_minor: bigint;
  rent_currency: string;
  rent_unit: Tenancy['unit'];
  promo_rent_minor: bigint | null;
  deposit_minor: bigint;
  booking_fee_minor: bigint;
  stock: number;
  cancellation_policy: string | null;
  source: string;
  last_confirmed_at: Date;
  status: 'open' | 'closed';
};

function toTenancy(row: TenancyRow): Tenancy {
  const currency = currencyOf(row.rent_currency);
  return {
    id: asId(row.id),
    unitId: asId(row.unit_id),
    moveIn: row.move_in,
    moveOut: row.move_out,
    rent: money(row.rent_minor, currency),
    unit: row.rent_unit,
    promoRent: row.promo_rent_minor === null ? undefined : money(row.promo_rent_minor, currency),
    deposit: money(row.deposit_minor, currency),
    bookingFee: money(row.booking_fee_minor, currency),
    stock: row.stock,
    policyCode: known(policyCodes, row.cancellation_policy),
    source: row.source,
    confirmedAt: row.last_confirmed_at,
    status: row.status,
  };
}

/** A row as JSON has it: moments as text, amounts as numbers, which are far from those that JSON cannot hold. */
type InJson<Row> = {
  [Key in keyof Row]: Row[Key] extends Date ? string : Row[Key] extends bigint ? number : Row[Key] extends bigint | null ? number | null : Row[Key];
};

const houseOfJson = (row: InJson<HouseRow>): HouseRow => ({ ...row, updated_at: new Date(row.updated_at) });

const tenancyOfJson = (row: InJson<TenancyRow>): TenancyRow => ({
  ...row,
  rent_minor: BigInt(row.rent_minor),
  promo_rent_minor: row.promo_rent_minor === null ? null : BigInt(row.promo_rent_minor),
  deposit_minor: BigInt(row.deposit_minor),
  booking_fee_minor: BigInt(row.booking_fee_minor),
  last_confirmed_at: new Date(row.last_confirmed_at),
});

type RecordRow = {
  house: InJson<HouseRow> | null;
  units: UnitRow[];
  tenancies: InJson<TenancyRow>[];
  media: { id: number; unit_id: number | null; kind: Media['kind']; path: string; suffix: string; legacy_url: string | null }[];
  promos: { kind: Promo['kind']; amount_minor: number; currency: string; starts_on: string; ends_on: string }[];
  points: { unit_id: number; on_date: string; weekly_minor: number; currency: string }[];
  reviews: ReviewRow[];
  removed_reviews: Reviews['removed'];
  twins: { alike: Alike; house: InJson<HouseRow> | null; units: UnitRow[]; tenancies: InJson<TenancyRow>[] }[];
};

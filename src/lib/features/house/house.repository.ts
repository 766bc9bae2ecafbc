/** Reads one house and what belongs to it. Every function is one query, whatever the number of units. */
import { sql } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, UnitId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { money } from '#lib/money/money.ts';
import type { CancellationPolicy } from './cancellation.schema.ts';
import { amenityCodes, unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import { bedSizes, billCodes, faqCodes, verificationMethods, verifiedFacts } from '#lib/features/catalogue/listings.schema.ts';
import { reviewQueries } from './house-reviews.repository.ts';
import type { House, Media, PricePoint, Promo, Room, Tenancy, Unit, UnitWithTenancies } from './house.schema.ts';

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

export type HouseRepository = ReturnType<typeof createHouseRepository>;

export function createHouseRepository(db: Db, geo: GeoIndex) {
  return {
    /** The house with its supplier, removed ones included; undefined when there never was one. */
    async house(id: HouseId): Promise<House | undefined> {
      const [found] = await houses(db, geo, [id]);
      return found;
    },

    houses: (ids: readonly HouseId[]): Promise<readonly House[]> => houses(db, geo, ids),

    /** Open units of the houses with their open lease options, by move-in. Two queries. */
    async units(houseIds: readonly HouseId[]): Promise<readonly UnitWithTenancies[]> {
      if (houseIds.length === 0) return [];
      const [units, tenancies] = await Promise.all([
        db.selectFrom('units').selectAll().where('house_id', 'in', houseIds).where('status', '=', 'open').orderBy('id').execute(),
        db.selectFrom('tenancies').selectAll().where('house_id', 'in', houseIds).orderBy('move_in').orderBy('move_out').orderBy('id').execute(),
      ]);
      const byUnit = Map.groupBy(tenancies.map(toTenancy), ({ unitId }) => unitId);
      return units.map((row) => ({ ...toUnit(row), tenancies: byUnit.get(asId(row.id)) ?? [] }));
    },

    async media(houseId: HouseId): Promise<readonly Media[]> {
      const rows = await db.selectFrom('media').selectAll().where('house_id', '=', houseId).orderBy('position').orderBy('id').execute();
      return rows.map((row) => ({
        id: row.id,
        unitId: row.unit_id === null ? undefined : asId<UnitId>(row.unit_id),
        kind: row.kind,
        path: row.path,
        suffix: row.suffix,
        legacyUrl: row.legacy_url ?? undefined,
      }));
    },

    /** Promos that run on the day. */
    async promos(houseId: HouseId, today: string): Promise<readonly Promo[]> {
      const rows = await db
        .selectFrom('promos')
        .selectAll()
        .where('house_id', '=', houseId)
        .where('starts_on', '<=', today)
        .where('ends_on', '>=', today)
        .orderBy('ends_on')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({ kind: row.kind, amount: money(row.amount_minor, currencyOf(row.currency)), startsOn: row.starts_on, endsOn: row.ends_on }));
    },

    /** Past weekly rents of the house's units, by day. */
    async pricePoints(houseId: HouseId): Promise<readonly PricePoint[]> {
      const rows = await db
        .selectFrom('price_points')
        .innerJoin('units', 'units.id', 'price_points.unit_id')
        .select(['unit_id', 'on_date', 'weekly_minor', 'currency'])
        .where('units.house_id', '=', houseId)
        .where('units.status', '=', 'open')
        .orderBy('on_date')
        .orderBy('unit_id')
        .execute();
      return rows.map((row) => ({ unitId: asId<UnitId>(row.unit_id), on: row.on_date, weekly: money(row.weekly_minor, currencyOf(row.currency)) }));
    },

    ...reviewQueries(db),

    /** Ids of open houses with vacancies in the city, those nearest in weekly rent first. */
    async similar(house: Pick<House, 'id' | 'city' | 'houseType'>, weeklyMinor: bigint | undefined, limit: number): Promise<readonly HouseId[]> {
      const rent = weeklyMinor?.toString() ?? null;
      const rows = await db
        .selectFrom('listings')
        .innerJoin('houses', 'houses.id', 'listings.house_id')
        .select('listings.house_id')
        .where('listings.city_id', '=', house.city.id)
        .where('listings.category', '=', 'rent')
        .where('listings.house_id', '<>', house.id)
        .where('listings.weekly_minor', 'is not', null)
        .orderBy(
          sql`case when houses.house_type = ${house.houseType} then 1.0 else 1.25 end * (1 + abs(listings.weekly_minor - coalesce(${rent}::bigint, listings.weekly_minor))::float8 / listings.weekly_minor)`,
        )
        .orderBy('listings.rank', 'desc')
        .orderBy('listings.house_id')
        .limit(limit)
        .execute();
      return rows.map((row) => asId<HouseId>(row.house_id));
    },
  };
}

async function houses(db: Db, geo: GeoIndex, ids: readonly HouseId[]): Promise<readonly House[]> {
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
    ])
    .where('houses.id', 'in', ids)
    .execute();
  return rows.flatMap((row) => {
    const city = geo.cityById(row.city_id);
    if (!city) return [];
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
  });
}

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

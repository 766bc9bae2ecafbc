/** Reads the homes of one list page: the card as stored, the rooms behind it, and the offer that fits the filter. */
import type { MoreLanguages } from '#lib/features/catalogue/local-texts.rules.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import { prepared } from '#lib/db/prepared.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { currencies, isCurrency } from '#lib/money/currencies.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { money } from '#lib/money/money.ts';
import type { LeaseUnit, Money } from '#lib/money/money.ts';
import { unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter, UnitType } from '#lib/features/catalogue/filter-code.rules.ts';
import { fittingOffer } from './fitting-offer.repository.ts';
import { asksForOffers } from './fitting-offer.rules.ts';
import { intakeBits } from './intake.rules.ts';
import type { Intake } from './intake.rules.ts';
import { soonDay } from './question.rules.ts';
import type { CardOffer, LikeHome, ListedHouse } from './question.schema.ts';
import { fromToday } from '#lib/features/catalogue/pricing.rules.ts';
import { billCodes, storedCardSchema } from '#lib/features/catalogue/listings.schema.ts';
import type { StoredCard } from '#lib/features/catalogue/listings.schema.ts';

type OfferRow = {
  unit_id: number;
  tenancy_id: number;
  unit_type: string;
  rent_minor: bigint;
  promo_rent_minor: bigint | null;
  rent_unit: LeaseUnit;
  rent_currency: string;
  move_in: string;
  move_out: string;
  deposit_minor: bigint;
  booking_fee_minor: bigint;
  in_intake: boolean;
  is_cheapest: boolean;
};
/** A home of a list as it is read; see `cardsQuery`. */
export type CardRow = Partial<OfferRow> & {
  house_id: number;
  city_id: number;
  neighbourhood_id: number | null;
  latitude: number;
  longitude: number;
  stock: number;
  confirmed_at: Date;
  review_count: number;
  review_score: number | null;
  card: unknown;
  bills_included: string[];
  cheapest_type: string | null;
  rooms: number;
  free: number;
  reserved: number;
  waiting: number;
};

function currencyOf(code: string): CurrencyCode {
  if (!isCurrency(code)) throw new TypeError(`unknown currency ${code} in the database`);
  return code;
}

function storedOffer({ cheapest }: StoredCard, today: string): CardOffer | undefined {
  if (!cheapest) return undefined;
  const read = ({ minor, currency }: { minor: string; currency: CurrencyCode }): Money => money(BigInt(minor), currency);
  const { rent, promoRent, unit, moveIn, moveOut, deposit, bookingFee } = cheapest;
  return {
    unitId: asId(cheapest.unitId),
    tenancyId: asId(cheapest.tenancyId),
    unitType: undefined,
    terms: fromToday(
      {
        rent: read(rent),
        promoRent: promoRent ? read(promoRent) : undefined,
        unit,
        moveIn,
        moveOut,
        deposit: read(deposit),
        bookingFee: read(bookingFee),
      },
      today,
    ),
  };
}

/** @param isAsked whether the reader asked for what not every option has. */
function offerOf(row: CardRow, today: string, isAsked: boolean): CardOffer | undefined {
  const { unit_id, tenancy_id, unit_type, rent_minor, promo_rent_minor, rent_unit, rent_currency, move_in, move_out, deposit_minor, booking_fee_minor } = row;
  if (
    !unit_id ||
    !tenancy_id ||
    !unit_type ||
    rent_minor === undefined ||
    !rent_unit ||
    !rent_currency ||
    !move_in ||
    !move_out ||
    deposit_minor === undefined ||
    booking_fee_minor === undefined
  )
    return undefined;
  const currency = currencyOf(rent_currency);
  return {
    unitId: asId(unit_id),
    tenancyId: asId(tenancy_id),
    unitType: isAsked ? (unit_type as UnitType) : undefined,
    type: unit_type as UnitType,
    isOfIntake: row.in_intake === true,
    isCheapest: row.is_cheapest === true,
    terms: fromToday(
      {
        rent: money(rent_minor, currency),
        promoRent: promo_rent_minor === null || promo_rent_minor === undefined ? undefined : money(promo_rent_minor, currency),
        unit: rent_unit,
        moveIn: move_in,
        moveOut: move_out,
        deposit: money(deposit_minor, currency),
        bookingFee: money(booking_fee_minor, currency),
      },
      today,
    ),
  };
}

/**
 * The homes with these ids, in their order. One query.
 * @param today where the homes stand. @param intake what they lead with where they offer it.
 */
export async function readListedHouses(
  db: Db,
  geo: GeoIndex,
  houseIds: readonly HouseId[],
  filter: ListFilter,
  today: string,
  intake?: Intake,
): Promise<readonly ListedHouse[]> {
  if (houseIds.length === 0) return [];
  const bits = intake && sql`${intakeBits(intake).toString()}::bigint`;
  return readAsked(db, geo, sql`unnest(${houseIds}::int[]) with ordinality asked(house_id, position)`, filter, today, bits);
}

/**
 * Homes with vacancies of the same city, those nearest in weekly rent and of the same kind first; none that seems to be the home itself, which
 * its page tells of. One query.
 * @param today where the homes stand.
 */
export function readAlikeHouses(
  db: Db,
  geo: GeoIndex,
  { id, cityId, houseType, weeklyMinor }: LikeHome,
  limit: number,
  filter: ListFilter,
  today: string,
): Promise<readonly ListedHouse[]> {
  const rent = weeklyMinor?.toString() ?? null;
  const nearest = sql`case when of.house_type = ${houseType} then 1.0 else 1.25 end
    * (1 + abs(near.weekly_minor - coalesce(${rent}::bigint, near.weekly_minor))::float8 / near.weekly_minor)`;
  const asked = sql`(
    select near.house_id, row_number() over (order by ${nearest}, near.rank desc, near.house_id) as position
    from listings near join houses of on of.id = near.house_id
    where near.city_id = ${cityId} and near.category = 'rent' and near.house_id <> ${id} and near.weekly_minor is not null
      and near.house_id not in (select twin_id from house_twins where house_id = ${id})
    order by position limit ${limit}
  ) asked`;
  return readAsked(db, geo, asked, filter, today);
}

async function readAsked(
  db: Db,
  geo: GeoIndex,
  asked: RawBuilder<unknown>,
  filter: ListFilter,
  today: string,
  intake?: RawBuilder<unknown>,
): Promise<readonly ListedHouse[]> {
  const { rows } = await sql<CardRow>`${cardsQuery(geo, asked, filter, today, intake)} order by position ${asksForOffers(filter) ? sql`` : prepared}`.execute(
    db,
  );
  return readCards(rows, geo, filter, today);
}

/**
 * Homes as a statement of a row for each (`CardRow`), in no order.
 * @param asked a relation of ids, `house_id`, in the order of `position`. @param intake bits of what they lead with where they offer it, or null.
 */
export function cardsQuery(
  geo: GeoIndex,
  asked: RawBuilder<unknown>,
  filter: ListFilter,
  today: string,
  intake: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> {
  const isLed = intake !== undefined || asksForOffers(filter);
  // Cards of a map are of several countries; the filter's rent is in whole units of each one's currency.
  const whole = geo.countries.filter(({ currency }) => currencies[currency].exponent === 0).map(({ id }) => id);
  const minorUnits = sql`case when l.country_id = any(${whole}::int[]) then 1 else 100 end`;
  return sql`
    select asked.position, l.house_id, l.city_id, l.neighbourhood_id, l.latitude, l.longitude, l.stock, l.confirmed_at, l.review_count, l.review_score, l.card,
      r.rooms, r.free, r.reserved, r.waiting, h.bills_included, cheapest.unit_type as cheapest_type ${isLed ? sql`, o.*` : sql``}
    from ${asked}
    join listings l on l.house_id = asked.house_id
    join houses h on h.id = l.house_id
    left join units cheapest on cheapest.id = (l.card->'cheapest'->>'unitId')::int
    cross join lateral (
      select count(room)::int as rooms, count(*) filter (where room->>'status' = '1')::int as free,
        count(*) filter (where room->>'status' = '3')::int as reserved, count(*) filter (where room->>'status' = '4')::int as waiting
      from units u cross join jsonb_array_elements(u.rooms) room where u.house_id = l.house_id and u.status = 'open'
    ) r
    ${isLed ? sql`left join lateral ${fittingOffer({ filter, minorUnits, soon: soonDay(today) }, today, intake)} o on true` : sql``}`;
}

/** Reads what `cardsQuery` gave for the same filter and day. */
export function readCards(rows: readonly CardRow[], geo: GeoIndex, filter: ListFilter, today: string): readonly ListedHouse[] {
  const fits = asksForOffers(filter);
  return rows.flatMap((row) => {
    const city = geo.cityById(row.city_id);
    if (!city) return [];
    const card = storedCardSchema.parse(row.card);
    return {
      id: asId<HouseId>(row.house_id),
      city,
      neighbourhoodId: row.neighbourhood_id ?? undefined,
      at: { latitude: row.latitude, longitude: row.longitude },
      stock: row.stock,
      confirmedAt: row.confirmed_at,
      reviews: { count: row.review_count, score: row.review_score ?? undefined },
      card,
      bills: billCodes.filter((code) => row.bills_included.includes(code)),
      cheapestType: unitTypes.find((type) => type === row.cheapest_type),
      rooms: { all: row.rooms, free: row.free, reserved: row.reserved, waiting: row.waiting },
      offer: row.stock > 0 ? (offerOf(row, today, fits) ?? (fits ? undefined : storedOffer(card, today))) : undefined,
      cheapest: row.stock > 0 ? storedOffer(card, today) : undefined,
    };
  });
}

/** First and last day of a lease, where the home stands. */
type LeaseDays = { readonly moveIn: string; readonly moveOut: string };

/** The days of the leases of these homes that can be taken, by home. One query. */
export async function readLeaseDays(db: Db, ids: readonly HouseId[], today: string): Promise<ReadonlyMap<HouseId, readonly LeaseDays[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ house_id: number; move_in: string; move_out: string }>`
    select distinct o.house_id, t.move_in, t.move_out from listing_offers o
    join tenancies t on t.id = o.tenancy_id and t.status = 'open' and t.stock > 0 and t.move_out > ${today}::date
    join units u on u.id = t.unit_id and u.status = 'open'
    where o.house_id = any(${ids}::int[]) order by o.house_id, t.move_in, t.move_out ${prepared}`.execute(db);
  const days = Map.groupBy(rows, ({ house_id }) => asId<HouseId>(house_id));
  return new Map([...days].map(([id, own]) => [id, own.map(({ move_in, move_out }) => ({ moveIn: move_in, moveOut: move_out }))]));
}

/** What homes are called, by id: in the supplier's language, and in Chinese where there is a name. One query. */
export async function readHouseNames(
  db: Db,
  ids: readonly HouseId[],
): Promise<ReadonlyMap<HouseId, { readonly name: string; readonly nameZh: string | null; readonly names: MoreLanguages }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('listings')
    .select([
      'house_id',
      sql<string>`card->>'name'`.as('name'),
      sql<string | null>`card->>'nameZh'`.as('nameZh'),
      sql<MoreLanguages>`coalesce(card->'names', '{}')`.as('names'),
    ])
    .where('house_id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ house_id, name, nameZh, names }) => [asId<HouseId>(house_id), { name, nameZh, names }]));
}

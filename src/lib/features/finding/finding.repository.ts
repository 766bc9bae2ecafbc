/**
 * The list query: which homes stand on a page, in what order, and what every filter link would give. One statement
 * for every place, filter and sort, bounded by the place's index; `list-page.repository.ts` reads the cards with it.
 */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import type { Point } from '#lib/geo/distance.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { listCategories } from '#lib/paths.ts';
import type { ListCategory } from '#lib/paths.ts';
import { distanceSteps } from '#lib/features/catalogue/filter-code.rules.ts';
import { amenityBits, chosenDimensions, houseDimensions, offerBits } from './facets.rules.ts';
import type { HouseDimension, UnitDimension } from './facets.rules.ts';
import type { ListAnswer, ListQuestion, ListScope } from './question.schema.ts';
import { ofIntake, offerPasses } from './fitting-offer.repository.ts';
import { withFigures } from './figure-order.repository.ts';
import { intakeOfBits } from './intake.rules.ts';
import { isFigureSort } from './lease-figures.rules.ts';
import { stateBits } from './tally.rules.ts';
import { neutralScore, reviewPrior } from '#lib/features/catalogue/ranking.rules.ts';

type Sql = RawBuilder<unknown>;
const all = (conditions: readonly Sql[]): Sql => sql.join(conditions, sql` and `);

function inPlace(scope: ListScope): Sql {
  const conditions = [scope.cityId === undefined ? sql`country_id = ${scope.countryId}` : sql`city_id = ${scope.cityId}`];
  if (scope.cityIds) conditions.push(sql`city_id = any(${scope.cityIds}::int[])`);
  if (scope.supplierId !== undefined) conditions.push(sql`supplier_id = ${scope.supplierId}`);
  return all(conditions);
}

/** Great-circle metres to the nearest of the points; the same formula as `metresBetween`. */
function metres(near: readonly Point[]): Sql {
  if (near.length === 0) return sql`0::float8`;
  const chords = near.map(
    ({ latitude, longitude }) => sql`power(sin(radians(latitude - ${latitude}::float8) / 2), 2)
    + cos(radians(latitude)) * ${Math.cos((latitude * Math.PI) / 180)}::float8 * power(sin(radians(longitude - ${longitude}::float8) / 2), 2)`,
  );
  return sql`12742000 * asin(least(1, sqrt(least(${sql.join(chords)}))))`;
}

/** The places' homes with their distance. */
export function housesIn(scope: ListScope, category: Sql): Sql {
  const reach = scope.reach === undefined ? sql`true` : sql`metres <= ${scope.reach}`;
  return sql`(select * from (select *, ${metres(scope.near)} as metres from listing_facets where ${inPlace(scope)} and category = ${category}) measured where ${reach})`;
}

function houseFails({ filter }: ListQuestion, dimension: HouseDimension): Sql {
  switch (dimension) {
    case 'amenities': {
      const { first, more } = amenityBits(filter);
      return sql`(amenity_bits & ${sql.lit(first)}, more_amenity_bits & ${sql.lit(more)}) <> (${sql.lit(first)}, ${sql.lit(more)})`;
    }
    case 'distance':
      return sql`metres > ${filter.distance}`;
    case 'verified':
      return sql`not verified`;
  }
}

/** The bits of a chosen dimension that a record tells: what units offer that pass everything else. */
function dimensionBits({ soon }: ListQuestion, dimension: UnitDimension): Sql {
  switch (dimension) {
    case 'rent':
      return sql`rent_bits`;
    case 'availableNow':
      return sql`case when move_in <= ${soon}::date then 1 else 0 end::bigint`;
    default: {
      const { from, size } = offerBits[dimension];
      return sql`offer_bits & ${(((1n << BigInt(size)) - 1n) << BigInt(from)).toString()}::bigint`;
    }
  }
}

/** Whether an order is by the rent of the lease that a card leads with, where that is not always the cheapest. */
const isByLead = ({ filter: { sort }, season }: ListQuestion): boolean => season !== undefined && (sort === 'rent-low' || sort === 'rent-high');

function orderOf(question: ListQuestion): Sql {
  const { filter, scope } = question;
  const byRank = sql`rank desc, house_id`;
  const weekly = isByLead(question) ? sql`lead_weekly` : sql`weekly`;
  switch (filter.sort) {
    case 'earliest-move-in':
      return sql`earliest nulls last, ${byRank}`;
    case 'rent-low':
      return sql`${weekly} nulls last, ${byRank}`;
    case 'rent-high':
      return sql`${weekly} desc nulls last, ${byRank}`;
    case 'nearest':
      return scope.near.length === 0 ? byRank : sql`metres, ${byRank}`;
    case 'best-reviewed':
      return sql`case when review_count > 0
      then (review_score * review_count + ${sql.lit(neutralScore * reviewPrior)}) / (review_count + ${sql.lit(reviewPrior)}) end desc nulls last, ${byRank}`;
    case 'freshest':
      return sql`confirmed_at desc, ${byRank}`;
    case 'contract-total':
    case 'useful-week':
      return sql`figure nulls last, ${byRank}`;
    case 'commute':
      return sql`figure, metres, ${byRank}`;
    // What was asked for and can be booked comes first; around a school or a spot, then what can be walked to.
    case 'recommended':
      return scope.reach === undefined
        ? sql`weekly is null, ${byRank}`
        : sql`weekly is null, case when metres <= 1000 then 0 when metres <= 2000 then 1 when metres <= 5000 then 2 else 3 end, ${byRank}`;
  }
}

/**
 * Homes with a lease option that passes all chosen unit dimensions but at most one, and what those options have. House by house along
 * an index: a join would be a little faster on a whole country, but far slower where a table has no statistics yet.
 */
function matchedOffers(question: ListQuestion, chosen: readonly UnitDimension[]): Sql {
  const bit = (index: number): Sql => sql.lit(1 << index);
  const but = (index: number): Sql => sql.raw(`but_${index}`);
  const own = (index: number): Sql => sql.raw(`own_${index}`);
  const fails = sql.join(
    chosen.map((dimension, index) => sql`case when ${offerPasses(question, dimension)} then 0 else ${bit(index)} end`),
    sql` + `,
  );
  const single = sql.join([0, ...chosen.map((_, index) => 1 << index)].map((value) => sql.lit(value)));
  return sql`matched as materialized (
    select homes.*, units.*
    from homes cross join lateral (
      select bool_or(offer_fails = 0) as ok,
        ${sql.join(chosen.map((_, index) => sql`bit_or(${own(index)}) filter (where offer_fails in (0, ${bit(index)})) as ${but(index)}`))},
        coalesce(bit_or(offers) filter (where offer_fails = 0), 0) as offers, coalesce(bit_or(rents) filter (where offer_fails = 0), 0) as rents,
        min(offer_weekly) filter (where offer_fails = 0) as weekly, min(offer_earliest) filter (where offer_fails = 0) as earliest
      from (
        select offer_bits as offers, rent_bits as rents, weekly_minor as offer_weekly, move_in as offer_earliest,
          ${sql.join(chosen.map((dimension, index) => sql`${dimensionBits(question, dimension)} as ${own(index)}`))}, ${fails} as offer_fails
        from listing_offers where house_id = homes.house_id
        offset 0
      ) judged
      where offer_fails in (${single})
    ) units
    where units.ok or (units.ok is not null and homes.fails = 0)
  )`;
}

const everything = sql`matched as materialized (
  select *, true as ok, offer_bits as offers, rent_bits as rents, weekly_minor as weekly, earliest_move_in as earliest from homes
)`;

const maskOf = ({ from, size }: { readonly from: number; readonly size: number }): bigint => ((1n << BigInt(size)) - 1n) << BigInt(from);
const leaseMask = maskOf(offerBits.leases).toString();
/** What of `offer_bits` an intake is made of. */
const intakeMask = sql.lit((maskOf(offerBits.months) | maskOf(offerBits.leases)).toString());

/** The intake that most homes of `matched` offer, as `bits`: of several the one that begins first, then the longest (intake.rules.ts). */
function seasonOf(question: ListQuestion, { from, to }: NonNullable<ListQuestion['season']>, chosen: readonly UnitDimension[]): Sql {
  const passes = chosen.map((dimension) => offerPasses(question, dimension));
  const isIn = all([
    sql`house_id = fitting.house_id`,
    sql`weekly_minor is not null`,
    sql`move_in >= ${from}::date`,
    sql`move_in < ${to}::date`,
    sql`offer_bits & ${sql.lit(leaseMask)}::bigint <> 0`,
    ...passes,
  ]);
  return sql`season as materialized (
    select min(bits) as bits from (select house_id from matched where ok and fails = 0) fitting cross join lateral (
      select distinct offered.bits, date_trunc('month', offered.move_in) as month, round((t.move_out - offered.move_in) / 7.0) as weeks
      from (select tenancy_id, move_in, offer_bits & ${intakeMask}::bigint as bits from listing_offers where ${isIn} offset 0) offered
      join tenancies t on t.id = offered.tenancy_id
    ) of_home
    group by month, weeks order by count(*) desc, month, weeks desc limit 1
  )`;
}

/** The homes of `matched` with the lease that their cards lead with, and its weekly rent (`lead`, `lead_weekly`). */
function withLeads(question: ListQuestion, chosen: readonly UnitDimension[]): Sql {
  const passes = [sql`house_id = matched.house_id`, sql`weekly_minor is not null`, ...chosen.map((dimension) => offerPasses(question, dimension))];
  const first = question.season ? sql`${ofIntake(sql`(select bits from season)`)} desc,` : sql``;
  return sql`(
    select matched.*, first_lease.tenancy_id as lead, first_lease.weekly_minor as lead_weekly from matched left join lateral (
      select tenancy_id, weekly_minor from listing_offers where ${all(passes)} order by ${first} weekly_minor, move_in, tenancy_id limit 1
    ) first_lease on true
  )`;
}

/** The bytes `tally` reads: state, offers, rents, amenities and the chosen dimensions' own bits. */
function record(question: ListQuestion, chosen: readonly UnitDimension[]): Sql {
  const steps = sql.join(
    distanceSteps.map((step, index) => sql`when metres <= ${sql.lit(step)} then ${sql.lit(index << stateBits.distance)}`),
    sql` `,
  );
  const butBits = chosen.map((_, index) => sql`case when but_${sql.raw(String(index))} is null then 0 else ${sql.lit(1 << (stateBits.but + index))} end`);
  const state = sql.join(
    [
      sql`fails`,
      sql`case when verified then ${sql.lit(stateBits.verified)} else 0 end`,
      sql`case ${steps} else ${sql.lit(distanceSteps.length << stateBits.distance)} end`,
      sql`case when ok then ${sql.lit(stateBits.ok)} else 0 end`,
      sql`case when earliest <= ${question.soon}::date then ${sql.lit(stateBits.now)} else 0 end`,
      ...butBits,
    ],
    sql` + `,
  );
  const own = chosen.map((_, index) => sql`int8send(coalesce(but_${sql.raw(String(index))}, 0))`);
  return sql.join(
    [sql`int4send(${state})`, sql`int8send(offers)`, sql`int8send(rents)`, sql`int4send(amenity_bits)`, sql`int4send(more_amenity_bits)`, ...own],
    sql` || `,
  );
}

/** What the list query gives. */
export type AnswerRow = { house_ids: number[] | null; records: Uint8Array | null; intake: bigint | null; other_0: boolean; other_1: boolean };

const otherCategories = ({ scope }: ListQuestion): readonly ListCategory[] => listCategories.filter((category) => category !== scope.category);

/** The list query as a statement of one row (`AnswerRow`), which another may be built around. */
export function answerQuery(question: ListQuestion): Sql {
  const { scope, filter, pageSize } = question;
  const { units, houses } = chosenDimensions(filter);
  const fails = houses.map((dimension) => sql`case when ${houseFails(question, dimension)} then ${sql.lit(houseDimensions[dimension])} else 0 end`);
  const others = otherCategories(question);
  const led = withLeads(question, units);
  const inOrder = isFigureSort(filter.sort) ? withFigures(filter.sort, question.figures, led) : isByLead(question) ? led : sql`matched`;
  return sql`
    with homes as (
      select house_id, rank, review_count, review_score, confirmed_at, metres, verified, amenity_bits, more_amenity_bits, offer_bits, rent_bits, weekly_minor,
        earliest_move_in, fails
      from (select *, ${fails.length === 0 ? sql`0` : sql.join(fails, sql` + `)} as fails from ${housesIn(scope, sql`${scope.category}`)} placed) judged
      where fails in (0, 1, 2, 4)
    ),
    ${units.length === 0 ? everything : matchedOffers(question, units)}${question.season ? sql`, ${seasonOf(question, question.season, units)}` : sql``}
    select
      (select array_agg(house_id order by position) from (
        select house_id, row_number() over (order by ${orderOf(question)}) as position from ${inOrder} placed where ok and fails = 0
        order by position limit ${pageSize} offset ${(filter.page - 1) * pageSize}
      ) page) as house_ids,
      (select string_agg(${record(question, units)}, '') from matched) as records,
      ${question.season ? sql`(select bits from season)` : sql`null::bigint`} as intake,
      exists (select 1 from ${housesIn(scope, sql`${others[0]}`)} other) as other_0,
      exists (select 1 from ${housesIn(scope, sql`${others[1]}`)} other) as other_1`;
}

/** Reads what the list query gave. */
export function readAnswer(row: AnswerRow | undefined, question: ListQuestion): ListAnswer {
  const { scope } = question;
  const records = row?.records ?? new Uint8Array();
  const others = otherCategories(question);
  const found = [row?.other_0, row?.other_1];
  return {
    records,
    houseIds: (row?.house_ids ?? []).map((id) => asId<HouseId>(id)),
    categories: listCategories.filter((category) => (category === scope.category ? records.length > 0 : found[others.indexOf(category)])),
    intake: row?.intake && question.season ? intakeOfBits(BigInt(row.intake), question.season) : undefined,
  };
}

/** One page of a list and the figures of all its filter links. One query. */
export async function findHouses(db: Db, question: ListQuestion): Promise<ListAnswer> {
  const { rows } = await sql<AnswerRow>`${answerQuery(question)}`.execute(db);
  return readAnswer(rows[0], question);
}

/**
 * The figures that lists are ordered by and that have to be worked out, as SQL: the same as `figureOf` of lease-figures.rules.ts gives for the
 * index in memory, so that a page of a city is one statement. `country-lists.test.ts` holds both against each other.
 */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { summerDays } from '#lib/features/catalogue/pricing.rules.ts';
import { unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import { detour, longestWalk, setOff, speeds } from '#lib/geo/distance.ts';
import type { TravelMode } from '#lib/geo/distance.ts';
import { billBits, leadAmounts, texts } from './lead-lease.repository.ts';
import type { FigureBasis, FigureSort } from './lease-figures.rules.ts';

type Sql = RawBuilder<unknown>;

/** `estimateMinutes` of `metres`. */
const minutes = (mode: TravelMode): Sql => sql`greatest(1, floor(${sql.lit(setOff[mode])} + metres * ${sql.lit(detour)} / ${sql.lit(speeds[mode])} + 0.5))`;

const day = (column: string): Sql => sql.raw(`(${column} - date '1970-01-01')`);
/** Of whole numbers from 0 up, to the nearest one. */
const rounded = (numerator: Sql, denominator: number): Sql => sql`(${numerator} + ${sql.lit(Math.floor(denominator / 2))}) / ${sql.lit(denominator)}`;

/** The total of lease `l`, with the bills beside the rent as far as they can be estimated (`totalFigure`). */
const totalOf = ({ minorUnits }: FigureBasis): Sql => {
  const contract = sql`(case l.rent_unit when 'DAY' then l.rent * l.nights when 'MONTH' then ${rounded(sql`l.rent * l.nights * 12`, 364)}
    when 'YEAR' then ${rounded(sql`l.rent * l.nights`, 364)} else ${rounded(sql`l.rent * l.nights`, 7)} end + l.fee)`;
  return sql`case when l.bills = 0 then ${contract} else ${rounded(sql`${contract} + l.bills * l.nights / 7`, minorUnits)} * ${sql.lit(minorUnits)} end`;
};

/** That total for each seven nights of `l` on which the school teaches (`usefulFigure`); null where there are none. */
function usefulOf(basis: FigureBasis): Sql {
  const { teaching } = basis;
  if (teaching.length === 0) return sql`null::bigint`;
  const first = Math.min(...teaching.map(({ start }) => start)) - summerDays;
  const last = Math.max(...teaching.map(({ end }) => end)) + summerDays;
  const nights = sql.join(
    teaching.map(({ start, end }) => sql`greatest(0, least(l.move_out, ${sql.lit(end)}) - greatest(l.first_night, ${sql.lit(start)}))`),
    sql` + `,
  );
  return sql`case when l.first_night >= ${sql.lit(first)} and l.move_out <= ${sql.lit(last)} then
    (select (total * 7 + useful / 2) / nullif(useful, 0) from (select ${totalOf(basis)} as total, (${nights})::bigint as useful) week) end`;
}

/**
 * The homes of `matched` in which something is, with `figure`: lowest first, null where none can be told.
 * @param basis without it no figure of a lease can be told. @param led the homes of `matched` with the lease they lead with.
 */
export function withFigures(sort: FigureSort, basis: FigureBasis | undefined, led: Sql): Sql {
  if (sort === 'commute')
    return sql`(select *, case when ${minutes('walk')} <= ${sql.lit(longestWalk)} then ${minutes('walk')} else ${minutes('transit')} end as figure from matched)`;
  if (!basis) return sql`(select *, null::bigint as figure from matched)`;
  const today = sql.lit(basis.today);
  const first = sql`case when ${day('t.move_in')} < ${today} and ${today} < ${day('t.move_out')} then ${today} else ${day('t.move_in')} end`;
  const currency = sql.raw("(country.facts->>'currency')");
  const { rent, fee, isForeign } = leadAmounts(currency);
  const billsAt = sql`${billBits(sql.raw('h.bills_included'))} * 8 + array_position(${texts(unitTypes)}, u.unit_type)`;
  return sql`(
    select led.*, ${sort === 'contract-total' ? totalOf(basis) : usefulOf(basis)} as figure
    from ${led} led join houses h on h.id = led.house_id join places country on country.id = h.country_id
    left join lateral (
      select t.rent_unit, ${rent}::bigint as rent, ${fee}::bigint as fee, ${day('t.move_out')} as move_out, ${first} as first_night,
        (${day('t.move_out')} - ${first})::bigint as nights,
        case when ${isForeign} then 0 else coalesce((${[...basis.bills]}::int[])[${billsAt}], 0) end::bigint as bills
      from tenancies t join units u on u.id = t.unit_id where t.id = led.lead
    ) l on l.rent >= 0
  )`;
}

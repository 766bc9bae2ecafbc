/** Which lease option answers a filter: one condition for the lists that find homes and for the cards that show them. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { chosenBits, chosenDimensions } from './facets.rules.ts';
import type { UnitDimension } from './facets.rules.ts';
import { mostOfCheapest } from './intake.rules.ts';

/** What is asked of an option. */
export type OfferDemand = {
  readonly filter: ListFilter;
  /** Minor units in one whole unit of the place's currency: a number, or what tells it of each row. */
  readonly minorUnits: number | RawBuilder<unknown>;
  /** Last day of move-in that counts as available now. */
  readonly soon: string;
};

/** A condition on the columns of `listing_offers`; never null. */
export function offerPasses({ filter, minorUnits, soon }: OfferDemand, dimension: UnitDimension): RawBuilder<unknown> {
  switch (dimension) {
    case 'guests':
      return sql`guests >= ${filter.guests}`;
    case 'rent': {
      const { from = 0, to = 0 } = filter.rent ?? {};
      return sql`coalesce(weekly_minor >= ${from}::bigint * ${minorUnits} and weekly_minor < ${to + 1}::bigint * ${minorUnits}, false)`;
    }
    case 'availableNow':
      return sql`coalesce(move_in <= ${soon}::date, false)`;
    default:
      return sql`offer_bits & ${chosenBits(filter, dimension).toString()}::bigint <> 0`;
  }
}

/**
 * Whether an option leads its home for an intake, among the options that are read: it is of the intake, and costs little more than the cheapest
 * of them (`mostOfCheapest`). @param intake its bits, or null.
 */
export const ofIntake = (intake: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(offer_bits & ${intake} = ${intake} and weekly_minor <= ${sql.lit(mostOfCheapest)} * min(weekly_minor) over (), false)`;

/**
 * The cheapest option of the house `l` that passes everything the filter asks for together, as columns of `tenancies` and its unit's type.
 * @param intake bits of the intake whose options come before all others.
 */
export function fittingOffer(demand: OfferDemand, today: string, intake: RawBuilder<unknown> | undefined): RawBuilder<unknown> {
  const passes = [sql`house_id = l.house_id`, ...chosenDimensions(demand.filter).units.map((dimension) => offerPasses(demand, dimension))];
  const isFirst = intake ? ofIntake(intake) : sql`false`;
  return sql`(
    select u.id as unit_id, t.id as tenancy_id, u.unit_type, t.rent_minor, t.promo_rent_minor, t.rent_unit, t.rent_currency, t.move_in, t.move_out, t.deposit_minor, t.booking_fee_minor, fitting.in_intake,
      first_value(t.id) over (order by fitting.weekly_minor nulls last, t.move_in, t.id) = t.id as is_cheapest
    from (select tenancy_id, weekly_minor, ${isFirst} as in_intake from listing_offers where ${sql.join(passes, sql` and `)}) fitting
    join tenancies t on t.id = fitting.tenancy_id and t.status = 'open' and t.stock > 0 and t.move_out > ${today}::date
    join units u on u.id = t.unit_id and u.status = 'open'
    order by fitting.in_intake desc, fitting.weekly_minor nulls last, t.move_in, t.id limit 1
  )`;
}

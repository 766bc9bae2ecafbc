/** The lease that a card leads with, as records that `leadLeaseAt` reads: for orders that are worked out from it. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { currencies } from '#lib/money/currencies.ts';
import { leaseUnits } from '#lib/money/money.ts';
import { unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import { estimatedBills } from '#lib/features/geo/places.schema.ts';
import { noDay, noRent } from './facets.rules.ts';

const exponents = JSON.stringify(Object.fromEntries(Object.entries(currencies).map(([code, { exponent }]) => [code, exponent])));
export const texts = (words: readonly string[]): RawBuilder<unknown> => sql`array[${sql.join(words.map((word) => sql.lit(word)))}]`;
/** Amounts beyond this are not told apart. */
const most = sql.lit(2_147_483_647);

/** An amount of tenancy `t` in the currency of the country; null where there is no rate. */
const inPlace = (
  amount: RawBuilder<unknown>,
  currency: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`case when t.rent_currency = ${currency} then ${amount} else (
    select round(${amount} * place.per_gbp / listed.per_gbp * power(10::numeric, (${exponents}::jsonb->>${currency})::int - (${exponents}::jsonb->>t.rent_currency)::int))
    from rates listed, rates place where listed.currency = t.rent_currency and place.currency = ${currency}) end`;

/** Rent and fee of tenancy `t` in the currency of the country, the rent below 0 where there is no rate; and whether it is quoted in another. */
export function leadAmounts(currency: RawBuilder<unknown>): Readonly<Record<'rent' | 'fee' | 'isForeign', RawBuilder<unknown>>> {
  return {
    rent: sql`coalesce(least(${most}, ${inPlace(sql`coalesce(t.promo_rent_minor, t.rent_minor)`, currency)}), ${sql.lit(noRent)})`,
    fee: sql`coalesce(least(${most}, ${inPlace(sql`t.booking_fee_minor`, currency)}), 0)`,
    isForeign: sql`t.rent_currency <> ${currency}`,
  };
}

/** Rent, fee, move-out and flags of tenancy `t`, which may be missing, as 16 bytes. @param type of its unit. @param bills bits of those in the rent. */
export function leadBytes(type: RawBuilder<unknown>, currency: RawBuilder<unknown>, bills: RawBuilder<unknown> = sql`0`): RawBuilder<unknown> {
  const { rent, fee, isForeign } = leadAmounts(currency);
  return sql`int4send(${rent}::int) || int4send(${fee}::int)
    || int4send(coalesce(t.move_out - date '1970-01-01', ${sql.lit(noDay)})) || int4send(coalesce(
      array_position(${texts(leaseUnits)}, t.rent_unit) - 1 + 4 * (array_position(${texts(unitTypes)}, ${type}) - 1)
      + case when ${isForeign} then 32 else 0 end + 64 * ${bills}, 0))`;
}

/** Bits of the `estimatedBills` that an array of bills has. */
export const billBits = (bills: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${sql.join(
    estimatedBills.map((bill, at) => sql`case when ${sql.lit(bill)} = any(${bills}) then ${sql.lit(1 << at)} else 0 end`),
    sql` + `,
  )})`;

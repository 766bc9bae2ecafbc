/** The database's copy of the rate table: queries that compare rents of different currencies use it. */
import { sql } from 'kysely';
import { announceChange } from '#lib/db/database.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import { currencyCodes, isCurrency } from '#lib/money/currencies.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { RateTable } from './rates.schema.ts';

export type StoredRates = { readonly asOf: string; readonly perGbp: Readonly<Partial<Record<CurrencyCode, string>>> };

/** The rates in force; undefined before any were stored. */
export async function storedRates(db: Db): Promise<StoredRates | undefined> {
  const rows = await db.selectFrom('rates').selectAll().execute();
  const asOf = rows
    .map(({ as_of }) => as_of)
    .sort()
    .at(-1);
  if (asOf === undefined) return undefined;
  return { asOf, perGbp: Object.fromEntries(rows.flatMap(({ currency, per_gbp }) => (isCurrency(currency) ? [[currency, per_gbp]] : []))) };
}

/**
 * Stores the editors' table when it differs from what is stored, and announces `rates`.
 * @returns whether anything changed.
 */
export async function storeRates(db: Db, table: RateTable): Promise<boolean> {
  const rows = currencyCodes.map((currency) => ({ currency, per_gbp: table.perGbp[currency], as_of: table.asOf }));
  return transact(db, async (transaction) => {
    const { rows: changed } = await sql`
      insert into rates (currency, per_gbp, as_of)
      select currency, per_gbp, as_of from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(currency text, per_gbp numeric, as_of date)
      on conflict (currency) do update set per_gbp = excluded.per_gbp, as_of = excluded.as_of
        where (rates.per_gbp, rates.as_of) is distinct from (excluded.per_gbp, excluded.as_of)
      returning currency`.execute(transaction);
    if (changed.length > 0) await announceChange(transaction, ['rates']);
    return changed.length > 0;
  });
}

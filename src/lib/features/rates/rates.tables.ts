/** Rows of exchange rates. */
import type { Day } from '#lib/db/columns.ts';

type RatesTable = { currency: string; per_gbp: string; as_of: Day };

type RatesTables = {
  rates: RatesTable;
};

declare module '#lib/db/tables.ts' {
  interface Tables extends RatesTables {}
}

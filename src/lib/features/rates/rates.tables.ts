/** Rows of exchange rates. */
import type { Day } from '#lib/db/columns.ts';

type RatesTable = { currency: string; per_gbp: string; as_of: Day };

export type RatesTables = {
  rates: RatesTable;
};

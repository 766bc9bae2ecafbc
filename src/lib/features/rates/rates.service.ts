/** Conversions for reading: always with the date of the rate. */
import type { Db } from '#lib/db/database.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import { convertBy } from './rates.rules.ts';
import { storedRates } from './rates.repository.ts';
import type { StoredRates } from './rates.repository.ts';

export type Converted = { readonly money: Money; readonly asOf: string };

export type RatesService = {
  /** `amount` in another currency with the date of the rate; undefined when there is no rate. Pages that show it carry the tag `rates`. */
  convert(amount: Money, to: CurrencyCode): Converted | undefined;
  /** Another number whenever the rates have been read anew: what was worked out by others is out of date. */
  readonly edition: number;
  /** Reads the rates again: for whoever hears that the tag `rates` changed. */
  reload(): Promise<void>;
};

/** Keeps the rates in memory. */
export async function createRatesService(db: Db): Promise<RatesService> {
  let edition = 0;
  let rates: StoredRates | undefined = await storedRates(db);
  return {
    convert(amount, to) {
      const money = rates && convertBy(amount, to, rates.perGbp);
      return money && rates ? { money, asOf: rates.asOf } : undefined;
    },
    get edition() {
      return edition;
    },
    async reload() {
      rates = await storedRates(db);
      edition++;
    },
  };
}

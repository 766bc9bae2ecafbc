/** The dated table of exchange rates that editors write (`src/content/rates.yaml`). */
import { z } from 'zod';
import { currencyCodes } from '#lib/money/currencies.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';

const rate = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,6})?$/, 'a decimal in quotes')
  .refine((text) => Number(text) > 0, 'a rate is above 0');

export const rateTableSchema = z.strictObject({
  /** Where the values come from; `indicative`: rounded by the editors, not for settlement. */
  source: z.enum(['indicative', 'central-bank']),
  asOf: z.iso.date(),
  /** Units of the currency per pound sterling, every currency exactly once. */
  perGbp: z.record(z.enum(currencyCodes as [CurrencyCode, ...CurrencyCode[]]), rate),
});

export type RateTable = z.infer<typeof rateTableSchema>;

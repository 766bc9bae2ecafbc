/** From which age somebody binds themselves alone where a home is: dated, with its source, kept in `src/content/majority.yaml`. Pure. */
import * as z from 'zod/mini';
import { isDate } from '#lib/dates/dates.ts';
import { ofAge } from './orders.schema.ts';

const majoritySchema = z.strictObject({
  country: z.string().check(z.minLength(1)),
  /** States, as cities name theirs; the whole country without. */
  states: z.optional(z.array(z.string()).check(z.minLength(1))),
  years: z.int().check(z.gte(16), z.lte(21)),
  /** As the place itself calls its law. */
  name: z.string().check(z.minLength(1), z.maxLength(120)),
  source: z.string().check(z.startsWith('https://')),
  since: z.string().check(z.refine(isDate)),
});
export const majoritiesSchema = z.array(majoritySchema).check(z.minLength(1));
export type Majority = z.infer<typeof majoritySchema>;

/** Where a home is, for the law. */
export type LegalPlace = { readonly country: string; readonly state?: string | undefined };

/** Years that count there on a day: the state's own go before the country's, what began later before what began earlier, and 18 where nothing is known. */
export function majorityIn(all: readonly Majority[], { country, state }: LegalPlace, on: string): number {
  const there = all.filter((one) => one.country === country && one.since <= on).toSorted((a, b) => (a.since < b.since ? 1 : -1));
  const own = there.find(({ states }) => state !== undefined && states?.includes(state));
  return (own ?? there.find(({ states }) => !states))?.years ?? ofAge;
}

/** Which movement of our bank is which posting of ours, and the pages of the forms. Pure. */
import { nightsBetween } from '#lib/dates/dates.ts';
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import { bankImportContract, bankLineContract } from './statements.contract.ts';
import { bankImportForm, bankLineForm } from './statements.schema.ts';

/** Days between our posting and the bank's day. */
export const daysApart = 5;

export type OpenLine = { readonly id: number; readonly on: string; readonly minor: bigint; readonly currency: string; readonly said: string };
/** `names`: what a payer or we may have written with it. */
export type OpenPosting = {
  readonly effect: string;
  readonly on: string;
  readonly minor: bigint;
  readonly currency: string;
  readonly names: readonly string[];
};

const plain = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/**
 * Pairs of which each line and each posting stands in one at most: first what names the other, then what fits nothing else by amount and
 * days. What could be one of several waits for somebody who looks.
 * @example matched([], []) // []
 */
export function matched(lines: readonly OpenLine[], postings: readonly OpenPosting[]): readonly { readonly line: number; readonly effect: string }[] {
  const byAmount = Map.groupBy(postings, ({ minor, currency }) => `${minor} ${currency}`);
  const taken = new Set<string>();
  const found: { readonly line: number; readonly effect: string }[] = [];
  const take = (line: OpenLine, posting: OpenPosting): void => {
    taken.add(posting.effect);
    found.push({ line: line.id, effect: posting.effect });
  };
  const near = (line: OpenLine): readonly OpenPosting[] =>
    (byAmount.get(`${line.minor} ${line.currency}`) ?? []).filter(({ effect, on }) => !taken.has(effect) && Math.abs(nightsBetween(on, line.on)) <= daysApart);
  const rest: OpenLine[] = [];
  for (const line of lines) {
    const said = plain(line.said);
    const named = (byAmount.get(`${line.minor} ${line.currency}`) ?? []).filter(
      ({ effect, names }) => !taken.has(effect) && names.some((name) => plain(name).length >= 6 && said.includes(plain(name))),
    );
    const [only, second] = named;
    if (only && !second) take(line, only);
    else rest.push(line);
  }
  for (const line of rest) {
    const [only, second] = near(line);
    const rivals = rest.filter(
      (one) => one !== line && !found.some(({ line: id }) => id === one.id) && near(one).some(({ effect }) => effect === only?.effect),
    );
    if (only && !second && rivals.length === 0) take(line, only);
  }
  return found;
}

export const statementPages = {
  'bank-import': formPage({
    definition: bankImportForm,
    contract: bankImportContract,
    done: (_, { paths }) => `${paths.to('staff_bank')}?done=import`,
  }),
  'bank-line': formPage({
    definition: bankLineForm,
    contract: bankLineContract,
    valuesOf: ({ line = '' }) => ({ line }),
    done: (_, { paths }) => `${paths.to('staff_bank')}?done=line`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;

/**
 * The first day of which books are still kept: whole years, counted from the end of the one in which money moved.
 * @example booksFrom(10, new Date('2039-03-01T00:00:00Z')) // '2029-01-01'
 */
export const booksFrom = (years: number, now: Date): string => `${now.getUTCFullYear() - years}-01-01`;

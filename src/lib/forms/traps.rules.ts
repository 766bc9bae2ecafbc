/**
 * By what a program gives itself away that fills in a form: it writes where people see no field, or sends within moments what nobody
 * writes so fast. Who is caught is asked for a captcha, never turned away: a browser may fill in anything by itself. Browser-safe.
 */
import type { FormDefinition } from './form.schema.ts';

/** Names of the two values: a field that is to stay empty, and the second (since 1970) in which the form was shown. */
export const traps = { empty: 'website', shown: 'shown_at' } as const;

/** Whether a form has them: one in which somebody writes, as others are sent in a moment by people too. */
export const hasTraps = ({ fields }: Pick<FormDefinition, 'fields'>): boolean => fields.some(({ kind }) => kind === 'textarea');

/**
 * Whether these values look like a program's. What brings neither, as a call of a program that says so, is not judged by it.
 * @param seconds in which nobody writes anything.
 * @example isCaught({ website: 'https://spam.example' }, new Date(0), 2) // true
 * @example isCaught({ website: '', shown_at: '100' }, new Date(101_000), 2) // true
 * @example isCaught({ website: '', shown_at: '100' }, new Date(130_000), 2) // false
 */
export function isCaught(values: Readonly<Record<string, string>>, now: Date, seconds: number): boolean {
  if ((values[traps.empty] ?? '') !== '') return true;
  const shown = values[traps.shown] ?? '';
  const age = now.getTime() / 1_000 - Number(shown);
  // A node whose clock is ahead of ours showed it in our future.
  return /^\d{1,11}$/.test(shown) && age >= 0 && age < seconds;
}

/** Terms of schools and countries. Pure. */
import type { TermDates } from './places.schema.ts';

/** The dates without terms that have ended. */
export function upcomingTerms(dates: TermDates, now: Date): TermDates {
  const today = now.toISOString().slice(0, 10);
  return { ...dates, terms: dates.terms.filter(({ end }) => end >= today) };
}

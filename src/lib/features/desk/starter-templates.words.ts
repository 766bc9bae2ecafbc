/** The answers that a new desk begins with, in five languages, from the catalogues. */
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { DeskTemplate } from './threads.schema.ts';

/** What they are about; their names and texts stand in the catalogues of `replies`. */
const starters = [
  { name: 'replies.viewing_name', text: 'replies.viewing' },
  { name: 'replies.papers_name', text: 'replies.papers' },
  { name: 'replies.deposit_name', text: 'replies.deposit' },
  { name: 'replies.price_name', text: 'replies.price' },
  { name: 'replies.checking_name', text: 'replies.checking' },
  { name: 'replies.paid_name', text: 'replies.paid' },
  { name: 'replies.refund_name', text: 'replies.refund' },
  { name: 'replies.sponsor_name', text: 'replies.sponsor' },
  { name: 'replies.arrival_name', text: 'replies.arrival' },
  { name: 'replies.closing_name', text: 'replies.closing' },
] as const;

/** @param locale the language in which they are named for staff. */
export function starterTemplates(locale: Locale): readonly Omit<DeskTemplate, 'id'>[] {
  return starters.map(({ name, text }) => ({
    name: translator(locale)(name),
    texts: Object.fromEntries(locales.map((one) => [one, translator(one)(text)])),
  }));
}

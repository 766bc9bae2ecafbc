/** Threads as lines of CSV, for spreadsheets and programs. Pure. */
import { csvMark, csvRow } from '#lib/csv.ts';
import type { AskerContact, Enquiry } from '#lib/features/enquiries/enquiries.schema.ts';

/** Threads of one export at most. */
export const mostExported = 20_000;

const columns = [
  ['reference', ({ reference }) => reference],
  ['state', ({ state }) => state],
  ['team', ({ team }) => team],
  ['topic', ({ topic }) => topic],
  ['source', ({ source }) => source],
  ['language', ({ language }) => language],
  ['home', ({ place }) => String(place.houseId ?? '')],
  ['city', ({ place }) => String(place.cityId ?? '')],
  ['school', ({ place }) => String(place.schoolId ?? '')],
  ['staff', ({ staffId }) => String(staffId ?? '')],
  ['campaign', ({ utm }) => utm.utm_campaign ?? ''],
  ['opened_at', ({ openedAt }) => openedAt.toISOString()],
  ['last_at', ({ lastAt }) => lastAt.toISOString()],
  ['first_answered_at', ({ firstAnsweredAt }) => firstAnsweredAt?.toISOString() ?? ''],
  ['due_at', ({ dueAt }) => dueAt?.toISOString() ?? ''],
  ['closed_at', ({ closedAt }) => closedAt?.toISOString() ?? ''],
] as const satisfies readonly (readonly [string, (one: Enquiry) => string])[];

const personal = [
  ['first_name', ({ firstName }) => firstName],
  ['last_name', ({ lastName }) => lastName],
  ['email', ({ email }) => email ?? ''],
  ['phone', ({ phone }) => phone ?? ''],
] as const satisfies readonly (readonly [string, (one: AskerContact) => string])[];

/** The first line, after the mark by which spreadsheets know UTF-8. */
export const csvHead = (withContacts: boolean): string => csvMark + csvRow([...columns, ...(withContacts ? personal : [])].map(([name]) => name));

/** The last line where there are more threads than an export holds. */
export const csvCut = csvRow([`Cut: only the latest ${mostExported} threads are here. Ask for fewer.`]);

/** @param contact undefined where none is asked for; null where it cannot be read any more. */
export function csvLine(enquiry: Enquiry, contact: AskerContact | null | undefined): string {
  const own = contact === undefined ? [] : personal.map(([, read]) => (contact ? read(contact) : ''));
  return csvRow([...columns.map(([, read]) => read(enquiry)), ...own]);
}

/** Values as spreadsheets write them: decimal commas, dates of countries, numbers made of what were names. What has two readings is refused. */
import { dateOfDay } from '#lib/dates/dates.ts';

/** What a cell shows that a spreadsheet could not work out, or had no room for. */
const failures = /^(?:#(?:NAME\?|REF!|VALUE!|N\/A|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)|#{3,})$/;

/** Why a text is what a spreadsheet shows instead of one. */
export const spoiltBy = (text: string): string | undefined => (failures.test(text) ? 'is what a spreadsheet shows when it has no value' : undefined);

/** Why a name is none any more: a spreadsheet took it for a number and kept its first digits. */
export function spoiltRef(text: string): string | undefined {
  if (!/^[+-]?\d(?:[.,]\d+)?E\+\d{1,3}$/i.test(text)) return undefined;
  return 'is a number that a spreadsheet shortened, so its last digits are lost: format the column as text and fill it anew';
}

/**
 * A number with a point, of one as spreadsheets of many countries write it. What could be two numbers stays as it is.
 * @param size `below-thousand`: of numbers that never have thousands, every comma is a decimal one.
 * @example readDecimal('1.250,50').number // '1250.50'
 * @example readDecimal('51,5246').number // '51.5246'
 */
export function readDecimal(text: string, size: 'any' | 'below-thousand' = 'any'): { readonly number: string; readonly isMended: boolean } {
  // Thousands are parted by blanks, narrow ones too, or by apostrophes.
  const closed = /^[+-]?\d{1,3}(?:[ \u00a0\u202f’']\d{3})+(?:[.,]\d+)?$/.test(text) ? text.replace(/[ \u00a0\u202f’']/g, '') : text;
  const number = size === 'below-thousand' && /^[+-]?\d{1,3},\d+$/.test(closed) ? closed.replace(',', '.') : pointed(closed);
  return { number, isMended: number !== text };
}

function pointed(text: string): string {
  // Both signs: the last one parts the fraction.
  if (/^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (/^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/.test(text)) return text.replaceAll(',', '');
  // Several of one: thousands.
  if (/^[+-]?\d{1,3}(?:,\d{3}){2,}$/.test(text)) return text.replaceAll(',', '');
  if (/^[+-]?\d{1,3}(?:\.\d{3}){2,}$/.test(text)) return text.replaceAll('.', '');
  // One comma is a decimal one, unless three digits follow it as they follow a thousand.
  if (/^[+-]?\d+,\d+$/.test(text) && !/^[+-]?[1-9]\d{0,2},\d{3}$/.test(text)) return text.replace(',', '.');
  return text;
}

/** Which two readings an amount has. */
export function ambiguousAmount(text: string): string | undefined {
  if (!/^[1-9]\d{0,2},\d{3}$/.test(text)) return undefined;
  return `it could be ${text.replace(',', '')} or ${text.replace(',', '.')}, so write it without a comma`;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const iso = (year: string | number, month: string | number, day: string | number): string => {
  const full = Number(year) < 100 ? 2000 + Number(year) : Number(year);
  return `${String(full).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
};

/** Days since 1900 that spreadsheets write for 2000 to 2099. */
const serials = { first: 36_526, last: 73_050, epoch: -25_569 } as const;

/**
 * The day that a text means, as `YYYY-MM-DD`, or why it could be two. A text of no known form comes back as it is.
 * @example readDate('25/9/2027') // { date: '2027-09-25' }
 */
export function readDate(text: string): { readonly date: string } | { readonly objection: string } {
  const day = text.replace(/[T ]00:00(?::00(?:\.0+)?)?Z?$/, '');
  const yearFirst = /^(\d{4})(?:[/.]|年)(\d{1,2})(?:[/.]|月)(\d{1,2})日?$/.exec(day);
  if (yearFirst) return { date: iso(yearFirst[1] ?? '', yearFirst[2] ?? '', yearFirst[3] ?? '') };
  const named = /^(\d{1,2})[- ]([a-z]{3})[a-z]{0,6}\.?[- ](\d{2}|\d{4})$/i.exec(day);
  if (named) {
    const month = months.indexOf((named[2] ?? '').toLowerCase()) + 1;
    return { date: month > 0 ? iso(named[3] ?? '', month, named[1] ?? '') : day };
  }
  // With points, the day comes first in every country that writes so.
  const pointed = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(day);
  if (pointed) return { date: iso(pointed[3] ?? '', pointed[2] ?? '', pointed[1] ?? '') };
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(day);
  if (slashed) {
    const [first, second, year] = [Number(slashed[1]), Number(slashed[2]), slashed[3] ?? ''];
    if (first <= 12 && second <= 12 && first !== second)
      return {
        objection: `could be ${iso(year, second, first)} or ${iso(year, first, second)}: write it YYYY-MM-DD (in a spreadsheet, format the column as text or as that)`,
      };
    return { date: first > 12 ? iso(year, second, first) : iso(year, first, second) };
  }
  const serial = /^\d{5}$/.test(day) ? Number(day) : 0;
  if (serial >= serials.first && serial <= serials.last) return { date: dateOfDay(serial + serials.epoch) };
  return { date: day };
}

/** Days and amounts as banks write them. Pure. */
import { isDate } from '#lib/dates/dates.ts';
import { parseDecimal } from '#lib/money/money.ts';
import { currencies } from '#lib/money/currencies.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';

/**
 * An amount in minor units, below nothing where it has a minus before or behind it or stands in brackets; undefined where it is none. The last
 * separator parts decimals where one or two digits follow it, else thousands.
 * @example readSum('1.234,56-', 'EUR') // -123456n
 * @example readSum('(1,234.50)', 'GBP') // -123450n
 * @example readSum('12 000', 'JPY') // 12000n
 */
export function readSum(text: string, currency: CurrencyCode): bigint | undefined {
  const written = text.replaceAll(/[\s'’\u00A0]/g, '').replace('−', '-');
  const [, bracket = '', before = '', digits = '', behind = '', closing = ''] = /^(\(?)([+-]?)(\d[\d.,]*)([+-]?)(\)?)$/.exec(written) ?? [];
  if (digits === '' || (bracket === '(') !== (closing === ')') || (before !== '' && behind !== '')) return undefined;
  // Of dinars the last three digits are decimals, as banks write them.
  const [, whole = '', decimals = ''] = (currencies[currency].exponent === 3 ? /^(.*?)(?:[.,](\d{1,3}))?$/ : /^(.*?)(?:[.,](\d{1,2}))?$/).exec(digits) ?? [];
  if (!/^\d+$|^\d{1,3}(?:,\d{3})+$|^\d{1,3}(?:\.\d{3})+$/.test(whole)) return undefined;
  // "1,234,56" and "1.234.56" are slips.
  if (decimals !== '' && /[.,]/.test(whole) && digits.at(-decimals.length - 1) === /[.,]/.exec(whole)?.[0]) return undefined;
  const read = parseDecimal(`${whole.replaceAll(/[.,]/g, '')}${decimals === '' ? '' : `.${decimals}`}`, currency);
  if (!read) return undefined;
  return before === '-' || behind === '-' || bracket === '(' ? -read.minor : read.minor;
}

export type DayOrder = 'day-first' | 'month-first';

const parts = (text: string): readonly [string, string, string] | undefined => {
  const [, a, b, c] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?:[ T].*)?$/.exec(text.trim()) ?? [];
  return a !== undefined && b !== undefined && c !== undefined ? [a, b, c] : undefined;
};

/**
 * In which order these days are written: by points the day comes first; by strokes it is seen by a number beyond twelve. Undefined where the
 * days could be read both ways, and would be others.
 * @example dayOrderOf(['03/04/2026', '25/04/2026']) // 'day-first'
 * @example dayOrderOf(['03/04/2026']) // undefined
 */
export function dayOrderOf(texts: readonly string[]): DayOrder | undefined {
  const read = texts.flatMap((text) => (text.includes('.') ? [] : [parts(text) ?? []])).filter((one) => one.length > 0);
  if (read.length === 0) return 'day-first';
  if (read.some(([a]) => Number(a) > 12)) return 'day-first';
  if (read.some(([, b]) => Number(b) > 12)) return 'month-first';
  return read.every(([a, b]) => a === b) ? 'day-first' : undefined;
}

/** @example readDay('25.04.26', 'day-first') // '2026-04-25' */
export function readDay(text: string, order: DayOrder): string | undefined {
  const iso = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?:[ T].*)?$/.exec(text.trim());
  const read = parts(text);
  const [year, month, day] = iso ? iso.slice(1) : read ? [read[2].padStart(4, '20'), ...(order === 'day-first' ? [read[1], read[0]] : [read[0], read[1]])] : [];
  const found = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  return found.startsWith('20') && isDate(found) ? found : undefined;
}

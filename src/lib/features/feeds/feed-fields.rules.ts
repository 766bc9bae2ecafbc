/** Reads single values of a feed record and notes what is wrong with them. */
import { isDate } from '#lib/dates/dates.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { parseDecimal } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { Problem, RawRecord, Severity } from './feed.schema.ts';
import { plainLine, plainText, tidy } from './feed-text.rules.ts';

/** Full-width digits and letters as plain ones, and "12.0" as "12": what spreadsheets make of numbers. */
const asPlain = (text: string): string => text.normalize('NFKC').trim();

/** Values of one record. Methods give undefined for what is missing or was noted as a problem. */
export class FieldReader {
  readonly #record: RawRecord;
  readonly #houseRef: string;
  readonly #problems: Problem[];

  constructor(record: RawRecord, houseRef: string, problems: Problem[]) {
    this.#record = record;
    this.#houseRef = houseRef;
    this.#problems = problems;
  }

  note(severity: Severity, field: string, value: string, reason: string): undefined {
    this.#problems.push({ severity, line: this.#record.line(field), houseRef: this.#houseRef, field, value: value.slice(0, 500), reason });
    return undefined;
  }

  refuse(field: string, reason: string): undefined {
    return this.note('refused', field, this.raw(field), reason);
  }

  raw(field: string): string {
    return this.#record.fields.get(field) ?? '';
  }

  /** The tidied value; empty when missing. */
  value(field: string): string {
    return tidy(this.raw(field));
  }

  missing(field: string): undefined {
    return this.note('refused', field, this.raw(field), 'is required');
  }

  /** One line of text. */
  text(field: string, longest: number, need: 'required' | 'optional'): string | undefined {
    const text = plainLine(this.raw(field));
    if (text === '') return need === 'required' ? this.missing(field) : undefined;
    return this.#checked(field, text, longest);
  }

  /** Several lines of text. */
  prose(field: string, longest: number): string | undefined {
    const text = plainText(this.raw(field));
    return text === '' ? undefined : this.#checked(field, text, longest);
  }

  #checked(field: string, text: string, longest: number): string | undefined {
    if (text.includes('\ufffd')) return this.refuse(field, 'is not valid UTF-8');
    if (text.length > longest) return this.refuse(field, `has ${text.length} characters; at most ${longest} are taken`);
    return text;
  }

  decimal(field: string, low: number, high: number, need: 'required' | 'optional'): number | undefined {
    const text = asPlain(this.value(field));
    if (text === '') return need === 'required' ? this.missing(field) : undefined;
    if (!/^[+-]?\d{1,9}(\.\d{1,20})?$/.test(text)) return this.refuse(field, 'is not a decimal number such as 51.5074');
    const number = Number(text);
    return number >= low && number <= high ? number : this.refuse(field, `is not between ${low} and ${high}`);
  }

  /** A number that a house is complete without: one that cannot be is named and left out. */
  measure(field: string, low: number, high: number): number | undefined {
    const text = asPlain(this.value(field));
    if (text === '') return undefined;
    const number = /^\d{1,9}(\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN;
    return number >= low && number <= high ? number : this.note('dropped', field, this.raw(field), `is not between ${low} and ${high}, and was left out`);
  }

  integer(field: string, low: number, high: number): number | undefined {
    const text = asPlain(this.value(field));
    if (text === '') return undefined;
    if (!/^\d{1,9}(\.0+)?$/.test(text)) return this.refuse(field, 'is not a whole number');
    const number = Number(text);
    return number >= low && number <= high ? number : this.refuse(field, `is not between ${low} and ${high}`);
  }

  /** One of a list of codes; case, and underscores or spaces for hyphens, are mended. */
  code<Code extends string>(field: string, codes: readonly Code[], need: 'required' | 'optional'): Code | undefined {
    const text = asPlain(this.value(field));
    if (text === '') return need === 'required' ? this.missing(field) : undefined;
    const found = codes.find((code) => code === text) ?? codes.find((code) => code.toLowerCase() === text.toLowerCase().replace(/[\s_]+/g, '-'));
    if (found === undefined) return this.refuse(field, `is not one of ${codes.join(', ')}`);
    if (found !== text) this.note('mended', field, text, `was read as ${found}`);
    return found;
  }

  /** Known codes of a list, each once, in the order of `codes`; unknown ones are reported and dropped. */
  codes<Code extends string>(field: string, codes: readonly Code[]): Code[] {
    const given = this.items(field).map((item) =>
      asPlain(item)
        .toLowerCase()
        .replace(/[\s_]+/g, '-'),
    );
    for (const item of new Set(given)) if (!codes.some((code) => code === item)) this.note('dropped', field, item, 'is not a known code');
    return codes.filter((code) => given.includes(code));
  }

  items(field: string): string[] {
    return this.value(field)
      .split(';')
      .map((item) => item.trim())
      .filter(Boolean);
  }

  date(field: string, need: 'required' | 'optional'): string | undefined {
    const text = asPlain(this.value(field));
    if (text === '') return need === 'required' ? this.missing(field) : undefined;
    if (!isDate(text)) return this.refuse(field, /^\d{4}-\d{2}-\d{2}$/.test(text) ? 'is no day of the calendar' : 'is not a date written YYYY-MM-DD');
    return text >= '2000-01-01' && text < '2100-01-01' ? text : this.refuse(field, 'is not between 2000 and 2100');
  }

  currency(field: string): CurrencyCode | undefined {
    const text = asPlain(this.value(field)).toUpperCase();
    if (text === '') return this.missing(field);
    return isCurrency(text) ? text : this.refuse(field, 'is not the ISO 4217 code of a known currency');
  }

  money(field: string, currency: CurrencyCode, need: 'required' | 'optional'): Money | undefined {
    const text = asPlain(this.value(field));
    if (text === '') return need === 'required' ? this.missing(field) : undefined;
    return (
      parseDecimal(text, currency) ??
      this.refuse(field, `is not an amount in ${currency} such as ${currency === 'JPY' || currency === 'KRW' || currency === 'VND' ? '65000' : '225.50'}`)
    );
  }

  /** An instant with its offset. Later than `now` is impossible and counts as now. */
  instant(field: string, now: Date): Date | undefined {
    const text = this.value(field);
    if (text === '') return undefined;
    if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/.test(text))
      return this.refuse(field, 'is not a time written 2026-11-21T08:30:00+00:00');
    const at = new Date(text);
    if (Number.isNaN(at.getTime()) || !isDate(text.slice(0, 10)) || at.getTime() < Date.UTC(2000, 0, 1)) return this.refuse(field, 'is not a time that exists');
    if (at <= now) return at;
    this.note('mended', field, text, 'lies in the future, so the time of import counts');
    return now;
  }
}

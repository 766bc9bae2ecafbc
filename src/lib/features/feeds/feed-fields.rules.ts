/** Reads single values of a feed record and notes what is wrong with them. */
import { isDate } from '#lib/dates/dates.ts';
import { currencies, isCurrency } from '#lib/money/currencies.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { parseDecimal } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { Problems } from './feed-problems.rules.ts';
import type { RawRecord, Severity } from './feed.schema.ts';
import { damageOf } from './damaged-text.rules.ts';
import { ambiguousAmount, readDate, readDecimal, spoiltBy, spoiltRef } from './spreadsheet-values.rules.ts';
import { plainLine, plainText, tidy } from './feed-text.rules.ts';

/** Those in use; the codes of gold, tests and funds begin with X. */
const isoCurrencies = new Set(Intl.supportedValuesOf('currency').filter((code) => !code.startsWith('X')));

/** No field is read beyond so many characters: what is longer is too long for every field, markup included. */
const longestRaw = 200_000;

/** Full-width digits and letters as plain ones, and "12.0" as "12": what spreadsheets make of numbers. */
const asPlain = (text: string): string => text.normalize('NFKC').trim();

/** Why a text cannot be taken; undefined when it can. @param raw as it came: what is tidied away is part of how a text was damaged. */
function objectionTo(raw: string, text: string, longest: number, kind: 'name' | 'prose'): string | undefined {
  const objection = spoiltBy(text) ?? damageOf(raw, kind);
  if (objection !== undefined) return objection;
  return text.length > longest ? `has ${text.length} characters; at most ${longest} are taken` : undefined;
}

/** The beginning of a text, up to the last whole word where there are several, with an ellipsis. */
function beginningOf(text: string, longest: number): string {
  const cut = text
    .slice(0, longest - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '');
  return `${cut.replace(/\s\S{0,30}$/, '').trimEnd()}…`;
}

/** Values of one record. Methods give undefined for what is missing or was noted as a problem. */
export class FieldReader {
  readonly #record: RawRecord;
  readonly #houseRef: string;
  readonly #problems: Problems;
  /** Fields whose value is there and could not be read: what was known before is better than nothing. */
  readonly unread = new Set<string>();

  constructor(record: RawRecord, houseRef: string, problems: Problems) {
    this.#record = record;
    this.#houseRef = houseRef;
    this.#problems = problems;
  }

  note(severity: Severity, field: string, value: string, reason: string): undefined {
    this.#problems.add(severity, () => ({ line: this.#record.line(field), houseRef: this.#houseRef, field, value, reason }));
    return undefined;
  }

  refuse(field: string, reason: string): undefined {
    return this.note('refused', field, this.raw(field), reason);
  }

  raw(field: string): string {
    return (this.#record.fields.get(field) ?? '').slice(0, longestRaw);
  }

  /** The tidied value; empty when missing. */
  value(field: string): string {
    return tidy(this.raw(field));
  }

  /** For what a house is complete without: the value is named and left out, the house is taken. */
  leaveOut(field: string, reason: string): undefined {
    this.unread.add(field);
    return this.note('dropped', field, this.raw(field), `${reason}, and was left out`);
  }

  missing(field: string): undefined {
    return this.note('refused', field, this.raw(field), 'is required');
  }

  /** One line of text that has to be there; a longer one is refused. */
  line(field: string, longest: number): string | undefined {
    const text = plainLine(this.raw(field));
    if (text === '') return this.missing(field);
    const objection = objectionTo(this.raw(field), text, longest, 'name');
    return objection === undefined ? text : this.refuse(field, objection);
  }

  /** What a provider knows a thing by. A spreadsheet makes a number of one that looks so, and another thing would be meant. */
  ref(field: string, longest: number): string | undefined {
    const objection = spoiltRef(plainLine(this.raw(field)));
    return objection === undefined ? this.line(field, longest) : this.refuse(field, objection);
  }

  /** A name that has to be there; of a longer one, its beginning is taken. */
  name(field: string, longest: number): string | undefined {
    const text = plainLine(this.raw(field));
    if (text.length <= longest) return this.line(field, longest);
    const damage = damageOf(this.raw(field), 'name');
    if (damage !== undefined) return this.refuse(field, damage);
    this.note('mended', field, text, `has ${text.length} characters; the first of them were taken, ${longest} at most`);
    return beginningOf(text, longest);
  }

  /** One line of text, if it can be taken. */
  optionalLine(field: string, longest: number): string | undefined {
    return this.#optional(field, plainLine(this.raw(field)), longest, 'name');
  }

  /** Several lines of text, if they can be taken. */
  prose(field: string, longest: number): string | undefined {
    return this.#optional(field, plainText(this.raw(field)), longest, 'prose');
  }

  #optional(field: string, text: string, longest: number, kind: 'name' | 'prose'): string | undefined {
    if (text === '') return undefined;
    const objection = objectionTo(this.raw(field), text, longest, kind);
    return objection === undefined ? text : this.leaveOut(field, objection);
  }

  /** The plain text of a number, without what spreadsheets of other countries write in it; what was mended is noted. */
  #number(field: string, size: 'any' | 'below-thousand' = 'any'): string {
    const text = asPlain(this.value(field));
    const { number, isMended } = readDecimal(text, size);
    if (isMended) this.note('mended', field, text, `was read as ${number}`);
    return number;
  }

  decimal(field: string, low: number, high: number): number | undefined {
    const text = this.#number(field, 'below-thousand');
    if (text === '') return this.missing(field);
    if (!/^[+-]?\d{1,9}(\.\d{1,20})?$/.test(text)) return this.refuse(field, 'is not a decimal number such as 51.5074');
    const number = Number(text);
    return number >= low && number <= high ? number : this.refuse(field, `is not between ${low} and ${high}`);
  }

  /** A number that a house is complete without. */
  measure(field: string, low: number, high: number): number | undefined {
    const text = this.#number(field, 'below-thousand');
    if (text === '') return undefined;
    const number = /^\d{1,9}(\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN;
    return number >= low && number <= high ? number : this.leaveOut(field, `is not between ${low} and ${high}`);
  }

  integer(field: string, low: number, high: number): number | undefined {
    const { number, objection } = this.#integer(field, low, high);
    return objection === undefined ? number : this.refuse(field, objection);
  }

  /** A whole number that a house is complete without. */
  optionalInteger(field: string, low: number, high: number): number | undefined {
    const { number, objection } = this.#integer(field, low, high);
    return objection === undefined ? number : this.leaveOut(field, objection);
  }

  #integer(field: string, low: number, high: number): { readonly number?: number; readonly objection?: string } {
    const text = asPlain(this.value(field));
    if (text === '') return {};
    if (!/^\d{1,9}(\.0+)?$/.test(text)) return { objection: 'is not a whole number' };
    const number = Number(text);
    return number >= low && number <= high ? { number } : { objection: `is not between ${low} and ${high}` };
  }

  /** One of a list of codes; case, and underscores or spaces for hyphens, are mended. */
  code<Code extends string>(field: string, codes: readonly Code[], need: 'required' | 'optional'): Code | undefined {
    const text = asPlain(this.value(field));
    if (text === '') return need === 'required' ? this.missing(field) : undefined;
    const found = codes.find((code) => code === text) ?? codes.find((code) => code.toLowerCase() === text.toLowerCase().replace(/[\s_]+/g, '-'));
    if (found === undefined) {
      const reason = `is not one of ${codes.join(', ')}`;
      return need === 'required' ? this.refuse(field, reason) : this.leaveOut(field, reason);
    }
    if (found !== text) this.note('mended', field, text, `was read as ${found}`);
    return found;
  }

  /** Known codes of a list, each once, in the order of `codes`; other names for them are understood, unknown ones are reported and dropped. */
  codes<Code extends string>(field: string, codes: readonly Code[], otherNames?: ReadonlyMap<string, Code>): Code[] {
    const given = new Set<string>();
    const written = this.items(field).map((item) =>
      asPlain(item)
        .toLowerCase()
        .replace(/[\s_]+/g, '-'),
    );
    for (const item of new Set(written)) {
      const meant = otherNames?.get(item);
      if (codes.some((code) => code === item)) given.add(item);
      else if (meant === undefined) this.note('dropped', field, item, 'is not a known code');
      else {
        given.add(meant);
        this.note('mended', field, item, `was read as ${meant}`);
      }
    }
    if (written.length > 0 && given.size === 0) this.unread.add(field);
    return codes.filter((code) => given.has(code));
  }

  items(field: string): string[] {
    return this.value(field)
      .split(';')
      .map((item) => item.trim())
      .filter(Boolean);
  }

  date(field: string, need: 'required' | 'optional'): string | undefined {
    const written = asPlain(this.value(field));
    if (written === '') return need === 'required' ? this.missing(field) : undefined;
    const read = readDate(written);
    if ('objection' in read) return this.refuse(field, read.objection);
    const text = read.date;
    if (text !== written && isDate(text)) this.note('mended', field, written, `was read as ${text}`);
    if (!isDate(text)) return this.refuse(field, /^\d{4}-\d{2}-\d{2}$/.test(text) ? 'is no day of the calendar' : 'is not a date written YYYY-MM-DD');
    return text >= '2000-01-01' && text < '2100-01-01' ? text : this.refuse(field, 'is not between 2000 and 2100');
  }

  currency(field: string): CurrencyCode | undefined {
    const text = asPlain(this.value(field)).toUpperCase();
    if (text === '') return this.missing(field);
    if (isCurrency(text)) return text;
    return this.refuse(
      field,
      isoCurrencies.has(text) ? 'is a currency for which this site has no rate, so nobody could compare it' : 'is not the ISO 4217 code of a known currency',
    );
  }

  /** An amount that can be read as one of this currency; undefined otherwise, without a note. */
  amount(field: string, currency: CurrencyCode): Money | undefined {
    return parseDecimal(readDecimal(asPlain(this.value(field))).number, currency);
  }

  money(field: string, currency: CurrencyCode, need: 'required' | 'optional'): Money | undefined {
    const text = this.#number(field);
    if (text === '') return need === 'required' ? this.missing(field) : undefined;
    return (
      this.amount(field, currency) ??
      this.refuse(
        field,
        [`is not an amount in ${currency} such as ${{ 0: '65000', 2: '225.50', 3: '82.500' }[currencies[currency].exponent]}`, ambiguousAmount(text)]
          .filter((part) => part !== undefined)
          .join(': '),
      )
    );
  }

  /** An instant with its offset. Later than `now` is impossible and counts as now. */
  instant(field: string, now: Date): Date | undefined {
    const text = this.value(field);
    if (text === '') return undefined;
    if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/.test(text))
      return this.leaveOut(field, 'is not a time written 2026-11-21T08:30:00+00:00');
    const at = new Date(text);
    if (Number.isNaN(at.getTime()) || !isDate(text.slice(0, 10)) || at.getTime() < Date.UTC(2000, 0, 1))
      return this.leaveOut(field, 'is not a time that exists');
    if (at <= now) return at;
    this.note('mended', field, text, 'lies in the future, so the time of import counts');
    return now;
  }
}

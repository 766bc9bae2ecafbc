/** A form taken apart into its values: what each may be, and when it is wanted. */
import { dialCountry } from '#lib/geo/dial-codes.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import { plainCode, plainMailbox, plainNumber, withoutInvisible } from '#lib/validation/pasted.rules.ts';
import { patterns } from '#lib/validation/patterns.ts';
import { checkAll } from '#lib/validation/validators.ts';
import type { Complaint, Rule } from '#lib/validation/validators.ts';
import { clientHashLength, isClientHash, passwordLength, staffPasswordLength } from '#lib/validation/passwords.ts';
import { fileIdPattern } from './files.schema.ts';
import { consentName, emailLength, ticked } from './form.schema.ts';
import type { Choice, Condition, Consent, Field, FormDefinition } from './form.schema.ts';

/** One value of a form. */
export type Part = {
  readonly name: string;
  /** In UTF-16 units. */
  readonly maxLength: number;
  readonly isMultiline: boolean;
  /** What people paste as such a value, without what pasting brings along. */
  readonly plain?: (text: string) => string;
  readonly required: true | Condition | undefined;
  readonly when: Condition | undefined;
  /** How it is said that the value is missing. */
  readonly missing: MessageKey;
  /** What is wrong with a value that is not empty. */
  complaintOf(text: string, values: Readonly<Record<string, string>>): Complaint | undefined;
};

/** More than the digits a number may have, so that one typed with blanks is answered with how numbers look. */
const phoneLength = 20;
const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether a text names a day of the calendar. */
function isDay(text: string): boolean {
  const [, year, month, day] = isoDate.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

const oneOf =
  (choices: readonly Choice[]): Part['complaintOf'] =>
  (text) =>
    choices.some(({ value }) => value === text) ? undefined : { key: 'forms.choose', values: {} };

const longest = (choices: readonly Choice[]): number => Math.max(1, ...choices.map(({ value }) => value.length));

function part(field: Field, maxLength: number, own: readonly Rule[], more: Partial<Part> = {}): Part {
  const rules = [...own, ...(field.rules ?? [])];
  return {
    name: field.name,
    maxLength,
    isMultiline: false,
    required: field.required,
    when: field.kind === 'hidden' ? undefined : field.when,
    missing: 'forms.required',
    complaintOf: (text) => checkAll(field.name, text, rules),
    ...more,
  };
}

/** Years that somebody can mean: of a birth, or of a stay. */
const century = /^(?:19|20)/;

function partsOfField(field: Field): readonly Part[] {
  switch (field.kind) {
    case 'text':
    case 'hidden':
      return [part(field, field.maxLength, [])];
    case 'textarea':
      return [part(field, field.maxLength, [], { isMultiline: true })];
    case 'number':
      return [part(field, field.maxLength, [{ kind: 'number' }])];
    case 'email':
      return [part(field, emailLength, [{ kind: 'email' }], { plain: plainMailbox })];
    case 'password':
      if (field.long) return [part(field, staffPasswordLength.most, [])];
      return [
        // Where there is script the browser sends its hash (R5.19), which is longer than what may be typed.
        part(field, clientHashLength, [], {
          complaintOf(text) {
            if (isClientHash(text)) return undefined;
            if (text.length > passwordLength.most) return { key: 'forms.length_max', values: { max: passwordLength.most } };
            return checkAll(field.name, text, [{ kind: field.fresh ? 'newpassword' : 'password' }, ...(field.rules ?? [])]);
          },
        }),
      ];
    case 'code': {
      const { length } = field;
      const isCode = (text: string): boolean => text.length === length && patterns.digits.test(text);
      return [part(field, length, [], { plain: plainCode, complaintOf: (text) => (isCode(text) ? undefined : { key: 'forms.code', values: { length } }) })];
    }
    case 'date':
      return [
        part(field, 10, [], {
          complaintOf: (text) => (isDay(text) && century.test(text) ? checkAll(field.name, text, field.rules ?? []) : { key: 'forms.date', values: {} }),
        }),
      ];
    case 'file':
      return [
        part(field, 36, [], {
          missing: 'forms.choose_file',
          complaintOf: (text) => (fileIdPattern.test(text) ? undefined : { key: 'files.gone', values: {} }),
        }),
      ];
    case 'checkbox':
      return [
        part(field, ticked.length, [], { missing: 'forms.tick', complaintOf: (text) => (text === ticked ? undefined : { key: 'forms.tick', values: {} }) }),
      ];
    case 'radio':
      return [part(field, longest(field.choices), [], { missing: 'forms.choose', complaintOf: oneOf(field.choices) })];
    case 'select': {
      const { choices } = field;
      if ('given' in choices) return [part(field, choices.maxLength, [], { missing: 'forms.choose' })];
      return [part(field, longest(choices), [], { missing: 'forms.choose', complaintOf: oneOf(choices) })];
    }
    case 'phone': {
      const country: Part = part({ ...field, rules: [] }, 2, [], {
        name: field.country,
        missing: 'forms.choose',
        // A number that is given needs its country.
        required: field.required ?? { field: field.name, given: true },
        complaintOf: (text) => (dialCountry(text) ? undefined : { key: 'forms.choose', values: {} }),
      });
      const number = part(field, phoneLength, [], {
        plain: plainNumber,
        // R5.42, R5.43: what a number looks like depends on its country.
        complaintOf(text, values) {
          const hasCode = field.spaced === 'with-code' && text.startsWith('+');
          const kind = !hasCode && values[field.country] === 'CN' ? 'chinesemobile' : 'mobile';
          return checkAll(field.name, hasCode ? text.slice(1) : text, [{ kind }, ...(field.rules ?? [])]);
        },
      });
      return [country, number];
    }
  }
}

function partOfConsent(consent: Consent): Part {
  const missing = consent.missing ?? 'forms.tick';
  return {
    name: consentName(consent),
    maxLength: 40,
    isMultiline: false,
    required: consent.required,
    when: consent.when,
    missing,
    // Agreed to another wording: it has to be agreed to again.
    complaintOf: (text) => (text === consent.version ? undefined : { key: missing, values: {} }),
  };
}

const known = new WeakMap<FormDefinition, readonly Part[]>();

/** The values of a form, in the order of its fields; consents come last. */
export function partsOf(definition: FormDefinition): readonly Part[] {
  let parts = known.get(definition);
  if (!parts) {
    parts = [...definition.fields.flatMap(partsOfField), ...(definition.consents ?? []).map(partOfConsent)];
    known.set(definition, parts);
  }
  return parts;
}

/** Whether a condition holds for these values; a condition that is not there always does. */
export function holds(condition: true | Condition | undefined, values: Readonly<Record<string, string>>): boolean {
  if (condition === undefined || condition === true) return true;
  const value = values[condition.field] ?? '';
  if ('given' in condition) return value !== '';
  if ('isNot' in condition) return !condition.isNot.includes(value);
  return typeof condition.is === 'string' ? value === condition.is : condition.is.includes(value);
}

/** Whether a value may be left out just now; one that is wanted whenever it is asked for may not. */
export function isOptional(
  { required, when }: { readonly required?: true | Condition | undefined; readonly when?: Condition | undefined },
  values: Readonly<Record<string, string>>,
): boolean {
  if (required === undefined) return true;
  const isWantedWhereAsked = required !== true && when !== undefined && JSON.stringify(required) === JSON.stringify(when);
  return !isWantedWhereAsked && !holds(required, values);
}

/**
 * Whether a part can come to be asked for on the page: what hangs on a hidden value is settled when the page is made, and what hangs on
 * what somebody still writes or chooses is not.
 */
export function canShow({ fields }: FormDefinition, when: Condition | undefined, values: Readonly<Record<string, string>>): boolean {
  const on = when && fields.find(({ name }) => name === when.field);
  return on?.kind !== 'hidden' || holds(when, values);
}

/** Conditions of one form that its page can follow by itself; `forms.css` has a rule for each. */
const mostFollowed = 8;

/**
 * What of a form comes and goes as somebody chooses: for each field or consent the number of its condition, and for each choice the
 * numbers of those that it fulfils. What hangs on written text is always there.
 */
export type Followed = {
  readonly of: ReadonlyMap<string, number>;
  /** By field, then by value. */
  readonly by: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;
};

/** The values somebody chooses a field's from, where all of them stand on the page. */
function choosable(field: Field): readonly string[] {
  if (field.kind === 'checkbox') return [ticked];
  return (field.kind === 'radio' || field.kind === 'select') && !('given' in field.choices) ? field.choices.map(({ value }) => value) : [];
}

/** @see Followed */
export function followed({ fields, consents = [] }: FormDefinition): Followed {
  const of = new Map<string, number>();
  const by = new Map<string, Map<string, number[]>>();
  const numbers = new Map<string, number>();
  const waiting = [...fields.flatMap((field) => (field.kind === 'hidden' ? [] : [field])), ...consents.map((one) => ({ ...one, name: consentName(one) }))];
  for (const { name, when } of waiting) {
    const on = when && fields.find((field) => field.name === when.field);
    const values = on ? choosable(on) : [];
    if (!when || values.length === 0) continue;
    const fulfilling = values.filter((value) => holds(when, { [when.field]: value }));
    const key = JSON.stringify([when.field, fulfilling]);
    const number = numbers.get(key) ?? numbers.size + 1;
    if (number > mostFollowed) continue;
    of.set(name, number);
    if (numbers.has(key)) continue;
    numbers.set(key, number);
    const own = by.get(when.field) ?? new Map<string, number[]>();
    by.set(when.field, own);
    for (const value of fulfilling) own.set(value, [...(own.get(value) ?? []), number]);
  }
  return { of, by };
}

/** The names of the values that are part of the form just now. What is not counts as empty for those after it. */
export function shownIn(definition: FormDefinition, given: Readonly<Record<string, string>>): ReadonlySet<string> {
  const values = { ...given };
  const shown = new Set<string>();
  for (const { name, when } of partsOf(definition)) {
    if (holds(when, values)) shown.add(name);
    else values[name] = '';
  }
  return shown;
}

/** Characters that no text of people has and databases refuse; a line break is none. */
const control = /[^\P{Cc}\n]/gu;

/** A text as it is checked and kept: without blanks around it, and with line breaks of one kind where it may have them. */
export function tidied(text: string, { isMultiline, plain }: Pick<Part, 'isMultiline' | 'plain'>): string {
  const lines = text.replaceAll(/\r\n?/g, '\n').toWellFormed().replace(control, ' ');
  if (plain) return plain(withoutInvisible(lines).trim());
  return (isMultiline ? lines : lines.replaceAll('\n', ' ')).trim();
}

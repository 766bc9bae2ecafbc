/** Numbers of phones as people type them, read into the one form that is kept. On the server alone: the plans of all countries are large. */
import { ParseError, parsePhoneNumberWithError, validatePhoneNumberLength } from 'libphonenumber-js/max';
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { dialCountries, dialCountry } from '#lib/geo/dial-codes.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { longestPasted, plainSigns } from '#lib/validation/pasted.rules.ts';
import { patterns } from '#lib/validation/patterns.ts';

export type Phone = {
  /** `+447700900123`: the one form for keeping and comparing. */
  readonly e164: string;
  /** `44`, without plus. */
  readonly dialCode: string;
  /** Digits behind the dial code, without what is dialled only inside the country. */
  readonly national: string;
  /** Two letters; undefined where several countries share the code and the number does not say. */
  readonly iso2: string | undefined;
};

/** `landline`: surely no phone that gets messages. `country`: none was given, or none we know. */
export type PhoneProblem = 'empty' | 'country' | 'not-a-number' | 'too-short' | 'too-long' | 'not-chinese-mobile' | 'landline';

/** Digits behind the dial code, as the forms that ask for them allow: R5.01, R5.02, R5.03. */
export const phoneLengths = {
  mobile: { least: 6, most: 11 },
  global: { least: 6, most: 15 },
  login: { least: 7, most: 11 },
} as const;

export type PhoneForm = keyof typeof phoneLengths;

/** UTF-16 units that are looked at; longer ones are no number. */
const longestTyped = 60;
/** Digits and what people put between them. */
const looksLikeNumber = /^[+\d\s().\-/\u00b7\u2010-\u2015\u2212_\u30fb\u30fc]+$/u;
/** Which of several countries a shared code means at first. */
const mainOf = new Map([
  ['1', 'US'],
  ['7', 'RU'],
]);

/** A country by two letters (`GB`) or by dial code (`+44`, `44`, `0044`). */
function countryOf(given: string): string | undefined {
  const text = given.normalize('NFKC').trim();
  if (dialCountry(text.toUpperCase())) return text.toUpperCase();
  const code = /^(?:\+|00)?(\d{1,4})$/.exec(text)?.[1];
  return code === undefined ? undefined : (mainOf.get(code) ?? dialCountries.find(({ dialCode }) => dialCode === code)?.iso2);
}

/** What the library says of a text it cannot read. */
function problemOf(error: unknown): PhoneProblem {
  if (!(error instanceof ParseError)) throw error;
  if (error.message === 'TOO_SHORT') return 'too-short';
  if (error.message === 'TOO_LONG') return 'too-long';
  return error.message === 'INVALID_COUNTRY' ? 'country' : 'not-a-number';
}

/**
 * In mainland China a call may begin with a carrier's code, such as 17900, as whole mobile numbers do too. A mobile number is one here:
 * nobody gives a carrier's code to be reached.
 */
function withoutCarrier(text: string, country: string): string {
  if (country !== 'CN') return text;
  const digits = text.replaceAll(/\D/g, '');
  return patterns.chineseMobile.test(digits) ? `+86${digits}` : text;
}

function read(text: string, country: string): PhoneNumber | PhoneProblem {
  try {
    return parsePhoneNumberWithError(withoutCarrier(text, country), { defaultCountry: country as CountryCode, extract: false });
  } catch (error) {
    return problemOf(error);
  }
}

/**
 * A number that is none as it was typed, and one without what came twice: its code, as a field of codes beside it and a paste bring it, or
 * the 1 that Mexico had between code and number until 2019.
 */
function readFolded(text: string, country: string): PhoneNumber | PhoneProblem {
  const asTyped = read(text, country);
  if (typeof asTyped !== 'string' && asTyped.isValid() && planProblem(asTyped) === undefined) return asTyped;
  const digits = text.replaceAll(/\D/g, '');
  const own = text.startsWith('+') ? dialCodes.filter((code) => digits.startsWith(code)) : [dialCountry(country)?.dialCode ?? ''];
  for (const code of own) {
    const once = code !== '' && digits.startsWith(code + code) ? digits.slice(code.length) : undefined;
    const folded = once ?? (code === '52' ? /^(?:52)?1(\d{10})$/.exec(digits)?.[1]?.replace(/^/, '52') : undefined);
    const parsed = folded === undefined ? undefined : read(`+${folded}`, country);
    if (typeof parsed === 'object' && parsed.isValid() && planProblem(parsed) === undefined) return parsed;
  }
  return asTyped;
}

const dialCodes = [...new Set(dialCountries.map(({ dialCode }) => dialCode))];

/** Kinds of numbers that get no messages. */
const deaf = new Set(['FIXED_LINE', 'PREMIUM_RATE', 'TOLL_FREE', 'SHARED_COST']);

/** A number of mainland China is one by its own rule (R5.04), any other by the lengths that the plan of its country has. */
function planProblem(parsed: PhoneNumber): PhoneProblem | undefined {
  const { countryCallingCode: dialCode, nationalNumber: national } = parsed;
  if (dialCode === '86') {
    if (patterns.chineseMobile.test(national)) return undefined;
    return national.length < 11 ? 'too-short' : national.length > 11 ? 'too-long' : 'not-chinese-mobile';
  }
  const length = validatePhoneNumberLength(parsed.number);
  if (length !== undefined) return length === 'TOO_SHORT' ? 'too-short' : length === 'TOO_LONG' ? 'too-long' : 'not-a-number';
  // Plans gain ranges before we hear of them, so only what is surely none is turned away. In Argentina people leave out the 9 that
  // tells a mobile from a landline.
  return dialCode !== '54' && deaf.has(parsed.getType() ?? '') ? 'landline' : undefined;
}

/**
 * Reads a number. One that brings its own dial code (`+44 (0)7700 900123`, `0044…`) is of that code, whatever was chosen.
 * @param country two letters or a dial code, as the field beside the number has it; a dial code is required (R5.05).
 * @param form which lengths hold; `global` unless said otherwise.
 * @example parsePhone('GB', '07700 900-123').ok // true
 */
export function parsePhone(country: string, typed: string, form: PhoneForm = 'global'): Outcome<Phone, PhoneProblem> {
  // Digits of full width become plain ones, as does the plus; marks of direction come along from lists of contacts.
  const text = plainSigns(typed.slice(0, longestPasted)).trim();
  if (typed.length > longestPasted || text.length > longestTyped) return refused(text === '' ? 'empty' : 'too-long');
  if (text === '') return refused('empty');
  if (!looksLikeNumber.test(text)) return refused('not-a-number');
  const hasOwnCode = text.startsWith('+') || /^00[^0]/.test(text);
  const known = countryOf(country);
  if (known === undefined && !hasOwnCode) return refused('country');
  const parsed = readFolded(text.replace(/^00(?=[^0])/, '+'), known ?? 'GB');
  if (typeof parsed === 'string') return refused(parsed);
  const { number: e164, countryCallingCode: dialCode, nationalNumber: national, country: iso2 } = parsed;
  const problem = planProblem(parsed);
  if (problem !== undefined) return refused(problem);
  const { least, most } = phoneLengths[form];
  if (national.length < least) return refused('too-short');
  return national.length > most ? refused('too-long') : done({ e164, dialCode, national, iso2 });
}

/** A number for logs and for whoever knows it already: its code and its last two digits. @example maskedPhone('+447700900123') // '+44…23' */
export function maskedPhone(e164: string): string {
  const code = dialCountries.map(({ dialCode }) => dialCode).find((one) => e164.startsWith(`+${one}`) && one.length <= 3) ?? '';
  return `+${code}…${e164.slice(-2)}`;
}

/** What calls of accounts are given: whose mail address or number is meant, and a password, each in the one form that is kept. Browser-safe. */
import { fault, faults } from '#lib/forms/field-faults.rules.ts';
import type { BadInput } from '#lib/forms/field-faults.rules.ts';
import { checkForm } from '#lib/forms/form-check.rules.ts';
import type { FormDefinition } from '#lib/forms/form.schema.ts';
import { dialCountries } from '#lib/geo/dial-codes.ts';
import { parsePhone } from '#lib/phone/phone.ts';
import { commonPasswords, isCommonPassword, ownPasswords } from '#lib/validation/common-passwords.ts';
import { plainNumber } from '#lib/validation/pasted.rules.ts';
import { clientHash, isClientHash, newPasswordFault, passwordFault, staffPasswordFault } from '#lib/validation/passwords.ts';
import { canals } from './accounts-forms.schema.ts';
import type { Contact } from './accounts.schema.ts';
import { emailOf } from './contacts.rules.ts';

/** What calls are given of whom is meant. */
export type ContactInput = {
  readonly canal: string;
  readonly country_code: string;
  readonly phone: string;
  readonly mobile?: string;
  readonly email: string;
  readonly consent_terms?: string;
  /** What a client calls the way of signing in, or of finding a lost password. */
  readonly login_type?: string;
  readonly find_type?: string;
  readonly findPWD_country_code?: string;
  readonly findPWD_phone?: string;
  readonly findPWD_email?: string;
};

const { phone: byPhone, email: byMail } = canals;
/** R4.034, R7.087, R7.088. */
const loginTypes: Readonly<Record<string, string>> = { '1': byMail, '2': byPhone, email: byMail, emailCode: byMail, mobile: byPhone, sms: byPhone };
/** R4.035: the other way round. */
const findTypes: Readonly<Record<string, string>> = { '1': byPhone, '2': byMail };

/** What was read, or what was wrong with it. */
export type Read<T> = { readonly ok: true; readonly value: T } | BadInput;

/** Two letters of what a client calls a country: those, or a dial code. */
function countryOf(given: string): string {
  const dial = /^\+?(\d{1,4})$/.exec(given.trim())?.[1];
  return dial === undefined ? given.trim().toUpperCase() : (dialCountries.find(({ dialCode, iso2 }) => dialCode === dial && iso2 !== 'CA')?.iso2 ?? '');
}

/** The digits that the form asks for, of a number that may bring its code; one that cannot be read is as it was typed. */
function nationalOf(country: string, typed: string): string {
  const plain = plainNumber(typed);
  const read = /^(?:\+|00)/.test(plain) ? parsePhone(country, typed) : undefined;
  return read?.ok ? read.value.national : plain;
}

/** The one contact that is meant, by the form's own check. @param form says whether the agreement has to be ticked. */
export function contactIn(form: FormDefinition, { canal: given, ...more }: ContactInput): Read<Contact> {
  const phone = more.phone || (more.mobile ?? '') || (more.findPWD_phone ?? '');
  const email = more.email || (more.findPWD_email ?? '');
  const country_code = more.findPWD_country_code || more.country_code;
  const usual = phone === '' && email !== '' ? canals.email : canals.phone;
  const canal = given || loginTypes[more.login_type ?? ''] || findTypes[more.find_type ?? ''] || usual;
  const checked = checkForm(form, {
    canal,
    email,
    phone: nationalOf(countryOf(country_code), phone),
    country_code: countryOf(country_code),
    consent_terms: more.consent_terms ?? '',
  });
  // R5.03: a number to sign in with has its own lengths, whatever the form's first look says of numbers.
  if (!checked.ok) return faults(checked.problems.map((one) => (one.message === 'forms.mobile' ? { ...one, message: 'accounts.phone_digits' as const } : one)));
  if (canal === canals.email) {
    const address = emailOf(email);
    return address === undefined ? fault('email', 'forms.email') : { ok: true, value: { kind: 'email', address } };
  }
  const parsed = parsePhone(countryOf(country_code), phone, 'login');
  return parsed.ok ? { ok: true, value: { kind: 'phone', address: parsed.value.e164 } } : fault('phone', 'accounts.phone_digits');
}

/** Whether anybody is named at all. */
export const isGiven = ({ phone, mobile = '', email, findPWD_phone = '', findPWD_email = '' }: ContactInput): boolean =>
  `${phone}${mobile}${email}${findPWD_phone}${findPWD_email}` !== '';

/** What browsers make of the commonest passwords, the first 52 bits of each; made once, when one is needed. */
let commonHashes: Promise<ReadonlySet<number>> | undefined;
const beginningOf = (hash: string): number => Number.parseInt(hash.slice(0, 13), 16);

async function hashesOf(passwords: Iterable<string>): Promise<ReadonlySet<number>> {
  const hashes = new Set<number>();
  for (const one of passwords) if (newPasswordFault(one) === undefined) hashes.add(beginningOf(await clientHash(one)));
  return hashes;
}

async function isCommonHash(hash: string, about: readonly string[]): Promise<boolean> {
  if ((await (commonHashes ??= hashesOf(commonPasswords()))).has(beginningOf(hash))) return true;
  return about.length > 0 && (await hashesOf(ownPasswords(about))).has(beginningOf(hash));
}

/**
 * What the browser made of a password, or would have.
 * @param isFresh whether it is a new one, which stronger rules apply to. @param about what is known of the person, which makes no password.
 */
export async function secretIn(password: string, isFresh: boolean, about: readonly string[] = []): Promise<Read<string>> {
  if (isClientHash(password))
    return isFresh && (await isCommonHash(password, about)) ? fault('password', 'accounts.password_common') : { ok: true, value: password };
  const given = password.trim();
  const common = (): 'accounts.password_common' | undefined => (isCommonPassword(given, about) ? 'accounts.password_common' : undefined);
  const problem = given === '' ? 'forms.required' : isFresh ? (newPasswordFault(given) ?? common()) : passwordFault(given);
  return problem ? fault('password', problem) : { ok: true, value: await clientHash(given) };
}

/** The same of a new password of staff: longer, of any signs, and none of the common ones. */
export async function staffSecretIn(password: string, about: readonly string[]): Promise<Read<string>> {
  const given = password.normalize('NFC').trim();
  const problem = given === '' ? 'forms.required' : (staffPasswordFault(given) ?? (isCommonPassword(given, about) ? 'accounts.password_common' : undefined));
  return problem ? fault('password', problem) : { ok: true, value: await clientHash(given) };
}

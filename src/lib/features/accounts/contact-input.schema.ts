/** Fields that several calls of accounts take. Browser-safe. */
import * as z from 'zod/mini';

/** A text that may be missing. */
export const text = (most: number, meaning: string) => z._default(z.string().check(z.maxLength(most), z.describe(meaning)), '');

/** Who is meant: what a client that keeps nothing between two steps leaves out stands in the visit's attempt. */
export const contact = {
  canal: text(1, '1 phone, 2 email; else told by which of them is given, and 1 by neither'),
  country_code: z._default(z.string().check(z.maxLength(4), z.describe('Dial code such as 86, which is the default, or two letters')), '86'),
  phone: text(20, 'Digits without dial code'),
  mobile: text(20, 'Another name of phone'),
  email: text(254, 'Mail address'),
};
/** The same of a lost password, by other names (R3.61). */
export const lostContact = {
  find_type: text(1, '1 phone, 2 email: the other way round than login_type'),
  findPWD_country_code: text(4, 'In place of country_code'),
  findPWD_phone: text(20, 'In place of phone'),
  findPWD_email: text(254, 'In place of email'),
};
export const password = text(64, 'SHA-256 of the password as passwords.ts makes it, in hexadecimal; the password itself from a page without script');
export const code = text(6, 'Six digits');

export const nothing = z.object({});

/** What signing in may be asked of by everybody: a write with the token of our forms. */
export const base = { method: 'POST', access: 'public', csrf: 'always' } as const;
